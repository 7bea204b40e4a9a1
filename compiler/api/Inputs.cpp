// Whether values are what a model's inputs want, and values to try a model with.
#include "compiler/api/Inputs.h"

#include <algorithm>
#include <unistd.h>

namespace ingot {
namespace {

bool fits(const ValueType &wanted, const Value &value) {
  switch (wanted.kind) {
  case ValueType::Kind::None:
    return value.isNone();
  case ValueType::Kind::Optional:
    return value.isNone() || fits(*wanted.inner, value);
  case ValueType::Kind::Sequence:
    return value.isSequence() &&
           std::all_of(value.sequence().begin(), value.sequence().end(),
                       [&](const Value &item) { return fits(*wanted.inner, item); });
  case ValueType::Kind::Tensor:
    break;
  }
  if (!value.isTensor() || value.tensor().type() != wanted.element)
    return false;
  const Shape &shape = value.tensor().shape();
  if (!wanted.ranked)
    return true;
  return shape.size() == wanted.dims.size() &&
         std::equal(shape.begin(), shape.end(), wanted.dims.begin(),
                    [](int64_t given, int64_t dim) { return dim < 0 || given == dim; });
}

/// SplitMix64: the same numbers on every machine.
struct Generator {
  uint64_t state;
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
};

using Budget = std::shared_ptr<MemoryBudget>;

Expected<Tensor> randomTensor(const ValueType &type, Generator &generator, const Budget &budget) {
  Shape shape = type.ranked ? type.dims : Shape{1};
  std::replace_if(shape.begin(), shape.end(), [](int64_t d) { return d < 0; }, 1);
  Tensor tensor = INGOT_TRY(Tensor::allocate(type.element, std::move(shape), budget));
  int64_t count = tensor.elements();
  if (tensor.isString())
    for (int64_t i = 0; i < count; ++i)
      tensor.mutableData<std::string>()[i] = str("text", generator.next() % 8);
  else if (elementClass(type.element) == ElementClass::Complex)
    dispatch<kernels::c64, kernels::c128>(type.element, [&]<typename T> {
      using Part = decltype(T::re);
      for (int64_t i = 0; i < count; ++i) {
        auto re = static_cast<Part>(generator.unit());
        tensor.mutableData<T>()[i] = {re, static_cast<Part>(generator.unit())};
      }
    });
  else
    dispatchNumeric(type.element, [&]<typename T> {
      T *out = tensor.mutableData<T>();
      for (int64_t i = 0; i < count; ++i)
        if (isFloat(type.element))
          out[i] = kernels::store<T>(generator.unit());
        else
          // Most integers that go into a model are indices and flags.
          out[i] = kernels::store<T>(static_cast<uint64_t>(generator.next() & 1));
    });
  return tensor;
}

Expected<Value> randomFrom(const ValueType &type, Generator &generator, const Budget &budget) {
  switch (type.kind) {
  case ValueType::Kind::None:
    return Value();
  case ValueType::Kind::Optional:
    return randomFrom(*type.inner, generator, budget);
  case ValueType::Kind::Sequence: {
    std::vector<Value> items;
    for (int i = 0; i < 2; ++i)
      items.push_back(INGOT_TRY(randomFrom(*type.inner, generator, budget)));
    return Value::sequence(std::move(items));
  }
  case ValueType::Kind::Tensor:
    break;
  }
  return Value(INGOT_TRY(randomTensor(type, generator, budget)));
}

} // namespace

std::string Port::typeText() const {
  if (!type.isTensor() || !type.ranked)
    return type.text();
  std::string dims;
  for (size_t i = 0; i < type.dims.size(); ++i) {
    dims += i ? "," : "";
    if (type.dims[i] >= 0)
      dims += std::to_string(type.dims[i]);
    else
      dims += i < dimNames.size() && !dimNames[i].empty() ? dimNames[i] : "?";
  }
  return str(elementName(type.element), "[", dims, "]");
}

std::vector<std::string> checkInputs(const std::vector<Port> &ports,
                                     const std::vector<Value> &values) {
  std::vector<std::string> problems;
  if (ports.size() != values.size())
    problems.push_back(str(values.size(), " inputs given, wanted ", ports.size()));
  for (size_t i = 0; i < std::min(ports.size(), values.size()); ++i)
    if (!fits(ports[i].type, values[i]))
      problems.push_back(str("input '", ports[i].name, "': given ", ValueType::of(values[i]).text(),
                             ", wanted ", ports[i].typeText()));
  return problems;
}

Expected<Value> randomValue(const ValueType &type, uint64_t seed,
                            const std::shared_ptr<MemoryBudget> &budget) {
  Generator generator{seed};
  return randomFrom(type, generator, budget);
}

int64_t RunOptions::memoryLimit() const {
  if (maxMemory > 0)
    return maxMemory;
  int64_t pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? pages * size / 2 : int64_t{1} << 32;
}

int64_t bytesOf(const Value &value) {
  int64_t bytes = 0;
  if (value.isSequence())
    for (const Value &item : value.sequence())
      bytes += bytesOf(item);
  if (!value.isTensor())
    return bytes;
  const Tensor &tensor = value.tensor();
  if (!tensor.isString())
    return static_cast<int64_t>(tensor.byteSize());
  for (int64_t i = 0; i < tensor.elements(); ++i)
    bytes += static_cast<int64_t>(sizeof(std::string) + tensor.strings()[i].size());
  return bytes;
}

Expected<Value> alignedValue(const Value &value) {
  if (value.isTensor())
    return Value(INGOT_TRY(value.tensor().aligned()));
  if (!value.isSequence())
    return value;
  std::vector<Value> items;
  for (const Value &item : value.sequence())
    items.push_back(INGOT_TRY(alignedValue(item)));
  return Value::sequence(std::move(items));
}

} // namespace ingot
