// What callers of the kernels of Fourier transforms must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::signal {

#define INGOT_DFT_SIZES(X)                                                                         \
  X(outer)                                                                                         \
  X(frames)                                                                                        \
  X(inner)                                                                                         \
  X(read)                                                                                          \
  X(parts)                                                                                         \
  X(xOuter)                                                                                        \
  X(xFrame)                                                                                        \
  X(n)                                                                                             \
  X(out)                                                                                           \
  X(outParts)                                                                                      \
  X(inverse)                                                                                       \
  X(toReal)                                                                                        \
  X(hasWindow)                                                                                     \
  X(bytes)                                                                                         \
  X(tables)                                                                                        \
  X(room)                                                                                          \
  X(blocks)

/// Transforms of length n of lines of x. A line is `read` numbers of one or two parts, with zeros
/// behind them, times the window if there is one; lines [outer, frames, inner] begin xOuter, xFrame
/// and `parts` elements apart, their numbers are inner * parts apart. `toReal`: the numbers are the
/// lower half of a spectrum whose signal is real. The first `out` numbers of a result go to y
/// [outer, frames, out, inner, outParts].
///
/// `tables` are numbers made for n, `room` those a unit works on, and `blocks` the units there are.
struct DftSizes {
  INGOT_SIZES(INGOT_DFT_SIZES)
  INGOT_INLINE constexpr int64_t lines() const { return outer * frames * inner; }
};

/// Elements of x, window and y are f32 or f64, of `bytes`; those of tables and scratch have
/// `Bytes`. Unit: a block of lines.
template <int Bytes> struct Dft {
  using Sizes = DftSizes;
  static constexpr Operand operands[] = {{"x", Role::In},
                                         {"window", Role::In},
                                         {"tables", Role::In},
                                         {"scratch", Role::Out},
                                         {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.blocks; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t last = (s.outer - 1) * s.xOuter + (s.frames - 1) * s.xFrame;
    extents[0] = {0, (last + s.read * s.inner * s.parts) * s.bytes};
    extents[1] = {0, s.hasWindow != 0 ? s.n * s.bytes : 0};
    extents[2] = {0, s.tables * 2 * Bytes};
    extents[3] = {begin * s.room * 2 * Bytes, end * s.room * 2 * Bytes};
    extents[4] = {0, s.lines() * s.out * s.outParts * s.bytes};
  }
};

} // namespace ingot::kernels::signal
