// The comparison rule of the official ONNX runner.
#include "tests/conformance/Suite.h"

#include <algorithm>
#include <cmath>

namespace ingot::conformance {
namespace {

std::string compareNumbers(const Tensor &found, const Tensor &wanted, double rtol, double atol) {
  // Two steps of bf16, which has 8 bits of precision.
  if (found.type() == ElementType::BF16)
    rtol = std::max(rtol, 0x1p-6);
  int64_t bad = 0, first = -1;
  for (int64_t i = 0; i < found.elements(); ++i) {
    double a = found.numberAt(i), b = wanted.numberAt(i);
    bool equal =
        a == b || (std::isnan(a) && std::isnan(b)) ||
        (std::isfinite(a) && std::isfinite(b) && std::fabs(a - b) <= atol + rtol * std::fabs(b));
    // Integers of 64 bits do not fit a double.
    if (equal && (isInteger(found.type())))
      equal = std::fabs(a) < 9e15 || found.integerAt(i) == wanted.integerAt(i);
    if (!equal && bad++ == 0)
      first = i;
  }
  if (bad == 0)
    return "";
  return str(bad, " of ", found.elements(), " elements differ, first [", first, "]: found ",
             found.numberAt(first), ", wanted ", wanted.numberAt(first));
}

std::string compareTensors(const Tensor &found, const Tensor &wanted, double rtol, double atol) {
  if (found.type() != wanted.type())
    return str("type ", elementName(found.type()), ", wanted ", elementName(wanted.type()));
  if (found.shape() != wanted.shape())
    return str("shape ", shapeText(found.shape()), ", wanted ", shapeText(wanted.shape()));
  if (elementClass(found.type()) == ElementClass::Complex)
    return std::memcmp(found.bytes(), wanted.bytes(), found.byteSize()) ? "complex values differ"
                                                                        : "";
  if (!found.isString())
    return compareNumbers(found, wanted, rtol, atol);
  for (int64_t i = 0; i < found.elements(); ++i)
    if (found.strings()[i] != wanted.strings()[i])
      return str("text [", i, "]: found '", found.strings()[i], "', wanted '", wanted.strings()[i],
                 "'");
  return "";
}

} // namespace

std::string compare(const Value &found, const Value &wanted, double rtol, double atol) {
  if (found.isTensor() && wanted.isTensor())
    return compareTensors(found.tensor(), wanted.tensor(), rtol, atol);
  if (found.isNone() && wanted.isNone())
    return "";
  if (!found.isSequence() || !wanted.isSequence())
    return str("is ", ValueType::of(found).text(), ", wanted ", ValueType::of(wanted).text());
  if (found.sequence().size() != wanted.sequence().size())
    return str("sequence of ", found.sequence().size(), ", wanted ", wanted.sequence().size());
  for (size_t i = 0; i < found.sequence().size(); ++i)
    if (auto text = compare(found.sequence()[i], wanted.sequence()[i], rtol, atol); !text.empty())
      return str("item ", i, ": ", text);
  return "";
}

} // namespace ingot::conformance
