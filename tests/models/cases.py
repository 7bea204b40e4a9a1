"""Writes tiny single-node models with expected outputs in the layout of the ONNX backend tests.

A case is a folder with model.onnx and test_data_set_0/{input,output}_<i>.pb. Expected outputs come from onnxruntime, or,
for what it refuses, from the evaluator in the onnx package.
"""
import os
import shutil

import numpy as np
import onnx
from onnx import helper, numpy_helper


class Draws:
    """Random operands, the same for every run of a generator."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def __call__(self, *shape, kind=np.float32):
        return self.rng.uniform(-2, 2, shape).astype(kind)

    def integers(self, *shape, kind=np.uint8, low=None, high=None):
        info = np.iinfo(kind)
        low, high = info.min if low is None else low, info.max if high is None else high
        return self.rng.integers(low, high, shape, dtype=kind, endpoint=True)


def number(value, kind=np.float32):
    return np.array(value, kind)


class Case:
    """One node with its operands: `inputs` are fed, `constants` are initializers; None leaves an operand out."""

    def __init__(self, folder, name, op, operands, attributes, outputs, opset=22, domain="", fed=(0,), output_types=None,
                 domain_opset=1):
        self.path = os.path.join(folder, name)
        self.op, self.operands, self.attributes = op, operands, attributes
        self.outputs, self.opset, self.domain, self.fed = outputs, opset, domain, fed
        self.output_types, self.domain_opset = output_types or {}, domain_opset

    def model(self):
        names = ["" if value is None else f"operand_{i}" for i, value in enumerate(self.operands)]
        while names and not names[-1]:
            names.pop()
        inputs, constants = [], []
        for i, value in enumerate(self.operands):
            if value is None:
                continue
            if i in self.fed:
                kind = helper.np_dtype_to_tensor_dtype(value.dtype)
                inputs.append(helper.make_tensor_value_info(names[i], kind, value.shape))
            else:
                constants.append(numpy_helper.from_array(value, names[i]))
        node = helper.make_node(self.op, names, self.outputs, domain=self.domain, **self.attributes)
        default = helper.np_dtype_to_tensor_dtype(self.operands[0].dtype)
        outputs = [helper.make_tensor_value_info(name, self.output_types.get(name, default), None)
                   for name in self.outputs if name]
        graph = helper.make_graph([node], self.op, inputs, outputs, constants)
        opsets = [helper.make_opsetid("", 22 if self.domain else self.opset)]
        if self.domain:
            opsets.append(helper.make_opsetid(self.domain, self.domain_opset))
        return helper.make_model(graph, opset_imports=opsets, ir_version=8)

    def feeds(self):
        return {f"operand_{i}": self.operands[i] for i in self.fed
                if i < len(self.operands) and self.operands[i] is not None}

    def expected(self, model, reference):
        if reference:
            from onnx.reference import ReferenceEvaluator
            return ReferenceEvaluator(model).run(None, self.feeds())
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        return session.run(None, self.feeds())

    def write(self, reference=False, twin=None, results=None):
        """`twin` is a case of the same meaning that gives the outputs where onnxruntime refuses this one; where there is
        none, `results` are the outputs."""
        model = self.model()
        if results is None:
            results = twin.expected(twin.model(), reference) if twin else self.expected(model, reference)
        data = os.path.join(self.path, "test_data_set_0")
        shutil.rmtree(self.path, ignore_errors=True)
        os.makedirs(data)
        with open(os.path.join(self.path, "model.onnx"), "wb") as file:
            file.write(model.SerializeToString())
        for kind, values in (("input", list(self.feeds().values())), ("output", results)):
            for i, value in enumerate(values):
                with open(os.path.join(data, f"{kind}_{i}.pb"), "wb") as file:
                    file.write(numpy_helper.from_array(np.asarray(value)).SerializeToString())
        for result in results:
            result = np.asarray(result)
            assert result.dtype == object or np.isfinite(result.astype(np.float64)).all(), self.path
