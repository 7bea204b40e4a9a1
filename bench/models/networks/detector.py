"""A detector of the YOLOv8 family at its smallest size: 640x640 image to 8400 boxes with the scores of 80 classes."""
import torch
from torch import nn

from .convolutional import conv as any_conv
from .convolutional import image


def conv(inputs, outputs, kernel=1, stride=1):
    return any_conv(inputs, outputs, kernel, stride, activation=nn.SiLU, epsilon=1e-3)


class Bottleneck(nn.Module):
    def __init__(self, width, adds):
        super().__init__()
        self.body, self.adds = nn.Sequential(conv(width, width, 3), conv(width, width, 3)), adds

    def forward(self, x):
        return x + self.body(x) if self.adds else self.body(x)


class C2f(nn.Module):
    """Half of the channels pass a chain of bottlenecks; both halves and every link of the chain are joined."""

    def __init__(self, inputs, outputs, blocks, adds):
        super().__init__()
        width = outputs // 2
        self.first, self.last = conv(inputs, outputs), conv((2 + blocks) * width, outputs)
        self.blocks = nn.ModuleList(Bottleneck(width, adds) for _ in range(blocks))

    def forward(self, x):
        parts = list(self.first(x).chunk(2, 1))
        for block in self.blocks:
            parts.append(block(parts[-1]))
        return self.last(torch.cat(parts, 1))


class SPPF(nn.Module):
    """Maxima over 5x5, 9x9 and 13x13, made by one pooling three times."""

    def __init__(self, width):
        super().__init__()
        self.first, self.last, self.pool = conv(width, width // 2), conv(2 * width, width), nn.MaxPool2d(5, 1, 2)

    def forward(self, x):
        parts = [self.first(x)]
        for _ in range(3):
            parts.append(self.pool(parts[-1]))
        return self.last(torch.cat(parts, 1))


class Head(nn.Module):
    """Distances to the four sides of a box, each as a distribution over 16 bins, and the scores of the classes."""

    def __init__(self, widths, strides, size, classes=80, bins=16):
        super().__init__()

        def branch(inputs, width, outputs):
            return nn.Sequential(conv(inputs, width, 3), conv(width, width, 3), nn.Conv2d(width, outputs, 1))

        self.classes, self.bins = classes, bins
        self.boxes = nn.ModuleList(branch(width, 64, 4 * bins) for width in widths)
        self.scores = nn.ModuleList(branch(width, 80, classes) for width in widths)
        self.mean = nn.Conv2d(bins, 1, 1, bias=False)
        self.mean.weight.data = torch.arange(bins, dtype=torch.float32).view(1, bins, 1, 1)
        points, scales = [], []
        for stride in strides:
            middle = torch.arange(size // stride) + 0.5
            y, x = torch.meshgrid(middle, middle, indexing="ij")
            points.append(torch.stack((x, y)).view(2, -1))
            scales.append(torch.full((1, x.numel()), float(stride)))
        self.register_buffer("points", torch.cat(points, 1).unsqueeze(0))
        self.register_buffer("scales", torch.cat(scales, 1))

    def forward(self, levels):
        flat = [
            torch.cat((boxes(x), scores(x)), 1).flatten(2)
            for x, boxes, scores in zip(levels, self.boxes, self.scores)
        ]
        boxes, scores = torch.cat(flat, 2).split((4 * self.bins, self.classes), 1)
        bins = boxes.view(boxes.shape[0], 4, self.bins, -1).transpose(1, 2).softmax(1)
        low, high = self.mean(bins).squeeze(1).chunk(2, 1)
        low, high = self.points - low, self.points + high
        return torch.cat((torch.cat(((low + high) / 2, high - low), 1) * self.scales, scores.sigmoid()), 1)


class Detector(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.to8 = nn.Sequential(
            conv(3, 16, 3, 2), conv(16, 32, 3, 2), C2f(32, 32, 1, True), conv(32, 64, 3, 2), C2f(64, 64, 2, True)
        )
        self.to16 = nn.Sequential(conv(64, 128, 3, 2), C2f(128, 128, 2, True))
        self.to32 = nn.Sequential(conv(128, 256, 3, 2), C2f(256, 256, 1, True), SPPF(256))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.up16, self.up8 = C2f(384, 128, 1, False), C2f(192, 64, 1, False)
        self.down16, self.join16 = conv(64, 64, 3, 2), C2f(192, 128, 1, False)
        self.down32, self.join32 = conv(128, 128, 3, 2), C2f(384, 256, 1, False)
        self.head = Head((64, 128, 256), (8, 16, 32), size)

    def forward(self, image):
        at8 = self.to8(image)
        at16 = self.to16(at8)
        at32 = self.to32(at16)
        up16 = self.up16(torch.cat((self.up(at32), at16), 1))
        out8 = self.up8(torch.cat((self.up(up16), at8), 1))
        out16 = self.join16(torch.cat((self.down16(out8), up16), 1))
        out32 = self.join32(torch.cat((self.down32(out16), at32), 1))
        return self.head((out8, out16, out32))


def yolov8n():
    return Detector(640), image(640)
