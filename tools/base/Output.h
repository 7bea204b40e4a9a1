// What the programs print: tables, errors, JSON. Data goes to standard output, the rest to the
// other.
#pragma once

#include "ingot/Status.h"

#include <cstdint>
#include <iosfwd>
#include <nlohmann/json.hpp>

namespace ingot::tool {

using Json = nlohmann::ordered_json;

/// Text from outside, safe to show: control characters and broken UTF-8 become escapes.
std::string printable(std::string_view text);

/// Colours, only on a terminal and never with NO_COLOR.
enum class Style { Bold, Red, Yellow, Green };
std::string styled(const std::string &text, Style style, std::ostream &stream);

/// "error: message", and what to do about it.
void complain(const std::string &message, const std::string &help);
/// complain() with the status' message; gives its exit code.
int fail(const Status &status);

/// Columns as wide as their widest cell.
class Table {
public:
  /// `alignment`: letters l or r, one per column.
  Table(std::vector<std::string> titles, std::string alignment);
  void row(std::vector<std::string> cells);
  void print(std::ostream &stream, const std::string &indent = "") const;
  bool empty() const { return rows.empty(); }

private:
  std::vector<std::string> titles;
  std::string alignment;
  std::vector<std::vector<std::string>> rows;
};

/// "1 node", "2 nodes".
std::string counted(int64_t number, const std::string &thing);
/// "1,234,567".
std::string grouped(int64_t number);
/// "1.5 MiB".
std::string bytesText(int64_t bytes);
/// "1.23 G" for 1.23e9 multiply-accumulates.
std::string amountText(int64_t amount);

/// Writes to standard output for "-", else to the file; gives the exit code.
int writeJson(const Json &document, const std::string &where, int exitCode);

} // namespace ingot::tool
