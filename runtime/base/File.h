// Files, mapped into memory for reading. Writing is in ingot/Io.h.
#pragma once

#include "ingot/Status.h"

#include <memory>
#include <string>
#include <string_view>

namespace ingot {

/// A file mapped read-only into memory; stays valid while the object lives.
class MappedFile {
public:
  static Expected<std::shared_ptr<MappedFile>> open(const std::string &path);
  /// Takes over an open descriptor of a regular file.
  static Expected<std::shared_ptr<MappedFile>> map(int descriptor, const std::string &name);
  ~MappedFile();
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  std::string_view bytes() const { return {data, size}; }

private:
  MappedFile(const char *data, size_t size) : data(data), size(size) {}
  const char *data;
  size_t size;
};

/// Gives the memory back in which mapped files lie; it is read again where it is touched again.
void releaseMappedPages();

} // namespace ingot
