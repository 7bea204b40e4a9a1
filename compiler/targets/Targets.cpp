// The registry of targets.
#include "compiler/targets/Target.h"

namespace ingot {

#define INGOT_TARGET(name) const Target &target##name();
#include "compiler/targets/Targets.inc"
#undef INGOT_TARGET

namespace {
std::vector<const Target *> all() {
  return {
#define INGOT_TARGET(name) &target##name(),
#include "compiler/targets/Targets.inc"
#undef INGOT_TARGET
  };
}
} // namespace

const Target *findTarget(std::string_view name) {
  for (const Target *target : all())
    if (target->info().name == name)
      return target;
  return nullptr;
}

std::vector<TargetInfo> targets() {
  std::vector<TargetInfo> infos;
  for (const Target *target : all())
    if (target->isListed())
      infos.push_back(target->info());
  return infos;
}

} // namespace ingot
