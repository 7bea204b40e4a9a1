// hard_sigmoid and hard_swish from clips.
// RUN: ingot-opt %s --graph-raise-hard-swish | FileCheck %s

// CHECK-LABEL: func.func @divided_last
// CHECK-NEXT: graph.hard_swish %arg0
func.func @divided_last(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %1 = graph.add %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %3 = graph.max %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %5 = graph.min %3, %4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = graph.mul %x, %5 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %8 = graph.div %6, %7 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %8 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @divided_first
// CHECK-NEXT: graph.hard_swish %arg0
func.func @divided_first(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %1 = graph.add %0, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %3 = graph.max %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %5 = graph.min %3, %4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %7 = graph.div %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %8 = graph.mul %x, %7 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %8 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @relu6
// CHECK-NEXT: graph.hard_swish %arg0
func.func @relu6(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %1 = graph.add %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.relu %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %4 = graph.min %2, %3 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = graph.constant {value = dense<0.166666672> : tensor<f32>} : tensor<f32>
  %6 = graph.mul %4, %5 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %7 = graph.mul %6, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @by_hard_sigmoid
// CHECK-NEXT: graph.hard_swish %arg0
func.func @by_hard_sigmoid(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.hard_sigmoid %x {alpha = 0.166666672 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @unit_clip
// CHECK-NEXT: graph.hard_swish %arg0
func.func @unit_clip(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %1 = graph.div %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<0.5> : tensor<f32>} : tensor<f32>
  %3 = graph.add %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %5 = graph.min %3, %4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = graph.relu %5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = graph.mul %x, %6 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @hard_sigmoid
// CHECK-NEXT: graph.hard_sigmoid %arg0 {alpha = 0.166666672 : f32}
func.func @hard_sigmoid(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %1 = graph.add %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %3 = graph.max %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %5 = graph.min %3, %4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %7 = graph.div %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// Squeeze and excitation: the gate is over another value.
// CHECK-LABEL: func.func @gated
// CHECK-NOT: graph.hard_swish
// CHECK: graph.hard_sigmoid %arg0
// CHECK: graph.mul %arg1
func.func @gated(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %1 = graph.add %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %3 = graph.max %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %5 = graph.min %3, %4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %7 = graph.div %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %8 = graph.mul %y, %7 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %8 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @of_multiple
// CHECK: %[[TWICE:.*]] = graph.mul
// CHECK-NEXT: graph.hard_swish %[[TWICE]]
func.func @of_multiple(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %1 = graph.mul %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %3 = graph.add %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %5 = graph.max %3, %4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %7 = graph.min %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %8 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %9 = graph.div %7, %8 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %10 = graph.mul %1, %9 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %10 : tensor<2x3xf32>
}

// x + 2.
// CHECK-LABEL: func.func @other_offset
// CHECK-NOT: graph.hard_swish
// CHECK: return
func.func @other_offset(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<2.0> : tensor<f32>} : tensor<f32>
  %1 = graph.add %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %3 = graph.max %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %5 = graph.min %3, %4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %7 = graph.div %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %8 = graph.mul %x, %7 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %8 : tensor<2x3xf32>
}

// A clip stays a clip.
// CHECK-LABEL: func.func @clip
// CHECK-NOT: graph.hard_sigmoid
// CHECK: graph.min
func.func @clip(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %1 = graph.max %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<1.0> : tensor<f32>} : tensor<f32>
  %3 = graph.min %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// Within 0 and 5/6.
// CHECK-LABEL: func.func @other_bound
// CHECK-NOT: graph.hard_sigmoid
// CHECK: graph.div
func.func @other_bound(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.constant {value = dense<3.0> : tensor<f32>} : tensor<f32>
  %1 = graph.add %x, %0 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = graph.constant {value = dense<0.0> : tensor<f32>} : tensor<f32>
  %3 = graph.max %1, %2 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = graph.constant {value = dense<5.0> : tensor<f32>} : tensor<f32>
  %5 = graph.min %3, %4 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = graph.constant {value = dense<6.0> : tensor<f32>} : tensor<f32>
  %7 = graph.div %5, %6 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}
