// EvalContext: what a reference evaluator sees of an operator during a run.
//
//   Status evalTranspose(EvalContext &c) {
//     kernels::movement::transpose(c.in(0).bytes(), …, c.out(0).mutableBytes());
//     return success();
//   }
//
// Before an evaluator runs, the operator's shape function has checked all constraints against the
// exact operand types, small floats have been widened to f32 (unless the record says otherwise) and
// every result whose shape is known has been allocated. What remains for the evaluator to check is
// what depends on values, such as indices in range.
#pragma once

#include "compiler/dialect/graph/Operators.h"

namespace ingot::interp {

using graph::Attributes;

/// What an item of a sequence costs beside its elements, generously: handles, shape, counters.
inline constexpr int64_t sequenceItemBytes = 256;

class EvalContext {
public:
  /// Runs region `index` with these arguments; gives what it yields.
  using RegionRunner =
      std::function<Expected<std::vector<Value>>(size_t index, std::vector<Value> arguments)>;

  EvalContext(const graph::OperatorInfo &op, const Attributes &attributes,
              std::vector<Value> operands)
      : op(op), attributes(attributes), operands(std::move(operands)) {}

  const graph::OperatorInfo &op;
  const Attributes &attributes;
  std::vector<Value> operands;
  std::vector<Value> results;
  std::vector<ValueType> resultTypes; ///< from the shape function, small floats widened
  std::shared_ptr<MemoryBudget> budget;
  RegionRunner runRegion;            ///< set for operators with regions
  uint64_t seed = 0;                 ///< for random operators that bring no seed of their own
  std::function<Status()> timeCheck; ///< see checkTime

  bool has(size_t i) const { return i < operands.size() && !operands[i].isNone(); }
  const Tensor &in(size_t i) const { return operands[i].tensor(); }
  template <typename T> const T *in(size_t i) const { return in(i).data<T>(); }
  /// Null for an operand that was not given.
  template <typename T> const T *inOrNull(size_t i) const {
    return has(i) ? in(i).data<T>() : nullptr;
  }
  Tensor &out(size_t i) { return results[i].tensor(); }
  template <typename T> T *out(size_t i) { return out(i).mutableData<T>(); }

  /// For results whose shape depends on data: allocates result `i` with this shape.
  Status allocate(size_t i, Shape shape);
  Status allocate(size_t i, ElementType type, Shape shape);
  void set(size_t i, Value value) { results[i] = std::move(value); }
  /// All results at once; fails when there are more or fewer than the operator has.
  Status setAll(std::vector<Value> values);
  /// A sequence of these items, charged to the run's memory.
  Expected<Value> sequence(std::vector<Value> items) const;
  /// Charges what the tensor's elements hold outside of it: the text of strings.
  Status charge(Tensor &tensor, int64_t bytes) const;
  /// Fills string result `i` with copies of textOf(0), textOf(1), …, charged before they are made.
  template <typename F> Status fillStrings(size_t i, F &&textOf) {
    int64_t bytes = 0, count = out(i).elements();
    for (int64_t k = 0; k < count; ++k)
      if (__builtin_add_overflow(bytes, static_cast<int64_t>(textOf(k).size()), &bytes))
        return fail("the text of the result has no representable size");
    INGOT_TRY(charge(out(i), bytes));
    for (int64_t k = 0; k < count; ++k)
      out<std::string>(i)[k] = textOf(k);
    return success();
  }
  /// Fails when the run has taken longer than it may. Evaluators that do more than a little for
  /// each element of their operands and results ask now and then.
  Status checkTime() const { return timeCheck ? timeCheck() : success(); }
  /// The value of an integer operand that has one element.
  Expected<int64_t> integer(size_t i) const;
  /// A temporary tensor, charged to the run's memory.
  Expected<Tensor> scratch(ElementType type, Shape shape) const {
    return Tensor::allocate(type, std::move(shape), budget);
  }
  template <typename... Parts> Status fail(const Parts &...message) const {
    return failure(str(op.name, ": ", message...));
  }
  /// The error for an element type the evaluator has no kernel for.
  Status noKernelFor(ElementType type) const {
    return unsupported(str(op.name, " has no reference kernel for ", elementName(type)));
  }
  /// Runs `f.operator()<T>()` for the C++ type of operand `i` if it is among Types.
  template <typename... Types, typename F> Status dispatchOn(size_t i, F &&f) {
    return dispatch<Types...>(in(i).type(), f) ? success() : noKernelFor(in(i).type());
  }
};

using Evaluator = Status (*)(EvalContext &);
Evaluator evaluatorOf(const graph::OperatorInfo &op);

/// Asked by a kernel whether to go on; the status is the time limit's when not.
struct Deadline {
  const EvalContext &context;
  Status status = success();

  bool operator()() { return (status = context.checkTime()).ok(); }
};

struct EvalOptions {
  std::shared_ptr<MemoryBudget> budget;
  EvalContext::RegionRunner runRegion;
  std::function<Status()> timeCheck;
  /// The static types of each region, for the shape function.
  std::vector<graph::RegionTypes> regionTypes;
  uint64_t seed = 0;
};

/// Checks the constraints, allocates the results and runs the reference evaluator.
Expected<std::vector<Value>> evaluate(const graph::OperatorInfo &op, const Attributes &attributes,
                                      std::vector<Value> operands, const EvalOptions &options);

/// Every element converted to `type` (numbers only): floats round to nearest even, integers wrap.
Expected<Tensor> convert(const Tensor &tensor, ElementType type,
                         const std::shared_ptr<MemoryBudget> &budget);

} // namespace ingot::interp
