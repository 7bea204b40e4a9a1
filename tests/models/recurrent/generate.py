#!/usr/bin/env python3
"""Writes the recurrent-layer cases of this folder. Needs numpy, onnx and onnxruntime."""
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
STEPS, BATCH, INPUT, HIDDEN = 4, 3, 2, 3


def layer(name, op, *, bias=True, lengths=None, initial=False, peepholes=False, kind=np.float32, opset=14, outputs=None,
          reference=False, **attributes):
    rng = np.random.default_rng(sum(name.encode()))
    draw = lambda *shape: rng.uniform(-1, 1, shape).astype(kind)
    directions = 2 if attributes.get("direction") == "bidirectional" else 1
    batch_first = attributes.get("layout") == 1
    rows = GATES[op] * HIDDEN
    x = draw(STEPS, BATCH, INPUT)
    states = lambda: draw(directions, BATCH, HIDDEN)
    operands = [x.swapaxes(0, 1) if batch_first else x, draw(directions, rows, INPUT), draw(directions, rows, HIDDEN),
                draw(directions, 2 * rows) if bias else None,
                None if lengths is None else np.array(lengths, np.int32)]
    for _ in range(2 if op == "LSTM" else 1):
        state = states() if initial else None
        operands.append(state.swapaxes(0, 1) if batch_first and initial else state)
    if op == "LSTM":
        operands.append(draw(directions, 3 * HIDDEN) if peepholes else None)
    names = outputs or (["Y", "Y_h", "Y_c"] if op == "LSTM" else ["Y", "Y_h"])
    case = Case(HERE, name, op, [None if o is None else np.ascontiguousarray(o) for o in operands],
                {"hidden_size": HIDDEN, **attributes}, names, opset, fed=(0, 4, 5, 6))
    case.write(reference)


def quantized(name, *, per_row=False, kind=np.int8, zero_point=0, batch=1, initial=True, bias=True, **attributes):
    """DynamicQuantizeLSTM; onnxruntime quantizes the states of a batch together, so batches have equal sequences."""
    rng = np.random.default_rng(sum(name.encode()))
    draw = lambda *shape: rng.uniform(-1, 1, shape).astype(np.float32)
    directions = 2 if attributes.get("direction") == "bidirectional" else 1
    rows = GATES["LSTM"] * HIDDEN
    low, high = (-127, 128) if kind == np.int8 else (0, 256)
    weights = lambda columns: rng.integers(low, high, (directions, columns, rows)).astype(kind)
    parameters = (directions, rows) if per_row else (directions,)
    scales = lambda: rng.uniform(0.004, 0.008, parameters).astype(np.float32)
    zeros = np.full(parameters, zero_point, kind)
    alike = lambda x, axis: np.repeat(x, batch, axis=axis)
    states = [alike(draw(directions, 1, HIDDEN), 1) if initial else None for _ in range(2)]
    operands = [alike(draw(STEPS, 1, INPUT), 1), weights(INPUT), weights(HIDDEN),
                draw(directions, 2 * rows) if bias else None, None, *states, None, scales(), zeros, scales(), zeros]
    Case(HERE, name, "DynamicQuantizeLSTM", operands, {"hidden_size": HIDDEN, **attributes}, ["Y", "Y_h", "Y_c"],
         domain="com.microsoft", fed=(0, 5, 6)).write()


def main():
    quantized("test_dynamic_quantize_lstm")
    quantized("test_dynamic_quantize_lstm_batch", batch=3, direction="reverse")
    quantized("test_dynamic_quantize_lstm_per_row", per_row=True, direction="bidirectional")
    quantized("test_dynamic_quantize_lstm_unsigned", kind=np.uint8, zero_point=121)
    quantized("test_dynamic_quantize_lstm_plain", initial=False, bias=False, input_forget=1)
    for op in GATES:
        low = op.lower()
        for direction in ("forward", "reverse", "bidirectional"):
            layer(f"test_{low}_{direction}", op, initial=True, direction=direction)
            layer(f"test_{low}_{direction}_lengths", op, initial=True, lengths=[2, 4, 1], direction=direction)
        layer(f"test_{low}_empty_sequence", op, initial=True, lengths=[3, 0, 2], direction="bidirectional")
        layer(f"test_{low}_no_bias", op, bias=False)
        layer(f"test_{low}_clip", op, clip=0.3, initial=True)
        layer(f"test_{low}_opset_7", op, opset=7)
        layer(f"test_{low}_opset_22", op, opset=22, direction="reverse")
        layer(f"test_{low}_double", op, kind=np.float64, initial=True, reference=True)
        layer(f"test_{low}_last_state_only", op, outputs=["", "Y_h"])
    for a in ("Relu", "LeakyRelu", "ThresholdedRelu", "HardSigmoid", "Elu", "Softsign", "Softplus", "Sigmoid"):
        # onnxruntime has a default of its own for the threshold.
        layer(f"test_rnn_{a.lower()}", "RNN", activations=[a], **({"activation_alpha": [0.5]} if a == "ThresholdedRelu" else {}))
    layer("test_rnn_affine", "RNN", activations=["Affine"], activation_alpha=[0.7], activation_beta=[0.2])
    layer("test_rnn_scaled_tanh", "RNN", activations=["ScaledTanh"], activation_alpha=[1.5], activation_beta=[0.6])
    layer("test_rnn_two_activations", "RNN", direction="bidirectional", activations=["LeakyRelu", "HardSigmoid"],
          activation_alpha=[0.3, 0.4], activation_beta=[0.6])
    layer("test_gru_linear_before_reset", "GRU", initial=True, linear_before_reset=1)
    layer("test_gru_linear_before_reset_bidirectional", "GRU", initial=True, linear_before_reset=1, lengths=[4, 2, 3],
          direction="bidirectional")
    layer("test_gru_linear_before_reset_clip", "GRU", clip=0.2, linear_before_reset=1)
    layer("test_gru_activations", "GRU", activations=["HardSigmoid", "ScaledTanh"], activation_alpha=[0.3, 1.2],
          activation_beta=[0.4, 0.8])
    layer("test_lstm_peepholes_bidirectional", "LSTM", peepholes=True, initial=True, direction="bidirectional")
    layer("test_lstm_peepholes_lengths", "LSTM", peepholes=True, lengths=[1, 4, 3], direction="reverse")
    layer("test_lstm_input_forget", "LSTM", input_forget=1, initial=True)
    layer("test_lstm_input_forget_peepholes_clip", "LSTM", input_forget=1, peepholes=True, initial=True, clip=0.4)
    layer("test_lstm_activations", "LSTM", direction="bidirectional", initial=True,
          activations=["HardSigmoid", "Softsign", "Tanh", "Sigmoid", "Elu", "Softsign"],
          activation_alpha=[0.3, 0.9], activation_beta=[0.45])
    for op in GATES:
        layer(f"test_{op.lower()}_batch_first", op, layout=1, initial=True, reference=True)


if __name__ == "__main__":
    main()
