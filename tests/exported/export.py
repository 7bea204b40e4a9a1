#!/usr/bin/env python3
"""Exports networks the way users do and writes them as backend tests with ONNX Runtime's answers.

usage: export.py OUTPUT_DIR      (in a venv with the packages of requirements.txt)

Each test is a folder with model.onnx and one data set per input shape, so that dynamic dimensions are
exercised. Run them with: ingot-conformance --suite=OUTPUT_DIR --rtol=1e-4 --atol=1e-5
"""
import os
import sys

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from torch import nn


def write_case(out, name, model_path, data_sets):
    folder = os.path.join(out, "exported", name)
    os.makedirs(folder, exist_ok=True)
    model = onnx.load(model_path)
    onnx.save(model, os.path.join(folder, "model.onnx"))
    session = onnxruntime.InferenceSession(model_path, providers=["CPUExecutionProvider"])
    for index, inputs in enumerate(data_sets):
        data = os.path.join(folder, f"test_data_set_{index}")
        os.makedirs(data, exist_ok=True)
        names = [i.name for i in session.get_inputs()]
        results = session.run(None, dict(zip(names, inputs)))
        for prefix, values in (("input", inputs), ("output", results)):
            for i, value in enumerate(values):
                proto = numpy_helper.from_array(np.asarray(value, order="C"))
                with open(os.path.join(data, f"{prefix}_{i}.pb"), "wb") as file:
                    file.write(proto.SerializeToString())
    print(f"{name}: {len(model.graph.node)} nodes, opset {model.opset_import[0].version}")


def export_both(out, name, module, examples, names, dynamic, data_sets):
    """TorchScript and torch.export exporters."""
    module.eval()
    path = os.path.join(out, "scratch.onnx")
    axes = {n: {a: f"{d}" for a, d in dims.items()} for n, dims in dynamic.items()}
    torch.onnx.export(module, examples, path, input_names=names, dynamic_axes=axes, dynamo=False,
                      opset_version=17)
    write_case(out, name + "_torchscript", path, data_sets)
    shapes = tuple({a: torch.export.Dim(d, min=1, max=4096) for a, d in dynamic.get(n, {}).items()}
                   for n in names)
    torch.onnx.export(module, examples, path, input_names=names, dynamic_shapes=shapes, dynamo=True,
                      external_data=False)
    write_case(out, name + "_dynamo", path, data_sets)


def floats(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(12, 16, num_layers=2, bidirectional=True, batch_first=True)
        self.head = nn.Linear(32, 5)

    def forward(self, x):
        y, _ = self.lstm(x)
        return torch.softmax(self.head(y[:, -1]), -1)


class EncoderLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x, mask):
        b, s, c = x.shape
        q, k, v = self.qkv(x).reshape(b, s, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        y = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.norm1(x + self.out(y.transpose(1, 2).reshape(b, s, c)))
        return self.norm2(x + self.down(nn.functional.gelu(self.up(x))))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.position = nn.Embedding(100, 32), nn.Embedding(64, 32)
        self.layers = nn.ModuleList([EncoderLayer(32, 4) for _ in range(2)])

    def forward(self, tokens):
        place = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.embed(tokens) + self.position(place)[None]
        mask = (tokens != 0)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return x.mean(1)


class Branches(nn.Module):
    """If and Loop: scripted, so that control flow survives."""

    def forward(self, x, steps):
        if x.sum() > 0:
            y = x * 2
        else:
            y = x - 1
        for i in range(int(steps)):
            y = y + torch.tanh(x) * float(i)
        return y


class SmallNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(),
                                  nn.Conv2d(8, 16, 3, stride=2, padding=1), nn.ReLU(),
                                  nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 10))

    def forward(self, x):
        return self.body(x)


def detector(out):
    """Anchors, box decoding and NonMaxSuppression, as detection exporters write them."""
    from onnx import TensorProto, helper

    class Head(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Conv2d(3, 8, 3, stride=4, padding=1)
            self.boxes = nn.Conv2d(8, 4, 1)
            self.scores = nn.Conv2d(8, 3, 1)

        def forward(self, x):
            f = torch.relu(self.body(x))
            b, _, h, w = f.shape
            ys, xs = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
            centers = torch.stack([ys, xs], -1).reshape(1, h * w, 2).float() * 4
            d = self.boxes(f).permute(0, 2, 3, 1).reshape(b, h * w, 4)
            yx, size = centers + d[..., :2], torch.exp(d[..., 2:]) * 8
            boxes = torch.cat([yx - size / 2, yx + size / 2], -1)
            scores = torch.sigmoid(self.scores(f)).reshape(b, 3, h * w)
            return boxes, scores

    path = os.path.join(out, "scratch.onnx")
    torch.onnx.export(Head().eval(), (torch.zeros(1, 3, 32, 32),), path, input_names=["image"],
                      output_names=["boxes", "scores"], dynamo=False, opset_version=17,
                      dynamic_axes={"image": {0: "batch", 2: "height", 3: "width"}})
    model = onnx.load(path)
    for name, value in (("max_boxes", np.array([10], np.int64)), ("iou", np.array([0.5], np.float32)),
                        ("threshold", np.array([0.45], np.float32))):
        model.graph.initializer.append(numpy_helper.from_array(value, name))
    model.graph.node.append(helper.make_node(
        "NonMaxSuppression", ["boxes", "scores", "max_boxes", "iou", "threshold"], ["selected"]))
    model.graph.output.append(helper.make_tensor_value_info("selected", TensorProto.INT64, [None, 3]))
    onnx.save(model, path)
    write_case(out, "detector_nms", path, [[floats(1, 3, 32, 32)], [floats(2, 3, 48, 40, seed=1)]])


def quantized(out):
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, quantize_static

    class Data(CalibrationDataReader):
        def __init__(self):
            self.items = iter([{"x": floats(1, 3, 16, 16, seed=i)} for i in range(8)])

        def get_next(self):
            return next(self.items, None)

    path, result = os.path.join(out, "scratch.onnx"), os.path.join(out, "scratch_q.onnx")
    torch.onnx.export(SmallNet().eval(), (torch.zeros(1, 3, 16, 16),), path, input_names=["x"],
                      dynamo=False, opset_version=17, dynamic_axes={"x": {0: "batch"}})
    for form, per_channel in ((QuantFormat.QDQ, True), (QuantFormat.QOperator, False)):
        quantize_static(path, result, Data(), quant_format=form, per_channel=per_channel)
        write_case(out, f"quantized_{form.name.lower()}", result,
                   [[floats(1, 3, 16, 16, seed=9)], [floats(3, 3, 16, 16, seed=10)]])


def control_flow(out):
    path = os.path.join(out, "scratch.onnx")
    scripted = torch.jit.script(Branches())
    torch.onnx.export(scripted, (torch.ones(2, 3), torch.tensor(3)), path, input_names=["x", "steps"],
                      dynamo=False, opset_version=17, dynamic_axes={"x": {0: "n"}})
    write_case(out, "if_loop_torchscript", path,
               [[floats(2, 3), np.array(4, np.int64)], [-np.abs(floats(5, 3)), np.array(0, np.int64)]])

    class Cond(nn.Module):
        def forward(self, x):
            return torch.cond(x.sum() > 0, lambda x: x * 2, lambda x: x - 1, (x,))

    torch.onnx.export(Cond(), (torch.ones(2, 3),), path, input_names=["x"], dynamo=True,
                      external_data=False)
    write_case(out, "cond_dynamo", path, [[np.abs(floats(2, 3))], [-np.abs(floats(2, 3))]])


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    torch.manual_seed(1)
    export_both(out, "lstm", Recurrent(), (torch.zeros(2, 7, 12),), ["x"],
                {"x": {0: "batch", 1: "time"}}, [[floats(2, 7, 12)], [floats(3, 11, 12, seed=1)]])
    tokens = lambda b, s: np.random.default_rng(b * s).integers(0, 100, (b, s)).astype(np.int64)
    export_both(out, "transformer", Encoder(), (torch.zeros(2, 9, dtype=torch.long),), ["tokens"],
                {"tokens": {0: "batch", 1: "sequence"}}, [[tokens(2, 9)], [tokens(1, 30)], [tokens(4, 5)]])
    detector(out)
    control_flow(out)
    quantized(out)
    for scratch in ("scratch.onnx", "scratch_q.onnx"):
        if os.path.exists(os.path.join(out, scratch)):
            os.remove(os.path.join(out, scratch))


if __name__ == "__main__":
    main()
