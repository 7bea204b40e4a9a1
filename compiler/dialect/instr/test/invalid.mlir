// RUN: ingot-opt %s -split-input-file -verify-diagnostics

instr.program @late {
  %x = instr.input 0 "x" : memref<4xf32>
  %a = instr.alloc : memref<4xf32>
  // expected-error @+1 {{C1: is declared after the first instruction}}
  %y = instr.output 0 "y" : memref<4xf32>
}

// -----

instr.program @unwritten {
  %y = instr.output 0 "y" : memref<4xf32>
  %a = instr.alloc : memref<4xf32>
  // expected-error @+1 {{before it is written}}
  instr.copy (@in %a : memref<4xf32>, @out %y : memref<4xf32>)
}

// -----

instr.program @dead {
  %x = instr.input 0 "x" : memref<4xf32>
  %a = instr.alloc : memref<4xf32>
  instr.dealloc %a : memref<4xf32>
  // expected-error @+1 {{C3: uses a buffer after its dealloc}}
  instr.copy (@in %x : memref<4xf32>, @out %a : memref<4xf32>)
}

// -----

instr.program @twice {
  %a = instr.alloc : memref<4xf32>
  instr.dealloc %a : memref<4xf32>
  // expected-error @+1 {{C3: ends no live buffer}}
  instr.dealloc %a : memref<4xf32>
}

// -----

instr.program @overlap {
  %a = instr.alloc at 0 : memref<4xf32>
  // expected-error @+1 {{C4: overlaps a buffer that lives at 0}}
  %b = instr.alloc at 8 : memref<4xf32>
}

// -----

instr.program @constant {
  %x = instr.input 0 "x" : memref<4xf32>
  %w = instr.weight "w" = dense<1.0> : tensor<4xf32> -> memref<4xf32>
  // expected-error @+1 {{C5: writes a weight or an input}}
  instr.copy (@in %x : memref<4xf32>, @out %w : memref<4xf32>)
}

// -----

instr.program @forgotten {
  // expected-error @+1 {{C6: is never written}}
  %y = instr.output 0 "y" : memref<4xf32>
}

// -----

instr.program @outside {
  %a = instr.alloc : memref<4xf32>
  // expected-error @+1 {{reaches to byte 20 of a buffer of 16}}
  %b = instr.view %a : memref<4xf32> -> memref<4xf32, strided<[1], offset: 1>>
}

// -----

instr.program @shapes {
  %x = instr.input 0 "x" : memref<4xf32>
  %y = instr.output 0 "y" : memref<2xf32>
  // expected-error @+1 {{to another shape or type}}
  instr.copy (@in %x : memref<4xf32>, @out %y : memref<2xf32>)
}

// -----

instr.program @region {
  %x = instr.input 0 "x" : memref<4xf32>
  %y = instr.output 0 "y" : memref<4xf32>
  // expected-error @+1 {{region argument 0 does not fit}}
  instr.map (@in %x : memref<4xf32>, @out %y : memref<4xf32>) {
  ^bb0(%p: tensor<5xf32>):
    %r = graph.relu %p : (tensor<5xf32>) -> tensor<5xf32>
    graph.yield %r : tensor<5xf32>
  }
}

// -----

instr.program @columns {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{has 3 columns among 2 axes}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes {rows = 2, n = 4, xPitch = 4, yPitch = 4, prepares = 0, xBytes = 4, yBytes = 4, epsilonBits = 0} attributes {axes = array<i32: 0, 1>, columns = 3 : i64}
}

// -----

instr.program @prologue {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{prologue does not make elements of}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes {rows = 2, n = 4, xPitch = 4, yPitch = 4, prepares = 1, xBytes = 4, yBytes = 4, epsilonBits = 0} attributes {axes = array<i32: 0, 1>, columns = 1 : i64, x_axes = array<i32: 0, 1>, x_columns = 1 : i64} prologue {
  ^bb0(%p: tensor<4x2xf32>):
    %r = graph.relu %p : (tensor<4x2xf32>) -> tensor<4x2xf32>
    graph.yield %r : tensor<4x2xf32>
  }
}

// -----

instr.program @operands {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{has 2 operands, its row and regions want 4}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes {rows = 2, n = 4, xPitch = 4, yPitch = 4, prepares = 0, xBytes = 4, yBytes = 4, epsilonBits = 0} attributes {axes = array<i32: 0, 1>, columns = 1 : i64} epilogue {
  ^bb0(%p: tensor<2x4xf32>, %q: tensor<2x4xf32>, %r: tensor<2x4xf32>):
    graph.yield %p : tensor<2x4xf32>
  }
}

// -----

instr.program @unknown_kernel {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{'softmax' is in no table of kernels}}
  instr.kernel "softmax" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes {rows = 2, n = 4, xPitch = 4, yPitch = 4, prepares = 0, xBytes = 4, yBytes = 4, epsilonBits = 0}
}

// -----

instr.program @missing_size {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{has no size 'xPitch'}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes {rows = 2, n = 4, yPitch = 4, prepares = 0, xBytes = 4, yBytes = 4, epsilonBits = 0}
}

// -----

instr.program @unknown_size {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{has a size 'pitch' that softmax_rows_f32 does not know}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes {pitch = 4, rows = 2, n = 4, xPitch = 4, yPitch = 4, prepares = 0, xBytes = 4, yBytes = 4, epsilonBits = 0}
}

// -----

instr.program @small_operand {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{touches bytes 0 to 48 of operand 'x', which is smaller}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes {rows = 3, n = 4, xPitch = 4, yPitch = 4, prepares = 0, xBytes = 4, yBytes = 4, epsilonBits = 0}
}

// -----

instr.program @operand_type {
  %x = instr.input 0 "x" : memref<2x4xf64>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{does not take operands of these types}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf64>, @out %y : memref<2x4xf32>) sizes {rows = 2, n = 4, xPitch = 4, yPitch = 4, prepares = 0, xBytes = 4, yBytes = 4, epsilonBits = 0}
}

// -----

instr.program @operand_role {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{operand 'x' has another role than in the table}}
  instr.kernel "softmax_rows_f32" (@out %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes {rows = 2, n = 4, xPitch = 4, yPitch = 4, prepares = 0, xBytes = 4, yBytes = 4, epsilonBits = 0}
}

// -----

instr.program @epilogue_type {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf16>
  // expected-error @+1 {{epilogue does not make elements of 'f16' from 'tensor<2x4xf32>'}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf16>) sizes {rows = 2, n = 4, xPitch = 4, yPitch = 4, prepares = 0, xBytes = 4, yBytes = 2, epsilonBits = 0} attributes {axes = array<i32: 0, 1>, columns = 1 : i64} epilogue {
  ^bb0(%p: tensor<2x4xf32>):
    graph.yield %p : tensor<2x4xf32>
  }
}

// -----

instr.program @body {
  %x = instr.input 0 "x" : memref<4xf32>
}

instr.program @ports_of_run {
  %x = instr.input 0 "x" : memref<4xf32>
  %arena = instr.alloc : memref<64xui8>
  // expected-error @+1 {{wants three numbers for each port}}
  instr.run @body (@in %x : memref<4xf32>, @out %arena : memref<64xui8>) ports [0, 0] arenas [1]
}

// -----

instr.program @body {
  %x = instr.input 0 "x" : memref<4xf32>
}

instr.program @operand_of_run {
  %x = instr.input 0 "x" : memref<4xf32>
  %arena = instr.alloc : memref<64xui8>
  // expected-error @+1 {{has a port in operand 2}}
  instr.run @body (@in %x : memref<4xf32>, @out %arena : memref<64xui8>) ports [2, 0, 0] arenas [1]
}

// -----

instr.program @body {
  %x = instr.input 0 "x" : memref<4xf32>
}

instr.program @two_without_condition {
  %x = instr.input 0 "x" : memref<4xf32>
  %arena = instr.alloc : memref<64xui8>
  // expected-error @+1 {{wants an arena for each program, and a condition for two}}
  instr.run @body or @body (@in %x : memref<4xf32>, @out %arena : memref<64xui8>) ports [0, 0, 0, 0, 0, 0] arenas [1, 1]
}
