// ElementType: what one element of a tensor is.
#pragma once

#include "kernels/base/scalar.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ingot {

enum class ElementType : uint8_t {
#define INGOT_ELEMENT_TYPE(name, ctype, class_, bits, onnx, text) name,
#include "ingot/ElementType.inc"
#undef INGOT_ELEMENT_TYPE
};

enum class ElementClass : uint8_t { Float, Signed, Unsigned, Boolean, Complex, Text };

ElementClass elementClass(ElementType type);
/// Bits of information in an element; 0 for strings.
unsigned elementBits(ElementType type);
/// Bytes an element takes in a host tensor; 0 for strings.
size_t elementBytes(ElementType type);
/// The spelling used in IR and in messages: "f32", "ui8", "i1".
std::string_view elementName(ElementType type);
std::optional<ElementType> elementFromName(std::string_view name);
/// ONNX TensorProto.DataType.
int onnxNumber(ElementType type);
std::optional<ElementType> elementFromOnnx(int64_t number);

inline bool isFloat(ElementType t) { return elementClass(t) == ElementClass::Float; }
inline bool isInteger(ElementType t) {
  return elementClass(t) == ElementClass::Signed || elementClass(t) == ElementClass::Unsigned;
}

/// The ElementType of a C++ type, and back.
template <typename T> struct ElementTypeOf;
template <ElementType E> struct CppTypeOf;
#define INGOT_ELEMENT_TYPE(name, ctype, class_, bits, onnx, text)                                  \
  template <> struct ElementTypeOf<ctype> {                                                        \
    static constexpr ElementType value = ElementType::name;                                        \
  };                                                                                               \
  template <> struct CppTypeOf<ElementType::name> {                                                \
    using type = ctype;                                                                            \
  };
#include "ingot/ElementType.inc"
#undef INGOT_ELEMENT_TYPE
template <typename T> inline constexpr ElementType elementTypeOf = ElementTypeOf<T>::value;

/// Calls `f.template operator()<T>()` with the C++ type of `type` when it is among `Types`;
/// otherwise returns false.
///
///   dispatch<float, double>(x.type(), [&]<typename T> { scale<T>(…); });
template <typename... Types, typename F> bool dispatch(ElementType type, F &&f) {
  return ((type == elementTypeOf<Types> ? (f.template operator()<Types>(), true) : false) || ...);
}

/// dispatch over every type that has a fixed size and a real value (all but strings and complex).
template <typename F> bool dispatchNumeric(ElementType type, F &&f) {
  using namespace kernels;
  return dispatch<float, double, f16, bf16, int64_t, int32_t, int16_t, int8_t, uint64_t, uint32_t,
                  uint16_t, uint8_t, bool, i4, u4, i2, u2, f8e4m3fn, f8e4m3fnuz, f8e5m2, f8e5m2fnuz,
                  f8e8m0, f4e2m1, f6e2m3, f6e3m2>(type, std::forward<F>(f));
}

} // namespace ingot
