// What LLVM finds out, and what it does not ask the kernel for.
#include "compiler/machine/Host.h"

#include "llvm/TargetParser/Host.h"

#if defined(__linux__) && defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace ingot::machine {
namespace {

#if defined(__linux__) && defined(__aarch64__)
/// LLVM reads /proc/cpuinfo, which not every process sees, and knows few of its names: neither dot
/// products nor 16-bit arithmetic.
void addKernelFeatures(llvm::StringMap<bool> &features) {
  struct Feature {
    const char *name;
    unsigned long kind, bits; ///< all of them
  };
  static constexpr Feature known[] = {
      {"fp-armv8", AT_HWCAP, HWCAP_FP},
      {"neon", AT_HWCAP, HWCAP_ASIMD},
      {"lse", AT_HWCAP, HWCAP_ATOMICS},
      {"rdm", AT_HWCAP, HWCAP_ASIMDRDM},
      {"fullfp16", AT_HWCAP, HWCAP_FPHP | HWCAP_ASIMDHP},
      {"dotprod", AT_HWCAP, HWCAP_ASIMDDP},
      {"sve", AT_HWCAP, HWCAP_SVE},
      {"sve2", AT_HWCAP2, HWCAP2_SVE2},
      {"i8mm", AT_HWCAP2, HWCAP2_I8MM},
      {"bf16", AT_HWCAP2, HWCAP2_BF16},
      {"sme", AT_HWCAP2, HWCAP2_SME},
  };
  for (const Feature &feature : known)
    features[feature.name] = (getauxval(feature.kind) & feature.bits) == feature.bits;
}
#else
void addKernelFeatures(llvm::StringMap<bool> &) {}
#endif

} // namespace

llvm::StringMap<bool> hostFeatures() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  addKernelFeatures(features);
  return features;
}

} // namespace ingot::machine
