// Which instruction sets there are kernels for, and which of them this machine has.
#include "compiler/codegen/Isa.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

namespace ingot::codegen {
namespace {

#define INGOT_ISA(name, triple, features, bytes, registers)                                        \
  extern "C" const unsigned char ingot_kernels_##name[];                                           \
  extern "C" const unsigned long ingot_kernels_##name##_size;
#include "compiler/codegen/Isas.inc"
#undef INGOT_ISA

bool has(const llvm::StringMap<bool> &features, std::string_view wanted) {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(wanted.data(), wanted.size()).split(names, ',', -1, false);
  return llvm::all_of(names, [&](llvm::StringRef name) { return features.lookup(name); });
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

Expected<Machine> hostMachine() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  for (const Isa &isa : isas()) {
    if (!has(features, isa.features))
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

} // namespace ingot::codegen
