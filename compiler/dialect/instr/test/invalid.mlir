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
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes [2, 4, 4, 4, 0] units 2 attributes {axes = array<i32: 0, 1>, columns = 3 : i64}
}

// -----

instr.program @prologue {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{prologue does not take the first operand}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes [2, 4, 4, 4, 1] units 2 attributes {axes = array<i32: 0, 1>, columns = 1 : i64, x_axes = array<i32: 0, 1>, x_columns = 1 : i64} prologue {
  ^bb0(%p: tensor<4x2xf32>):
    %r = graph.relu %p : (tensor<4x2xf32>) -> tensor<4x2xf32>
    graph.yield %r : tensor<4x2xf32>
  }
}

// -----

instr.program @operands {
  %x = instr.input 0 "x" : memref<2x4xf32>
  %y = instr.output 0 "y" : memref<2x4xf32>
  // expected-error @+1 {{has regions with 2 operands of their own among 2}}
  instr.kernel "softmax_rows_f32" (@in %x : memref<2x4xf32>, @out %y : memref<2x4xf32>) sizes [2, 4, 4, 4, 0] units 2 attributes {axes = array<i32: 0, 1>, columns = 1 : i64} epilogue {
  ^bb0(%p: tensor<2x4xf32>, %q: tensor<2x4xf32>, %r: tensor<2x4xf32>):
    graph.yield %p : tensor<2x4xf32>
  }
}
