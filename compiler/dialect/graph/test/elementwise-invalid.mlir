// Each constraint of the elementwise operators, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @add_c1(%x: tensor<2xf32>, %y: tensor<2xf16>) -> tensor<2xf32> {
  // expected-error@+1 {{add C1: element types f32 and f16 differ}}
  %r = graph.add %x, %y : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @add_c2(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{add C2: shapes 2 and 3 do not broadcast}}
  %r = graph.add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @less_c1(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xi1> {
  // expected-error@+1 {{less C1: element types f32 and i32 differ}}
  %r = graph.less %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return %r : tensor<2xi1>
}

// -----

func.func @less_c2(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xi1> {
  // expected-error@+1 {{less C2: shapes 2 and 3 do not broadcast}}
  %r = graph.less %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  return %r : tensor<2xi1>
}

// -----

func.func @prelu_c1(%x: tensor<2xf32>, %slope: tensor<2xf16>) -> tensor<2xf32> {
  // expected-error@+1 {{prelu C1: element types f32 and f16 differ}}
  %r = graph.prelu %x, %slope : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @prelu_c2(%x: tensor<2xf32>, %slope: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // expected-error@+1 {{prelu C2: shape 2x2 does not broadcast to 2}}
  %r = graph.prelu %x, %slope : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

func.func @pow_c1(%x: tensor<2xf32>, %y: tensor<3xi8>) -> tensor<2xf32> {
  // expected-error@+1 {{pow C1: shapes 2 and 3 do not broadcast}}
  %r = graph.pow %x, %y : (tensor<2xf32>, tensor<3xi8>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @where_c2(%c: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{where C2: element types f32 and f64 differ}}
  %r = graph.where %c, %x, %y : (tensor<2xi1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @where_c3(%c: tensor<2xi1>, %x: tensor<3xf32>, %y: tensor<1xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{where C3: shapes 2 and 3 do not broadcast}}
  %r = graph.where %c, %x, %y : (tensor<2xi1>, tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @cast_c1(%x: tensor<2xf32>) -> tensor<2xf16> {
  // expected-error@+1 {{cast C1: round_mode is 'sideways'}}
  %r = graph.cast %x {round_mode = "sideways", to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  return %r : tensor<2xf16>
}

// -----

func.func @bit_cast_c1(%x: tensor<2xf32>) -> tensor<2xf16> {
  // expected-error@+1 {{bit_cast C1: f32 has 32 bits, f16 has 16}}
  %r = graph.bit_cast %x {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  return %r : tensor<2xf16>
}

// -----

func.func @bit_cast_c2(%x: tensor<2x!graph.string>) -> tensor<2xf16> {
  // expected-error@+1 {{bit_cast C2: from !graph.string to f16}}
  %r = graph.bit_cast %x {to = f16} : (tensor<2x!graph.string>) -> tensor<2xf16>
  return %r : tensor<2xf16>
}

// -----

func.func @exp_integer(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{must be float tensor}}
  %r = graph.exp %x : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

// where C1; ODS speaks first.
func.func @where_c1(%c: tensor<2xi8>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{operand #0 must be boolean tensor}}
  %r = graph.where %c, %x, %x : (tensor<2xi8>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
