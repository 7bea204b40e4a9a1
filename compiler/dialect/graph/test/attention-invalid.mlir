// Each constraint of attention and its companions, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @attention_c1(%q: tensor<2x3x32xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C1: 0 heads for q of 2x3x32}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x3x32xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c1_divides(%q: tensor<2x3x32xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C1: 3 heads for q of 2x3x32}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink {q_heads = 3 : i64} : (tensor<2x3x32xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c2(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x7xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C2: q is }}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x4x3x8xf32>, tensor<2x2x5x7xf32>, tensor<2x2x5x6xf32>, none, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c2_heads(%q: tensor<2x4x3x8xf32>, %k: tensor<2x3x5x8xf32>, %v: tensor<2x3x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C2: 3 key heads for 4 query heads}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x4x3x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x6xf32>, none, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c3(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf16>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C3: operand 1 is f16, q is f32}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf16>, tensor<2x2x5x6xf32>, none, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c4(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: tensor<3x6xf32>, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C4: mask is 3x6 for scores 2x4x3x5}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, tensor<3x6xf32>, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c5(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: tensor<2x2x4x8xf32>, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C5: one of past_key and past_value is missing}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, tensor<2x2x4x8xf32>, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c5_shape(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: tensor<2x2x4x8xf32>, %pv: tensor<2x2x3x6xf32>, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C5: past_value is 2x2x3x6, wanted 2x2x4x6}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, tensor<2x2x4x8xf32>, tensor<2x2x3x6xf32>, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c6(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: tensor<3xi64>, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C6: lengths is 3, wanted 2}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, none, none, tensor<3xi64>, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c6_starts(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: tensor<3xi64>, %sink: none) {
  // expected-error@+1 {{attention C6: starts is 3, wanted 2}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, none, none, none, tensor<3xi64>, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c7(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: tensor<2xf32>) {
  // expected-error@+1 {{attention C7: sink is 2, wanted 4}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, none, none, none, none, tensor<2xf32>) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c8(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C8: keep_scores is 'all'}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink {keep_scores = "all"} : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c8_windows(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C8: windows are -2 and -1}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink {left_window = -2 : i64} : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @attention_c8_type(%q: tensor<2x4x3x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x2x5x6xf32>, %mask: none, %pk: none, %pv: none, %lengths: none, %starts: none, %sink: none) {
  // expected-error@+1 {{attention C8: softmax_type is i32}}
  %r:4 = graph.attention %q, %k, %v, %mask, %pk, %pv, %lengths, %starts, %sink {softmax_type = i32} : (tensor<2x4x3x8xf32>, tensor<2x2x5x8xf32>, tensor<2x2x5x6xf32>, none, none, none, none, none, none) -> (tensor<2x4x3x6xf32>, none, none, none)
  return
}

// -----

func.func @rotary_embedding_c1(%x: tensor<2x4xf32>, %c: tensor<10x4xf32>, %s: tensor<10x4xf32>, %p: tensor<2x3xi64>) {
  // expected-error@+1 {{rotary_embedding C1: x has rank 2}}
  %r:1 = graph.rotary_embedding %x, %c, %s, %p : (tensor<2x4xf32>, tensor<10x4xf32>, tensor<10x4xf32>, tensor<2x3xi64>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @rotary_embedding_c2(%x: tensor<2x4x3x8xf32>, %c: tensor<10x4xf32>, %s: tensor<10x4xf32>, %p: tensor<2x3xi64>) {
  // expected-error@+1 {{rotary_embedding C2: rotary_size is 10 for heads of 8}}
  %r:1 = graph.rotary_embedding %x, %c, %s, %p {rotary_size = 10 : i64} : (tensor<2x4x3x8xf32>, tensor<10x4xf32>, tensor<10x4xf32>, tensor<2x3xi64>) -> (tensor<2x4x3x8xf32>)
  return
}

// -----

func.func @rotary_embedding_c3(%x: tensor<2x4x3x8xf32>, %c: tensor<10x3xf32>, %s: tensor<10x4xf32>, %p: tensor<2x3xi64>) {
  // expected-error@+1 {{rotary_embedding C3: cosine is 10x3, wanted ?x4}}
  %r:1 = graph.rotary_embedding %x, %c, %s, %p : (tensor<2x4x3x8xf32>, tensor<10x3xf32>, tensor<10x4xf32>, tensor<2x3xi64>) -> (tensor<2x4x3x8xf32>)
  return
}

// -----

func.func @rotary_embedding_c3_rows(%x: tensor<2x4x3x8xf32>, %c: tensor<10x4xf32>, %s: tensor<10x4xf32>, %p: none) {
  // expected-error@+1 {{rotary_embedding C3: cosine is 10x4, wanted 2x3x4}}
  %r:1 = graph.rotary_embedding %x, %c, %s, %p : (tensor<2x4x3x8xf32>, tensor<10x4xf32>, tensor<10x4xf32>, none) -> (tensor<2x4x3x8xf32>)
  return
}

// -----

func.func @rotary_embedding_c4(%x: tensor<2x4x3x8xf32>, %c: tensor<10x4xf32>, %s: tensor<10x4xf32>, %p: tensor<2x4xi64>) {
  // expected-error@+1 {{rotary_embedding C4: positions is 2x4, wanted 2x3}}
  %r:1 = graph.rotary_embedding %x, %c, %s, %p : (tensor<2x4x3x8xf32>, tensor<10x4xf32>, tensor<10x4xf32>, tensor<2x4xi64>) -> (tensor<2x4x3x8xf32>)
  return
}

// -----

func.func @rotary_embedding_c5(%x: tensor<2x4x3x8xf32>, %c: tensor<10x4xf32>, %s: tensor<10x4xf16>, %p: tensor<2x3xi64>) {
  // expected-error@+1 {{rotary_embedding C5: operand 2 is f16, x is f32}}
  %r:1 = graph.rotary_embedding %x, %c, %s, %p : (tensor<2x4x3x8xf32>, tensor<10x4xf32>, tensor<10x4xf16>, tensor<2x3xi64>) -> (tensor<2x4x3x8xf32>)
  return
}

// -----

func.func @linear_attention_c1(%q: tensor<1x3x32xf32>, %k: tensor<1x3x16xf32>, %v: tensor<1x3x20xf32>, %s: none, %d: none, %b: none) {
  // expected-error@+1 {{linear_attention C1: 3 key heads for 4 query heads}}
  %r:2 = graph.linear_attention %q, %k, %v, %s, %d, %b {kv_heads = 3 : i64, q_heads = 4 : i64} : (tensor<1x3x32xf32>, tensor<1x3x16xf32>, tensor<1x3x20xf32>, none, none, none) -> (tensor<1x3x40xf32>, tensor<1x2x8x10xf32>)
  return
}

// -----

func.func @linear_attention_c2(%q: tensor<1x3x32xf32>, %k: tensor<1x3x18xf32>, %v: tensor<1x3x20xf32>, %s: none, %d: none, %b: none) {
  // expected-error@+1 {{linear_attention C2: q is }}
  %r:2 = graph.linear_attention %q, %k, %v, %s, %d, %b {kv_heads = 2 : i64, q_heads = 4 : i64} : (tensor<1x3x32xf32>, tensor<1x3x18xf32>, tensor<1x3x20xf32>, none, none, none) -> (tensor<1x3x40xf32>, tensor<1x2x8x10xf32>)
  return
}

// -----

func.func @linear_attention_c3(%q: tensor<1x3x32xf32>, %k: tensor<1x3x16xf32>, %v: tensor<1x3x20xf32>, %s: tensor<1x2x8x8xf32>, %d: none, %b: none) {
  // expected-error@+1 {{linear_attention C3: past_state is 1x2x8x8, wanted 1x2x8x10}}
  %r:2 = graph.linear_attention %q, %k, %v, %s, %d, %b {kv_heads = 2 : i64, q_heads = 4 : i64} : (tensor<1x3x32xf32>, tensor<1x3x16xf32>, tensor<1x3x20xf32>, tensor<1x2x8x8xf32>, none, none) -> (tensor<1x3x40xf32>, tensor<1x2x8x10xf32>)
  return
}

// -----

func.func @linear_attention_c4(%q: tensor<1x3x32xf32>, %k: tensor<1x3x16xf32>, %v: tensor<1x3x20xf32>, %s: none, %d: tensor<1x3x4xf32>, %b: none) {
  // expected-error@+1 {{linear_attention C4: decay is 1x3x4, wanted 1x3x16}}
  %r:2 = graph.linear_attention %q, %k, %v, %s, %d, %b {kv_heads = 2 : i64, q_heads = 4 : i64} : (tensor<1x3x32xf32>, tensor<1x3x16xf32>, tensor<1x3x20xf32>, none, tensor<1x3x4xf32>, none) -> (tensor<1x3x40xf32>, tensor<1x2x8x10xf32>)
  return
}

// -----

func.func @linear_attention_c5(%q: tensor<1x3x32xf32>, %k: tensor<1x3x16xf32>, %v: tensor<1x3x20xf32>, %s: none, %d: none, %b: tensor<1x3x4xf32>) {
  // expected-error@+1 {{linear_attention C5: beta is 1x3x4, wanted 1x3x2}}
  %r:2 = graph.linear_attention %q, %k, %v, %s, %d, %b {kv_heads = 2 : i64, q_heads = 4 : i64} : (tensor<1x3x32xf32>, tensor<1x3x16xf32>, tensor<1x3x20xf32>, none, none, tensor<1x3x4xf32>) -> (tensor<1x3x40xf32>, tensor<1x2x8x10xf32>)
  return
}

// -----

func.func @linear_attention_c6(%q: tensor<1x3x32xf32>, %k: tensor<1x3x16xf32>, %v: tensor<1x3x20xf32>, %s: tensor<1x2x8x10xf64>, %d: none, %b: none) {
  // expected-error@+1 {{linear_attention C6: operand 3 is f64, q is f32}}
  %r:2 = graph.linear_attention %q, %k, %v, %s, %d, %b {kv_heads = 2 : i64, q_heads = 4 : i64} : (tensor<1x3x32xf32>, tensor<1x3x16xf32>, tensor<1x3x20xf32>, tensor<1x2x8x10xf64>, none, none) -> (tensor<1x3x40xf32>, tensor<1x2x8x10xf32>)
  return
}
