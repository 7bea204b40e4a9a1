// NumPy's .npy and .npz files.
#include "ingot/Io.h"
#include "runtime/base/File.h"
#include "runtime/io/NpyHeader.h"
#include "runtime/io/Text.h"
#include "runtime/io/Zip.h"

#include <algorithm>
#include <bit>

namespace ingot {
namespace {
using namespace io;

static_assert(std::endian::native == std::endian::little, "tensors in files are little-endian");

/// Copies `count` elements of `width` bytes, in column-major order if asked, into row-major order.
void copyElements(const char *from, char *to, const Shape &shape, int64_t count, size_t width,
                  bool columnMajor) {
  if (!columnMajor || shape.size() < 2) {
    std::memcpy(to, from, static_cast<size_t>(count) * width);
    return;
  }
  std::vector<int64_t> index(shape.size(), 0), strides(shape.size(), 1);
  for (size_t axis = 1; axis < shape.size(); ++axis)
    strides[axis] = strides[axis - 1] * shape[axis - 1];
  int64_t source = 0;
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + static_cast<size_t>(i) * width, from + static_cast<size_t>(source) * width,
                width);
    for (size_t axis = shape.size(); axis-- > 0;) {
      source += strides[axis];
      if (++index[axis] < shape[axis])
        break;
      source -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

void swapBytes(char *bytes, int64_t count, size_t width) {
  for (int64_t i = 0; i < count; ++i)
    std::reverse(bytes + static_cast<size_t>(i) * width,
                 bytes + static_cast<size_t>(i + 1) * width);
}

/// Bytes of the part that is swapped as a whole: half of a complex number.
size_t swapWidth(const NpyHeader &header) {
  return elementClass(header.type) == ElementClass::Complex ? header.width / 2 : header.width;
}

using Budget = std::shared_ptr<MemoryBudget>;

Expected<Tensor> readNumbers(const NpyHeader &header, int64_t count, std::string_view data,
                             std::shared_ptr<const void> owner, const Budget &budget) {
  if (!header.columnMajor && !header.bigEndian)
    return Tensor::view(header.type, header.shape, data.data(), std::move(owner)).canonical();
  Tensor tensor = INGOT_TRY(Tensor::allocate(header.type, header.shape, budget));
  auto *out = static_cast<char *>(tensor.mutableBytes());
  copyElements(data.data(), out, header.shape, count, header.width, header.columnMajor);
  if (header.bigEndian && header.width > 1) {
    size_t width = swapWidth(header);
    swapBytes(out, count * static_cast<int64_t>(header.width / width), width);
  }
  canonicalize(header.type, out, count);
  return tensor;
}

Expected<Tensor> readTexts(const NpyHeader &header, int64_t count, std::string_view data,
                           const Budget &budget) {
  // Texts without characters take no bytes, so that the file does not bound their number.
  if (header.width == 0 && count > (1 << 20))
    return unsupported(str("npy file with ", count, " empty texts"));
  std::string ordered(data.size(), '\0');
  copyElements(data.data(), ordered.data(), header.shape, count, header.width, header.columnMajor);
  Tensor tensor = INGOT_TRY(Tensor::allocate(ElementType::String, header.shape, budget));
  auto *out = tensor.mutableData<std::string>();
  for (int64_t i = 0; i < count; ++i) {
    std::string_view item =
        std::string_view(ordered).substr(static_cast<size_t>(i) * header.width, header.width);
    if (header.wideText) {
      auto text = utf8FromUtf32(item, header.bigEndian);
      if (!text)
        return failure(str("npy file: text ", i, " is not Unicode"));
      out[i] = std::move(*text);
    } else {
      out[i] = std::string(item.substr(0, item.find_last_not_of('\0') + 1));
    }
  }
  return tensor;
}

std::string memberName(const std::string &fileName) {
  return fileName.ends_with(".npy") ? fileName.substr(0, fileName.size() - 4) : fileName;
}

/// NumPy pads every text to the longest: few bytes of text may become very many.
constexpr size_t mostTextBytes = size_t{1} << 30;

Expected<std::string> textBytes(const Tensor &tensor) {
  auto count = static_cast<size_t>(tensor.elements());
  size_t longest = 1, wanted = 0;
  for (size_t i = 0; i < count; ++i) {
    auto length = characterCount(tensor.strings()[i]);
    if (!length)
      return failure(str("text ", i, " is not valid UTF-8, which NumPy wants"));
    longest = std::max(longest, *length);
  }
  if (__builtin_mul_overflow(longest * 4, count, &wanted) || wanted > mostTextBytes)
    return unsupported(
        str(count, " texts, the longest of ", longest,
            " characters, take over 1 GiB in NumPy's format, which makes all as long "
            "as the longest; take them from Program::run, or print them with --json"));
  std::string out = npyHeader(str("<U", longest), tensor.shape());
  size_t start = out.size();
  out.reserve(start + wanted);
  for (size_t i = 0; i < count; ++i) {
    appendUtf32(out, tensor.strings()[i]);
    out.resize(start + (i + 1) * longest * 4, '\0');
  }
  return out;
}

} // namespace

Expected<Tensor> readNpyBytes(std::string_view bytes, std::shared_ptr<const void> owner,
                              const std::shared_ptr<MemoryBudget> &budget) {
  NpyHeader header = INGOT_TRY(parseNpyHeader(bytes));
  std::string_view data = bytes.substr(header.size);
  auto count = elementCount(header.shape);
  int64_t wanted = 0;
  if (!count || __builtin_mul_overflow(*count, static_cast<int64_t>(header.width), &wanted) ||
      static_cast<uint64_t>(wanted) != data.size())
    return failure(str("npy file has ", data.size(), " bytes of data, but its shape is ",
                       shapeText(header.shape), " with ", header.width, " bytes an element"));
  return header.type == ElementType::String
             ? readTexts(header, *count, data, budget)
             : readNumbers(header, *count, data, std::move(owner), budget);
}

Expected<Tensor> readNpy(const std::string &path, const std::shared_ptr<MemoryBudget> &budget) {
  auto file = INGOT_TRY(MappedFile::open(path));
  auto tensor = readNpyBytes(file->bytes(), file, budget);
  return tensor.ok() ? std::move(tensor) : tensor.takeStatus().within(path);
}

Expected<std::vector<std::string>> npzNames(const std::string &path) {
  auto file = INGOT_TRY(MappedFile::open(path));
  auto members = zipMembers(file->bytes());
  if (!members.ok())
    return members.takeStatus().within(path);
  std::vector<std::string> names;
  for (const ZipMember &member : *members)
    names.push_back(memberName(member.name));
  return names;
}

Expected<Tensor> readNpz(const std::string &path, const std::string &name,
                         const std::shared_ptr<MemoryBudget> &budget) {
  auto file = INGOT_TRY(MappedFile::open(path));
  auto members = zipMembers(file->bytes());
  if (!members.ok())
    return members.takeStatus().within(path);
  std::string all;
  for (const ZipMember &member : *members) {
    if (memberName(member.name) != name) {
      all += (all.empty() ? "" : ", ") + memberName(member.name);
      continue;
    }
    auto content = zipRead(file->bytes(), file, member, budget);
    if (!content.ok())
      return content.takeStatus().within(path);
    auto tensor = readNpyBytes(content->bytes, content->owner, budget);
    return tensor.ok() ? std::move(tensor) : tensor.takeStatus().within(path + ":" + name);
  }
  return failure(str("'", path, "' has no array '", name, "'; it has: ", all), ErrorKind::Usage);
}

Expected<std::string> npyBytes(const Tensor &tensor) {
  if (tensor.isString())
    return textBytes(tensor);
  NpyForm form = npyForm(tensor.type());
  Tensor stored = INGOT_TRY(converted(tensor, form.type));
  std::string out = npyHeader(form.descr, tensor.shape());
  out.append(static_cast<const char *>(stored.bytes()), stored.byteSize());
  return out;
}

Status writeNpy(const std::string &path, const Tensor &tensor) {
  auto bytes = npyBytes(tensor);
  return bytes.ok() ? writeFile(path, *bytes) : bytes.takeStatus().within(path);
}

Status writeNpz(const std::string &path,
                const std::vector<std::pair<std::string, Tensor>> &arrays) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const auto &[name, tensor] : arrays)
    members.emplace_back(name + ".npy", INGOT_TRY(npyBytes(tensor)));
  return writeFile(path, INGOT_TRY(zipStore(members)));
}

bool hasNumpyType(ElementType type) { return npyForm(type).type == type; }

} // namespace ingot
