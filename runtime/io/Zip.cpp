// Reads the central directory, inflates members, writes stored archives.
#include "runtime/io/Zip.h"

#include <cstring>
#include <limits>
#include <zlib.h>

namespace ingot::io {
namespace {

constexpr uint32_t localSignature = 0x04034b50, centralSignature = 0x02014b50,
                   endSignature = 0x06054b50, end64Signature = 0x06064b50,
                   locator64Signature = 0x07064b50;
constexpr size_t localSize = 30, centralSize = 46, endSize = 22, end64Size = 56, locatorSize = 20;
/// The best that deflate can do, and some bytes for the block headers.
constexpr uint64_t maxRatio = 1032, ratioSlack = 1024;

/// Little-endian numbers at checked places of the file.
struct Reader {
  std::string_view file;

  bool holds(uint64_t offset, uint64_t size) const {
    return offset <= file.size() && size <= file.size() - offset;
  }
  template <typename T> T number(uint64_t offset) const {
    T value = 0;
    for (size_t i = 0; i < sizeof(T); ++i)
      value |= static_cast<T>(static_cast<T>(static_cast<uint8_t>(file[offset + i])) << (8 * i));
    return value;
  }
  uint16_t u16(uint64_t offset) const { return number<uint16_t>(offset); }
  uint32_t u32(uint64_t offset) const { return number<uint32_t>(offset); }
  uint64_t u64(uint64_t offset) const { return number<uint64_t>(offset); }
};

Status damaged(std::string_view what) { return failure(str("damaged zip file: ", what)); }

struct Directory {
  uint64_t offset, size, members;
};

/// The end record stands at the end of the file, before a comment of up to 64 KiB.
Expected<Directory> findDirectory(Reader in) {
  if (in.file.size() < endSize)
    return damaged("too short");
  uint64_t last = in.file.size() - endSize, first = last > 0xffff ? last - 0xffff : 0;
  uint64_t end = last + 1;
  while (end > first && (in.u32(end - 1) != endSignature ||
                         end - 1 + endSize + in.u16(end - 1 + 20) != in.file.size()))
    --end;
  if (end == first)
    return damaged("no end record");
  end -= 1;
  Directory found{in.u32(end + 16), in.u32(end + 12), in.u16(end + 10)};
  if (end >= locatorSize && in.u32(end - locatorSize) == locator64Signature) {
    uint64_t at = in.u64(end - locatorSize + 8);
    if (!in.holds(at, end64Size) || in.u32(at) != end64Signature)
      return damaged("the 64-bit end record is not where it is said to be");
    found = {in.u64(at + 48), in.u64(at + 40), in.u64(at + 32)};
  }
  if (!in.holds(found.offset, found.size) || found.members > found.size / centralSize)
    return damaged("the directory does not fit the file");
  return found;
}

/// Sizes and offset of 0xffffffff stand in the 64-bit extra field, in this order.
Status readExtra64(Reader in, uint64_t at, uint64_t size, ZipMember &member) {
  uint64_t *wide[] = {&member.size, &member.packedSize, &member.headerOffset};
  for (uint64_t end = at + size; at + 4 <= end;) {
    uint16_t id = in.u16(at), length = in.u16(at + 2);
    at += 4;
    if (length > end - at)
      return damaged("an extra field is too long");
    if (id == 1) {
      uint64_t place = at;
      for (uint64_t *field : wide)
        if (*field == 0xffffffff) {
          if (place + 8 > at + length)
            return damaged("a 64-bit size is missing");
          *field = in.u64(place);
          place += 8;
        }
      return success();
    }
    at += length;
  }
  return success();
}

Status checkMember(Reader in, uint16_t flags, uint16_t method, const ZipMember &member) {
  if (flags & 1)
    return unsupported(str("zip member '", member.name, "' is encrypted"));
  if (method != 0 && method != 8)
    return unsupported(str("zip member '", member.name, "' is packed by method ", method,
                           "; only stored and deflated ones can be read"));
  if (!in.holds(member.headerOffset, localSize) || !in.holds(0, member.packedSize))
    return damaged(str("member '", member.name, "' does not fit the file"));
  uint64_t most = member.deflated ? member.packedSize * maxRatio + ratioSlack : member.packedSize;
  if (member.size > most || (!member.deflated && member.size != member.packedSize))
    return damaged(str("member '", member.name, "' cannot have ", member.size, " bytes"));
  return success();
}

Expected<std::string_view> packedBytes(Reader in, const ZipMember &member) {
  uint64_t at = member.headerOffset;
  if (in.u32(at) != localSignature)
    return damaged(str("member '", member.name, "' has no header"));
  uint64_t start = at + localSize + in.u16(at + 26) + in.u16(at + 28);
  if (!in.holds(start, member.packedSize))
    return damaged(str("member '", member.name, "' does not fit the file"));
  return in.file.substr(start, member.packedSize);
}

uint32_t checksum(const void *bytes, size_t size) {
  return static_cast<uint32_t>(crc32_z(0, static_cast<const Bytef *>(bytes), size));
}

Status inflateInto(std::string_view packed, char *out, uint64_t size, const ZipMember &member) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return failure("zlib cannot start");
  // zlib counts in 32 bits, so that large members go in pieces.
  constexpr uint64_t piece = 1u << 30;
  uint64_t taken = 0, made = 0;
  int code = Z_OK;
  while (code == Z_OK) {
    uint64_t giveIn = std::min<uint64_t>(piece, packed.size() - taken);
    uint64_t giveOut = std::min<uint64_t>(piece, size - made);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.data() + taken));
    stream.avail_in = static_cast<uInt>(giveIn);
    stream.next_out = reinterpret_cast<Bytef *>(out + made);
    stream.avail_out = static_cast<uInt>(giveOut);
    code = inflate(&stream, Z_NO_FLUSH);
    taken += giveIn - stream.avail_in;
    made += giveOut - stream.avail_out;
    bool moved = stream.avail_in != giveIn || stream.avail_out != giveOut;
    if (!moved && code == Z_OK)
      break;
  }
  inflateEnd(&stream);
  return code == Z_STREAM_END && made == size
             ? success()
             : damaged(str("member '", member.name, "' does not unpack to ", size, " bytes"));
}

} // namespace

Expected<std::vector<ZipMember>> zipMembers(std::string_view file) {
  Reader in{file};
  Directory directory = INGOT_TRY(findDirectory(in));
  std::vector<ZipMember> members;
  uint64_t at = directory.offset, end = directory.offset + directory.size;
  for (uint64_t i = 0; i < directory.members; ++i) {
    if (end - at < centralSize || in.u32(at) != centralSignature)
      return damaged("the directory is cut short");
    uint64_t nameSize = in.u16(at + 28), extraSize = in.u16(at + 30), noteSize = in.u16(at + 32);
    if (end - at - centralSize < nameSize + extraSize + noteSize)
      return damaged("the directory is cut short");
    ZipMember member;
    uint16_t method = in.u16(at + 10);
    member.name = std::string(file.substr(at + centralSize, nameSize));
    member.deflated = method == 8;
    member.crc = in.u32(at + 16);
    member.packedSize = in.u32(at + 20);
    member.size = in.u32(at + 24);
    member.headerOffset = in.u32(at + 42);
    INGOT_TRY(readExtra64(in, at + centralSize + nameSize, extraSize, member));
    INGOT_TRY(checkMember(in, in.u16(at + 8), method, member));
    members.push_back(std::move(member));
    at += centralSize + nameSize + extraSize + noteSize;
  }
  return members;
}

Expected<ZipContent> zipRead(std::string_view file, std::shared_ptr<const void> fileOwner,
                             const ZipMember &member, const std::shared_ptr<MemoryBudget> &budget) {
  std::string_view packed = INGOT_TRY(packedBytes(Reader{file}, member));
  ZipContent content{packed, std::move(fileOwner)};
  if (member.deflated) {
    auto memory = Tensor::allocate(ElementType::U8, {static_cast<int64_t>(member.size)}, budget);
    if (!memory.ok())
      return memory.takeStatus().within(str("unpacking '", member.name, "'"));
    auto *bytes = static_cast<char *>(memory->mutableBytes());
    content = {{bytes, member.size}, memory->owner()};
    INGOT_TRY(inflateInto(packed, bytes, member.size, member));
  }
  if (checksum(content.bytes.data(), content.bytes.size()) != member.crc)
    return damaged(str("member '", member.name, "' has a wrong checksum"));
  return content;
}

namespace {
template <typename T> void put(std::string &out, T value) {
  for (size_t i = 0; i < sizeof(T); ++i)
    out += static_cast<char>(static_cast<uint64_t>(value) >> (8 * i));
}

/// What the local header and the directory entry share: version to checksum, sizes, name length.
void putHeader(std::string &out, const std::string &name, const std::string &bytes, uint32_t crc) {
  put<uint16_t>(out, 20);
  put<uint16_t>(out, 0x0800); // the name is UTF-8
  put<uint16_t>(out, 0);      // stored
  put<uint16_t>(out, 0);      // midnight of
  put<uint16_t>(out, 0x21);   // 1 January 1980: the same tensors make the same bytes
  put<uint32_t>(out, crc);
  put<uint32_t>(out, static_cast<uint32_t>(bytes.size()));
  put<uint32_t>(out, static_cast<uint32_t>(bytes.size()));
  put<uint16_t>(out, static_cast<uint16_t>(name.size()));
  put<uint16_t>(out, 0);
}
} // namespace

Expected<std::string> zipStore(const std::vector<std::pair<std::string, std::string>> &members) {
  uint64_t total = endSize;
  for (const auto &[name, bytes] : members) {
    total += localSize + centralSize + 2 * name.size() + bytes.size();
    if (name.size() > 0xffff)
      return unsupported("a zip member's name is over 65535 bytes");
  }
  if (total >= 0xffffffff || members.size() >= 0xffff)
    return unsupported(str("a zip file of ", total, " bytes and ", members.size(),
                           " members is too large; write one .npy file each"));
  std::string out, directory;
  for (const auto &[name, bytes] : members) {
    uint32_t crc = checksum(bytes.data(), bytes.size());
    put<uint32_t>(directory, centralSignature);
    put<uint16_t>(directory, 20);
    putHeader(directory, name, bytes, crc);
    put<uint16_t>(directory, 0); // no comment
    put<uint16_t>(directory, 0); // disk 0
    put<uint16_t>(directory, 0);
    put<uint32_t>(directory, 0);
    put<uint32_t>(directory, static_cast<uint32_t>(out.size()));
    directory += name;
    put<uint32_t>(out, localSignature);
    putHeader(out, name, bytes, crc);
    out += name;
    out += bytes;
  }
  uint64_t start = out.size();
  out += directory;
  put<uint32_t>(out, endSignature);
  put<uint32_t>(out, 0);
  put<uint16_t>(out, static_cast<uint16_t>(members.size()));
  put<uint16_t>(out, static_cast<uint16_t>(members.size()));
  put<uint32_t>(out, static_cast<uint32_t>(directory.size()));
  put<uint32_t>(out, static_cast<uint32_t>(start));
  put<uint16_t>(out, 0);
  return out;
}

} // namespace ingot::io
