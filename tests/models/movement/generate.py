#!/usr/bin/env python3
"""Writes the cases of this folder: old and rare forms of the operators that move data.

Where no runtime takes a form any more, the expected outputs are computed here with numpy.
"""
import os
import sys

import numpy as np
from onnx import TensorProto

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

INT = TensorProto.INT64
MIN, MAX = -2**63, 2**63 - 1
rng = np.random.default_rng(17)


def draw(*shape, kind=np.float32):
    return rng.uniform(-4, 4, shape).astype(kind)


def ints(*values):
    return np.array(values, np.int64)


def scalar(value, kind=np.float32):
    return np.array(value, kind)


def texts(*values):
    return np.array(values, dtype=object)


def write(name, op, operands, attributes=None, expected=None, opset=21, domain="", fed=(0,), outputs=("y",), types=None,
          reference=False):
    case = Case(HERE, f"test_{name}", op, operands, attributes or {}, list(outputs), opset, domain, fed, types)
    case.write(reference, results=expected)


def shapes():
    x = draw(2, 3, 4)
    write("reshape_opset_1", "Reshape", [x], {"shape": [0, -1]}, [x.reshape(2, 12)], opset=1)
    write("reshape_zero_and_rest", "Reshape", [draw(2, 3, 4), ints(0, 0, 2, -1)])
    write("reshape_empty_zero_and_rest", "Reshape", [draw(0, 3, 4), ints(0, -1)], expected=[draw(0, 12)])
    write("reshape_to_scalar", "Reshape", [draw(1, 1), ints()])
    write("reshape_strings", "Reshape", [texts("a", "b", "c", "d"), ints(2, 2)])
    write("squeeze_opset_11", "Squeeze", [draw(1, 3, 1)], {"axes": [-1, 0]}, opset=11)
    write("squeeze_all_opset_9", "Squeeze", [draw(1, 3, 1, 2)], opset=9)
    write("unsqueeze_opset_11", "Unsqueeze", [draw(3)], {"axes": [-1, 0]}, opset=11)
    write("flatten_scalar", "Flatten", [draw()], {"axis": 0})
    write("flatten_end", "Flatten", [draw(2, 3)], {"axis": 2})
    write("shape_bounds", "Shape", [draw(2, 3, 4)], {"start": -2, "end": 9}, types={"y": INT})
    write("shape_empty_range", "Shape", [draw(2, 3, 4)], {"start": 2, "end": 1}, types={"y": INT})
    write("expand_dims_microsoft", "ExpandDims", [draw(2, 3), np.array(-1, np.int32)], domain="com.microsoft", fed=(0, 1))
    write("expand_strings", "Expand", [texts("a", "b").reshape(2, 1), ints(3, 1, 2)], reference=True)
    write("constant_of_shape_empty", "ConstantOfShape", [ints(2, 0)], types={"y": TensorProto.FLOAT})


def parts():
    x = draw(4, 6)
    write("concat_opset_1", "Concat", [x, x], {}, [np.concatenate([x, x], 1)], opset=1)
    write("concat_strings", "Concat", [texts("a", "b"), texts("c")], {"axis": -1}, fed=(0, 1))
    write("concat_empty_part", "Concat", [draw(2, 0), draw(2, 3)], {"axis": 1}, fed=(0, 1))
    write("split_opset_1_input", "Split", [x, np.array([1, 5], np.float32)], {"axis": 1}, [x[:, :1], x[:, 1:]], opset=1,
          outputs="ab")
    write("split_opset_2", "Split", [x], {"split": [1, 3]}, opset=2, outputs="ab")
    write("split_opset_11_negative", "Split", [x], {"axis": -1}, opset=11, outputs="abc")
    write("split_opset_18_uneven", "Split", [draw(7)], {"num_outputs": 3}, opset=18, outputs="abc", reference=True)
    write("split_strings", "Split", [texts("a", "b", "c"), ints(1, 2)], outputs="ab")
    write("slice_opset_1", "Slice", [x], {"starts": [-3, 1], "ends": [MAX, -1]}, opset=1)
    write("slice_extremes", "Slice", [x, ints(MAX, MIN), ints(MIN, MAX), ints(1, 0), ints(-1, 2)], fed=(0, 1, 2, 3, 4))
    write("slice_backwards_to_nothing", "Slice", [x, ints(1), ints(3), ints(0), ints(-1)])
    write("slice_huge_step", "Slice", [x, ints(1), ints(MAX), ints(0), ints(MAX)], expected=[x[1:2]])
    write("slice_smallest_step", "Slice", [x, ints(-2), ints(MIN), ints(0), ints(MIN)], expected=[x[2:3]])
    write("slice_int32_bounds", "Slice", [x, np.array([1], np.int32), np.array([3], np.int32)], fed=(0, 1, 2))
    write("slice_strings", "Slice", [texts("a", "b", "c", "d"), ints(-1), ints(-9), ints(0), ints(-2)], reference=True)
    write("tile_opset_1", "Tile", [x, ints(3), ints(1)], expected=[np.tile(x, (1, 3))], opset=1)
    write("tile_zero", "Tile", [x, ints(2, 0)], fed=(0, 1))
    write("tile_strings", "Tile", [texts("a", "b"), ints(2)])
    for mode in ("constant", "reflect", "edge"):
        write(f"pad_opset_2_{mode}", "Pad", [x], {"pads": [1, 2, 0, 3], "mode": mode}, opset=2)
        write(f"pad_crops_{mode}", "Pad", [x, ints(-1, 2, 2, -3)], {"mode": mode})
    write("pad_opset_1", "Pad", [x], {"paddings": [1, 0, 0, 2], "value": 7.5},
          [np.pad(x, ((1, 0), (0, 2)), constant_values=7.5)], opset=1)
    write("pad_wrap_far", "Pad", [draw(3), ints(7, 5)], {"mode": "wrap"}, reference=True)
    write("pad_reflect_far", "Pad", [draw(3), ints(7, 5)], {"mode": "reflect"}, reference=True)
    write("pad_reflect_single", "Pad", [draw(1), ints(2, 1)], {"mode": "reflect"}, reference=True)
    write("pad_axes_int32", "Pad", [x, ints(1, 2), scalar(3), np.array([-1], np.int32)], fed=(0, 1, 2, 3))
    write("pad_bool", "Pad", [x > 0, ints(1, 0, 0, 1), np.array(True)], types={"y": TensorProto.BOOL})
    write("pad_empty", "Pad", [draw(0, 2), ints(1, 0, 1, 1), scalar(2)])
    write("pad_scalar", "Pad", [scalar(5), ints()], expected=[scalar(5)])
    write("pad_microsoft_matrix", "Pad", [x, ints(1, 0, 0, 2), np.array([5], np.float32)], domain="com.microsoft", fed=(0, 1, 2))
    write("depth_to_space_opset_1", "DepthToSpace", [draw(1, 8, 2, 3)], {"blocksize": 2}, opset=1)
    write("depth_to_space_crd_half", "DepthToSpace", [draw(2, 9, 1, 2, kind=np.float64)], {"blocksize": 3, "mode": "CRD"})


def indexing():
    x = draw(4, 6)
    write("gather_strings", "Gather", [texts("a", "b", "c"), ints(2, -3)], fed=(0, 1))
    write("gather_scalar_index", "Gather", [x, np.array(-1, np.int64)], {"axis": -1}, fed=(0, 1))
    write("gather_no_index", "Gather", [x, ints()], {"axis": 1}, fed=(0, 1))
    write("gather_elements_small", "GatherElements", [x, ints(5, 0, -1, 2).reshape(2, 2)], {"axis": 1}, fed=(0, 1))
    write("gather_nd_batch_2", "GatherND", [draw(2, 3, 4, 5), rng.integers(-4, 4, (2, 3, 2, 1))], {"batch_dims": 2}, fed=(0, 1))
    write("gather_nd_strings", "GatherND", [texts("a", "b", "c", "d").reshape(2, 2), ints(1, -1, 0, 0).reshape(2, 2)], fed=(0, 1))
    write("gather_nd_microsoft", "GatherND", [x, ints(1, 2, 3, 4).reshape(2, 2)], domain="com.microsoft", fed=(0, 1))
    write("scatter_opset_9", "Scatter", [x, ints(1, 0, 2, 3).reshape(2, 2), draw(2, 2)], {"axis": 1}, opset=9, fed=(0, 1, 2))
    again = ints(1, -1, 1, 1).reshape(2, 2)
    for kind in (np.float32, np.int32):
        for reduction in ("add", "mul", "max", "min"):
            name = f"{reduction}_{np.dtype(kind).name}"
            write(f"scatter_elements_{name}", "ScatterElements", [draw(4, 6, kind=kind), again, draw(2, 2, kind=kind)],
                  {"reduction": reduction}, opset=18, fed=(0, 1, 2))
            write(f"scatter_nd_{name}", "ScatterND", [draw(4, 6, kind=kind), ints(3, 3, 0).reshape(3, 1), draw(3, 6, kind=kind)],
                  {"reduction": reduction}, opset=18, fed=(0, 1, 2))
    write("scatter_nd_strings", "ScatterND", [texts("a", "b", "c"), ints(2, 0).reshape(2, 1), texts("x", "y")], fed=(0, 1, 2))
    write("compress_short", "Compress", [x, np.array([False, True])], {"axis": -1}, fed=(0, 1))
    write("compress_flat_fed", "Compress", [x, np.array([True, False, True, True])], fed=(0, 1))
    write("reverse_sequence_full", "ReverseSequence", [draw(3, 4, 2), ints(4, 1, 2)], {"batch_axis": 0, "time_axis": 1},
          fed=(0, 1))


def order():
    x = np.array([[3, 1, 3, 2], [0, 0, 0, 0]], np.float32)
    both = {"outputs": ("v", "i"), "types": {"i": INT}}
    write("top_k_opset_1", "TopK", [x], {"k": 2}, [x[:, [0, 2]], ints(0, 2, 0, 1).reshape(2, 2)], opset=1, **both)
    write("top_k_opset_10_ties", "TopK", [x, ints(3)], opset=10, fed=(0, 1), **both)
    write("top_k_smallest_axis_0", "TopK", [x, ints(1)], {"axis": 0, "largest": 0}, fed=(0, 1), **both)
    write("top_k_zero", "TopK", [x, ints(0)], **both)
    write("top_k_int64", "TopK", [ints(MIN, MAX, 0, -1, MAX), ints(4)], **both)
    unique = {"outputs": ("v", "i", "n", "c"), "types": {"i": INT, "n": INT, "c": INT}}
    write("unique_strings", "Unique", [texts("b", "a", "b", "c")], **unique)
    write("unique_strings_unsorted", "Unique", [texts("b", "a", "b", "c")], {"sorted": 0}, **unique)
    write("unique_axis_unsorted", "Unique", [np.array([[2, 1, 2], [0, 1, 0]], np.float32)], {"axis": 1, "sorted": 0}, **unique)
    write("unique_microsoft", "Unique", [np.array([2, 1, 1, 3, 2], np.float32)], domain="com.microsoft",
          outputs=("v", "n", "c"), types={"n": INT, "c": INT})
    write("non_zero_scalar", "NonZero", [scalar(3)], types={"y": INT}, expected=[np.zeros((0, 1), np.int64)])
    write("non_zero_negative_zero", "NonZero", [np.array([[0, -0.0, 2], [1, 0, 0]], np.float32)], types={"y": INT})
    write("cum_sum_int32_wraps", "CumSum", [np.array([2**31 - 1, 1, 1], np.int32), np.array(0, np.int32)], fed=(0, 1))
    write("cum_sum_both", "CumSum", [draw(2, 3, 4), np.array(-2, np.int64)], {"exclusive": 1, "reverse": 1}, fed=(0, 1))


def generated():
    write("range_none", "Range", [scalar(3), scalar(3), scalar(-1)], fed=(0, 1, 2))
    write("range_int16", "Range", [scalar(v, np.int16) for v in (-5, 20, 7)], fed=(0, 1, 2))
    write("range_microsoft_no_delta", "Range", [scalar(2, np.int64), scalar(6, np.int64)], domain="com.microsoft", fed=(0, 1))
    write("eye_like_far", "EyeLike", [draw(3, 4)], {"k": 5})
    write("eye_like_int64_below", "EyeLike", [draw(3, 4)], {"k": -2, "dtype": INT}, types={"y": INT})
    write("trilu_far", "Trilu", [draw(2, 3, 4), np.array(MAX)], {"upper": 0}, reference=True)
    write("trilu_microsoft", "Trilu", [draw(3, 3), np.array(-1)], {"upper": 0}, domain="com.microsoft")
    indices = np.array([0, -1, 5, -6], np.int64)
    values = np.array([2, 7], np.float32)
    plain = np.full((4, 3), 2, np.float32)
    plain[0, 0] = 7
    wrapped = plain.copy()
    wrapped[1, 2] = 7
    write("one_hot_opset_9_negative", "OneHot", [indices, ints(3), values], expected=[plain], opset=9, fed=(0,),
          types={"y": TensorProto.FLOAT})
    write("one_hot_opset_11_negative", "OneHot", [indices, ints(3), values], expected=[wrapped], opset=11, fed=(0,),
          types={"y": TensorProto.FLOAT})
    write("col2im_3d", "Col2Im", [draw(1, 2 * 8, 12), ints(3, 4, 3), ints(2, 2, 2)], opset=18, reference=True)
    write("center_crop_pad_odd", "CenterCropPad", [draw(5, 4), ints(2, 7)], opset=18, reference=True)


if __name__ == "__main__":
    shapes()
    parts()
    indexing()
    order()
    generated()
