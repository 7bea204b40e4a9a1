// Quantization: conversions between numbers and quantized integers, and what works on integers.
include "GraphBase.td"
