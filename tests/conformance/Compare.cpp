// When a value is the one that a test wants: the rule of the official ONNX runner, and sharper
// where an answer is exact.
#include "tests/conformance/Suite.h"

#include <cmath>

namespace ingot::conformance {
namespace {

/// The numbers of a 16-bit float in order: neighbours differ by 1, both zeros are 0.
int32_t placeOf(uint16_t bits) {
  int32_t magnitude = bits & 0x7fff;
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// Whether two elements are equal under the rule for their type.
bool areEqual(const Tensor &found, const Tensor &wanted, int64_t i, double rtol, double atol) {
  if (!isFloat(found.type()))
    return found.integerAt(i) == wanted.integerAt(i);
  double a = found.numberAt(i), b = wanted.numberAt(i);
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return true;
  if (!std::isfinite(a) || !std::isfinite(b))
    return false;
  if (found.type() == ElementType::F16 || found.type() == ElementType::BF16)
    return std::abs(placeOf(static_cast<const uint16_t *>(found.bytes())[i]) -
                    placeOf(static_cast<const uint16_t *>(wanted.bytes())[i])) <= 1;
  return elementBits(found.type()) > 16 && std::fabs(a - b) <= atol + rtol * std::fabs(b);
}

/// Integers of 64 bits do not fit a double.
std::string textAt(const Tensor &tensor, int64_t i) {
  return isFloat(tensor.type()) ? str(tensor.numberAt(i)) : str(tensor.integerAt(i));
}

std::string compareNumbers(const Tensor &found, const Tensor &wanted, double rtol, double atol) {
  int64_t bad = 0, first = -1;
  for (int64_t i = 0; i < found.elements(); ++i)
    if (!areEqual(found, wanted, i, rtol, atol) && bad++ == 0)
      first = i;
  if (bad == 0)
    return "";
  return str(bad, " of ", found.elements(), " elements differ, first [", first, "]: found ",
             textAt(found, first), ", wanted ", textAt(wanted, first));
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
