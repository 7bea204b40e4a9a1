// Diagnostics as people read them, their groups, and the nearest spelling.
#include "ingot/Diagnostic.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace ingot {

DiagnosticText textOf(const Diagnostic &d) {
  static constexpr const char *words[] = {"error", "warning", "note"};
  DiagnosticText text{words[static_cast<int>(d.severity)], d.message, "", d.help};
  if (!d.code.empty())
    text.label += "[" + d.code + "]";
  if (d.node.empty()) {
    text.place = d.file.empty() ? "" : "in " + d.file;
    return text;
  }
  text.place = "node '" + d.node + "'";
  if (!d.op.empty())
    text.place += " (" + d.op + (d.opset ? ", opset " + std::to_string(d.opset) : "") + ")";
  if (!d.file.empty())
    text.place += " in " + d.file;
  if (!d.detail.empty())
    text.place += ", inputs " + d.detail;
  return text;
}

std::string render(const Diagnostic &diagnostic) {
  DiagnosticText parts = textOf(diagnostic);
  std::string text = parts.label + ": " + parts.message + "\n";
  if (!parts.place.empty())
    text += "  " + parts.place + "\n";
  if (!parts.help.empty())
    text += "  help: " + parts.help + "\n";
  return text;
}

std::vector<DiagnosticGroup> group(const std::vector<Diagnostic> &diagnostics) {
  std::vector<DiagnosticGroup> groups;
  std::map<std::tuple<std::string, std::string, int64_t, std::string>, size_t> places;
  for (const Diagnostic &d : diagnostics) {
    auto [place, isNew] = places.try_emplace({d.code, d.op, d.opset, d.message}, groups.size());
    if (isNew)
      groups.push_back({d, {}});
    if (!d.node.empty())
      groups[place->second].nodes.push_back(d.node);
  }
  return groups;
}

namespace {
/// How many letters to insert, delete, replace or swap with their neighbour.
size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(above, row);
  }
  return above[b.size()];
}
} // namespace

std::string nearestName(std::string_view name, const std::vector<std::string> &candidates) {
  // A name of hostile length is not a spelling mistake.
  if (name.size() > 64 || name.size() < 2)
    return "";
  size_t most = (name.size() + 2) / 3;
  std::string nearest;
  for (const std::string &candidate : candidates) {
    if (candidate.size() > name.size() + most || name.size() > candidate.size() + most)
      continue;
    if (size_t distance = editDistance(name, candidate); distance <= most) {
      most = distance - (distance > 0);
      nearest = candidate;
    }
  }
  return nearest;
}

} // namespace ingot
