// Lowerings of convolutions without a tuned kernel, and of the sums that columns stand for.
#include "compiler/dialect/graph/infer/Convolution.h"
#include "compiler/lower/Windows.h"
#include "kernels/convolution/contract.h"
#include "kernels/movement/reference.h"

namespace ingot::lower {
namespace {

constexpr size_t mostAxes = kernels::convolution::plainAxes;

bool isCommonFloat(ElementType type) {
  return type == ElementType::F32 || type == ElementType::F64;
}

/// A constant as it is looked at, without gaps.
template <typename T> Tensor writtenOut(const Tensor &value, const Memory &look) {
  Tensor out = Tensor::allocate(value.type(), look.dims).take();
  std::vector<int64_t> index(look.dims.size());
  kernels::movement::copyStrided(value.data<T>(), out.mutableData<T>(), look.dims.data(),
                                 look.strides.data(), out.rank(), index.data());
  return out;
}

/// The weights [group * columns, channels, taps…] as [group, taps…, channels, columns]: a constant
/// is put in order now.
Memory orderedWeights(LowerContext &c) {
  Memory w = c.in(1, rowMajor(c.operands[1].dims.size()));
  int64_t group = c.attributes.integer("group"), columns = w.dims[0] / group;
  Memory look = w;
  look.dims = {group}, look.strides = {w.strides[0] * columns};
  look.dims.insert(look.dims.end(), w.dims.begin() + 2, w.dims.end());
  look.strides.insert(look.strides.end(), w.strides.begin() + 2, w.strides.end());
  for (auto [dim, stride] : {std::pair{w.dims[1], w.strides[1]}, {columns, w.strides[0]}})
    look.dims.push_back(dim), look.strides.push_back(stride);
  if (auto constant = c.constant(1))
    return c.weight(c.name() + ".ordered", w.type == ElementType::F32
                                               ? writtenOut<float>(*constant, look)
                                               : writtenOut<double>(*constant, look));
  return c.ordered(look, rowMajor(look.dims.size()));
}

kernels::convolution::PlainConvSizes convSizes(const LowerContext &c,
                                               std::vector<graph::WindowAxis> axes) {
  kernels::convolution::PlainConvSizes s{};
  s.batch = c.operands[0].dims[0], s.groups = c.attributes.integer("group");
  s.channels = c.operands[1].dims[1], s.columns = c.operands[1].dims[0] / s.groups;
  axes.insert(axes.begin(), mostAxes - axes.size(), {.in = 1, .kernel = 1, .out = 1});
  for (size_t i = 0; i < mostAxes; ++i) {
    s.in[i] = axes[i].in, s.out[i] = axes[i].out, s.taps[i] = axes[i].kernel;
    s.stride[i] = axes[i].stride, s.dilation[i] = axes[i].dilation, s.pad[i] = axes[i].before;
  }
  return s;
}

} // namespace

bool lowerPlainConv(LowerContext &c) {
  const Shape &x = c.operands[0].dims, &w = c.operands[1].dims;
  ElementType type = c.operands[0].element;
  size_t rank = x.size();
  bool isEmpty = elementCount(x).value_or(0) == 0 || elementCount(w).value_or(0) == 0 ||
                 elementCount(c.results[0].dims).value_or(0) == 0;
  if (!isCommonFloat(type) || rank < 3 || rank > 2 + mostAxes || isEmpty)
    return false;
  auto sizes = convSizes(c, *graph::convolutionWindow(c.attributes, x, w));
  Memory weights = orderedWeights(c);
  Memory bias = c.has(2) ? c.in(2, rowMajor(1))
                         : c.weight(c.name() + ".zeros", Tensor::allocate(type, {w[0]}).take());
  Memory from = c.in(0, channelsLast(rank)), to = c.out(0, channelsLast(rank));
  c.kernel(*library::findKernel(str("conv_plain_", elementName(type))), {from, weights, bias}, {to},
           library::valuesOf(sizes));
  return true;
}

/// The shapes of image and block must be known.
bool lowerCol2im(LowerContext &c) {
  auto image = c.integers(1), block = c.integers(2);
  ElementType type = c.operands[0].element;
  bool isWhole = isInteger(type) && elementBits(type) >= 8;
  if (!image || !block || image->size() > mostAxes || (!isWhole && !isCommonFloat(type)) ||
      elementCount(c.operands[0].dims).value_or(0) == 0)
    return false;
  kernels::convolution::ColumnSizes s{};
  const Shape &y = c.results[0].dims;
  s.channels = y[0] * y[1], s.bytes = static_cast<int64_t>(elementBytes(type));
  const auto &strides = c.attributes.integers("strides"), &pads = c.attributes.integers("pads");
  const auto &dilations = c.attributes.integers("dilations");
  for (size_t i = 0; i < mostAxes; ++i) {
    s.image[i] = s.taps[i] = s.stride[i] = s.dilation[i] = s.places[i] = 1;
    if (i + image->size() < mostAxes)
      continue;
    size_t axis = i + image->size() - mostAxes;
    s.image[i] = (*image)[axis], s.taps[i] = (*block)[axis];
    s.stride[i] = strides[axis], s.dilation[i] = dilations[axis], s.pad[i] = pads[axis];
    int64_t padded = s.image[i] + pads[axis] + pads[strides.size() + axis];
    s.places[i] = (padded - s.dilation[i] * (s.taps[i] - 1) - 1) / s.stride[i] + 1;
  }
  Memory x = c.in(0, rowMajor(3)), out = c.out(0, rowMajor(y.size()));
  c.kernel(*library::findKernel(isWhole ? "sum_columns_i64" : "sum_columns_f64"), {x}, {out},
           library::valuesOf(s));
  return true;
}

} // namespace ingot::lower
