#!/usr/bin/env python3
"""Writes the networks that speed is measured on, with random weights: resnet50.onnx, mobilenetv2.onnx,
bert.onnx (base, 128 tokens). Needs torch and onnx (requirements.txt).

    python export.py DIRECTORY [NAME...]
"""
import sys
from pathlib import Path

import torch
from torch import nn


def conv(inputs, outputs, kernel, stride=1, groups=1, activation=nn.ReLU):
    layers = [
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
    ]
    return nn.Sequential(*layers, activation()) if activation else nn.Sequential(*layers)


class Bottleneck(nn.Module):
    """1x1, 3x3, 1x1 and a shortcut, as ResNet v1.5 has it."""

    def __init__(self, inputs, width, stride):
        super().__init__()
        outputs = 4 * width
        self.body = nn.Sequential(
            conv(inputs, width, 1), conv(width, width, 3, stride), conv(width, outputs, 1, activation=None)
        )
        same = inputs == outputs and stride == 1
        self.shortcut = nn.Identity() if same else conv(inputs, outputs, 1, stride, activation=None)

    def forward(self, x):
        return torch.relu(self.body(x) + self.shortcut(x))


def resnet50():
    layers = [conv(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)]
    inputs = 64
    for width, blocks, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for block in range(blocks):
            layers.append(Bottleneck(inputs, width, stride if block == 0 else 1))
            inputs = 4 * width
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inputs, 1000)]
    return nn.Sequential(*layers), torch.randn(1, 3, 224, 224)


class InvertedResidual(nn.Module):
    def __init__(self, inputs, outputs, stride, expansion):
        super().__init__()
        hidden = inputs * expansion
        layers = [] if expansion == 1 else [conv(inputs, hidden, 1, activation=nn.ReLU6)]
        layers.append(conv(hidden, hidden, 3, stride, groups=hidden, activation=nn.ReLU6))
        layers.append(conv(hidden, outputs, 1, activation=None))
        self.body = nn.Sequential(*layers)
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.body(x) if self.adds else self.body(x)


def mobilenetv2():
    layers = [conv(3, 32, 3, 2, activation=nn.ReLU6)]
    inputs = 32
    for expansion, outputs, blocks, stride in (
        (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1),
    ):
        for block in range(blocks):
            layers.append(InvertedResidual(inputs, outputs, stride if block == 0 else 1, expansion))
            inputs = outputs
    layers += [conv(inputs, 1280, 1, activation=nn.ReLU6), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    layers.append(nn.Linear(1280, 1000))
    return nn.Sequential(*layers), torch.randn(1, 3, 224, 224)


class Layer(nn.Module):
    def __init__(self, width, heads, hidden):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)
        self.norm1, self.norm2 = (nn.LayerNorm(width, eps=1e-12) for _ in range(2))

    def split(self, x):
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)

    def forward(self, x, mask):
        q, k, v = self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5 + mask
        y = (torch.softmax(scores, -1) @ v).transpose(1, 2).reshape(x.shape)
        x = self.norm1(x + self.o(y))
        return self.norm2(x + self.down(nn.functional.gelu(self.up(x))))


class Bert(nn.Module):
    def __init__(self, words=30522, positions=512, width=768, layers=12, heads=12):
        super().__init__()
        self.words, self.positions = nn.Embedding(words, width), nn.Embedding(positions, width)
        self.types, self.norm = nn.Embedding(2, width), nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, heads, 4 * width) for _ in range(layers))
        self.pooler = nn.Linear(width, width)

    def forward(self, ids, mask, types):
        places = torch.arange(ids.shape[1]).unsqueeze(0)
        x = self.norm(self.words(ids) + self.types(types) + self.positions(places))
        hidden = (1.0 - mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in self.layers:
            x = layer(x, hidden)
        return x, torch.tanh(self.pooler(x[:, 0]))


def bert():
    shape = (1, 128)
    inputs = (torch.randint(0, 30522, shape), torch.ones(shape, dtype=torch.int64), torch.zeros(shape, dtype=torch.int64))
    return Bert(), inputs


def main():
    networks = {"resnet50": resnet50, "mobilenetv2": mobilenetv2, "bert": bert}
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or networks:
        torch.manual_seed(1)
        model, inputs = networks[name]()
        for module in model.modules():
            if isinstance(module, nn.BatchNorm2d):
                nn.init.uniform_(module.weight, 0.8, 1.2)
                nn.init.normal_(module.bias, std=0.1)
                nn.init.normal_(module.running_mean, std=0.1)
                nn.init.uniform_(module.running_var, 0.8, 1.2)
        names = ["ids", "mask", "types"] if name == "bert" else ["image"]
        torch.onnx.export(
            model.eval(), inputs, str(directory / f"{name}.onnx"), input_names=names, opset_version=17, dynamo=False
        )


if __name__ == "__main__":
    main()
