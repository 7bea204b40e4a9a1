"""Detectors: boxes from a dense grid with NonMaxSuppression behind them, and sets of queries without it."""
import torch
import transformers
from torch import nn

from .base import Export, Tensors, image


class Suppress(torch.autograd.Function):
    """NonMaxSuppression, in the way that exporters of detectors write it for TorchScript."""

    @staticmethod
    def forward(_, boxes, scores, most, overlap, threshold):
        return torch.zeros((1, 3), dtype=torch.int64)

    @staticmethod
    def symbolic(g, boxes, scores, most, overlap, threshold):
        return g.op("NonMaxSuppression", boxes, scores, most, overlap, threshold)


def suppress(boxes, scores, most, overlap, threshold):
    """Rows of batch, class and box of what is left. boxes [batch, n, 4], scores [batch, classes, n]."""
    limits = (torch.tensor([most]), torch.tensor([overlap]), torch.tensor([threshold]))
    if torch.compiler.is_exporting():
        count = torch.sym_sum([boxes.shape[0] * 0, 7])
        return torch.onnx.ops.symbolic(
            "NonMaxSuppression", (boxes, scores, *limits), dtype=torch.int64, shape=(count, 3), version=17
        )
    return Suppress.apply(boxes, scores, *limits)


def conv(inputs, outputs, stride=1, kernel=3):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outputs), nn.SiLU()
    )


def grid(feature):
    """The cells of a feature map, row by row, as x and y."""
    height, width = feature.shape[-2:]
    y, x = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
    return torch.stack((x, y), -1).reshape(-1, 2).float()


class Pyramid(nn.Module):
    """Three levels, the upper ones added to the lower ones at their size."""

    def __init__(self, width):
        super().__init__()
        self.stem = nn.Sequential(conv(3, width, 2), conv(width, width, 2), conv(width, width, 2))
        self.down16, self.down32 = conv(width, width, 2), conv(width, width, 2)
        self.smooth = nn.ModuleList(conv(width, width) for _ in range(3))

    def forward(self, x):
        at8 = self.stem(x)
        at16 = self.down16(at8)
        at32 = self.down32(at16)
        at16 = at16 + nn.functional.interpolate(at32, size=at16.shape[-2:], mode="nearest")
        at8 = at8 + nn.functional.interpolate(at16, size=at8.shape[-2:], mode="nearest")
        return [smooth(level) for smooth, level in zip(self.smooth, (at8, at16, at32))]


class RetinaNet(nn.Module):
    """Anchors of three sizes at each cell of three levels; the best of each level, decoded, clipped, and suppressed
    class by class, as torchvision has it."""

    def __init__(self, width=16, classes=5, best=50):
        super().__init__()
        self.classes, self.best = classes, best
        self.pyramid = Pyramid(width)
        self.scores = nn.Sequential(conv(width, width), nn.Conv2d(width, 3 * classes, 3, padding=1))
        self.boxes = nn.Sequential(conv(width, width), nn.Conv2d(width, 12, 3, padding=1))

    def anchors(self, feature, stride):
        centers = grid(feature) * stride
        sizes = stride * torch.tensor([[2.0, 2.0], [4.0, 2.0], [2.0, 4.0]])
        low, high = centers[:, None] - sizes / 2, centers[:, None] + sizes / 2
        return torch.cat((low, high), -1).reshape(-1, 4)

    def decode(self, deltas, anchors):
        size = anchors[:, 2:] - anchors[:, :2]
        center = anchors[:, :2] + size / 2 + deltas[:, :2] * size
        size = size * torch.exp(deltas[:, 2:].clamp(max=4.0))
        return torch.cat((center - size / 2, center + size / 2), -1)

    def level(self, feature, stride, limit):
        scores = self.scores(feature)[0].reshape(3, self.classes, -1).permute(2, 0, 1).reshape(-1, self.classes)
        deltas = self.boxes(feature)[0].reshape(3, 4, -1).permute(2, 0, 1).reshape(-1, 4)
        best = min(self.best, 4 * 4 * 3)
        values, order = scores.sigmoid().flatten().topk(best)
        rows, labels = order // self.classes, order % self.classes
        boxes = self.decode(deltas[rows], self.anchors(feature, stride)[rows])
        x = boxes[:, 0::2].clamp(min=0).minimum(limit[1])
        y = boxes[:, 1::2].clamp(min=0).minimum(limit[0])
        return torch.stack((x[:, 0], y[:, 0], x[:, 1], y[:, 1]), -1), values, labels

    def forward(self, x):
        limit = torch._shape_as_tensor(x)[-2:].float() if torch.jit.is_tracing() else torch.tensor(
            [float(x.shape[-2]), float(x.shape[-1])])
        levels = [self.level(f, stride, limit) for f, stride in zip(self.pyramid(x), (8, 16, 32))]
        boxes, scores, labels = (torch.cat(parts) for parts in zip(*levels))
        # Boxes of different classes are moved apart, so that one suppression serves all.
        apart = boxes + (labels.float() * (boxes.max() + 1))[:, None]
        kept = suppress(apart[None], scores[None, None], 20, 0.5, 0.05)[:, 2]
        return boxes[kept], scores[kept], labels[kept]


class Ssd(nn.Module):
    """Default boxes as constants, all classes suppressed at once, the first results gathered by box and by class."""

    def __init__(self, size=128, width=16, classes=4):
        super().__init__()
        self.classes = classes
        self.pyramid = Pyramid(width)
        self.scores = nn.ModuleList(nn.Conv2d(width, 2 * (classes + 1), 3, padding=1) for _ in range(3))
        self.boxes = nn.ModuleList(nn.Conv2d(width, 8, 3, padding=1) for _ in range(3))
        anchors = []
        for stride in (8, 16, 32):
            cells = grid(torch.zeros(size // stride, size // stride)) + 0.5
            for scale in (1.5, 2.5):
                anchors.append(torch.cat((cells * stride, torch.full_like(cells, scale * stride)), -1) / size)
        self.register_buffer("anchors", torch.cat(anchors))

    def flat(self, heads, levels, columns):
        parts = [head(f).permute(0, 2, 3, 1).reshape(f.shape[0], -1, columns) for head, f in zip(heads, levels)]
        return torch.cat(parts, 1)

    def forward(self, x):
        levels = self.pyramid(x)
        scores = torch.softmax(self.flat(self.scores, levels, self.classes + 1), -1)[..., 1:].transpose(1, 2)
        deltas = self.flat(self.boxes, levels, 4)
        center = self.anchors[:, :2] + deltas[..., :2] * 0.1 * self.anchors[:, 2:]
        size = self.anchors[:, 2:] * torch.exp(deltas[..., 2:] * 0.2)
        boxes = torch.cat((center - size / 2, center + size / 2), -1)
        found = suppress(boxes, scores.contiguous(), 10, 0.45, 0.2)
        batch, label, box = found[:, 0], found[:, 1], found[:, 2]
        return boxes[batch, box], scores[batch, label, box], label, batch


class Yolo(nn.Module):
    """Scores of the best class, boxes as centers and sizes, at most 30 rows of box, score and class."""

    def __init__(self, width=16, classes=6):
        super().__init__()
        self.classes = classes
        self.pyramid = Pyramid(width)
        self.heads = nn.ModuleList(nn.Conv2d(width, 5 + classes, 1) for _ in range(3))

    def forward(self, x):
        rows = []
        for head, feature, stride in zip(self.heads, self.pyramid(x), (8, 16, 32)):
            y = head(feature).flatten(2).transpose(1, 2).sigmoid()
            center = (y[..., :2] * 2 - 0.5 + grid(feature)) * stride
            rows.append(torch.cat((center, (y[..., 2:4] * 2) ** 2 * stride * 2, y[..., 4:]), -1))
        rows = torch.cat(rows, 1)
        scores, labels = (rows[..., 5:] * rows[..., 4:5]).max(-1)
        center, size = rows[..., :2], rows[..., 2:4]
        boxes = torch.cat((center - size / 2, center + size / 2), -1)
        shifted = boxes + labels.unsqueeze(-1).float() * 4096
        found = suppress(shifted, scores.unsqueeze(1), 30, 0.45, 0.25)
        batch, box = found[:, 0], found[:, 2]
        picked = (boxes[batch, box], scores[batch, box].unsqueeze(-1), labels[batch, box].unsqueeze(-1).float())
        return torch.cat((batch.unsqueeze(-1).float(), *picked), -1)


OPEN = {"image": {2: "height", 3: "width"}}


def retinanet():
    further = [{"image": image(160, 192)}]
    return Export(RetinaNet(), {"image": image(128, 128)}, ["boxes", "scores", "labels"], OPEN, further, ("torchscript",))


def ssd():
    names = ["boxes", "scores", "labels", "batch"]
    return Export(Ssd(), {"image": image(128, 128)}, names, {"image": {0: "batch"}}, [{"image": image(128, 128, 3)}])


def yolo():
    further = [{"image": image(96, 160)}]
    return Export(Yolo(), {"image": image(128, 128)}, ["found"], OPEN, further)


def of_queries(model):
    results = ["logits", "pred_boxes"]
    return Export(Tensors(model, ["pixel_values"], results), {"pixel_values": image(64, 96)}, results)


def detr():
    backbone = transformers.ResNetConfig(
        embedding_size=16, hidden_sizes=[32, 64], depths=[1, 1], layer_type="bottleneck", out_features=["stage2"]
    )
    config = transformers.DetrConfig(
        use_timm_backbone=False, backbone_config=backbone, backbone=None, use_pretrained_backbone=False, d_model=32,
        encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
        encoder_ffn_dim=64, decoder_ffn_dim=64, num_queries=10,
    )
    return of_queries(transformers.DetrForObjectDetection(config))


def yolos():
    config = transformers.YolosConfig(
        hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, image_size=[64, 96],
        patch_size=16, num_detection_tokens=10,
    )
    return of_queries(transformers.YolosForObjectDetection(config))


def rtdetr():
    backbone = transformers.RTDetrResNetConfig(
        embedding_size=16, hidden_sizes=[16, 32, 48, 64], depths=[1, 1, 1, 1], layer_type="basic",
        out_features=["stage2", "stage3", "stage4"],
    )
    config = transformers.RTDetrConfig(
        backbone_config=backbone, use_timm_backbone=False, use_pretrained_backbone=False, d_model=32,
        encoder_hidden_dim=32, encoder_in_channels=[32, 48, 64], decoder_in_channels=[32, 32, 32],
        encoder_ffn_dim=64, decoder_ffn_dim=64, decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=4, num_queries=20,
    )
    return of_queries(transformers.RTDetrForObjectDetection(config))
