// Evaluators of the elementwise operators: one driver for every formula, and the few without one.
#include "compiler/interp/Blocks.h"
#include "compiler/interp/EvalContext.h"

#include <deque>

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
  auto row =
      std::find_if(rows.begin(), rows.end(), [&](const FormulaRow &r) { return r.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

constexpr size_t maxOperands = 3;

template <typename C>
void runFormula(EvalContext &c, BlockFunction<C> function, bool isBool, const double *parameters) {
  Tensor &out = c.out(0);
  if (out.elements() == 0)
    return;
  std::deque<BlockReader<C>> operands;
  for (size_t k = 0; k < c.operands.size(); ++k)
    operands.emplace_back(c.in(k), out.shape());
  WriteFunction<C> write = writerOf<C>(out.type());
  C computed[blockSize];
  forEachBlock(out, [&](int64_t start, int64_t n) {
    const C *in[maxOperands] = {};
    for (size_t k = 0; k < operands.size(); ++k)
      in[k] = operands[k].next(n);
    if (isBool)
      return function(in, n, parameters, out.mutableData<bool>() + start);
    if (out.type() == elementTypeOf<C>)
      return function(in, n, parameters, out.mutableData<C>() + start);
    function(in, n, parameters, computed);
    write(computed, n, out.mutableBytes(), start);
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
  dispatchCompute(type, [&]<typename C> {
    BlockFunction<C> function;
    if constexpr (std::is_same_v<C, double>)
      function = row->floating;
    else if constexpr (std::is_same_v<C, int64_t>)
      function = row->integer;
    else
      function = row->natural;
    if (!function)
      return;
    runFormula<C>(c, function, row->isBool, parameters.data());
    ran = true;
  });
  return ran ? success() : c.noKernelFor(type);
}

//===--------------------------------------------------------------------------------------------===//
// Operators whose operands differ in type, or are not numbers
//===--------------------------------------------------------------------------------------------===//

namespace {
/// z = x ^ y with x read as X and y as Y; the result has the type of x.
template <typename X, typename Y> void runPower(EvalContext &c) {
  Tensor &out = c.out(0);
  if (out.elements() == 0)
    return;
  BlockReader<X> bases(c.in(0), out.shape());
  BlockReader<Y> exponents(c.in(1), out.shape());
  WriteFunction<X> write = writerOf<X>(out.type());
  X computed[blockSize];
  forEachBlock(out, [&](int64_t start, int64_t n) {
    const X *x = bases.next(n);
    const Y *y = exponents.next(n);
    for (int64_t i = 0; i < n; ++i)
      if constexpr (std::is_same_v<X, double>)
        computed[i] = kernels::math::pow(x[i], y[i]);
      else
        computed[i] = static_cast<X>(
            kernels::math::integerPower(static_cast<uint64_t>(x[i]), std::is_signed_v<X>, y[i]));
    write(computed, n, out.mutableBytes(), start);
  });
}
} // namespace

Status evalPow(EvalContext &c) {
  for (size_t i : {0, 1})
    if (!isFloat(c.in(i).type()) && !isInteger(c.in(i).type()))
      return c.noKernelFor(c.in(i).type());
  if (isFloat(c.in(0).type()) || isFloat(c.in(1).type())) {
    runPower<double, double>(c);
    return success();
  }
  dispatchCompute(c.in(0).type(), [&]<typename X> {
    dispatchCompute(c.in(1).type(), [&]<typename Y> {
      if constexpr (!std::is_same_v<X, double> && !std::is_same_v<Y, double>)
        runPower<X, Y>(c);
    });
  });
  return success();
}

Status evalEqual(EvalContext &c) {
  Tensor &out = c.out(0);
  if (!c.in(0).isString())
    return evalFormula(c);
  if (out.elements() == 0)
    return success();
  OperandWalk x(c.in(0).shape(), out.shape()), y(c.in(1).shape(), out.shape());
  kernels::elementwise::equal(c.in(0).strings(), x.cursor(), c.in(1).strings(), y.cursor(),
                              out.elements(), out.mutableData<bool>());
  return success();
}

namespace {
/// Strings are chosen by address first, so that the result is charged before it is copied.
Status selectStrings(EvalContext &c) {
  Tensor chosen = INGOT_TRY(c.scratch(ElementType::U64, c.out(0).shape()));
  OperandWalk walks[] = {{c.in(0).shape(), chosen.shape()},
                         {c.in(1).shape(), chosen.shape()},
                         {c.in(2).shape(), chosen.shape()}};
  Tensor addresses[2];
  for (size_t k : {0, 1}) {
    addresses[k] = INGOT_TRY(c.scratch(ElementType::U64, c.in(k + 1).shape()));
    for (int64_t i = 0; i < addresses[k].elements(); ++i)
      addresses[k].mutableData<uint64_t>()[i] =
          reinterpret_cast<uint64_t>(c.in(k + 1).strings() + i);
  }
  kernels::elementwise::select(c.in<bool>(0), walks[0].cursor(), addresses[0].data<uint64_t>(),
                               walks[1].cursor(), addresses[1].data<uint64_t>(), walks[2].cursor(),
                               chosen.elements(), chosen.mutableData<uint64_t>());
  return c.fillStrings(0, [&](int64_t i) -> const std::string & {
    return *reinterpret_cast<const std::string *>(chosen.data<uint64_t>()[i]);
  });
}
} // namespace

Status evalWhere(EvalContext &c) {
  Tensor &out = c.out(0);
  if (out.elements() == 0)
    return success();
  if (out.isString())
    return selectStrings(c);
  OperandWalk condition(c.in(0).shape(), out.shape()), x(c.in(1).shape(), out.shape()),
      y(c.in(2).shape(), out.shape());
  auto select = [&]<typename T>() {
    kernels::elementwise::select(c.in<bool>(0), condition.cursor(),
                                 static_cast<const T *>(c.in(1).bytes()), x.cursor(),
                                 static_cast<const T *>(c.in(2).bytes()), y.cursor(),
                                 out.elements(), static_cast<T *>(out.mutableBytes()));
  };
  switch (elementBytes(out.type())) {
  case 1:
    select.operator()<uint8_t>();
    return success();
  case 2:
    select.operator()<uint16_t>();
    return success();
  case 4:
    select.operator()<uint32_t>();
    return success();
  case 8:
    select.operator()<uint64_t>();
    return success();
  case 16:
    select.operator()<kernels::c128>();
    return success();
  }
  return c.noKernelFor(out.type());
}

} // namespace ingot::interp
