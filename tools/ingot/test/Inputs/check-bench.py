"""Checks what must hold of the figures of a benchmark and of its trace.

usage: check-bench.py BENCH.json TRACE.json
"""
import json
import sys


def check_figures(bench):
    latency = bench["latency_ms"]
    assert list(latency) == ["min", "mean", "p50", "p90", "p95", "p99", "max"], latency
    ordered = [latency[key] for key in ("min", "p50", "p90", "p95", "p99", "max")]
    assert ordered == sorted(ordered) and ordered[0] > 0, latency
    assert latency["min"] <= latency["mean"] <= latency["max"], latency
    assert bench["allocations"] == 0, bench["allocations"]
    assert bench["iterations"] >= 1 and bench["runs_per_second"] > 0
    assert bench["whole"] and bench["segments"] == 1
    assert bench["weight_bytes"] > 0 and bench["code_bytes"] > 0
    assert bench["rss_peak"] >= bench["rss_after_compile"] > 0
    assert sum(bench["compile_stages"].values()) <= bench["compile_seconds"]
    shares = sum(row["share"] for row in bench["operators"])
    assert abs(shares - 1) < 1e-6, shares
    rates = {row["node"]: "gigaflops" in row for row in bench["operators"]}
    assert rates == {"/net/product": True, "/net/softmax": False, "/net/bend": False}, rates


def check_trace(trace):
    slices = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    runs = [event for event in slices if event["cat"] == "run"]
    steps = [event for event in slices if event["cat"] == "code"]
    assert len(runs) >= 3 and len(steps) == 3 * len(runs), (len(runs), len(steps))
    for step in steps:
        assert any(run["ts"] - 1e-3 <= step["ts"] and
                   step["ts"] + step["dur"] <= run["ts"] + run["dur"] + 1e-3 for run in runs), step
        assert step["args"]["kernel"]


def main():
    with open(sys.argv[1]) as bench, open(sys.argv[2]) as trace:
        check_figures(json.load(bench))
        check_trace(json.load(trace))


if __name__ == "__main__":
    main()
