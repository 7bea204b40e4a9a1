#!/usr/bin/env python3
"""Writes the attention cases of this folder: operators of onnxruntime. Needs numpy, onnx and onnxruntime."""
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

BATCH, ROWS, HEADS, SIZE = 2, 3, 2, 4
WIDTH = HEADS * SIZE


class Draw:
    """Random operands that depend on the case's name only."""

    def __init__(self, name):
        self.rng = np.random.default_rng(sum(ord(c) * (i + 1) for i, c in enumerate(name)))

    def __call__(self, *shape):
        return self.rng.uniform(-1, 1, shape).astype(np.float32)


def write(name, op, operands, outputs, constants=(), **attributes):
    """`constants` are the positions of operands that become initializers."""
    fed = tuple(i for i in range(len(operands)) if i not in constants)
    Case(HERE, "test_" + name, op, operands, attributes, outputs, domain="com.microsoft", fed=fed).write()


def attention(name, *, mask=None, past=0, score_bias=None, sizes=None, **attributes):
    draw = Draw(name)
    width = sum(sizes) if sizes else 3 * WIDTH
    operands = [draw(BATCH, ROWS, 5), draw(5, width), draw(width), mask,
                draw(2, BATCH, HEADS, past, SIZE) if past else None,
                draw(*score_bias) if score_bias else None]
    if sizes:
        attributes["qkv_hidden_sizes"] = sizes
    # The implementation for the CPU insists on both or neither of past and present.
    write(name, "Attention", operands, ["y", "present"] if past else ["y"], constants=(1, 2), num_heads=HEADS, **attributes)


def attention_cases():
    integers = lambda values: np.array(values, np.int32)
    attention("attention")
    attention("attention_causal", unidirectional=1)
    attention("attention_scale", scale=0.3)
    attention("attention_past", past=2, unidirectional=1)
    attention("attention_sizes", sizes=[8, 8, 12])
    attention("attention_mask_2d", mask=integers([[1, 1, 0], [1, 0, 0]]))
    attention("attention_mask_hidden", mask=integers([[0, 0, 0], [1, 0, 1]]))
    attention("attention_mask_3d", mask=integers([[[1, 1, 0], [0, 1, 1], [1, 0, 1]], [[1, 0, 0], [1, 1, 0], [1, 1, 1]]]))
    attention("attention_mask_ends", mask=integers([2, 3]))
    attention("attention_mask_bounds", mask=integers([2, 3, 0, 1]))
    attention("attention_mask_past", mask=integers([[1, 1, 1, 1, 0], [0, 1, 1, 1, 1]]), past=2, unidirectional=1)
    attention("attention_score_bias", score_bias=(BATCH, HEADS, ROWS, ROWS))
    attention("attention_mask_and_score_bias", mask=integers([[1, 1, 0], [1, 1, 1]]), score_bias=(1, HEADS, ROWS, ROWS))
    attention("attention_mask_filter", mask=integers([[1, 1, 0], [1, 0, 1]]), mask_filter_value=-1.5)


def quantized_attention(name, kind, *, zero_points=True, columns=False, past=0, mask=None, **attributes):
    draw = Draw(name)
    info = np.iinfo(kind)
    draws = lambda *shape: draw.rng.integers(info.min, info.max + 1, shape).astype(kind)
    weight_info = np.iinfo(np.int8)
    weights = draw.rng.integers(weight_info.min, weight_info.max + 1, (5, 3 * WIDTH)).astype(np.int8)
    scale = np.full(3 * WIDTH, 0.01, np.float32) * (1 + draw.rng.random(3 * WIDTH).astype(np.float32)) if columns \
        else np.float32(0.012)
    operands = [draws(BATCH, ROWS, 5), weights, draw(3 * WIDTH), np.array(0.01, np.float32), np.asarray(scale), mask,
                np.array(3, kind) if zero_points else None, np.array(2, np.int8) if zero_points else None,
                draw(2, BATCH, HEADS, past, SIZE) if past else None]
    case = Case(HERE, "test_" + name, "QAttention", operands, {"num_heads": HEADS, **attributes},
                ["y", "present"] if past else ["y"], domain="com.microsoft", fed=(0, 5, 8),
                output_types={"y": 1, "present": 1})
    case.write()


def multi_head(name, *, query=None, key=None, value=None, bias=False, mask=None, score_bias=None, past=0, present=False,
               scores=False, op="MultiHeadAttention", **attributes):
    draw = Draw(name)
    q = draw(*(query or (BATCH, ROWS, WIDTH)))
    k = None if key == () else draw(*(key or (BATCH, ROWS, WIDTH)))
    v = None if value == () else draw(*(value or (BATCH, ROWS, WIDTH)))
    projection = draw(bias if bias is not True else 3 * WIDTH) if bias else None
    pasts = [draw(BATCH, HEADS, past, SIZE), draw(BATCH, HEADS, past, SIZE)] if past else [None, None]
    added = draw(*score_bias) if score_bias else None
    operands = [q, k, v, projection, mask, added, *pasts]
    if op != "MultiHeadAttention":
        operands = [q, k, v, mask, added, *pasts, None, None, None, projection]
    outputs = ["y", "present_key", "present_value"] if present or past else ["y"]
    if scores:
        outputs = (outputs + ["", ""])[:3] + ["qk"]
    write(name, op, operands, outputs, num_heads=HEADS, **attributes)


def multi_head_cases():
    integers = lambda values: np.array(values, np.int32)
    multi_head("mha")
    multi_head("mha_causal", unidirectional=1)
    multi_head("mha_bias", bias=True)
    multi_head("mha_scale", scale=0.7)
    multi_head("mha_cross", key=(BATCH, 5, WIDTH), value=(BATCH, 5, 12), bias=2 * WIDTH + 12)
    multi_head("mha_cached_keys", key=(BATCH, HEADS, 5, SIZE), value=(BATCH, HEADS, 5, SIZE))
    multi_head("mha_cached_keys_bias", key=(BATCH, HEADS, 5, SIZE), value=(BATCH, HEADS, 5, SIZE), bias=True)
    multi_head("mha_mask", mask=integers([[1, 1, 0], [1, 0, 0]]))
    multi_head("mha_mask_ends", mask=integers([2, 3]))
    multi_head("mha_mask_3d", mask=integers([[[1, 1, 0], [0, 1, 1], [1, 0, 1]], [[1, 0, 0], [1, 1, 0], [1, 1, 1]]]))
    multi_head("mha_score_bias", score_bias=(BATCH, HEADS, ROWS, ROWS))
    multi_head("mha_score_bias_broadcast", score_bias=(1, 1, ROWS, ROWS), mask=integers([[1, 1, 0], [1, 1, 1]]))
    multi_head("mha_past", past=2)
    multi_head("mha_past_causal_mask", past=2, unidirectional=1, bias=True,
               mask=integers([[1, 1, 1, 1, 0], [0, 1, 1, 1, 1]]))
    multi_head("mha_present", present=True)
    multi_head("decoder_masked_mha_cross", op="DecoderMaskedMultiHeadAttention", query=(BATCH, 1, WIDTH),
               key=(BATCH, HEADS, 5, SIZE), value=(BATCH, HEADS, 5, SIZE))
    multi_head("decoder_masked_mha_cross_mask", op="DecoderMaskedMultiHeadAttention", query=(BATCH, 1, WIDTH), bias=True,
               key=(BATCH, HEADS, 5, SIZE), value=(BATCH, HEADS, 5, SIZE), mask=integers([[1, 1, 1, 0, 0], [1, 1, 1, 1, 0]]))


def packed_heads(name, bias):
    """Only kernels for GPUs take packed heads, so that the outputs come from the same heads apart."""
    draw = Draw(name)
    make = lambda suffix, operands: Case(HERE, f"test_{name}{suffix}", "MultiHeadAttention", operands, {"num_heads": HEADS},
                                         ["y"], domain="com.microsoft", fed=range(len(operands)))
    qkv = draw(BATCH, ROWS, HEADS, 3, SIZE)
    flat = lambda x: np.ascontiguousarray(x).reshape(BATCH, ROWS, WIDTH)
    q, k, v = (flat(qkv[:, :, :, i]) for i in range(3))
    projection = [draw(3 * WIDTH)] if bias else [None]
    apart = make("", [q, k, v] + projection)
    make("", [qkv, None, None] + projection).write(twin=apart)
    make("_keys", [q, np.ascontiguousarray(qkv[:, :, :, 1:]), None] + projection).write(twin=apart)


def grouped(name, *, rows=ROWS, lengths=None, past=None, packed=False, rotary=False, positions=None, score_bias=None,
            sink=False, heads=4, batch=BATCH, scores=0, **attributes):
    draw = Draw(name)
    size = 16 if rotary else 8  # what the implementation wants
    lengths = lengths or [rows] * batch
    total = max(lengths)
    shape = lambda n: (batch, rows, n * size)
    operands = [draw(*shape(heads + 4)) if packed else draw(*shape(heads)), None if packed else draw(*shape(2)),
                None if packed else draw(*shape(2))]
    operands += [draw(batch, 2, past, size), draw(batch, 2, past, size)] if past is not None else [None, None]
    operands += [np.array([l - 1 for l in lengths], np.int32), np.array(total, np.int32)]
    if rotary:
        angles = np.outer(np.arange(8), 0.5 ** np.arange(size // 2)).astype(np.float32)
        operands += [np.cos(angles), np.sin(angles)]
    else:
        operands += [None, None]
    operands += [None if positions is None else np.array(positions, np.int64),
                 draw(*score_bias) if score_bias else None, draw(heads) if sink else None]
    outputs = ["y", "present_key", "present_value"] + (["scores"] if scores else [])
    if scores:
        attributes["qk_output"] = scores
    if rotary:
        attributes["do_rotary"] = 1
    write(name, "GroupQueryAttention", operands, outputs, num_heads=heads, kv_num_heads=2, **attributes)


def grouped_cases():
    grouped("gqa_prompt")
    grouped("gqa_prompt_packed", packed=True)
    grouped("gqa_prompt_rotary", rotary=True)
    grouped("gqa_prompt_interleaved", rotary=True, rotary_interleaved=1)
    grouped("gqa_prompt_packed_rotary", rotary=True, packed=True)
    grouped("gqa_decode", rows=1, lengths=[4, 4], past=3)
    grouped("gqa_decode_buffer", rows=1, lengths=[4, 4], past=6)
    grouped("gqa_decode_lengths", rows=1, lengths=[3, 5], past=6)
    grouped("gqa_decode_lengths_rotary", rows=1, lengths=[3, 5], past=4, rotary=True)
    grouped("gqa_decode_positions", rows=1, lengths=[3, 5], past=4, rotary=True, positions=[[2], [4]])
    grouped("gqa_chunk", rows=3, lengths=[5], past=2, batch=1, rotary=True)
    grouped("gqa_window", rows=5, local_window_size=2)
    grouped("gqa_window_decode", rows=1, lengths=[5, 4], past=4, local_window_size=3)
    grouped("gqa_softcap", softcap=0.5)
    grouped("gqa_scale", scale=0.2)
    grouped("gqa_score_bias", score_bias=(BATCH, 4, ROWS, ROWS))
    grouped("gqa_score_bias_decode", rows=1, lengths=[4, 4], past=3, score_bias=(1, 1, 1, 4))
    grouped("gqa_smooth", smooth_softmax=1)
    grouped("gqa_sink", sink=True)
    grouped("gqa_scores", scores=1)
    grouped("gqa_scores_softcap", scores=1, softcap=0.5)
    grouped("gqa_probabilities", scores=2, rows=1, lengths=[4, 4], past=3)


def rotary(name, shape, positions, *, columns=None, size=8, **attributes):
    draw = Draw(name)
    columns = columns or size // 2
    operands = [draw(*shape), np.array(positions, np.int64), draw(10, columns), draw(10, columns)]
    write(name, "RotaryEmbedding", operands, ["y"], constants=(2, 3), **attributes)


def rotary_cases():
    rotary("rotary_packed", (2, 3, 16), [[0, 1, 2], [4, 5, 9]])
    rotary("rotary_first", (2, 3, 16), [4])
    rotary("rotary_heads", (2, 2, 3, 8), [[0, 1, 2], [4, 5, 6]])
    rotary("rotary_interleaved", (2, 3, 16), [[0, 1, 2], [4, 5, 6]], interleaved=1)
    rotary("rotary_part", (2, 3, 16), [2], columns=2, num_heads=2, rotary_embedding_dim=4)


def main():
    attention_cases()
    quantized_attention("qattention_u8", np.uint8)
    quantized_attention("qattention_columns", np.uint8, columns=True, zero_points=False)
    quantized_attention("qattention_past", np.uint8, past=2, unidirectional=1)
    quantized_attention("qattention_mask", np.uint8, mask=np.array([[1, 1, 0], [1, 0, 0]], np.int32))
    multi_head_cases()
    packed_heads("mha_packed", bias=False)
    packed_heads("mha_packed_bias", bias=True)
    grouped_cases()
    rotary_cases()


if __name__ == "__main__":
    main()
