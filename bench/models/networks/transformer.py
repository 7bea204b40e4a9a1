"""Transformers as the package of that name has them, from their configurations: nothing is downloaded."""
import torch
import transformers
from torch import nn

from .convolutional import image


class Tensors(nn.Module):
    """A model of the package without its cache and its dictionaries: tensors in, a tuple of tensors out."""

    def __init__(self, model, names):
        super().__init__()
        self.model, self.names = model, names

    def forward(self, *tensors):
        return self.model(**dict(zip(self.names, tensors)), return_dict=True).to_tuple()


def traced(model, inputs):
    return Tensors(model, list(inputs)), inputs


def tokens(words, length=128):
    ids = torch.randint(0, words, (1, length))
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids)}


def encoder(**sizes):
    config = transformers.BertConfig(**sizes)
    inputs = tokens(config.vocab_size)
    inputs["token_type_ids"] = torch.zeros_like(inputs["input_ids"])
    return traced(transformers.BertModel(config), inputs)


def bert():
    return encoder()


def minilm():
    return encoder(hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536)


def vit():
    model = transformers.ViTForImageClassification(transformers.ViTConfig(num_labels=1000))
    return traced(model, {"pixel_values": image()["image"]})


def gpt2():
    """The prefill of 128 tokens, without the layer that scores the words."""
    config = transformers.GPT2Config(use_cache=False)
    return traced(transformers.GPT2Model(config), tokens(config.vocab_size))


def whisper():
    """The encoder of the smallest one, on 30 seconds."""
    model = transformers.WhisperModel(transformers.WhisperConfig()).get_encoder()
    return traced(model, {"input_features": torch.randn(1, 80, 3000)})
