// A number beside one that is a hundred thousand times as large.
func.func @main(%x: tensor<2xf32> {graph.name = "x"}) -> (tensor<2xf32> {graph.name = "y"}) {
  %y = graph.neg %x : (tensor<2xf32>) -> tensor<2xf32> loc("rest")
  return %y : tensor<2xf32>
}
