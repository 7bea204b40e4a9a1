// Classical machine learning: the operators of ai.onnx.ml.
include "GraphBase.td"
