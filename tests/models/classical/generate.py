#!/usr/bin/env python3
"""Writes the cases of this folder: ai.onnx.ml, and CDist of com.microsoft. Needs numpy, onnx and onnxruntime.

Left out is what onnxruntime answers against the specification: the labels of two classes that both get votes, transforms
of a single score other than LOGISTIC, base values of targets without votes.
"""
import os
import sys

import numpy as np
from onnx import TensorProto

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

ML = "ai.onnx.ml"
TRANSFORMS = ("NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO", "PROBIT")
RNG = np.random.default_rng(7)
X = RNG.normal(size=(6, 3)).astype(np.float32)


def texts(*values):
    return np.array(values, dtype=object)


def case(name, op, *operands, version=1, outputs=None, **attributes):
    names = list((outputs or {"Y": TensorProto.FLOAT}).keys())
    Case(HERE, "test_" + name, op, list(operands), attributes, names, 22, ML, fed=tuple(range(len(operands))),
         output_types=outputs or {"Y": TensorProto.FLOAT}, domain_opset=version).write()


def distances():
    for kind in (np.float32, np.float64):
        for metric in ("euclidean", "sqeuclidean"):
            operands = [X.astype(kind), np.flipud(X[1:5]).astype(kind) + 1]
            Case(HERE, f"test_cdist_{metric}_{np.dtype(kind).name}", "CDist", operands, {"metric": metric}, ["Y"],
                 domain="com.microsoft", fed=(0, 1)).write()


def labelled(kind=TensorProto.INT64):
    return {"Y": kind, "Z": TensorProto.FLOAT}


def encoders():
    case("binarizer_threshold", "Binarizer", X, threshold=0.25)
    case("feature_extractor_vector", "ArrayFeatureExtractor", X[0], np.array([2, 0]))
    case("feature_extractor_strings", "ArrayFeatureExtractor", texts("a", "b", "c", "d").reshape(2, 2), np.array([1]),
         outputs={"Y": TensorProto.STRING})
    to_int, to_text = {"Y": TensorProto.INT64}, {"Y": TensorProto.STRING}
    names = texts("cat", "dog", "bird")
    case("label_encoder_1_text", "LabelEncoder", names, classes_strings=["dog", "cat"], outputs=to_int)
    case("label_encoder_1_number", "LabelEncoder", np.array([1, 0, 7, -1]), classes_strings=["dog", "cat"], outputs=to_text)
    case("label_encoder_2_float", "LabelEncoder", np.array([0.0, -0.0, 2, 9], np.float32), version=2,
         keys_floats=[0.0, 2.0], values_strings=["zero", "two"], default_string="?", outputs=to_text)
    case("label_encoder_2_repeated", "LabelEncoder", np.array([1, 2]), version=2, keys_int64s=[1, 1, 2],
         values_floats=[0.5, 0.25, 8.0])
    case("label_encoder_4", "LabelEncoder", names.reshape(3, 1), version=4, keys_strings=["bird", "cat"],
         values_int64s=[5, 6], outputs=to_int)
    case("category_mapper_text", "CategoryMapper", names, cats_int64s=[3, 4], cats_strings=["dog", "cat"], outputs=to_int)
    case("category_mapper_number", "CategoryMapper", np.array([4, 5]), cats_int64s=[3, 4], cats_strings=["dog", "cat"],
         outputs=to_text)
    case("one_hot_integers", "OneHotEncoder", np.array([[1, 4], [2, 3]]), cats_int64s=[1, 2, 3])
    case("one_hot_floats", "OneHotEncoder", np.array([1.7, -3.2], np.float32), cats_int64s=[1, 2, -3])
    case("one_hot_texts", "OneHotEncoder", names, cats_strings=["bird", "dog"])
    case("one_hot_all_known", "OneHotEncoder", np.array([2, 1]), cats_int64s=[1, 2], zeros=0)


def scalers():
    case("scaler", "Scaler", X, offset=[0.5, -1.0, 2.0], scale=[2.0, 0.1, -3.0])
    case("scaler_one", "Scaler", X.reshape(3, 2, 3), offset=[0.5], scale=[2.0])
    case("scaler_integers", "Scaler", np.array([[1, 2], [3, 4]]), offset=[0.1, 1.0], scale=[2.0, 0.5])
    rows = np.vstack([X, np.zeros((1, 3), np.float32)])
    for norm in ("MAX", "L1", "L2"):
        case(f"normalizer_{norm.lower()}", "Normalizer", rows, norm=norm)
        case(f"normalizer_{norm.lower()}_vector", "Normalizer", X[1], norm=norm)
    case("imputer_floats", "Imputer", np.array([[1, np.nan, 3], [np.nan, 5, np.nan]], np.float32),
         imputed_value_floats=[7.0, 8.0, 9.0], replaced_value_float=float("nan"))
    case("imputer_one", "Imputer", np.array([[1, 3], [3, 5]], np.float32), imputed_value_floats=[7.0], replaced_value_float=3.0)
    case("imputer_integers", "Imputer", np.array([[1, -1], [-1, 4]]), imputed_value_int64s=[6, 7], replaced_value_int64=-1,
         outputs={"Y": TensorProto.INT64})
    case("feature_vectorizer", "FeatureVectorizer", X, X[:, :1], inputdimensions=[3, 1])
    case("feature_vectorizer_cut_and_fill", "FeatureVectorizer", X, X, inputdimensions=[2, 4])
    case("feature_vectorizer_vectors", "FeatureVectorizer", X[0], X[1], inputdimensions=[3, 3])


def linear():
    weights = [0.5, -0.25, 1.0, 0.1, 0.2, -0.3, -1.0, 0.75, 0.4]
    case("linear_regressor", "LinearRegressor", X, coefficients=weights[:3], intercepts=[0.3])
    case("linear_regressor_no_intercept", "LinearRegressor", X, coefficients=weights[:6], targets=2)
    # Scores stay away from 0.5, where onnxruntime's PROBIT has few digits.
    half = (0.5 + X / 20).astype(np.float32)
    for mode in TRANSFORMS:
        low = mode.lower()
        positive = [abs(w) / 2 for w in weights]
        case(f"linear_regressor_{low}", "LinearRegressor", half, coefficients=positive, intercepts=[0.25, 0.05, 0.2], targets=3,
             post_transform=mode)
        case(f"linear_classifier_{low}", "LinearClassifier", half, coefficients=positive, intercepts=[0.25, 0.05, 0.2],
             classlabels_strings=["a", "b", "c"], post_transform=mode, outputs=labelled(TensorProto.STRING))
    for mode in ("NONE", "LOGISTIC"):
        case(f"linear_classifier_binary_{mode.lower()}", "LinearClassifier", X, coefficients=weights[:3], intercepts=[0.2],
             classlabels_ints=[4, 9], post_transform=mode, outputs=labelled())
    case("linear_classifier_integers", "LinearClassifier", np.array([[1, -2, 3], [0, 4, 1]]), coefficients=weights[:6],
         intercepts=[0.2, -0.1], classlabels_ints=[4, 9], outputs=labelled())
    case("linear_classifier_vector", "LinearClassifier", X[0], coefficients=weights[:6], intercepts=[0.2, -0.1],
         classlabels_ints=[4, 9], outputs=labelled())


def vectors():
    kernel = {"kernel_params": [0.5, 0.1, 3.0], "support_vectors": RNG.normal(size=12).astype(np.float32).tolist()}
    for kind in ("LINEAR", "POLY", "RBF", "SIGMOID"):
        case(f"svm_regressor_{kind.lower()}", "SVMRegressor", X, kernel_type=kind, n_supports=4,
             coefficients=[1.0, -0.5, 0.3, 0.2], rho=[0.2], **kernel)
        case(f"svm_classifier_{kind.lower()}", "SVMClassifier", X, kernel_type=kind, vectors_per_class=[1, 2, 1],
             coefficients=[1.0, -0.5, 0.3, 0.2, -0.4, 0.6, 0.1, -0.2], rho=[-0.2, 0.1, 0.05], classlabels_ints=[5, 7, 9],
             outputs=labelled(), **kernel)
    case("svm_regressor_one_class", "SVMRegressor", X, kernel_type="RBF", n_supports=4, one_class=1,
         coefficients=[1.0, -0.5, 0.3, 0.2], rho=[-0.4], **kernel)
    case("svm_regressor_no_vectors", "SVMRegressor", X, coefficients=[1.0, -0.5, 0.3], rho=[0.2], kernel_type="LINEAR",
         kernel_params=[0.0, 0.0, 0.0])
    for mode in ("NONE", "LOGISTIC", "SOFTMAX"):
        case(f"svm_classifier_probabilities_{mode.lower()}", "SVMClassifier", X, kernel_type="RBF", vectors_per_class=[1, 2, 1],
             coefficients=[1.0, -0.5, 0.3, 0.2, -0.4, 0.6, 0.1, -0.2], rho=[-0.2, 0.1, 0.05], classlabels_strings=["a", "b", "c"],
             prob_a=[-1.1, -0.5, 0.7], prob_b=[0.1, 0.2, 0.0], post_transform=mode, outputs=labelled(TensorProto.STRING), **kernel)
    two = {"kernel_type": "RBF", "vectors_per_class": [1, 3], "coefficients": [1.0, -0.5, 0.3, -0.7], "rho": [0.1],
           "classlabels_ints": [5, 7], "outputs": labelled(), **kernel}
    for mode in ("NONE", "LOGISTIC"):
        case(f"svm_classifier_binary_{mode.lower()}", "SVMClassifier", X, post_transform=mode, **two)
    case("svm_classifier_binary_probabilities", "SVMClassifier", X, prob_a=[-1.1], prob_b=[0.1], **two)
    case("svm_classifier_no_vectors", "SVMClassifier", X, coefficients=[1.0, -0.5, 0.3, 0.2, -0.4, 0.6, 0.1, 0.9, 0.0], rho=[0.1],
         classlabels_ints=[5, 7, 9], kernel_type="LINEAR", kernel_params=[0.0, 0.0, 0.0], outputs=labelled())


MODES = ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"]


def forest(votes, prefix, modes=("BRANCH_LEQ",), missing=False):
    """Two trees of 3 inner nodes and 4 leaves each; `votes` gives the (id, weight) pairs of each of the 8 leaves."""
    nodes = {key: [] for key in ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids", "falsenodeids",
                                 "missing_value_tracks_true")}
    out = {f"{prefix}_{key}": [] for key in ("treeids", "nodeids", "ids", "weights")}
    for tree in range(2):
        for node in range(7):
            leaf = node >= 3
            row = {"treeids": tree, "nodeids": node, "featureids": 0 if leaf else (tree + node) % 3,
                   "values": 0.0 if leaf else round(0.3 * node - 0.2 * tree, 3),
                   "modes": "LEAF" if leaf else modes[(tree * 3 + node) % len(modes)],
                   "truenodeids": 0 if leaf else 2 * node + 1, "falsenodeids": 0 if leaf else 2 * node + 2,
                   "missing_value_tracks_true": int(missing and (tree + node) % 2 == 0)}
            for key, value in row.items():
                nodes[key].append(value)
            for identity, weight in votes[tree * 4 + node - 3] if leaf else ():
                for key, value in zip(("treeids", "nodeids", "ids", "weights"), (tree, node, identity, weight)):
                    out[f"{prefix}_{key}"].append(value)
    return {**{f"nodes_{key}": value for key, value in nodes.items()}, **out}


def trees():
    rows = np.vstack([X, [[np.nan, 0.1, -0.2]], [[0.3, np.nan, np.nan]], [[0, 0.3, 0.6]]]).astype(np.float32)
    # Sums stay away from 0.5, where onnxruntime's PROBIT has few digits.
    weights = RNG.uniform(0.05, 0.22, size=(8, 3)).astype(np.float32).astype(float).tolist()
    each = [list(enumerate(w)) for w in weights]
    first = [[(0, 2 * w[0])] for w in weights]
    mixed = [[(0, w[0] - 0.14)] for w in weights]
    for mode in TRANSFORMS:
        low = mode.lower()
        case(f"tree_regressor_{low}", "TreeEnsembleRegressor", rows, n_targets=3, post_transform=mode, **forest(each, "target"))
        case(f"tree_classifier_{low}", "TreeEnsembleClassifier", rows, classlabels_int64s=[7, 8, 9], post_transform=mode,
             outputs=labelled(), **forest(each, "class"))
    for aggregate in ("SUM", "AVERAGE", "MIN", "MAX"):
        case(f"tree_regressor_{aggregate.lower()}_base", "TreeEnsembleRegressor", rows, n_targets=3, aggregate_function=aggregate,
             base_values=[0.5, -1.0, 2.0], **forest(each, "target"))
    case("tree_regressor_one_target", "TreeEnsembleRegressor", rows, n_targets=1, base_values=[0.25], **forest(first, "target"))
    case("tree_regressor_missing", "TreeEnsembleRegressor", rows, n_targets=1, **forest(first, "target", missing=True))
    for mode in MODES:
        case(f"tree_regressor_{mode.lower()}", "TreeEnsembleRegressor", rows, n_targets=1, **forest(first, "target", modes=(mode,)))
    case("tree_regressor_all_modes", "TreeEnsembleRegressor", rows, n_targets=1, **forest(first, "target", modes=MODES))
    case("tree_classifier_integers", "TreeEnsembleClassifier", np.array([[0, 1, -1], [1, 0, 2]]), classlabels_int64s=[7, 8, 9],
         outputs=labelled(), **forest(each, "class"))
    case("tree_classifier_base", "TreeEnsembleClassifier", rows, classlabels_strings=["a", "b", "c"], base_values=[0.1, 0.2, 0.3],
         outputs=labelled(TensorProto.STRING), **forest(each, "class"))
    for name, votes in (("probability", first), ("score", mixed)):
        for mode in ("NONE", "LOGISTIC"):
            case(f"tree_classifier_binary_{name}_{mode.lower()}", "TreeEnsembleClassifier", rows, classlabels_int64s=[4, 6],
                 post_transform=mode, outputs=labelled(), **forest(votes, "class"))
    case("tree_classifier_binary_base", "TreeEnsembleClassifier", rows, classlabels_int64s=[4, 6], base_values=[0.05],
         outputs=labelled(), **forest(mixed, "class"))


if __name__ == "__main__":
    distances()
    encoders()
    scalers()
    linear()
    vectors()
    trees()
