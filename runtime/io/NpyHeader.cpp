// Parses and writes the dictionary at the start of .npy files.
#include "runtime/io/NpyHeader.h"

#include <charconv>

namespace ingot::io {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr size_t maxRank = 32;

struct DescrRow {
  char kind;
  size_t width;
  ElementType type;
  std::string_view descr;
};
/// NumPy's types and ours.
constexpr DescrRow descrs[] = {
    {'f', 8, ElementType::F64, "<f8"}, {'f', 4, ElementType::F32, "<f4"},
    {'f', 2, ElementType::F16, "<f2"}, {'i', 8, ElementType::I64, "<i8"},
    {'i', 4, ElementType::I32, "<i4"}, {'i', 2, ElementType::I16, "<i2"},
    {'i', 1, ElementType::I8, "|i1"},  {'u', 8, ElementType::U64, "<u8"},
    {'u', 4, ElementType::U32, "<u4"}, {'u', 2, ElementType::U16, "<u2"},
    {'u', 1, ElementType::U8, "|u1"},  {'b', 1, ElementType::Bool, "|b1"},
    {'c', 8, ElementType::C64, "<c8"}, {'c', 16, ElementType::C128, "<c16"},
};

/// Reads Python literals from the dictionary; every method fails softly.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text(text) {}

  void skipSpace() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t'))
      ++at;
  }
  bool take(char c) {
    skipSpace();
    bool found = at < text.size() && text[at] == c;
    at += found;
    return found;
  }
  bool takeWord(std::string_view word) {
    skipSpace();
    bool found = text.substr(at).starts_with(word);
    at += found ? word.size() : 0;
    return found;
  }
  /// A quoted text without escapes.
  std::optional<std::string_view> quoted() {
    skipSpace();
    char quote = at < text.size() ? text[at] : '\0';
    if (quote != '\'' && quote != '"')
      return std::nullopt;
    size_t end = text.find(quote, at + 1);
    if (end == std::string_view::npos)
      return std::nullopt;
    auto found = text.substr(at + 1, end - at - 1);
    at = end + 1;
    return found.find('\\') == std::string_view::npos ? std::optional(found) : std::nullopt;
  }
  std::optional<int64_t> number() {
    skipSpace();
    int64_t value = 0;
    auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc() || value < 0)
      return std::nullopt;
    at = static_cast<size_t>(end - text.data());
    return value;
  }
  bool atEnd() {
    skipSpace();
    return at == text.size();
  }

private:
  std::string_view text;
  size_t at = 0;
};

Status malformed(std::string_view what) { return failure(str("not a valid npy file: ", what)); }

Status readDescr(std::string_view descr, NpyHeader &header) {
  if (descr.size() < 2 || std::string_view("<>|=").find(descr[0]) == std::string_view::npos)
    return malformed(str("descr '", descr, "'"));
  char kind = descr[1];
  size_t width = 0;
  auto [end, error] = std::from_chars(descr.data() + 2, descr.data() + descr.size(), width);
  bool isNumber = error == std::errc() && end == descr.data() + descr.size();
  if (kind == 'O')
    return unsupported("the npy file holds pickled Python objects, which are never loaded");
  if (!isNumber || width > (1u << 24))
    return malformed(str("descr '", descr, "'"));
  header.bigEndian = descr[0] == '>';
  if (kind == 'U' || kind == 'S' || kind == 'a') {
    header.type = ElementType::String;
    header.wideText = kind == 'U';
    header.width = header.wideText ? width * 4 : width;
    return success();
  }
  // Extension types are written as bytes without a meaning: two are bf16, the only such in use.
  if (kind == 'V' && width == 2) {
    header.type = ElementType::BF16;
    header.width = 2;
    return success();
  }
  for (const DescrRow &row : descrs)
    if (row.kind == kind && row.width == width) {
      header.type = row.type;
      header.width = width;
      return success();
    }
  return unsupported(str("npy element type '", descr, "' has no equivalent here"));
}

Status readShape(Scanner &in, Shape &shape) {
  if (!in.take('('))
    return malformed("shape is not a tuple");
  while (!in.take(')')) {
    auto dim = in.number();
    if (!dim || shape.size() == maxRank)
      return malformed("shape");
    shape.push_back(*dim);
    if (!in.take(',')) {
      if (shape.size() < 2 || !in.take(')'))
        return malformed("shape");
      return success();
    }
  }
  return success();
}

Status readDictionary(std::string_view text, NpyHeader &header) {
  Scanner in(text);
  bool hasDescr = false, hasOrder = false, hasShape = false;
  if (!in.take('{'))
    return malformed("no dictionary");
  while (!in.take('}')) {
    auto key = in.quoted();
    if (!key || !in.take(':'))
      return malformed("dictionary");
    if (*key == "descr" && !hasDescr) {
      auto descr = in.quoted();
      if (!descr)
        return unsupported("the npy file holds structures; only plain arrays can be read");
      INGOT_TRY(readDescr(*descr, header));
      hasDescr = true;
    } else if (*key == "fortran_order" && !hasOrder) {
      header.columnMajor = in.takeWord("True");
      if (!header.columnMajor && !in.takeWord("False"))
        return malformed("fortran_order");
      hasOrder = true;
    } else if (*key == "shape" && !hasShape) {
      INGOT_TRY(readShape(in, header.shape));
      hasShape = true;
    } else {
      return malformed(str("key '", *key, "'"));
    }
    if (!in.take(',')) {
      if (!in.take('}'))
        return malformed("dictionary");
      break;
    }
  }
  return hasDescr && hasOrder && hasShape && in.atEnd() ? success() : malformed("dictionary");
}

} // namespace

Expected<NpyHeader> parseNpyHeader(std::string_view bytes) {
  if (!bytes.starts_with(magic) || bytes.size() < 10)
    return malformed("it does not start with the NumPy magic");
  auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<uint8_t>(bytes[i])); };
  size_t version = byte(6), start = version == 1 ? 10 : 12;
  if (version < 1 || version > 3 || bytes.size() < start)
    return malformed(str("format version ", version));
  size_t length = byte(8) | byte(9) << 8;
  if (version > 1)
    length |= byte(10) << 16 | byte(11) << 24;
  if (length > bytes.size() - start || length > (1u << 16))
    return malformed(str("header of ", length, " bytes"));
  NpyHeader header;
  header.size = start + length;
  INGOT_TRY(readDictionary(bytes.substr(start, length), header));
  return header;
}

std::string npyHeader(std::string_view descr, const Shape &shape) {
  std::string dims;
  for (int64_t dim : shape)
    dims += std::to_string(dim) + (shape.size() == 1 ? "," : ", ");
  if (shape.size() > 1)
    dims.resize(dims.size() - 2);
  std::string text =
      str("{'descr': '", descr, "', 'fortran_order': False, 'shape': (", dims, "), }");
  size_t unpadded = magic.size() + 4 + text.size() + 1;
  text.append((64 - unpadded % 64) % 64, ' ');
  text += '\n';
  std::string out(magic);
  out +=
      {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return out + text;
}

NpyForm npyForm(ElementType type) {
  auto formOf = [](ElementType stored) {
    for (const DescrRow &row : descrs)
      if (row.type == stored)
        return NpyForm{stored, row.descr};
    return NpyForm{stored, ""};
  };
  NpyForm own = formOf(type);
  if (!own.descr.empty() || type == ElementType::String)
    return own;
  switch (elementClass(type)) {
  case ElementClass::Signed:
    return formOf(ElementType::I8);
  case ElementClass::Unsigned:
    return formOf(ElementType::U8);
  default:
    return formOf(ElementType::F32);
  }
}

} // namespace ingot::io
