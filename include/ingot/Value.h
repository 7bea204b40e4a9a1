// Value: what flows along an edge of a model at run time, and ValueType: what is known of it
// before.
#pragma once

#include "ingot/Tensor.h"

namespace ingot {

/// Nothing (an absent optional operand, an empty optional), a tensor, or a sequence of values.
class Value {
public:
  Value() = default;
  Value(Tensor tensor) : held(std::make_shared<Tensor>(std::move(tensor))) {}
  /// `charge` lives as long as the sequence: what its items cost beside their tensors.
  static Value sequence(std::vector<Value> items, std::shared_ptr<const void> charge = nullptr) {
    Value value;
    auto held = std::make_shared<Items>(Items{std::move(items), std::move(charge)});
    value.items = std::shared_ptr<std::vector<Value>>(held, &held->values);
    return value;
  }

  bool isNone() const { return !held && !items; }
  bool isTensor() const { return held != nullptr; }
  bool isSequence() const { return items != nullptr; }
  const Tensor &tensor() const { return *held; }
  Tensor &tensor() { return *held; }
  const std::vector<Value> &sequence() const { return *items; }

private:
  struct Items {
    std::vector<Value> values;
    std::shared_ptr<const void> charge;
  };
  std::shared_ptr<Tensor> held;
  std::shared_ptr<std::vector<Value>> items;
};

/// Marks a dimension whose size is not known before the run.
inline constexpr int64_t unknownDim = -1;

/// What the integers of a quantized tensor stand for: scale * (integer - zero point), one pair for
/// all of them, or one for each index along an axis.
struct Quantization {
  std::vector<double> scales;
  std::vector<int64_t> zeroPoints; ///< as many
  int64_t axis = -1;               ///< -1: one pair for all

  bool operator==(const Quantization &) const = default;
};

/// The static type of a value. A tensor's rank and each of its dimensions may be unknown.
struct ValueType {
  enum class Kind : uint8_t { None, Tensor, Sequence, Optional };

  Kind kind = Kind::None;
  ElementType element = ElementType::F32; ///< of a tensor
  bool ranked = false;
  Shape dims;                             ///< valid when ranked; unknownDim where not known
  std::shared_ptr<const ValueType> inner; ///< of a sequence or optional
  /// Of a tensor whose elements are integers that stand for other numbers; null for all others.
  std::shared_ptr<const Quantization> quantization = nullptr;

  static ValueType none() { return {}; }
  static ValueType tensor(ElementType element, Shape dims) {
    return {Kind::Tensor, element, true, std::move(dims), nullptr};
  }
  static ValueType unranked(ElementType element) {
    return {Kind::Tensor, element, false, {}, nullptr};
  }
  static ValueType sequence(ValueType of) {
    return {Kind::Sequence,
            ElementType::F32,
            false,
            {},
            std::make_shared<const ValueType>(std::move(of))};
  }
  static ValueType optional(ValueType of) {
    return {Kind::Optional,
            ElementType::F32,
            false,
            {},
            std::make_shared<const ValueType>(std::move(of))};
  }
  /// The exact type of a run-time value. An optional reads as its content or as none; the items of
  /// a sequence that has none are of type none.
  static ValueType of(const Value &value);

  bool isNone() const { return kind == Kind::None; }
  bool isTensor() const { return kind == Kind::Tensor; }
  bool isSequence() const { return kind == Kind::Sequence; }
  bool isOptional() const { return kind == Kind::Optional; }
  int64_t rank() const { return ranked ? static_cast<int64_t>(dims.size()) : -1; }
  /// Rank and all dimensions known.
  bool isStatic() const;
  std::string text() const;
};

} // namespace ingot
