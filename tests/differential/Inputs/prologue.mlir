// Reductions and norms with elementwise operators before and behind them: rows that end within a
// vector, axes in the middle, operands that repeat along rows, columns or some of their axes, that
// are transposed, or that are read twice.
func.func @main(%x: tensor<5x7x19xf32>, %y: tensor<5x7x19xf32>, %t: tensor<5x19x7xf32>, %row: tensor<5x7x1xf32>,
                %column: tensor<19xf32>, %middle: tensor<7x1xf32>, %scale: tensor<19xf32>)
    -> (tensor<5x7xf32>, tensor<5x1x19xf32>, tensor<7x19xf32>, tensor<7xf32>, tensor<f32>, tensor<5x7x19xf32>,
        tensor<5x7x19xf32>, tensor<5x7x19xf32>, tensor<5x7x19xf32>, tensor<5x7x19xf32>) {
  %none = graph.none : () -> none
  %i0 = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %i1 = graph.constant {value = dense<1> : tensor<1xi64>} : tensor<1xi64>
  %i2 = graph.constant {value = dense<2> : tensor<1xi64>} : tensor<1xi64>
  %i02 = graph.constant {value = dense<[0, 2]> : tensor<2xi64>} : tensor<2xi64>
  %half = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>

  // Rows; a factor for each, one for each column, a root behind.
  %a0 = graph.mul %x, %row : (tensor<5x7x19xf32>, tensor<5x7x1xf32>) -> tensor<5x7x19xf32>
  %a1 = graph.add %a0, %column : (tensor<5x7x19xf32>, tensor<19xf32>) -> tensor<5x7x19xf32>
  %a2 = graph.reduce_sum_square %a1, %i2 {keepdims = false} : (tensor<5x7x19xf32>, tensor<1xi64>) -> tensor<5x7xf32>
  %a3 = graph.sqrt %a2 : (tensor<5x7xf32>) -> tensor<5x7xf32>

  // Columns; an operand that repeats along one axis of the rows, and one that is read twice.
  %b0 = graph.sub %x, %middle : (tensor<5x7x19xf32>, tensor<7x1xf32>) -> tensor<5x7x19xf32>
  %b1 = graph.mul %b0, %x : (tensor<5x7x19xf32>, tensor<5x7x19xf32>) -> tensor<5x7x19xf32>
  %b2 = graph.reduce_mean %b1, %i1 : (tensor<5x7x19xf32>, tensor<1xi64>) -> tensor<5x1x19xf32>
  %b3 = graph.add %b2, %column : (tensor<5x1x19xf32>, tensor<19xf32>) -> tensor<5x1x19xf32>

  // Columns over the first axis, two of a kind.
  %c0 = graph.max %x, %y : (tensor<5x7x19xf32>, tensor<5x7x19xf32>) -> tensor<5x7x19xf32>
  %c1 = graph.reduce_min %c0, %i0 {keepdims = false} : (tensor<5x7x19xf32>, tensor<1xi64>) -> tensor<7x19xf32>

  // Axes that are no neighbours.
  %d0 = graph.mul %y, %column : (tensor<5x7x19xf32>, tensor<19xf32>) -> tensor<5x7x19xf32>
  %d1 = graph.reduce_l1 %d0, %i02 {keepdims = false} : (tensor<5x7x19xf32>, tensor<2xi64>) -> tensor<7xf32>

  // Everything.
  %e0 = graph.mul %x, %y : (tensor<5x7x19xf32>, tensor<5x7x19xf32>) -> tensor<5x7x19xf32>
  %e1 = graph.reduce_sum %e0, %none {keepdims = false} : (tensor<5x7x19xf32>, none) -> tensor<f32>

  // Softmax of a difference with something transposed, with a product behind.
  %f0 = graph.transpose %t {perm = array<i64: 0, 2, 1>} : (tensor<5x19x7xf32>) -> tensor<5x7x19xf32>
  %f1 = graph.sub %y, %f0 : (tensor<5x7x19xf32>, tensor<5x7x19xf32>) -> tensor<5x7x19xf32>
  %f2 = graph.softmax %f1 {axis = 2 : i64} : (tensor<5x7x19xf32>) -> tensor<5x7x19xf32>
  %f3 = graph.mul %f2, %row : (tensor<5x7x19xf32>, tensor<5x7x1xf32>) -> tensor<5x7x19xf32>

  // Along an axis that is not the last.
  %g0 = graph.mul %y, %middle : (tensor<5x7x19xf32>, tensor<7x1xf32>) -> tensor<5x7x19xf32>
  %g1 = graph.softmax %g0 {axis = 1 : i64} : (tensor<5x7x19xf32>) -> tensor<5x7x19xf32>

  %h0 = graph.mul %y, %half : (tensor<5x7x19xf32>, tensor<f32>) -> tensor<5x7x19xf32>
  %h1 = graph.add %h0, %row : (tensor<5x7x19xf32>, tensor<5x7x1xf32>) -> tensor<5x7x19xf32>
  %h2 = graph.log_softmax %h1 {axis = 2 : i64} : (tensor<5x7x19xf32>) -> tensor<5x7x19xf32>

  // Norms of sums.
  %k0 = graph.add %x, %y : (tensor<5x7x19xf32>, tensor<5x7x19xf32>) -> tensor<5x7x19xf32>
  %k1, %km, %ki = graph.layer_norm %k0, %scale, %column {axis = 2 : i64, stash_type = f32} : (tensor<5x7x19xf32>, tensor<19xf32>, tensor<19xf32>) -> (tensor<5x7x19xf32>, tensor<5x7x1xf32>, tensor<5x7x1xf32>)
  %k2 = graph.relu %k1 : (tensor<5x7x19xf32>) -> tensor<5x7x19xf32>

  %l0 = graph.tanh %x : (tensor<5x7x19xf32>) -> tensor<5x7x19xf32>
  %l1, %li = graph.rms_norm %l0, %scale {axis = 2 : i64, stash_type = f32} : (tensor<5x7x19xf32>, tensor<19xf32>) -> (tensor<5x7x19xf32>, tensor<5x7x1xf32>)
  return %a3, %b3, %c1, %d1, %e1, %f3, %g1, %h2, %k2, %l1 : tensor<5x7xf32>, tensor<5x1x19xf32>, tensor<7x19xf32>, tensor<7xf32>, tensor<f32>, tensor<5x7x19xf32>, tensor<5x7x19xf32>, tensor<5x7x19xf32>, tensor<5x7x19xf32>, tensor<5x7x19xf32>
}
