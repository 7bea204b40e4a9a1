func.func @helper(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = graph.relu %x : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @main(%x: tensor<3xf32>) -> tensor<?xf32> {
  %c = graph.cast %x {to = f32} : (tensor<3xf32>) -> tensor<?xf32>
  %y = call @helper(%c) : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
