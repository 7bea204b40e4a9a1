// Memory-mapped reading and atomic writing.
#include "runtime/base/File.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot {

Expected<std::shared_ptr<MappedFile>> MappedFile::open(const std::string &path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return failure(str("cannot open '", path, "': ", strerror(errno)));
  return map(descriptor, path);
}

Expected<std::shared_ptr<MappedFile>> MappedFile::map(int descriptor, const std::string &name) {
  struct stat info;
  int status = ::fstat(descriptor, &info);
  if (status != 0 || !S_ISREG(info.st_mode)) {
    std::string why = status != 0 ? strerror(errno) : "not a regular file";
    ::close(descriptor);
    return failure(str("cannot read '", name, "': ", why));
  }
  size_t size = static_cast<size_t>(info.st_size);
  void *memory = nullptr;
  if (size > 0)
    memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  int error = errno;
  ::close(descriptor);
  if (memory == MAP_FAILED)
    return failure(str("cannot map '", name, "': ", strerror(error)));
  return std::shared_ptr<MappedFile>(new MappedFile(static_cast<const char *>(memory), size));
}

MappedFile::~MappedFile() {
  if (data)
    ::munmap(const_cast<char *>(data), size);
}

Status writeFile(const std::string &path, std::string_view bytes) {
  std::string temporary = str(path, ".tmp", getpid());
  FILE *file = std::fopen(temporary.c_str(), "wb");
  if (!file)
    return failure(str("cannot write '", path, "': ", strerror(errno)));
  bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  written &= std::fflush(file) == 0;
  int error = errno;
  written &= std::fclose(file) == 0;
  if (written && std::rename(temporary.c_str(), path.c_str()) == 0)
    return success();
  if (written)
    error = errno;
  std::remove(temporary.c_str());
  return failure(str("cannot write '", path, "': ", strerror(error)));
}

} // namespace ingot
