// Code, weights and host functions of an image in this process.
#include "compiler/targets/cpu/Load.h"

#include "compiler/codegen/Link.h"
#include "compiler/targets/cpu/HostSteps.h"

#include <algorithm>

namespace ingot::cpu {
namespace {

/// From the places that an image gives its weights to those they have.
class Relocation {
public:
  Relocation(const std::vector<runtime::Weight> &weights, std::vector<const char *> addresses)
      : addresses(std::move(addresses)) {
    for (const runtime::Weight &weight : weights)
      offsets.push_back(weight.offset);
  }

  int64_t operator()(const runtime::Address &address) const {
    if (address.base != runtime::WeightBase)
      return address.offset;
    auto next = std::upper_bound(offsets.begin(), offsets.end(), address.offset);
    auto i = static_cast<size_t>(next - offsets.begin()) - 1;
    return reinterpret_cast<intptr_t>(addresses[i]) + (address.offset - offsets[i]);
  }
  void operator()(runtime::Control &control) const {
    auto move = [&](runtime::Address &address) { address.offset = (*this)(address); };
    for (auto *maybe :
         {&control.condition, &control.next, &control.count, &control.trip, &control.holds})
      if (*maybe)
        move(**maybe);
    for (runtime::Carried &value : control.carried)
      move(value.initial);
    for (runtime::Call &call : control.calls)
      for (runtime::Call::Port &port : call.inputs)
        move(port.address);
  }
  void operator()(std::vector<runtime::HostCall::Slot> &slots) const {
    for (runtime::HostCall::Slot &slot : slots)
      if (slot.isThere)
        slot.address.offset = (*this)(slot.address);
  }

private:
  std::vector<int64_t> offsets;
  std::vector<const char *> addresses;
};

} // namespace

Expected<Loaded> load(runtime::Image image, WeightStore &store,
                      const std::function<void(size_t weight)> &placed) {
  auto program = std::make_shared<runtime::Executable>();
  auto weights = INGOT_TRY(store.place(image.weights, placed));
  program->owners.assign(weights.blocks.begin(), weights.blocks.end());
  Relocation relocated(image.weights, std::move(weights.addresses));
  std::vector<std::string> symbols;
  for (const runtime::ImageStep &step : image.steps)
    if (!step.host && !step.control)
      symbols.push_back(step.code.symbol);
  codegen::LinkedCode code = INGOT_TRY(codegen::link(image.objects, symbols));
  for (runtime::ImageStep &step : image.steps) {
    runtime::Step &entry = program->steps.emplace_back();
    entry.units = step.units;
    entry.name = std::move(step.name);
    entry.what = std::move(step.what);
    entry.fault = std::move(step.fault);
    if (step.host) {
      relocated(step.host->operands);
      relocated(step.host->results);
      entry.host = INGOT_TRY(hostFunction(std::move(*step.host)));
      continue;
    }
    if (step.control) {
      relocated(step.control->control);
      entry.control = std::move(step.control->control);
      for (const auto &inner : step.control->programs) {
        Loaded body = INGOT_TRY(load(std::move(*inner), store, [](size_t) {}));
        entry.programs.push_back(std::move(body.executable));
        weights.blocks.insert(weights.blocks.end(), body.weights.begin(), body.weights.end());
      }
      continue;
    }
    entry.code = code.functions.find(step.code.symbol)->second;
    entry.table = step.code.table(relocated);
  }
  program->inputs = std::move(image.inputs);
  program->outputs = std::move(image.outputs);
  program->arenaBytes = image.arenaBytes;
  program->codeBytes = image.codeBytes;
  program->owners.push_back(code.owner);
  return Loaded{std::move(program), std::move(weights.blocks)};
}

} // namespace ingot::cpu
