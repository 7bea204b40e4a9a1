// What a run gave: printed, as JSON, saved.
#pragma once

#include "ingot/Io.h"
#include "tools/ingot/Output.h"

namespace ingot::tool {

struct OutputOptions {
  int64_t top = -1;      ///< classes to show of a score vector; -1: 5 of what looks like one
  std::string labelFile; ///< one class name a line
  std::string folder;    ///< where NAME.npy files go; empty: nowhere
  std::vector<std::string> labels; ///< read from labelFile

  void add(CLI::App &app);
  Status readLabels();
};

/// "f32[1,10]  min 0  max 1  mean 0.1".
std::string describe(const Tensor &tensor);
void printOutput(const std::string &name, const Value &value, const OutputOptions &options);
/// The first 4096 elements, the first 4096 characters of a text; "complete" says whether that is
/// all.
Json outputJson(const std::string &name, const Value &value, const OutputOptions &options);
/// Writes every tensor to its file; gives the paths.
Expected<std::vector<std::string>> saveOutputs(const std::vector<Port> &ports,
                                               const std::vector<Value> &values,
                                               const std::string &folder);

} // namespace ingot::tool
