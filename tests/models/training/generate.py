#!/usr/bin/env python3
"""Writes the cases of this folder: ai.onnx.preview.training.Gradient of every operator that has a derivative, and of
functions in all the ways that a graph can hold them. Expected values come from torch autograd in float64.

A case differentiates `value * weights`: where all elements counted the same, errors would cancel out.
"""
import os
import sys

import numpy as np
import torch
from onnx import TensorProto, helper, numpy_helper
from torch.nn import functional

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

TRAINING = "ai.onnx.preview.training"


def draw(*shape, low=-2.0, high=2.0, seed=0, kind=np.float32):
    return np.random.default_rng(seed + 7 * sum(shape)).uniform(low, high, shape).astype(kind)


def ints(*values):
    return np.array(values, np.int64)


def exactly(array):
    tensor = torch.from_numpy(np.array(array))
    return tensor.double() if tensor.is_floating_point() else tensor


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs.split(), outputs.split(), **attributes)


def gradient(inputs, outputs, xs, zs="", y="y"):
    more = {"zs": zs.split()} if zs else {}
    return helper.make_node("Gradient", inputs.split(), outputs, domain=TRAINING, xs=xs.split(), y=y, **more)


class Gradient(Case):
    """Nodes with feeds and expected outputs. A feed whose name is in `dims` has dimensions of these names."""

    def __init__(self, name, nodes, feeds, wanted, constants=None, opset=22, dims=None, functions=()):
        super().__init__(HERE, "test_gradient_" + name, "Gradient", [], {}, list(wanted), opset)
        self.nodes, self.fed_values, self.wanted = nodes, feeds, wanted
        self.constants, self.dims, self.functions = constants or {}, dims or {}, functions

    def model(self):
        infos = lambda values: [  # noqa: E731
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), self.dims.get(n, v.shape))
            for n, v in values.items()]
        outputs = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), None)
                   for n, v in self.wanted.items()]
        constants = [numpy_helper.from_array(v, n) for n, v in self.constants.items()]
        graph = helper.make_graph(self.nodes, "training", infos(self.fed_values), outputs, constants)
        opsets = [helper.make_opsetid("", self.opset)]
        opsets += [helper.make_opsetid(domain, 1) for domain in (TRAINING, "com.microsoft", "own")]
        return helper.make_model(graph, opset_imports=opsets, ir_version=8, functions=self.functions)

    def feeds(self):
        return self.fed_values

    def expected(self, model, reference):
        return list(self.wanted.values())


def slopes(function, xs, others):
    """Gradients of the sum of what the function gives by each of xs."""
    variables = [exactly(x).requires_grad_() for x in xs]
    value = function(*variables, *(exactly(other) for other in others))
    found = torch.autograd.grad(value.sum(), variables, allow_unused=True)
    return [np.zeros_like(x) if d is None else d.numpy().astype(x.dtype) for x, d in zip(xs, found)]


def case(name, nodes, xs, function, others=None, constants=None, opset=22, dims=None):
    """The nodes compute `value` of the feeds: xs, by which it is differentiated, and others."""
    others, constants = others or {}, dict(constants or {})
    shape = tuple(function(*map(exactly, xs.values()), *map(exactly, others.values())).shape)
    weights = draw(*shape, low=0.5, high=3, seed=5, kind=next(iter(xs.values())).dtype)
    constants["weights"] = np.asarray(weights)
    names, rest = " ".join(xs), " ".join(others)
    wanted = dict(zip((f"d_{x}" for x in xs),
                      slopes(lambda *values: function(*values) * exactly(weights), list(xs.values()),
                             list(others.values()))))
    nodes = nodes + [node("Mul", "value weights", "y"), gradient(f"{names} {rest}", list(wanted), names, rest)]
    Gradient(name, nodes, {**xs, **others}, wanted, constants, opset, dims).write()


def unary(name, op, function, x, opset=22, **attributes):
    case(name, [node(op, "x", "value", **attributes)], {"x": x}, function, opset=opset)


def elementwise_of_one():
    near, unit = draw(2, 5), draw(2, 5, low=-0.9, high=0.9)
    positive, above = draw(2, 5, low=0.3, high=3), draw(2, 5, low=1.2, high=3)
    for name in ("Abs", "Neg", "Exp", "Erf", "Sin", "Cos", "Sinh", "Cosh", "Tanh", "Atan", "Asinh", "Sigmoid", "Relu"):
        unary(name.lower(), name, getattr(torch, name.lower()), near)
    for name in ("Tan", "Asin", "Acos", "Atanh"):
        unary(name.lower(), name, getattr(torch, name.lower()), unit)
    for name in ("Reciprocal", "Sqrt", "Log"):
        unary(name.lower(), name, getattr(torch, name.lower()), positive)
    unary("acosh", "Acosh", torch.acosh, above)
    unary("leaky_relu", "LeakyRelu", lambda x: functional.leaky_relu(x, 0.3), near, alpha=0.3)
    unary("thresholded_relu", "ThresholdedRelu", lambda x: functional.threshold(x, 0.7, 0), near, alpha=0.7)
    unary("elu", "Elu", lambda x: functional.elu(x, 1.5), near, alpha=1.5)
    unary("celu", "Celu", lambda x: functional.celu(x, 1.5), near, alpha=1.5)
    unary("selu", "Selu", torch.selu, near)
    unary("shrink", "Shrink", lambda x: functional.softshrink(x, 0.6), near, lambd=0.6, bias=0.6)
    unary("hard_sigmoid", "HardSigmoid", lambda x: (0.4 * x + 0.5).clamp(0, 1), near, alpha=0.4)
    unary("hard_swish", "HardSwish", functional.hardswish, near * 2)
    unary("swish", "Swish", lambda x: x * torch.sigmoid(1.5 * x), near, opset=24, alpha=1.5)
    unary("softplus", "Softplus", functional.softplus, near)
    unary("softsign", "Softsign", functional.softsign, near)
    unary("mish", "Mish", functional.mish, near)
    unary("gelu", "Gelu", functional.gelu, near)
    unary("gelu_tanh", "Gelu", lambda x: functional.gelu(x, approximate="tanh"), near, approximate="tanh")
    unary("clip", "Clip", lambda x: x.clamp(-1, 1.2), near, opset=6, min=-1.0, max=1.2)
    for name in ("Sign", "Ceil", "Floor", "Round"):
        case(name.lower(), [node(name, "x", "flat"), node("Mul", "flat x", "value")], {"x": near},
             lambda x, flat=getattr(torch, name.lower()): flat(x) * x)
    case("prelu", [node("PRelu", "x slope", "value")], {"x": draw(2, 3, 2), "slope": draw(3, 1)},
         lambda x, slope: torch.where(x > 0, x, slope * x))
    case("swiglu", [node("SwiGLU", "x y_", "value", alpha=1.5)], {"x": draw(2, 3), "y_": draw(2, 3, seed=1)},
         lambda x, y: x * torch.sigmoid(1.5 * x) * y, opset=28)
    case("cast", [node("Cast", "x", "wide", to=TensorProto.DOUBLE), node("Mul", "wide wide", "square"),
                  node("Cast", "square", "value", to=TensorProto.FLOAT)], {"x": near}, lambda x: x * x)
    case("cast_to_integer", [node("Cast", "x", "whole", to=TensorProto.INT64),
                             node("Cast", "whole", "float", to=TensorProto.FLOAT), node("Mul", "float x", "value")],
         {"x": near}, lambda x: torch.trunc(x) * x)
    unary("double", "Exp", torch.exp, draw(2, 3, kind=np.float64))


def elementwise_of_several():
    a, row, column = draw(2, 3, 4), draw(4), draw(3, 1)
    for op, function in (("Add", torch.add), ("Sub", torch.sub), ("Mul", torch.mul)):
        case(f"{op.lower()}_row", [node(op, "a b", "value")], {"a": a, "b": row}, function)
        case(f"{op.lower()}_outer", [node(op, "a b", "value")], {"a": column, "b": draw(2, 1, 4)}, function)
    case("div", [node("Div", "a b", "value")], {"a": a, "b": draw(3, 1, low=0.5)}, torch.div)
    case("div_scalar", [node("Div", "a b", "value")], {"a": np.float32(1.5).reshape(()), "b": draw(3, low=0.5)}, torch.div)
    case("pow", [node("Pow", "a b", "value")], {"a": draw(2, 3, low=0.3), "b": draw(3)}, torch.pow)
    case("pow_at_zero", [node("Pow", "a b", "value")],
         {"a": np.float32([0, 0, 0, 2]), "b": np.float32([0, 1, 2, 0])}, torch.pow)
    case("pow_integer", [node("Pow", "a b", "value")], {"a": draw(2, 3)}, torch.pow, {"b": ints(2, 3, 0)})
    tied = np.float32([[1, 2, 3], [3, 2, 1]])
    case("max", [node("Max", "a b", "value")], {"a": tied, "b": np.float32([2, 2, 2])}, torch.maximum)
    case("min", [node("Min", "a b", "value")], {"a": tied, "b": np.float32([2, 2, 2])}, torch.minimum)
    case("where", [node("Where", "c a b", "value")], {"a": draw(2, 3), "b": draw(3)},
         lambda a, b, c: torch.where(c, a, b), {"c": np.array([[True, False, True], [False, False, True]])})
    case("where_condition_broadcast", [node("Where", "c a b", "value")], {"a": draw(1, 3), "b": draw(3)},
         lambda a, b, c: torch.where(c, a, b), {"c": np.array([[True], [False]])})


def reductions():
    x, tied = draw(2, 3, 4, low=0.5), np.float32([[1, 3, 3], [2, 0, 1]])
    kinds = {"Sum": torch.sum, "Mean": torch.mean, "L2": torch.linalg.vector_norm,
             "L1": lambda x, dim, keepdim: x.abs().sum(dim, keepdim=keepdim),
             "SumSquare": lambda x, dim, keepdim: (x * x).sum(dim, keepdim=keepdim),
             "LogSum": lambda x, dim, keepdim: x.sum(dim, keepdim=keepdim).log(),
             "LogSumExp": torch.logsumexp, "Max": torch.amax, "Min": torch.amin}
    for kind, function in kinds.items():
        low, op = f"reduce_{kind.lower()}", f"Reduce{kind}"
        case(low, [node(op, "x axes", "value", keepdims=0)], {"x": x},
             lambda x, f=function: f(x, dim=(0, 2), keepdim=False), constants={"axes": ints(0, -1)})
        case(low + "_keepdims", [node(op, "x axes", "value")], {"x": x},
             lambda x, f=function: f(x, dim=(1,), keepdim=True), constants={"axes": ints(1)})
        case(low + "_all", [node(op, "x", "value", keepdims=0)], {"x": x},
             lambda x, f=function: f(x, dim=(0, 1, 2), keepdim=False))
    case("reduce_max_ties", [node("ReduceMax", "x axes", "value")], {"x": tied},
         lambda x: x.amax(1, keepdim=True), constants={"axes": ints(1)})
    for name, axes in (("inner", (1,)), ("outer", (0, 2)), ("all", (0, 1, 2))):
        def product(x, along=axes):
            for axis in along:
                x = x.prod(axis, keepdim=True)
            return x
        with_zero = x.copy()
        with_zero[0, 0, 0] = 0
        case(f"reduce_prod_{name}", [node("ReduceProd", "x axes", "value")], {"x": with_zero}, product,
             constants={"axes": ints(*axes)})
    case("reduce_l2_zero", [node("ReduceL2", "x", "value")], {"x": np.zeros((2, 2), np.float32)},
         lambda x: torch.linalg.vector_norm(x).reshape(1, 1))
    case("reduce_fed_axes", [node("ReduceSum", "x axes", "value", keepdims=0)], {"x": x},
         lambda x, axes: x.sum(1), {"axes": ints(1)})


def normalizations():
    x = draw(2, 3, 4)
    unary("softmax", "Softmax", lambda x: x.softmax(1), x, axis=1)
    unary("softmax_opset_11", "Softmax", lambda x: x.flatten(1).softmax(1).reshape(x.shape), x, opset=11, axis=1)
    unary("log_softmax", "LogSoftmax", lambda x: x.log_softmax(2), x)
    case("layer_norm", [node("LayerNormalization", "x scale bias", "value", axis=1)],
         {"x": x, "scale": draw(3, 4), "bias": draw(3, 4, seed=1)},
         lambda x, scale, bias: functional.layer_norm(x, (3, 4), scale, bias, 1e-5))
    case("rms_norm", [node("RMSNormalization", "x scale", "value")], {"x": x, "scale": draw(4)},
         lambda x, scale: functional.rms_norm(x, (4,), scale, 1e-5), opset=23)
    parameters = {"scale": draw(3), "bias": draw(3, seed=1), "mean": draw(3, seed=2), "var": draw(3, low=0.5)}
    batch = lambda training: lambda x, scale, bias, mean, var: functional.batch_norm(  # noqa: E731
        x, mean, var, scale, bias, training, eps=1e-5)
    case("batch_norm", [node("BatchNormalization", "x scale bias mean var", "value")], {"x": x, **parameters},
         lambda x, scale, bias, mean, var: (x - mean[:, None]) / (var[:, None] + 1e-5).sqrt() * scale[:, None]
         + bias[:, None])
    fixed = {name: parameters.pop(name) for name in ("mean", "var")}
    case("batch_norm_training",
         [node("BatchNormalization", "x scale bias mean var", "value m v", training_mode=1)],
         {"x": x, **parameters}, batch(True), fixed)


def losses():
    scores, target, weight = draw(4, 3), ints(2, 0, 1, 2), draw(3, low=0.5)
    for reduction in ("mean", "sum", "none"):
        case(f"cross_entropy_{reduction}", [node("SoftmaxCrossEntropyLoss", "x t", "value", reduction=reduction)],
             {"x": scores}, lambda x, t, r=reduction: functional.cross_entropy(x, t, reduction=r), {"t": target})
        case(f"likelihood_{reduction}",
             [node("NegativeLogLikelihoodLoss", "x t w", "value", reduction=reduction, ignore_index=0)],
             {"x": draw(2, 3, 2)}, lambda x, t, w, r=reduction: functional.nll_loss(x, t, w, reduction=r, ignore_index=0),
             {"t": ints(2, 0, 1, 2).reshape(2, 2), "w": weight})
    case("mean_squared_error", [node("Sub", "x t", "d"), node("Mul", "d d", "s"), node("ReduceMean", "s", "value")],
         {"x": scores}, lambda x, t: functional.mse_loss(x, t).reshape(1, 1), {"t": draw(4, 3, seed=1)})


def products():
    shapes = {"plain": ((2, 3), (3, 4)), "batches": ((2, 2, 3), (2, 3, 4)), "broadcast": ((2, 1, 2, 3), (3, 3, 2)),
              "shared": ((2, 2, 3), (3, 4)), "vector_matrix": ((3,), (3, 4)), "matrix_vector": ((2, 3), (3,)),
              "vectors": ((3,), (3,)), "vector_batches": ((3,), (2, 3, 4)), "batches_vector": ((2, 4, 3), (3,))}
    for name, (a, b) in shapes.items():
        case(f"matmul_{name}", [node("MatMul", "a b", "value")], {"a": draw(*a), "b": draw(*b, seed=1)}, torch.matmul)
    for left in (0, 1):
        for right in (0, 1):
            a, b = draw(*((3, 2) if left else (2, 3))), draw(*((4, 3) if right else (3, 4)), seed=1)
            case(f"gemm_{left}{right}",
                 [node("Gemm", "a b c", "value", transA=left, transB=right, alpha=0.5, beta=2.0)],
                 {"a": a, "b": b, "c": draw(4)},
                 lambda a, b, c, s=left, t=right: 0.5 * (a.T if s else a) @ (b.T if t else b) + 2 * c)
    case("fused_matmul", [helper.make_node("FusedMatMul", ["a", "b"], ["value"], domain="com.microsoft", transA=1, transB=1)],
         {"a": draw(2, 3, 2), "b": draw(4, 3)}, lambda a, b: a.transpose(1, 2) @ b.T)


    for name, equation, a, b in (("product", "ij,jk->ki", (2, 3), (3, 4)), ("summed", "ijk,j->i", (2, 3, 2), (3,)),
                                 ("heads", "bhid,bhjd->bhij", (1, 2, 3, 2), (1, 2, 4, 2))):
        case(f"einsum_{name}", [node("Einsum", "a b", "value", equation=equation)],
             {"a": draw(*a), "b": draw(*b, seed=1)}, lambda a, b, e=equation: torch.einsum(e, a, b))
    case("einsum_size_1", [node("Einsum", "a b", "value", equation="ij,ij->i")], {"a": draw(2, 1), "b": draw(2, 3)},
         lambda a, b: torch.einsum("ij,ij->i", a.expand(2, 3), b))


def windows():
    """Convolutions whose last window leaves something over, with every attribute; pooling."""
    settings = {"plain": ((1, 2, 5, 4), (3, 2, 3, 2), {}),
                "strided": ((2, 2, 6, 5), (3, 2, 3, 2), {"strides": [2, 2], "pads": [1, 0, 1, 1]}),
                "dilated": ((1, 2, 7, 6), (2, 2, 2, 3), {"dilations": [3, 2], "strides": [2, 1], "pads": [0, 1, 0, 1]}),
                "groups": ((2, 4, 5), (6, 2, 3), {"group": 2, "strides": [2]}),
                "depthwise": ((1, 3, 4, 4), (3, 1, 3, 3), {"group": 3, "pads": [1, 1, 1, 1]})}
    for name, (x, w, attributes) in settings.items():
        def convolved(x, w, b, a=attributes):
            axes = x.dim() - 2
            pads = a.get("pads", [0] * 2 * axes)
            padded = functional.pad(x, [p for i in reversed(range(axes)) for p in (pads[i], pads[i + axes])])
            return (functional.conv1d if axes == 1 else functional.conv2d)(
                padded, w, b, a.get("strides", 1), 0, a.get("dilations", 1), a.get("group", 1))
        case(f"conv_{name}", [node("Conv", "x w b", "value", **attributes)],
             {"x": draw(*x), "w": draw(*w, seed=1), "b": draw(w[0])}, convolved)
    case("conv_open_batch", [node("Conv", "x w", "value", auto_pad="SAME_UPPER")],
         {"x": draw(2, 2, 4, 4), "w": draw(3, 2, 3, 3)}, lambda x, w: functional.conv2d(x, w, padding=1),
         dims={"x": ["N", 2, 4, 4]})
    x = draw(1, 2, 5, 6)
    unary("max_pool", "MaxPool", lambda x: functional.max_pool2d(x, (3, 2), (2, 1), (1, 0)), x, kernel_shape=[3, 2],
          strides=[2, 1], pads=[1, 0, 1, 0])
    for include in (0, 1):
        unary(f"average_pool_{include}", "AveragePool",
              lambda x, i=include: functional.avg_pool2d(x, (3, 2), (2, 2), (1, 1), count_include_pad=bool(i)), x,
              kernel_shape=[3, 2], strides=[2, 2], pads=[1, 1, 1, 1], count_include_pad=include)
    unary("global_average_pool", "GlobalAveragePool", lambda x: x.mean((2, 3), keepdim=True), x)


def shapes():
    x = draw(2, 3, 4)
    unary("identity", "Identity", lambda x: x, x)
    case("reshape", [node("Reshape", "x s", "value")], {"x": x}, lambda x: x.reshape(4, 6), constants={"s": ints(4, -1)})
    unary("flatten", "Flatten", lambda x: x.flatten(0, 1), x, axis=2)
    case("squeeze", [node("Squeeze", "x a", "value")], {"x": draw(2, 1, 3)}, lambda x: x.squeeze(1), constants={"a": ints(1)})
    case("unsqueeze", [node("Unsqueeze", "x a", "value")], {"x": x}, lambda x: x[:, None], constants={"a": ints(1)})
    unary("transpose", "Transpose", lambda x: x.permute(1, 2, 0), x, perm=[1, 2, 0])
    case("expand", [node("Expand", "x s", "value")], {"x": draw(3, 1)}, lambda x: x.expand(2, 3, 4),
         constants={"s": ints(2, 1, 4)})
    case("concat", [node("Concat", "a b a", "value", axis=1)], {"a": draw(2, 3), "b": draw(2, 2)},
         lambda a, b: torch.cat([a, b, a], 1))
    case("split", [node("Split", "x s", "a b c", axis=2), node("Mul", "a c", "value")], {"x": x},
         lambda x: x[:, :, :1] * x[:, :, 3:], constants={"s": ints(1, 2, 1)})
    case("depth_to_space", [node("DepthToSpace", "x", "value", blocksize=2, mode="CRD")], {"x": draw(1, 4, 2, 3)},
         lambda x: functional.pixel_shuffle(x, 2))
    case("space_to_depth", [node("SpaceToDepth", "x", "value", blocksize=2)], {"x": draw(1, 1, 4, 2)},
         lambda x: functional.pixel_unshuffle(x, 2))
    case("reverse_sequence", [node("ReverseSequence", "x n", "value", batch_axis=0, time_axis=1)], {"x": draw(2, 3)},
         lambda x: torch.stack([x[0].flip(0), torch.cat([x[1, :2].flip(0), x[1, 2:]])]), constants={"n": ints(3, 2)})
    case("tile", [node("Tile", "x r", "value")], {"x": draw(2, 3)}, lambda x: x.tile(2, 3), constants={"r": ints(2, 3)})
    unary("trilu", "Trilu", torch.tril, draw(3, 4), upper=0)
    for reverse in (0, 1):
        case(f"cum_sum_{reverse}", [node("CumSum", "x a", "value", reverse=reverse)], {"x": draw(2, 4)},
             lambda x, r=reverse: x.flip(1).cumsum(1).flip(1) if r else x.cumsum(1), constants={"a": ints(1)})


def parts():
    x = draw(4, 5)
    bounds = {"inner": ((1, -3), (3, 9), None, lambda x: x[1:3, 2:]),
              "steps": ((0, -1), (4, 0), (3, -2), lambda x: x[::3].flip(1)[:, :4:2]),
              "empty": ((3, 0), (1, 2), None, lambda x: x[3:1, 0:2])}
    for name, (starts, ends, steps, function) in bounds.items():
        constants = {"s": ints(*starts), "e": ints(*ends), "a": ints(0, 1), "t": ints(*(steps or (1, 1)))}
        case(f"slice_{name}", [node("Slice", "x s e a t", "value")], {"x": x}, function, constants=constants)
    case("slice_fed_bounds", [node("Slice", "x s e", "cut"), node("ReduceSum", "cut", "value")], {"x": x},
         lambda x, s, e: x[1:3].sum().reshape(1, 1), {"s": ints(1), "e": ints(3)})
    case("pad", [node("Pad", "x p", "value")], {"x": x}, lambda x: functional.pad(x, (0, -1, 1, 2)),
         constants={"p": ints(1, 0, 2, -1)})
    case("pad_reflect", [node("Pad", "x p", "value", mode="reflect")], {"x": draw(1, 5)},
         lambda x: functional.pad(x, (2, 1), mode="reflect"), constants={"p": ints(0, 2, 0, 1)})
    case("gather_rows", [node("Gather", "x i", "value")], {"x": x}, lambda x: x[ints(2, 0, 2, -1).reshape(2, 2)],
         constants={"i": ints(2, 0, 2, -1).reshape(2, 2)})
    case("gather_columns", [node("Gather", "x i", "value", axis=1)], {"x": x}, lambda x: x[:, ints(4, 4, 0)],
         constants={"i": ints(4, 4, 0)})
    places = ints(1, 0, 1, 3, 2, 2).reshape(2, 3)
    case("gather_elements", [node("GatherElements", "x i", "value", axis=1)], {"x": x},
         lambda x, i: x[:2].gather(1, i), {"i": places})
    case("gather_nd", [node("GatherND", "x i", "value")], {"x": x}, lambda x: x[ints(1, 0, 1), ints(1, 3, 1)],
         constants={"i": ints(1, 1, 0, 3, 1, 1).reshape(3, 2)})
    case("compress", [node("Compress", "x c", "value", axis=0)], {"x": x}, lambda x: x[[0, 3]],
         constants={"c": np.array([True, False, False, True])})
    case("scatter_add", [node("ScatterElements", "x i u", "value", axis=1, reduction="add")],
         {"x": x, "u": draw(2, 3)}, lambda x, u, i: x.scatter_add(1, i, u), {"i": places})
    case("scatter_replace", [node("ScatterElements", "x i u", "value", axis=1)],
         {"x": x, "u": draw(2, 2)}, lambda x, u, i: x.scatter(1, i, u), {"i": ints(0, 3, 2, 1).reshape(2, 2)})
    case("scatter_nd", [node("ScatterND", "x i u", "value")], {"x": x, "u": draw(2, 5)},
         lambda x, u, i: x.index_put((i[:, 0],), u), {"i": ints(3, 1).reshape(2, 1)})


def functions_of_graphs():
    a, b, w = draw(2, 3), draw(2, 3, seed=1), draw(3, 3, seed=2)
    case("used_twice", [node("Exp", "a", "e"), node("Mul", "e a", "m"), node("Add", "m e", "value")], {"a": a},
         lambda a: a.exp() * a + a.exp())
    case("independent", [node("Exp", "a", "value"), node("Exp", "b", "other")], {"a": a, "b": b}, lambda a, b: a.exp())
    product = [node("Mul", "a b", "m"), node("Mul", "m a", "y")]
    at = slopes(lambda a, b: a * b * a, [a + 1, b - 1], [])
    other = {"a": a, "b": b, "a1": a + 1, "b1": b - 1}
    Gradient("elsewhere", product + [gradient("a1 b1", ["da", "db"], "a b")], other, {"da": at[0], "db": at[1]}).write()
    Gradient("elsewhere_constant", product + [gradient("a1 b", ["da"], "a", "b")], {"a": a, "b": b},
             {"da": slopes(lambda a, b: a * b * a, [a + 1], [b])[0]}, {"a1": a + 1}).write()
    Gradient("same_value_twice", product + [gradient("a a", ["da", "db"], "a b")], {"a": a, "b": b},
             dict(zip(("da", "db"), slopes(lambda a, b: a * b * a, [a, a], [])))).write()
    Gradient("one_of_two", product + [gradient("a b", ["", "db"], "a b")], {"a": a, "b": b}, {"db": a * a}).write()
    hidden = [node("MatMul", "a w", "h"), node("Tanh", "h", "t"), node("Mul", "t h", "y")]
    dh = slopes(lambda h: h.tanh() * h, [a @ w], [])[0]
    Gradient("of_hidden", hidden + [gradient("h", ["dh"], "h")], {"a": a, "w": w}, {"dh": dh}).write()
    Gradient("of_weights", hidden + [gradient("w", ["dw"], "w")], {"a": a},
             {"dw": slopes(lambda w, a: (a @ w).tanh() * (a @ w), [w], [a])[0]}, {"w": w}).write()
    beside = [node("Split", "a", "p q", axis=0, num_outputs=2), node("Mul", "p q", "y")]
    Gradient("of_one_output", beside + [gradient("p", ["dp"], "p")], {"a": a}, {"dp": a[1:]}).write()
    Gradient("of_itself", [gradient("a", ["da"], "a", y="a")], {"a": a}, {"da": np.ones_like(a)}).write()


def nested_graphs():
    a, b = draw(2, 3), draw(2, 3, seed=1)
    opsets = [helper.make_opsetid("", 22), helper.make_opsetid(TRAINING, 1)]
    scaled = helper.make_function("own", "Scaled", ["p"], ["q"], [node("Mul", "p p", "s"), node("Exp", "s", "q")], opsets)
    twice = helper.make_function("own", "Twice", ["p"], ["q"],
                                 [helper.make_node("Scaled", ["p"], ["r"], domain="own"), node("Mul", "r p", "q")],
                                 opsets + [helper.make_opsetid("own", 1)])
    call = helper.make_node("Twice", ["a"], ["y"], domain="own")
    Gradient("through_function", [call, gradient("a", ["da"], "a")], {"a": a},
             {"da": slopes(lambda a: (a * a).exp() * a, [a], [])[0]}, functions=(scaled, twice)).write()
    slope = helper.make_function("own", "Slope", ["p"], ["d"], [node("Exp", "p", "y"), gradient("p", ["d"], "p")], opsets)
    Gradient("in_function", [helper.make_node("Slope", ["a"], ["da"], domain="own")], {"a": a},
             {"da": np.exp(a)}, functions=(slope,)).write()
    cubic = [node("Mul", "a a", "s"), node("Mul", "s a", "c"), node("Mul", "c b", "y")]
    Gradient("second", cubic + [gradient("a b", ["da"], "a b"), gradient("a b", ["daa", "dab"], "a b", y="da")],
             {"a": a, "b": b}, {"daa": 6 * a * b, "dab": 3 * a * a}).write()
    Gradient("second_by_another", cubic + [gradient("a", ["da"], "a"), gradient("b", ["dab"], "b", y="da")],
             {"a": a, "b": b}, {"dab": 3 * a * a}).write()
    graph = lambda nodes: helper.make_graph(  # noqa: E731
        nodes, "branch", [], [helper.make_tensor_value_info("d", TensorProto.FLOAT, None)])
    choice = node("If", "chosen", "da", then_branch=graph([gradient("a b", ["d"], "a", "b")]),
                  else_branch=graph([node("Identity", "b", "d")]))
    Gradient("in_branch", cubic + [choice], {"a": a, "b": b, "chosen": np.array(True)}, {"da": 3 * a * a * b}).write()


def open_shapes():
    rows, row, columns = draw(2, 3), draw(3), draw(4, 3)
    case("open_bias", [node("MatMul", "x w", "m"), node("Add", "m b", "value")],
         {"x": rows, "w": draw(3, 4), "b": draw(4)}, lambda x, w, b: x @ w + b, dims={"x": ["N", 3]})
    case("open_broadcast", [node("Mul", "a b", "value")], {"a": draw(1, 3), "b": draw(2, 1)}, torch.mul,
         dims={"a": ["N", "M"], "b": ["P", "Q"]})
    case("open_equal", [node("Mul", "a b", "value")], {"a": rows, "b": draw(2, 3, seed=1)}, torch.mul,
         dims={"a": ["N", "M"], "b": ["N", "M"]})
    case("open_leading", [node("Add", "a b", "value")], {"a": rows, "b": row}, torch.add,
         dims={"a": ["N", "M"], "b": ["M"]})
    case("open_mean", [node("ReduceMean", "x", "value")], {"x": rows}, lambda x: x.mean().reshape(1, 1),
         dims={"x": ["N", "M"]})
    case("open_reshape", [node("Reshape", "x s", "value")], {"x": columns}, lambda x: x.reshape(-1),
         constants={"s": ints(-1)}, dims={"x": ["N", "M"]})
    case("open_concat", [node("Concat", "a b", "value", axis=0)], {"a": rows, "b": columns}, lambda a, b: torch.cat([a, b]),
         dims={"a": ["N", 3], "b": ["M", 3]})
    case("open_gather", [node("Gather", "x i", "value", axis=1)], {"x": rows}, lambda x, i: x[:, i], {"i": ints(2, 2)},
         dims={"x": ["N", "M"], "i": ["K"]})
    case("open_matmul", [node("MatMul", "a b", "value")], {"a": draw(1, 2, 3), "b": draw(2, 3, 2)}, torch.matmul,
         dims={"a": ["N", 2, 3], "b": ["M", 3, 2]})
    case("open_loss", [node("SoftmaxCrossEntropyLoss", "x t", "value")], {"x": columns},
         lambda x, t: functional.cross_entropy(x, t), {"t": ints(2, 0, 1, 1)}, dims={"x": ["N", "C"], "t": ["N"]})


def main():
    torch.manual_seed(0)
    elementwise_of_one()
    elementwise_of_several()
    reductions()
    normalizations()
    losses()
    products()
    windows()
    shapes()
    parts()
    functions_of_graphs()
    nested_graphs()
    open_shapes()


if __name__ == "__main__":
    main()
