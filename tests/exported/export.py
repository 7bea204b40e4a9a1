#!/usr/bin/env python3
"""Exports networks the way users do and writes them as backend tests with ONNX Runtime's answers.

    python export.py DIRECTORY [NAME...] [--variants=f32,f16,int8,int8-operators,int8-dynamic,int4]

Each test is a folder exported/NAME_EXPORTER[_VARIANT] with model.onnx and a data set for each set of input sizes, so
that open dimensions are exercised. `ingot-conformance --suite=DIRECTORY` runs them, judge.py says more about each.
Needs the packages of requirements.txt.
"""
import argparse
import contextlib
import inspect
import logging
import multiprocessing
import sys
import tempfile
import warnings
from pathlib import Path

import numpy
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[2] / "bench" / "models"))
from networks.base import EXPORTERS  # noqa: E402
from networks import EXPORTS  # noqa: E402
from variants import VARIANTS  # noqa: E402


def settle(model, inputs):
    """Gives batch normalizations the statistics of what reaches them, as training would."""
    norms = [module for module in model.modules() if isinstance(module, nn.BatchNorm2d)]
    for norm in norms:
        norm.train().momentum = 1.0
    if norms:
        with torch.no_grad():
            model(*inputs)
    return model.eval()


def open_sizes(export):
    """The open sizes in the form of torch.export: the tensors that forward takes as `*name` are one argument."""
    shapes = [dict.fromkeys(export.axes.get(port, {}), torch.export.Dim.DYNAMIC) for port in export.inputs]
    kinds = [parameter.kind for parameter in inspect.signature(export.module.forward).parameters.values()]
    single = kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return (*shapes[:single], *([tuple(shapes[single:])] if len(kinds) > single else []))


def to_onnx(export, exporter, path):
    options = {"input_names": list(export.inputs), "output_names": export.outputs, "verbose": False}
    values = tuple(export.inputs.values())
    if exporter == "torchscript":
        torch.onnx.export(
            export.module, values, str(path), dynamo=False, dynamic_axes=export.axes, opset_version=export.opset,
            **options,
        )
    else:
        torch.onnx.export(
            export.module, values, str(path), dynamo=True, dynamic_shapes=open_sizes(export), external_data=False,
            **options,
        )


def with_answers(path, sets):
    """The sets of inputs with ONNX Runtime's outputs, less those of sizes that the exporter did not keep open."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    known = [(sets[0], session.run(None, sets[0]))]
    for inputs in sets[1:]:
        with contextlib.suppress(onnxruntime.capi.onnxruntime_pybind11_state.Fail):
            known.append((inputs, session.run(None, inputs)))
    return known


def write_values(folder, prefix, values):
    for index, value in enumerate(values):
        proto = numpy_helper.from_array(numpy.asarray(value, order="C"))
        (folder / f"{prefix}_{index}.pb").write_bytes(proto.SerializeToString())


def write_test(folder, path, sets):
    """The model at path with its inputs and outputs as a backend test. An exporter drops inputs that it has no use
    for."""
    model = onnx.load(path)
    ports = [port.name for port in model.graph.input]
    sets = [{name: inputs[name] for name in ports} for inputs in sets]
    known = with_answers(path, sets)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    for index, (inputs, outputs) in enumerate(known):
        data = folder / f"test_data_set_{index}"
        data.mkdir(exist_ok=True)
        write_values(data, "input", inputs.values())
        write_values(data, "output", outputs)
    print(f"{folder.name}: {len(model.graph.node)} nodes, {len(known)} data sets", flush=True)


def write_variant(variant, source, sets, folder):
    target = source
    if variant != "f32":
        target = source.with_name("variant.onnx")
        VARIANTS[variant](source, target, sets)
    write_test(folder, target, sets)


def in_process(work, *arguments):
    """Does the work in a process of its own, since the tools sometimes end the one that they are in. Gives why it
    failed, or nothing."""
    answers = multiprocessing.get_context("fork").SimpleQueue()

    def call():
        try:
            work(*arguments)
            answers.put("")
        except Exception as error:
            answers.put(first_line(error))

    process = multiprocessing.get_context("fork").Process(target=call)
    process.start()
    process.join()
    return f"the process ended with {process.exitcode}" if answers.empty() else answers.get()


def first_line(error):
    return f"{type(error).__name__}: {(str(error).strip().splitlines() or ['no message'])[0][:300]}"


def export_network(name, variants, directory):
    """Writes the tests of a network; yields what could not be written and why."""
    for exporter in EXPORTERS:
        torch.manual_seed(1)
        export = EXPORTS[name]()
        if exporter not in export.exporters:
            continue
        settle(export.module.eval(), tuple(export.inputs.values()))
        sets = [{key: value.numpy() for key, value in inputs.items()} for inputs in (export.inputs, *export.further)]
        with tempfile.TemporaryDirectory() as scratch:
            source = Path(scratch) / "f32.onnx"
            try:
                to_onnx(export, exporter, source)
            except Exception as error:
                yield f"{name}_{exporter}", first_line(error)
                continue
            for variant in variants:
                test = f"{name}_{exporter}" + (f"_{variant}" if variant != "f32" else "")
                failure = in_process(write_variant, variant, source, sets, directory / test)
                if failure:
                    yield test, failure


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path, help="where the tests go; made if it is not there")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"default: all of {', '.join(EXPORTS)}")
    parser.add_argument("--variants", default="f32", help=f"which of f32, {', '.join(VARIANTS)}; default: f32")
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    failed = 0
    for name in arguments.names or EXPORTS:
        for test, reason in export_network(name, arguments.variants.split(","), arguments.directory / "exported"):
            failed += 1
            print(f"{test}: not written: {reason}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
