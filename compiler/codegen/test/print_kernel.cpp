// print-kernel: the IR of a kernel of the library as it is compiled for a model.
//
//   print-kernel CPU none|shapes|all KERNEL SIZE…
//
// Operand k lies at offset 64 k of base k; an epilogue takes the larger of the result and 0. The
// names of the sizes are in kernels/<family>/contract.h.
#include "compiler/codegen/Objects.h"
#include "compiler/library/KernelTable.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace ingot;
using namespace ingot::codegen;

namespace {

KernelStep stepOf(const library::Kernel &kernel, char **sizes) {
  KernelStep step;
  step.kernel = kernel.name;
  for (size_t k = 0; k < kernel.operands.size(); ++k)
    step.operands.push_back({static_cast<int>(k), 64 * static_cast<int64_t>(k)});
  for (size_t i = 0; i < kernel.sizes.size(); ++i)
    step.sizes.push_back(std::strtoll(sizes[i], nullptr, 10));
  using Kind = Expression::Kind;
  if (kernel.hasEpilogue)
    step.epilogue.expression.nodes = {{.kind = Kind::Load, .index = -1},
                                      {.kind = Kind::Formula, .name = "relu", .inputs = {0}}};
  step.epilogue.result = 1;
  return step;
}

int fail(const std::string &message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  const library::Kernel *kernel = argc > 3 ? library::findKernel(argv[3]) : nullptr;
  if (!kernel || static_cast<size_t>(argc) != 4 + kernel->sizes.size())
    return fail("wanted a processor, a level, a kernel and its sizes");
  auto machine = machine::machineNamed(argv[1]);
  if (!machine.ok())
    return fail(machine.status().message());
  CodeOptions options;
  options.machine = machine.take();
  options.level = !std::strcmp(argv[2], "none")     ? Specialize::None
                  : !std::strcmp(argv[2], "shapes") ? Specialize::Shapes
                                                    : Specialize::All;
  options.observe = [](const std::string &, const std::string &ir, const std::string &) {
    std::fputs(ir.c_str(), stdout);
  };
  auto compiled = compile({stepOf(*kernel, argv + 4)}, options);
  return compiled.ok() ? 0 : fail(compiled.status().message());
}
