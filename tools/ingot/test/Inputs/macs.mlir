// One operator of each kind that multiplies and accumulates; the sizes are small enough to count by hand.
func.func @main(%m0: tensor<2x3x4xf32>, %m1: tensor<5x4xf32>, %m2: tensor<4x3xf32>, %m3: tensor<4x5xf32>,
                %c0: tensor<1x4x8x8xf32>, %c1: tensor<6x2x3x3xf32>,
                %t0: tensor<1x2x3x3xf32>, %t1: tensor<2x4x2x2xf32>,
                %g0: tensor<5x2x3xf32>, %g1: tensor<1x12x3xf32>, %g2: tensor<1x12x4xf32>,
                %q: tensor<2x8x3x16xf32>, %k: tensor<2x4x7x16xf32>, %v: tensor<2x4x7x32xf32>,
                %pk: tensor<2x4x5x16xf32>, %pv: tensor<2x4x5x32xf32>,
                %l0: tensor<1x6x32xf32>, %l1: tensor<1x6x16xf32>, %l2: tensor<1x6x20xf32>, %l3: tensor<1x6x1xf32>,
                %s0: tensor<4x3xf32>, %s1: tensor<5x3xf32>, %u: tensor<*xf32>) -> tensor<*xf32> {
  %none = graph.none : () -> none
  %a = graph.matmul %m0, %m1 {transpose_b = true} : (tensor<2x3x4xf32>, tensor<5x4xf32>) -> tensor<2x3x5xf32> loc("matmul")
  %b = graph.matmul %m2, %m3 {transpose_a = true} : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<3x5xf32> loc("transposed")
  %c = graph.einsum %m1, %m3 {equation = "ij,jk->ik"} : (tensor<5x4xf32>, tensor<4x5xf32>) -> tensor<5x5xf32> loc("einsum")
  %d = graph.conv %c0, %c1, %none {strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, group = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, none) -> tensor<1x6x4x4xf32> loc("conv")
  %e = graph.conv_transpose %t0, %t1, %none {strides = array<i64: 2, 2>} : (tensor<1x2x3x3xf32>, tensor<2x4x2x2xf32>, none) -> tensor<1x4x6x6xf32> loc("spread")
  %f:2 = graph.gru %g0, %g1, %g2, %none, %none, %none {activations = ["sigmoid", "tanh"], alpha = array<f32: 0.0, 0.0>, beta = array<f32: 0.0, 0.0>} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>) loc("gru")
  %g:4 = graph.attention %q, %k, %v, %none, %pk, %pv, %none, %none, %none : (tensor<2x8x3x16xf32>, tensor<2x4x7x16xf32>, tensor<2x4x7x32xf32>, none, tensor<2x4x5x16xf32>, tensor<2x4x5x32xf32>, none, none, none) -> (tensor<2x8x3x32xf32>, none, none, none) loc("attention")
  %h:2 = graph.linear_attention %l0, %l1, %l2, %none, %none, %l3 {kv_heads = 2 : i64, q_heads = 4 : i64} : (tensor<1x6x32xf32>, tensor<1x6x16xf32>, tensor<1x6x20xf32>, none, none, tensor<1x6x1xf32>) -> (tensor<1x6x40xf32>, tensor<1x2x8x10xf32>) loc("linear")
  %i = graph.svm_kernel %s0, %s1 {kernel = "RBF", gamma = 0.5 : f32, coef0 = 0.0 : f32, degree = 3.0 : f32} : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf64> loc("kernel")
  %j = graph.matmul %m0, %u : (tensor<2x3x4xf32>, tensor<*xf32>) -> tensor<*xf32> loc("unknown")
  %l = graph.relu %j : (tensor<*xf32>) -> tensor<*xf32> loc("relu")
  return %l : tensor<*xf32>
}
