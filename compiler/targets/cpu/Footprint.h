// Footprint: what a process keeps in memory between compiling and running.
#pragma once

namespace ingot::cpu {

/// Gives back what was freed, and pages of model files. Those come back by themselves when they are
/// touched again.
void releaseFreedMemory();
/// The same, and pages of LLVM and MLIR: what only compiling needs.
void releaseCompilerMemory();

} // namespace ingot::cpu
