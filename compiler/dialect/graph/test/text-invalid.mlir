// Each constraint of the string operators, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @string_concat_c2(%x: tensor<2x!graph.string>, %y: tensor<3x!graph.string>) {
  // expected-error@+1 {{string_concat C2: shapes 2 and 3 do not broadcast}}
  %z = graph.string_concat %x, %y : (tensor<2x!graph.string>, tensor<3x!graph.string>) -> tensor<2x!graph.string>
  return
}

// -----

func.func @string_normalizer_c1(%x: tensor<2x3x!graph.string>) {
  // expected-error@+1 {{string_normalizer C1: found !graph.string[2,3]}}
  %y = graph.string_normalizer %x {case_change = "NONE", case_sensitive = true, stopwords = []} : (tensor<2x3x!graph.string>) -> tensor<1x?x!graph.string>
  return
}

// -----

func.func @string_normalizer_c2(%x: tensor<3x!graph.string>) {
  // expected-error@+1 {{string_normalizer C2: found 'TITLE'}}
  %y = graph.string_normalizer %x {case_change = "TITLE", case_sensitive = true, stopwords = []} : (tensor<3x!graph.string>) -> tensor<?x!graph.string>
  return
}

// -----

func.func @tf_idf_c1(%x: tensor<2x5x1xi64>) {
  // expected-error@+1 {{tf_idf C1: found i64[2,5,1]}}
  %y = graph.tf_idf %x {mode = "TF", min_gram = 1 : i64, max_gram = 2 : i64, max_skip = 0 : i64, gram_starts = array<i64: 0, 2>, columns = array<i64: 0, 1, 3>, integer_pool = array<i64: 7, 8, 7, 8>, string_pool = [], weights = array<f32>} : (tensor<2x5x1xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @tf_idf_c2(%x: tensor<2x5xi64>) {
  // expected-error@+1 {{tf_idf C2: found 'DF'}}
  %y = graph.tf_idf %x {mode = "DF", min_gram = 1 : i64, max_gram = 2 : i64, max_skip = 0 : i64, gram_starts = array<i64: 0, 2>, columns = array<i64: 0, 1, 3>, integer_pool = array<i64: 7, 8, 7, 8>, string_pool = [], weights = array<f32>} : (tensor<2x5xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @tf_idf_c3(%x: tensor<2x5xi64>) {
  // expected-error@+1 {{tf_idf C3: 2 to 1 of 2, skipping 0}}
  %y = graph.tf_idf %x {mode = "TF", min_gram = 2 : i64, max_gram = 1 : i64, max_skip = 0 : i64, gram_starts = array<i64: 0, 2>, columns = array<i64: 0, 1, 3>, integer_pool = array<i64: 7, 8, 7, 8>, string_pool = [], weights = array<f32>} : (tensor<2x5xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @tf_idf_c4(%x: tensor<2x5xi64>) {
  // expected-error@+1 {{tf_idf C4: 2-grams from 1 to 4 of 4 tokens}}
  %y = graph.tf_idf %x {mode = "TF", min_gram = 1 : i64, max_gram = 2 : i64, max_skip = 0 : i64, gram_starts = array<i64: 0, 1>, columns = array<i64: 0, 1, 3>, integer_pool = array<i64: 7, 8, 7, 8>, string_pool = [], weights = array<f32>} : (tensor<2x5xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @tf_idf_c5(%x: tensor<2x5xi64>) {
  // expected-error@+1 {{tf_idf C5: 2 columns for 3 n-grams}}
  %y = graph.tf_idf %x {mode = "TF", min_gram = 1 : i64, max_gram = 2 : i64, max_skip = 0 : i64, gram_starts = array<i64: 0, 2>, columns = array<i64: 0, 1>, integer_pool = array<i64: 7, 8, 7, 8>, string_pool = [], weights = array<f32>} : (tensor<2x5xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @tf_idf_c6(%x: tensor<2x5xi64>) {
  // expected-error@+1 {{tf_idf C6: 1 weights for 3 n-grams}}
  %y = graph.tf_idf %x {mode = "TF", min_gram = 1 : i64, max_gram = 2 : i64, max_skip = 0 : i64, gram_starts = array<i64: 0, 2>, columns = array<i64: 0, 1, 3>, integer_pool = array<i64: 7, 8, 7, 8>, string_pool = [], weights = array<f32: 1.0>} : (tensor<2x5xi64>) -> tensor<2x4xf32>
  return
}
