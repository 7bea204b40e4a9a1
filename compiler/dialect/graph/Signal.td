// Signal processing: Fourier transforms and windows.
include "GraphBase.td"

def Graph_DftOp : Graph_Op<"dft", Opaque> {
  let summary = "The discrete Fourier transform along one axis, of any length.";
  let description = [{
    The last axis holds the real part, or real and imaginary part. The signal is cut or padded with
    zeros to dft_length. A onesided transform of a real signal gives the lower half of its spectrum;
    a onesided inverse takes the lower half and gives a real signal, of length 2 * (size - 1) unless
    dft_length says otherwise. The axis is by default the last but one.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_Maybe<Graph_IndexTensor>:$dft_length,
                       Graph_Maybe<Graph_IndexTensor>:$axis,
                       DefaultValuedAttr<BoolAttr, "false">:$inverse,
                       DefaultValuedAttr<BoolAttr, "false">:$onesided);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"DFT">];
  let constraints = [
    Rule<1, "x has at least two axes, the last of size 1 or 2">,
    Rule<2, "dft_length and axis are scalars, axis is within the rank and not the last">,
    Rule<3, "the length of the transform is positive">,
    Rule<4, "a onesided transform is of a real signal">];
}

def Graph_StftOp : Graph_Op<"stft", Opaque> {
  let summary = "Fourier transforms of overlapping frames of a signal, each weighted by a window.";
  let description = [{
    signal is (batch, length, 1 or 2 parts), the result (batch, frames, bins, 2). A frame is as long
    as frame_length says, else as the window, else as the signal.
  }];
  let arguments = (ins Graph_FloatTensor:$signal, Graph_IndexTensor:$frame_step,
                       Graph_Maybe<Graph_FloatTensor>:$window,
                       Graph_Maybe<Graph_IndexTensor>:$frame_length,
                       DefaultValuedAttr<BoolAttr, "true">:$onesided);
  let results = (outs Graph_FloatTensor:$y);
  let onnx = [OnnxRule<"STFT">];
  let constraints = [
    Rule<1, "signal has three axes, the last of size 1 or 2">,
    Rule<2, "frame_step and frame_length are scalars">,
    Rule<3, "a onesided transform is of a real signal">,
    Rule<4, "window has the length of a frame and the signal's element type">,
    Rule<5, "frame_step and frame_length are positive, and a frame fits into the signal">];
}

def Graph_WindowOp : Graph_Op<"window", Opaque> {
  let summary = "A hann, hamming or blackman window of a given size.";
  let description = [{
    A symmetric window ends as it begins; a periodic one is that of one more, without the last. A
    symmetric window of one entry is 1.
  }];
  let arguments = (ins Graph_IndexTensor:$size, StrAttr:$kind, TypeAttr:$to,
                       DefaultValuedAttr<BoolAttr, "true">:$periodic);
  let results = (outs Graph_NumberTensor:$y);
  let onnx = [OnnxRule<"HannWindow">, OnnxRule<"HammingWindow">, OnnxRule<"BlackmanWindow">];
  let constraints = [Rule<1, "kind is hann, hamming or blackman">,
                     Rule<2, "size is a scalar and not negative">,
                     Rule<3, "elements are numbers">];
  let widen = 0;
}

def Graph_MelWeightMatrixOp : Graph_Op<"mel_weight_matrix", Opaque> {
  let summary = "Triangular bands, even on the mel scale, as weights of the bins of a spectrum.";
  let arguments = (ins Graph_IndexTensor:$num_mel_bins, Graph_IndexTensor:$dft_length,
                       Graph_IndexTensor:$sample_rate, Graph_FloatTensor:$lower_edge_hertz,
                       Graph_FloatTensor:$upper_edge_hertz, TypeAttr:$to);
  let results = (outs Graph_NumberTensor:$y);
  let onnx = [OnnxRule<"MelWeightMatrix">];
  let constraints = [
    Rule<1, "operands are scalars">,
    Rule<2, "num_mel_bins and dft_length are not negative, sample_rate is positive">,
    Rule<3, "elements are numbers">,
    Rule<4, "edges are above -700 Hz, where the mel scale begins">];
  let widen = 0;
}
