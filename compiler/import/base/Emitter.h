// Emitter: the graph under construction, as those see it who say what a model means.
//
// Importers emit operators, autodiff emits their gradients. Neither knows MLIR: a value is a
// handle, whose type, and value where it is constant, can be asked for. Emitting checks the
// operator's constraints and folds small constants, so that the type of every handle is known as
// far as it can be.
#pragma once

#include "compiler/dialect/graph/Attributes.h"
#include "ingot/Value.h"

#include <functional>

namespace ingot::importer {

using graph::Attributes;

/// A value of the graph under construction.
struct Handle {
  int id = -1;
};

/// A region of an operator, to be built.
struct RegionSource {
  /// Emits the region's operators; gives what it yields. Called again when arguments are widened.
  using Build = std::function<Expected<std::vector<Handle>>(const std::vector<Handle> &arguments)>;

  std::vector<ValueType> arguments;
  Build build;
  /// (argument, yielded value) pairs that carry a value from one iteration to the next: the
  /// argument's type is widened until what is yielded fits.
  std::vector<std::pair<size_t, size_t>> carried;
};

/// One operator that was emitted. An operator with regions also counts what these read as operands.
struct Emission {
  std::string_view op;
  std::vector<Handle> operands, results;
  Attributes attributes;
};
/// What building a graph gave: its outputs, and in order how they came about.
struct Trace {
  std::vector<Handle> outputs;
  std::vector<Emission> emissions; ///< those that folded, too
};

class Emitter {
public:
  virtual ~Emitter() = default;

  //===--- values ---===//
  virtual const ValueType &typeOf(Handle value) const = 0;
  /// Nothing where the value is not constant.
  virtual std::optional<Tensor> valueOf(Handle value) const = 0;
  /// -1 when unknown.
  int64_t rankOf(Handle value) const { return typeOf(value).rank(); }
  ElementType elementOf(Handle value) const { return typeOf(value).element; }
  std::optional<std::vector<int64_t>> integersOf(Handle value) const {
    auto tensor = valueOf(value);
    return tensor ? std::optional(tensor->integers()) : std::nullopt;
  }
  /// `axis` counted from the front, if the rank is known.
  int64_t axisOf(Handle value, int64_t axis) const;

  //===--- making them ---===//
  virtual Handle constant(Tensor value) = 0;
  virtual Handle none() = 0;
  /// The same value under a handle of its own, and as if nothing were known of its elements.
  virtual Handle variable(Handle value) = 0;
  virtual Expected<std::vector<Handle>> emit(std::string_view op,
                                             const std::vector<Handle> &operands,
                                             Attributes attributes,
                                             const std::vector<RegionSource> &regions) = 0;
  Handle integersConstant(const std::vector<int64_t> &values) {
    return constant(Tensor::ofInts(values));
  }
  /// A scalar of the element type of `like`.
  Expected<Handle> scalarLike(Handle like, double value);
};

} // namespace ingot::importer
