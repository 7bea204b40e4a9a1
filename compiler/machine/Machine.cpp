// Machines by the name of their processor, and the one that this process runs on.
#include "compiler/machine/Machine.h"

#include "compiler/machine/Host.h"
#include "compiler/machine/Subtarget.h"
#include "ingot/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <unistd.h>

namespace ingot::machine {
namespace {

constexpr Isa rows[] = {
#define INGOT_ISA(name, triple, takes, features, bytes, registers, multiplyAdds, first, second,    \
                  flags)                                                                           \
  {#name, triple, #takes, features, bytes, registers, multiplyAdds, first, second},
#include "kernels/base/isas.inc"
#undef INGOT_ISA
};

/// Whether a machine has all that an instruction set needs.
bool suffices(const Isa &isa, llvm::function_ref<bool(llvm::StringRef feature)> has) {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(isa.features.data(), isa.features.size()).split(names, ' ', -1, false);
  return llvm::all_of(names, has);
}

llvm::StringRef architectureOf(std::string_view triple) {
  return llvm::StringRef(triple.data(), triple.size()).split('-').first;
}

/// The caches that the operating system tells of, or those of any processor of the kind.
std::vector<int64_t> hostCaches(const Isa &isa) {
  std::vector<int64_t> caches;
  for (int name : {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE})
    if (long bytes = ::sysconf(name); bytes > 0)
      caches.push_back(bytes);
  if (caches.size() < 2)
    caches = {isa.firstCache, isa.secondCache};
  return caches;
}

/// The widest instruction set that processors of this kind have, and `also` if it is given.
const Isa *widestIsa(std::string_view triple, const Subtarget &subtarget, const Subtarget *also) {
  for (const Isa &isa : isas())
    if (architectureOf(isa.triple) == architectureOf(triple) &&
        suffices(isa, [&](llvm::StringRef name) {
          return subtarget.has(name) && (!also || also->has(name));
        }))
      return &isa;
  return nullptr;
}

Status noProcessor(const std::string &cpu, std::span<const Subtarget> asked) {
  std::vector<std::string> names;
  for (const Subtarget &subtarget : asked)
    for (std::string &name : subtarget.processors())
      names.push_back(std::move(name));
  std::string nearest = nearestName(cpu, names);
  return failure(str("no processor '", cpu, "' is known",
                     nearest.empty() ? "" : "; did you mean '" + nearest + "'?"),
                 ErrorKind::Usage);
}

Expected<Machine> thisMachine() {
  llvm::StringMap<bool> features = hostFeatures();
  std::string triple = llvm::sys::getProcessTriple();
  for (const Isa &isa : isas()) {
    // What the architecture of the process implies is not always listed.
    auto has = [&](llvm::StringRef name) {
      return features.lookup(name) || name == "sse2" || name == "64bit";
    };
    if (architectureOf(isa.triple) != architectureOf(triple) || !suffices(isa, has))
      continue;
    Machine machine{.isa = &isa, .cpu = llvm::sys::getHostCPUName().str()};
    for (const auto &entry : features)
      machine.features +=
          str(machine.features.empty() ? "" : ",", entry.second ? "+" : "-", entry.first().str());
    machine.caches = hostCaches(isa);
    return machine;
  }
  return unsupported(str("this processor (", llvm::sys::getHostCPUName().str(),
                         ") has none of the instruction sets that there are kernels for"));
}

} // namespace

bool Isa::fuses() const {
  return !suffices(*this, [](llvm::StringRef feature) {
    // Those that such instructions come with.
    return feature != "fma" && feature != "avx512f" && feature != "neon" && feature != "f";
  });
}

bool Isa::has(std::string_view other) const {
  if (other == "any" || other == name)
    return true;
  const Isa *more = findIsa(takes);
  return more && more->has(other);
}

int Isa::stepsTo(std::string_view other) const {
  if (other == name)
    return 0;
  const Isa *more = findIsa(takes);
  return 1 + (more ? more->stepsTo(other) : 0);
}

const Isa &Isa::base() const {
  const Isa *more = findIsa(takes);
  return more ? more->base() : *this;
}

std::span<const Isa> isas() { return rows; }

const Isa *findIsa(std::string_view name) {
  auto found = llvm::find_if(rows, [&](const Isa &isa) { return isa.name == name; });
  return found == std::end(rows) ? nullptr : found;
}

void initializeLlvm() {
  static const bool done = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllAsmParsers();
    return true;
  }();
  (void)done;
}

Expected<Machine> hostMachine(const std::string &cpu) {
  return cpu.empty() ? thisMachine() : runnableHere(INGOT_TRY(machineNamed(cpu)));
}

Expected<Machine> machineNamed(const std::string &cpu) {
  // A name that several architectures have ("generic") means that of this machine.
  std::string here = llvm::sys::getProcessTriple();
  std::vector<std::string_view> triples;
  for (bool isOurs : {true, false})
    for (const Isa &isa : isas())
      if ((architectureOf(isa.triple) == architectureOf(here)) == isOurs &&
          !llvm::is_contained(triples, isa.triple))
        triples.push_back(isa.triple);
  std::vector<Subtarget> asked;
  for (std::string_view triple : triples) {
    asked.push_back(INGOT_TRY(Subtarget::of(triple, "", "")));
    if (asked.back().knows(cpu))
      return machineOf(triple, cpu, "");
  }
  return noProcessor(cpu, asked);
}

Expected<Machine> machineOf(std::string_view triple, const std::string &cpu,
                            const std::string &features) {
  Subtarget plain = INGOT_TRY(Subtarget::of(triple, "", ""));
  if (!plain.knows(cpu))
    return noProcessor(cpu, {&plain, 1});
  INGOT_TRY(plain.checkFeatures(features));
  Subtarget subtarget = INGOT_TRY(Subtarget::of(triple, cpu, features));
  Machine machine{.isa = widestIsa(triple, subtarget, nullptr), .cpu = cpu, .features = features};
  if (!machine.isa)
    return unsupported(
        str("'", cpu, "' has none of the instruction sets that there are kernels for"));
  machine.caches = {machine.isa->firstCache, machine.isa->secondCache};
  return machine;
}

Expected<Machine> runnableHere(Machine machine) {
  Machine host = INGOT_TRY(thisMachine());
  if (architectureOf(machine.isa->triple) != architectureOf(host.isa->triple))
    return failure(str("code for '", machine.cpu, "' does not run here: it is ",
                       architectureOf(machine.isa->triple).str(), ", this machine ",
                       architectureOf(host.isa->triple).str(),
                       "; `ingot compile --emit=objects` makes it without running it"),
                   ErrorKind::Usage);
  Subtarget ours = INGOT_TRY(Subtarget::of(host.isa->triple, host.cpu, host.features));
  Subtarget wanted = INGOT_TRY(Subtarget::of(machine.isa->triple, machine.cpu, machine.features));
  machine.isa = widestIsa(host.isa->triple, wanted, &ours);
  if (!machine.isa)
    return unsupported(str("this machine has none of the instruction sets of '", machine.cpu,
                           "' that there are kernels for"));
  for (const std::string &feature : wanted.features())
    if (!ours.has(feature))
      machine.features += str(machine.features.empty() ? "-" : ",-", feature);
  return machine;
}

} // namespace ingot::machine
