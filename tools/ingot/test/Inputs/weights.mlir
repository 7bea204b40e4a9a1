// A product with a weight that no 16 bits hold.
func.func @main(%x: tensor<1x4xf32> {graph.name = "x"}) -> (tensor<1x1xf32> {graph.name = "y"}) {
  %w = graph.constant {value = dense<0.3> : tensor<4x1xf32>} : tensor<4x1xf32>
  %y = graph.matmul %x, %w : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32> loc("product")
  return %y : tensor<1x1xf32>
}
