// The verbs of the tool. Each adds its sub-command and says what to do when it was chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace ingot::tool {

/// Set by the chosen verb; returns the exit code.
using Action = std::function<int()>;

void addCheck(CLI::App &app, Action &action);
void addRun(CLI::App &app, Action &action);
void addBench(CLI::App &app, Action &action);
void addCompile(CLI::App &app, Action &action);
void addExplain(CLI::App &app, Action &action);
void addDiff(CLI::App &app, Action &action);
void addInspect(CLI::App &app, Action &action);
void addDoctor(CLI::App &app, Action &action);

} // namespace ingot::tool
