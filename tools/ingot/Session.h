// Session: a model that is loaded, compiled and has a context, for the verbs that look at that.
#pragma once

#include "tools/ingot/Output.h"
#include "tools/ingot/Progress.h"
#include "tools/ingot/RunInputs.h"

namespace ingot::tool {

struct Session {
  Model model;
  Program program;
  Context context;
  double loadSeconds, compileSeconds;
  std::unique_ptr<ProgressBar> bar; ///< of the program, which may compile again
};

/// A model with values for its inputs.
struct OpenModel {
  Model model;
  std::vector<Value> values;
  double loadSeconds;

  /// The types that a context for the values has.
  std::vector<ValueType> types() const;
};

/// What to open a session with.
struct SessionOptions {
  const ModelOptions &model;
  CompileOptions compile;
  RunOptions run = {};
  /// Values for the inputs; null: made up, as the sizes of the context are.
  const InputOptions *inputs = nullptr;
};

/// Loads a model and the values of its inputs. Nothing when that fails; then what is wrong was
/// printed and `exitCode` is set.
std::optional<OpenModel> openModel(const SessionOptions &options, int &exitCode);

/// Loads and compiles with a progress bar. Nothing when that fails; then what is wrong was printed
/// and `exitCode` is set.
std::optional<Session> openSession(const SessionOptions &options, int &exitCode);

/// A program that is ready for ranges of sizes.
struct RangesProgram {
  Model model;
  Program program;
  double loadSeconds, compileSeconds;
  std::unique_ptr<ProgressBar> bar; ///< of the program, which may compile again
};

/// Compiles ahead for the ranges of the options, with a progress bar. Nothing when that fails, or
/// when it cannot be done before the model is run; then what is wrong was printed and `exitCode` is
/// set.
std::optional<RangesProgram> openRanges(const SessionOptions &options, int &exitCode);

/// "/proc/self/status" has it under this key, in bytes; 0 when it has not.
int64_t processMemory(const char *key);

/// "38 of 40 operators, 100 % of the multiply-accumulates".
std::string compiledText(const Report &report);
/// Says what runs on the reference, if anything does where it should be compiled.
void warnOfReference(const Report &report);
/// How many threads a run uses: only code that was compiled uses more than one.
int threadsOf(const CodeOptions &code, const Report &report);
/// What was compiled and how: the beginning of what is said of a program.
Json programJson(const ModelOptions &model, const CodeOptions &code, const Report &report);
/// The shares of a report; nothing where nothing is compiled.
void addShares(Json &json, const Report &report);
/// The ranges, and what was made for them.
void addRanges(Json &json, const std::vector<DimRange> &ranges, const AheadReport &ahead);
/// "seq=1..512, batch=1..8".
std::string rangesText(const std::vector<DimRange> &ranges);
/// Bytes, stages and sizes of a report.
void addReport(Json &json, const Report &report);

} // namespace ingot::tool
