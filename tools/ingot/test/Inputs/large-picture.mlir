// A picture of more pixels than fit the memory of the test.
func.func @main(%x: tensor<1x3x2000x2000xf32> {graph.name = "x"})
    -> (tensor<1x3x2000x2000xf32> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<1x3x2000x2000xf32>) -> tensor<1x3x2000x2000xf32>
  return %0 : tensor<1x3x2000x2000xf32>
}
