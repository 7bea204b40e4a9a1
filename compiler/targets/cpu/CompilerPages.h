// CompilerPages: the memory that the code of the compiler itself takes in a process.
//
// A process that has compiled a model and runs it for weeks keeps every page of LLVM and MLIR that
// it went through: more than 100 MB of its resident memory, of which a run reads next to nothing.
// They are read-only pages of files, so that whoever needs them again has them from the system's
// cache, at the price of a page fault.
#pragma once

namespace ingot::cpu {

/// Takes the pages of the compiler's libraries out of this process until they are read again. Other
/// threads may be compiling: they go on, a little slower. Nothing under a debugger, whose
/// breakpoints are in these pages.
void releaseCompilerPages();

} // namespace ingot::cpu
