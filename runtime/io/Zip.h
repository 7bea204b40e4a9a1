// The part of the ZIP format that .npz files use: stored and deflated members.
#pragma once

#include "ingot/Tensor.h"

namespace ingot::io {

struct ZipMember {
  std::string name;
  bool deflated = false;
  uint32_t crc = 0;
  uint64_t packedSize = 0, size = 0;
  uint64_t headerOffset = 0; ///< of the member's local header
};

/// The members that the central directory lists; every size fits the file.
Expected<std::vector<ZipMember>> zipMembers(std::string_view file);

/// Bytes and what keeps them alive.
struct ZipContent {
  std::string_view bytes;
  std::shared_ptr<const void> owner;
};
/// The content of a member, with its checksum verified: a view of the file if it is stored, else
/// charged to the budget.
Expected<ZipContent> zipRead(std::string_view file, std::shared_ptr<const void> fileOwner,
                             const ZipMember &member,
                             const std::shared_ptr<MemoryBudget> &budget = nullptr);

/// A file of stored members. Fails above 4 GiB or 65535 members.
Expected<std::string> zipStore(const std::vector<std::pair<std::string, std::string>> &members);

} // namespace ingot::io
