// Gives memory back to the system after a compilation.
#include "compiler/targets/cpu/Footprint.h"

#include "runtime/base/File.h"

#include <link.h>
#include <malloc.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace ingot::cpu {
namespace {

/// The parts of a library that are mapped as they lie in its file; relocations touch only writable
/// parts.
int releaseLibrary(dl_phdr_info *info, size_t, void *) {
  std::string_view path = info->dlpi_name;
  std::string_view name = path.substr(path.rfind('/') + 1);
  if (!name.starts_with("libLLVM") && !name.starts_with("libMLIR"))
    return 0;
  auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W))
      continue;
    // Whole pages only: the last one may be shared with a part that is written.
    uintptr_t begin = (info->dlpi_addr + part.p_vaddr + page - 1) / page * page;
    uintptr_t end = (info->dlpi_addr + part.p_vaddr + part.p_filesz) / page * page;
    if (begin < end)
      ::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
  }
  return 0;
}

} // namespace

void releaseFreedMemory() {
  releaseMappedPages();
  ::malloc_trim(0);
}

void releaseCompilerMemory() {
  releaseFreedMemory();
  ::dl_iterate_phdr(releaseLibrary, nullptr);
}

} // namespace ingot::cpu
