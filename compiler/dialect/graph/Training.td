// Optimizer steps of ai.onnx.preview.training.
include "GraphBase.td"
