// Tables of lowerings.
#include "compiler/codegen/Steps.h"
#include "compiler/lower/Capabilities.h"

namespace ingot::lower {

#define INGOT_LOWERING(name, function) bool function(LowerContext &);
#include "compiler/lower/Lowerings.inc"
#undef INGOT_LOWERING

LoweringTable::LoweringTable(const Options &options)
    : loops(options.hasLoops), host(options.hasHost) {
  for (const LoweringRow &row : options.rows)
    lowerings.emplace(row.op, row.lowering);
}

Lowering LoweringTable::find(std::string_view op) const {
  auto found = lowerings.find(op);
  return found == lowerings.end() ? nullptr : found->second;
}

const LoweringTable &vectorLowerings() {
  static constexpr LoweringRow rows[] = {
#define INGOT_LOWERING(name, function) {#name, function},
#include "compiler/lower/Lowerings.inc"
#undef INGOT_LOWERING
  };
  static const LoweringTable table({.rows = rows, .hasLoops = true, .hasHost = true});
  return table;
}

bool isComputedInF32(ElementType type) {
  return isFloat(type) && codegen::computeName(type) == codegen::computeName(ElementType::F32);
}

Recipe Recipe::of(std::vector<size_t> operands, const library::Kernel &packing,
                  const std::vector<int64_t> &sizes, int64_t more) {
  std::string how(packing.name);
  for (int64_t size : sizes)
    how += str(" ", size);
  return {std::move(operands), how + str(" ", more)};
}

std::optional<Tensor> packedNow(ElementType type, const Shape &dims,
                                const std::function<void(void *)> &fill) {
  auto memory = Tensor::allocate(type, dims);
  if (!memory.ok())
    return std::nullopt;
  fill(memory->mutableBytes());
  return memory.take();
}

const library::Kernel *kernelFor(const LowerContext &c, std::string_view operation, ElementType in,
                                 ElementType out) {
  for (const library::Kernel *kernel : library::kernelsOf(operation, *c.machine.isa))
    if (kernel->reads(in) && kernel->writes(out))
      return kernel;
  return nullptr;
}

} // namespace ingot::lower
