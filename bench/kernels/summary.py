#!/usr/bin/env python3
"""Prints the rows of `bench_kernels --benchmark_format=csv`, and of each kind of layer the geometric mean over the
kernels that are best.

usage: bench_kernels --benchmark_format=csv | bench/kernels/summary.py
"""
import csv
import math
import sys


def main():
    best = {}
    for row in csv.DictReader(sys.stdin):
        name, share = row["name"].replace("/manual_time", ""), float(row["%peak"])
        print(f"{name:62s} {float(row['GFLOPS']):7.2f} GFLOPS {share:6.1f} % {float(row['GB/s']):6.1f} GB/s"
              f" {float(row['best_us']):9.1f} us")
        layer = name.rsplit(" ", 1)[0]
        best[layer] = max(share, best.get(layer, 0))
    kinds = {}
    for layer, share in best.items():
        kinds.setdefault(layer.split()[0], []).append(share)
    for kind, shares in kinds.items():
        mean = math.exp(sum(math.log(share) for share in shares) / len(shares))
        print(f"{kind}: {len(shares)} layers, {mean:.1f} % of the peak (geometric mean)")


if __name__ == "__main__":
    main()
