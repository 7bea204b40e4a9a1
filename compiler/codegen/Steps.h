// Steps: what the code generator makes machine code for, described without IR of any kind.
//
// A step reads and writes memory at places that are known as base and offset. A loop step applies
// an expression to each element; a kernel step calls a kernel of the library, with expressions for
// the vectors that it reads and those that it is about to store.
#pragma once

#include "runtime/engine/Image.h"

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ingot::codegen {

/// How much of a kernel's arguments becomes part of its code.
enum class Specialize : uint8_t {
  None,    ///< sizes and addresses are read at run time
  Shapes,  ///< sizes, strides and attributes are constants
  Buffers, ///< offsets from the bases too, but for those of weights, which are placed when loaded
  All,     ///< those of weights, too: they lie behind one base
};

using runtime::Address;

/// Whether the offset is part of the code.
inline bool isConstant(const Address &address, Specialize level) {
  return level == Specialize::All ||
         (level == Specialize::Buffers && address.base != runtime::WeightBase);
}

/// Operand k of a step, as an array over the dimensions of its loop.
struct Operand {
  Address address;
  ElementType type = ElementType::F32;
  std::vector<int64_t> strides; ///< in elements, one per dimension
};

/// A straight line of elementwise operations. Nodes refer to earlier nodes.
struct Expression {
  enum class Kind : uint8_t {
    Load,    ///< operand `index`, or what a kernel gives if that is -1
    Formula, ///< the library's function formula_<name>
    Cast,    ///< to `type`; parameters: saturate and rounding of a kernels::Narrowing
    Select,  ///< inputs: condition, value if true, value if false
    /// f32 to an integer of at most 16 bits: min(max(round(x / scale) + zero, least), greatest), of
    /// NaN the least. Inputs: x, scale and, unless it is 0, zero, both shared by all elements. The
    /// scale is between 2^-60 and 2^60, and zero an integer of at most 16 bits. Parameters: least,
    /// greatest, and 1 where x * r + x * d rounds to the same integers as x / scale, with r the
    /// rounded reciprocal of the scale, and d what that lacks.
    Quantize,
  };
  struct Node {
    Kind kind = Kind::Load;
    ElementType type = ElementType::F32; ///< of the node's value
    int index = 0;
    std::string name = {};
    std::vector<int> inputs = {};
    std::vector<double> parameters = {};
    /// The number that every element of a load is, where that is known: it is part of the code.
    std::optional<double> number = std::nullopt;
  };
  std::vector<Node> nodes;
};

/// For each point of the iteration space: operands[outputs[k]] = value of node results[k].
struct LoopStep {
  Shape dims; ///< outermost first
  std::vector<Operand> operands;
  Expression expression;
  std::vector<int> results; ///< nodes
  std::vector<int> outputs; ///< operands
};

/// What a kernel applies to vectors of a matrix: an expression without nodes changes nothing, of
/// another one `result` is the node that takes their place.
struct Hook {
  Expression expression;
  std::vector<Operand> extras; ///< with the strides of a row and a column of the matrix
  int result = 0;
};

/// A kernel of the library by the name of its row, with as many operands and sizes as the row says.
struct KernelStep {
  std::string kernel;
  std::vector<Address> operands;
  std::vector<int64_t> sizes;
  Hook prologue; ///< makes what the kernel computes with from its first operand, as it is read
  Hook epilogue; ///< makes what is stored from the kernel's results

  /// In the order in which the table has their operands, behind those of the kernel.
  std::array<const Hook *, 2> hooks() const { return {&prologue, &epilogue}; }
};

using AnyStep = std::variant<LoopStep, KernelStep>;

/// Whether a loop can hold elements of this type.
bool isLoopType(ElementType type);
/// The suffix of the formula functions that compute on elements of this type: "f32". Empty where
/// there are none.
std::string_view computeName(ElementType type);

/// Drops dimensions of size 1 and joins neighbours that every operand steps through evenly.
void simplify(LoopStep &step);
/// How many units of work a loop step has; after simplify().
int64_t unitsOf(const LoopStep &step);

} // namespace ingot::codegen
