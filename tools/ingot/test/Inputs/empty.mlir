// Nothing is computed of an empty tensor, whatever comes before it.
module {
  func.func @main(%x: tensor<1x2x1xf32>, %nothing: tensor<0xf32>) -> (tensor<1x2x1xf32>, tensor<0xf32>) {
    %w = graph.constant {value = dense<3.5> : tensor<1x1xf32>} : tensor<1x1xf32>
    %y = graph.matmul %x, %w : (tensor<1x2x1xf32>, tensor<1x1xf32>) -> tensor<1x2x1xf32>
    %z = graph.ceil %nothing : (tensor<0xf32>) -> tensor<0xf32>
    return %y, %z : tensor<1x2x1xf32>, tensor<0xf32>
  }
}
