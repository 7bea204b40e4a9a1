// Runs of the interpreter with rounding errors drawn at random.
#include "tests/differential/Rounding.h"

#include "tests/differential/Bounds.h"

#include "compiler/interp/Build.h"
#include "compiler/interp/EvalContext.h"

namespace ingot::differential {

Rounding::Rounding(mlir::ModuleOp graph, const std::vector<Value> &inputs,
                   const std::vector<Value> &wanted)
    : graph(graph), inputs(inputs), wanted(wanted) {}

Status Rounding::build() {
  noisy = INGOT_TRY(addNoise(graph));
  program = INGOT_TRY(interp::buildProgram(*noisy.module, nullptr));
  for (const Value &value : wanted)
    possible.push_back(value.isTensor()
                           ? std::optional(Possible(value.tensor(), !noisy.factors.empty()))
                           : std::nullopt);
  return success();
}

namespace {

Expected<Tensor> draw(const Factors &factors, std::mt19937_64 &random) {
  const ValueType &type = factors.type;
  Tensor tensor = INGOT_TRY(Tensor::allocate(ElementType::F64, type.dims));
  const double kept = factors.isKept ? static_cast<double>(random() % 2) : 1;
  for (int64_t i = 0; i < tensor.elements(); ++i) {
    auto span = static_cast<uint64_t>(2 * factors.units + 1);
    auto units = static_cast<int64_t>(random() % span) - factors.units;
    tensor.mutableData<double>()[i] = kept + static_cast<double>(units) * epsilonOf(type.element);
  }
  return interp::convert(tensor, type.element, nullptr);
}

} // namespace

Status Rounding::drawUpTo(int count) {
  if (!program)
    INGOT_TRY(build());
  for (; drawn < count; ++drawn) {
    std::vector<Value> values = inputs;
    for (const Factors &factors : noisy.factors)
      values.emplace_back(INGOT_TRY(draw(factors, random)));
    interp::RunOptions options;
    options.timeout = 120;
    std::vector<Value> results = INGOT_TRY(interp::run(*program, values, options));
    for (size_t i = 0; i < results.size(); ++i)
      if (possible[i])
        possible[i]->add(results[i].tensor());
  }
  return success();
}

std::string Rounding::firstUnexplained(const std::vector<Value> &found) const {
  for (size_t output = 0; output < found.size(); ++output) {
    if (differenceOf(wanted[output], found[output]).empty())
      continue;
    std::string text = differenceOf(wanted[output], found[output], !possible[output]);
    if (!text.empty())
      return str("output ", output, " ", text);
    const Tensor &was = wanted[output].tensor(), &is = found[output].tensor();
    for (int64_t i = 0; i < is.elements(); ++i)
      if (!possible[output]->explains(is, i))
        return str("output ", output, " element ", i, " is ", textAt(is, i), ", not ",
                   textAt(was, i), "; ", drawn, " draws gave ", possible[output]->textAt(i));
  }
  return "";
}

void Rounding::measure(const std::vector<Value> &found) {
  for (size_t output = 0; output < found.size(); ++output)
    for (int64_t i = 0; possible[output] && i < possible[output]->elements(); ++i)
      furthestExcess =
          std::max(furthestExcess, possible[output]->excessAt(found[output].tensor(), i));
}

std::string Rounding::unexplained(const std::vector<Value> &found) {
  if (found.size() != wanted.size())
    return "another number of outputs";
  std::string text = differenceOf(wanted, found);
  for (int count : bounds::draws) {
    if (text.empty())
      break;
    if (Status status = drawUpTo(count); !status.ok())
      return "the graph with rounding errors does not run: " + status.message();
    text = firstUnexplained(found);
    if (text.empty())
      measure(found);
  }
  return text;
}

Expected<std::vector<std::optional<Possible>>> Rounding::possibleAfter(int draws) {
  INGOT_TRY(drawUpTo(draws));
  return possible;
}

Expected<Sharpness> Rounding::sharpness() {
  INGOT_TRY(drawUpTo(bounds::draws[0]));
  Sharpness all;
  for (const auto &output : possible)
    if (output)
      all.count(*output);
  return all;
}

} // namespace ingot::differential
