// Each constraint of the signal operators, violated once.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @dft_c1(%a0: tensor<1x10x3xf32>) -> tensor<?x?x?xf32> {
  %none = graph.none : () -> none
  // expected-error@+1 {{dft C1: x is}}
  %y = graph.dft %a0, %none, %none {} : (tensor<1x10x3xf32>, none, none) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// -----

func.func @dft_c2(%a0: tensor<1x10x1xf32>) -> tensor<?x?x?xf32> {
  %none = graph.none : () -> none
  %s = graph.constant {value = dense<2> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{dft C2: axis 2 of}}
  %y = graph.dft %a0, %none, %s {} : (tensor<1x10x1xf32>, none, tensor<i64>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// -----

func.func @dft_c3(%a0: tensor<1x10x1xf32>) -> tensor<?x?x?xf32> {
  %none = graph.none : () -> none
  %s = graph.constant {value = dense<0> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{dft C3: dft_length 0}}
  %y = graph.dft %a0, %s, %none {} : (tensor<1x10x1xf32>, tensor<i64>, none) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// -----

func.func @dft_c3_default(%a0: tensor<1x1x2xf32>) -> tensor<?x?x?xf32> {
  %none = graph.none : () -> none
  // expected-error@+1 {{dft C3: a length of 0}}
  %y = graph.dft %a0, %none, %none {inverse = true, onesided = true} : (tensor<1x1x2xf32>, none, none) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// -----

func.func @dft_c4(%a0: tensor<1x10x2xf32>) -> tensor<?x?x?xf32> {
  %none = graph.none : () -> none
  // expected-error@+1 {{dft C4: a onesided transform of}}
  %y = graph.dft %a0, %none, %none {onesided = true} : (tensor<1x10x2xf32>, none, none) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// -----

func.func @stft_c1(%a0: tensor<1x128xf32>) -> tensor<?x?x?x?xf32> {
  %none = graph.none : () -> none
  %s = graph.constant {value = dense<8> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{stft C1: signal is}}
  %y = graph.stft %a0, %s, %none, %none {} : (tensor<1x128xf32>, tensor<i64>, none, none) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @stft_c2(%a0: tensor<1x128x1xf32>, %a1: tensor<2xi64>) -> tensor<?x?x?x?xf32> {
  %none = graph.none : () -> none
  // expected-error@+1 {{stft C2: frame_step and frame_length}}
  %y = graph.stft %a0, %a1, %none, %none {} : (tensor<1x128x1xf32>, tensor<2xi64>, none, none) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @stft_c3(%a0: tensor<1x128x2xf32>) -> tensor<?x?x?x?xf32> {
  %none = graph.none : () -> none
  %s = graph.constant {value = dense<8> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{stft C3: a onesided transform of}}
  %y = graph.stft %a0, %s, %none, %none {} : (tensor<1x128x2xf32>, tensor<i64>, none, none) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @stft_c4(%a0: tensor<1x128x1xf32>, %a2: tensor<16xf32>) -> tensor<?x?x?x?xf32> {
  %s = graph.constant {value = dense<8> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{stft C4: window is}}
  %y = graph.stft %a0, %s, %a2, %s {} : (tensor<1x128x1xf32>, tensor<i64>, tensor<16xf32>, tensor<i64>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @stft_c5(%a0: tensor<1x128x1xf32>, %a2: tensor<256xf32>) -> tensor<?x?x?x?xf32> {
  %none = graph.none : () -> none
  %s = graph.constant {value = dense<8> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{stft C5: frames of 256}}
  %y = graph.stft %a0, %s, %a2, %none {} : (tensor<1x128x1xf32>, tensor<i64>, tensor<256xf32>, none) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// -----

func.func @window_c1(%a0: tensor<i64>) -> tensor<?xf32> {
  // expected-error@+1 {{window C1: kind 'flat'}}
  %y = graph.window %a0 {kind = "flat", to = f32} : (tensor<i64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @window_c2() -> tensor<?xf32> {
  %s = graph.constant {value = dense<-1> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{window C2: size is}}
  %y = graph.window %s {kind = "hann", to = f32} : (tensor<i64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @window_c3(%a0: tensor<i64>) -> tensor<?xf32> {
  // expected-error@+1 {{window C3: a window of i1}}
  %y = graph.window %a0 {kind = "hann", to = i1} : (tensor<i64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @mel_weight_matrix_c1(%a0: tensor<i64>, %a1: tensor<2xi64>, %a2: tensor<i64>, %a3: tensor<f32>, %a4: tensor<f32>) -> tensor<?x?xf32> {
  // expected-error@+1 {{mel_weight_matrix C1: operand 1 is}}
  %y = graph.mel_weight_matrix %a0, %a1, %a2, %a3, %a4 {to = f32} : (tensor<i64>, tensor<2xi64>, tensor<i64>, tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @mel_weight_matrix_c2(%a3: tensor<f32>, %a4: tensor<f32>) -> tensor<?x?xf32> {
  %s = graph.constant {value = dense<8> : tensor<i64>} : tensor<i64>
  %z = graph.constant {value = dense<0> : tensor<i64>} : tensor<i64>
  // expected-error@+1 {{mel_weight_matrix C2: num_mel_bins 8}}
  %y = graph.mel_weight_matrix %s, %s, %z, %a3, %a4 {to = f32} : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @mel_weight_matrix_c3(%a0: tensor<i64>, %a1: tensor<i64>, %a2: tensor<i64>, %a3: tensor<f32>, %a4: tensor<f32>) -> tensor<?x?xf32> {
  // expected-error@+1 {{mel_weight_matrix C3: a matrix of i1}}
  %y = graph.mel_weight_matrix %a0, %a1, %a2, %a3, %a4 {to = i1} : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

func.func @mel_weight_matrix_c4(%a0: tensor<i64>, %a1: tensor<i64>, %a2: tensor<i64>, %a4: tensor<f32>) -> tensor<?x?xf32> {
  %low = graph.constant {value = dense<-700.0> : tensor<f32>} : tensor<f32>
  // expected-error@+1 {{mel_weight_matrix C4: an edge of -700 Hz}}
  %y = graph.mel_weight_matrix %a0, %a1, %a2, %low, %a4 {to = f32} : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
