// Round trip of the elementwise operators.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @abs
// CHECK: graph.abs %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @abs(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.abs %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @neg
// CHECK: graph.neg %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @neg(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.neg %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @sign
// CHECK: graph.sign %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @sign(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.sign %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @reciprocal
// CHECK: graph.reciprocal %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @reciprocal(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.reciprocal %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @ceil
// CHECK: graph.ceil %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @ceil(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.ceil %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @floor
// CHECK: graph.floor %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @floor(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.floor %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @round
// CHECK: graph.round %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @round(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.round %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @sqrt
// CHECK: graph.sqrt %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @sqrt(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.sqrt %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @exp
// CHECK: graph.exp %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @exp(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.exp %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @log
// CHECK: graph.log %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @log(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.log %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @erf
// CHECK: graph.erf %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @erf(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.erf %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @sin
// CHECK: graph.sin %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @sin(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.sin %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @cos
// CHECK: graph.cos %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @cos(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.cos %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @tan
// CHECK: graph.tan %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @tan(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.tan %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @asin
// CHECK: graph.asin %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @asin(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.asin %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @acos
// CHECK: graph.acos %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @acos(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.acos %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @atan
// CHECK: graph.atan %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @atan(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.atan %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @sinh
// CHECK: graph.sinh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @sinh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.sinh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @cosh
// CHECK: graph.cosh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @cosh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.cosh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @tanh
// CHECK: graph.tanh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @tanh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.tanh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @asinh
// CHECK: graph.asinh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @asinh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.asinh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @acosh
// CHECK: graph.acosh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @acosh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.acosh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @atanh
// CHECK: graph.atanh %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @atanh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.atanh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @relu
// CHECK: graph.relu %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @relu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.relu %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @sigmoid
// CHECK: graph.sigmoid %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @sigmoid(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.sigmoid %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @hard_swish
// CHECK: graph.hard_swish %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @hard_swish(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.hard_swish %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @softplus
// CHECK: graph.softplus %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @softplus(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.softplus %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @softsign
// CHECK: graph.softsign %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @softsign(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.softsign %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @mish
// CHECK: graph.mish %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @mish(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.mish %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @leaky_relu
// CHECK: graph.leaky_relu %{{.*}} {alpha = 2.000000e-01 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @leaky_relu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.leaky_relu %x {alpha = 2.000000e-01 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @thresholded_relu
// CHECK: graph.thresholded_relu %{{.*}} {alpha = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @thresholded_relu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.thresholded_relu %x {alpha = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @hard_sigmoid
// CHECK: graph.hard_sigmoid %{{.*}} {alpha = 1.000000e-01 : f32, beta = 2.500000e-01 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @hard_sigmoid(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.hard_sigmoid %x {alpha = 1.000000e-01 : f32, beta = 2.500000e-01 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @swish
// CHECK: graph.swish %{{.*}} {alpha = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @swish(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.swish %x {alpha = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @elu
// CHECK: graph.elu %{{.*}} {alpha = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @elu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.elu %x {alpha = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @selu
// CHECK: graph.selu %{{.*}} {alpha = 2.000000e+00 : f32, gamma = 3.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @selu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.selu %x {alpha = 2.000000e+00 : f32, gamma = 3.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @celu
// CHECK: graph.celu %{{.*}} {alpha = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @celu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.celu %x {alpha = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @gelu
// CHECK: graph.gelu %{{.*}} {approximate = true} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @gelu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.gelu %x {approximate = true} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @shrink
// CHECK: graph.shrink %{{.*}} {bias = 1.000000e+00 : f32, lambd = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @shrink(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = graph.shrink %x {bias = 1.000000e+00 : f32, lambd = 2.000000e+00 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @add
// CHECK: graph.add %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @add(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = graph.add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @sub
// CHECK: graph.sub %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @sub(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = graph.sub %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @mul
// CHECK: graph.mul %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @mul(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = graph.mul %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @div
// CHECK: graph.div %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @div(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = graph.div %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @mod
// CHECK: graph.mod %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @mod(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = graph.mod %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @fmod
// CHECK: graph.fmod %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @fmod(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = graph.fmod %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @max
// CHECK: graph.max %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @max(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = graph.max %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @min
// CHECK: graph.min %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @min(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = graph.min %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @prelu
// CHECK: graph.prelu %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @prelu(%x: tensor<2x3xf32>, %slope: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = graph.prelu %x, %slope : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @swiglu
// CHECK: graph.swiglu %{{.*}}, %{{.*}} {alpha = 2.000000e+00 : f32} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
func.func @swiglu(%x: tensor<2x3xf16>, %y: tensor<2x3xf16>) -> tensor<2x3xf16> {
  %r = graph.swiglu %x, %y {alpha = 2.000000e+00 : f32} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  return %r : tensor<2x3xf16>
}

// CHECK-LABEL: func.func @pow
// CHECK: graph.pow %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
func.func @pow(%x: tensor<2x3xf32>, %y: tensor<3xi64>) -> tensor<2x3xf32> {
  %r = graph.pow %x, %y : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @greater
// CHECK: graph.greater %{{.*}}, %{{.*}} : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi1>
func.func @greater(%x: tensor<2x1xi32>, %y: tensor<3xi32>) -> tensor<2x3xi1> {
  %r = graph.greater %x, %y : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @greater_or_equal
// CHECK: graph.greater_or_equal %{{.*}}, %{{.*}} : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi1>
func.func @greater_or_equal(%x: tensor<2x1xi32>, %y: tensor<3xi32>) -> tensor<2x3xi1> {
  %r = graph.greater_or_equal %x, %y : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @less
// CHECK: graph.less %{{.*}}, %{{.*}} : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi1>
func.func @less(%x: tensor<2x1xi32>, %y: tensor<3xi32>) -> tensor<2x3xi1> {
  %r = graph.less %x, %y : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @less_or_equal
// CHECK: graph.less_or_equal %{{.*}}, %{{.*}} : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi1>
func.func @less_or_equal(%x: tensor<2x1xi32>, %y: tensor<3xi32>) -> tensor<2x3xi1> {
  %r = graph.less_or_equal %x, %y : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @equal
// CHECK: graph.equal %{{.*}}, %{{.*}} : (tensor<2x1x!graph.string>, tensor<3x!graph.string>) -> tensor<2x3xi1>
func.func @equal(%x: tensor<2x1x!graph.string>, %y: tensor<3x!graph.string>) -> tensor<2x3xi1> {
  %r = graph.equal %x, %y : (tensor<2x1x!graph.string>, tensor<3x!graph.string>) -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @is_nan
// CHECK: graph.is_nan %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xi1>
func.func @is_nan(%x: tensor<2x?xf32>) -> tensor<2x?xi1> {
  %r = graph.is_nan %x : (tensor<2x?xf32>) -> tensor<2x?xi1>
  return %r : tensor<2x?xi1>
}

// CHECK-LABEL: func.func @is_inf
// CHECK: graph.is_inf %{{.*}} {detect_negative = false} : (tensor<2x?xf32>) -> tensor<2x?xi1>
func.func @is_inf(%x: tensor<2x?xf32>) -> tensor<2x?xi1> {
  %r = graph.is_inf %x {detect_negative = false} : (tensor<2x?xf32>) -> tensor<2x?xi1>
  return %r : tensor<2x?xi1>
}

// CHECK-LABEL: func.func @is_finite
// CHECK: graph.is_finite %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xi1>
func.func @is_finite(%x: tensor<2x?xf32>) -> tensor<2x?xi1> {
  %r = graph.is_finite %x : (tensor<2x?xf32>) -> tensor<2x?xi1>
  return %r : tensor<2x?xi1>
}

// CHECK-LABEL: func.func @logical_not
// CHECK: graph.logical_not %{{.*}} : (tensor<*xi1>) -> tensor<*xi1>
func.func @logical_not(%x: tensor<*xi1>) -> tensor<*xi1> {
  %r = graph.logical_not %x : (tensor<*xi1>) -> tensor<*xi1>
  return %r : tensor<*xi1>
}

// CHECK-LABEL: func.func @bit_not
// CHECK: graph.bit_not %{{.*}} : (tensor<2xui8>) -> tensor<2xui8>
func.func @bit_not(%x: tensor<2xui8>) -> tensor<2xui8> {
  %r = graph.bit_not %x : (tensor<2xui8>) -> tensor<2xui8>
  return %r : tensor<2xui8>
}

// CHECK-LABEL: func.func @bit_and
// CHECK: graph.bit_and %{{.*}}, %{{.*}} : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
func.func @bit_and(%x: tensor<2xi8>, %y: tensor<1xi8>) -> tensor<2xi8> {
  %r = graph.bit_and %x, %y : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}

// CHECK-LABEL: func.func @bit_or
// CHECK: graph.bit_or %{{.*}}, %{{.*}} : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
func.func @bit_or(%x: tensor<2xi8>, %y: tensor<1xi8>) -> tensor<2xi8> {
  %r = graph.bit_or %x, %y : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}

// CHECK-LABEL: func.func @bit_xor
// CHECK: graph.bit_xor %{{.*}}, %{{.*}} : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
func.func @bit_xor(%x: tensor<2xi8>, %y: tensor<1xi8>) -> tensor<2xi8> {
  %r = graph.bit_xor %x, %y : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}

// CHECK-LABEL: func.func @bit_and_boolean
// CHECK: graph.bit_and %{{.*}}, %{{.*}} : (tensor<2xi1>, tensor<1xi1>) -> tensor<2xi1>
func.func @bit_and_boolean(%x: tensor<2xi1>, %y: tensor<1xi1>) -> tensor<2xi1> {
  %r = graph.bit_and %x, %y : (tensor<2xi1>, tensor<1xi1>) -> tensor<2xi1>
  return %r : tensor<2xi1>
}

// CHECK-LABEL: func.func @shift_left
// CHECK: graph.shift_left %{{.*}}, %{{.*}} : (tensor<2xui8>, tensor<1xui8>) -> tensor<2xui8>
func.func @shift_left(%x: tensor<2xui8>, %y: tensor<1xui8>) -> tensor<2xui8> {
  %r = graph.shift_left %x, %y : (tensor<2xui8>, tensor<1xui8>) -> tensor<2xui8>
  return %r : tensor<2xui8>
}

// CHECK-LABEL: func.func @shift_right
// CHECK: graph.shift_right %{{.*}}, %{{.*}} : (tensor<2xui8>, tensor<1xui8>) -> tensor<2xui8>
func.func @shift_right(%x: tensor<2xui8>, %y: tensor<1xui8>) -> tensor<2xui8> {
  %r = graph.shift_right %x, %y : (tensor<2xui8>, tensor<1xui8>) -> tensor<2xui8>
  return %r : tensor<2xui8>
}

// CHECK-LABEL: func.func @where
// CHECK: graph.where %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x1xi1>, tensor<3xf64>, tensor<f64>) -> tensor<2x3xf64>
func.func @where(%condition: tensor<2x1xi1>, %x: tensor<3xf64>, %y: tensor<f64>) -> tensor<2x3xf64> {
  %r = graph.where %condition, %x, %y : (tensor<2x1xi1>, tensor<3xf64>, tensor<f64>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

// CHECK-LABEL: func.func @cast
// CHECK: graph.cast %{{.*}} {round_mode = "nearest", saturate = false, to = f8E8M0FNU} : (tensor<2xf32>) -> tensor<2xf8E8M0FNU>
func.func @cast(%x: tensor<2xf32>) -> tensor<2xf8E8M0FNU> {
  %r = graph.cast %x {round_mode = "nearest", saturate = false, to = f8E8M0FNU} : (tensor<2xf32>) -> tensor<2xf8E8M0FNU>
  return %r : tensor<2xf8E8M0FNU>
}

// CHECK-LABEL: func.func @bit_cast
// CHECK: graph.bit_cast %{{.*}} {to = ui32} : (tensor<2xf32>) -> tensor<2xui32>
func.func @bit_cast(%x: tensor<2xf32>) -> tensor<2xui32> {
  %r = graph.bit_cast %x {to = ui32} : (tensor<2xf32>) -> tensor<2xui32>
  return %r : tensor<2xui32>
}
