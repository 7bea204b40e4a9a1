// Round trip of control flow, sequences and optionals.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @if
// CHECK: graph.if %{{.*}} : (tensor<i1>) -> tensor<?xf32> {
// CHECK: graph.yield %{{.*}} : tensor<2xf32>
// CHECK: } else {
// CHECK: graph.yield %{{.*}} : tensor<3xf32>
func.func @if(%c: tensor<i1>, %a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<?xf32> {
  %r = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    graph.yield %a : tensor<2xf32>
  } else {
    graph.yield %b : tensor<3xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK: graph.loop %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i64>, none, tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %{{.*}}: tensor<2xf32>):
func.func @loop(%n: tensor<i64>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  %none = graph.none : () -> none
  %r:2 = graph.loop %n, %none, %x : (tensor<i64>, none, tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<2xf32>):
    %w = graph.add %v, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %c, %w, %v : tensor<i1>, tensor<2xf32>, tensor<2xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<?x2xf32>
}

// CHECK-LABEL: func.func @scan
// CHECK: graph.scan {{.*}} (none, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
func.func @scan(%s: tensor<2xf32>, %x: tensor<2x5xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  %none = graph.none : () -> none
  %r:2 = graph.scan %none, %s, %x {scan_inputs = 1 : i64, input_axes = array<i64: 1>, input_reversed = array<i64: 1>,
                                   output_axes = array<i64: 0>, output_reversed = array<i64: 0>}
      : (none, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<5x2xf32>) {
  ^bb0(%state: tensor<2xf32>, %slice: tensor<2xf32>):
    %sum = graph.add %state, %slice : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %sum, %sum : tensor<2xf32>, tensor<2xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<5x2xf32>
}

// CHECK-LABEL: func.func @sequences
// CHECK: graph.sequence_construct {{.*}} -> !graph.seq<tensor<?xf32>>
// CHECK: graph.sequence_empty {element = f32} : () -> !graph.seq<tensor<*xf32>>
// CHECK: graph.sequence_insert {{.*}} -> !graph.seq<tensor<*xf32>>
// CHECK: graph.sequence_at {{.*}} -> tensor<?xf32>
// CHECK: graph.sequence_erase {{.*}} -> !graph.seq<tensor<?xf32>>
// CHECK: graph.sequence_length {{.*}} -> tensor<i64>
// CHECK: graph.split_to_sequence {{.*}} -> !graph.seq<tensor<1xf32>>
// CHECK: graph.concat_from_sequence {{.*}} -> tensor<?xf32>
// CHECK: graph.sequence_map {{.*}} -> !graph.seq<tensor<?xf32>> {
func.func @sequences(%a: tensor<2xf32>, %b: tensor<3xf32>, %i: tensor<i64>) -> tensor<?xf32> {
  %none = graph.none : () -> none
  %s = graph.sequence_construct %a, %b : (tensor<2xf32>, tensor<3xf32>) -> !graph.seq<tensor<?xf32>>
  %e = graph.sequence_empty {element = f32} : () -> !graph.seq<tensor<*xf32>>
  %f = graph.sequence_insert %e, %a, %none : (!graph.seq<tensor<*xf32>>, tensor<2xf32>, none) -> !graph.seq<tensor<*xf32>>
  %t = graph.sequence_at %s, %i : (!graph.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  %g = graph.sequence_erase %s, %none : (!graph.seq<tensor<?xf32>>, none) -> !graph.seq<tensor<?xf32>>
  %n = graph.sequence_length %g : (!graph.seq<tensor<?xf32>>) -> tensor<i64>
  %p = graph.split_to_sequence %a, %none {axis = 0 : i64} : (tensor<2xf32>, none) -> !graph.seq<tensor<1xf32>>
  %q = graph.concat_from_sequence %p {axis = 0 : i64} : (!graph.seq<tensor<1xf32>>) -> tensor<?xf32>
  %m = graph.sequence_map %s, %q : (!graph.seq<tensor<?xf32>>, tensor<?xf32>) -> !graph.seq<tensor<?xf32>> {
  ^bb0(%item: tensor<?xf32>, %other: tensor<?xf32>):
    %sum = graph.add %item, %other : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %sum : tensor<?xf32>
  }
  return %q : tensor<?xf32>
}

// CHECK-LABEL: func.func @optionals
// CHECK: graph.optional %{{.*}} : (tensor<2xf32>) -> !graph.opt<tensor<2xf32>>
// CHECK: graph.optional %{{.*}} {element = i64, sequence = true} : (none) -> !graph.opt<!graph.seq<tensor<*xi64>>>
// CHECK: graph.optional_get_element {{.*}} -> tensor<2xf32>
// CHECK: graph.optional_has_element {{.*}} -> tensor<i1>
func.func @optionals(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<i1>) {
  %none = graph.none : () -> none
  %o = graph.optional %a : (tensor<2xf32>) -> !graph.opt<tensor<2xf32>>
  %p = graph.optional %none {element = i64, sequence = true} : (none) -> !graph.opt<!graph.seq<tensor<*xi64>>>
  %x = graph.optional_get_element %o : (!graph.opt<tensor<2xf32>>) -> tensor<2xf32>
  %h = graph.optional_has_element %p : (!graph.opt<!graph.seq<tensor<*xi64>>>) -> tensor<i1>
  return %x, %h : tensor<2xf32>, tensor<i1>
}

// CHECK-LABEL: func.func @group
// CHECK: graph.group %{{.*}} : (tensor<2xf32>) -> tensor<2xf32> {
func.func @group(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = graph.group %x : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    %b = graph.relu %a : (tensor<2xf32>) -> tensor<2xf32>
    graph.yield %b : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// CHECK-LABEL: func.func @invalid
// CHECK: graph.invalid %{{.*}} {message = "squeeze C2: axis 1 of f32[2,3]"} : (tensor<2x3xf32>) -> tensor<?xf32>
func.func @invalid(%x: tensor<2x3xf32>) -> tensor<?xf32> {
  %y = graph.invalid %x {message = "squeeze C2: axis 1 of f32[2,3]"} : (tensor<2x3xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
