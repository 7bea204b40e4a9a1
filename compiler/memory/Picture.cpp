// SVG of a plan.
#include "compiler/memory/Picture.h"

#include "runtime/base/Utf8.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ingot::memory {
namespace {

constexpr double plotWidth = 1100, plotHeight = 520, left = 110, top = 64, gap = 70;
constexpr size_t mostBoxes = 20000;
constexpr int ticks = 8;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

/// Text for XML: markup escaped, control characters and broken UTF-8 replaced.
std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto [code, bytes] = firstCharacter(text);
    size_t taken = std::max<size_t>(bytes, 1);
    if (bytes == 0 || code < 0x20 || code == 0xfffe || code == 0xffff)
      out += '?';
    else if (code == '&')
      out += "&amp;";
    else if (code == '<')
      out += "&lt;";
    else if (code == '>')
      out += "&gt;";
    else
      out += text.substr(0, taken);
    text.remove_prefix(taken);
  }
  return out;
}

/// Neighbours in the file get hues far apart.
std::string hueOf(size_t index) {
  return number(std::fmod(static_cast<double>(index) * 137.508, 360));
}

class Panel {
public:
  Panel(const Problem &problem, const PlanResult &result, int memory, double y)
      : problem(problem), result(result), memory(memory), y(y) {
    const Memory &shown = problem.memories[memory];
    height = std::max<int64_t>(result.memories[memory].height, 1);
    if (shown.capacity < maxBytes && shown.capacity <= 2 * height)
      height = std::max(height, shown.capacity);
    for (const Buffer &buffer : problem.buffers) {
      begin = std::min(begin, buffer.lower);
      end = std::max(end, buffer.upper);
    }
  }

  std::string draw() const {
    std::string out = heading();
    out += str("<rect class='frame' x='", number(left), "' y='", number(y), "' width='",
               number(plotWidth), "' height='", number(plotHeight), "'/>\n");
    auto chosen = boxes();
    for (size_t buffer : chosen)
      out += box(buffer);
    for (int i = 0; i <= ticks; ++i)
      out += tick(i);
    const MemoryReport &report = result.memories[memory];
    out += line(report.lowerBound, "bound", "lower bound");
    if (problem.memories[memory].capacity <= height)
      out += line(problem.memories[memory].capacity, "capacity", "capacity");
    return out;
  }

private:
  double xOf(int64_t time) const {
    return left + plotWidth * (static_cast<double>(time) - static_cast<double>(begin)) /
                      (static_cast<double>(end) - static_cast<double>(begin));
  }
  double yOf(int64_t address) const {
    return y + plotHeight * (1 - static_cast<double>(address) / static_cast<double>(height));
  }

  std::string heading() const {
    const MemoryReport &report = result.memories[memory];
    return str("<text class='name' x='", number(left), "' y='", number(y - 10), "'>",
               escaped(problem.memories[memory].name), ": ", report.height, " bytes, ",
               report.buffers, " buffers, lower bound ", report.lowerBound, ", ",
               nameOf(report.method), "</text>\n");
  }

  /// The buffers to draw: all, or the largest areas.
  std::vector<size_t> boxes() const {
    std::vector<size_t> chosen;
    for (size_t i = 0; i < problem.buffers.size(); ++i)
      if (result.plan[i].memory == memory && problem.buffers[i].size > 0)
        chosen.push_back(i);
    if (chosen.size() <= mostBoxes)
      return chosen;
    auto area = [&](size_t i) {
      const Buffer &b = problem.buffers[i];
      return static_cast<double>(b.upper - b.lower) * static_cast<double>(b.size);
    };
    std::nth_element(chosen.begin(), chosen.begin() + mostBoxes, chosen.end(),
                     [&](size_t a, size_t b) { return area(a) > area(b); });
    chosen.resize(mostBoxes);
    return chosen;
  }

  std::string box(size_t index) const {
    const Buffer &b = problem.buffers[index];
    int64_t offset = result.plan[index].offset;
    double x0 = xOf(b.lower), x1 = xOf(b.upper), y0 = yOf(offset + b.size), y1 = yOf(offset);
    std::string hue = hueOf(index);
    std::string out = str("<g><title>", escaped(b.id), "\naddress [", offset, ", ", offset + b.size,
                          ")\nsize ", b.size, "\ntime [", b.lower, ", ", b.upper, ")");
    if (b.alias >= 0)
      out += str("\nshares the memory of ", escaped(problem.buffers[b.alias].id));
    out += str("</title><rect x='", number(x0), "' y='", number(y0), "' width='", number(x1 - x0),
               "' height='", number(y1 - y0), "' fill='hsl(", hue, ",65%,80%)' stroke='hsl(", hue,
               ",55%,35%)'/>");
    std::string label(firstCharacters(b.id, 24));
    if (y1 - y0 >= 11 && x1 - x0 >= 7.0 * static_cast<double>(label.size()))
      out += str("<text x='", number((x0 + x1) / 2), "' y='", number((y0 + y1) / 2 + 3.5),
                 "' class='label'>", escaped(label), "</text>");
    return out + "</g>\n";
  }

  std::string tick(int i) const {
    auto part = static_cast<double>(i) / ticks;
    auto address = static_cast<int64_t>(static_cast<double>(height) * part);
    auto time = begin + static_cast<int64_t>(
                            (static_cast<double>(end) - static_cast<double>(begin)) * part);
    return str("<text class='tick' x='", number(left - 8), "' y='", number(yOf(address) + 4),
               "' text-anchor='end'>", address, "</text><text class='tick' x='", number(xOf(time)),
               "' y='", number(y + plotHeight + 16), "' text-anchor='middle'>", time, "</text>\n");
  }

  std::string line(int64_t address, const char *style, const char *what) const {
    std::string at = number(yOf(address));
    return str("<g><title>", what, " ", address, "</title><line class='", style, "' x1='",
               number(left), "' y1='", at, "' x2='", number(left + plotWidth), "' y2='", at,
               "'/></g>\n");
  }

  const Problem &problem;
  const PlanResult &result;
  int memory;
  double y;
  int64_t height = 1, begin = maxBytes, end = -maxBytes;
};

constexpr const char *styles = R"(<style>
text { font: 12px sans-serif; fill: #222 }
.title { font-size: 16px; font-weight: bold }
.name { font-size: 13px }
.tick { font-size: 11px; fill: #555 }
.label { font-size: 10px; text-anchor: middle; pointer-events: none }
.frame { fill: #fff; stroke: #999 }
.bound { stroke: #1a6dcc; stroke-dasharray: 6 4 }
.capacity { stroke: #c22; stroke-width: 1.5 }
g > rect { stroke-width: 0.6 }
g:hover > rect { stroke-width: 2.5 }
</style>
)";

} // namespace

std::string drawPlan(const Problem &problem, const PlanResult &result, std::string_view title) {
  auto panels = static_cast<double>(problem.memories.size());
  std::string out =
      str("<svg xmlns='http://www.w3.org/2000/svg' width='", number(left + plotWidth + 30),
          "' height='", number(top + panels * (plotHeight + gap)), "'>\n", styles,
          "<rect width='100%' height='100%' fill='#fafafa'/>\n<text class='title' x='",
          number(left), "' y='28'>", escaped(title), "</text>\n");
  if (problem.buffers.size() > mostBoxes)
    out += str("<text x='", number(left + 500), "' y='28'>the ", mostBoxes,
               " largest of a memory are drawn</text>\n");
  if (!problem.buffers.empty())
    for (size_t m = 0; m < problem.memories.size(); ++m)
      out += Panel(problem, result, static_cast<int>(m),
                   top + static_cast<double>(m) * (plotHeight + gap))
                 .draw();
  return out + "</svg>\n";
}

} // namespace ingot::memory
