// A product with a bias and an activation, a softmax, and an operator that reads the activation too.
func.func @main(%x: tensor<4x8xf32> {graph.name = "x"})
    -> (tensor<4x2xf32> {graph.name = "scores"}, tensor<4x2xf32> {graph.name = "bent"}) {
  %w = graph.constant {value = dense<0.25> : tensor<8x2xf32>} : tensor<8x2xf32> loc("weights")
  %b = graph.constant {value = dense<[1.0, -1.0]> : tensor<2xf32>} : tensor<2xf32> loc("offsets")
  %0 = graph.matmul %x, %w : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32> loc("/net/product")
  %1 = graph.add %0, %b : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32> loc("/net/bias")
  %2 = graph.relu %1 : (tensor<4x2xf32>) -> tensor<4x2xf32> loc("/net/clip")
  %3 = graph.softmax %2 {axis = 1 : i64} : (tensor<4x2xf32>) -> tensor<4x2xf32> loc("/net/softmax")
  %4 = graph.tanh %2 : (tensor<4x2xf32>) -> tensor<4x2xf32> loc("/net/bend")
  return %3, %4 : tensor<4x2xf32>, tensor<4x2xf32>
}
