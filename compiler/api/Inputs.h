// What a program does with its inputs before it runs.
#pragma once

#include "ingot/Ingot.h"

namespace ingot {

/// Bytes that a value holds: elements and, of strings, their texts.
int64_t bytesOf(const Value &value);

/// The value with every tensor in it aligned for its type, as kernels want it.
Expected<Value> alignedValue(const Value &value);

} // namespace ingot
