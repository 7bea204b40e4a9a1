// Opens a model's external data files, and nothing else.
#include "compiler/import/onnx/TensorData.h"

#include "runtime/base/File.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ingot::onnx {
namespace {

/// The components of a relative path; nothing when one of them is not a plain name.
std::optional<std::vector<std::string>> components(const std::string &path) {
  if (path.empty() || path.find('\0') != std::string::npos || path.front() == '/')
    return std::nullopt;
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = std::min(path.find('/', begin), path.size());
    std::string part = path.substr(begin, end - begin);
    if (part == ".." || (part.empty() && end != path.size()))
      return std::nullopt;
    if (!part.empty() && part != ".")
      parts.push_back(std::move(part));
    begin = end + 1;
  }
  if (parts.empty())
    return std::nullopt;
  return parts;
}

/// Opens component by component, never following a link, for kernels without openat2.
int openStepwise(int folder, const std::vector<std::string> &parts) {
  int current = ::dup(folder);
  for (size_t i = 0; current >= 0 && i < parts.size(); ++i) {
    bool last = i + 1 == parts.size();
    int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | (last ? O_NONBLOCK : O_DIRECTORY);
    int next = ::openat(current, parts[i].c_str(), flags);
    int error = errno;
    ::close(current);
    errno = error;
    current = next;
  }
  return current;
}

} // namespace

ExternalFiles::~ExternalFiles() {
  if (folderDescriptor >= 0)
    ::close(folderDescriptor);
}

Expected<int> ExternalFiles::openBeneath(const std::string &path) {
  auto parts = components(path);
  if (!parts)
    return badModel(str("external data location '", path,
                        "' must be a relative path inside the model's folder"));
  if (folderDescriptor < 0)
    folderDescriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folderDescriptor < 0)
    return failure(str("cannot open folder '", folder, "': ", strerror(errno)));
  struct open_how how = {};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  int descriptor =
      static_cast<int>(::syscall(SYS_openat2, folderDescriptor, path.c_str(), &how, sizeof how));
  if (descriptor < 0 && (errno == ENOSYS || errno == EPERM))
    descriptor = openStepwise(folderDescriptor, *parts);
  if (descriptor < 0)
    return failure(str("cannot open external data '", path, "': ", strerror(errno)));
  struct stat info;
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode) || info.st_nlink != 1) {
    ::close(descriptor);
    return badModel(str("external data '", path, "' is not a regular file with a single name"));
  }
  return descriptor;
}

Expected<std::pair<std::string_view, std::shared_ptr<const void>>>
ExternalFiles::read(const std::string &path, int64_t offset, int64_t length) {
  if (folder.empty())
    return badModel("a model loaded from memory cannot use external data");
  auto found = open.find(path);
  if (found == open.end()) {
    auto file = INGOT_TRY(MappedFile::map(INGOT_TRY(openBeneath(path)), path));
    std::string_view bytes = file->bytes();
    found = open.emplace(path, std::pair(bytes, std::shared_ptr<const void>(file))).first;
  }
  auto [bytes, owner] = found->second;
  int64_t size = static_cast<int64_t>(bytes.size()), end = 0;
  if (length < 0 && offset <= size)
    length = size - offset;
  if (offset < 0 || length < 0 || __builtin_add_overflow(offset, length, &end) || end > size)
    return badModel(str("external data '", path, "' has ", size, " bytes; offset ", offset,
                        " length ", length, " lies outside"));
  return std::pair(bytes.substr(static_cast<size_t>(offset), static_cast<size_t>(length)), owner);
}

} // namespace ingot::onnx
