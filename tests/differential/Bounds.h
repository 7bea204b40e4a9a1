// Bounds: every number that the judges of this folder go by.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ingot::differential::bounds {

//===--------------------------------------------------------------------------------------------===//
// What rounding explains (Rounding.h)
//===--------------------------------------------------------------------------------------------===//

/// Units in the last place of f32 or f64 by which a draw changes a result, each way: the two that a
/// function of an operator may be off.
inline constexpr int64_t mostUnits = 2;
/// A sum of equal terms drifts, since every addition rounds the same way: a unit more for so many
/// terms, up to the length of the blocks that kernels sum in.
inline constexpr int64_t termsOfADrift = 8, longestSum = 256;
/// Draws for every graph, and for one that they do not explain.
inline constexpr int draws[] = {64, 512};
/// A float may lie outside of what the draws gave by this part of the width of that.
inline constexpr double widening = 0.5;
/// An integer that the draws give more values than this is held to lie among them, no more.
inline constexpr size_t mostIntegers = 64;
/// What underflow may lose: a few units of the smallest f32.
inline constexpr double lostToUnderflow = 8 * 0x1p-149;
/// A fast exponential below this, e^-87, may be 0.
inline constexpr double leastExponential = 1.6459e-38;
/// A sum of this size may be beyond the largest f32 in some order: a sixty-fourth of that.
inline constexpr double overflowsOnTheWay = 0x1p122;

//===--------------------------------------------------------------------------------------------===//
// How sharp a run of random graphs must be (Sharpness.h)
//===--------------------------------------------------------------------------------------------===//

/// A run of fewer graphs says nothing about the judge, and only one of many is held to the shares
/// and widths that a single odd graph can spoil.
inline constexpr int64_t fewestGraphs = 8, manyGraphs = 96;
/// The width of what is allowed, relative to the value, for half of the f32 and f64 elements.
/// Measured: 2^-18.
inline constexpr double medianWidth = 0x1p-16;
/// The share of all elements that are judged by their value: what is allowed is not as wide as the
/// value itself, nor infinities beside numbers. Measured: 0.997.
inline constexpr double leastJudged = 0.9;
/// In many graphs: the width for nineteen of twenty elements of f32 and f64. Measured: 2^-15.
inline constexpr double width95 = 0x1p-12;
/// In many graphs: the share of f16 and bf16 elements of which just one value is allowed. Measured:
/// 0.974.
inline constexpr double exactHalves = 0.9;
/// In many graphs: the same of integers and truth values. Measured: 0.985.
inline constexpr double exactIntegers = 0.9;

/// Units in the last place by which a planted error changes an f32 or f64; other types by one.
inline constexpr int64_t plantedUnits = 64;
/// The share of planted errors that is caught. Measured: 0.878, 0.981 and 1.
inline constexpr double caughtFloats = 0.8;
inline constexpr double caughtHalves = 0.95;
inline constexpr double caughtIntegers = 0.99;

//===--------------------------------------------------------------------------------------------===//
// How much must run
//===--------------------------------------------------------------------------------------------===//

/// The share of the models of a suite that run as they are; random graphs must all run.
inline constexpr double leastRun = 0.99;

} // namespace ingot::differential::bounds
