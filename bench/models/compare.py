#!/usr/bin/env python3
"""Latency of Ingot, ONNX Runtime and OpenVINO on the same models and inputs, taking turns so that all see the same
machine.

    python compare.py --ingot=build/bin/ingot --threads=2 --rounds=5 --seconds=3 MODEL.onnx...

For each model: the minimum in ms, and the median of the turns' medians; how many times faster Ingot is than the best of
the others; the time that its multiply-accumulates take at the peak, and the share of the peak that Ingot's minimum
reaches; the largest difference between Ingot's outputs and ONNX Runtime's, as a part of the largest value of that
output. A model that fails or is wrong is named with the reason, and the run goes on; the exit code is then 1.
Needs onnx, onnxruntime and numpy; OpenVINO takes part where it is installed.
"""
import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path

import numpy

from inputs import make_inputs
from peers import Ingot, OnnxRuntime, OpenVino, Unavailable, measure_peak, reason

PEERS = [OnnxRuntime, OpenVino]


def largest_error(ours, theirs):
    """The largest difference of any output, relative to that output's largest value; infinite for other shapes and for
    values that are finite on one side only."""
    if [value.shape for value in ours] != [value.shape for value in theirs]:
        return float("inf")
    worst = 0.0
    for mine, value in zip(ours, theirs):
        mine, value = mine.astype(numpy.float64), value.astype(numpy.float64)
        finite = numpy.isfinite(value)
        if not numpy.array_equal(mine[~finite], value[~finite], equal_nan=True):
            return float("inf")
        if not numpy.isfinite(mine[finite]).all():
            return float("inf")
        if finite.any():
            difference = numpy.abs(mine[finite] - value[finite]).max()
            worst = max(worst, difference / max(numpy.abs(value[finite]).max(), 1e-30))
    return float(worst)


def take_turns(systems, rounds, seconds):
    """The minimum and the median in ms of each system, by name."""
    turns = {system.name: [] for system in systems}
    for _ in range(rounds):
        for system in systems:
            turns[system.name].append(system.measure(seconds))
    return {
        name: {"min": min(low for low, _ in rows), "median": statistics.median(middle for _, middle in rows)}
        for name, rows in turns.items()
    }


def compare(model, arguments, row):
    """Fills the row of a model."""
    inputs = make_inputs(model, arguments.dim)
    peers = []
    for peer in PEERS:
        try:
            peers.append(peer(model, inputs, arguments.threads))
        except Exception as error:
            row["notes"].append(f"{peer.name}: {explain(error)}")
    with tempfile.TemporaryDirectory() as folder:
        ingot = Ingot(arguments.ingot, model, inputs, arguments.threads, folder)
        row["macs"] = ingot.macs()
        row["limit_ms"] = 2e-6 * row["macs"] / arguments.peak
        outputs = ingot.run()
        reference = next((peer for peer in peers if isinstance(peer, OnnxRuntime)), None)
        if reference:
            row["error"] = largest_error(outputs, reference.outputs)
        row["ms"] = take_turns([ingot, *peers], arguments.rounds, arguments.seconds)
        row["compile_seconds"] = ingot.compile_seconds
    ours = row["ms"][Ingot.name]
    row["share"] = row["limit_ms"] / ours["min"]
    if peers:
        row["ratio"] = {key: min(row["ms"][peer.name][key] for peer in peers) / ours[key] for key in ours}
    if row.get("error", 0) > arguments.tolerance:
        row["failure"] = f"the outputs differ from ONNX Runtime's by {row['error']:.1e}"


def explain(error):
    return str(error) if isinstance(error, Unavailable) else f"{type(error).__name__}: {reason(str(error))}"


def cell(value, width, form):
    return f" {'-':>{width}}" if value is None else f" {value:{width}{form}}"


def milliseconds(value):
    return cell(value, 8, ".3f" if value and value < 1 else ".2f")


def print_heading():
    names = [Ingot.name, *(peer.name for peer in PEERS)]
    systems = "".join(f" {name:^17}" for name in names)
    print(f"{'':16}{systems} {'ratio':^13} {'limit':>8} {'share':>6} {'error':>8}")
    print(f"{'model':16}" + f" {'min':>8} {'median':>8}" * len(names) + f" {'min':>6} {'median':>6} {'ms':>8}")


def print_row(row):
    text = f"{row['model']:16}"
    for system in (Ingot, *PEERS):
        times = row["ms"].get(system.name, {})
        text += milliseconds(times.get("min")) + milliseconds(times.get("median"))
    text += cell(row["ratio"].get("min"), 6, ".2f") + cell(row["ratio"].get("median"), 6, ".2f")
    text += milliseconds(row.get("limit_ms")) + cell(row.get("share"), 6, ".0%") + cell(row.get("error"), 8, ".1e")
    print(text + (f"  FAILED: {row['failure']}" if row["failure"] else ""), flush=True)


def size(text):
    name, _, number = text.partition("=")
    return name, int(number)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ingot", default="build/bin/ingot", help="the program; default: build/bin/ingot")
    parser.add_argument("--threads", type=int, default=2, help="of every system; default: 2")
    parser.add_argument("--rounds", type=int, default=5, help="turns of every system on a model; default: 5")
    parser.add_argument("--seconds", type=float, default=3, help="that a turn lasts; default: 3")
    parser.add_argument(
        "--dim", type=size, action="append", default=[], metavar="NAME=SIZE",
        help="size of a named dimension; default: 128 for lengths, 224 for heights and widths, otherwise 1",
    )
    parser.add_argument(
        "--peak", type=float, metavar="GFLOPS",
        help="operations a second of all threads together; default: measured by a matrix product of numpy in f32, "
        "which is too low on a machine that does other work",
    )
    parser.add_argument(
        "--tolerance", type=float, default=1e-3,
        help="error above which a model fails; default: 1e-3, for f32. Systems round f16 and int8 in other places and "
        "then differ by some hundredths",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all of it there, too")
    parser.add_argument("models", nargs="+", type=Path, metavar="MODEL.onnx")
    arguments = parser.parse_args()
    arguments.dim = dict(arguments.dim)
    return arguments


def main():
    arguments = parse()
    given = arguments.peak is not None
    arguments.peak = arguments.peak or measure_peak(arguments.threads)
    print(f"{arguments.threads} threads; peak {arguments.peak:.0f} GFLOPS ({'given' if given else 'measured in f32'})")
    print_heading()
    rows = []
    for model in arguments.models:
        row = {"model": model.stem, "ms": {}, "ratio": {}, "failure": None, "notes": []}
        try:
            compare(model, arguments, row)
        except Exception as error:
            row["failure"] = explain(error)
        rows.append(row)
        print_row(row)
    mean, good = {}, [row["ratio"] for row in rows if row["ratio"] and not row["failure"]]
    if good:
        mean = {key: statistics.geometric_mean(ratio[key] for ratio in good) for key in good[0]}
        print(f"geometric mean of {len(good)} models: {mean['min']:.2f} by minima, {mean['median']:.2f} by medians")
    for row in rows:
        for note in row["notes"]:
            print(f"{row['model']}: {note}")
    if arguments.json:
        head = {key: getattr(arguments, key) for key in ("threads", "rounds", "seconds")}
        head |= {"peak_gflops": arguments.peak, "geometric_mean": mean, "models": rows}
        arguments.json.write_text(json.dumps(head, indent=1) + "\n")
    return any(row["failure"] for row in rows)


if __name__ == "__main__":
    sys.exit(main())
