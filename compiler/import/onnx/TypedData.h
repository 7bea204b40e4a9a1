// The typed data fields of a TensorProto (float_data, int32_data, …).
#pragma once

#include "compiler/import/onnx/Proto.h"

namespace ingot::onnx {

/// Decodes the field that belongs to `type`; checks that it holds exactly `elements`.
Expected<Tensor> decodeTypedData(const TensorProto &proto, ElementType type, int64_t elements);

} // namespace ingot::onnx
