"""Networks so small that what happens between the layers counts."""
import torch
from torch import nn


def dense(*widths):
    layers = []
    for inputs, outputs in zip(widths, widths[1:]):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def mlp():
    return dense(256, 1024, 1024, 64), {"x": torch.randn(1, 256)}


class Recommender(nn.Module):
    """DLRM with the sizes of its Criteo Kaggle run, the tables cut to 10,000 rows each."""

    def __init__(self, rows=10_000, width=16, tables=26):
        super().__init__()
        self.bottom = nn.Sequential(dense(13, 512, 256, 64, width), nn.ReLU())
        self.tables = nn.ModuleList(nn.Embedding(rows, width) for _ in range(tables))
        pairs = torch.tril_indices(tables + 1, tables + 1, -1)
        self.register_buffer("pairs", pairs[0] * (tables + 1) + pairs[1])
        self.top = dense(width + pairs.shape[1], 512, 256, 1)

    def forward(self, numbers, categories):
        x = self.bottom(numbers)
        rows = [table(categories[:, column]) for column, table in enumerate(self.tables)]
        features = torch.stack([x, *rows], 1)
        products = torch.bmm(features, features.transpose(1, 2)).flatten(1)
        return torch.sigmoid(self.top(torch.cat((x, products[:, self.pairs]), 1)))


def dlrm():
    return Recommender(), {"numbers": torch.randn(1, 13), "categories": torch.randint(0, 10_000, (1, 26))}


class Recurrent(nn.Module):
    """Two layers, all steps of the second."""

    def __init__(self, width=256):
        super().__init__()
        self.layers = nn.LSTM(width, width, num_layers=2, batch_first=True)

    def forward(self, x):
        return self.layers(x)[0]


def lstm():
    return Recurrent(), {"x": torch.randn(1, 100, 256)}
