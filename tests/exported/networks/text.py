"""Transformers of text: encoders, and decoders that take and give the keys and values of the tokens before."""
import torch
import transformers
from torch import nn
from transformers.cache_utils import DynamicCache, EncoderDecoderCache, StaticCache

from .base import Export, Tensors, tokens

WORDS = 97


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


class Decoder(nn.Module):
    """A language model: tokens, a mask over past and new tokens, then keys and values of each layer."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids, mask, *past):
        cache = DynamicCache(list(zip(past[0::2], past[1::2])))
        answer = self.model(input_ids=ids, attention_mask=mask, past_key_values=cache, use_cache=True)
        present = [x for layer in answer.past_key_values.layers for x in (layer.keys, layer.values)]
        return (answer.logits, *present)


class FixedDecoder(nn.Module):
    """The same with caches of a fixed length, into which the new keys and values are written at their places."""

    def __init__(self, model, length):
        super().__init__()
        self.model, self.length = model, length

    def forward(self, ids, places, *past):
        cache = StaticCache(config=self.model.config, max_cache_len=self.length)
        for layer, keys, values in zip(cache.layers, past[0::2], past[1::2]):
            layer.keys, layer.values, layer.is_initialized = keys.clone(), values.clone(), True
            layer.dtype, layer.device = keys.dtype, keys.device
            layer.cumulative_length = places[0].clone()
        mask = torch.arange(self.length)[None, None, None] <= places[None, None, :, None]
        answer = self.model(
            input_ids=ids, attention_mask=mask, position_ids=places[None], past_key_values=cache, use_cache=True,
        )
        present = [x for layer in cache.layers for x in (layer.keys, layer.values)]
        return (answer.logits, *present)


def cache_names(prefix, layers):
    return [f"{prefix}.{layer}.{part}" for layer in range(layers) for part in ("key", "value")]


def shape_of_cache(config):
    heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
    width = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    return config.num_hidden_layers, heads, width


def decoder(model):
    layers, heads, width = shape_of_cache(model.config)
    names = cache_names("past", layers)

    def inputs(new, old, batch=1):
        past = {name: torch.randn(batch, heads, old, width) for name in names}
        ids = tokens(WORDS, new, batch)
        return {"input_ids": ids, "attention_mask": torch.ones(batch, old + new, dtype=torch.int64), **past}

    axes = {"input_ids": {0: "batch", 1: "sequence"}, "attention_mask": {0: "batch", 1: "total"}}
    axes.update({name: {0: "batch", 2: "past"} for name in names})
    return Export(
        Decoder(model), inputs(3, 5, 2), ["logits", *cache_names("present", layers)], axes,
        [inputs(1, 8), inputs(6, 1, 2)],
    )


def fixed_decoder(model, length=24):
    layers, heads, width = shape_of_cache(model.config)
    names = cache_names("past", layers)

    def inputs(new, old):
        past = {name: torch.randn(1, heads, length, width) for name in names}
        return {"input_ids": tokens(WORDS, new), "places": torch.arange(old, old + new), **past}

    return Export(
        FixedDecoder(model, length), inputs(1, 5), ["logits", *cache_names("present", layers)], {}, [inputs(1, 20)]
    )


SIZES = dict(
    vocab_size=WORDS, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
    num_key_value_heads=2, max_position_embeddings=64, attn_implementation="sdpa",
)


def gpt2_config():
    return transformers.GPT2Config(
        vocab_size=WORDS, n_embd=32, n_layer=2, n_head=4, n_positions=64, bos_token_id=1, eos_token_id=2
    )


def gpt2():
    return decoder(transformers.GPT2LMHeadModel(gpt2_config()))


def gpt2_fixed():
    return fixed_decoder(transformers.GPT2LMHeadModel(gpt2_config()))


def llama():
    return decoder(transformers.LlamaForCausalLM(transformers.LlamaConfig(**SIZES)))


def llama_fixed():
    return fixed_decoder(transformers.LlamaForCausalLM(transformers.LlamaConfig(**SIZES)))


def qwen():
    return decoder(transformers.Qwen2ForCausalLM(transformers.Qwen2Config(**SIZES)))


def qwen3():
    return decoder(transformers.Qwen3ForCausalLM(transformers.Qwen3Config(**SIZES, head_dim=8)))


def mistral():
    return decoder(transformers.MistralForCausalLM(transformers.MistralConfig(**SIZES, sliding_window=None)))


def gemma():
    return decoder(transformers.GemmaForCausalLM(transformers.GemmaConfig(**SIZES, head_dim=8)))


def mixtral():
    config = transformers.MixtralConfig(
        **SIZES, num_local_experts=4, num_experts_per_tok=2, experts_implementation="batched_mm"
    )
    return decoder(transformers.MixtralForCausalLM(config))


class CrossDecoder(nn.Module):
    """The decoder of a model with an encoder, whose keys and values are kept for its own tokens alone."""

    def __init__(self, decoder, head, hidden):
        super().__init__()
        self.decoder, self.head, self.hidden = decoder, head, hidden

    def forward(self, ids, encoded, *past):
        own = DynamicCache(list(zip(past[0::2], past[1::2])))
        cache = EncoderDecoderCache(own, DynamicCache())
        answer = self.decoder(
            input_ids=ids, encoder_hidden_states=encoded, past_key_values=cache, use_cache=True
        )
        layers = answer.past_key_values.self_attention_cache.layers
        return (self.head(answer.last_hidden_state), *[x for layer in layers for x in (layer.keys, layer.values)])


def cross_decoder(decoder, head, layers, heads, width):
    names = cache_names("past", layers)

    def inputs(new, old, source):
        past = {name: torch.randn(1, heads, old, width) for name in names}
        return {"input_ids": tokens(WORDS, new), "encoded": torch.randn(1, source, heads * width), **past}

    axes = {"input_ids": {1: "sequence"}, "encoded": {1: "source"}, **{name: {2: "past"} for name in names}}
    return Export(
        CrossDecoder(decoder, head, heads * width), inputs(3, 4, 9), ["logits", *cache_names("present", layers)],
        axes, [inputs(1, 7, 12)],
    )


def whisper_decoder():
    config = transformers.WhisperConfig(
        vocab_size=WORDS, d_model=32, encoder_layers=1, decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=64, decoder_ffn_dim=64, max_target_positions=64,
        pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1,
    )
    model = transformers.WhisperForConditionalGeneration(config)
    return cross_decoder(model.model.decoder, model.proj_out, 2, 4, 8)


def trocr():
    config = transformers.TrOCRConfig(
        vocab_size=WORDS, d_model=32, decoder_layers=2, decoder_attention_heads=4, decoder_ffn_dim=64,
        max_position_embeddings=64, cross_attention_hidden_size=32,
    )
    model = transformers.TrOCRForCausalLM(config)
    return cross_decoder(model.model.decoder, model.output_projection, 2, 4, 8)


def t5():
    config = transformers.T5Config(
        vocab_size=WORDS, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, use_cache=False,
        decoder_start_token_id=0,
    )
    model = Tensors(
        transformers.T5ForConditionalGeneration(config), ["input_ids", "attention_mask", "decoder_input_ids"],
        ["logits"],
    )

    def inputs(source, target):
        ids = tokens(WORDS, source)
        return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "decoder_input_ids": tokens(WORDS, target)}

    axes = {"input_ids": {1: "source"}, "attention_mask": {1: "source"}, "decoder_input_ids": {1: "target"}}
    return Export(model, inputs(9, 5), ["logits"], axes, [inputs(13, 7)], ("torchscript",))


def transformer():
    def inputs(batch, length):
        return {"tokens": torch.randint(0, 100, (batch, length))}

    axes = {"tokens": {0: "batch", 1: "sequence"}}
    return Export(Encoder(), inputs(2, 9), ["y"], axes, [inputs(1, 30), inputs(4, 5)])


def bert():
    config = transformers.BertConfig(
        vocab_size=WORDS, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64
    )
    model = Tensors(
        transformers.BertModel(config), ["input_ids", "attention_mask"], ["last_hidden_state", "pooler_output"]
    )

    def inputs(batch, length):
        ids = tokens(WORDS, length, batch)
        mask = torch.ones_like(ids)
        mask[:, length - length // 4 :] = 0
        return {"input_ids": ids, "attention_mask": mask}

    names = {0: "batch", 1: "sequence"}
    return Export(
        model, inputs(2, 9), ["states", "pooled"], {"input_ids": names, "attention_mask": names}, [inputs(1, 30)]
    )
