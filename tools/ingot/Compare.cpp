// Element by element.
#include "tools/ingot/Compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace ingot::tool {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// From 1 to the next number of the type.
double unitOf(ElementType type) {
  double unit = 0;
  dispatchNumeric(type, [&]<typename T> {
    T next = kernels::store<T>(1.0);
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &next, sizeof(T));
    ++bytes[0];
    std::memcpy(&next, bytes, sizeof(T));
    unit = Tensor::scalar(next).numberAt(0) - 1;
  });
  return unit;
}

/// The largest finite magnitude, as a power of two.
double scaleOf(const Tensor &tensor) {
  double largest = 0;
  for (int64_t i = 0; i < tensor.elements(); ++i)
    if (double number = std::fabs(tensor.numberAt(i)); std::isfinite(number))
      largest = std::max(largest, number);
  return largest > 0 ? std::exp2(std::floor(std::log2(largest))) : 0;
}

Tolerance toleranceOf(const Tensor &wanted, Tolerance tolerance) {
  if (!isCoarse(wanted.type()))
    return tolerance;
  double unit = unitOf(wanted.type());
  tolerance.rtol = std::max(tolerance.rtol, 2 * unit);
  tolerance.atol = std::max(tolerance.atol, unit * scaleOf(wanted));
  return tolerance;
}

/// How far two numbers are apart, in tolerances: above 1 is bad.
double distance(double found, double wanted, const Tolerance &tolerance) {
  if (found == wanted || (std::isnan(found) && std::isnan(wanted)))
    return 0;
  double apart = std::fabs(found - wanted);
  double allowed = tolerance.atol + tolerance.rtol * std::fabs(wanted);
  return std::isfinite(apart) && allowed > 0 ? apart / allowed : infinity;
}

std::string numberText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

/// Calls `visit(element, distance, found, wanted)` with texts as functions.
class Comparison {
public:
  Comparison(const Tensor &found, const Tensor &wanted, const Tolerance &tolerance)
      : found(found), wanted(wanted), tolerance(toleranceOf(wanted, tolerance)) {}

  Difference run() {
    result.elements = found.elements();
    double furthest = 0;
    for (int64_t i = 0; i < result.elements; ++i) {
      double far = distanceOf(i);
      if (far <= 1)
        continue;
      ++result.bad;
      if (far > furthest || result.worst < 0) {
        furthest = far;
        result.worst = i;
      }
    }
    if (result.worst >= 0) {
      result.found = textOf(found, result.worst);
      result.wanted = textOf(wanted, result.worst);
    }
    return std::move(result);
  }

private:
  double distanceOf(int64_t i) {
    if (found.isString())
      return found.strings()[i] == wanted.strings()[i] ? 0 : infinity;
    if (isComplex())
      return std::max(partDistance(2 * i), partDistance(2 * i + 1));
    if (!isFloat(found.type()))
      return found.integerAt(i) == wanted.integerAt(i) ? 0 : infinity;
    double a = found.numberAt(i), b = wanted.numberAt(i);
    note(a, b);
    return distance(a, b, tolerance);
  }

  bool isComplex() const { return elementClass(found.type()) == ElementClass::Complex; }
  static double part(const Tensor &tensor, int64_t k) {
    return tensor.type() == ElementType::C64 ? static_cast<const float *>(tensor.bytes())[k]
                                             : static_cast<const double *>(tensor.bytes())[k];
  }
  double partDistance(int64_t k) {
    note(part(found, k), part(wanted, k));
    return distance(part(found, k), part(wanted, k), tolerance);
  }
  void note(double a, double b) {
    if (std::isfinite(a) && std::isfinite(b))
      result.greatest = std::max(result.greatest, std::fabs(a - b));
  }

  std::string textOf(const Tensor &tensor, int64_t i) const {
    if (tensor.isString())
      return "'" + tensor.strings()[i].substr(0, 80) + "'";
    if (isComplex())
      return str("(", numberText(part(tensor, 2 * i)), ", ", numberText(part(tensor, 2 * i + 1)),
                 ")");
    return isFloat(tensor.type()) ? numberText(tensor.numberAt(i))
                                  : std::to_string(tensor.integerAt(i));
  }

  const Tensor &found, &wanted;
  Tolerance tolerance;
  Difference result;
};

} // namespace

bool isCoarse(ElementType type) { return isFloat(type) && elementBits(type) <= 16; }

namespace {
/// A copy with every finite number moved by distanceOf(number), up or down or not at all.
template <typename Distance>
Tensor moved(const Tensor &tensor, uint64_t seed, const Distance &distanceOf) {
  auto copy = Tensor::allocate(tensor.type(), tensor.shape());
  if (!copy.ok() || tensor.elements() == 0)
    return tensor;
  std::mt19937_64 random(seed);
  dispatchNumeric(tensor.type(), [&]<typename T> {
    T *numbers = copy->mutableData<T>();
    for (int64_t i = 0; i < tensor.elements(); ++i) {
      double number = tensor.numberAt(i), other = number;
      if (std::isfinite(number))
        other += (static_cast<double>(random() % 3) - 1) * distanceOf(number);
      numbers[i] = kernels::store<T>(std::isfinite(other) ? other : number);
    }
  });
  return copy.take();
}
} // namespace

Tensor shaken(const Tensor &tensor, uint64_t seed) {
  if (!isCoarse(tensor.type()))
    return tensor;
  double unit = unitOf(tensor.type());
  return moved(tensor, seed, [unit](double number) { return unit * std::fabs(number); });
}

Tensor movedBy(const Tensor &tensor, double part, uint64_t seed) {
  if (!isFloat(tensor.type()) || elementBits(tensor.type()) > 32)
    return tensor;
  double sum = 0, count = 0;
  for (int64_t i = 0; i < tensor.elements(); ++i)
    if (double number = tensor.numberAt(i); std::isfinite(number))
      sum += number * number, ++count;
  double distance = count > 0 ? part * std::sqrt(sum / count) : 0;
  return moved(tensor, seed, [distance](double) { return distance; });
}

double spreadOf(const std::vector<Tensor> &tensors) {
  double most = 0;
  for (int64_t i = 0; i < tensors.front().elements(); ++i) {
    double low = infinity, high = -infinity;
    for (const Tensor &tensor : tensors)
      if (double number = tensor.numberAt(i); std::isfinite(number)) {
        low = std::min(low, number);
        high = std::max(high, number);
      }
    most = std::max(most, high - low);
  }
  return most;
}

Tensor orAsIn(const Tensor &wanted, const Tensor &found, const std::vector<Tensor> &others) {
  auto result = Tensor::allocate(wanted.type(), wanted.shape());
  if (!result.ok() || wanted.elements() == 0)
    return wanted;
  size_t width = elementBytes(wanted.type());
  auto at = [&](const Tensor &tensor, int64_t i) {
    return static_cast<const char *>(tensor.bytes()) + static_cast<size_t>(i) * width;
  };
  for (int64_t i = 0; i < wanted.elements(); ++i) {
    bool isKnown = std::any_of(others.begin(), others.end(), [&](const Tensor &other) {
      return std::memcmp(at(found, i), at(other, i), width) == 0;
    });
    std::memcpy(static_cast<char *>(result->mutableBytes()) + static_cast<size_t>(i) * width,
                at(isKnown ? found : wanted, i), width);
  }
  return result.take();
}

Difference compare(const Tensor &found, const Tensor &wanted, const Tolerance &tolerance) {
  if (found.type() == wanted.type() && found.shape() == wanted.shape())
    return Comparison(found, wanted, tolerance).run();
  Difference result;
  auto text = [](const Tensor &tensor) { return str(elementName(tensor.type()), tensor.shape()); };
  result.problem = str("found ", text(found), ", wanted ", text(wanted));
  return result;
}

std::string positionText(int64_t element, const Shape &shape) {
  std::vector<int64_t> position(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    position[i] = element % shape[i];
    element /= shape[i];
  }
  return str(position);
}

} // namespace ingot::tool
