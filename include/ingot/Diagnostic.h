// Diagnostic: one thing that is wrong with a model or a request, for people and for programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

enum class Severity { Error, Warning, Note };

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string code;    ///< "E0301"
  std::string message; ///< one line, no trailing period
  std::string file;    ///< model file, or empty
  std::string node;    ///< node name, or empty
  std::string op;      ///< operator, with its domain unless it is ai.onnx
  int64_t opset = 0;   ///< version of the operator's domain, or 0
  std::string detail;  ///< inputs and their types
  std::string help;    ///< what to do about it
};

/// A diagnostic in the parts that people read; empty where it says nothing.
struct DiagnosticText {
  std::string label; ///< "error[E0301]"
  std::string message;
  std::string place; ///< "node 'sum' (Add, opset 17) in model.onnx, inputs f32[4], f32[3]"
  std::string help;
};
DiagnosticText textOf(const Diagnostic &diagnostic);

/// "error[E0301]: …" with the node and the help below, as shown to people.
std::string render(const Diagnostic &diagnostic);

/// Diagnostics that say the same about several nodes.
struct DiagnosticGroup {
  Diagnostic first;
  std::vector<std::string> nodes; ///< of all of them, in the model's order
};
/// Groups by code, operator, version and message; in order of first appearance.
std::vector<DiagnosticGroup> group(const std::vector<Diagnostic> &diagnostics);

/// The candidate that is spelled most like `name`, or "" when none is near: for "did you mean".
std::string nearestName(std::string_view name, const std::vector<std::string> &candidates);

/// Diagnostic codes by subject.
namespace code {
inline constexpr const char *unsupportedOperator = "E0301";
inline constexpr const char *unsupportedForm =
    "E0302";                                     ///< the operator is known, this use of it not
inline constexpr const char *badNode = "E0501";  ///< the node violates its operator's rules
inline constexpr const char *badFile = "E0502";  ///< malformed file
inline constexpr const char *badGraph = "E0503"; ///< names, order, types of the graph
inline constexpr const char *overLimit = "E0504";
inline constexpr const char *runFailed = "E0101";
inline constexpr const char *usage = "E0201";
} // namespace code

} // namespace ingot
