// HostSteps: steps of an executable that are not code of the generator's.
#pragma once

#include "compiler/codegen/Steps.h"
#include "compiler/dialect/graph/Operators.h"
#include "runtime/engine/Executable.h"

namespace ingot::cpu {

/// An operator on memory whose places are known.
struct HostStep {
  struct Slot {
    codegen::Address address;
    ValueType type; ///< none for an operand or result that is not there

    const char *read(char *const *bases) const { return bases[address.base] + address.offset; }
    char *write(char *const *bases) const { return bases[address.base] + address.offset; }
  };
  const graph::OperatorInfo *op = nullptr;
  graph::Attributes attributes;
  std::vector<Slot> operands, results;
};

/// The function that runs it: one that allocates nothing for operators that can fail and thus have
/// no kernel, the reference evaluator for all others.
runtime::HostFunction hostFunction(HostStep step);

} // namespace ingot::cpu
