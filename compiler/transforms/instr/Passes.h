// Passes on instr IR.
#pragma once

#include "compiler/dialect/instr/Instr.h"

#include "mlir/Pass/Pass.h"

namespace ingot {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/transforms/instr/Passes.h.inc"

} // namespace ingot
