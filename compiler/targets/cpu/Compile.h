// Compile: a module becomes a program for this machine and for one set of input types.
#pragma once

#include "compiler/interp/Program.h"
#include "compiler/targets/ModuleBytes.h"
#include "compiler/targets/Segment.h"
#include "compiler/targets/cpu/OpenForm.h"
#include "compiler/targets/cpu/WeightStore.h"
#include "ingot/Ingot.h"

#include <set>

namespace ingot::cpu {

struct Compiled {
  /// Inputs by whose values there is a program for each: this one is none. Empty otherwise.
  std::vector<unsigned> deciding;
  std::shared_ptr<const interp::Program> program; ///< its native calls are the segments
  std::vector<std::shared_ptr<const target::Segment>> segments;
  std::set<std::shared_ptr<const WeightBlock>> weights; ///< which other programs use, too
  /// The code of a program that is not specialized: others call the same.
  std::vector<runtime::Object> kernels;
  Report report;

  /// Of what it keeps in memory beside weights: code, and what belongs to it.
  int64_t bytes() const;
  /// Its segments keep no contexts from now on.
  void retire() const;
};

/// What compilations of a model share. Any number of them may run at a time.
struct Source {
  std::shared_ptr<const target::ModuleBytes> module;
  std::shared_ptr<const void> owner;  ///< keeps the constants of the module alive
  std::shared_ptr<MemoryBudget> kept; ///< counts contexts that wait for their next run
  std::shared_ptr<WeightStore> weights;
  /// Of a model that leaves sizes open; null for others.
  std::shared_ptr<OpenForm> open = nullptr;
};

/// What a program is made for.
struct Inputs {
  std::vector<ValueType> types;
  /// Of inputs that decide sizes.
  std::vector<std::optional<Tensor>> values = {};
  /// Whether the program is for all values of them: what they decide is known when it runs.
  bool areOpen = false;
};

/// Whether nobody waits for a compilation any more.
using Unwanted = std::function<bool()>;

Expected<std::shared_ptr<const Compiled>> compile(const Source &source, const Inputs &inputs,
                                                  const CompileOptions &options,
                                                  const Unwanted &isUnwanted = nullptr);

/// What would become of the operators.
Expected<Report> survey(const Source &source, const std::vector<ValueType> &inputs,
                        const CompileOptions &options);

/// Machine code as relocatable objects, for the machine of the options, which need not be this one.
Expected<std::vector<Product>> emitObjects(const Source &source,
                                           const std::vector<ValueType> &inputs,
                                           const CompileOptions &options);

} // namespace ingot::cpu
