// The C++ API of Ingot: load a model, look into it, compile it for a target, run it.
//
//   auto loaded = ingot::Model::load("digits.onnx");
//   if (!loaded.model)
//     for (const auto &d : loaded.diagnostics) std::cerr << render(d);
//   auto program = loaded.model->compile();
//   auto outputs = program->run({ingot::Tensor::of<float>({1, 1, 8, 8}, pixels)});
//
// To run often, make a Context: its tensors are filled in place, and a run of a model that is
// compiled as a whole allocates nothing.
//
//   auto context = program->context();
//   float *pixels = context->inputs()[0].tensor().mutableData<float>();
//   ingot::Status status = context->run();
//   const float *scores = context->outputs()[0].tensor().data<float>();
//
// A Model and a Program are immutable handles: copy them freely, use them from any thread. A
// Context belongs to one thread at a time; any number of them share a Program. Nothing throws and
// nothing aborts on bad input: errors come as Diagnostic lists or as Status.
#pragma once

#include "ingot/Cancellation.h"
#include "ingot/Diagnostic.h"
#include "ingot/Inspect.h"
#include "ingot/Limits.h"
#include "ingot/Machine.h"
#include "ingot/Report.h"
#include "ingot/Status.h"
#include "ingot/Tensor.h"
#include "ingot/ThreadPool.h"
#include "ingot/Value.h"

#include <functional>
#include <map>
#include <optional>

namespace ingot {

/// An input or output of a model.
struct Port {
  std::string name;
  ValueType type;
  std::vector<std::string> dimNames; ///< "" for dimensions without a name

  /// "f32[batch,1,8,8]".
  std::string typeText() const;
};

/// Everything that keeps these values from being the inputs of a model with these ports: number,
/// kind, element type, rank, sizes. Empty when they fit.
std::vector<std::string> checkInputs(const std::vector<Port> &ports,
                                     const std::vector<Value> &values);

/// Sizes are for ONNX files; the types of graph IR hold its own.
struct LoadOptions {
  std::map<std::string, int64_t> dims; ///< sizes for symbolic dimensions, by name
  std::map<std::string, Shape> shapes; ///< for Model::inputs() by name, instead of those declared
  Limits limits;
};

/// What of a model becomes part of the machine code of its kernels.
enum class Specialization : uint8_t {
  None,   ///< nothing: the kernels as they are in the library
  Shapes, ///< sizes, strides and attributes
  All,    ///< addresses, too
};

/// How compiled code may compute, beyond what the types of a model say.
enum class Math : uint8_t {
  Strict, ///< f16, bf16 and f32 in f32, sums of products as they are
  /// Where that is faster: products whose weights are kept in f16 in f16, to a thousandth of their
  /// norm, and convolutions by transforms that take more rounding. See docs/tool.md.
  Fast,
};

/// The forms of a model on its way to machine code, as CompileOptions::emit names them.
namespace stage {
inline constexpr const char *graph = "graph"; ///< as imported, with the sizes it is compiled for
inline constexpr const char *graphOptimized = "graph-optimized";
inline constexpr const char *instr = "instr"; ///< with planned memory, one text a segment
inline constexpr const char *llvm = "llvm";   ///< one text for all steps with the same code
inline constexpr const char *assembly = "asm";
inline constexpr const char *all[] = {graph, graphOptimized, instr, llvm, assembly};
} // namespace stage

/// The sizes from `first` to `last` of a dimension that a model leaves open.
struct DimRange {
  std::string name; ///< as in Port::dimNames
  int64_t first = 1, last = 1;

  /// "seq=1..512".
  std::string text() const { return str(name, "=", first, "..", last); }
};

/// How far a compilation is.
struct Progress {
  std::string_view stage; ///< as in Report::stages, or "sizes": those that are made ahead
  int64_t done = 0, total = 0;
};

struct CompileOptions {
  static constexpr int mostThreads = 1024;

  std::string target = "cpu";
  /// That a run may use, its caller among them, up to mostThreads; 0: as many as there are cores
  /// that the process may use, or as the pool has.
  int threads = 0;
  /// The processor that compiled code is made for, as LLVM names it ("skylake-avx512",
  /// "neoverse-n1"), as far as this machine can run it; empty: the one of this machine.
  std::string cpu = {};
  /// A file that describes the machine, instead of the name of its processor: see docs/tool.md.
  std::string machine = {};
  Specialization specialize = Specialization::Shapes;
  /// F32, F16 or BF16: everything is computed in f32, and weights of products, convolutions and
  /// lookups are rounded to this type, which they are kept in. Inputs and outputs keep their types.
  /// Nothing: as the model has it.
  std::optional<ElementType> precision = {};
  Math math = Math::Strict;
  /// false: operators as the model has them, one after the other; but products of integers that
  /// were dequantized are of the integers, always.
  bool optimize = true;
  bool flushDenormals =
      false; ///< compiled code takes denormal numbers for zero: faster, less exact
  /// Every operator is compiled by itself, so that RunOptions::observe sees all results.
  bool observable = false;
  /// Program::run answers for sizes that it has not met before with kernels that are made for all
  /// sizes; once they come again, those for the new ones are made on a thread of its own. The
  /// results are the same bits. False: the first run with new sizes waits. A context is always made
  /// for its sizes.
  bool inBackground = true;
  /// Sizes to be ready for: Model::compile makes the kernels for all sizes that these need, so that
  /// Program::run answers at once for any of them, the first among them. Where the model leaves
  /// more open, or values of inputs decide sizes, the first run brings the rest, and waits. Wanted
  /// with `inBackground` and `optimize`. A target that compiles nothing has nothing to do.
  std::vector<DimRange> ranges = {};
  ThreadPool pool = {}; ///< the threads; by default the process's, which all programs share
  /// Bytes that a program may keep for input types it has met: code (but that of kernels for all
  /// sizes, which is small), weights, and memory for the next runs. Beyond that it forgets what was
  /// not used longest. 0: a quarter of the machine's memory.
  int64_t programMemory = 0;

  // The functions below are called while compiling, one call at a time, from any thread; for inputs
  // of unknown sizes that is when a run or a context brings them.
  std::function<void(const Progress &)> progress = nullptr;
  std::string emit = {}; ///< the stage whose text is wanted; empty: none
  std::function<void(const std::string &title, const std::string &text)> emitted = nullptr;
};

/// Something that a target made of a model, other than a program of this process.
struct Product {
  std::string name; ///< of a file
  std::shared_ptr<const std::string> bytes;
};

/// What an operator gave in a run.
struct Observed {
  const std::string &node; ///< the model's name of it
  std::string_view op;     ///< in graph IR: "conv"
  /// An observer may put others of the same types in their place: the run goes on with them.
  std::vector<Value> &results;
};

struct RunOptions {
  /// Bytes of tensors that a run may hold, its inputs among them; 0: half of the machine's memory.
  int64_t maxMemory = 0;
  double timeout = 0; ///< seconds; 0: none
  uint64_t seed = 0;  ///< of random operators that bring none of their own
  RunLimits limits = {};
  /// Called after each operator but constants. A failure ends the run.
  std::function<Status(const Observed &)> observe = nullptr;
  /// Called after each step with the time it took.
  std::function<void(const StepTime &time)> timed = nullptr;

  /// maxMemory, or what 0 stands for.
  int64_t memoryLimit() const;
};

struct ContextOptions {
  /// One per input; empty: those of the model, which must have known sizes then.
  std::vector<ValueType> types;
  RunOptions run; ///< its observe is not called
};

/// What one caller needs to run a program again and again: values for its inputs and outputs.
class Context {
public:
  class Impl;
  explicit Context(std::unique_ptr<Impl> impl);
  Context(Context &&);
  Context &operator=(Context &&);
  ~Context();

  /// Write into their tensors, or put other values of the same types in their place. They begin as
  /// zeros; optionals and sequences begin empty.
  std::vector<Value> &inputs();
  /// What the last run gave; valid until the next one, which may write into the same tensors.
  std::vector<Value> &outputs();

  /// Allocates nothing when report().whole, unless an input is not aligned for its type or a step
  /// runs on the host.
  Status run();
  /// The same with limits of its own in place of those of the options.
  Status run(const RunLimits &limits);
  /// A run that takes the time of each step.
  Expected<std::vector<StepTime>> profile();
  /// Of the program for these input types.
  const Report &report() const;

private:
  std::unique_ptr<Impl> impl;
};

/// A model compiled for a target.
class Program {
public:
  class Impl;
  Program(std::shared_ptr<const Impl> impl, std::shared_ptr<const std::vector<Port>> inputs)
      : impl(std::move(impl)), inputs(std::move(inputs)) {}

  /// Runs with one value per input, in the order of Model::inputs(). Inputs are checked as by
  /// checkInputs before anything runs.
  Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                   const RunOptions &options = {}) const;

  /// Compiles for the types of the context if that was not done yet.
  Expected<Context> context(const ContextOptions &options = {}) const;

  /// Of what was compiled last; before a model of unknown sizes has met its first inputs, that is
  /// nothing.
  Report report() const;

private:
  std::shared_ptr<const Impl> impl;
  std::shared_ptr<const std::vector<Port>> inputs;
};

struct LoadResult;

class Model {
public:
  class Impl;
  explicit Model(std::shared_ptr<const Impl> impl) : impl(std::move(impl)) {}

  /// An ONNX file, or graph IR as text if the name ends in ".mlir".
  static LoadResult load(const std::string &path, const LoadOptions &options = {});
  /// A model in memory; copies nothing, so `bytes` must outlive `owner`. No external data.
  static LoadResult loadBytes(std::string_view bytes, std::shared_ptr<const void> owner,
                              const LoadOptions &options = {});

  /// A model in the text of graph IR, as text() gives it; constants must be in the text.
  static LoadResult loadText(std::string_view text, const std::string &fileName = "");

  /// What a run wants. An input of an ONNX file that an initializer of the same name gives a value
  /// has that value and is not among them.
  const std::vector<Port> &inputs() const;
  const std::vector<Port> &outputs() const;
  /// Some operator draws random numbers, so that the standard does not say what comes out.
  bool isRandom() const;
  const ModelInfo &info() const;
  /// The graph IR as text; weights are left out.
  std::string text() const;
  /// The graph's operators and values, without their data.
  GraphView graph() const;

  /// What keeps the model from being compiled for a target; empty when nothing does.
  std::vector<Diagnostic> check(const CompileOptions &options = {}) const;
  Expected<Program> compile(const CompileOptions &options = {}) const;
  /// What would become of each operator, without code and segments. Sizes that the model leaves
  /// open count as 1.
  Expected<Report> survey(const CompileOptions &options = {}) const;
  /// What the target makes without running it, for inputs of these types: of "cpu" relocatable
  /// objects, for any machine that CompileOptions describes.
  Expected<std::vector<Product>> emit(const std::vector<ValueType> &types,
                                      const CompileOptions &options = {}) const;

private:
  std::shared_ptr<const Impl> impl;
};

/// A model, or why there is none. Warnings may come with a model.
struct LoadResult {
  std::optional<Model> model;
  std::vector<Diagnostic> diagnostics;
  /// What the file says about itself; there even when the model could not be imported, unless the
  /// file could not be read.
  ModelInfo info;
  /// The kind of the gravest error; what the tool's exit code is made from.
  ErrorKind kind() const;
};

/// The names of the targets in this build, and what each is.
struct TargetInfo {
  std::string name, summary;
};
std::vector<TargetInfo> targets();

/// Reads a tensor, sequence or optional from an ONNX .pb data file, as `type` says.
Expected<Value> readOnnxValue(const std::string &path, const ValueType &type);
/// The same in memory; `owner` keeps `bytes` alive.
Expected<Value> readOnnxValueBytes(std::string_view bytes, std::shared_ptr<const void> owner,
                                   const ValueType &type);

/// A value of this type from a seed, the same on every machine: floats in [0, 1), integers 0 or 1,
/// which are indices into almost anything, unknown dimensions 1. An optional gets a value, a
/// sequence two items.
Expected<Value> randomValue(const ValueType &type, uint64_t seed,
                            const std::shared_ptr<MemoryBudget> &budget = nullptr);

} // namespace ingot
