// LowerContext: what the lowering of an operator sees, and with what it says what to do.
//
//   bool lowerTranspose(LowerContext &c) {
//     Memory x = c.in(0), y = x;
//     for (size_t i = 0; i < perm.size(); ++i) … y.dims[i] = x.dims[perm[i]] …
//     c.view(0, y);                       // the result is another look at the same memory
//     return true;
//   }
//
// All types are static tensors of numbers. A lowering that does not take an operator (an element
// type, an unusual attribute) returns false before it has said anything; the operator is then run
// by its reference evaluator.
#pragma once

#include "compiler/dialect/graph/Operators.h"
#include "compiler/library/KernelTable.h"
#include "compiler/lower/Memory.h"
#include "compiler/machine/Machine.h"

#include <functional>

namespace ingot::lower {

/// What weights are made of: constant operands, and in words and numbers all else that they depend
/// on.
struct Recipe {
  std::vector<size_t> operands;
  std::string how;

  /// By a kernel that packs. `more`: what its sizes do not say.
  static Recipe of(std::vector<size_t> operands, const library::Kernel &packing,
                   const std::vector<int64_t> &sizes, int64_t more = 0);
};

/// Makes weights of constants.
using Making = std::function<void(const std::vector<Tensor> &constants, void *memory)>;

class LowerContext {
public:
  LowerContext(const graph::OperatorInfo &op, const graph::Attributes &attributes,
               const machine::Machine &machine, bool fastMath)
      : op(op), attributes(attributes), machine(machine), fastMath(fastMath) {}
  virtual ~LowerContext() = default;

  const graph::OperatorInfo &op;
  const graph::Attributes &attributes;
  const machine::Machine &machine;
  const bool fastMath; ///< as in Capabilities
  std::vector<ValueType> operands, results;

  bool has(size_t i) const { return i < operands.size() && !operands[i].isNone(); }
  /// Whether anything reads result `i`; one that nothing reads need not be computed.
  virtual bool isUsed(size_t i) const = 0;
  /// The value of an operand that is constant.
  virtual std::optional<Tensor> constant(size_t i) const = 0;
  /// The same where it lies, at any address.
  virtual std::optional<Tensor> unaligned(size_t i) const = 0;
  bool isConstant(size_t i) const { return unaligned(i).has_value(); }
  /// The elements of a constant integer operand.
  std::optional<std::vector<int64_t>> integers(size_t i) const {
    auto value = has(i) ? constant(i) : std::nullopt;
    return value ? std::optional(value->integers()) : std::nullopt;
  }

  /// The type of the elements that are stored for result `i`: that of the operator's group.
  virtual ElementType stored(size_t i) const = 0;

  /// Operand `i` as it lies.
  virtual Memory in(size_t i) = 0;
  /// Operand `i` without gaps in this order, copied if it does not lie so.
  virtual Memory in(size_t i, const Order &order) = 0;
  /// New memory for result `i`, without gaps in this order. Its elements are of the type that the
  /// operator's group stores.
  virtual Memory out(size_t i, const Order &order) = 0;
  /// Result `i` is this look at memory that exists.
  virtual void view(size_t i, const Memory &memory) = 0;
  /// New constant memory, row-major.
  virtual Memory weight(const std::string &name, const Tensor &value) = 0;
  /// The same for what `make` makes of the constants of the recipe now, or was made so before;
  /// nothing where there is no memory for it.
  virtual std::optional<Memory> made(const std::string &name, const Recipe &recipe,
                                     ElementType type, const Shape &dims, const Making &make) = 0;
  /// New memory that is not a result, row-major.
  virtual Memory scratch(ElementType type, const Shape &dims) = 0;

  virtual void copy(const Memory &from, const Memory &to) = 0;
  /// A kernel with its sizes, as valuesOf() gives them. It reads some operands and writes others,
  /// in the order of its row in the table. `fault` is what is said of an element that it cannot
  /// take, % standing for its place.
  virtual void kernel(const library::Kernel &kernel, const std::vector<Memory> &reads,
                      const std::vector<Memory> &writes, const std::vector<int64_t> &sizes,
                      const std::string &fault) = 0;
  void kernel(const library::Kernel &kernel, const std::vector<Memory> &reads,
              const std::vector<Memory> &writes, const std::vector<int64_t> &sizes) {
    this->kernel(kernel, reads, writes, sizes, std::string());
  }
  /// A kernel with an epilogue: its result has `bias` added, if there is one, and goes through what
  /// the operator was fused with before it is stored to `y`. `walk` says which row and column of
  /// the epilogue an element of y is. The bias broadcasts to y.
  virtual void kernel(const library::Kernel &kernel, const std::vector<Memory> &reads,
                      const Memory &y, const Walk &walk, const std::optional<Memory> &bias,
                      const std::vector<int64_t> &sizes) = 0;
  /// A kernel with a prologue, too, which applies what comes before the operator in its group to
  /// the first of `reads`: that is what c.in(0) gives then. `xWalk` says which row and column of
  /// the prologue an element of it is. Where an operator has such a kernel, it has no other.
  virtual void kernel(const library::Kernel &kernel, const std::vector<Memory> &reads,
                      const Walk &xWalk, const Memory &y, const Walk &walk,
                      const std::vector<int64_t> &sizes) = 0;
  /// Whether something is computed from the operator's first operand before a kernel that computes
  /// in f32 sees it: what is before the operator in its group, or a conversion.
  virtual bool hasPrologue() const = 0;
  /// A memory without gaps in this order, copied if it does not lie so.
  virtual Memory ordered(const Memory &memory, const Order &order) = 0;
  /// A name for weights made from those of this operator.
  virtual std::string name() const = 0;
};

using Lowering = bool (*)(LowerContext &);

/// A row of a target's table of lowerings.
struct LoweringRow {
  std::string_view op;
  Lowering lowering;
};

/// Whether kernels that compute in f32 take elements of this type: hooks convert them.
bool isComputedInF32(ElementType type);

/// Weights that `fill` packs now; nothing where there is no memory for them.
std::optional<Tensor> packedNow(ElementType type, const Shape &dims,
                                const std::function<void(void *)> &fill);

/// The first kernel of this operation that the machine has and that takes these types; null when
/// there is none.
const library::Kernel *kernelFor(const LowerContext &c, std::string_view operation, ElementType in,
                                 ElementType out);

} // namespace ingot::lower
