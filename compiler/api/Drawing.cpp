// Pictures of a graph: DOT for Graphviz, and SVG of our own layout.
#include "compiler/api/Layout.h"
#include "ingot/Inspect.h"
#include "runtime/base/Utf8.h"

#include <algorithm>
#include <map>

namespace ingot {
namespace {

struct Colour {
  std::string_view category, fill, line;
};
constexpr Colour colours[] = {
    {"contraction", "#cfe2ff", "#3568b8"}, {"elementwise", "#d5f0d3", "#3d8b37"},
    {"reduction", "#ffe3c2", "#c06a12"},   {"injective", "#eceff1", "#78868e"},
    {"opaque", "#ecdcf7", "#7c4aa5"},      {"structural", "#fff6c9", "#a08a1c"},
    {"input", "#ffffff", "#333333"},       {"output", "#ffffff", "#333333"},
};
const Colour &colourOf(std::string_view category) {
  for (const Colour &colour : colours)
    if (colour.category == category)
      return colour;
  return colours[4];
}

/// A box of the picture: a node at the top level, an input or an output.
struct Box {
  std::string title, name, tip, label; ///< label: the types of what it gives
  std::string_view category;
};

/// Boxes in topological order and the edges between them.
struct Diagram {
  std::vector<Box> boxes;
  std::vector<std::pair<int, int>> edges;
  size_t nodes = 0;
};

size_t index(int i) { return static_cast<size_t>(i); }

Box boxOf(const GraphView &graph, const GraphNode &node) {
  Box box{node.op, node.name, node.op, "", node.category};
  for (int operand : node.operands)
    if (operand >= 0 && graph.values[index(operand)].constant) {
      const GraphValue &value = graph.values[index(operand)];
      box.tip += str("\n", value.name, ": ", value.type.text());
    }
  for (const auto &[key, text] : node.attributes)
    box.tip += str("\n", key, " = ", text);
  if (node.macs && *node.macs > 0)
    box.tip += str("\n", *node.macs, " multiply-accumulates");
  for (int result : node.results)
    if (!graph.values[index(result)].type.isNone())
      box.label += (box.label.empty() ? "" : ", ") + graph.values[index(result)].type.text();
  return box;
}

Diagram diagramOf(const GraphView &graph) {
  Diagram diagram;
  std::map<int, int> boxOfValue, boxOfNode;
  for (int input : graph.inputs) {
    const GraphValue &value = graph.values[index(input)];
    boxOfValue[input] = static_cast<int>(diagram.boxes.size());
    diagram.boxes.push_back({"input", value.name, "input", value.type.text(), "input"});
  }
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode &node = graph.nodes[n];
    if (node.parent >= 0)
      continue;
    int box = static_cast<int>(diagram.boxes.size());
    diagram.boxes.push_back(boxOf(graph, node));
    ++diagram.nodes;
    for (int result : node.results)
      boxOfValue[result] = box;
    std::map<int, bool> seen;
    for (const auto *uses : {&node.operands, &node.captures})
      for (int value : *uses)
        if (auto from = boxOfValue.find(value); from != boxOfValue.end() && from->second != box)
          if (!std::exchange(seen[from->second], true))
            diagram.edges.emplace_back(from->second, box);
  }
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    int box = static_cast<int>(diagram.boxes.size());
    std::string name = i < graph.outputNames.size() ? graph.outputNames[i] : "";
    diagram.boxes.push_back({"output", std::move(name), "output", "", "output"});
    if (auto from = boxOfValue.find(graph.outputs[i]); from != boxOfValue.end())
      diagram.edges.emplace_back(from->second, box);
  }
  return diagram;
}

/// Text inside SVG or inside quotes of DOT; what XML forbids becomes "?".
std::string escaped(std::string_view text, bool xml) {
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    auto [code, bytes] = firstCharacter(rest);
    bool isControl = (code < 0x20 && code != '\n') || (code >= 0x7f && code < 0xa0);
    if (bytes == 0 || isControl)
      out += '?';
    else if (xml && code == '&')
      out += "&amp;";
    else if (xml && code == '<')
      out += "&lt;";
    else if (xml && code == '>')
      out += "&gt;";
    else if (!xml && (code == '"' || code == '\\'))
      out += str("\\", rest[0]);
    else if (!xml && code == '\n')
      out += "\\n";
    else
      out += rest.substr(0, bytes);
    rest.remove_prefix(std::max<size_t>(1, bytes));
  }
  return out;
}

/// The start and the end of a long name, at whole UTF-8 characters.
std::string shortened(const std::string &name) {
  constexpr size_t most = 34, head = 14, tail = 18;
  if (name.size() <= most)
    return name;
  size_t first = head, last = name.size() - tail;
  auto continues = [&](size_t i) { return (static_cast<unsigned char>(name[i]) >> 6) == 2; };
  while (first > 0 && continues(first))
    --first;
  while (last < name.size() && continues(last))
    ++last;
  return name.substr(0, first) + "…" + name.substr(last);
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string pathOf(const std::vector<draw::Point> &points, double left, double top) {
  auto spot = [&](double x, double y) { return number(x + left) + " " + number(y + top); };
  std::string path = "M" + spot(points[0].x, points[0].y);
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    auto [a, b] = std::pair(points[i], points[i + 1]);
    double middle = (a.y + b.y) / 2;
    path += " C" + spot(a.x, middle) + " " + spot(b.x, middle) + " " + spot(b.x, b.y);
  }
  return path;
}

constexpr double margin = 24, header = 56, letter = 6.7, boxHeight = 38;
constexpr size_t mostBoxes = 20'000;

std::string legend() {
  std::string out;
  double x = margin;
  for (const Colour &colour : colours) {
    if (colour.category == "input" || colour.category == "output")
      continue;
    out += str("<rect x=\"", number(x), "\" y=\"34\" width=\"12\" height=\"12\" rx=\"2\" fill=\"",
               colour.fill, "\" stroke=\"", colour.line, "\"/><text x=\"", number(x + 17),
               "\" y=\"44\">", colour.category, "</text>\n");
    x += 17 + letter * static_cast<double>(colour.category.size()) + 22;
  }
  return out;
}

std::string boxSvg(const Box &box, draw::Point centre, double width) {
  const Colour &colour = colourOf(box.category);
  double x = centre.x - width / 2, y = centre.y - boxHeight / 2;
  std::string out =
      str("<g><title>", escaped(box.name + "\n" + box.tip, true), "</title><rect x=\"", number(x),
          "\" y=\"", number(y), "\" width=\"", number(width), "\" height=\"", number(boxHeight),
          "\" rx=\"5\" fill=\"", colour.fill, "\" stroke=\"", colour.line, "\"/>");
  out += str("<text class=\"o\" x=\"", number(centre.x), "\" y=\"",
             number(centre.y - (box.name.empty() ? -4 : 3)), "\">", escaped(box.title, true),
             "</text>");
  if (!box.name.empty())
    out += str("<text class=\"n\" x=\"", number(centre.x), "\" y=\"", number(centre.y + 12), "\">",
               escaped(shortened(box.name), true), "</text>");
  if (!box.label.empty())
    out += str("<text class=\"t\" x=\"", number(centre.x + 5), "\" y=\"",
               number(y + boxHeight + 12), "\">", escaped(shortened(box.label), true), "</text>");
  return out + "</g>\n";
}

} // namespace

std::string toDot(const GraphView &graph, const std::string &title) {
  Diagram diagram = diagramOf(graph);
  std::string out =
      str("digraph \"", escaped(title, false), "\" {\n",
          "  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\", fontsize=10];\n",
          "  edge [fontname=\"monospace\", fontsize=9];\n");
  for (size_t i = 0; i < diagram.boxes.size(); ++i) {
    const Box &box = diagram.boxes[i];
    const Colour &colour = colourOf(box.category);
    out += str("  n", i, " [label=\"", escaped(box.title, false),
               box.name.empty() ? "" : "\\n" + escaped(box.name, false), "\", tooltip=\"",
               escaped(box.tip, false), "\", fillcolor=\"", colour.fill, "\", color=\"",
               colour.line, "\"];\n");
  }
  for (auto [from, to] : diagram.edges)
    out += str("  n", from, " -> n", to, " [label=\"",
               escaped(diagram.boxes[index(from)].label, false), "\"];\n");
  return out + "}\n";
}

std::string toSvg(const GraphView &graph, const std::string &title) {
  Diagram diagram = diagramOf(graph);
  bool tooMany = diagram.boxes.size() > mostBoxes;
  draw::LayoutSpec spec;
  spec.vertexHeight = boxHeight;
  std::vector<double> widths;
  for (const Box &box : diagram.boxes) {
    size_t letters = std::max({box.title.size(), shortened(box.name).size(), size_t{7}});
    widths.push_back(letter * static_cast<double>(letters) + 18);
    // Room for the label, which runs from the middle to the right.
    double label = letter * static_cast<double>(shortened(box.label).size());
    spec.widths.push_back(std::max(widths.back(), 1.6 * label));
  }
  spec.edges = diagram.edges;
  draw::Layout layout = tooMany ? draw::Layout() : draw::layOut(spec);
  // Types stand below boxes and to the right of the middle.
  double width = std::max(layout.width + 2 * margin + letter * 20, 640.0);
  double height = layout.height + header + 2 * margin + 12;
  std::string out =
      str("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", number(width), "\" height=\"",
          number(height), "\" viewBox=\"0 0 ", number(width), " ", number(height), "\">\n",
          "<style>text{font:11px monospace;fill:#222}.h{font-size:15px;font-weight:bold}",
          ".o{font-weight:bold;text-anchor:middle}.n{font-size:10px;text-anchor:middle;fill:#555}",
          ".t{font-size:9.5px;fill:#777}path{fill:none;stroke:#9aa3ab;stroke-width:1.2}</style>\n",
          "<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" ",
          "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" ",
          "style=\"fill:#9aa3ab;stroke:none\"/></marker></defs>\n",
          "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text class=\"h\" x=\"24\" ",
          "y=\"22\">", escaped(title, true), " · ", diagram.nodes, " operators",
          tooMany ? ": too many to draw" : "", "</text>\n", legend());
  if (tooMany)
    return out + "</svg>\n";
  for (const auto &path : layout.paths)
    out +=
        str("<path d=\"", pathOf(path, margin, header + margin), "\" marker-end=\"url(#a)\"/>\n");
  for (size_t i = 0; i < diagram.boxes.size(); ++i) {
    draw::Point centre = layout.centres[i];
    out += boxSvg(diagram.boxes[i], {centre.x + margin, centre.y + header + margin}, widths[i]);
  }
  return out + "</svg>\n";
}

} // namespace ingot
