// Import rules of recurrent layers.
#include "compiler/import/onnx/rules/Quantized.h"
#include "kernels/recurrent/activation.h"

#include <algorithm>

namespace ingot::onnx {
namespace {

/// What one layer kind has and its siblings have not.
struct LayerKind {
  std::string_view op;
  std::vector<std::string> activations; ///< of one direction, by default
  size_t states;                        ///< initial states from input 5 on
  size_t inputs;
};

/// Exporters write "Tanh", "tanh" and "TANH".
const kernels::recurrent::ActivationSpec *findSpec(std::string_view onnxName) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  auto isSame = [&](std::string_view known) {
    return std::equal(known.begin(), known.end(), onnxName.begin(), onnxName.end(),
                      [&](char a, char b) { return lower(a) == lower(b); });
  };
  for (const auto &spec : kernels::recurrent::activationSpecs)
    if (isSame(spec.onnxName))
      return &spec;
  return nullptr;
}

/// The activations with alpha and beta for each. The lists in the model have entries only for those
/// functions that take the parameter, in order; what is missing at the end has its default.
Status addActivations(const Node &n, const LayerKind &kind, size_t directions,
                      Attributes &attributes) {
  auto names = n.texts("activations").value_or(std::vector<std::string>());
  size_t wanted = kind.activations.size() * directions;
  if (names.empty())
    while (names.size() < wanted)
      names.insert(names.end(), kind.activations.begin(), kind.activations.end());
  // The declared default of RNN names two activations for any direction.
  if (kind.activations.size() == 1 && names.size() > wanted)
    names.resize(wanted);
  if (names.size() != wanted)
    return n.bad(names.size(), " activations, wanted ", wanted);
  auto alphas = n.numbers("activation_alpha").value_or(std::vector<float>());
  auto betas = n.numbers("activation_beta").value_or(std::vector<float>());
  std::vector<float> alpha, beta;
  size_t nextAlpha = 0, nextBeta = 0;
  for (std::string &name : names) {
    const auto *spec = findSpec(name);
    if (!spec)
      return n.unsupported("activation '", name, "'");
    alpha.push_back(spec->hasAlpha && nextAlpha < alphas.size() ? alphas[nextAlpha++]
                                                                : spec->alpha);
    beta.push_back(spec->hasBeta && nextBeta < betas.size() ? betas[nextBeta++] : spec->beta);
    name = spec->name;
  }
  attributes.set("activations", std::move(names));
  attributes.set("alpha", std::move(alpha));
  attributes.set("beta", std::move(beta));
  return success();
}

/// Batch and second axis exchanged when the model has the batch first.
Expected<Handle> steppedFirst(const Node &n, bool batchFirst, Handle value) {
  if (!batchFirst || n.type(value).isNone())
    return value;
  return n.emit("transpose", {value}, {{"perm", std::vector<int64_t>{1, 0, 2}}});
}

/// A layer on these operands of its operator.
Status importLayer(Node &n, const LayerKind &kind, Attributes attributes,
                   std::vector<Handle> operands) {
  int64_t layout = n.opset >= 14 ? n.integer("layout", 0) : 0;
  if (layout != 0 && layout != 1)
    return n.bad("layout is ", layout, ", wanted 0 or 1");
  std::string direction = n.text("direction", "forward");
  if (direction == "foward") // the default of the first GRU, as its schema spells it
    direction = "forward";
  attributes.set("direction", direction);
  INGOT_TRY(addActivations(n, kind, direction == "bidirectional" ? 2 : 1, attributes));
  if (n.hasAttribute("clip"))
    attributes.set("clip", n.number("clip", 0));

  const ValueType &r = n.type(operands[2]);
  int64_t hidden = r.dims.size() == 3 ? r.dims[2] : unknownDim;
  if (hidden >= 0 && n.integer("hidden_size", hidden) != hidden)
    return n.bad("hidden_size is ", n.integer("hidden_size", hidden), ", R is for ", hidden);

  bool batchFirst = layout == 1;
  for (size_t i = 0; i < kind.inputs; ++i) {
    bool hasBatch = i == 0 || (i >= 5 && i < 5 + kind.states);
    operands[i] = INGOT_TRY(steppedFirst(n, batchFirst && hasBatch, operands[i]));
  }
  auto results = INGOT_TRY(n.emitAll(kind.op, operands, std::move(attributes)));
  if (batchFirst) {
    results[0] =
        INGOT_TRY(n.emit("transpose", {results[0]}, {{"perm", std::vector<int64_t>{2, 0, 1, 3}}}));
    for (size_t i = 1; i < results.size(); ++i)
      results[i] = INGOT_TRY(steppedFirst(n, true, results[i]));
  }
  return n.result(std::move(results));
}

/// A layer whose inputs are the operands.
Status importLayer(Node &n, const LayerKind &kind, Attributes attributes) {
  if (n.inputCount() < 3 || n.inputCount() > kind.inputs)
    return n.bad(n.inputCount(), " inputs, wanted 3 to ", kind.inputs);
  std::vector<Handle> operands;
  for (size_t i = 0; i < kind.inputs; ++i)
    operands.push_back(n.input(i));
  return importLayer(n, kind, std::move(attributes), std::move(operands));
}

const LayerKind lstm = {"lstm", {"Sigmoid", "Tanh", "Tanh"}, 2, 8};

/// Quantized weights [directions, columns, rows] as the floats [directions, rows, columns]; scale
/// and zero point have one entry per direction, or per direction and row.
Expected<Handle> layerWeights(const Node &n, Handle weights, Handle scale, Handle zeroPoint) {
  auto spread = [&](Handle x) -> Expected<Handle> {
    if (n.rank(x) != 1 && n.rank(x) != 2)
      return n.bad("scale or zero point ", n.type(x).text(), ", wanted rank 1 or 2");
    std::vector<int64_t> axes = {1};
    if (n.rank(x) == 1)
      axes.push_back(2);
    return n.emit("unsqueeze",
                  {INGOT_TRY(castTo(n, x, ElementType::F32)), n.integersConstant(axes)});
  };
  Handle x = INGOT_TRY(castTo(n, weights, ElementType::F32));
  x = INGOT_TRY(n.emit("sub", {x, INGOT_TRY(spread(zeroPoint))}));
  x = INGOT_TRY(n.emit("mul", {x, INGOT_TRY(spread(scale))}));
  return n.emit("transpose", {x}, {{"perm", std::vector<int64_t>{0, 2, 1}}});
}

} // namespace

/// RNN. The output_sequence of opset 1 only says whether Y is used.
Status importRNN(Node &n) { return importLayer(n, {"rnn", {"Tanh"}, 1, 6}, {}); }

/// GRU. Opset 1 explains linear_before_reset without declaring it.
Status importGRU(Node &n) {
  bool linear = n.integer("linear_before_reset", 0) != 0;
  return importLayer(n, {"gru", {"Sigmoid", "Tanh"}, 1, 6}, {{"linear_before_reset", linear}});
}

Status importLSTM(Node &n) {
  bool coupled = n.integer("input_forget", 0) != 0;
  return importLayer(n, lstm, {{"input_forget", coupled}});
}

/// DynamicQuantizeLSTM: weights of 8 bits; x as a whole and the state at each step are quantized to
/// 8 bits before they meet them.
Status importMicrosoftDynamicQuantizeLSTM(Node &n) {
  if (n.inputCount() != 12)
    return n.bad(n.inputCount(), " inputs, wanted 12");
  std::vector<Handle> operands;
  for (size_t i = 0; i < lstm.inputs; ++i)
    operands.push_back(n.input(i));
  auto x = INGOT_TRY(n.emitAll("dynamic_quantize_linear", {n.input(0)}));
  operands[0] = INGOT_TRY(dequantized(n, x[0], x[1], x[2]));
  operands[1] = INGOT_TRY(layerWeights(n, n.input(1), n.input(8), n.input(9)));
  operands[2] = INGOT_TRY(layerWeights(n, n.input(2), n.input(10), n.input(11)));
  return importLayer(
      n, lstm, {{"input_forget", n.integer("input_forget", 0) != 0}, {"quantize_state", true}},
      std::move(operands));
}

} // namespace ingot::onnx
