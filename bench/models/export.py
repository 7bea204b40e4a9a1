#!/usr/bin/env python3
"""Writes the networks that speed is measured on as exporters write them, with random weights from a fixed seed.

    python export.py DIRECTORY [NAME...] [--variants=f32,f16,int8,int8-operators,int8-dynamic,int4]

The variant f32 of a network is NAME.onnx, any other NAME.VARIANT.onnx. Needs the packages of requirements.txt.
"""
import argparse
import sys
from pathlib import Path

import torch
from torch import nn

from networks import NETWORKS
from variants import VARIANTS, Unsuitable, random_inputs, refuse_if_large


def settle(model, inputs):
    """Gives batch normalizations the statistics of what reaches them, as training would, so that values keep their
    size through all layers."""
    norms = [module for module in model.modules() if isinstance(module, nn.BatchNorm2d)]
    for norm in norms:
        nn.init.uniform_(norm.weight, 0.8, 1.2)
        nn.init.normal_(norm.bias, std=0.1)
        norm.train().momentum = 1.0
    if norms:
        with torch.no_grad():
            model(*inputs)


def export(name, path):
    torch.manual_seed(1)
    model, inputs = NETWORKS[name]()
    names, values = list(inputs), tuple(inputs.values())
    settle(model.eval(), values)
    torch.onnx.export(
        model.eval(), values, str(path), input_names=names, dynamo=True, external_data=False, verbose=False
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path, help="where the models go; made if it is not there")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"default: all of {', '.join(NETWORKS)}")
    parser.add_argument("--variants", default="f32", help=f"which of f32, {', '.join(VARIANTS)}; default: f32")
    arguments = parser.parse_args()
    variants = arguments.variants.split(",")
    for kind, given, known in (("network", arguments.names, NETWORKS), ("variant", variants, ["f32", *VARIANTS])):
        unknown = [item for item in given if item not in known]
        if unknown:
            parser.error(f"no {kind} {', '.join(unknown)}; there are {', '.join(known)}")
    arguments.directory.mkdir(parents=True, exist_ok=True)
    failed = False
    for name in arguments.names or NETWORKS:
        source = arguments.directory / f"{name}.onnx"
        if "f32" in variants or not source.exists():
            export(name, source)
            print(source, flush=True)
        for variant in variants:
            if variant == "f32":
                continue
            path = arguments.directory / f"{name}.{variant}.onnx"
            try:
                VARIANTS[variant](source, path, random_inputs(source))
                refuse_if_large(source, path)
                print(path, flush=True)
            except Unsuitable as reason:
                print(f"{path}: not written: {reason}", flush=True)
            except Exception as error:
                failed = True
                print(f"{path}: failed: {type(error).__name__}: {error}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
