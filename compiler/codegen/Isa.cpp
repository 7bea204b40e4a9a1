// Which instruction sets there are kernels for, and which of them this machine has.
#include "compiler/codegen/Isa.h"

#include "ingot/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

namespace ingot::codegen {
namespace {

#define INGOT_ISA(name, triple, features, bytes, registers)                                        \
  extern "C" const unsigned char ingot_kernels_##name[];                                           \
  extern "C" const unsigned long ingot_kernels_##name##_size;
#include "compiler/codegen/Isas.inc"
#undef INGOT_ISA

/// Whether a machine has all that a family needs.
bool suffices(const Isa &isa, llvm::function_ref<bool(llvm::StringRef feature)> has) {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(isa.features.data(), isa.features.size()).split(names, ',', -1, false);
  return llvm::all_of(names, has);
}

} // namespace

std::span<const Isa> isas() {
  static const Isa all[] = {
#define INGOT_ISA(name, triple, features, bytes, registers)                                        \
  {#name, triple, features, bytes, registers, {ingot_kernels_##name, ingot_kernels_##name##_size}},
#include "compiler/codegen/Isas.inc"
#undef INGOT_ISA
  };
  return all;
}

void initializeLlvm() {
  static const bool done = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
    return true;
  }();
  (void)done;
}

namespace {

Expected<Machine> thisMachine() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  for (const Isa &isa : isas()) {
    if (!suffices(isa, [&](llvm::StringRef name) { return features.lookup(name); }))
      continue;
    Machine machine{&isa, llvm::sys::getHostCPUName().str(), ""};
    for (const auto &entry : features)
      machine.features +=
          str(machine.features.empty() ? "" : ",", entry.second ? "+" : "-", entry.first().str());
    return machine;
  }
  return unsupported(str("this processor (", llvm::sys::getHostCPUName().str(),
                         ") has none of the instruction sets that there are kernels for"));
}

using Subtarget = std::unique_ptr<llvm::MCSubtargetInfo>;

Subtarget subtargetOf(const Machine &machine) {
  llvm::Triple triple(llvm::StringRef(machine.isa->triple.data(), machine.isa->triple.size()));
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  return target ? Subtarget(target->createMCSubtargetInfo(triple, machine.cpu, machine.features))
                : nullptr;
}

Status noProcessor(const std::string &cpu, const llvm::MCSubtargetInfo &known) {
  std::vector<std::string> names;
  for (const llvm::SubtargetSubTypeKV &each : known.getAllProcessorDescriptions())
    names.emplace_back(each.Key);
  std::string nearest = nearestName(cpu, names);
  return failure(str("no processor '", cpu, "' of this machine's architecture is known",
                     nearest.empty() ? "" : "; did you mean '" + nearest + "'?"),
                 ErrorKind::Usage);
}

bool has(const llvm::MCSubtargetInfo &subtarget, llvm::StringRef feature) {
  return subtarget.checkFeatures(str("+", feature.str()));
}

} // namespace

Expected<Machine> hostMachine(const std::string &cpu) {
  Machine host = INGOT_TRY(thisMachine());
  if (cpu.empty())
    return host;
  initializeLlvm();
  Subtarget ours = subtargetOf(host);
  if (!ours)
    return unsupported("LLVM does not know this machine");
  if (!ours->isCPUStringValid(cpu))
    return noProcessor(cpu, *ours);
  Subtarget wanted = subtargetOf({host.isa, cpu, ""});
  Machine machine{nullptr, cpu, ""};
  for (const llvm::SubtargetFeatureKV &feature : wanted->getEnabledProcessorFeatures())
    if (!has(*ours, feature.Key))
      machine.features += str(machine.features.empty() ? "-" : ",-", feature.Key);
  for (const Isa &isa : isas())
    if (!machine.isa &&
        suffices(isa, [&](llvm::StringRef name) { return has(*wanted, name) && has(*ours, name); }))
      machine.isa = &isa;
  if (!machine.isa)
    return unsupported(
        str("'", cpu, "' has none of the instruction sets that there are kernels for"));
  return machine;
}

} // namespace ingot::codegen
