// Numbers as text and back.
#include "compiler/interp/NumberText.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ingot::interp {
namespace {

/// Digits and decimal exponent: 0.00125 is {"125", -3}.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

/// Takes "d.ddde±xx" apart.
Decimal parseScientific(std::string_view text) {
  Decimal decimal;
  size_t e = text.find('e');
  for (char c : text.substr(0, e))
    if (c >= '0' && c <= '9')
      decimal.digits += c;
  while (decimal.digits.size() > 1 && decimal.digits.back() == '0')
    decimal.digits.pop_back();
  std::string_view exponent = text.substr(e + 1);
  if (exponent.starts_with('+'))
    exponent.remove_prefix(1);
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), decimal.exponent);
  return decimal;
}

/// The shortest decimal that rounds to `x`, a finite number not below 0.
template <typename T> Decimal shortestDecimal(T x) {
  char text[64];
  if constexpr (std::is_floating_point_v<T>) {
    auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific);
    return parseScientific({text, end.ptr});
  } else {
    // The library knows only float and double: try more digits until the text reads back the same.
    double value = kernels::load(x);
    for (int precision = 0;; ++precision) {
      auto end =
          std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, precision);
      double back = 0;
      std::from_chars(text, end.ptr, back);
      if (precision == 16 || kernels::store<T>(back).bits == x.bits)
        return parseScientific({text, end.ptr});
    }
  }
}

/// Plain notation for exponents from -4 to 15, scientific beyond.
std::string layOut(const Decimal &decimal) {
  const auto &[digits, exponent] = decimal;
  if (exponent < -4 || exponent >= 16) {
    std::string text = digits.substr(0, 1);
    if (digits.size() > 1)
      text += '.' + digits.substr(1);
    std::string power = std::to_string(std::abs(exponent));
    return text + (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
  }
  if (exponent < 0)
    return "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  size_t whole = static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole)
    return digits + std::string(whole - digits.size(), '0') + ".0";
  return digits.substr(0, whole) + '.' + digits.substr(whole);
}

template <typename T> std::string floatText(T x) {
  double value = kernels::load(x);
  if (std::isnan(value))
    return "nan";
  std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value))
    return sign + "inf";
  if constexpr (std::is_floating_point_v<T>)
    return sign + layOut(shortestDecimal(std::fabs(x)));
  else
    return sign + layOut(shortestDecimal(kernels::store<T>(std::fabs(value))));
}

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
  });
}

/// A decimal number without sign, infinity or NaN. F is float or double.
template <typename F> std::optional<F> parseMagnitude(std::string_view text) {
  if (equalsIgnoringCase(text, "inf") || equalsIgnoringCase(text, "infinity"))
    return std::numeric_limits<F>::infinity();
  if (equalsIgnoringCase(text, "nan"))
    return std::numeric_limits<F>::quiet_NaN();
  if (text.empty() || !((text[0] >= '0' && text[0] <= '9') || text[0] == '.'))
    return std::nullopt;
  F value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument)
    return std::nullopt;
  if (error == std::errc::result_out_of_range) // only strtod tells overflow from underflow
    return static_cast<F>(std::strtod(std::string(text).c_str(), nullptr));
  return value;
}

template <typename T> std::optional<T> parse(std::string_view text) {
  using C = kernels::Compute<T>;
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+'))
    text.remove_prefix(1);
  if constexpr (!std::is_same_v<C, double>) {
    uint64_t magnitude = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), magnitude);
    if (error == std::errc() && end == text.data() + text.size())
      return kernels::store<T>(static_cast<C>(negative ? 0 - magnitude : magnitude));
  }
  using F = std::conditional_t<std::is_same_v<T, float>, float, double>;
  auto value = parseMagnitude<F>(text);
  return value ? std::optional(kernels::store<T>(negative ? -*value : *value)) : std::nullopt;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace

std::string numberText(const Tensor &tensor, int64_t index) {
  std::string text;
  dispatchNumeric(tensor.type(), [&]<typename T> {
    T x = tensor.data<T>()[index];
    if constexpr (std::is_same_v<T, bool>)
      text = x ? "True" : "False";
    else if constexpr (std::is_same_v<kernels::Compute<T>, double>)
      text = floatText(x);
    else
      text = std::to_string(kernels::load(x));
  });
  return text;
}

bool readNumber(std::string_view text, Tensor &tensor, int64_t index) {
  text = trim(text);
  if (equalsIgnoringCase(text, "true") || equalsIgnoringCase(text, "false"))
    text = text.size() == 4 ? "1" : "0";
  bool read = false;
  dispatchNumeric(tensor.type(), [&]<typename T> {
    if (auto value = parse<T>(text)) {
      tensor.mutableData<T>()[index] = *value;
      read = true;
    }
  });
  return read;
}

} // namespace ingot::interp
