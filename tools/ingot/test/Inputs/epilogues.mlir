// A softmax, a pool and an attention with elementwise operators behind them.
func.func @main(%x: tensor<4x8xf32> {graph.name = "x"}, %i: tensor<1x8x4x4xf32> {graph.name = "i"}, %q: tensor<1x2x3x8xf32> {graph.name = "q"})
    -> (tensor<4x8xf32> {graph.name = "scaled"}, tensor<1x8x2x2xf32> {graph.name = "pooled"}, tensor<1x2x3x8xf32> {graph.name = "attended"}) {
  %n = graph.none : () -> none
  %0 = graph.softmax %x {axis = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32> loc("/net/softmax")
  %1 = graph.mul %0, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> loc("/net/scale")
  %2, %where = graph.max_pool %i {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x8x4x4xf32>) -> (tensor<1x8x2x2xf32>, none) loc("/net/pool")
  %3 = graph.relu %2 : (tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32> loc("/net/clip")
  %4, %k, %v, %s = graph.attention %q, %q, %q, %n, %n, %n, %n, %n, %n : (tensor<1x2x3x8xf32>, tensor<1x2x3x8xf32>, tensor<1x2x3x8xf32>, none, none, none, none, none, none) -> (tensor<1x2x3x8xf32>, none, none, none) loc("/net/attention")
  %5 = graph.add %4, %q : (tensor<1x2x3x8xf32>, tensor<1x2x3x8xf32>) -> tensor<1x2x3x8xf32> loc("/net/residual")
  return %1, %3, %5 : tensor<4x8xf32>, tensor<1x8x2x2xf32>, tensor<1x2x3x8xf32>
}
