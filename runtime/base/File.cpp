// Memory-mapped reading and atomic writing.
#include "runtime/base/File.h"

#include "ingot/Io.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot {
namespace {
/// All files that are mapped, by where they begin.
struct Mappings {
  std::mutex mutex;
  std::map<const char *, size_t> sizes;
};
Mappings &mappings() {
  static auto *all = new Mappings; // outlives every file, also static ones
  return *all;
}
} // namespace

Expected<std::shared_ptr<MappedFile>> MappedFile::open(const std::string &path) {
  // O_NONBLOCK: opening a pipe must not wait for a writer. It means nothing for regular files.
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
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
  auto *data = static_cast<const char *>(memory);
  if (data) {
    std::scoped_lock lock(mappings().mutex);
    mappings().sizes[data] = size;
  }
  return std::shared_ptr<MappedFile>(new MappedFile(data, size));
}

MappedFile::~MappedFile() {
  if (!data)
    return;
  std::scoped_lock lock(mappings().mutex);
  mappings().sizes.erase(data);
  ::munmap(const_cast<char *>(data), size);
}

void releaseMappedPages() {
  std::scoped_lock lock(mappings().mutex);
  for (auto [data, size] : mappings().sizes)
    ::madvise(const_cast<char *>(data), size, MADV_DONTNEED);
}

namespace {
Status cannotWrite(const std::string &path, int error) {
  return failure(str("cannot write '", path, "': ", strerror(error)));
}

/// 0, or what went wrong.
int writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::write(descriptor, bytes.data(), std::min<size_t>(bytes.size(), 1 << 30));
    if (n < 0 && errno != EINTR)
      return errno;
    bytes.remove_prefix(n > 0 ? static_cast<size_t>(n) : 0);
  }
  return 0;
}

Status writeDirectly(const std::string &path, std::string_view bytes) {
  int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0)
    return cannotWrite(path, errno);
  int error = writeAll(descriptor, bytes);
  if (::close(descriptor) != 0 && !error)
    error = errno;
  return error ? cannotWrite(path, error) : success();
}

/// 0 once the bytes are on the disk, or what went wrong. EINVAL: the file system has no such
/// notion.
int synced(int descriptor) { return ::fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno; }
} // namespace

Status writeFile(const std::string &path, std::string_view bytes) {
  struct stat info;
  // A terminal or pipe is written to, not replaced.
  if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return writeDirectly(path, bytes);
  static std::atomic<unsigned> serial{0};
  std::string temporary;
  int descriptor = -1;
  for (int attempt = 0; attempt < 100 && descriptor < 0; ++attempt) {
    temporary = str(path, ".tmp", getpid(), "-", serial++);
    descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST)
      return cannotWrite(path, errno);
  }
  if (descriptor < 0)
    return cannotWrite(path, EEXIST);
  int error = writeAll(descriptor, bytes);
  // Before the rename: after a crash the name may otherwise stand for a file without its bytes.
  if (!error)
    error = synced(descriptor);
  if (::close(descriptor) != 0 && !error)
    error = errno;
  if (!error && ::rename(temporary.c_str(), path.c_str()) != 0)
    error = errno;
  if (!error)
    return success();
  ::unlink(temporary.c_str());
  return cannotWrite(path, error);
}

} // namespace ingot
