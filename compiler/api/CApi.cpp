// The C API over the C++ one.
#include "ingot/Ingot.h"
#include "ingot/ingot_c.h"

#include <algorithm>

using namespace ingot;

struct ingot_error {
  ingot_error_kind kind;
  std::string message;
};

namespace {
/// A port with the C view of it.
struct PortView {
  Port port;
  std::string typeText;
  std::vector<std::string> dimNames;
  std::vector<const char *> dimNamePointers;

  explicit PortView(const Port &source)
      : port(source), typeText(source.typeText()), dimNames(source.dimNames) {
    dimNames.resize(port.type.dims.size());
    for (const std::string &name : dimNames)
      dimNamePointers.push_back(name.c_str());
  }
  // The pointers point into the strings beside them.
  PortView(const PortView &) = delete;
};
using PortViews = std::vector<std::unique_ptr<PortView>>;

PortViews viewsOf(const std::vector<Port> &ports) {
  PortViews views;
  for (const Port &port : ports)
    views.push_back(std::make_unique<PortView>(port));
  return views;
}
} // namespace

struct ingot_model {
  Model model;
  PortViews inputs, outputs;
  explicit ingot_model(Model loaded)
      : model(std::move(loaded)), inputs(viewsOf(model.inputs())),
        outputs(viewsOf(model.outputs())) {}
};

struct ingot_program {
  Program program;
};

struct ingot_context {
  Context context;
};

struct ingot_thread_pool {
  ThreadPool pool;
};

struct ingot_cancellation {
  CancellationToken token = CancellationToken::create();
};

// The enumerators are ONNX' numbers, as are those of ElementType.inc.
#define INGOT_ELEMENT_TYPE(name, ctype, class_, bits, onnx, text)                                  \
  static_assert(INGOT_##name == (onnx));
#define INGOT_Bool INGOT_BOOL
#define INGOT_String INGOT_STRING
#include "ingot/ElementType.inc"
#undef INGOT_ELEMENT_TYPE

namespace {

ingot_error *makeError(ErrorKind kind, std::string message) {
  return new ingot_error{static_cast<ingot_error_kind>(kind), std::move(message)};
}
ingot_error *makeError(const Status &status) { return makeError(status.kind(), status.message()); }
ingot_error *usage(std::string message) { return makeError(ErrorKind::Usage, std::move(message)); }

/// The caller's struct, which may be of an older and shorter version, with zeros for the rest.
template <typename T> bool readOptions(const T *given, T &options) {
  options = T{};
  if (!given)
    return true;
  size_t size = given->struct_size;
  if (size < sizeof(size_t) || size > 4096)
    return false;
  std::memcpy(&options, given, std::min(size, sizeof(T)));
  return true;
}

ingot_error *readLoadOptions(const ingot_load_options *given, LoadOptions &options) {
  ingot_load_options plain;
  if (!readOptions(given, plain))
    return usage("ingot_load_options: struct_size is not set");
  for (size_t i = 0; i < plain.dim_count; ++i) {
    if (!plain.dims || !plain.dims[i].name || plain.dims[i].size < 0)
      return usage(str("ingot_load_options: dimension ", i, " has no name or a negative size"));
    options.dims[plain.dims[i].name] = plain.dims[i].size;
  }
  return nullptr;
}

ingot_error *readRanges(const ingot_compile_options &plain, CompileOptions &options) {
  for (size_t i = 0; i < plain.range_count; ++i) {
    if (!plain.ranges || !plain.ranges[i].name)
      return usage(str("ingot_compile_options: range ", i, " has no name"));
    options.ranges.push_back({plain.ranges[i].name, plain.ranges[i].first, plain.ranges[i].last});
  }
  return nullptr;
}

ingot_error *readCompileOptions(const ingot_compile_options *given, CompileOptions &options) {
  ingot_compile_options plain;
  if (!readOptions(given, plain))
    return usage("ingot_compile_options: struct_size is not set");
  if (plain.target)
    options.target = plain.target;
  if (plain.cpu)
    options.cpu = plain.cpu;
  options.threads = plain.threads;
  switch (plain.specialize) {
  case INGOT_SPECIALIZE_DEFAULT:
    break;
  case INGOT_SPECIALIZE_NONE:
    options.specialize = Specialization::None;
    break;
  case INGOT_SPECIALIZE_SHAPES:
    options.specialize = Specialization::Shapes;
    break;
  case INGOT_SPECIALIZE_ALL:
    options.specialize = Specialization::All;
    break;
  default:
    return usage(str("ingot_compile_options: no specialization ", plain.specialize));
  }
  options.optimize = plain.no_optimize == 0;
  options.flushDenormals = plain.flush_denormals != 0;
  options.inBackground = plain.no_background == 0;
  if (plain.program_memory < 0)
    return usage(str("ingot_compile_options: ", plain.program_memory, " bytes of program_memory"));
  options.programMemory = plain.program_memory;
  switch (plain.precision) {
  case 0:
    break;
  case INGOT_F32:
  case INGOT_F16:
  case INGOT_BF16:
    options.precision = elementFromOnnx(plain.precision);
    break;
  default:
    return usage(str("ingot_compile_options: no precision ", plain.precision,
                     "; wanted INGOT_F32, INGOT_F16 or INGOT_BF16"));
  }
  switch (plain.math) {
  case INGOT_MATH_DEFAULT:
    break;
  case INGOT_MATH_STRICT:
    options.math = Math::Strict;
    break;
  case INGOT_MATH_FAST:
    options.math = Math::Fast;
    break;
  default:
    return usage(str("ingot_compile_options: no math ", plain.math,
                     "; wanted INGOT_MATH_STRICT or INGOT_MATH_FAST"));
  }
  if (ingot_error *error = readRanges(plain, options))
    return error;
  if (plain.pool)
    options.pool = plain.pool->pool;
  if (plain.progress)
    options.progress = [plain](const Progress &progress) {
      plain.progress(plain.progress_user, std::string(progress.stage).c_str(), progress.done,
                     progress.total);
    };
  return nullptr;
}

ingot_error *readRunOptions(const ingot_run_options *given, RunOptions &options) {
  ingot_run_options plain;
  if (!readOptions(given, plain))
    return usage("ingot_run_options: struct_size is not set");
  options.maxMemory = plain.max_memory;
  options.timeout = plain.timeout;
  options.seed = plain.seed;
  if (plain.cancellation)
    options.limits.cancellation = plain.cancellation->token;
  if (plain.deadline < 0)
    return usage(str("ingot_run_options: the deadline ", plain.deadline, " is negative"));
  if (plain.deadline > 0) // the clock of both is CLOCK_MONOTONIC
    options.limits.deadline =
        RunLimits::Clock::time_point(std::chrono::nanoseconds(plain.deadline));
  return nullptr;
}

ingot_error *finishLoad(LoadResult loaded, ingot_model **model) {
  if (loaded.model) {
    *model = new ingot_model(std::move(*loaded.model));
    return nullptr;
  }
  std::string message;
  for (const Diagnostic &diagnostic : loaded.diagnostics)
    if (diagnostic.severity == Severity::Error)
      message += render(diagnostic);
  if (message.ends_with("\n"))
    message.pop_back();
  return makeError(loaded.kind(), std::move(message));
}

ingot_error *describePort(const PortViews &views, size_t index, ingot_port *port) {
  if (!port || index >= views.size())
    return usage(str("port ", index, " of ", views.size(), " was asked for"));
  const PortView &view = *views[index];
  const ValueType &type = view.port.type;
  port->name = view.port.name.c_str();
  port->type = view.typeText.c_str();
  port->element = type.isTensor() ? onnxNumber(type.element) : 0;
  port->rank = type.isTensor() && type.ranked ? static_cast<int32_t>(type.dims.size()) : -1;
  port->dims = type.dims.data();
  port->dim_names = view.dimNamePointers.data();
  return nullptr;
}

/// Element, rank and dims of a buffer.
Expected<ValueType> readType(const ingot_buffer &buffer) {
  auto element = elementFromOnnx(buffer.element);
  if (!element || *element == ElementType::String)
    return failure(str("element ", buffer.element, " cannot be passed in a buffer"),
                   ErrorKind::Usage);
  if (buffer.rank < 0 || buffer.rank > 64 || (buffer.rank > 0 && !buffer.dims))
    return failure(str("rank ", buffer.rank, " without dims"), ErrorKind::Usage);
  return ValueType::tensor(*element, Shape(buffer.dims, buffer.dims + buffer.rank));
}

Expected<Value> readBuffer(const ingot_buffer &buffer) {
  ValueType type = INGOT_TRY(readType(buffer));
  auto count = elementCount(type.dims);
  int64_t wanted = 0;
  if (!count ||
      __builtin_mul_overflow(*count, static_cast<int64_t>(elementBytes(type.element)), &wanted) ||
      static_cast<uint64_t>(wanted) != buffer.bytes || (wanted > 0 && !buffer.data))
    return failure(str("the buffer has ", buffer.bytes, " bytes, ", type.text(), " takes ", wanted),
                   ErrorKind::Usage);
  Tensor view = Tensor::view(type.element, std::move(type.dims), buffer.data, nullptr);
  return Value(INGOT_TRY(view.canonical()));
}

/// A value of a context as a buffer over its memory.
ingot_error *describeValue(std::vector<Value> &values, size_t index, ingot_buffer *buffer) {
  if (!buffer || index >= values.size())
    return usage(str("value ", index, " of ", values.size(), " was asked for"));
  if (!values[index].isTensor() || values[index].tensor().isString())
    return makeError(ErrorKind::Unsupported,
                     str("value ", index, " is ", ValueType::of(values[index]).text(),
                         ", which no buffer holds"));
  Tensor &tensor = values[index].tensor();
  buffer->element = onnxNumber(tensor.type());
  buffer->rank = static_cast<int32_t>(tensor.rank());
  buffer->dims = const_cast<int64_t *>(tensor.shape().data());
  buffer->data = tensor.mutableBytes();
  buffer->bytes = tensor.byteSize();
  return nullptr;
}

/// The caller wrote into the context's own memory whatever bytes it had.
void canonicalizeInputs(Context &context) {
  for (Value &input : context.inputs())
    if (input.isTensor() && !input.tensor().isString())
      canonicalize(input.tensor().type(), input.tensor().mutableBytes(), input.tensor().elements());
}

/// Writes an output and says how large it is; false when the buffer has too little room.
bool writeBuffer(const Tensor &tensor, ingot_buffer &buffer) {
  bool fits = tensor.rank() <= buffer.rank && (tensor.rank() == 0 || buffer.dims);
  if (fits)
    std::copy(tensor.shape().begin(), tensor.shape().end(), buffer.dims);
  bool measured = !buffer.data;
  fits = (fits || measured) && (measured || tensor.byteSize() <= buffer.bytes);
  if (fits && !measured && tensor.byteSize() > 0)
    std::memcpy(buffer.data, tensor.bytes(), tensor.byteSize());
  buffer.element = onnxNumber(tensor.type());
  buffer.rank = static_cast<int32_t>(tensor.rank());
  buffer.bytes = tensor.byteSize();
  return fits;
}

} // namespace

extern "C" {

uint32_t ingot_abi_version(void) { return INGOT_ABI_VERSION; }
const char *ingot_version(void) { return version(); }

ingot_error_kind ingot_error_get_kind(const ingot_error *error) {
  return error ? error->kind : INGOT_OK;
}
const char *ingot_error_message(const ingot_error *error) {
  return error ? error->message.c_str() : "";
}
void ingot_error_free(ingot_error *error) { delete error; }

size_t ingot_element_bytes(int32_t element) {
  auto type = elementFromOnnx(element);
  return type ? elementBytes(*type) : 0;
}

ingot_error *ingot_model_load(const char *path, const ingot_load_options *options,
                              ingot_model **model) {
  if (!path || !model)
    return usage("ingot_model_load: path or model is NULL");
  *model = nullptr;
  LoadOptions load;
  if (ingot_error *error = readLoadOptions(options, load))
    return error;
  return finishLoad(Model::load(path, load), model);
}

ingot_error *ingot_model_load_memory(const void *bytes, size_t size,
                                     const ingot_load_options *options, ingot_model **model) {
  if ((!bytes && size > 0) || !model)
    return usage("ingot_model_load_memory: bytes or model is NULL");
  *model = nullptr;
  LoadOptions load;
  if (ingot_error *error = readLoadOptions(options, load))
    return error;
  auto copy = std::make_shared<const std::string>(static_cast<const char *>(bytes), size);
  return finishLoad(Model::loadBytes(*copy, copy, load), model);
}

void ingot_model_free(ingot_model *model) { delete model; }

size_t ingot_model_input_count(const ingot_model *model) {
  return model ? model->inputs.size() : 0;
}
size_t ingot_model_output_count(const ingot_model *model) {
  return model ? model->outputs.size() : 0;
}
ingot_error *ingot_model_input(const ingot_model *model, size_t index, ingot_port *port) {
  return model ? describePort(model->inputs, index, port) : usage("the model is NULL");
}
ingot_error *ingot_model_output(const ingot_model *model, size_t index, ingot_port *port) {
  return model ? describePort(model->outputs, index, port) : usage("the model is NULL");
}

size_t ingot_target_count(void) { return targets().size(); }
const char *ingot_target_name(size_t index) {
  static const std::vector<TargetInfo> all = targets();
  return index < all.size() ? all[index].name.c_str() : nullptr;
}

ingot_error *ingot_model_compile(const ingot_model *model, const char *target,
                                 ingot_program **program) {
  ingot_compile_options options = {};
  options.struct_size = sizeof options;
  options.target = target;
  return ingot_model_compile_with(model, &options, program);
}

ingot_error *ingot_model_compile_with(const ingot_model *model,
                                      const ingot_compile_options *options,
                                      ingot_program **program) {
  if (!model || !program)
    return usage("ingot_model_compile: model or program is NULL");
  *program = nullptr;
  CompileOptions compile;
  if (ingot_error *error = readCompileOptions(options, compile))
    return error;
  auto compiled = model->model.compile(compile);
  if (!compiled.ok())
    return makeError(compiled.status());
  *program = new ingot_program{compiled.take()};
  return nullptr;
}

ingot_error *ingot_thread_pool_create(int32_t threads, ingot_thread_pool **pool) {
  if (!pool)
    return usage("ingot_thread_pool_create: pool is NULL");
  *pool = nullptr;
  auto made = ThreadPool::create(threads);
  if (!made.ok())
    return makeError(made.status());
  *pool = new ingot_thread_pool{made.take()};
  return nullptr;
}
void ingot_thread_pool_free(ingot_thread_pool *pool) { delete pool; }

ingot_cancellation *ingot_cancellation_create(void) { return new ingot_cancellation; }
void ingot_cancellation_cancel(ingot_cancellation *cancellation) {
  if (cancellation)
    cancellation->token.cancel();
}
void ingot_cancellation_free(ingot_cancellation *cancellation) { delete cancellation; }

ingot_error *ingot_program_report(const ingot_program *program, ingot_report *report) {
  ingot_report full = {};
  if (!program || !report || !readOptions(report, full))
    return usage("ingot_program_report: program or report is NULL, or struct_size is not set");
  size_t size = report->struct_size;
  Report source = program->program.report();
  full = {};
  full.struct_size = size;
  full.weight_bytes = source.weightBytes();
  full.arena_bytes = source.arenaBytes();
  full.code_bytes = source.codeBytes();
  full.compile_seconds = source.seconds();
  full.segments = static_cast<int64_t>(source.segments.size());
  for (const SegmentReport &segment : source.segments)
    for (const StepReport &step : segment.steps) {
      ++full.steps;
      full.host_steps += !step.host.empty();
    }
  full.whole = source.whole;
  CompiledShare share = source.compiled();
  full.compiled_operators = source.compiles() ? share.ofOperators() : 0;
  full.compiled_macs = source.compiles() ? share.ofMacs() : 0;
  full.ahead_sizes = source.ahead.sizes;
  full.ahead_refused = source.ahead.refused;
  full.ahead_code_bytes = source.ahead.codeBytes;
  full.ahead_seconds = source.ahead.seconds;
  std::memcpy(report, &full, std::min(size, sizeof full));
  return nullptr;
}

void ingot_program_free(ingot_program *program) { delete program; }

ingot_error *ingot_program_run(const ingot_program *program, const ingot_buffer *inputs,
                               size_t input_count, ingot_buffer *outputs, size_t output_count,
                               const ingot_run_options *options) {
  if (!program || (!inputs && input_count) || (!outputs && output_count))
    return usage("ingot_program_run: program, inputs or outputs is NULL");
  RunOptions run;
  if (ingot_error *error = readRunOptions(options, run))
    return error;
  std::vector<Value> values;
  for (size_t i = 0; i < input_count; ++i) {
    auto value = readBuffer(inputs[i]);
    if (!value.ok())
      return makeError(value.takeStatus().within(str("input ", i)));
    values.push_back(value.take());
  }
  auto results = program->program.run(values, run);
  if (!results.ok())
    return makeError(results.status());
  if (results->size() != output_count)
    return usage(str(output_count, " outputs given, the model has ", results->size()));
  std::string tooSmall;
  for (size_t i = 0; i < output_count; ++i) {
    const Value &value = (*results)[i];
    if (!value.isTensor() || value.tensor().isString())
      return makeError(
          ErrorKind::Unsupported,
          str("output ", i, " is ", ValueType::of(value).text(), ", which no buffer holds"));
    if (!writeBuffer(value.tensor(), outputs[i]))
      tooSmall += str(tooSmall.empty() ? "" : "\n", "output ", i, " is ",
                      ValueType::of(value).text(), ": ", value.tensor().byteSize(), " bytes and ",
                      value.tensor().rank(), " dims do not fit the buffer");
  }
  return tooSmall.empty() ? nullptr : usage(std::move(tooSmall));
}

ingot_error *ingot_context_create(const ingot_program *program, const ingot_buffer *types,
                                  size_t type_count, const ingot_run_options *options,
                                  ingot_context **context) {
  if (!program || !context)
    return usage("ingot_context_create: program or context is NULL");
  *context = nullptr;
  ContextOptions wanted;
  if (ingot_error *error = readRunOptions(options, wanted.run))
    return error;
  for (size_t i = 0; types && i < type_count; ++i) {
    auto type = readType(types[i]);
    if (!type.ok())
      return makeError(type.takeStatus().within(str("type ", i)));
    wanted.types.push_back(type.take());
  }
  auto made = program->program.context(wanted);
  if (!made.ok())
    return makeError(made.status());
  *context = new ingot_context{made.take()};
  return nullptr;
}

void ingot_context_free(ingot_context *context) { delete context; }

size_t ingot_context_input_count(const ingot_context *context) {
  return context ? const_cast<ingot_context *>(context)->context.inputs().size() : 0;
}
size_t ingot_context_output_count(const ingot_context *context) {
  return context ? const_cast<ingot_context *>(context)->context.outputs().size() : 0;
}
ingot_error *ingot_context_input(ingot_context *context, size_t index, ingot_buffer *buffer) {
  return context ? describeValue(context->context.inputs(), index, buffer)
                 : usage("the context is NULL");
}
ingot_error *ingot_context_output(ingot_context *context, size_t index, ingot_buffer *buffer) {
  return context ? describeValue(context->context.outputs(), index, buffer)
                 : usage("the context is NULL");
}

ingot_error *ingot_context_run(ingot_context *context) {
  if (!context)
    return usage("the context is NULL");
  canonicalizeInputs(context->context);
  Status status = context->context.run();
  return status.ok() ? nullptr : makeError(status);
}

ingot_error *ingot_context_run_with(ingot_context *context, const ingot_run_options *options) {
  if (!context)
    return usage("the context is NULL");
  RunOptions run;
  if (ingot_error *error = readRunOptions(options, run))
    return error;
  canonicalizeInputs(context->context);
  Status status = context->context.run(run.limits);
  return status.ok() ? nullptr : makeError(status);
}

} // extern "C"
