// The table of lowerings.
#include "compiler/lower/LowerContext.h"

namespace ingot::lower {

#define INGOT_LOWERING(name, function) bool function(LowerContext &);
#include "compiler/lower/Lowerings.inc"
#undef INGOT_LOWERING

Lowering loweringOf(const graph::OperatorInfo &op) {
  static constexpr std::pair<std::string_view, Lowering> table[] = {
#define INGOT_LOWERING(name, function) {#name, function},
#include "compiler/lower/Lowerings.inc"
#undef INGOT_LOWERING
  };
  for (const auto &[name, lowering] : table)
    if (name == op.name)
      return lowering;
  return nullptr;
}

} // namespace ingot::lower
