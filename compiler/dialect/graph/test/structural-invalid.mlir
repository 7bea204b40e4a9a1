// Each constraint of control flow, sequences and optionals, violated once. Where a constraint is that an
// operand is a sequence, parsing refuses already.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @if_c1(%a: tensor<2xf32>, %b: tensor<2xi64>, %c: tensor<2xi1>) {
  // expected-error@+1 {{if C1: the condition is i1[2]}}
  %r = graph.if %c : (tensor<2xi1>) -> tensor<2xf32> {
    graph.yield %a : tensor<2xf32>
  } else {
    graph.yield %a : tensor<2xf32>
  }
  return
}

// -----

func.func @if_c2(%a: tensor<2xf32>, %b: tensor<2xi64>, %c: tensor<i1>) {
  // expected-error@+1 {{if C2: arguments 1 and 0}}
  %r = graph.if %c : (tensor<i1>) -> tensor<2xf32> {
  ^bb0(%x: tensor<f32>):
    graph.yield %a : tensor<2xf32>
  } else {
    graph.yield %a : tensor<2xf32>
  }
  return
}

// -----

func.func @if_c3(%a: tensor<2xf32>, %b: tensor<2xi64>, %c: tensor<i1>) {
  // expected-error@+1 {{if C3: yields 1 and 2 values}}
  %r = graph.if %c : (tensor<i1>) -> tensor<2xf32> {
    graph.yield %a : tensor<2xf32>
  } else {
    graph.yield %a, %a : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @if_c4(%a: tensor<2xf32>, %b: tensor<2xi64>, %c: tensor<i1>) {
  // expected-error@+1 {{if C4: result 0 is f32[2] or i64[2]}}
  %r = graph.if %c : (tensor<i1>) -> tensor<2xf32> {
    graph.yield %a : tensor<2xf32>
  } else {
    graph.yield %b : tensor<2xi64>
  }
  return
}

// -----

func.func @loop_c1(%a: tensor<2xf32>, %b: tensor<2xi64>, %n: tensor<2xi64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{loop C1: operand 0 is i64[2]}}
  %r = graph.loop %n, %none, %a : (tensor<2xi64>, none, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<2xf32>):
    graph.yield %c, %v : tensor<i1>, tensor<2xf32>
  }
  return
}

// -----

func.func @loop_c2(%a: tensor<2xf32>, %b: tensor<2xi64>, %n: tensor<i64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{loop C2: 2 arguments, wanted 3}}
  %r = graph.loop %n, %none, %a : (tensor<i64>, none, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>):
    graph.yield %c, %a : tensor<i1>, tensor<2xf32>
  }
  return
}

// -----

func.func @loop_c3(%a: tensor<2xf32>, %b: tensor<2xi64>, %n: tensor<i64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{loop C3: 1 values, wanted 2 or more}}
  %r = graph.loop %n, %none, %a : (tensor<i64>, none, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<2xf32>):
    graph.yield %c : tensor<i1>
  }
  return
}

// -----

func.func @loop_c4(%a: tensor<2xf32>, %b: tensor<2xi64>, %n: tensor<i64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{loop C4: value 0 is f32[2] at first, then i64[2]}}
  %r = graph.loop %n, %none, %a : (tensor<i64>, none, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<2xf32>):
    graph.yield %c, %b : tensor<i1>, tensor<2xi64>
  }
  return
}

// -----

func.func @loop_c5(%a: tensor<2xf32>, %b: tensor<2xi64>, %n: tensor<i64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{loop C5: item 2 is none}}
  %r = graph.loop %n, %none, %a : (tensor<i64>, none, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<2xf32>):
    graph.yield %c, %a, %none : tensor<i1>, tensor<2xf32>, none
  }
  return
}

// -----

func.func @scan_c1(%s: tensor<2xf32>, %x: tensor<2x5xf32>, %z: tensor<2x4xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{scan C1: 3 of 2 values}}
  %r:2 = graph.scan %none, %s, %x {scan_inputs = 3 : i64, input_axes = array<i64: 1>, input_reversed = array<i64: 0>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>} : (none, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%t: tensor<2xf32>, %u: tensor<2xf32>):
    graph.yield %t, %u : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @scan_c2(%s: tensor<2xf32>, %x: tensor<2x5xf32>, %z: tensor<2x4xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{scan C2: 1 arguments and 2 yielded values for 1 states and 1 inputs}}
  %r:2 = graph.scan %none, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64: 1>, input_reversed = array<i64: 0>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>} : (none, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%t: tensor<2xf32>):
    graph.yield %t, %t : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @scan_c3(%s: tensor<2xf32>, %x: tensor<2x5xf32>, %z: tensor<2x4xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{scan C3: input_axes has 0, input_reversed has 1, wanted 1}}
  %r:2 = graph.scan %none, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64>, input_reversed = array<i64: 0>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>} : (none, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%t: tensor<2xf32>, %u: tensor<2xf32>):
    graph.yield %t, %u : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @scan_c4(%s: tensor<2xf32>, %x: tensor<2x5xf32>, %z: tensor<2x4xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{scan C4: axis 7 of input 0, f32[2,5]}}
  %r:2 = graph.scan %none, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64: 7>, input_reversed = array<i64: 0>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>} : (none, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%t: tensor<2xf32>, %u: tensor<2xf32>):
    graph.yield %t, %u : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @scan_c5(%s: tensor<2xf32>, %x: tensor<2x5xf32>, %z: tensor<2x4xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{scan C5: lengths 5 and 4}}
  %r:2 = graph.scan %none, %x, %z {scan_inputs = 2 : i64, input_axes = array<i64: 1, 1>, input_reversed = array<i64: 0, 0>, output_axes = array<i64: 0, 0>, output_reversed = array<i64: 0, 0>} : (none, tensor<2x5xf32>, tensor<2x4xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>) {
  ^bb0(%t: tensor<2xf32>, %u: tensor<2xf32>):
    graph.yield %t, %u : tensor<2xf32>, tensor<2xf32>
  }
  return
}

// -----

func.func @scan_c6(%s: tensor<2xf32>, %x: tensor<2x5xf32>, %z: tensor<2x4xf32>, %w: tensor<2xi64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{scan C6: state 0 is f32[2] at first, then i64[2]}}
  %r:2 = graph.scan %none, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64: 1>, input_reversed = array<i64: 0>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>} : (none, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%t: tensor<2xf32>, %u: tensor<2xf32>):
    graph.yield %w, %u : tensor<2xi64>, tensor<2xf32>
  }
  return
}

// -----

func.func @scan_c7(%s: tensor<2xf32>, %x: tensor<2x5xf32>, %z: tensor<2x4xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{scan C7: item 0 is none}}
  %r:2 = graph.scan %none, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64: 1>, input_reversed = array<i64: 0>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>} : (none, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%t: tensor<2xf32>, %u: tensor<2xf32>):
    graph.yield %t, %none : tensor<2xf32>, none
  }
  return
}

// -----

func.func @scan_c8(%s: tensor<2xf32>, %x: tensor<2x5xf32>, %z: tensor<2x4xf32>, %l: tensor<3xi64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{scan C8: batches 2 and 3}}
  %r:2 = graph.scan %l, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64: 0>, input_reversed = array<i64: 0>, output_axes = array<i64: 0>, output_reversed = array<i64: 0>, batched = true} : (tensor<3xi64>, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<2x5xf32>) {
  ^bb0(%t: tensor<f32>, %u: tensor<f32>):
    graph.yield %t, %u : tensor<f32>, tensor<f32>
  }
  return
}

// -----

func.func @sequence_construct_c1() {
  // expected-error@+1 {{sequence_construct C1: found none}}
  %s = graph.sequence_construct : () -> !graph.seq<tensor<f32>>
  return
}

// -----

func.func @sequence_construct_c2(%a: tensor<2xf32>, %b: tensor<2xi64>, %c: tensor<i1>) {
  // expected-error@+1 {{sequence_construct C2: f32[2] and i64[2]}}
  %s = graph.sequence_construct %a, %b : (tensor<2xf32>, tensor<2xi64>) -> !graph.seq<tensor<2xf32>>
  return
}

// -----

func.func @sequence_at_c2(%s: !graph.seq<tensor<2xf32>>, %i: tensor<2xi64>, %b: tensor<i64>) {
  // expected-error@+1 {{sequence_at C2: the position is i64[2]}}
  %t = graph.sequence_at %s, %i : (!graph.seq<tensor<2xf32>>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @sequence_insert_c2(%s: !graph.seq<tensor<2xf32>>, %i: tensor<2xi64>, %b: tensor<i64>, %a: tensor<2xf32>) {
  // expected-error@+1 {{sequence_insert C2: the position is i64[2]}}
  %t = graph.sequence_insert %s, %a, %i : (!graph.seq<tensor<2xf32>>, tensor<2xf32>, tensor<2xi64>) -> !graph.seq<tensor<2xf32>>
  return
}

// -----

func.func @sequence_insert_c3(%s: !graph.seq<tensor<2xf32>>, %i: tensor<2xi64>, %b: tensor<i64>) {
  // expected-error@+1 {{sequence_insert C3: an item i64[2] for sequence<f32[2]>}}
  %t = graph.sequence_insert %s, %i, %b : (!graph.seq<tensor<2xf32>>, tensor<2xi64>, tensor<i64>) -> !graph.seq<tensor<2xf32>>
  return
}

// -----

func.func @sequence_erase_c2(%s: !graph.seq<tensor<2xf32>>, %i: tensor<2xi64>, %b: tensor<i64>) {
  // expected-error@+1 {{sequence_erase C2: the position is i64[2]}}
  %t = graph.sequence_erase %s, %i : (!graph.seq<tensor<2xf32>>, tensor<2xi64>) -> !graph.seq<tensor<2xf32>>
  return
}

// -----

func.func @split_to_sequence_c1(%x: tensor<2x3xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{split_to_sequence C1: axis 2 of f32[2,3]}}
  %t = graph.split_to_sequence %x, %none {axis = 2 : i64} : (tensor<2x3xf32>, none) -> !graph.seq<tensor<2x3xf32>>
  return
}

// -----

func.func @split_to_sequence_c2(%x: tensor<2x3xf32>, %y: tensor<1x1xi64>) {
  // expected-error@+1 {{split_to_sequence C2: split is i64[1,1]}}
  %t = graph.split_to_sequence %x, %y {axis = 0 : i64} : (tensor<2x3xf32>, tensor<1x1xi64>) -> !graph.seq<tensor<?x3xf32>>
  return
}

// -----

func.func @concat_from_sequence_c1(%s: !graph.seq<none>) {
  // expected-error@+1 {{concat_from_sequence C1: found sequence<none>}}
  %t = graph.concat_from_sequence %s {axis = 0 : i64} : (!graph.seq<none>) -> tensor<2xf32>
  return
}

// -----

func.func @concat_from_sequence_c2(%s: !graph.seq<tensor<2xf32>>) {
  // expected-error@+1 {{concat_from_sequence C2: axis 1 for items f32[2]}}
  %t = graph.concat_from_sequence %s {axis = 1 : i64} : (!graph.seq<tensor<2xf32>>) -> tensor<?xf32>
  return
}

// -----

func.func @sequence_map_c2(%s: !graph.seq<tensor<2xf32>>) {
  // expected-error@+1 {{sequence_map C2: 2 arguments for 1 operands}}
  %t = graph.sequence_map %s : (!graph.seq<tensor<2xf32>>) -> !graph.seq<tensor<2xf32>> {
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    graph.yield %x : tensor<2xf32>
  }
  return
}

// -----

func.func @sequence_map_c3(%s: !graph.seq<tensor<2xf32>>) {
  // expected-error@+1 {{sequence_map C3: found sequence<f32[2]>}}
  %t = graph.sequence_map %s : (!graph.seq<tensor<2xf32>>) -> !graph.seq<tensor<2xf32>> {
  ^bb0(%x: tensor<2xf32>):
    graph.yield %s : !graph.seq<tensor<2xf32>>
  }
  return
}

// -----

func.func @optional_c1() {
  %none = graph.none : () -> none
  // expected-error@+1 {{optional C1: there is neither}}
  %t = graph.optional %none : (none) -> !graph.opt<tensor<2xf32>>
  return
}

// -----

func.func @region_end(%c: tensor<i1>) {
  // expected-error@+1 {{has a region that is not one block ending in graph.yield}}
  graph.if %c : (tensor<i1>) -> () {
    %n = graph.none : () -> none
  } else {
    graph.yield
  }
  return
}

// -----

// Its type already says that operand 0 is a sequence.
func.func @sequence_at_c1(%a0: tensor<2xf32>, %a1: tensor<i64>) {
  // expected-error@+1 {{'graph.sequence_at' op operand #0 must be}}
  %y = graph.sequence_at %a0, %a1 : (tensor<2xf32>, tensor<i64>) -> tensor<2xf32>
  return
}

// -----

// Its type already says that operand 0 is a sequence.
func.func @sequence_insert_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: none) {
  // expected-error@+1 {{'graph.sequence_insert' op operand #0 must be}}
  %y = graph.sequence_insert %a0, %a1, %a2 : (tensor<2xf32>, tensor<2xf32>, none) -> !graph.seq<tensor<2xf32>>
  return
}

// -----

// Its type already says that operand 0 is a sequence.
func.func @sequence_erase_c1(%a0: tensor<2xf32>, %a1: none) {
  // expected-error@+1 {{'graph.sequence_erase' op operand #0 must be}}
  %y = graph.sequence_erase %a0, %a1 : (tensor<2xf32>, none) -> !graph.seq<tensor<2xf32>>
  return
}

// -----

// Its type already says that operand 0 is a sequence.
func.func @sequence_length_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'graph.sequence_length' op operand #0 must be}}
  %y = graph.sequence_length %a0 : (tensor<2xf32>) -> tensor<i64>
  return
}

// -----

// Its type already says that operand 0 is a sequence.
func.func @sequence_map_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'graph.sequence_map' op operand #0 must be}}
  %y = graph.sequence_map %a0 : (tensor<2xf32>) -> !graph.seq<tensor<2xf32>> {
  ^bb0(%b: tensor<2xf32>):
    graph.yield %b : tensor<2xf32>
  }
  return
}

// -----

// Its type already says that there is an optional.
func.func @optional_get_element_c1(%none: none) {
  // expected-error@+1 {{'graph.optional_get_element' op operand #0 must be}}
  %y = graph.optional_get_element %none : (none) -> tensor<2xf32>
  return
}

// -----

func.func @group_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{group C1: argument 0 is f32[3], the operand f32[2]}}
  %y = graph.group %x : (tensor<2xf32>) -> tensor<3xf32> {
  ^bb0(%a: tensor<3xf32>):
    graph.yield %a : tensor<3xf32>
  }
  return
}
