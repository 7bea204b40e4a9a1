// As many samples as there may be, in a million bins: some hours.
func.func @main(%x: tensor<1x1x16x16xf32> {graph.name = "x"}) -> (tensor<1x1x1024x1024xf32> {graph.name = "y"}) {
  %rois = graph.constant {value = dense<[[0.0, 0.0, 15.0, 15.0]]> : tensor<1x4xf32>} : tensor<1x4xf32>
  %image = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.roi_align %x, %rois, %image {height = 1024 : i64, width = 1024 : i64, sampling_ratio = 1024 : i64} : (tensor<1x1x16x16xf32>, tensor<1x4xf32>, tensor<1xi64>) -> tensor<1x1x1024x1024xf32>
  return %y : tensor<1x1x1024x1024xf32>
}
