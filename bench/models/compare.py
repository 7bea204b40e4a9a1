#!/usr/bin/env python3
"""Latency of Ingot and of ONNX Runtime on the same models, taking turns so that both see the same machine.

    python compare.py --ingot=build/bin/ingot --threads=2 --rounds=5 --seconds=3 MODEL.onnx...

Prints the minimum and the median of all runs of either, and their ratio. Needs onnxruntime and numpy.
"""
import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy
import onnxruntime


def session_of(model, threads):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    random = numpy.random.default_rng(1)
    feeds = {}
    for port in session.get_inputs():
        shape = [size if isinstance(size, int) else 1 for size in port.shape]
        if port.type == "tensor(int64)":
            feeds[port.name] = random.integers(0, 2, shape, dtype=numpy.int64)
        else:
            feeds[port.name] = random.random(shape, dtype=numpy.float32)
    return session, feeds


def run_peer(session, feeds, seconds):
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        session.run(None, feeds)
        times.append(1e3 * (time.perf_counter() - start))
    return min(times), statistics.median(times)


def run_ingot(program, model, threads, seconds):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [program, "bench", str(model), "--target=cpu", f"--threads={threads}"]
        command += [f"--duration={seconds}", f"--json={file.name}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        latency = json.loads(Path(file.name).read_text())["latency_ms"]
    return latency["min"], latency["p50"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ingot", default="build/bin/ingot")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("models", nargs="+", type=Path)
    arguments = parser.parse_args()
    print(f"{'model':14} {'Ingot min':>10} {'median':>8} {'peer min':>10} {'median':>8} {'min ratio':>10} {'median':>8}")
    for model in arguments.models:
        session, feeds = session_of(model, arguments.threads)
        run_peer(session, feeds, 0.5)
        ours, theirs = [], []
        for _ in range(arguments.rounds):
            ours.append(run_ingot(arguments.ingot, model, arguments.threads, arguments.seconds))
            theirs.append(run_peer(session, feeds, arguments.seconds))
        low = [min(row[0] for row in rows) for rows in (ours, theirs)]
        middle = [statistics.median(row[1] for row in rows) for rows in (ours, theirs)]
        print(
            f"{model.stem:14} {low[0]:10.2f} {middle[0]:8.2f} {low[1]:10.2f} {middle[1]:8.2f}"
            f" {low[0] / low[1]:10.2f} {middle[0] / middle[1]:8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
