// Inputs of fewer than 8 bits, widened: shows which bits of their bytes count.
func.func @main(%i: tensor<3xi4> {graph.name = "i"}, %b: tensor<3xi1> {graph.name = "b"})
    -> (tensor<3xi32> {graph.name = "wide"}, tensor<3xi32> {graph.name = "flags"}) {
  %0 = graph.cast %i {to = i32} : (tensor<3xi4>) -> tensor<3xi32>
  %1 = graph.cast %b {to = i32} : (tensor<3xi1>) -> tensor<3xi32>
  return %0, %1 : tensor<3xi32>, tensor<3xi32>
}
