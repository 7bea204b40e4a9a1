// Footprint: what a process keeps in memory between compiling and running.
#pragma once

namespace ingot::cpu {

/// Gives back what only compiling needs: freed memory, pages of model files, pages of LLVM and
/// MLIR. All of them come back by themselves when they are touched again.
void releaseCompilerMemory();

} // namespace ingot::cpu
