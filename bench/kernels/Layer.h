// Layer: a row of the benchmark for every kernel of the table that computes an operation.
//
// Kernels are compiled as for a model, with their sizes as constants and an epilogue of a bias and
// relu; how much memory each operand needs, the contract of the kernel says. The machine is taken
// to be shared: units of work are timed in pieces too short to be interrupted often, the least time
// of each counts, and the peak is measured between the calls, so that both have the same luck.
#pragma once

#include "compiler/library/KernelTable.h"
#include "compiler/machine/Machine.h"

#include <functional>
#include <string>

namespace ingot::bench {

/// What is measured: sizes for a kernel, which may depend on its tile.
struct Layer {
  std::string name; ///< "resnet50/gemm 3136x64x64"
  std::string operation;
  double operations; ///< floating-point operations; 0 for what only moves
  std::function<std::vector<int64_t>(const library::Kernel &)> sizes;
  /// Whether a kernel is for such layers; empty: all are.
  std::function<bool(const library::Kernel &)> suits = nullptr;
};

/// Adds a row for each kernel that this machine has.
void add(const Layer &layer, const machine::Machine &machine);

/// The layers of some well-known networks: layers.cpp.
void addLayers(const machine::Machine &machine);

} // namespace ingot::bench
