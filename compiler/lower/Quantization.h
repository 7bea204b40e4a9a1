// Quantization in expressions of generated loops.
#pragma once

#include "compiler/codegen/Steps.h"

namespace ingot::lower {

/// cast(min(max(round(x / scale) + zero, 0), 255)) → quantize(x, scale, zero), where scale and zero
/// point are known, and ordinary numbers. Drops the nodes that nothing needs any more; `results`
/// are nodes, and stay so.
void contractQuantization(codegen::Expression &expression, std::vector<int> &results);

} // namespace ingot::lower
