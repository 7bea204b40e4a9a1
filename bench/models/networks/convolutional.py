"""Classifiers of 224x224 images, layer for layer as torchvision has them; torchvision itself is not used because its
packages want one build of torch."""
import torch
from torch import nn


def conv(inputs, outputs, kernel, stride=1, groups=1, activation=nn.ReLU, epsilon=1e-5):
    layers = [
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs, eps=epsilon),
    ]
    return nn.Sequential(*layers, activation()) if activation else nn.Sequential(*layers)


def classifier(layers, width, hidden=None):
    """The layers, the mean of every channel, then 1000 classes."""
    head = [nn.Linear(width, hidden), nn.Hardswish()] if hidden else []
    head.append(nn.Linear(hidden or width, 1000))
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), *head), image()


def image(size=224):
    return {"image": torch.randn(1, 3, size, size)}


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
    return classifier(layers, inputs)


class Squeeze(nn.Module):
    """Scales every channel by what two small layers make of all channels' means."""

    def __init__(self, channels, hidden, activation, gate):
        super().__init__()
        layers = [nn.AdaptiveAvgPool2d(1), nn.Conv2d(channels, hidden, 1), activation()]
        self.scale = nn.Sequential(*layers, nn.Conv2d(hidden, channels, 1), gate())

    def forward(self, x):
        return self.scale(x) * x


class InvertedResidual(nn.Module):
    """1x1 to more channels, depthwise, 1x1 to fewer; a shortcut where the sizes allow it."""

    def __init__(self, inputs, hidden, outputs, kernel, stride, activation, squeeze=None, epsilon=1e-5):
        super().__init__()
        layers = [] if hidden == inputs else [conv(inputs, hidden, 1, activation=activation, epsilon=epsilon)]
        layers.append(conv(hidden, hidden, kernel, stride, hidden, activation, epsilon))
        if squeeze:
            layers.append(squeeze)
        layers.append(conv(hidden, outputs, 1, activation=None, epsilon=epsilon))
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
            step = stride if block == 0 else 1
            layers.append(InvertedResidual(inputs, expansion * inputs, outputs, 3, step, nn.ReLU6))
            inputs = outputs
    layers.append(conv(inputs, 1280, 1, activation=nn.ReLU6))
    return classifier(layers, 1280)


def mobilenetv3():
    """The large one."""
    relu, swish, epsilon = nn.ReLU, nn.Hardswish, 1e-3
    layers = [conv(3, 16, 3, 2, activation=swish, epsilon=epsilon)]
    inputs = 16
    for kernel, hidden, outputs, squeezed, activation, stride in (
        (3, 16, 16, 0, relu, 1), (3, 64, 24, 0, relu, 2), (3, 72, 24, 0, relu, 1),
        (5, 72, 40, 24, relu, 2), (5, 120, 40, 32, relu, 1), (5, 120, 40, 32, relu, 1),
        (3, 240, 80, 0, swish, 2), (3, 200, 80, 0, swish, 1), (3, 184, 80, 0, swish, 1), (3, 184, 80, 0, swish, 1),
        (3, 480, 112, 120, swish, 1), (3, 672, 112, 168, swish, 1),
        (5, 672, 160, 168, swish, 2), (5, 960, 160, 240, swish, 1), (5, 960, 160, 240, swish, 1),
    ):
        squeeze = Squeeze(hidden, squeezed, nn.ReLU, nn.Hardsigmoid) if squeezed else None
        layers.append(InvertedResidual(inputs, hidden, outputs, kernel, stride, activation, squeeze, epsilon))
        inputs = outputs
    layers.append(conv(inputs, 960, 1, activation=swish, epsilon=epsilon))
    return classifier(layers, 960, 1280)


def efficientnetb0():
    layers = [conv(3, 32, 3, 2, activation=nn.SiLU)]
    inputs = 32
    for expansion, kernel, outputs, blocks, stride in (
        (1, 3, 16, 1, 1), (6, 3, 24, 2, 2), (6, 5, 40, 2, 2), (6, 3, 80, 3, 2),
        (6, 5, 112, 3, 1), (6, 5, 192, 4, 2), (6, 3, 320, 1, 1),
    ):
        for block in range(blocks):
            hidden, step = expansion * inputs, stride if block == 0 else 1
            squeeze = Squeeze(hidden, inputs // 4, nn.SiLU, nn.Sigmoid)
            layers.append(InvertedResidual(inputs, hidden, outputs, kernel, step, nn.SiLU, squeeze))
            inputs = outputs
    layers.append(conv(inputs, 1280, 1, activation=nn.SiLU))
    return classifier(layers, 1280)


class Fire(nn.Module):
    """1x1 to fewer channels, then 1x1 and 3x3 side by side."""

    def __init__(self, inputs, squeezed, outputs):
        super().__init__()
        self.squeeze = nn.Conv2d(inputs, squeezed, 1)
        self.one, self.three = nn.Conv2d(squeezed, outputs, 1), nn.Conv2d(squeezed, outputs, 3, padding=1)

    def forward(self, x):
        x = torch.relu(self.squeeze(x))
        return torch.cat([torch.relu(self.one(x)), torch.relu(self.three(x))], 1)


def squeezenet():
    """Version 1.1."""
    layers = [nn.Conv2d(3, 64, 3, 2), nn.ReLU()]
    inputs = 64
    for stage in (((16, 64), (16, 64)), ((32, 128), (32, 128)), ((48, 192), (48, 192), (64, 256), (64, 256))):
        layers.append(nn.MaxPool2d(3, 2, ceil_mode=True))
        for squeezed, outputs in stage:
            layers.append(Fire(inputs, squeezed, outputs))
            inputs = 2 * outputs
    layers += [nn.Conv2d(inputs, 1000, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return nn.Sequential(*layers), image()
