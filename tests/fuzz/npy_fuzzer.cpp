// Fuzz target: any bytes as a .npy file, and as a .npz archive some of whose members are read.
#include "ingot/Io.h"
#include "runtime/io/Zip.h"

#include <algorithm>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ingot;
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  (void)readNpyBytes(bytes, nullptr).ok();
  auto members = io::zipMembers(bytes);
  // A few: many members may share the same data, each as slow to unpack as it is allowed to be.
  if (members.ok())
    for (const io::ZipMember &member :
         std::span(*members).first(std::min<size_t>(4, members->size())))
      if (auto content = io::zipRead(bytes, nullptr, member); content.ok())
        (void)readNpyBytes(content->bytes, content->owner).ok();
  return 0;
}
