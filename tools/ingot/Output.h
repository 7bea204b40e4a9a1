// What the tool prints about models.
#pragma once

#include "ingot/Ingot.h"

#include "tools/base/Output.h"
#include "tools/ingot/Options.h"

namespace ingot::tool {

/// The exit code of a failed load, after an error for the gravest group that also counts the
/// others.
int failLoad(const LoadResult &result, const ModelOptions &options);
/// Prints warnings and notes.
void warn(const std::vector<Diagnostic> &diagnostics);
/// One error in full, how many more there are, and where to see them.
void printError(const std::vector<DiagnosticGroup> &groups, const std::string &target,
                const std::string &seeMore);
/// What is wrong, in one line: "op 'X' (opset 20) is not supported by target 'interpreter'".
std::string reasonOf(const Diagnostic &diagnostic, const std::string &target);

/// The inputs and outputs of a model, a line each.
void printPorts(const Model &model);
/// The same as "inputs" and "outputs".
void addPorts(Json &json, const Model &model);

} // namespace ingot::tool
