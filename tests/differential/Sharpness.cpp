// Counts how sharply elements are judged.
#include "tests/differential/Sharpness.h"

#include "tests/differential/Bounds.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ingot::differential {
namespace {

double share(int64_t part, int64_t all) {
  return all == 0 ? 1 : static_cast<double>(part) / static_cast<double>(all);
}

std::string percent(int64_t part, int64_t all) {
  return str(std::floor(1000 * share(part, all)) / 10, " %");
}

} // namespace

void Sharpness::count(const Possible &output) {
  bool isReal = isFloat(output.type()), isWide = isReal && elementBits(output.type()) > 16;
  for (int64_t i = 0; i < output.elements(); ++i) {
    ++elements;
    if (!isReal) {
      ++integers;
      oneInteger += output.isOneValue(i);
      judged += std::isfinite(output.widthAt(i));
      continue;
    }
    double number = std::abs(output.numberAt(i)), width = output.widthAt(i);
    if (!std::isfinite(number)) {
      // That there is no number is a value, too, if nothing else may be there.
      judged += output.isOneValue(i);
      continue;
    }
    // Zeros have no relative width; what underflow may lose makes no judgement dull.
    bool isSharp = width <= 2 * bounds::lostToUnderflow;
    judged += isSharp || width < number;
    if (isWide) {
      ++floats;
      double power = isSharp ? powers - 1 : std::floor(std::log2(number / width));
      ++widths[static_cast<int>(std::clamp(power, 0.0, powers - 1.0))];
    } else {
      ++halves;
      oneHalf += output.isOneValue(i);
    }
  }
}

void Sharpness::add(const Sharpness &other) {
  floats += other.floats;
  halves += other.halves;
  oneHalf += other.oneHalf;
  integers += other.integers;
  oneInteger += other.oneInteger;
  elements += other.elements;
  judged += other.judged;
  for (int i = 0; i < powers; ++i)
    widths[i] += other.widths[i];
}

double Sharpness::widthOf(double part) const {
  int64_t seen = 0;
  for (int i = powers; i-- > 0;) {
    seen += widths[i];
    if (static_cast<double>(seen) >= part * static_cast<double>(floats))
      return std::ldexp(1, -i);
  }
  return 1;
}

std::string Sharpness::text() const {
  return str("allowed width of ", floats, " floats, relative to the value: half of them up to ",
             widthOf(0.5), ", 95 % up to ", widthOf(0.95), "\n",
             "one value allowed: ", percent(oneHalf, halves), " of ", halves, " 16-bit floats, ",
             percent(oneInteger, integers), " of ", integers, " integers; ",
             percent(judged, elements), " of ", elements, " elements judged");
}

std::string Sharpness::brokenBounds(int64_t graphs) const {
  std::string text;
  if (graphs < bounds::fewestGraphs)
    return text;
  auto check = [&](const char *what, double found, double bound, bool isKept) {
    if (!isKept)
      text += str(text.empty() ? "" : "; ", what, " is ", found, ", the bound is ", bound);
  };
  auto atMost = [&](const char *what, double found, double bound) {
    check(what, found, bound, found <= bound);
  };
  auto atLeast = [&](const char *what, double found, double bound) {
    check(what, found, bound, found >= bound);
  };
  atMost("the median width of floats", widthOf(0.5), bounds::medianWidth);
  atLeast("the share of judged elements", share(judged, elements), bounds::leastJudged);
  if (graphs < bounds::manyGraphs)
    return text;
  atMost("the width of 95 % of floats", widthOf(0.95), bounds::width95);
  atLeast("the share of exact 16-bit floats", share(oneHalf, halves), bounds::exactHalves);
  atLeast("the share of exact integers", share(oneInteger, integers), bounds::exactIntegers);
  return text;
}

Tensor withError(const Tensor &tensor, int64_t i, int64_t units) {
  Tensor changed = Tensor::allocate(tensor.type(), tensor.shape()).take();
  std::memcpy(changed.mutableBytes(), tensor.bytes(), tensor.byteSize());
  size_t width = elementBytes(tensor.type());
  char *at = static_cast<char *>(changed.mutableBytes()) + static_cast<size_t>(i) * width;
  int64_t bits = 0;
  std::memcpy(&bits, at, width);
  bool isWide = isFloat(tensor.type()) && elementBits(tensor.type()) > 16;
  bits = tensor.type() == ElementType::Bool ? !bits : bits + (isWide ? units : 1);
  std::memcpy(at, &bits, width);
  return changed;
}

} // namespace ingot::differential
