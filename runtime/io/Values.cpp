// Tensors from raw files and from text, conversion, statistics.
#include "ingot/Io.h"
#include "runtime/base/File.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ingot {
namespace {

std::string_view trimmed(std::string_view text) {
  size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::vector<std::string_view> splitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    size_t comma = std::min(text.find(','), text.size());
    parts.push_back(trimmed(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

/// The type's shape with its unknown dimension set so that it has `count` elements.
Expected<Shape> shapeFor(const ValueType &type, int64_t count) {
  if (!type.ranked)
    return Shape{count};
  Shape shape = type.dims;
  auto unknown = std::count_if(shape.begin(), shape.end(), [](int64_t d) { return d < 0; });
  Shape known = shape;
  std::replace_if(known.begin(), known.end(), [](int64_t d) { return d < 0; }, 1);
  int64_t rest = elementCount(known).value_or(0);
  if (unknown == 1 && rest > 0 && count % rest == 0)
    std::replace_if(shape.begin(), shape.end(), [](int64_t d) { return d < 0; }, count / rest);
  else if (unknown > 1 && rest == count)
    shape = known;
  if (elementCount(shape) != count)
    return failure(str(count, " values given, wanted ", type.text()), ErrorKind::Usage);
  return shape;
}

template <typename N> bool parseNumber(std::string_view text, N &value) {
  if (text.starts_with('+'))
    text.remove_prefix(1);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// True when the element was understood and fits.
template <typename T> bool parseElement(std::string_view text, T &out) {
  if constexpr (std::is_same_v<T, bool>) {
    out = text == "true" || text == "1";
    return out || text == "false" || text == "0";
  } else {
    using Wide = decltype(kernels::load(out));
    if constexpr (std::is_floating_point_v<Wide>) {
      double value = 0;
      if (!parseNumber(text, value))
        return false;
      out = kernels::store<T>(value);
      return true;
    } else {
      std::conditional_t<std::is_signed_v<Wide>, int64_t, uint64_t> value = 0;
      if (!parseNumber(text, value))
        return false;
      out = kernels::store<T>(static_cast<Wide>(value));
      return static_cast<decltype(value)>(kernels::load(out)) == value;
    }
  }
}

} // namespace

Expected<Tensor> readRaw(const std::string &path, ElementType type, const Shape &shape) {
  auto file = INGOT_TRY(MappedFile::open(path));
  auto count = elementCount(shape);
  int64_t wanted = 0;
  if (type == ElementType::String)
    return unsupported(str("'", path, "': raw files cannot hold strings"));
  if (!count || __builtin_mul_overflow(*count, static_cast<int64_t>(elementBytes(type)), &wanted) ||
      file->bytes().size() != static_cast<uint64_t>(wanted))
    return failure(str("'", path, "' has ", file->bytes().size(), " bytes, wanted ", wanted,
                       " for ", ValueType::tensor(type, shape).text()));
  return Tensor::view(type, shape, file->bytes().data(), file).canonical();
}

Expected<Tensor> tensorFromText(std::string_view text, const ValueType &type) {
  if (!type.isTensor())
    return unsupported(str("a value of type ", type.text(), " cannot be given as text"));
  auto items = splitAtCommas(text);
  Shape shape = INGOT_TRY(shapeFor(type, static_cast<int64_t>(items.size())));
  Tensor tensor = INGOT_TRY(Tensor::allocate(type.element, std::move(shape)));
  size_t bad = items.size();
  if (tensor.isString()) {
    for (size_t i = 0; i < items.size(); ++i)
      tensor.mutableData<std::string>()[i] = std::string(items[i]);
    return tensor;
  }
  bool numeric = dispatchNumeric(type.element, [&]<typename T> {
    T *out = tensor.mutableData<T>();
    for (size_t i = 0; i < items.size() && bad == items.size(); ++i)
      if (!parseElement(items[i], out[i]))
        bad = i;
  });
  if (!numeric)
    return unsupported(str(elementName(type.element), " cannot be given as text"));
  if (bad != items.size())
    return failure(str("'", items[bad], "' is not a value of type ", elementName(type.element)),
                   ErrorKind::Usage);
  return tensor;
}

namespace {
constexpr int64_t chunk = 1024;

/// Reads elements [first, first + count) in type W.
template <typename W> void loadChunk(const Tensor &tensor, int64_t first, int64_t count, W *out) {
  dispatchNumeric(tensor.type(), [&]<typename T> {
    const T *in = tensor.data<T>() + first;
    for (int64_t i = 0; i < count; ++i)
      out[i] = static_cast<W>(kernels::load(in[i]));
  });
}

template <typename W> void storeChunk(const W *in, int64_t first, int64_t count, Tensor &tensor) {
  dispatchNumeric(tensor.type(), [&]<typename T> {
    T *out = tensor.mutableData<T>() + first;
    for (int64_t i = 0; i < count; ++i)
      out[i] = kernels::store<T>(in[i]);
  });
}

/// The integer nearest to a number, for a type of `bits`: clamped, NaN becomes 0.
int64_t nearestInteger(double value, unsigned bits, bool isSigned) {
  if (std::isnan(value))
    return 0;
  double least = isSigned ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0;
  double beyond = std::ldexp(1.0, static_cast<int>(bits) - (isSigned ? 1 : 0));
  double rounded = std::nearbyint(value);
  if (rounded < least)
    return static_cast<int64_t>(least);
  if (rounded < beyond)
    return isSigned ? static_cast<int64_t>(rounded)
                    : static_cast<int64_t>(static_cast<uint64_t>(rounded));
  return bits == 64 ? (isSigned ? INT64_MAX : -1) : static_cast<int64_t>(beyond) - 1;
}
} // namespace

Expected<Tensor> converted(const Tensor &tensor, ElementType type,
                           const std::shared_ptr<MemoryBudget> &budget) {
  if (tensor.type() == type)
    return tensor;
  auto isNumber = [](ElementType t) {
    return isFloat(t) || isInteger(t) || t == ElementType::Bool;
  };
  if (!isNumber(tensor.type()) || !isNumber(type))
    return unsupported(
        str("no conversion from ", elementName(tensor.type()), " to ", elementName(type)));
  Tensor out = INGOT_TRY(Tensor::allocate(type, tensor.shape(), budget));
  double numbers[chunk];
  int64_t integers[chunk];
  for (int64_t first = 0; first < tensor.elements(); first += chunk) {
    int64_t count = std::min(chunk, tensor.elements() - first);
    if (!isFloat(tensor.type()) && !isFloat(type)) {
      loadChunk(tensor, first, count, integers);
      storeChunk(integers, first, count, out);
      continue;
    }
    loadChunk(tensor, first, count, numbers);
    if (isFloat(type)) {
      storeChunk(numbers, first, count, out);
      continue;
    }
    bool isSigned = elementClass(type) == ElementClass::Signed;
    for (int64_t i = 0; i < count; ++i)
      integers[i] = nearestInteger(numbers[i], elementBits(type), isSigned);
    storeChunk(integers, first, count, out);
  }
  return out;
}

TensorStatistics statistics(const Tensor &tensor) {
  TensorStatistics found;
  double sum = 0;
  int64_t finite = 0;
  dispatchNumeric(tensor.type(), [&]<typename T> {
    const auto *bytes = static_cast<const char *>(tensor.bytes());
    for (int64_t i = 0; i < tensor.elements(); ++i) {
      T element;
      std::memcpy(&element, bytes + static_cast<size_t>(i) * sizeof(T), sizeof(T));
      auto value = static_cast<double>(kernels::load(element));
      if (std::isnan(value)) {
        ++found.nans;
        continue;
      }
      found.least = std::fmin(found.least, value); // fmin and fmax prefer the number to the NaN
      found.greatest = std::fmax(found.greatest, value);
      if (std::isinf(value)) {
        ++found.infinities;
        continue;
      }
      sum += value;
      ++finite;
    }
  });
  if (finite > 0)
    found.mean = sum / static_cast<double>(finite);
  return found;
}

} // namespace ingot
