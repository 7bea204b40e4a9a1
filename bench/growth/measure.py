#!/usr/bin/env python3
"""Measures how compile time and memory grow with the length of a model, and fails where they grow too fast.

    python3 bench/growth/measure.py build/bin/ingot [--lengths 1000,10000,100000] [--kinds products,...] [--keep FOLDER]

Every row is one compilation in a process of its own: seconds of each stage, of all of it and of the processor, the most
memory it held, microseconds of optimizing a node, and how many times the processor's seconds of a tenth of the nodes it
took. Ten times the nodes may take twelve times as long; optimizing may take 200 us a node.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import chains

STAGES = ["import", "specialize", "optimize", "lower", "memory", "code", "link"]
MOST_GROWTH, MOST_OPTIMIZE_US = 12, 200


def compiled(ingot, path, extra):
    """Seconds by stage, in all and of the processor, and bytes held at most by a process that compiles the model."""
    report = path + ".json"
    start = time.monotonic()
    process = subprocess.Popen([ingot, "compile", path, "--json=" + report, *extra], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    if process.returncode != 0:
        sys.exit(f"{ingot} compile {path}: exit code {process.returncode}")
    with open(report) as file:
        found = json.load(file)
    os.remove(report)
    stages = dict(found["compile_stages"], **{"import": found["load_seconds"]})
    return stages, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def row(cells):
    print("  ".join(cell.ljust(11) if i == 0 else cell.rjust(10) for i, cell in enumerate(cells)), flush=True)


def measure(options, kind, folder, problems):
    before = None
    for length in options.lengths:
        chain = chains.KINDS[kind](length)
        path = os.path.join(folder, f"{kind}-{length}.onnx")
        with open(path, "wb") as file:
            file.write(chain.model())
        runs = [compiled(options.ingot, path, options.extra) for _ in range(options.repeat)]
        stages, seconds, processor, memory = min(runs, key=lambda run: run[1])
        if not options.keep:
            os.remove(path)
        perNode = stages["optimize"] / chain.count * 1e6
        growth = processor / before[1] / (chain.count / before[0]) * 10 if before else None
        row([kind, str(chain.count)] + [f"{stages.get(stage, 0):.3f}" for stage in STAGES]
            + [f"{seconds:.3f}", f"{processor:.3f}", f"{memory / 2**20:.0f}", f"{perNode:.0f}", f"{growth:.1f}" if growth else ""])
        if growth and growth > options.most_growth:
            problems.append(f"{kind}: {chain.count} nodes take {growth:.1f} times as long as a tenth of them")
        if perNode > options.most_optimize:
            problems.append(f"{kind}: {chain.count} nodes take {perNode:.0f} us each to optimize")
        before = (chain.count, processor)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ingot", help="the tool to measure")
    parser.add_argument("--lengths", type=lambda t: [int(n) for n in t.split(",")], default=[1000, 10000, 100000],
                        help="nodes of the models, shortest first")
    parser.add_argument("--kinds", type=lambda t: t.split(","), default=list(chains.KINDS))
    parser.add_argument("--most-growth", type=float, default=MOST_GROWTH, help="of ten times the nodes")
    parser.add_argument("--most-optimize", type=float, default=MOST_OPTIMIZE_US, help="microseconds a node")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each, of which the fastest counts")
    parser.add_argument("--keep", metavar="FOLDER", help="leave the models there")
    options, options.extra = parser.parse_known_args()
    unknown = set(options.kinds) - set(chains.KINDS)
    if unknown:
        parser.error(f"no kind {', '.join(sorted(unknown))}; the kinds are {', '.join(chains.KINDS)}")
    row(["kind", "nodes"] + STAGES + ["all s", "cpu s", "MiB", "opt us", "per 10x"])
    problems = []
    with tempfile.TemporaryDirectory() as scratch:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        for kind in options.kinds:
            measure(options, kind, options.keep or scratch, problems)
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
