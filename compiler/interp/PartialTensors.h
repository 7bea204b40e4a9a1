// What operators know of their results' elements when they know some of their operands'.
//
// Exporters compute shapes at run time: Shape, Gather, Concat, Reshape. With one dynamic dimension
// the vector is no constant, but all other elements of it are known. So whoever infers types (the
// importer, the pass RefineTypes) keeps, beside a value's type, what is known of its elements, and
// lets operators pass it on:
//
//   shape(x: 1x?x64)             [1, ?, 64]
//   gather(…, [2])               [64]        all known: becomes a constant
//   concat([?], [8], [64 / 8])   [?, 8, 8]   reshape to it gives the type ?x8x8
//
// Two kinds of operators pass it on, by category: an elementwise one knows an element of its result
// when it knows those elements of its operands, an injective one when it knows the element that
// moves there.
#pragma once

#include "compiler/dialect/graph/Operators.h"

namespace ingot::interp {

/// Integers of which some are known as a tensor; nothing when they do not fill a small i64 one of
/// this type.
std::optional<graph::PartialTensor> fromIntegers(const graph::PartialIntegers &values,
                                                 const ValueType &type);

/// What is known of the results of an operator. An operand is nothing when not even its size is
/// known, or when it is left out, as `types` says. Gives nothing when the operator does not pass
/// knowledge on.
std::optional<std::vector<graph::PartialTensor>>
propagate(const graph::OperatorInfo &op, const graph::Attributes &attributes,
          const std::vector<ValueType> &types,
          const std::vector<std::optional<graph::PartialTensor>> &operands,
          const std::vector<ValueType> &results);

} // namespace ingot::interp
