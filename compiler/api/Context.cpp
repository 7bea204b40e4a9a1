// Contexts, and what reports add up to.
#include "compiler/api/Inputs.h"
#include "compiler/targets/Target.h"

#include <algorithm>

namespace ingot {
namespace {

/// For programs that run on the host: values go in, other values come out.
class HostContext : public Context::Impl {
public:
  HostContext(std::shared_ptr<const Program::Impl> program, const RunOptions &options)
      : program(std::move(program)), options(options) {}

  Status run(const std::function<void(const StepTime &)> &timed) override {
    std::vector<Value> prepared;
    for (const Value &input : inputs)
      prepared.push_back(INGOT_TRY(alignedValue(input)));
    RunOptions run = options;
    run.timed = timed;
    run.limits = limits;
    outputs = INGOT_TRY(program->run(prepared, run));
    return success();
  }

private:
  std::shared_ptr<const Program::Impl> program;
  RunOptions options;
};

/// What an input is before anybody has set it.
Expected<Value> initial(const ValueType &type, const std::shared_ptr<MemoryBudget> &budget) {
  if (type.isSequence())
    return Value::sequence({});
  if (!type.isTensor())
    return Value();
  return Value(INGOT_TRY(Tensor::allocate(type.element, type.dims, budget)));
}

/// Whether a port takes every value of this type.
bool takes(const ValueType &port, const ValueType &type) {
  if (!port.isTensor())
    return port.kind == type.kind;
  if (!type.isTensor() || type.element != port.element)
    return false;
  return !port.ranked ||
         (type.ranked &&
          std::equal(port.dims.begin(), port.dims.end(), type.dims.begin(), type.dims.end(),
                     [](int64_t wanted, int64_t given) { return wanted < 0 || wanted == given; }));
}

/// The types of the inputs, all tensors of known sizes.
Expected<std::vector<ValueType>> typesFor(const std::vector<Port> &ports,
                                          const std::vector<ValueType> &given) {
  if (!given.empty() && given.size() != ports.size())
    return failure(str(given.size(), " types given, wanted ", ports.size()), ErrorKind::Usage);
  std::vector<ValueType> types;
  for (size_t i = 0; i < ports.size(); ++i) {
    types.push_back(given.empty() ? ports[i].type : given[i]);
    if (!takes(ports[i].type, types[i]))
      return failure(str("input '", ports[i].name, "': given ", types[i].text(), ", wanted ",
                         ports[i].typeText()),
                     ErrorKind::Usage);
    if (types[i].isTensor() && !types[i].isStatic())
      return failure(str("input '", ports[i].name, "' ", ports[i].typeText(),
                         " has no known size; a context needs one"),
                     ErrorKind::Usage);
  }
  return types;
}

bool isOfType(const ValueType &type, const Value &value) {
  return value.isTensor() && value.tensor().type() == type.element &&
         value.tensor().shape() == type.dims;
}

/// Tensors are compared first, which allocates nothing where nothing is wrong.
Status checkInputs(const Context::Impl &context) {
  bool fits = context.inputs.size() == context.types.size();
  for (size_t i = 0; fits && i < context.types.size(); ++i)
    fits = isOfType(context.types[i], context.inputs[i]);
  if (fits)
    return success();
  std::vector<Port> ports = *context.ports;
  for (size_t i = 0; i < ports.size(); ++i)
    ports[i].type = context.types[i];
  std::string all;
  for (const std::string &problem : checkInputs(ports, context.inputs))
    all += (all.empty() ? "" : "; ") + problem;
  return all.empty() ? success() : failure(std::move(all), ErrorKind::Usage);
}

} // namespace

Context::Context(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Context::Context(Context &&) = default;
Context &Context::operator=(Context &&) = default;
Context::~Context() = default;

std::vector<Value> &Context::inputs() { return impl->inputs; }
std::vector<Value> &Context::outputs() { return impl->outputs; }
const Report &Context::report() const { return impl->report; }

Status Context::run() {
  INGOT_TRY(checkInputs(*impl));
  return impl->run(nullptr);
}

Status Context::run(const RunLimits &limits) {
  RunLimits usual = std::exchange(impl->limits, limits);
  Status status = run();
  impl->limits = std::move(usual);
  return status;
}

Expected<std::vector<StepTime>> Context::profile() {
  INGOT_TRY(checkInputs(*impl));
  std::vector<StepTime> times;
  INGOT_TRY(impl->run([&](const StepTime &time) { times.push_back(time); }));
  return times;
}

Expected<Context> Program::context(const ContextOptions &options) const {
  std::vector<ValueType> types = INGOT_TRY(typesFor(*inputs, options.types));
  RunOptions run = options.run;
  run.maxMemory = run.memoryLimit();
  run.observe = nullptr;
  auto context = INGOT_TRY(impl->context(types, run));
  if (!context) {
    context = std::make_unique<HostContext>(impl, run);
    context->report = INGOT_TRY(impl->reportFor(types));
  }
  auto budget = std::make_shared<MemoryBudget>(run.maxMemory);
  for (const ValueType &type : types)
    context->inputs.push_back(INGOT_TRY(initial(type, budget)));
  context->types = std::move(types);
  context->limits = run.limits;
  context->ports = inputs;
  return Context(std::move(context));
}

Report Program::report() const { return impl->report(); }

double CompiledShare::ofOperators() const {
  return operators == 0 ? 1
                        : static_cast<double>(compiledOperators) / static_cast<double>(operators);
}

double CompiledShare::ofMacs() const {
  if (!areMacsKnown)
    return 0;
  return macs > 0 ? compiledMacs / macs : 1;
}

CompiledShare Report::compiled() const {
  CompiledShare share;
  for (const OperatorReport &op : operators) {
    auto count = static_cast<int64_t>(op.ops.size());
    auto macs = static_cast<double>(op.macs.value_or(0));
    bool isCompiled = op.host.empty();
    share.operators += count;
    share.macs += macs;
    share.compiledOperators += isCompiled ? count : 0;
    share.compiledMacs += isCompiled ? macs : 0;
    share.areMacsKnown &= isCompiled || op.macs.has_value();
  }
  return share;
}

int64_t Report::weightBytes() const {
  int64_t bytes = 0;
  for (const SegmentReport &segment : segments)
    bytes += segment.weightBytes;
  return bytes;
}

int64_t Report::arenaBytes() const {
  int64_t bytes = 0;
  for (const SegmentReport &segment : segments)
    bytes += segment.isInner ? 0 : segment.arenaBytes;
  return bytes;
}

int64_t Report::codeBytes() const {
  int64_t bytes = 0;
  for (const SegmentReport &segment : segments)
    bytes += segment.codeBytes;
  return bytes;
}

double Report::seconds() const {
  double seconds = 0;
  for (const StageReport &stage : stages)
    seconds += stage.seconds;
  return seconds;
}

} // namespace ingot
