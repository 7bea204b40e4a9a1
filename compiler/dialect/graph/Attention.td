// Attention and its companions, whole.
include "GraphBase.td"

def Graph_AttentionOp : Graph_Op<"attention", Contraction> {
  let macs = "Attention";
  let summary = "Scaled dot-product attention: softmax(scale * q k^T + mask) v, per head.";
  let description = [{
    q is [batch, heads, queries, size], k [batch, heads, keys, size] and v [batch, heads, keys,
    value size]; each may instead be packed as [batch, rows, heads * size], with the number of heads in
    q_heads or kv_heads. y is packed when q is. Fewer key heads than query heads serve groups of
    consecutive query heads. past_key and past_value are unpacked and come before k and v.

    Which keys query i of a batch entry sees depends on its position p = start + i, where start is
    `starts` when given, else the number of past keys when there are any, else `lengths` minus the
    number of queries when given, else 0. It sees key j when
      j < lengths (when given), p - left_window <= j (unless -1), j <= p + right_window (unless -1)
    and the boolean mask does not forbid it. So a causal layer has right_window 0. A float mask is
    added to the scores; a mask with fewer keys than there are forbids the rest. A query that sees no
    key gives 0.

    scores = scale * q k^T; scale is 1 / sqrt(size) by default. softcap c > 0 makes them
    c * tanh(scores / c), before the mask. They are rounded to `softmax_type` before and after the
    softmax. `sink` is a further score per query head, which takes part in the softmax only.

    present_key and present_value are past and new keys and values together, unpacked; none unless
    `keep_present`. The last result holds what `keep_scores` names: raw, capped or masked scores, the
    probabilities, or none.
  }];
  let arguments = (ins Graph_FloatTensor:$q, Graph_FloatTensor:$k, Graph_FloatTensor:$v,
                       Graph_Maybe<Graph_TensorOf<[Graph_Float, I1], "float or boolean">>:$mask,
                       Graph_Maybe<Graph_FloatTensor>:$past_key,
                       Graph_Maybe<Graph_FloatTensor>:$past_value,
                       Graph_Maybe<Graph_IndexTensor>:$lengths, Graph_Maybe<Graph_IndexTensor>:$starts,
                       Graph_Maybe<Graph_FloatTensor>:$sink,
                       DefaultValuedAttr<I64Attr, "0">:$q_heads, DefaultValuedAttr<I64Attr, "0">:$kv_heads,
                       OptionalAttr<F32Attr>:$scale, DefaultValuedAttr<F32Attr, "0.0f">:$softcap,
                       DefaultValuedAttr<I64Attr, "-1">:$left_window,
                       DefaultValuedAttr<I64Attr, "-1">:$right_window, OptionalAttr<TypeAttr>:$softmax_type,
                       DefaultValuedAttr<BoolAttr, "false">:$keep_present,
                       DefaultValuedAttr<StrAttr, "\"none\"">:$keep_scores);
  let results = (outs Graph_FloatTensor:$y, Graph_Maybe<Graph_FloatTensor>:$present_key,
                      Graph_Maybe<Graph_FloatTensor>:$present_value,
                      Graph_Maybe<Graph_FloatTensor>:$scores);
  let onnx = [OnnxRule<"Attention">, Widened<MicrosoftRule<"Attention">>,
              Widened<MicrosoftRule<"QAttention">>, Widened<MicrosoftRule<"MultiHeadAttention">>,
              Widened<MicrosoftRule<"DecoderMaskedMultiHeadAttention">>,
              Widened<MicrosoftRule<"GroupQueryAttention">>,
              OnnxRule<"FlexAttention", "ai.onnx.preview">];
  let constraints = [
    Rule<1, "q, k and v have rank 4, or rank 3 with a number of heads that divides the last dimension">,
    Rule<2, "q, k and v agree in batch, head size, keys and key heads; key heads divide query heads">,
    Rule<3, "float operands have the same element type; a mask may be boolean">,
    Rule<4, "the mask broadcasts to [batch, query heads, queries, keys], keys may be fewer">,
    Rule<5, "past_key and past_value come together and are [batch, key heads, past, size]">,
    Rule<6, "lengths are integers [batch], starts [batch] or [1]">,
    Rule<7, "sink is [query heads]">,
    Rule<8, "windows are -1 or more, softmax_type is a float type, keep_scores is none, raw, capped, masked or probabilities">];
}

def Graph_RotaryEmbeddingOp : Graph_Op<"rotary_embedding", Opaque> {
  let summary = "Rotates pairs of elements of each row by angles that depend on the row's position.";
  let description = [{
    x is [batch, heads, rows, size], or packed as [batch, rows, heads * size] with the number of heads
    in `heads`. Of each row of a head the first rotary_size elements (all, when 0) are rotated: a pair
    is elements (i, i + rotary_size / 2), or (2 i, 2 i + 1) when interleaved, and becomes
    (a cos - b sin, a sin + b cos). cosine and sine are [positions, rotary_size / 2], read at the row's
    position: positions [batch, rows] gives it, positions [batch] or [1] that of the first row. Without
    positions they are [batch, rows, rotary_size / 2].
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$cosine, Graph_FloatTensor:$sine,
                       Graph_Maybe<Graph_IndexTensor>:$positions, DefaultValuedAttr<I64Attr, "0">:$heads,
                       DefaultValuedAttr<I64Attr, "0">:$rotary_size,
                       DefaultValuedAttr<BoolAttr, "false">:$interleaved);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"RotaryEmbedding">, MicrosoftRule<"RotaryEmbedding">];
  let constraints = [
    Rule<1, "x has rank 4, or rank 3 with a number of heads that divides the last dimension">,
    Rule<2, "rotary_size is even and at most the head size">,
    Rule<3, "cosine and sine are [positions, rotary_size / 2], or [batch, rows, rotary_size / 2] without positions">,
    Rule<4, "positions are integers [batch, rows], [batch] or [1]">,
    Rule<5, "float operands have the same element type">];
}

def Graph_LinearAttentionOp : Graph_Op<"linear_attention", Opaque> {
  let macs = "LinearAttention";
  let summary = "Attention whose memory is one matrix per head, updated by every row.";
  let description = [{
    q is [batch, rows, q_heads * size], k [batch, rows, kv_heads * size], v [batch, rows, kv_heads *
    value size]. The state S of a key head is [size, value size], initially 0 or from past_state
    [batch, kv_heads, size, value size]. For each row, in this order:
      S *= exp(decay)                       with decay, [batch, rows, kv_heads] or with * size
      v = beta * (v - S^T k)                with beta, [batch, rows, kv_heads] or [batch, rows, 1]
      S += k v^T,   y = scale * S^T q
    scale is 1 / sqrt(size) by default. A key head serves q_heads / kv_heads consecutive query heads.
    The second result is the last state, of the element type of past_state when given, else of q.
  }];
  let arguments = (ins Graph_FloatTensor:$q, Graph_FloatTensor:$k, Graph_FloatTensor:$v,
                       Graph_Maybe<Graph_FloatTensor>:$past_state, Graph_Maybe<Graph_FloatTensor>:$decay,
                       Graph_Maybe<Graph_FloatTensor>:$beta, I64Attr:$q_heads, I64Attr:$kv_heads,
                       OptionalAttr<F32Attr>:$scale);
  let results = (outs Graph_FloatTensor:$y, Graph_FloatTensor:$state);
  let onnx = [OnnxRule<"LinearAttention">];
  let constraints = [
    Rule<1, "kv_heads is positive and divides q_heads">,
    Rule<2, "q, k and v have rank 3, agree in batch, rows and head size, and heads divide the last dimensions">,
    Rule<3, "past_state is [batch, kv_heads, size, value size]">,
    Rule<4, "decay is [batch, rows, kv_heads] or [batch, rows, kv_heads * size]">,
    Rule<5, "beta is [batch, rows, kv_heads] or [batch, rows, 1]">,
    Rule<6, "float operands have the same element type; past_state may differ unless one is f64">];
}
