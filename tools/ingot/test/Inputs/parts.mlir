// A sequence is not compiled.
func.func @main(%x: tensor<6xf32> {graph.name = "x"}, %i: tensor<i64> {graph.name = "i"}) -> (tensor<2xf32> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<6xf32>) -> tensor<6xf32> loc("clip")
  %c = graph.constant {value = dense<2> : tensor<i64>} : tensor<i64>
  %1 = graph.split_to_sequence %0, %c {axis = 0 : i64} : (tensor<6xf32>, tensor<i64>) -> !graph.seq<tensor<2xf32>> loc("parts")
  %2 = graph.sequence_at %1, %i : (!graph.seq<tensor<2xf32>>, tensor<i64>) -> tensor<2xf32> loc("pick")
  return %2 : tensor<2xf32>
}
