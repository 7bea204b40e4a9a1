// Import rules of signal processing.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// DFT. Before opset 20 the axis is an attribute, by default the first after the batch.
Status importDFT(Node &n) {
  Handle axis =
      n.opset >= 20 ? n.input(2) : n.constant(Tensor::scalar<int64_t>(n.integer("axis", 1)));
  return n.result(n.emit(
      "dft", {n.input(0), n.input(1), axis},
      {{"inverse", n.integer("inverse", 0) != 0}, {"onesided", n.integer("onesided", 0) != 0}}));
}

/// STFT. Exporters also write a real signal without its last axis of size 1.
Status importSTFT(Node &n) {
  Handle signal = n.input(0);
  if (n.rank(signal) == 2)
    signal = INGOT_TRY(n.emit("unsqueeze", {signal, n.integersConstant({2})}));
  return n.result(n.emit("stft", {signal, n.input(1), n.input(2), n.input(3)},
                         {{"onesided", n.integer("onesided", 1) != 0}}));
}

static Status importWindow(Node &n, std::string kind) {
  ElementType type = INGOT_TRY(n.elementType("output_datatype", ElementType::F32));
  return n.result(n.emit(
      "window", {n.input(0)},
      {{"kind", std::move(kind)}, {"periodic", n.integer("periodic", 1) != 0}, {"to", type}}));
}

Status importHannWindow(Node &n) { return importWindow(n, "hann"); }
Status importHammingWindow(Node &n) { return importWindow(n, "hamming"); }
Status importBlackmanWindow(Node &n) { return importWindow(n, "blackman"); }

Status importMelWeightMatrix(Node &n) {
  ElementType type = INGOT_TRY(n.elementType("output_datatype", ElementType::F32));
  return n.result(n.emit("mel_weight_matrix",
                         {n.input(0), n.input(1), n.input(2), n.input(3), n.input(4)},
                         {{"to", type}}));
}

} // namespace ingot::onnx
