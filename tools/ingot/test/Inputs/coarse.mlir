// A rounding to f16 that is seen in f32, made larger.
func.func @main(%x: tensor<4xf16> {graph.name = "x"}) -> (tensor<4xf32> {graph.name = "y"}) {
  %factor = graph.constant {value = dense<1000.0> : tensor<f32>} : tensor<f32>
  %0 = graph.mul %x, %x : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16> loc("/square")
  %1 = graph.cast %0 {to = f32} : (tensor<4xf16>) -> tensor<4xf32> loc("/wide")
  %2 = graph.mul %1, %factor : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32> loc("/far")
  return %2 : tensor<4xf32>
}
