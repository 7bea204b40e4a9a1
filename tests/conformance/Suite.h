// The ONNX backend tests in a folder: where each model is, and its inputs and expected outputs.
#pragma once

#include "tests/processes/Processes.h"

#include "ingot/Ingot.h"

namespace ingot::conformance {

struct Case {
  std::string name;                  ///< "node/test_add"
  std::string model;                 ///< path of the .onnx file
  std::vector<std::string> dataSets; ///< folders with input_N.pb and output_N.pb
  std::string lightOutput; ///< a light model: its expected output; the input is arange(n)/n
  double rtol = 1e-3, atol = 1e-7;
};

/// All tests below `folder`, sorted by name.
std::vector<Case> findCases(const std::string &folder);

enum class Outcome { Pass, Wrong, Error, Unsupported, Crash };
const char *outcomeName(Outcome outcome);

struct Report {
  Outcome outcome = Outcome::Crash;
  std::string reason;
  double seconds = 0;
  /// The share that is machine code, from 0 to 1, the least of all data sets; nothing where the
  /// target compiles nothing.
  std::optional<double> compiledOperators = {}, compiledMacs = {};
};

/// Runs a test in this process.
Report runCase(const Case &test, const CompileOptions &options);
/// Runs tests in other processes, so that a crash or hang is an outcome; `take` hears of each, in
/// any order.
void runCases(const std::vector<Case> &tests, const CompileOptions &options,
              const processes::Limits &limits,
              const std::function<void(size_t, const Report &)> &take);

/// Empty when equal: the same type and shape, and
///   - f64, f32: |a - b| <= atol + rtol |b|, the rule of the official runner,
///   - f16, bf16: at most one unit in the last place apart (other runners take 1e-3 and 2^-6),
///   - everything else: equal. Smaller floats, integers, truth values, strings, complex numbers.
/// NaN equals NaN, an infinity only itself.
std::string compare(const Value &found, const Value &wanted, double rtol, double atol);

} // namespace ingot::conformance
