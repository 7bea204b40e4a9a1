// Shape function of col2im.
#include "compiler/dialect/graph/infer/Movement.h"

namespace ingot::graph {
namespace {

bool hasOnly(const std::vector<int64_t> &values, size_t length, int64_t least) {
  for (int64_t value : values)
    if (value < least)
      return false;
  return values.size() == length;
}

bool isVectorOf(const ValueType &type, int64_t &length) {
  if (!type.ranked)
    return true;
  if (type.rank() != 1 || !compatible(type.dims[0], length))
    return false;
  length = mergeDim(length, type.dims[0]);
  return length != 0 && length <= static_cast<int64_t>(maxRank);
}

/// How often a block of this size fits into the padded axis; nothing when that is not
/// representable.
std::optional<int64_t> placesOf(int64_t image, int64_t block, int64_t stride, int64_t dilation,
                                int64_t before, int64_t after) {
  int64_t padded = 0, extent = 0;
  if (__builtin_add_overflow(image, before, &padded) ||
      __builtin_add_overflow(padded, after, &padded) ||
      __builtin_mul_overflow(block - 1, dilation, &extent))
    return std::nullopt;
  return padded > extent ? (padded - extent - 1) / stride + 1 : 0;
}

/// The product of the entries; an entry below 1 or a product that is too large violates C2.
Expected<int64_t> positiveProduct(InferContext &c, const PartialIntegers &values) {
  int64_t product = 1;
  for (const auto &value : values) {
    INGOT_TRY(c.require(2, !value || *value > 0, "entry ", value.value_or(0)));
    if (!value || product < 0)
      product = unknownDim;
    else
      INGOT_TRY(c.require(2, !__builtin_mul_overflow(product, *value, &product),
                          "the product of the entries is too large"));
  }
  return product;
}

} // namespace

Status inferCol2im(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 3));
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, !x.ranked || x.rank() == 3, "x is ", x.text()));
  const auto &strides = c.attributes.integers("strides"), &pads = c.attributes.integers("pads");
  const auto &dilations = c.attributes.integers("dilations");
  size_t rank = strides.size();
  INGOT_TRY(c.require(3,
                      rank > 0 && rank <= maxRank && hasOnly(strides, rank, 1) &&
                          hasOnly(dilations, rank, 1) && hasOnly(pads, 2 * rank, 0),
                      "strides ", strides, ", dilations ", dilations, ", pads ", pads));
  auto length = static_cast<int64_t>(rank);
  INGOT_TRY(c.require(2, isVectorOf(c.operand(1), length) && isVectorOf(c.operand(2), length),
                      "image_shape is ", c.operand(1).text(), ", block_shape ", c.operand(2).text(),
                      " for ", rank, " axes"));
  auto image = c.partial(1).value_or(PartialIntegers(rank));
  auto block = c.partial(2).value_or(PartialIntegers(rank));
  INGOT_TRY(positiveProduct(c, image));
  int64_t area = INGOT_TRY(positiveProduct(c, block)), places = 1;
  int64_t channels = x.ranked ? x.dims[1] : unknownDim;
  INGOT_TRY(c.require(4, channels < 0 || area < 0 || channels % area == 0, channels,
                      " channels for blocks of ", area));
  Shape dims{x.ranked ? x.dims[0] : unknownDim,
             channels < 0 || area < 0 ? unknownDim : channels / area};
  for (size_t i = 0; i < rank; ++i) {
    dims.push_back(dimOf(image[i]));
    if (!image[i] || !block[i] || places < 0) {
      places = unknownDim;
      continue;
    }
    auto along = placesOf(*image[i], *block[i], strides[i], dilations[i], pads[i], pads[rank + i]);
    INGOT_TRY(c.require(5, along && !__builtin_mul_overflow(places, *along, &places),
                        "the number of places is not representable"));
  }
  INGOT_TRY(
      c.require(5, !x.ranked || compatible(places, x.dims[2]), places, " places for ", x.text()));
  return c.yield(tensorLike(x, std::move(dims)));
}

} // namespace ingot::graph
