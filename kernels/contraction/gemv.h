// Products with few rows: the time is that of reading the right side once.
//
// A unit of work is one panel of one batch entry. Several panels are read side by side, so that
// there are enough sums to keep the multipliers busy and enough loads under way; every panel is
// summed by itself, whatever its neighbours.
#pragma once

#include "kernels/contraction/gemm.h"

namespace ingot::kernels::contraction {

/// Sums that fit into the registers beside the operands.
#if defined(__AVX__) && INGOT_VECTOR_BYTES == 32
inline constexpr int sumRegisters = 12;
#else
inline constexpr int sumRegisters = 24;
#endif

/// Panels that are read side by side by R rows of V vectors.
template <int R, int V>
inline constexpr int panelsTogether = R * V * 4 <= sumRegisters   ? 4
                                      : R * V * 2 <= sumRegisters ? 2
                                                                  : 1;

/// One block of the depth for R rows and P panels, `panelSize` elements apart.
template <int P, int R, int V, typename Number>
INGOT_INLINE void addPanels(Vector (&sums)[P][R][V], const float *const (&rows)[R], const Number *b,
                            int64_t panelSize, int64_t depth) {
  int64_t k = 0;
#if defined(__aarch64__) && INGOT_VECTOR_BYTES == 16
  INGOT_ROLLED
  for (; k + 2 <= depth; k += 2) {
    INGOT_UNROLL
    for (int p = 0; p < P; ++p)
      addTwoSteps(sums[p], rows, k, b + p * panelSize + k * V * lanes);
  }
#endif
  INGOT_ROLLED
  for (; k < depth; ++k) {
    INGOT_UNROLL
    for (int p = 0; p < P; ++p)
      addStep(sums[p], rows, k, b + p * panelSize + k * V * lanes);
  }
}

/// P panels of one batch entry from panel `panel` on.
template <int R, int V, int P, typename Number>
INGOT_INLINE void gemvPanels(const float *a, const Number *b, void *y, const void *context,
                             const ProductSizes &s, int64_t entry, int64_t panel) {
  constexpr int64_t panelColumns = V * lanes;
  const int64_t block = depthBlock(s.depth), panelSize = s.depth * panelColumns;
  const int64_t blocks = block ? ceilDiv(s.depth, block) : 1;
  const bool waits = s.yBytes == 4;
  float waiting[P * R * panelColumns];
  INGOT_ROLLED
  for (int64_t i = 0; i < blocks; ++i) {
    int64_t k = i * block;
    const float *rows[R];
    INGOT_UNROLL
    for (int r = 0; r < R; ++r)
      rows[r] = a + entry * s.aBatch + r * s.aPitch + k;
    Vector sums[P][R][V];
    INGOT_UNROLL
    for (int p = 0; p < P; ++p)
      clear(sums[p]);
    addPanels(sums, rows, b + entry * s.bBatch + panel * panelSize + k * panelColumns, panelSize,
              least(block, s.depth - k));
    INGOT_UNROLL
    for (int p = 0; p < P; ++p) {
      Destination to =
          destinationOf(y, context, s, panelColumns, entry, 0, (panel + p) * panelColumns);
      to.first = blocks == 1 || i == 0, to.last = blocks == 1 || i == blocks - 1;
      if (!waits)
        to.waiting = waiting + p * R * panelColumns, to.waitingPitch = panelColumns;
      finish(sums[p], to);
    }
  }
}

template <int P> struct Together {
  static constexpr int panels = P;
};

/// Calls f(Height, Together, entry, first panel) for the panels [begin, end) of a product of at
/// most R rows, a panel being V registers wide and `panelColumns` columns; f as for withHeight.
template <int R, int V, typename Sizes, typename F>
INGOT_INLINE void forEachPanels(const Sizes &s, int64_t panelColumns, int64_t begin, int64_t end,
                                const F &f) {
  const int64_t panels = ceilDiv(s.columns, panelColumns);
  withHeight<R>(s.rows, [=](auto height) INGOT_INLINED {
    constexpr int together = panelsTogether<decltype(height)::rows, V>;
    INGOT_ROLLED
    for (int64_t unit = begin; unit < end;) {
      int64_t entry = unit / panels, panel = unit - entry * panels;
      int64_t stop = least(panels, panel + end - unit);
      unit += stop - panel;
      INGOT_ROLLED
      for (; panel + together <= stop; panel += together)
        f(height, Together<together>(), entry, panel);
      if constexpr (together > 1) {
        INGOT_ROLLED
        for (; panel < stop; ++panel)
          f(height, Together<1>(), entry, panel);
      }
    }
  });
}

/// Units [begin, end) of a product of at most R rows with panels of V vectors of `Number`.
template <typename Number, int R, int V>
INGOT_INLINE void gemv(const float *a, const Number *b, void *y, const void *context,
                       const ProductSizes &s, int64_t begin, int64_t end) {
  forEachPanels<R, V>(s, V * lanes, begin, end,
                      [=](auto height, auto together, int64_t entry, int64_t panel) INGOT_INLINED {
                        gemvPanels<decltype(height)::rows, V, decltype(together)::panels>(
                            a, b, y, context, s, entry, panel);
                      });
}

} // namespace ingot::kernels::contraction
