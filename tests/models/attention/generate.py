#!/usr/bin/env python3
"""Writes the attention cases of this folder, with outputs of the evaluator in the onnx package. Needs numpy and onnx."""
import os
import sys

import numpy as np
from onnx import TensorProto

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

BATCH, QUERIES, KEYS, SIZE = 2, 3, 5, 4


def attention(name, *, q_heads=2, kv_heads=2, kind=np.float32, mask=None, past=0, lengths=None, packed=False, scores=None,
              keys=KEYS, opset=24, **attributes):
    rng = np.random.default_rng(sum(ord(c) * (i + 1) for i, c in enumerate(name)))
    draw = lambda *shape: rng.uniform(-1, 1, shape).astype(kind)
    shape = lambda heads, rows: (BATCH, rows, heads * SIZE) if packed else (BATCH, heads, rows, SIZE)
    operands = [draw(*shape(q_heads, QUERIES)), draw(*shape(kv_heads, keys)), draw(*shape(kv_heads, keys)),
                mask.astype(kind) if mask is not None and mask.dtype != np.bool_ else mask]
    operands += [draw(BATCH, kv_heads, past, SIZE) for _ in range(2)] if past else [None, None]
    operands += [None if lengths is None else np.array(lengths, np.int64)]
    if packed:
        attributes.update(q_num_heads=q_heads, kv_num_heads=kv_heads)
    outputs = ["y"] + (["present_key", "present_value"] if past else ["", ""])
    if scores is not None:
        attributes["qk_matmul_output_mode"] = scores
        outputs.append("scores")
    else:
        outputs = outputs if past else ["y"]
    Case(HERE, "test_" + name, "Attention", operands, attributes, outputs, opset, fed=range(7)).write(reference=True)


def main():
    rng = np.random.default_rng(1)
    visible = rng.random((QUERIES, KEYS)) < 0.6
    visible[1] = False
    attention("hidden_row", mask=visible)
    attention("hidden_row_scores", mask=visible, scores=3)
    attention("hidden_row_causal", mask=visible, is_causal=1)
    attention("mask_of_rank_1", mask=rng.uniform(-1, 1, KEYS))
    attention("mask_of_rank_3", mask=rng.uniform(-1, 1, (2, QUERIES, KEYS)))
    attention("short_mask", mask=rng.uniform(-1, 1, (QUERIES, 4)))
    attention("short_boolean_mask", mask=visible[:, :4])
    attention("lengths", lengths=[2, 5])
    attention("lengths_none", lengths=[0, 5])
    attention("lengths_causal", lengths=[4, 5], is_causal=1)
    attention("lengths_causal_few_keys", lengths=[1, 5], is_causal=1)
    attention("lengths_mask_causal", lengths=[4, 5], is_causal=1, mask=rng.uniform(-1, 1, (2, QUERIES, KEYS)))
    attention("past_causal", past=2, is_causal=1, q_heads=4)
    attention("past_causal_packed", past=2, is_causal=1, q_heads=4, packed=True)
    attention("past_scores_capped", past=2, scores=1, softcap=0.7)
    attention("double", kind=np.float64, is_causal=1)
    attention("double_softmax", softmax_precision=int(TensorProto.DOUBLE), scores=3)
    attention("left_window", left_window_size=1, opset=25)
    attention("right_window", right_window_size=1, opset=25)
    attention("both_windows", left_window_size=2, right_window_size=0, opset=25)
    attention("window_causal", left_window_size=1, right_window_size=2, is_causal=1, opset=25)
    attention("window_past", left_window_size=2, right_window_size=1, past=3, opset=25)
    attention("window_lengths", left_window_size=1, right_window_size=0, lengths=[4, 5], opset=25)
    attention("window_mask", left_window_size=1, mask=visible, scores=2, opset=25)


if __name__ == "__main__":
    main()
