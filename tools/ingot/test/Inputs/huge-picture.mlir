// A picture of more pixels than fit any memory.
func.func @main(%x: tensor<1x3x1000000000x1000000000xf32> {graph.name = "x"})
    -> (tensor<1x3x1000000000x1000000000xf32> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<1x3x1000000000x1000000000xf32>) -> tensor<1x3x1000000000x1000000000xf32>
  return %0 : tensor<1x3x1000000000x1000000000xf32>
}
