// Evaluators of the elementwise operators: one driver for every formula, and conversions.
#include "compiler/interp/EvalContext.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/elementwise/reference.h"

#include <algorithm>

namespace ingot::interp {
namespace {

namespace formulas {
using namespace kernels::math;
#include "compiler/dialect/graph/Formulas.inc"
} // namespace formulas

/// A formula in each compute type; null where the operator does not take it.
template <typename C>
using BlockFunction = void (*)(const C *const *in, int64_t n, const double *parameters, void *out);

struct FormulaRow {
  std::string_view name;
  BlockFunction<double> floating;
  BlockFunction<int64_t> integer;
  BlockFunction<uint64_t> natural; ///< unsigned integers and booleans
  bool isBool;
  std::vector<std::string_view> parameters;
};

template <bool Enabled, typename Formula, typename C, bool IsBool> BlockFunction<C> block() {
  if constexpr (Enabled) {
    using R = std::conditional_t<IsBool, bool, C>;
    return [](const C *const *in, int64_t n, const double *parameters, void *out) {
      kernels::elementwise::apply<Formula, C, R>(in, n, parameters, static_cast<R *>(out));
    };
  }
  return nullptr;
}

const FormulaRow *findFormula(std::string_view name) {
  static const std::vector<FormulaRow> rows = {
#define INGOT_FORMULA(name, arity, f, i, u, isBool, ...)                                           \
  {#name,                                                                                          \
   block<f, formulas::Formula_##name, double, isBool>(),                                           \
   block<i, formulas::Formula_##name, int64_t, isBool>(),                                          \
   block<u, formulas::Formula_##name, uint64_t, isBool>(),                                         \
   isBool,                                                                                         \
   __VA_ARGS__},
#include "compiler/dialect/graph/FormulaRows.inc"
#undef INGOT_FORMULA
  };
  auto row = std::find_if(rows.begin(), rows.end(),
                          [&](const FormulaRow &r) { return r.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

/// Walks the operands of a broadcast operator in contiguous runs of the output.
struct BroadcastWalk {
  Shape shape;                               ///< of the output, never rank 0
  std::vector<std::vector<int64_t>> strides; ///< per operand, 0 where it is repeated

  BroadcastWalk(const Shape &output, const std::vector<Value> &operands) : shape(output) {
    if (shape.empty())
      shape = {1};
    for (const Value &operand : operands) {
      const Shape &dims = operand.tensor().shape();
      auto dense = graph::denseStrides(dims);
      std::vector<int64_t> stride(shape.size(), 0);
      for (size_t i = 0; i < dims.size(); ++i)
        if (dims[i] != 1)
          stride[shape.size() - dims.size() + i] = dense[i];
      strides.push_back(std::move(stride));
    }
  }

  /// Calls f(offsets per operand, output offset, run length) for every run of the last axis.
  template <typename F> void forEachRun(F &&f) const {
    int64_t total = elementCount(shape).value_or(0);
    if (total == 0)
      return;
    int64_t run = shape.back();
    std::vector<int64_t> index(shape.size(), 0), offsets(strides.size(), 0);
    for (int64_t start = 0; start < total; start += run) {
      f(offsets, start, run);
      for (size_t axis = shape.size() - 1; axis-- > 0;) {
        for (size_t k = 0; k < strides.size(); ++k)
          offsets[k] += strides[k][axis];
        if (++index[axis] < shape[axis])
          break;
        for (size_t k = 0; k < strides.size(); ++k)
          offsets[k] -= strides[k][axis] * shape[axis];
        index[axis] = 0;
      }
    }
  }
};

constexpr int64_t blockSize = kernels::elementwise::blockSize;
constexpr size_t maxOperands = 3;

template <typename T>
void runFormula(EvalContext &c, BlockFunction<kernels::Compute<T>> function, bool isBool,
                const double *parameters) {
  using C = kernels::Compute<T>;
  C widened[maxOperands][blockSize];
  alignas(16) char computed[blockSize * sizeof(C)];
  const C *in[maxOperands] = {widened[0], widened[1], widened[2]};
  BroadcastWalk walk(c.out(0).shape(), c.operands);
  size_t last = walk.shape.size() - 1;
  walk.forEachRun([&](const std::vector<int64_t> &offsets, int64_t start, int64_t run) {
    for (int64_t done = 0; done < run; done += blockSize) {
      int64_t n = std::min(blockSize, run - done);
      for (size_t k = 0; k < offsets.size(); ++k) {
        int64_t stride = walk.strides[k][last];
        kernels::elementwise::loadBlock(c.in<T>(k) + offsets[k] + done * stride, stride, n,
                                        widened[k]);
      }
      if (isBool) {
        function(in, n, parameters, c.out<bool>(0) + start + done);
        continue;
      }
      function(in, n, parameters, computed);
      kernels::elementwise::storeBlock(reinterpret_cast<const C *>(computed), n,
                                       c.out<T>(0) + start + done);
    }
  });
}

double parameterValue(const Attributes &attributes, std::string_view name) {
  const auto *value = attributes.find(name);
  if (const auto *number = std::get_if<float>(value))
    return *number;
  if (const auto *integer = std::get_if<int64_t>(value))
    return static_cast<double>(*integer);
  return std::get<bool>(*value);
}

} // namespace

Status evalFormula(EvalContext &c) {
  const FormulaRow *row = findFormula(c.op.name);
  assert(row && "every operator with eval = Formula has one");
  std::vector<double> parameters;
  for (std::string_view name : row->parameters)
    parameters.push_back(parameterValue(c.attributes, name));
  ElementType type = c.in(0).type();
  bool ran = false;
  dispatchNumeric(type, [&]<typename T> {
    BlockFunction<kernels::Compute<T>> function;
    if constexpr (std::is_same_v<kernels::Compute<T>, double>)
      function = row->floating;
    else if constexpr (std::is_same_v<kernels::Compute<T>, int64_t>)
      function = row->integer;
    else
      function = row->natural;
    if (!function)
      return;
    runFormula<T>(c, function, row->isBool, parameters.data());
    ran = true;
  });
  return ran ? success() : c.noKernelFor(type);
}

Status evalCast(EvalContext &c) {
  c.results[0] = INGOT_TRY(convert(c.in(0), c.attributes.type("to"), c.budget));
  return success();
}

} // namespace ingot::interp
