// The parts of a step that decide its code.
#include "compiler/codegen/StepKey.h"

#include <sstream>

namespace ingot::codegen {
namespace {

/// Everything about a step that its code depends on, as text.
class Key {
public:
  explicit Key(Specialize level) : level(level) {}

  std::string of(const AnyStep &step) {
    std::visit([&](const auto &s) { add(s); }, step);
    return text.str();
  }

private:
  void list(const std::vector<int64_t> &values) {
    for (int64_t value : values)
      text << value << ',';
    text << ';';
  }
  void add(const Address &address) {
    text << 'b' << address.base;
    if (isConstant(address, level))
      text << '+' << address.offset;
  }
  void add(const Operand &operand) {
    add(operand.address);
    text << elementName(operand.type);
    list(operand.strides);
  }
  void add(const Expression &expression) {
    for (const Expression::Node &node : expression.nodes) {
      text << static_cast<int>(node.kind) << elementName(node.type) << node.index << node.name;
      for (int input : node.inputs)
        text << ' ' << input;
      for (double parameter : node.parameters)
        text << '#' << __builtin_bit_cast(uint64_t, parameter);
      if (node.number)
        text << '=' << __builtin_bit_cast(uint64_t, *node.number);
      text << ';';
    }
  }
  void add(const LoopStep &step) {
    text << "loop";
    list(step.dims);
    for (size_t k = 0; k < step.operands.size(); ++k) {
      add(step.operands[k]);
      // Operands at one address share a pointer in the code.
      for (size_t j = 0; j < k; ++j)
        if (step.operands[j].address.base == step.operands[k].address.base &&
            step.operands[j].address.offset == step.operands[k].address.offset)
          text << '=' << j;
    }
    add(step.expression);
    for (size_t r = 0; r < step.results.size(); ++r)
      text << step.results[r] << '>' << step.outputs[r] << ';';
  }
  void add(const Hook &hook) {
    add(hook.expression);
    for (const Operand &extra : hook.extras)
      add(extra);
    text << hook.result << ')';
  }
  void add(const KernelStep &step) {
    text << step.kernel << '(';
    for (const Address &operand : step.operands)
      add(operand);
    list(step.sizes);
    for (const Hook *hook : step.hooks())
      add(*hook);
  }

  Specialize level;
  std::ostringstream text;
};

} // namespace

std::string keyOf(const AnyStep &step, Specialize level) { return Key(level).of(step); }

std::vector<Address> operandsOf(const AnyStep &step) {
  std::vector<Address> addresses;
  if (const auto *loop = std::get_if<LoopStep>(&step)) {
    for (const Operand &operand : loop->operands)
      addresses.push_back(operand.address);
    return addresses;
  }
  const auto &kernel = std::get<KernelStep>(step);
  addresses = kernel.operands;
  for (const Hook *hook : kernel.hooks())
    for (const Operand &extra : hook->extras)
      addresses.push_back(extra.address);
  return addresses;
}

} // namespace ingot::codegen
