// The instr dialect: instructions on typed memory.
//
//   instr.program @main {
//     %x = instr.input 0 "x" : memref<4xf32>
//     %y = instr.output 0 "y" : memref<4xf32>
//     instr.map (@in %x : memref<4xf32>, @out %y : memref<4xf32>) {
//     ^bb0(%a: tensor<4xf32>):
//       %r = graph.relu %a : (tensor<4xf32>) -> tensor<4xf32>
//       graph.yield %r : (tensor<4xf32>) -> ()
//     }
//   }
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <optional>

namespace ingot::library {
struct Kernel;
}

namespace ingot::instr {

/// What an instruction does with an operand.
enum class Role : int8_t { In, Out, InOut };

inline bool reads(Role role) { return role != Role::Out; }
inline bool writes(Role role) { return role != Role::In; }

void roleEffects(mlir::Operation *op, llvm::ArrayRef<int8_t> roles,
                 llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects);

/// The roles of an instruction's operands; nothing for operators that are no instructions.
std::optional<llvm::ArrayRef<int8_t>> rolesOf(mlir::Operation *op);

/// The declaration or alloc whose memory a value is, through views.
mlir::Operation *rootOf(mlir::Value memory);

/// Strides and offset of a memref with static ones, in elements.
struct Layout {
  llvm::SmallVector<int64_t> strides;
  int64_t offset = 0;
};
std::optional<Layout> layoutOf(mlir::MemRefType type);

/// How many bytes the memory of this type takes from its first to its last element, each element a
/// whole number of bytes.
int64_t bytesOf(mlir::MemRefType type);
int64_t elementBytesOf(mlir::MemRefType type);

/// What holds of the operands of every instruction: a role for each, and static strides.
mlir::LogicalResult verifyRoles(mlir::Operation *op, llvm::ArrayRef<int8_t> roles);

} // namespace ingot::instr

#include "compiler/dialect/instr/InstrDialect.h.inc"

#define GET_OP_CLASSES
#include "compiler/dialect/instr/InstrOps.h.inc"
