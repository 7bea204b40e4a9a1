// Wrong names on functions, and each constraint of graph.constant violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{argument 0: graph.dims must name each dimension once}}
func.func @dims(%x: tensor<?x3xf32> {graph.dims = ["batch"]}) { return }

// -----

// expected-error@+1 {{argument 0: graph.name must be a string}}
func.func @name(%x: tensor<?x3xf32> {graph.name = 7}) { return }

// -----

// expected-error@+1 {{result 0: graph.dims must name each dimension once}}
func.func @result_dims(%x: tensor<3xf32>) -> (tensor<3xf32> {graph.dims = [1]}) {
  return %x : tensor<3xf32>
}

// -----

// expected-error@+1 {{result 0: graph.name must be a string}}
func.func @result_name(%x: tensor<3xf32>) -> (tensor<3xf32> {graph.name = 7}) {
  return %x : tensor<3xf32>
}

// -----

func.func @constant_c1() {
  // expected-error@+1 {{constant C1: value of type 'tensor<2xi64>' for a result of type 'tensor<2xi32>'}}
  %a = graph.constant {value = dense<1> : tensor<2xi64>} : tensor<2xi32>
  return
}

// -----

func.func @constant_c2() {
  // expected-error@+1 {{constant C2: the blob does not have the bytes of 'tensor<3xi64>'}}
  %a = graph.constant {value = dense_resource<short> : tensor<3xi64>} : tensor<3xi64>
  return
}
{-#
  dialect_resources: { builtin: { short: "0x080000000100000000000000" } }
#-}

// -----

func.func @operand_type(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{result type 'tensor<3xf32>' does not fit the inferred f32[2]}}
  %y = graph.relu %x : (tensor<2xf32>) -> tensor<3xf32>
  return %x : tensor<2xf32>
}
