// Diagnostics as people read them.
#include "ingot/Diagnostic.h"

namespace ingot {

std::string render(const Diagnostic &d) {
  static constexpr const char *words[] = {"error", "warning", "note"};
  std::string text = words[static_cast<int>(d.severity)];
  if (!d.code.empty())
    text += "[" + d.code + "]";
  text += ": " + d.message + "\n";
  if (!d.node.empty()) {
    text += "  node '" + d.node + "'";
    if (!d.op.empty())
      text += " (" + d.op + (d.opset ? ", opset " + std::to_string(d.opset) : "") + ")";
    if (!d.file.empty())
      text += " in " + d.file;
    if (!d.detail.empty())
      text += ", inputs " + d.detail;
    text += "\n";
  } else if (!d.file.empty()) {
    text += "  in " + d.file + "\n";
  }
  if (!d.help.empty())
    text += "  help: " + d.help + "\n";
  return text;
}

} // namespace ingot
