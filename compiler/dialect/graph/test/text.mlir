// Round trip of the string operators.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @text
// CHECK: graph.string_concat {{.*}} -> tensor<2x3x!graph.string>
// CHECK: graph.string_split {{.*}} {delimiter = ",", maxsplit = 2 : i64} : (tensor<2x3x!graph.string>) -> (tensor<2x3x?x!graph.string>, tensor<2x3xi64>)
// CHECK: graph.string_normalizer {{.*}} -> tensor<?x!graph.string>
// CHECK: graph.regex_full_match {{.*}} {pattern = "a+"} : (tensor<3x!graph.string>) -> tensor<3xi1>
func.func @text(%x: tensor<2x1x!graph.string>, %y: tensor<3x!graph.string>) -> tensor<3xi1> {
  %a = graph.string_concat %x, %y : (tensor<2x1x!graph.string>, tensor<3x!graph.string>) -> tensor<2x3x!graph.string>
  %b:2 = graph.string_split %a {delimiter = ",", maxsplit = 2 : i64} : (tensor<2x3x!graph.string>) -> (tensor<2x3x?x!graph.string>, tensor<2x3xi64>)
  %c = graph.string_normalizer %y {case_change = "LOWER", case_sensitive = false, stopwords = ["the"]} : (tensor<3x!graph.string>) -> tensor<?x!graph.string>
  %d = graph.regex_full_match %y {pattern = "a+"} : (tensor<3x!graph.string>) -> tensor<3xi1>
  return %d : tensor<3xi1>
}

// CHECK-LABEL: func.func @tf_idf
// CHECK: graph.tf_idf {{.*}} -> tensor<2x4xf32>
func.func @tf_idf(%x: tensor<2x5xi64>) -> tensor<2x4xf32> {
  %y = graph.tf_idf %x {mode = "TF", min_gram = 1 : i64, max_gram = 2 : i64, max_skip = 0 : i64, gram_starts = array<i64: 0, 2>,
                        columns = array<i64: 0, 1, 3>, integer_pool = array<i64: 7, 8, 7, 8>, string_pool = [],
                        weights = array<f32>} : (tensor<2x5xi64>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
