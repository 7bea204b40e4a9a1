"""Smaller number types for a model that exists in f32, each made with the tools of ONNX Runtime. An entry of VARIANTS
reads one file and writes another; the inputs that it is given are those that ranges of values are taken from."""
import logging
import tempfile
from pathlib import Path

import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from onnxruntime.quantization.onnx_model import ONNXModel
from onnxruntime.quantization.shape_inference import quant_pre_process
from onnxruntime.transformers.float16 import convert_float_to_float16

from inputs import make_inputs


class Unsuitable(Exception):
    """Why a model has no such variant."""


def to_f16(source, target, inputs):
    """Weights and values in f16; inputs and outputs stay f32."""
    onnx.save(convert_float_to_float16(onnx.load(source), keep_io_types=True), target)


def random_inputs(model, count=4):
    return [make_inputs(model, {}, seed) for seed in range(1, 1 + count)]


class Inputs(CalibrationDataReader):
    def __init__(self, inputs):
        self.inputs = iter(inputs)

    def get_next(self):
        return next(self.inputs, None)


def prepare(source):
    """The model with its constants folded. It has no types of values: the tools turn weights round, and would then trip
    over the old shapes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prepared.onnx"
        quant_pre_process(source, path, skip_symbolic_shape=True)
        model = onnx.load(path)
    del model.graph.value_info[:]
    return model


def to_int8(source, target, inputs):
    """QuantizeLinear and DequantizeLinear around operators: u8 values, s8 weights with a scale for each channel."""
    quantize_static(
        prepare(source), target, Inputs(inputs), quant_format=QuantFormat.QDQ, per_channel=True,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
    )


def to_int8_operators(source, target, inputs):
    """Operators that take and give u8 values, such as QLinearConv; s8 weights with one scale."""
    quantize_static(
        prepare(source), target, Inputs(inputs), quant_format=QuantFormat.QOperator,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
    )


def to_dynamic_int8(source, target, inputs):
    """s8 weights; the model quantizes values while it runs. Convolutions stay f32: ONNX Runtime has none of u8 by s8
    that is dynamic."""
    operators = ["MatMul", "Gemm", "LSTM", "Gather"]
    quantize_dynamic(
        prepare(source), target, per_channel=True, weight_type=QuantType.QInt8, op_types_to_quantize=operators
    )


def to_int4(source, target, inputs):
    """Weights of matrix products in blocks of 32 values of 4 bits; values stay f32."""
    model = ONNXModel(prepare(source))
    model.replace_gemm_with_matmul()
    quantizer = MatMulNBitsQuantizer(model.model, block_size=32, is_symmetric=True, accuracy_level=4)
    quantizer.process()
    quantizer.model.save_model_to_file(str(target), use_external_data_format=False)


def refuse_if_large(source, target):
    """Removes a variant that is hardly one."""
    if target.stat().st_size > 0.7 * source.stat().st_size:
        target.unlink()
        raise Unsuitable("most of its weights are in operators that this variant leaves in f32")


VARIANTS = {
    "f16": to_f16, "int8": to_int8, "int8-operators": to_int8_operators, "int8-dynamic": to_dynamic_int8,
    "int4": to_int4,
}
logging.getLogger("root").setLevel(logging.ERROR)
