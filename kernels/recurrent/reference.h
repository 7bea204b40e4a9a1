// Reference kernels of recurrent layers: steps are computed and states kept in double.
#pragma once

#include "kernels/quantization/reference.h"
#include "kernels/recurrent/activation.h"

namespace ingot::kernels::recurrent {

/// The sizes of a layer and which way it runs.
struct Layer {
  int64_t steps, batch, input, hidden;
  int64_t directions;
  bool reverse; ///< of the first direction; a second one always is
  double clip;  ///< bound of what goes into the activations of gates; infinity for none
};

inline double clipped(double x, double bound) {
  return x > bound ? bound : x < -bound ? -bound : x;
}

/// out[i] += sum over k of matrix[i, k] * vector[k]
template <typename T, typename V>
void addProduct(const T *matrix, const V *vector, int64_t rows, int64_t columns, double *out) {
  for (int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (int64_t k = 0; k < columns; ++k)
      sum += static_cast<double>(matrix[i * columns + k]) * static_cast<double>(vector[k]);
    out[i] += sum;
  }
}

/// out[i] = bias[i], or 0 without a bias.
template <typename T> void setBias(const T *bias, int64_t count, double *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = bias ? static_cast<double>(bias[i]) : 0;
}

/// state = initial state [directions, batch, hidden] at (direction, entry), or 0.
template <typename T>
void loadState(const Layer &l, const T *initial, int64_t direction, int64_t entry, double *state) {
  setBias(initial ? initial + (direction * l.batch + entry) * l.hidden : nullptr, l.hidden, state);
}

template <typename T>
void storeState(const Layer &l, const double *state, int64_t direction, int64_t entry, T *last) {
  for (int64_t i = 0; i < l.hidden; ++i)
    last[(direction * l.batch + entry) * l.hidden + i] = static_cast<T>(state[i]);
}

/// Runs every sequence in every direction. `cell` has begin(direction, entry), a step(direction, x,
/// h) that replaces the hidden state h of `hidden` entries, and end(direction, entry). What y and
/// lastH hold beyond the steps that count stays as it is: zero. Stops when `goOn`, asked before
/// each step, says so.
template <typename T, typename Cell, typename GoOn>
void runSequences(const Layer &l, const T *x, const int64_t *lengths, const T *initialH, Cell &cell,
                  double *h, T *y, T *lastH, GoOn &&goOn) {
  if (l.hidden == 0)
    return; // nothing to compute, however many steps or entries there are
  for (int64_t d = 0; d < l.directions; ++d) {
    bool reverse = d == 1 || l.reverse;
    for (int64_t entry = 0; entry < l.batch; ++entry) {
      int64_t length = lengths ? lengths[entry] : l.steps;
      if (length == 0)
        continue;
      loadState(l, initialH, d, entry, h);
      cell.begin(d, entry);
      for (int64_t step = 0; step < length; ++step) {
        if (!goOn())
          return;
        int64_t t = reverse ? length - 1 - step : step;
        cell.step(d, x + (t * l.batch + entry) * l.input, h);
        T *out = y + ((t * l.directions + d) * l.batch + entry) * l.hidden;
        for (int64_t i = 0; i < l.hidden; ++i)
          out[i] = static_cast<T>(h[i]);
      }
      cell.end(d, entry);
      storeState(l, h, d, entry, lastH);
    }
  }
}

/// The simple layer. `gate` is scratch of `hidden` entries; `f` has one activation per direction.
template <typename T> struct RnnCell {
  const Layer &l;
  const T *w, *r, *b;
  const ActivationFunction *f;
  double *gate;

  void begin(int64_t, int64_t) {}
  void end(int64_t, int64_t) {}
  void step(int64_t d, const T *x, double *h) {
    int64_t n = l.hidden;
    setBias(b ? b + d * 2 * n : nullptr, n, gate);
    for (int64_t i = 0; b && i < n; ++i)
      gate[i] += static_cast<double>(b[d * 2 * n + n + i]);
    addProduct(w + d * n * l.input, x, n, l.input, gate);
    addProduct(r + d * n * n, h, n, n, gate);
    for (int64_t i = 0; i < n; ++i)
      h[i] = f[d](clipped(gate[i], l.clip));
  }
};

/// Gated recurrent units. `scratch` has 4 * hidden entries; `f` has two activations per direction.
template <typename T> struct GruCell {
  const Layer &l;
  const T *w, *r, *b;
  const ActivationFunction *f;
  bool linearBeforeReset;
  double *scratch;

  void begin(int64_t, int64_t) {}
  void end(int64_t, int64_t) {}
  void step(int64_t d, const T *x, double *h) {
    int64_t n = l.hidden;
    const T *bias = b ? b + d * 6 * n : nullptr, *recurrentBias = b ? bias + 3 * n : nullptr;
    const T *recurrent = r + d * 3 * n * n;
    double *update = scratch, *reset = scratch + n, *candidate = scratch + 2 * n;
    double *recurrence = scratch + 3 * n;
    setBias(bias, 3 * n, scratch);
    addProduct(w + d * 3 * n * l.input, x, 3 * n, l.input, scratch);
    addProduct(recurrent, h, 2 * n, n, scratch);
    for (int64_t i = 0; i < 2 * n; ++i) {
      double sum = scratch[i] + (b ? static_cast<double>(recurrentBias[i]) : 0);
      scratch[i] = f[2 * d](clipped(sum, l.clip));
    }
    const T *candidateRows = recurrent + 2 * n * n;
    const T *candidateBias = b ? recurrentBias + 2 * n : nullptr;
    if (linearBeforeReset) {
      setBias(candidateBias, n, recurrence);
      addProduct(candidateRows, h, n, n, recurrence);
      for (int64_t i = 0; i < n; ++i)
        candidate[i] += reset[i] * recurrence[i];
    } else {
      for (int64_t i = 0; i < n; ++i) {
        candidate[i] += b ? static_cast<double>(candidateBias[i]) : 0;
        recurrence[i] = reset[i] * h[i];
      }
      addProduct(candidateRows, recurrence, n, n, candidate);
    }
    for (int64_t i = 0; i < n; ++i)
      h[i] = (1 - update[i]) * f[2 * d + 1](clipped(candidate[i], l.clip)) + update[i] * h[i];
  }
};

/// Long short-term memory. `scratch` has 4 * hidden entries, `c` is the cell state of `hidden`
/// entries; `f` has three activations per direction. With `bytes`, scratch of `hidden` entries, the
/// state is quantized before each product with r, every sequence's on its own.
template <typename T> struct LstmCell {
  const Layer &l;
  const T *w, *r, *b, *initialC, *peepholes;
  const ActivationFunction *f;
  bool inputForget;
  double *scratch, *c;
  float *bytes;
  T *lastC;

  void begin(int64_t d, int64_t entry) { loadState(l, initialC, d, entry, c); }
  void end(int64_t d, int64_t entry) { storeState(l, c, d, entry, lastC); }
  /// Peephole `which` (input, output, forget) of unit `i`.
  double peephole(int64_t d, int64_t which, int64_t i) const {
    return peepholes ? static_cast<double>(peepholes[(d * 3 + which) * l.hidden + i]) : 0;
  }
  void addRecurrence(const T *matrix, const double *h) {
    int64_t n = l.hidden;
    if (!bytes)
      return addProduct(matrix, h, 4 * n, n, scratch);
    for (int64_t i = 0; i < n; ++i)
      bytes[i] = static_cast<float>(h[i]);
    quantization::passThroughBytes(bytes, n);
    addProduct(matrix, bytes, 4 * n, n, scratch);
  }
  void step(int64_t d, const T *x, double *h) {
    int64_t n = l.hidden;
    setBias(b ? b + d * 8 * n : nullptr, 4 * n, scratch);
    for (int64_t i = 0; b && i < 4 * n; ++i)
      scratch[i] += static_cast<double>(b[d * 8 * n + 4 * n + i]);
    addProduct(w + d * 4 * n * l.input, x, 4 * n, l.input, scratch);
    addRecurrence(r + d * 4 * n * n, h);
    for (int64_t i = 0; i < n; ++i) {
      auto gate = [&](int64_t which, int64_t peep, double cell) {
        double sum = scratch[which * n + i];
        if (peepholes)
          sum += peephole(d, peep, i) * cell;
        return f[3 * d](clipped(sum, l.clip));
      };
      double input = gate(0, 0, c[i]);
      double forget = inputForget ? 1 - input : gate(2, 2, c[i]);
      double candidate = f[3 * d + 1](clipped(scratch[3 * n + i], l.clip));
      c[i] = forget * c[i] + input * candidate;
      h[i] = gate(1, 1, c[i]) * f[3 * d + 2](c[i]);
    }
  }
};

} // namespace ingot::kernels::recurrent
