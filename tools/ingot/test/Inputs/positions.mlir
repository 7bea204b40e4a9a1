// How many results there are depends on the data.
func.func @main(%x: tensor<6xf32> {graph.name = "x"}) -> (tensor<1x?xi64> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<6xf32>) -> tensor<6xf32> loc("clip")
  %1 = graph.non_zero %0 : (tensor<6xf32>) -> tensor<1x?xi64> loc("where")
  return %1 : tensor<1x?xi64>
}
