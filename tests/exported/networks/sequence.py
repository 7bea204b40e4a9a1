"""Speech and lines of text: recurrent layers, control flow, state in and out."""
from typing import Tuple

import torch
import transformers
from torch import nn

from .base import Export, Tensors


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(12, 16, num_layers=2, bidirectional=True, batch_first=True)
        self.head = nn.Linear(32, 5)

    def forward(self, x):
        y, _ = self.lstm(x)
        return torch.softmax(self.head(y[:, -1]), -1)


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru, self.head = nn.GRU(12, 16, num_layers=2, batch_first=True), nn.Linear(16, 5)

    def forward(self, x, state):
        y, state = self.gru(x, state)
        return self.head(y), state


class Crnn(nn.Module):
    """A line of text as an image to the characters of each column: convolutions, two LSTMs of both directions."""

    def __init__(self, width=16, characters=20):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, width, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2, 2),
            nn.Conv2d(width, 2 * width, 3, padding=1), nn.BatchNorm2d(2 * width), nn.ReLU(),
            nn.MaxPool2d((2, 2), (2, 1), (0, 1)), nn.Conv2d(2 * width, 2 * width, (8, 2)), nn.ReLU(),
        )
        self.first = nn.LSTM(2 * width, width, bidirectional=True)
        self.middle = nn.Linear(2 * width, width)
        self.second = nn.LSTM(width, width, bidirectional=True)
        self.head = nn.Linear(2 * width, characters)

    def forward(self, x):
        y = self.body(x).squeeze(2).permute(2, 0, 1)
        y, _ = self.first(y)
        y, _ = self.second(self.middle(y))
        return torch.log_softmax(self.head(y), -1)


class SpeechBranch(nn.Module):
    """Spectrum by a convolution over mirrored samples, a few convolutions, one step of an LSTM."""

    def __init__(self, window: int, hop: int, width: int = 16):
        super().__init__()
        bins = window // 2 + 1
        angles = torch.arange(bins)[:, None] * torch.arange(window)[None] * (2 * torch.pi / window)
        basis = torch.cat((torch.cos(angles), torch.sin(angles)))[:, None] * torch.hann_window(window)
        self.register_buffer("basis", basis)
        self.hop, self.bins, self.edge = hop, bins, window // 4
        self.encoder = nn.Sequential(
            nn.Conv1d(bins, width, 3, padding=1), nn.ReLU(), nn.Conv1d(width, width, 3, 2, 1), nn.ReLU()
        )
        self.cell = nn.LSTMCell(width, width)
        self.head = nn.Conv1d(width, 1, 1)

    def forward(self, x: torch.Tensor, state: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        padded = nn.functional.pad(x.unsqueeze(1), [0, self.edge], "reflect")
        parts = nn.functional.conv1d(padded, self.basis, stride=self.hop)
        spectrum = torch.sqrt(parts[:, : self.bins] ** 2 + parts[:, self.bins :] ** 2)
        features = self.encoder(spectrum).mean(-1)
        h, c = self.cell(features, (state[0], state[1]))
        return torch.sigmoid(self.head(torch.relu(h).unsqueeze(-1))).mean(-1), torch.stack((h, c))


class Voice(nn.Module):
    """Voice activity of a piece of sound, for two sample rates, with the state of the piece before."""

    def __init__(self):
        super().__init__()
        self.wide, self.narrow = SpeechBranch(64, 32), SpeechBranch(32, 16)

    def forward(self, x: torch.Tensor, state: torch.Tensor, rate: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        if rate == 16000:
            y, following = self.wide(x, state)
        else:
            if rate != 8000:
                y, following = self.narrow(x[:, ::2], state)
            else:
                y, following = self.narrow(x, state)
        return y, following


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


class Cond(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: x * 2, lambda x: x - 1, (x,))


def lstm():
    axes = {"x": {0: "batch", 1: "time"}}
    return Export(Recurrent(), {"x": torch.randn(2, 7, 12)}, ["y"], axes, [{"x": torch.randn(3, 11, 12)}])


def gru():
    inputs = {"x": torch.randn(2, 7, 12), "state": torch.randn(2, 2, 16)}
    further = [{"x": torch.randn(2, 1, 12), "state": torch.randn(2, 2, 16)}]
    return Export(Gated(), inputs, ["y", "next"], {"x": {1: "time"}}, further)


def crnn():
    axes = {"image": {0: "batch", 3: "width"}}
    further = [{"image": torch.randn(2, 1, 32, 100)}]
    return Export(Crnn(), {"image": torch.randn(1, 1, 32, 64)}, ["characters"], axes, further)


def voice():
    def inputs(rate, batch=1):
        return {"x": torch.randn(batch, 256), "state": torch.randn(2, batch, 16), "rate": torch.tensor(rate)}

    module = torch.jit.script(Voice().eval())
    axes = {"x": {0: "batch"}, "state": {1: "batch"}}
    return Export(module, inputs(16000), ["y", "next"], axes, [inputs(8000, 2)], ("torchscript",))


def branches():
    module = torch.jit.script(Branches())
    further = [{"x": -torch.rand(5, 3), "steps": torch.tensor(0)}]
    return Export(
        module, {"x": torch.rand(2, 3), "steps": torch.tensor(4)}, ["y"], {"x": {0: "n"}}, further, ("torchscript",)
    )


def cond():
    return Export(Cond(), {"x": torch.rand(2, 3)}, ["y"], {}, [{"x": -torch.rand(2, 3)}], ("dynamo",))


def wav2vec2():
    config = transformers.Wav2Vec2Config(
        hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, vocab_size=20,
        conv_dim=[16, 16, 16], conv_stride=[5, 2, 2], conv_kernel=[10, 3, 3], num_feat_extract_layers=3,
        num_conv_pos_embeddings=16, num_conv_pos_embedding_groups=4, mask_time_prob=0.0,
    )
    model = transformers.Wav2Vec2ForCTC(config)
    axes = {"sound": {0: "batch", 1: "samples"}}
    return Export(
        Tensors(model, ["input_values"], ["logits"]), {"sound": torch.randn(1, 800)}, ["logits"], axes,
        [{"sound": torch.randn(2, 1203)}],
    )
