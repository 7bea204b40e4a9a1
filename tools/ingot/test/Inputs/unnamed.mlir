func.func @main(%x: tensor<4x16xf32>, %s: tensor<4x1xf32>) -> tensor<4x16xf32> {
  %0 = graph.sub %x, %s : (tensor<4x16xf32>, tensor<4x1xf32>) -> tensor<4x16xf32>
  %1 = graph.softmax %0 {axis = 1 : i64} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
