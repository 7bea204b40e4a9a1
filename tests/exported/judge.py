#!/usr/bin/env python3
"""How the cpu target does on the tests that export.py wrote: what it compiles, what a run allocates, and how far its
outputs are from the interpreter's and from ONNX Runtime's.

    python judge.py DIRECTORY [FILTER] --ingot=build/bin/ingot

A row for each test; of several data sets the worst. Errors are parts of the largest value of an output; integers and
booleans count as infinitely wrong where one differs. "ok" means that all is compiled, nothing is allocated, and
the outputs agree with the interpreter's, to the last bits or as `ingot diff` judges. The exit code is 1 where a test is
not ok.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import onnx
from onnx import numpy_helper

sys.path.append(str(Path(__file__).resolve().parents[2] / "bench" / "models"))
from compare import largest_error  # noqa: E402
from peers import reason  # noqa: E402


# What f32 sums in another order differ by. Outputs that are nearer to the interpreter's agree; of others, such as those
# of f16, `ingot diff` decides.
EXACT = 1e-5


class Failed(Exception):
    """The tool gave an error instead of an answer."""


def call(program, verb, model, options, accepted=(0,)):
    """What the tool writes as JSON, and its exit code."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [program, verb, str(model), *options, f"--json={file.name}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if done.returncode not in accepted:
            raise Failed(f"ingot {verb} ended with {done.returncode}: {reason(done.stderr)}")
        text = Path(file.name).read_text()
        return json.loads(text) if text else {}, done.returncode


def values(data, prefix):
    files = sorted(data.glob(f"{prefix}_*.pb"), key=lambda file: int(re.search(r"(\d+)\.pb", file.name)[1]))
    return [numpy_helper.to_array(onnx.load_tensor(file)) for file in files]


def error_of(ours, theirs):
    exact = [a for a, b in zip(ours, theirs) if b.dtype.kind in "iub" and not numpy.array_equal(a, b)]
    return float("inf") if exact else largest_error(ours, theirs)


def outputs(arguments, model, inputs, target):
    with tempfile.TemporaryDirectory() as folder:
        options = [f"--target={target}", "--threads=2", *inputs, f"--output-dir={folder}"]
        answer, _ = call(arguments.ingot, "run", model, options)
        return [numpy.load(file) for file in answer["files"]]


def judge(arguments, folder, data, row):
    """Widens the row by what a data set shows."""
    model = folder / "model.onnx"
    ports = [port.name for port in onnx.load(model, load_external_data=False).graph.input]
    inputs = [f"--input={name}=@{data / f'input_{index}.pb'}" for index, name in enumerate(ports)]
    options = ["--target=cpu", "--threads=2", *inputs]
    measured, _ = call(arguments.ingot, "bench", model, [*options, "--iterations=5", "--warmup=3"])
    for key in ("compiled_operators", "compiled_macs"):
        row[key] = min(row[key], measured[key])
    row["allocations"] = max(row["allocations"], measured["allocations"] / 5)
    row["milliseconds"] = max(row["milliseconds"], measured["latency_ms"]["min"])
    found = outputs(arguments, model, inputs, "cpu")
    error = error_of(found, outputs(arguments, model, inputs, "interpreter"))
    row["interpreter"] = max(row["interpreter"], error)
    row["runtime"] = max(row["runtime"], error_of(found, values(data, "output")))
    if error > EXACT:
        _, code = call(arguments.ingot, "diff", model, options, (0, 4))
        row["agrees"] = row["agrees"] and code == 0


def row_of(arguments, folder):
    row = {"name": folder.name, "compiled_operators": 1.0, "compiled_macs": 1.0, "allocations": 0, "milliseconds": 0.0,
           "interpreter": 0.0, "runtime": 0.0, "agrees": True, "failure": None}
    try:
        for data in sorted(folder.glob("test_data_set_*")):
            judge(arguments, folder, data, row)
    except (Failed, subprocess.TimeoutExpired) as error:
        row["failure"] = str(error)
    whole = row["compiled_operators"] == 1 and row["compiled_macs"] == 1 and row["allocations"] == 0
    row["ok"] = whole and row["agrees"] and not row["failure"]
    return row


def print_row(row):
    print(
        f"{row['name']:32} {row['compiled_operators']:9.2%} {row['compiled_macs']:9.2%} {row['allocations']:7.0f} "
        f"{row['interpreter']:9.1e} {row['runtime']:9.1e} {'yes' if row['agrees'] else 'NO':>6} "
        f"{row['milliseconds']:8.3f} {'ok' if row['ok'] else row['failure'] or '-'}", flush=True
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path, help="where export.py wrote its tests")
    parser.add_argument("filter", nargs="?", default="", help="only tests whose name has a match of this expression")
    parser.add_argument("--ingot", default="build/bin/ingot", help="the program; default: build/bin/ingot")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all of it there, too")
    arguments = parser.parse_args()
    print(f"{'test':32} {'operators':>9} {'macs':>9} {'allocs':>7} {'interp.':>9} {'ORT':>9} {'agrees':>6} {'ms':>8}")
    folders = sorted(path.parent for path in arguments.directory.glob("exported/*/model.onnx"))
    rows = []
    for folder in folders:
        if re.search(arguments.filter, folder.name):
            rows.append(row_of(arguments, folder))
            print_row(rows[-1])
    print(f"{sum(row['ok'] for row in rows)} of {len(rows)} ok")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    return not all(row["ok"] for row in rows)


if __name__ == "__main__":
    sys.exit(main())
