// Evaluators of cast and bit_cast: every element type to every other.
#include "compiler/dialect/graph/Formulas.h"
#include "compiler/interp/Blocks.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/interp/NumberText.h"

namespace ingot::interp {
namespace {
bool isComplex(ElementType type) { return elementClass(type) == ElementClass::Complex; }

Expected<Tensor> fromComplex(const Tensor &tensor, const std::shared_ptr<MemoryBudget> &budget) {
  bool wide = tensor.type() == ElementType::C128;
  Tensor out = INGOT_TRY(
      Tensor::allocate(wide ? ElementType::F64 : ElementType::F32, tensor.shape(), budget));
  for (int64_t i = 0; i < tensor.elements(); ++i)
    if (wide)
      out.mutableData<double>()[i] = tensor.data<kernels::c128>()[i].re;
    else
      out.mutableData<float>()[i] = tensor.data<kernels::c64>()[i].re;
  return out;
}

/// From a real tensor, or from the other complex type.
Expected<Tensor> toComplex(const Tensor &tensor, ElementType type,
                           const std::shared_ptr<MemoryBudget> &budget) {
  Tensor out = INGOT_TRY(Tensor::allocate(type, tensor.shape(), budget));
  if (isComplex(tensor.type())) {
    for (int64_t i = 0; i < tensor.elements(); ++i)
      if (type == ElementType::C128) {
        kernels::c64 x = tensor.data<kernels::c64>()[i];
        out.mutableData<kernels::c128>()[i] = {x.re, x.im};
      } else {
        kernels::c128 x = tensor.data<kernels::c128>()[i];
        out.mutableData<kernels::c64>()[i] = {static_cast<float>(x.re), static_cast<float>(x.im)};
      }
    return out;
  }
  bool wide = type == ElementType::C128;
  Tensor real = INGOT_TRY(convert(tensor, wide ? ElementType::F64 : ElementType::F32, budget));
  for (int64_t i = 0; i < tensor.elements(); ++i)
    if (wide)
      out.mutableData<kernels::c128>()[i] = {real.data<double>()[i], 0};
    else
      out.mutableData<kernels::c64>()[i] = {real.data<float>()[i], 0};
  return out;
}

using kernels::Narrowing;

/// To the types of 8 bits, which round as they are told.
template <typename T> void narrowBlocks(const Tensor &in, Tensor &out, const Narrowing &narrowing) {
  BlockReader<double> reader(in, out.shape());
  T *to = out.mutableData<T>();
  forEachBlock(out, [&](int64_t start, int64_t n) {
    const double *from = reader.next(n);
    for (int64_t i = 0; i < n; ++i)
      to[start + i] = kernels::convert<T>(from[i], narrowing);
  });
}

Expected<std::optional<Tensor>> narrow(const Tensor &in, ElementType type,
                                       const Narrowing &narrowing, const EvalContext &c) {
  using namespace kernels;
  if (!isFloat(type) || elementBits(type) != 8)
    return std::optional<Tensor>();
  Tensor out = INGOT_TRY(c.scratch(type, in.shape()));
  if (out.elements() > 0)
    dispatch<f8e4m3fn, f8e4m3fnuz, f8e5m2, f8e5m2fnuz, f8e8m0>(
        type, [&]<typename T> { narrowBlocks<T>(in, out, narrowing); });
  return std::optional(std::move(out));
}

Expected<Tensor> toText(EvalContext &c) {
  constexpr int64_t longest = 32; // of a number's text
  Tensor out = INGOT_TRY(c.scratch(ElementType::String, c.in(0).shape()));
  INGOT_TRY(c.charge(out, out.elements() * longest));
  for (int64_t i = 0; i < out.elements(); ++i)
    out.mutableData<std::string>()[i] = numberText(c.in(0), i);
  return out;
}

/// The numbers that texts spell; f8 first as f64, which `narrow` then rounds.
Expected<Tensor> fromText(EvalContext &c, ElementType type) {
  const Tensor &in = c.in(0);
  Tensor out = INGOT_TRY(c.scratch(type, in.shape()));
  for (int64_t i = 0; i < out.elements(); ++i)
    if (!readNumber(in.strings()[i], out, i))
      return c.fail("element ", i, " is '", in.strings()[i].substr(0, 64), "', wanted a number");
  return out;
}
} // namespace

Expected<Tensor> convert(const Tensor &tensor, ElementType type,
                         const std::shared_ptr<MemoryBudget> &budget) {
  if (tensor.type() == type)
    return tensor;
  if (isComplex(type) && !tensor.isString())
    return toComplex(tensor, type, budget);
  if (isComplex(tensor.type()))
    return convert(INGOT_TRY(fromComplex(tensor, budget)), type, budget);
  if (tensor.isString() || type == ElementType::String)
    return unsupported(
        str("no conversion from ", elementName(tensor.type()), " to ", elementName(type)));
  Tensor out = INGOT_TRY(Tensor::allocate(type, tensor.shape(), budget));
  if (out.elements() == 0)
    return out;
  dispatchCompute(tensor.type(), [&]<typename C> {
    BlockReader<C> reader(tensor, out.shape());
    WriteFunction<C> write = writerOf<C>(type);
    forEachBlock(out, [&](int64_t start, int64_t n) {
      write(reader.next(n), n, out.mutableBytes(), start);
    });
  });
  return out;
}

Status evalCast(EvalContext &c) {
  ElementType to = c.attributes.type("to");
  Tensor in = c.in(0);
  Narrowing narrowing = graph::narrowingOf(c.attributes);
  if (in.type() == to) {
    c.set(0, std::move(in));
    return success();
  }
  if (to == ElementType::String && !isComplex(in.type())) {
    c.set(0, INGOT_TRY(toText(c)));
    return success();
  }
  bool isF8 = isFloat(to) && elementBits(to) == 8;
  if (in.isString() && !isComplex(to))
    in = INGOT_TRY(fromText(c, isF8 ? ElementType::F64 : to));
  if (isF8 && isComplex(in.type()))
    in = INGOT_TRY(fromComplex(in, c.budget));
  if (auto narrowed = INGOT_TRY(narrow(in, to, narrowing, c)))
    c.set(0, *narrowed);
  else
    c.set(0, INGOT_TRY(convert(in, to, c.budget)));
  return success();
}

Status evalBitCast(EvalContext &c) {
  const Tensor &in = c.in(0);
  Tensor &out = c.out(0);
  if (in.elements() == 0)
    return success();
  std::memcpy(out.mutableBytes(), in.bytes(), in.byteSize());
  // An element in memory is more than its bits: booleans are 0 or 1, small integers are extended.
  auto *bytes = static_cast<uint8_t *>(out.mutableBytes());
  unsigned unused = 8 - std::min(8u, elementBits(out.type()));
  bool isSigned = elementClass(out.type()) == ElementClass::Signed;
  if (out.type() == ElementType::Bool)
    for (int64_t i = 0; i < in.elements(); ++i)
      bytes[i] = bytes[i] != 0;
  else if (unused)
    for (int64_t i = 0; i < in.elements(); ++i) {
      auto high = static_cast<uint8_t>(bytes[i] << unused);
      bytes[i] =
          static_cast<uint8_t>(isSigned ? static_cast<int8_t>(high) >> unused : high >> unused);
    }
  return success();
}

} // namespace ingot::interp
