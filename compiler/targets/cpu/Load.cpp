// Code, weights and host functions of an image in this process.
#include "compiler/targets/cpu/Load.h"

#include "compiler/codegen/Link.h"
#include "compiler/targets/cpu/HostSteps.h"

#include <cstring>

namespace ingot::cpu {
namespace {

constexpr int64_t alignment = 64;

Status placeWeights(runtime::Image &image, runtime::Executable &program,
                    const std::function<void(size_t)> &placed) {
  // A vector that is read at the end of the last weight stays inside.
  Tensor memory = INGOT_TRY(Tensor::allocate(ElementType::U8, {image.weightBytes + 2 * alignment}));
  auto start = reinterpret_cast<int64_t>(memory.mutableBytes());
  int64_t first = (start + alignment - 1) / alignment * alignment;
  char *base = static_cast<char *>(memory.mutableBytes()) + (first - start);
  for (size_t i = 0; i < image.weights.size(); ++i) {
    runtime::Weight &weight = image.weights[i];
    if (weight.value.byteSize() > 0)
      std::memcpy(base + weight.offset, weight.value.bytes(), weight.value.byteSize());
    weight.value = Tensor();
    placed(i);
  }
  program.weights = base;
  program.weightBytes = image.weightBytes;
  program.owners.push_back(std::make_shared<Tensor>(std::move(memory)));
  return success();
}

} // namespace

Expected<std::shared_ptr<const runtime::Executable>>
load(runtime::Image image, const std::function<void(size_t)> &placed) {
  auto program = std::make_shared<runtime::Executable>();
  INGOT_TRY(placeWeights(image, *program, placed));
  std::vector<std::string> symbols;
  for (const runtime::ImageStep &step : image.steps)
    if (!step.host)
      symbols.push_back(step.symbol);
  codegen::LinkedCode code = INGOT_TRY(codegen::link(image.objects, symbols));
  for (runtime::ImageStep &step : image.steps) {
    runtime::Step &entry = program->steps.emplace_back();
    entry.units = step.units;
    entry.name = std::move(step.name);
    entry.what = std::move(step.what);
    if (step.host)
      entry.host = INGOT_TRY(hostFunction(std::move(*step.host)));
    else
      entry.code = code.functions.find(step.symbol)->second;
    entry.table = std::move(step.table);
  }
  program->inputs = std::move(image.inputs);
  program->outputs = std::move(image.outputs);
  program->arenaBytes = image.arenaBytes;
  program->codeBytes = image.codeBytes;
  program->owners.push_back(code.owner);
  return std::shared_ptr<const runtime::Executable>(std::move(program));
}

} // namespace ingot::cpu
