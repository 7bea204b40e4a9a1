// Evaluators of the random operators.
#include "compiler/interp/EvalContext.h"

#include "kernels/random/reference.h"

#include <algorithm>

namespace ingot::interp {
namespace {
/// The operator's own seed, or the run's; kept apart so that they never coincide by being small.
uint64_t seedOf(const EvalContext &c) {
  if (c.attributes.has("seed"))
    return static_cast<uint64_t>(c.attributes.integer("seed"));
  return ~c.seed;
}

/// The bits of a float's significand, including the one that is not written.
int precisionOf(ElementType type) {
  int precision = type == ElementType::F64 ? 53 : 24;
  dispatchNumeric(type, [&]<typename T> {
    if constexpr (kernels::detail::isSmallFloat<T>)
      precision = T::mantissaBits + 1;
  });
  return precision;
}
} // namespace

Status evalRandomUniform(EvalContext &c) {
  double low = c.attributes.number("low"), high = c.attributes.number("high");
  int bits = precisionOf(c.attributes.type("to"));
  bool ran = dispatch<float, double>(c.out(0).type(), [&]<typename T> {
    kernels::random::uniform(seedOf(c), c.out(0).elements(), low, high, bits, c.out<T>(0));
  });
  return ran ? success() : c.noKernelFor(c.out(0).type());
}

Status evalRandomNormal(EvalContext &c) {
  double mean = c.attributes.number("mean"), scale = c.attributes.number("scale");
  bool ran = dispatch<float, double>(c.out(0).type(), [&]<typename T> {
    kernels::random::normal(seedOf(c), c.out(0).elements(), mean, scale, c.out<T>(0));
  });
  return ran ? success() : c.noKernelFor(c.out(0).type());
}

Status evalBernoulli(EvalContext &c) {
  Tensor drawn = INGOT_TRY(c.scratch(ElementType::Bool, c.in(0).shape()));
  INGOT_TRY((c.dispatchOn<float, double>(0, [&]<typename T> {
    kernels::random::bernoulli(seedOf(c), drawn.elements(), c.in<T>(0), drawn.mutableData<bool>());
  })));
  c.set(0, INGOT_TRY(convert(drawn, c.resultTypes[0].element, c.budget)));
  return success();
}

Status evalMultinomial(EvalContext &c) {
  int64_t rows = c.in(0).dim(0), classes = c.in(0).dim(1);
  int64_t samples = c.attributes.integer("sample_size");
  Tensor sums = INGOT_TRY(c.scratch(ElementType::F64, {classes}));
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    dispatch<int32_t, int64_t>(c.out(0).type(), [&]<typename Index> {
      for (int64_t row = 0; row < rows; ++row)
        kernels::random::multinomial(seedOf(c), static_cast<uint64_t>(row),
                                     c.in<T>(0) + row * classes, classes, samples,
                                     sums.mutableData<double>(), c.out<Index>(0) + row * samples);
    });
  });
}

Status evalDropout(EvalContext &c) {
  int64_t n = c.in(0).elements();
  bool training = c.has(2) && c.in<bool>(2)[0];
  double ratio = c.has(1) ? c.in(1).numberAt(0) : 0.5;
  if (!training) {
    c.set(0, c.in(0));
    std::fill_n(c.out<bool>(1), n, true);
    return success();
  }
  if (!(ratio >= 0 && ratio < 1))
    return c.fail("ratio is ", ratio, ", wanted 0 or more and less than 1");
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    kernels::random::dropout(seedOf(c), n, c.in<T>(0), ratio, c.out<T>(0), c.out<bool>(1));
  });
}

} // namespace ingot::interp
