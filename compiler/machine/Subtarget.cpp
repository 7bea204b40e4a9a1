// What LLVM knows about a processor.
#include "compiler/machine/Subtarget.h"

#include "compiler/machine/Machine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
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

Status Subtarget::checkFeatures(const std::string &list) const {
  llvm::SmallVector<llvm::StringRef> entries;
  llvm::StringRef(list).split(entries, ',');
  for (llvm::StringRef entry : entries) {
    if (list.empty())
      return success();
    bool isKnown = llvm::any_of(info->getAllProcessorFeatures(), [&](const auto &feature) {
      return entry.drop_front(std::min<size_t>(1, entry.size())) == feature.Key;
    });
    if (!isKnown || (!entry.starts_with('+') && !entry.starts_with('-')))
      return failure(str("no feature '", entry.str(), "' is known; wanted is a list like +v,-zba"),
                     ErrorKind::Usage);
  }
  return success();
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
