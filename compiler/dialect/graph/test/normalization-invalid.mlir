// Each constraint of softmax and of the normalizations, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @softmax_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{softmax C1: axis -3 for rank 2}}
  %y = graph.softmax %a0 {axis = -3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @softmax_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{softmax C2: 2 axes from axis 1 on for rank 2}}
  %y = graph.softmax %a0 {axis = 1 : i64, count = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @log_softmax_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{log_softmax C1: axis -3 for rank 2}}
  %y = graph.log_softmax %a0 {axis = -3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @log_softmax_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{log_softmax C2: 2 axes from axis 1 on for rank 2}}
  %y = graph.log_softmax %a0 {axis = 1 : i64, count = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @hardmax_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{hardmax C1: axis -3 for rank 2}}
  %y = graph.hardmax %a0 {axis = -3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @hardmax_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{hardmax C2: 2 axes from axis 1 on for rank 2}}
  %y = graph.hardmax %a0 {axis = 1 : i64, count = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @lp_norm_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{lp_norm C1: axis 2 for rank 2}}
  %y = graph.lp_norm %a0 {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @lp_norm_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{lp_norm C2: p is 3}}
  %y = graph.lp_norm %a0 {axis = 1 : i64, p = 3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @mean_variance_norm_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{mean_variance_norm C1: axes [0,2,3] for rank 2}}
  %y = graph.mean_variance_norm %a0 {axes = array<i64: 0, 2, 3>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @local_response_norm_c1(%a0: tensor<7xf32>) {
  // expected-error@+1 {{local_response_norm C1: the operand is f32[7]}}
  %y = graph.local_response_norm %a0 {size = 3 : i64} : (tensor<7xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @local_response_norm_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{local_response_norm C2: size is 0}}
  %y = graph.local_response_norm %a0 {size = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c1(%a0: tensor<f32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+1 {{batch_norm C1: the operand is f32[]}}
  %y = graph.batch_norm %a0, %a1, %a2, %a3, %a4 : (tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @batch_norm_c2(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm C2: parameters are f32[3], f32[3], f32[3] and f32[2] for f32[2,3]}}
  %y = graph.batch_norm %a0, %a1, %a2, %a3, %a4 : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_training_c1(%a0: tensor<f32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+1 {{batch_norm_training C1: the operand is f32[]}}
  %y:5 = graph.batch_norm_training %a0, %a1, %a2, %a3, %a4 : (tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_c2(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+1 {{batch_norm_training C2: parameters are f32[3], f32[2]}}
  %y:5 = graph.batch_norm_training %a0, %a1, %a2, %a3, %a4 : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @instance_norm_c1(%a0: tensor<7xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{instance_norm C1: the operand is f32[7]}}
  %y = graph.instance_norm %a0, %a1, %a2 : (tensor<7xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @instance_norm_c2(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>) {
  // expected-error@+1 {{instance_norm C2: parameter f32[2] for f32[2,3]}}
  %y = graph.instance_norm %a0, %a1, %a2 : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_c1(%a0: tensor<7xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{group_norm C1: the operand is f32[7]}}
  %y = graph.group_norm %a0, %a1, %a2 {groups = 3 : i64} : (tensor<7xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @group_norm_c2(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{group_norm C2: 2 groups of 3 channels}}
  %y = graph.group_norm %a0, %a1, %a2 {groups = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_c2_zero(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{group_norm C2: groups is 0}}
  %y = graph.group_norm %a0, %a1, %a2 {groups = 0 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_c3(%a0: tensor<2x4x5xf32>, %a1: tensor<4xf32>, %a2: tensor<2xf32>) {
  // expected-error@+1 {{group_norm C3: scale f32[4] and bias f32[2] for 2 groups of f32[2,4,5]}}
  %y = graph.group_norm %a0, %a1, %a2 {groups = 2 : i64} : (tensor<2x4x5xf32>, tensor<4xf32>, tensor<2xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @layer_norm_c1(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{layer_norm C1: axis 2 for rank 2}}
  %y:3 = graph.layer_norm %a0, %a1, %a2 {axis = 2 : i64, stash_type = f32} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x1xf32>)
  return
}

// -----

func.func @layer_norm_c2(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>) {
  // expected-error@+1 {{layer_norm C2: f32[2] does not broadcast to f32[2,3]}}
  %y:3 = graph.layer_norm %a0, %a1, %a2 {axis = 1 : i64, stash_type = f32} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x1xf32>)
  return
}

// -----

func.func @layer_norm_c3(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{layer_norm C3: stash_type is i32}}
  %y:3 = graph.layer_norm %a0, %a1, %a2 {axis = 1 : i64, stash_type = i32} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x1xf32>)
  return
}

// -----

func.func @rms_norm_c1(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{rms_norm C1: axis -3 for rank 2}}
  %y:2 = graph.rms_norm %a0, %a1 {axis = -3 : i64, stash_type = f32} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x1xf32>)
  return
}

// -----

func.func @rms_norm_c2(%a0: tensor<2x3xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{rms_norm C2: f32[2,4,5] does not broadcast to f32[2,3]}}
  %y:2 = graph.rms_norm %a0, %a1 {axis = 1 : i64, stash_type = f32} : (tensor<2x3xf32>, tensor<2x4x5xf32>) -> (tensor<2x3xf32>, tensor<2x1xf32>)
  return
}

// -----

func.func @rms_norm_c3(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{rms_norm C3: stash_type is i1}}
  %y:2 = graph.rms_norm %a0, %a1 {axis = 1 : i64, stash_type = i1} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x1xf32>)
  return
}
