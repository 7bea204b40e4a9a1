// A model that computes with the sizes of its input, as exporters write it.
func.func @main(%x: tensor<?x4xf32> {graph.name = "x", graph.dims = ["batch", ""]})
    -> (tensor<?x2x2xf32> {graph.name = "y"}) {
  %sizes = graph.shape %x : (tensor<?x4xf32>) -> tensor<2xi64> loc("/p/Shape")
  %zero = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %batch = graph.gather %sizes, %zero {axis = 0 : i64} : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64> loc("/p/Gather")
  %two = graph.constant {value = dense<2> : tensor<2xi64>} : tensor<2xi64>
  %shape = graph.concat %batch, %two {axis = 0 : i64} : (tensor<1xi64>, tensor<2xi64>) -> tensor<3xi64> loc("/p/Concat")
  %0 = graph.tanh %x : (tensor<?x4xf32>) -> tensor<?x4xf32> loc("/p/Tanh")
  %1 = graph.reshape %0, %shape : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x2x2xf32> loc("/p/Reshape")
  %2 = graph.relu %1 : (tensor<?x2x2xf32>) -> tensor<?x2x2xf32> loc("/p/Relu")
  return %2 : tensor<?x2x2xf32>
}
