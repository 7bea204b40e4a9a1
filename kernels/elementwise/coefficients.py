#!/usr/bin/env python3
"""Fits the polynomials of fast_math.h and prints their coefficients and largest errors.

usage: coefficients.py

Each fit minimizes the largest weighted error on a dense grid (least squares, reweighted until the extremes are level).
Coefficients are rounded to the type they are used in one after the other, lowest power first, and the rest is fitted
again. Needs numpy and mpmath.
"""
import mpmath as m
import numpy

m.mp.dps = 40


def level(basis, values, weights, rounds=300):
    """Coefficients with the smallest largest weighted error, by Lawson's reweighting."""
    scale = numpy.abs(basis).max(axis=0)
    multipliers = numpy.ones(len(values))
    best, best_error = None, numpy.inf
    for _ in range(rounds):
        rows = numpy.sqrt(multipliers) * weights
        solution = numpy.linalg.lstsq((basis / scale) * rows[:, None], values * rows, rcond=None)[0] / scale
        errors = numpy.abs((basis @ solution - values) * weights)
        if errors.max() < best_error:
            best, best_error = solution, errors.max()
        multipliers *= errors / errors.max() + 1e-9
        multipliers /= multipliers.sum()
    return best


def fit(name, function, weight, low, high, degree, rounded=numpy.float32, points=600):
    """The polynomial that comes nearest to function(u) on [low, high], errors being multiplied by weight(u)."""
    middle, half = (low + high) / 2, (high - low) / 2
    grid = [middle + half * m.cos(m.pi * (2 * k + 1) / (2 * points)) for k in range(points)]
    values = numpy.array([float(function(u)) for u in grid])
    weights = numpy.array([float(weight(u)) for u in grid])
    basis = numpy.stack([numpy.array([float(u) for u in grid])**k for k in range(degree + 1)], axis=1)
    fixed = []
    for k in range(degree + 1):
        rest = values - sum((c * basis[:, i] for i, c in enumerate(fixed)), 0 * values)
        fixed.append(float(rounded(level(basis[:, k:], rest, weights)[0])))
    error = numpy.abs((basis @ numpy.array(fixed) - values) * weights).max()
    digits, suffix = (9, "f") if rounded is numpy.float32 else (17, "")
    print(f"{name}: error 2^{numpy.log2(error):.1f}")
    print("  " + ", ".join(f"{c:.{digits}g}{suffix}" for c in fixed), flush=True)


def fit_odd(name, function, high, degree, rounded=numpy.float32):
    """function(x) = x + x^3 P(x^2) from 0 to high."""
    fit(name, lambda u: (function(m.sqrt(u)) - m.sqrt(u)) / m.sqrt(u)**3, lambda u: m.sqrt(u)**3 / function(m.sqrt(u)),
        0, m.mpf(high)**2, degree, rounded)


def main():
    half_log2, root = m.log(2) / 2 * m.mpf("1.002"), m.sqrt(m.mpf(0.5))
    # exp(r) = 1 + r + r^2 P(r)
    exp_tail = lambda r: (m.expm1(r) - r) / r**2
    fit("exp", exp_tail, lambda r: abs(r**2 / m.exp(r)), -half_log2, half_log2, 4)
    fit("expm1", exp_tail, lambda r: abs(r**2 / m.expm1(r)), -half_log2, half_log2, 5)
    fit("exp2, double", exp_tail, lambda r: r**2 / m.exp(r), -half_log2, half_log2, 6, numpy.float64)
    fit("2^r", lambda r: m.mpf(2)**r, lambda r: m.mpf(2)**-r, m.mpf(-0.5), m.mpf(0.5), 6)
    # log(1 + f) = f - f^2/2 + f^3 P(f)
    fit("log", lambda f: (m.log1p(f) - f + f**2 / 2) / f**3, lambda f: abs(f**3 / m.log1p(f)), root - 1, 2 * root - 1, 7)
    # log((1 + s) / (1 - s)) = 2s + s^3 P(s^2)
    log_tail = lambda u: (2 * m.atanh(m.sqrt(u)) - 2 * m.sqrt(u)) / m.sqrt(u)**3
    log_weight = lambda u: m.sqrt(u)**3 / m.atanh(m.sqrt(u))
    fit("softplus, with t = 2s", log_tail, log_weight, 0, m.mpf(1) / 9, 4)
    s = (1 - root) / (1 + root) * m.mpf("1.0001")
    fit("log, double", log_tail, log_weight, 0, s**2, 6, numpy.float64)

    fit_odd("tanh", m.tanh, 0.625, 4)
    fit_odd("sinh", m.sinh, 1, 3)
    fit_odd("atan", m.atan, 1, 8)
    fit_odd("asin", m.asin, 0.5, 5)
    fit_odd("sin, double", m.sin, m.pi / 4 * 1.0001, 4, numpy.float64)
    # cos(x) = 1 - x^2/2 + x^4 P(x^2)
    fit("cos, double", lambda u: (m.cos(m.sqrt(u)) - 1 + u / 2) / u**2, lambda u: u**2 / m.cos(m.sqrt(u)), 0,
        (m.pi / 4 * 1.0001)**2, 3, numpy.float64)

    # erf(x) = x + x P(x^2), and 1 - exp(-P(x))
    fit("erf, near 0", lambda u: m.erf(m.sqrt(u)) / m.sqrt(u) - 1, lambda u: m.sqrt(u) / m.erf(m.sqrt(u)), 0,
        m.mpf(0.92)**2, 6)
    fit("erf, far", lambda x: -m.log(m.erfc(x)), lambda x: m.erfc(x) / m.erf(x), m.mpf(0.91), 3.93, 7)
    # The normal distribution's probability of less than -x as 2^(x P(x) - 1), its error as a part of x
    fit("gelu", lambda x: m.log(2 * m.ncdf(-x), 2) / x, lambda x: m.ncdf(-x) * m.log(2) * x, m.mpf(0), m.mpf(8), 10)


if __name__ == "__main__":
    main()
