// Each constraint of the operators that have room for all that can be, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @prefix_c1(%x: tensor<2x3xf32>, %n: tensor<2xi64>) {
  // expected-error@+1 {{prefix C1: count is i64[2]}}
  %y = graph.prefix %x, %n {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return
}

// -----

func.func @prefix_c2(%x: tensor<2x3xf32>, %n: tensor<i64>) {
  // expected-error@+1 {{prefix C2: axis 2 for rank 2}}
  %y = graph.prefix %x, %n {axis = 2 : i64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x?xf32>
  return
}

// -----

func.func @prefix_c3(%x: tensor<2x3xf32>) {
  %n = graph.constant {value = dense<4> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{prefix C3: count is 4}}
  %y = graph.prefix %x, %n {axis = 1 : i64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @true_places_c1(%x: tensor<2x3xi1>) {
  // expected-error@+1 {{true_places C1: condition is}}
  %y:2 = graph.true_places %x : (tensor<2x3xi1>) -> (tensor<6xi64>, tensor<i64>)
  return
}

// -----

func.func @distinct_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{distinct C1: axis 2 for rank 2}}
  %y:4 = graph.distinct %x {axis = 2 : i64}
      : (tensor<2x3xf32>) -> (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<i64>)
  return
}

// -----

func.func @select_boxes_c1(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x5xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{select_boxes C1: boxes are}}
  %y = graph.select_boxes %boxes, %scores, %none, %none, %none, %none {limit = 3 : i64} : (tensor<1x6x4xf32>, tensor<1x2x5xf32>, none, none, none, none) -> tensor<1x2x3xi64>
  return
}

// -----

func.func @select_boxes_c2(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x6xf32>, %n: tensor<2xi64>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{select_boxes C2: operand 5 is}}
  %y = graph.select_boxes %boxes, %scores, %none, %none, %none, %n {limit = 3 : i64} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, none, none, none, tensor<2xi64>) -> tensor<1x2x3xi64>
  return
}

// -----

func.func @select_boxes_c3(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x6xf32>) {
  %none = graph.none : () -> none
  // expected-error@+1 {{select_boxes C3: limit is -1}}
  %y = graph.select_boxes %boxes, %scores, %none, %none, %none, %none {limit = -1 : i64} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, none, none, none, none) -> tensor<1x2x?xi64>
  return
}
