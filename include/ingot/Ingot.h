// The C++ API of Ingot: load a model, look into it, compile it for a target, run it.
//
//   auto loaded = ingot::Model::load("digits.onnx");
//   if (!loaded.model)
//     for (const auto &d : loaded.diagnostics) std::cerr << render(d);
//   auto program = loaded.model->compile({.target = "interpreter"});
//   auto outputs = program->run({ingot::Tensor::of<float>({1, 1, 8, 8}, pixels)});
//
// A Model and a Program are immutable handles: copy them freely, use them from any thread. Nothing
// throws and nothing aborts on bad input: errors come as Diagnostic lists or as Status.
#pragma once

#include "ingot/Diagnostic.h"
#include "ingot/Limits.h"
#include "ingot/Status.h"
#include "ingot/Tensor.h"
#include "ingot/Value.h"

#include <functional>
#include <map>

namespace ingot {

/// An input or output of a model.
struct Port {
  std::string name;
  ValueType type;
  std::vector<std::string> dimNames; ///< "" for dimensions without a name
};

struct LoadOptions {
  std::map<std::string, int64_t> dims; ///< sizes for symbolic dimensions, by name
  std::map<std::string, Shape> shapes; ///< whole shapes for inputs, by name
  Limits limits;
};

struct CompileOptions {
  std::string target = "interpreter";
};

struct RunOptions {
  int64_t maxMemory = 0; ///< bytes of tensors a run may hold; 0: half of the machine's memory
  double timeout = 0;    ///< seconds; 0: none
  uint64_t seed = 0;     ///< of random operators that bring none of their own
  /// Called after each operator with the model's name of the node and its results.
  std::function<void(const std::string &node, const std::vector<Value> &results)> observe;
};

/// A model compiled for a target.
class Program {
public:
  class Impl;
  explicit Program(std::shared_ptr<const Impl> impl) : impl(std::move(impl)) {}

  /// Runs with one value per input, in the order of Model::inputs().
  Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                   const RunOptions &options = {}) const;

private:
  std::shared_ptr<const Impl> impl;
};

struct LoadResult;

class Model {
public:
  class Impl;
  explicit Model(std::shared_ptr<const Impl> impl) : impl(std::move(impl)) {}

  static LoadResult load(const std::string &path, const LoadOptions &options = {});
  /// A model in memory; copies nothing, so `bytes` must outlive `owner`. No external data.
  static LoadResult loadBytes(std::string_view bytes, std::shared_ptr<const void> owner,
                              const LoadOptions &options = {});

  const std::vector<Port> &inputs() const;
  const std::vector<Port> &outputs() const;
  /// Some operator draws random numbers, so that the standard does not say what comes out.
  bool isRandom() const;
  /// The graph IR as text; weights are left out.
  std::string text() const;

  Expected<Program> compile(const CompileOptions &options = {}) const;

private:
  std::shared_ptr<const Impl> impl;
};

/// A model, or why there is none. Warnings may come with a model.
struct LoadResult {
  std::optional<Model> model;
  std::vector<Diagnostic> diagnostics;
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

} // namespace ingot
