// Tables, errors, colours and JSON.
#include "tools/base/Output.h"

#include "ingot/Io.h"
#include "runtime/base/Utf8.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <unistd.h>

namespace ingot::tool {
namespace {

bool isControl(uint32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

bool isColoured(const std::ostream &stream) {
  int descriptor = &stream == &std::cout ? STDOUT_FILENO : STDERR_FILENO;
  const char *off = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  return (!off || !*off) && (!terminal || std::string_view(terminal) != "dumb") &&
         ::isatty(descriptor);
}

/// Columns that a text takes: its characters.
size_t widthOf(const std::string &text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) >> 6 != 2; }));
}

} // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto [code, size] = firstCharacter(text);
    if (size == 0 || isControl(code)) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<uint8_t>(text[0]));
      out += escape;
      size = 1;
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return out;
}

std::string styled(const std::string &text, Style style, std::ostream &stream) {
  static constexpr const char *codes[] = {"1", "1;31", "1;33", "1;32"};
  if (!isColoured(stream))
    return text;
  return str("\x1b[", codes[static_cast<int>(style)], "m", text, "\x1b[0m");
}

void complain(const std::string &message, const std::string &help) {
  std::cerr << styled("error", Style::Red, std::cerr) << ": " << printable(message) << "\n";
  if (!help.empty())
    std::cerr << "  help: " << printable(help) << "\n";
}

int fail(const Status &status) {
  complain(status.message(), status.help());
  return static_cast<int>(status.kind());
}

Table::Table(std::vector<std::string> titles, std::string alignment)
    : titles(std::move(titles)), alignment(std::move(alignment)) {}

void Table::row(std::vector<std::string> cells) {
  for (std::string &cell : cells)
    cell = printable(cell);
  rows.push_back(std::move(cells));
}

void Table::print(std::ostream &stream, const std::string &indent) const {
  std::vector<size_t> widths;
  for (size_t c = 0; c < titles.size(); ++c) {
    widths.push_back(widthOf(titles[c]));
    for (const auto &cells : rows)
      widths[c] = std::max(widths[c], widthOf(cells[c]));
  }
  auto line = [&](const std::vector<std::string> &cells) {
    std::string text = indent;
    for (size_t c = 0; c < cells.size(); ++c) {
      std::string pad(widths[c] - widthOf(cells[c]), ' ');
      text += alignment[c] == 'r' ? pad + cells[c] : cells[c] + pad;
      text += c + 1 < cells.size() ? "  " : "";
    }
    text.resize(text.find_last_not_of(' ') + 1);
    return text;
  };
  bool titled = std::any_of(titles.begin(), titles.end(), [](auto &t) { return !t.empty(); });
  if (titled)
    stream << styled(line(titles), Style::Bold, stream) << "\n";
  for (const auto &cells : rows)
    stream << line(cells) << "\n";
}

std::string counted(int64_t number, const std::string &thing) {
  return str(number, " ", thing, number == 1 ? "" : "s");
}

std::string grouped(int64_t number) {
  std::string digits = std::to_string(number);
  for (size_t i = digits.size(); i > 3 + (number < 0); i -= 3)
    digits.insert(i - 3, ",");
  return digits;
}

namespace {
std::string scaled(double value, double base, std::initializer_list<const char *> units) {
  const char *const *unit = units.begin();
  while (value >= base && unit + 1 != units.end()) {
    value /= base;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == units.begin() ? "%.0f%s" : "%.2f%s", value, *unit);
  return text;
}
} // namespace

std::string bytesText(int64_t bytes) {
  return scaled(static_cast<double>(bytes), 1024, {" B", " KiB", " MiB", " GiB", " TiB"});
}

std::string amountText(int64_t amount) {
  return scaled(static_cast<double>(amount), 1000, {"", " k", " M", " G", " T"});
}

int writeJson(const Json &document, const std::string &where, int exitCode) {
  std::string text = document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (where == "-") {
    std::cout << text;
    return exitCode;
  }
  Status written = writeFile(where, text);
  return written.ok() ? exitCode : fail(written);
}

} // namespace ingot::tool
