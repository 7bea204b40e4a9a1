// Capabilities: what a target can be given: its machine, its lowerings, and what runs the rest.
//
//   constexpr LoweringRow rows[] = {{"reshape", lowerReshape}, {"matmul", lowerMatmul}};
//   const LoweringTable table({rows, .hasLoops = true, .hasHost = false});
//
// A target's table is all that says which operators it takes: `check` asks it, fusion asks it, and
// lowering follows it.
#pragma once

#include "compiler/lower/LowerContext.h"
#include "compiler/lower/WeightRecipes.h"

#include <map>
#include <span>

namespace ingot::lower {

class LoweringTable {
public:
  struct Options {
    std::span<const LoweringRow> rows;
    bool hasLoops; ///< elementwise operators become loops
    bool hasHost;  ///< what has neither is run by its reference evaluator
  };
  explicit LoweringTable(const Options &options);

  /// Null for operators that have none.
  Lowering find(std::string_view op) const;
  bool hasLoops() const { return loops; }
  bool hasHost() const { return host; }

private:
  std::map<std::string_view, Lowering> lowerings;
  bool loops, host;
};

/// The lowerings to kernels, loops and views for machines with vectors: Lowerings.inc.
const LoweringTable &vectorLowerings();

struct Capabilities {
  machine::Machine machine;
  const LoweringTable *table = &vectorLowerings();
  WeightRecipes *recipes = nullptr; ///< of weights that were made before, if anybody keeps them
  bool fastMath = false;            ///< kernels may be chosen that round more: see Math::Fast
};

} // namespace ingot::lower
