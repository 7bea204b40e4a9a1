// What LLVM knows about a processor.
#include "compiler/machine/Subtarget.h"

#include "compiler/machine/Machine.h"

#include "llvm/MC/TargetRegistry.h"

namespace ingot::machine {

Expected<Subtarget> Subtarget::of(std::string_view triple, const std::string &cpu,
                                  const std::string &features) {
  initializeLlvm();
  llvm::Triple parsed(llvm::StringRef(triple.data(), triple.size()));
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(parsed, error);
  if (!target)
    return unsupported(str("LLVM makes no code for '", triple, "'"));
  return Subtarget(
      std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(parsed, cpu, features)));
}

bool Subtarget::has(llvm::StringRef feature) const {
  return info->checkFeatures(str("+", feature.str()));
}

std::vector<std::string> Subtarget::features() const {
  std::vector<std::string> names;
  for (const llvm::SubtargetFeatureKV &feature : info->getEnabledProcessorFeatures())
    names.emplace_back(feature.Key);
  return names;
}

std::vector<std::string> Subtarget::processors() const {
  std::vector<std::string> names;
  for (const llvm::SubtargetSubTypeKV &each : info->getAllProcessorDescriptions())
    names.emplace_back(each.Key);
  return names;
}

} // namespace ingot::machine
