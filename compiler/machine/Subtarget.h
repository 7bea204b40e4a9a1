// Subtarget: what LLVM knows about a processor.
#pragma once

#include "ingot/Status.h"

#include "llvm/MC/MCSubtargetInfo.h"

#include <memory>
#include <string>
#include <vector>

namespace ingot::machine {

class Subtarget {
public:
  static Expected<Subtarget> of(std::string_view triple, const std::string &cpu,
                                const std::string &features);

  bool has(llvm::StringRef feature) const;
  /// Whether there is a processor of this name among those of the architecture.
  bool knows(const std::string &cpu) const { return info->isCPUStringValid(cpu); }
  /// Whether a list of features, "+v,-zba", names some that the architecture has.
  Status checkFeatures(const std::string &list) const;
  /// The features of the processor.
  std::vector<std::string> features() const;
  /// The names of all processors of the architecture.
  std::vector<std::string> processors() const;

private:
  explicit Subtarget(std::unique_ptr<llvm::MCSubtargetInfo> info) : info(std::move(info)) {}
  std::unique_ptr<llvm::MCSubtargetInfo> info;
};

} // namespace ingot::machine
