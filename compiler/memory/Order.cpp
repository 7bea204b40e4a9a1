// Orders of boxes.
#include "compiler/memory/Order.h"

#include <algorithm>
#include <numeric>

namespace ingot::memory {

Orders::Orders(const Packing &packing) : packing(packing), load(packing.boxes.size()) {
  for (int s = 0; s < packing.live.size(); ++s) {
    double total = 0;
    for (int b : packing.live[s])
      total += static_cast<double>(packing.boxes[b].size);
    for (int b : packing.live[s])
      load[b] = std::max(load[b], total);
  }
}

double Orders::keyOf(int box, Key key) const {
  const Box &b = packing.boxes[box];
  auto lifetime = static_cast<double>(b.upper - b.lower), size = static_cast<double>(b.size);
  switch (key) {
  case Key::Load:
    return load[box];
  case Key::Lifetime:
    return lifetime;
  case Key::Area:
    return lifetime * size;
  case Key::Size:
    return size;
  }
  return 0;
}

std::vector<int> Orders::by(std::string_view keys, double jitter, Random &random) const {
  std::vector<int> order(packing.boxes.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> factor(order.size(), 1);
  if (jitter > 0)
    for (double &f : factor)
      f += jitter * (2 * random.fraction() - 1);
  std::vector<double> value; // by box, then by key
  for (size_t b = 0; b < order.size(); ++b)
    for (char key : keys)
      value.push_back(factor[b] * keyOf(static_cast<int>(b), static_cast<Key>(key)));
  auto valuesOf = [&](int box) { return std::span(value).subspan(box * keys.size(), keys.size()); };
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    auto x = valuesOf(a), y = valuesOf(b);
    auto [i, j] = std::mismatch(x.begin(), x.end(), y.begin());
    return i == x.end() ? a < b : *i > *j;
  });
  return order;
}

std::vector<int> Orders::by(std::string_view keys) const {
  Random unused(0);
  return by(keys, 0, unused);
}

} // namespace ingot::memory
