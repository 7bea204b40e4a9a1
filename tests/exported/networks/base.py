"""What an export is made of."""
from dataclasses import dataclass, field

import torch
from torch import nn

EXPORTERS = ("torchscript", "dynamo")


@dataclass
class Export:
    """A module with the inputs, by name, that it is traced with.

    axes: names of the sizes that stay open, by input and axis.
    further: more inputs to run it on, of other sizes where sizes are open.
    exporters: those that take it. A scripted module knows only the first.
    """

    module: nn.Module
    inputs: dict
    outputs: list = None
    axes: dict = field(default_factory=dict)
    further: list = field(default_factory=list)
    exporters: tuple = EXPORTERS
    opset: int = 17


class Tensors(nn.Module):
    """A model of transformers without its dictionaries: tensors in, the named results out."""

    def __init__(self, model, names, results):
        super().__init__()
        self.model, self.names, self.results = model, names, results

    def forward(self, *tensors):
        answer = self.model(**dict(zip(self.names, tensors)), return_dict=True)
        return tuple(getattr(answer, name) for name in self.results)


def image(height, width, batch=1):
    return torch.randn(batch, 3, height, width)


def tokens(words, length, batch=1):
    return torch.randint(3, words, (batch, length))
