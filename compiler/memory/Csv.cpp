// Reading and writing of CSV files.
#include "compiler/memory/Csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

namespace ingot::memory {
namespace {

constexpr std::string_view columnNames[] = {"id",     "lower", "upper",  "size",  "alignment",
                                            "offset", "alias", "memory", "weight"};
enum Column { Id, Lower, Upper, Size, Alignment, Offset, Alias, MemoryNames, Weight, ColumnCount };
constexpr int requiredColumns = 4;
constexpr size_t mostFields = 64;

std::string_view takeLine(std::string_view &text) {
  size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

/// The field at the start of a line, which loses it. Quoted fields may hold commas, and quotes
/// twice.
Expected<std::string> takeField(std::string_view &line) {
  std::string field;
  if (!line.starts_with('"')) {
    field = line.substr(0, line.find(','));
    line.remove_prefix(field.size());
    return field;
  }
  for (bool again = false; line.starts_with('"'); again = true) {
    if (again)
      field += '"';
    line.remove_prefix(1);
    size_t quote = line.find('"');
    if (quote == std::string_view::npos)
      return badModel("a quote is not closed");
    field += line.substr(0, quote);
    line.remove_prefix(quote + 1);
  }
  return field;
}

Expected<std::vector<std::string>> fieldsOf(std::string_view line) {
  std::vector<std::string> fields;
  for (;;) {
    fields.push_back(INGOT_TRY(takeField(line)));
    if (line.empty())
      return fields;
    if (fields.size() == mostFields)
      return badModel(str("more than ", mostFields, " fields"));
    if (line.front() != ',')
      return badModel("something follows a closing quote");
    line.remove_prefix(1);
  }
}

class Reader {
public:
  explicit Reader(const std::vector<Memory> &memories) : givenMemories(!memories.empty()) {
    problem.memories = memories;
  }

  Expected<Problem> read(std::string_view text);

private:
  Status readHeader(std::string_view line);
  Status readRow(std::string_view line);
  Status readNumber(const std::vector<std::string> &fields, Column column, int64_t &value) const;
  Status readMemories(std::string_view names, Buffer &buffer);
  Status resolveAliases();
  const std::string *find(const std::vector<std::string> &fields, Column column) const {
    int at = position[column];
    return at < 0 || fields[at].empty() ? nullptr : &fields[at];
  }

  bool givenMemories;
  Problem problem;
  std::array<int, ColumnCount> position;
  size_t width = 0;
  std::vector<std::pair<int, std::string>> aliases; ///< buffer, id of what it is an alias of
  std::vector<int> lines;                           ///< on which a buffer stands
  int number = 0;
};

Expected<Problem> Reader::read(std::string_view text) {
  constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(byteOrderMark))
    text.remove_prefix(byteOrderMark.size());
  bool titled = false;
  while (!text.empty()) {
    std::string_view line = takeLine(text);
    ++number;
    if (line.empty())
      continue;
    Status read = titled ? readRow(line) : readHeader(line);
    titled = true;
    if (!read.ok())
      return std::move(read).within(str("line ", number));
  }
  if (!titled)
    return badModel("the file is empty; its first line should be id,lower,upper,size");
  INGOT_TRY(resolveAliases());
  if (problem.memories.empty())
    problem.memories = Problem{}.memories;
  INGOT_TRY(validate(problem));
  return std::move(problem);
}

Status Reader::readHeader(std::string_view line) {
  auto titles = INGOT_TRY(fieldsOf(line));
  position.fill(-1);
  width = titles.size();
  for (size_t i = 0; i < titles.size(); ++i) {
    auto name = std::find(std::begin(columnNames), std::end(columnNames), titles[i]);
    if (name == std::end(columnNames))
      return badModel(str("no column '", titles[i],
                          "'; there are id, lower, upper, size, alignment, offset, alias, memory, "
                          "weight"));
    int &at = position[name - std::begin(columnNames)];
    if (at >= 0)
      return badModel(str("column '", titles[i], "' stands there twice"));
    at = static_cast<int>(i);
  }
  for (int column = 0; column < requiredColumns; ++column)
    if (position[column] < 0)
      return badModel(str("column '", columnNames[column], "' is missing"));
  return success();
}

Status Reader::readRow(std::string_view line) {
  auto fields = INGOT_TRY(fieldsOf(line));
  if (fields.size() != width)
    return badModel(str(fields.size(), " fields, but the first line names ", width));
  Buffer buffer;
  for (int column = 0; column < requiredColumns; ++column)
    if (!find(fields, static_cast<Column>(column)))
      return badModel(str(columnNames[column], " is empty"));
  buffer.id = *find(fields, Id);
  INGOT_TRY(readNumber(fields, Lower, buffer.lower));
  INGOT_TRY(readNumber(fields, Upper, buffer.upper));
  INGOT_TRY(readNumber(fields, Size, buffer.size));
  INGOT_TRY(readNumber(fields, Alignment, buffer.alignment));
  INGOT_TRY(readNumber(fields, Weight, buffer.weight));
  if (find(fields, Offset)) {
    buffer.fixed = 0;
    INGOT_TRY(readNumber(fields, Offset, *buffer.fixed));
  }
  if (const std::string *alias = find(fields, Alias))
    aliases.emplace_back(static_cast<int>(problem.buffers.size()), *alias);
  if (const std::string *names = find(fields, MemoryNames))
    INGOT_TRY(readMemories(*names, buffer));
  problem.buffers.push_back(std::move(buffer));
  lines.push_back(number);
  return success();
}

Status Reader::readNumber(const std::vector<std::string> &fields, Column column,
                          int64_t &value) const {
  const std::string *text = find(fields, column);
  if (!text)
    return success();
  auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error == std::errc::result_out_of_range)
    return badModel(str(columnNames[column], " '", *text, "' does not fit into 64 bits"));
  if (error != std::errc() || end != text->data() + text->size())
    return badModel(str(columnNames[column], " '", *text, "' is not a whole number"));
  return success();
}

Status Reader::readMemories(std::string_view names, Buffer &buffer) {
  constexpr size_t mostMemories = 64;
  while (!names.empty()) {
    size_t end = std::min(names.find('|'), names.size());
    std::string_view name = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    if (name.empty())
      return badModel("a memory has no name");
    auto &memories = problem.memories;
    auto known = std::find_if(memories.begin(), memories.end(),
                              [&](const Memory &memory) { return memory.name == name; });
    if (known == memories.end()) {
      if (givenMemories || memories.size() == mostMemories)
        return badModel(str("no memory '", name, "'"));
      memories.push_back({std::string(name)});
      known = std::prev(memories.end());
    }
    buffer.memories.push_back(static_cast<int>(known - memories.begin()));
  }
  return success();
}

Status Reader::resolveAliases() {
  if (aliases.empty())
    return success();
  std::unordered_map<std::string_view, int> index;
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    index.emplace(problem.buffers[i].id, static_cast<int>(i));
  for (const auto &[buffer, id] : aliases) {
    auto found = index.find(id);
    if (found == index.end())
      return badModel(str("line ", lines[buffer], ": no buffer '", id, "' to be an alias of"));
    problem.buffers[buffer].alias = found->second;
  }
  return success();
}

std::string quoted(const std::string &text) {
  if (text.find_first_of(",\"") == std::string::npos)
    return text;
  std::string out = "\"";
  for (char c : text)
    out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

} // namespace

Expected<Problem> readProblem(std::string_view csv, const std::vector<Memory> &memories) {
  return Reader(memories).read(csv);
}

Expected<PlannedProblem> readPlan(std::string_view csv, const std::vector<Memory> &memories) {
  PlannedProblem planned;
  planned.problem = INGOT_TRY(readProblem(csv, memories));
  for (Buffer &buffer : planned.problem.buffers) {
    if (!buffer.fixed)
      return badModel(str("buffer '", buffer.id, "': has no offset"));
    if (planned.problem.memories.size() > 1 && buffer.memories.size() != 1)
      return badModel(str("buffer '", buffer.id, "': lies in ", buffer.memories.size(),
                          " memories instead of one"));
    planned.plan.push_back({buffer.memories.empty() ? 0 : buffer.memories.front(), *buffer.fixed});
    buffer.fixed.reset();
  }
  return planned;
}

std::string writePlan(const Problem &problem, const Plan &plan) {
  const auto &buffers = problem.buffers;
  auto any = [&](auto holds) { return std::any_of(buffers.begin(), buffers.end(), holds); };
  bool alignments = any([](const Buffer &b) { return b.alignment != 1; });
  bool aliases = any([](const Buffer &b) { return b.alias >= 0; });
  bool weights = any([](const Buffer &b) { return b.weight != 0; });
  bool memories = problem.memories.size() > 1;
  std::string out =
      str("id,lower,upper,size", alignments ? ",alignment" : "", aliases ? ",alias" : "",
          weights ? ",weight" : "", memories ? ",memory" : "", ",offset\n");
  for (size_t i = 0; i < buffers.size(); ++i) {
    const Buffer &b = buffers[i];
    out += str(quoted(b.id), ",", b.lower, ",", b.upper, ",", b.size);
    if (alignments)
      out += str(",", b.alignment);
    if (aliases)
      out += str(",", b.alias < 0 ? "" : quoted(buffers[b.alias].id));
    if (weights)
      out += str(",", b.weight);
    if (memories)
      out += str(",", quoted(problem.memories[plan[i].memory].name));
    out += str(",", plan[i].offset, "\n");
  }
  return out;
}

} // namespace ingot::memory
