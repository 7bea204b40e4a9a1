// How many multiply-accumulates an operator takes; records name these functions in their field
// `macs`. They see an operator that has passed its shape function, with its result types set, and
// give nothing when a size they need is not known or the count does not fit 63 bits.
#pragma once

#include "compiler/dialect/graph/infer/InferContext.h"

namespace ingot::graph {

using Macs = std::optional<int64_t>;

Macs macsMatmul(const InferContext &c);
Macs macsConv(const InferContext &c);
Macs macsConvTranspose(const InferContext &c);
Macs macsEinsum(const InferContext &c);
Macs macsRecurrent(const InferContext &c);
Macs macsAttention(const InferContext &c);
Macs macsLinearAttention(const InferContext &c);
Macs macsRowPairs(const InferContext &c);

} // namespace ingot::graph
