// Options that several verbs share.
#pragma once

#include "ingot/Ingot.h"
#include "tools/base/Options.h"

namespace ingot::tool {

/// Which model, for what, with which sizes.
struct ModelOptions {
  std::string path;
  std::string target = "cpu";
  std::vector<std::string> dims;   ///< "batch=8"
  std::vector<std::string> shapes; ///< "x:1x3x224x224"
  std::string json;                ///< empty: none, "-": standard output, else a file
  bool takesRanges = false;        ///< "seq=1..512" among the dims

  /// `takesRanges` is for verbs that compile for more than one size.
  void add(CLI::App &app, bool takesRanges = false);
  /// The sizes, parsed; a usage error says which was not understood.
  Expected<LoadOptions> loadOptions() const;
  /// The ranges among them.
  Expected<std::vector<DimRange>> ranges() const;
};

/// How a model is compiled.
struct CodeOptions {
  int threads = 0;
  std::string cpu, machine;
  std::string specialize = "shapes";
  std::string precision = "model";
  std::string math = "strict";
  bool noOptimize = false, flushDenormals = false;

  void add(CLI::App &app);
  Expected<CompileOptions> compileOptions(const std::string &target) const;
  /// What is computed with, where that is not as the model has it.
  bool hasPrecision() const { return precision != "model"; }
  bool isFast() const { return math != "strict"; }
};

/// How a model is compiled, with its ranges of sizes.
Expected<CompileOptions> compileOptions(const ModelOptions &model, const CodeOptions &code);

/// "1x3x224x224".
Expected<Shape> parseShape(const std::string &text);
/// "0.5" or "1/255".
Expected<double> parseFraction(const std::string &text);
/// Numbers between commas.
Expected<std::vector<double>> parseNumbers(const std::string &text);

} // namespace ingot::tool
