// Which pages those are: the segments that are not written to, of the libraries LLVM and MLIR, and
// of the object that this file is linked into, which has the kernel libraries in its constants.
#include "compiler/targets/cpu/CompilerPages.h"

#include "llvm/Support/ManagedStatic.h"

#include "mlir/IR/MLIRContext.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <link.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace ingot::cpu {
namespace {

bool contains(const dl_phdr_info &object, void (*function)()) {
  auto address = reinterpret_cast<uintptr_t>(function);
  for (const ElfW(Phdr) *part = object.dlpi_phdr; part != object.dlpi_phdr + object.dlpi_phnum;
       ++part)
    if (part->p_type == PT_LOAD && address - object.dlpi_addr - part->p_vaddr < part->p_memsz)
      return true;
  return false;
}

/// Other libraries of these names may come and go in a process: those that are called from here
/// are meant.
bool isOfCompiler(const dl_phdr_info &object) {
  return contains(object, &releaseCompilerPages) || contains(object, &llvm::llvm_shutdown) ||
         contains(object, &mlir::registerMLIRContextCLOptions);
}

void release(const dl_phdr_info &object) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = object.dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) != 0)
      continue;
    uintptr_t begin = (object.dlpi_addr + part.p_vaddr) / page * page;
    uintptr_t end = object.dlpi_addr + part.p_vaddr + part.p_memsz;
    ::madvise(reinterpret_cast<void *>(begin), (end - begin + page - 1) / page * page,
              MADV_DONTNEED);
  }
}

/// Whether the system says so, and where it does not say.
bool isDebugged() {
  constexpr std::string_view key = "TracerPid:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (std::string_view(line).starts_with(key))
      return std::atoi(line.c_str() + key.size()) != 0;
  return true;
}

} // namespace

void releaseCompilerPages() {
  if (isDebugged())
    return;
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *) {
        if (isOfCompiler(*object))
          release(*object);
        return 0;
      },
      nullptr);
}

} // namespace ingot::cpu
