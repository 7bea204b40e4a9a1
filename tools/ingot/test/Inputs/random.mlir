// Draws numbers.
func.func @main(%shape: tensor<1xi64> {graph.name = "shape"}) -> (tensor<?xf32> {graph.name = "y"}) {
  %0 = graph.random_normal %shape {mean = 0.0 : f32, scale = 1.0 : f32, to = f32} : (tensor<1xi64>) -> tensor<?xf32> loc("draw")
  return %0 : tensor<?xf32>
}
