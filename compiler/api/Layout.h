// Layout: a picture of a directed graph in layers, for drawing.
//
// Every edge points downwards. The classic steps: (1) a vertex's layer is the longest way to it;
// (2) an edge over several layers gets a bend in each; (3) layers are ordered by the mean place of
// their neighbours, down and up a few times, which removes most crossings; (4) places within a
// layer are the least-squares solution for "near my neighbours, but not nearer than my width",
// found exactly by pooling (isotonic regression).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ingot::draw {

struct Point {
  double x = 0, y = 0;
};

struct Layout {
  std::vector<Point> centres; ///< of the vertices
  /// Of each edge: where it leaves, bends and arrives.
  std::vector<std::vector<Point>> paths;
  double width = 0, height = 0;
};

struct LayoutSpec {
  std::vector<double> widths; ///< of the vertices
  double vertexHeight = 40, layerGap = 40, columnGap = 24;
  /// From a vertex to a later one: edges that point backwards are not allowed.
  std::vector<std::pair<int, int>> edges;
};

Layout layOut(const LayoutSpec &spec);

} // namespace ingot::draw
