"""Classifiers and segmentation."""
import torch
import transformers
from torch import nn

from .base import EXPORTERS, Export, Tensors, image


class Segmentation(nn.Module):
    """Mirrored borders, a wide view of the whole image, and scores at the input's own size."""

    def __init__(self, width=12, classes=4):
        super().__init__()
        self.first, self.second = nn.Conv2d(3, width, 3, 2), nn.Conv2d(width, width, 3, 2)
        self.wide = nn.Conv2d(width, width, 3, padding=2, dilation=2)
        self.whole, self.head = nn.Conv2d(width, width, 1), nn.Conv2d(2 * width, classes, 1)

    def forward(self, x):
        y = torch.relu(self.first(nn.functional.pad(x, (1, 1, 1, 1), mode="reflect")))
        y = torch.relu(self.second(nn.functional.pad(y, (1, 1, 1, 1), mode="replicate")))
        mean = self.whole(nn.functional.adaptive_avg_pool2d(y, 1))
        mean = nn.functional.interpolate(mean, size=y.shape[-2:], mode="bilinear", align_corners=False)
        scores = self.head(torch.cat((torch.relu(self.wide(y)), mean), 1))
        scores = nn.functional.interpolate(scores, size=x.shape[-2:], mode="bilinear", align_corners=False)
        return scores, scores.argmax(1)


class SmallNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 16, 3, stride=2, padding=1),
            nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 10),
        )

    def forward(self, x):
        return self.body(x)


class UNet(nn.Module):
    """Transposed convolutions, group norms, and a skip that is cut to size."""

    def __init__(self, width=8):
        super().__init__()
        self.first, self.down = nn.Conv2d(3, width, 3, padding=1), nn.Conv2d(width, 2 * width, 3, 2, 1)
        self.norm, self.up = nn.GroupNorm(4, 2 * width), nn.ConvTranspose2d(2 * width, width, 4, 2, 1)
        self.last = nn.Conv2d(2 * width, 2, 3, padding=1)

    def forward(self, x):
        skip = nn.functional.gelu(self.first(x))
        y = self.up(nn.functional.silu(self.norm(self.down(skip))))
        return self.last(torch.cat((y[..., : skip.shape[-2], : skip.shape[-1]], skip), 1))


def segmentation():
    axes = {"image": {0: "batch", 2: "height", 3: "width"}}
    further = [{"image": image(50, 71, 2)}]
    return Export(Segmentation(), {"image": image(48, 64)}, ["scores", "labels"], axes, further)


def unet():
    axes = {"image": {0: "batch"}}
    return Export(UNet(), {"image": image(32, 48)}, ["y"], axes, [{"image": image(32, 48, 3)}])


def smallnet():
    return Export(SmallNet(), {"x": image(16, 16)}, ["y"], {"x": {0: "batch"}}, [{"x": image(16, 16, 3)}])


def classifier(model, exporters=EXPORTERS, height=64, width=64):
    inputs = {"pixel_values": image(height, width)}
    return Export(
        Tensors(model, list(inputs), ["logits"]), inputs, ["logits"], {"pixel_values": {0: "batch"}},
        [{"pixel_values": image(height, width, 3)}], exporters,
    )


def swin():
    config = transformers.SwinConfig(
        image_size=64, patch_size=4, embed_dim=16, depths=[2, 2], num_heads=[2, 4], window_size=4, num_labels=10
    )
    return classifier(transformers.SwinForImageClassification(config), ("torchscript",))


def convnext():
    config = transformers.ConvNextConfig(hidden_sizes=[16, 32, 48, 64], depths=[1, 1, 2, 1], num_labels=10)
    return classifier(transformers.ConvNextForImageClassification(config))


def vit():
    config = transformers.ViTConfig(
        image_size=64, patch_size=16, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=64, num_labels=10,
    )
    return classifier(transformers.ViTForImageClassification(config))


def segformer():
    config = transformers.SegformerConfig(
        depths=[1, 1, 1, 1], hidden_sizes=[16, 16, 32, 32], num_attention_heads=[1, 2, 2, 4],
        decoder_hidden_size=32, num_labels=5,
    )
    return classifier(transformers.SegformerForSemanticSegmentation(config))
