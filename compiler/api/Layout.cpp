// Layers, bends, order, places.
#include "compiler/api/Layout.h"

#include <algorithm>

namespace ingot::draw {
namespace {

constexpr double bendWidth = 6;
constexpr int orderSweeps = 12, placeSweeps = 16;
/// Above this many bends, edges run straight: the picture is past reading anyway.
constexpr size_t maxBends = 200'000;

struct Vertex {
  int layer = 0;
  double width = 0, x = 0;
  std::vector<int> above, below; ///< neighbours in the layers next to it
};

class Builder {
public:
  explicit Builder(const LayoutSpec &spec) : spec(spec), vertices(spec.widths.size()) {}

  Layout run() {
    assignLayers();
    addBends();
    order();
    place();
    return finish();
  }

private:
  Vertex &at(int v) { return vertices[static_cast<size_t>(v)]; }

  void assignLayers() {
    for (size_t v = 0; v < vertices.size(); ++v)
      vertices[v].width = spec.widths[v];
    // Vertices come in topological order, so that edges sorted by source settle in one pass.
    auto edges = spec.edges;
    std::sort(edges.begin(), edges.end());
    for (auto [from, to] : edges)
      at(to).layer = std::max(at(to).layer, at(from).layer + 1);
    // A source sits right above its first user rather than at the top.
    std::vector<int> first(vertices.size(), -1);
    std::vector<bool> hasSource(vertices.size());
    for (auto [from, to] : edges) {
      int &least = first[static_cast<size_t>(from)];
      least = least < 0 ? at(to).layer : std::min(least, at(to).layer);
      hasSource[static_cast<size_t>(to)] = true;
    }
    for (size_t v = 0; v < vertices.size(); ++v)
      if (!hasSource[v] && first[v] > 0)
        vertices[v].layer = first[v] - 1;
  }

  void addBends() {
    size_t bends = 0;
    for (auto [from, to] : spec.edges)
      bends += static_cast<size_t>(at(to).layer - at(from).layer - 1);
    for (auto [from, to] : spec.edges) {
      std::vector<int> chain{from};
      for (int layer = at(from).layer + 1; bends <= maxBends && layer < at(to).layer; ++layer) {
        vertices.push_back({layer, bendWidth, 0, {}, {}});
        chain.push_back(static_cast<int>(vertices.size()) - 1);
      }
      chain.push_back(to);
      for (size_t i = 0; i + 1 < chain.size(); ++i) {
        at(chain[i]).below.push_back(chain[i + 1]);
        at(chain[i + 1]).above.push_back(chain[i]);
      }
      chains.push_back(std::move(chain));
    }
    for (size_t v = 0; v < vertices.size(); ++v) {
      auto layer = static_cast<size_t>(vertices[v].layer);
      if (layer >= layers.size())
        layers.resize(layer + 1);
      layers[layer].push_back(static_cast<int>(v));
    }
  }

  /// The mean of the neighbours' x, or the vertex' own where it has none.
  double wish(int v, bool fromAbove) {
    const auto &neighbours = fromAbove ? at(v).above : at(v).below;
    if (neighbours.empty())
      return at(v).x;
    double sum = 0;
    for (int n : neighbours)
      sum += at(n).x;
    return sum / static_cast<double>(neighbours.size());
  }

  template <typename F> void sweep(bool down, F &&f) {
    if (down)
      for (auto &layer : layers)
        f(layer);
    else
      for (size_t i = layers.size(); i-- > 0;)
        f(layers[i]);
  }

  void order() {
    for (auto &layer : layers)
      for (size_t i = 0; i < layer.size(); ++i)
        at(layer[i]).x = static_cast<double>(i);
    for (int pass = 0; pass < orderSweeps; ++pass) {
      bool down = pass % 2 == 0;
      sweep(down, [&](std::vector<int> &layer) {
        std::vector<std::pair<double, int>> keyed;
        for (int v : layer)
          keyed.emplace_back(wish(v, down), static_cast<int>(keyed.size()));
        std::sort(keyed.begin(), keyed.end());
        std::vector<int> sorted;
        for (auto [key, index] : keyed)
          sorted.push_back(layer[static_cast<size_t>(index)]);
        layer = std::move(sorted);
        for (size_t i = 0; i < layer.size(); ++i)
          at(layer[i]).x = static_cast<double>(i);
      });
    }
  }

  /// The places nearest to the wishes that keep order and distance: subtracting the least places
  /// leaves the question of the nearest non-decreasing sequence, answered by merging runs that
  /// fall.
  void settle(const std::vector<int> &layer, const std::vector<double> &wishes) {
    struct Run {
      double sum;
      size_t count;
      double mean() const { return sum / static_cast<double>(count); }
    };
    std::vector<Run> runs;
    std::vector<double> least;
    double offset = 0;
    for (size_t i = 0; i < layer.size(); ++i) {
      if (i)
        offset += (at(layer[i - 1]).width + at(layer[i]).width) / 2 + spec.columnGap;
      least.push_back(offset);
      runs.push_back({wishes[i] - offset, 1});
      while (runs.size() > 1 && runs[runs.size() - 2].mean() > runs.back().mean()) {
        Run last = runs.back();
        runs.pop_back();
        runs.back().sum += last.sum;
        runs.back().count += last.count;
      }
    }
    size_t i = 0;
    for (const Run &run : runs)
      for (size_t k = 0; k < run.count; ++k, ++i)
        at(layer[i]).x = least[i] + run.mean();
  }

  void place() {
    for (auto &layer : layers)
      settle(layer, std::vector<double>(layer.size(), 0));
    for (int pass = 0; pass < placeSweeps; ++pass) {
      bool down = pass % 2 == 0;
      sweep(down, [&](std::vector<int> &layer) {
        std::vector<double> wishes;
        for (int v : layer)
          wishes.push_back(wish(v, down));
        settle(layer, wishes);
      });
    }
  }

  Layout finish() {
    Layout layout;
    double left = 0, right = 0;
    for (const Vertex &v : vertices) {
      left = std::min(left, v.x - v.width / 2);
      right = std::max(right, v.x + v.width / 2);
    }
    double step = spec.vertexHeight + spec.layerGap;
    auto centre = [&](int v) {
      return Point{at(v).x - left, at(v).layer * step + spec.vertexHeight / 2};
    };
    for (size_t v = 0; v < spec.widths.size(); ++v)
      layout.centres.push_back(centre(static_cast<int>(v)));
    for (const auto &chain : chains) {
      std::vector<Point> path;
      for (size_t i = 0; i < chain.size(); ++i) {
        Point p = centre(chain[i]);
        p.y += i == 0 ? spec.vertexHeight / 2 : i + 1 == chain.size() ? -spec.vertexHeight / 2 : 0;
        path.push_back(p);
      }
      layout.paths.push_back(std::move(path));
    }
    layout.width = right - left;
    layout.height = static_cast<double>(layers.size()) * step - spec.layerGap;
    return layout;
  }

  const LayoutSpec &spec;
  std::vector<Vertex> vertices; ///< those of the caller, then the bends
  std::vector<std::vector<int>> layers, chains;
};

} // namespace

Layout layOut(const LayoutSpec &spec) { return Builder(spec).run(); }

} // namespace ingot::draw
