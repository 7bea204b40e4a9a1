// A table over sizes.
#include "tools/ingot/BenchSizes.h"

#include "tools/ingot/Session.h"

#include <algorithm>
#include <chrono>
#include <iostream>

namespace ingot::tool {
namespace {

using Clock = std::chrono::steady_clock;
using Sizes = std::vector<int64_t>; ///< one for each range

struct Row {
  Sizes sizes;
  double first = 0; ///< seconds of the first answer
  Measurement later;
  std::string refused; ///< why there are no times
};

/// The first sizes of all ranges, then the next doublings, until all are at their last.
std::vector<Sizes> sizesOf(const std::vector<DimRange> &ranges) {
  std::vector<Sizes> all(1);
  for (const DimRange &range : ranges)
    all[0].push_back(range.first);
  while (true) {
    Sizes next = all.back();
    for (size_t r = 0; r < ranges.size(); ++r) {
      int64_t last = ranges[r].last;
      next[r] = next[r] > last / 2 ? last : std::min(last, std::max<int64_t>(1, 2 * next[r]));
    }
    if (next == all.back())
      return all;
    all.push_back(std::move(next));
  }
}

std::vector<ValueType> typesAt(const Model &model, const std::vector<DimRange> &ranges,
                               const Sizes &sizes) {
  std::vector<ValueType> types;
  for (const Port &port : model.inputs()) {
    types.push_back(port.type);
    for (size_t i = 0; i < std::min(port.dimNames.size(), port.type.dims.size()); ++i)
      for (size_t r = 0; r < ranges.size(); ++r)
        if (port.type.dims[i] < 0 && port.dimNames[i] == ranges[r].name)
          types.back().dims[i] = sizes[r];
  }
  return types;
}

/// The first run of a size, and many of the program that is made for it.
Status measureRow(const BenchSizesOptions &options, const RangesProgram &made,
                  const std::vector<ValueType> &types, Row &row) {
  RunOptions run;
  run.seed = options.seed;
  auto budget = std::make_shared<MemoryBudget>(run.memoryLimit());
  std::vector<Value> values;
  for (size_t i = 0; i < types.size(); ++i)
    values.push_back(INGOT_TRY(randomValue(types[i], options.seed + i, budget)));
  auto start = Clock::now();
  INGOT_TRY(made.program.run(values, run));
  row.first = std::chrono::duration<double>(Clock::now() - start).count();
  Context context = INGOT_TRY(made.program.context({types, run}));
  context.inputs() = std::move(values);
  row.later = INGOT_TRY(measure(context, options.measure));
  return success();
}

std::string milliseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, seconds < 0.01 ? "%.3f" : "%.2f", 1e3 * seconds);
  return text;
}

void print(const BenchSizesOptions &options, const std::vector<DimRange> &ranges,
           const RangesProgram &made, const std::vector<Row> &rows) {
  AheadReport ahead = made.program.report().ahead;
  std::cout << styled(printable(options.model.path), Style::Bold, std::cout) << " on "
            << options.model.target << ", " << printable(rangesText(ranges)) << "\n  compiled for "
            << counted(ahead.sizes, "size") << " in " << milliseconds(made.compileSeconds)
            << " ms, " << bytesText(ahead.codeBytes) << " of code\n";
  std::vector<std::string> titles;
  for (const DimRange &range : ranges)
    titles.push_back(range.name);
  for (const char *title : {"first ms", "min ms", "p50 ms"})
    titles.emplace_back(title);
  Table table(titles, std::string(titles.size(), 'r'));
  for (const Row &row : rows) {
    std::vector<std::string> cells;
    for (int64_t size : row.sizes)
      cells.push_back(std::to_string(size));
    bool isThere = row.refused.empty();
    cells.push_back(isThere ? milliseconds(row.first) : "-");
    cells.push_back(isThere ? milliseconds(row.later.seconds.front()) : "-");
    cells.push_back(isThere ? milliseconds(row.later.percentile(0.5)) : "-");
    table.row(cells);
  }
  table.print(std::cout, "  ");
}

Json toJson(const BenchSizesOptions &options, const std::vector<DimRange> &ranges,
            const RangesProgram &made, const std::vector<Row> &rows) {
  const Report report = made.program.report();
  Json json = programJson(options.model, options.code, report);
  json.update({{"load_seconds", made.loadSeconds},
               {"compile_seconds", made.compileSeconds},
               {"sizes", Json::array()}});
  addShares(json, report);
  addRanges(json, ranges, report.ahead);
  for (const Row &row : rows) {
    Json entry{{"dims", Json::object()}};
    for (size_t r = 0; r < ranges.size(); ++r)
      entry["dims"][ranges[r].name] = row.sizes[r];
    if (row.refused.empty()) {
      entry["first_ms"] = 1e3 * row.first;
      entry["latency_ms"] = {{"min", 1e3 * row.later.seconds.front()},
                             {"p50", 1e3 * row.later.percentile(0.5)}};
      entry["iterations"] = row.later.seconds.size();
    } else {
      entry["refused"] = row.refused;
    }
    json["sizes"].push_back(std::move(entry));
  }
  return json;
}

} // namespace

int benchSizes(const BenchSizesOptions &options, const CompileOptions &compile) {
  int code = 0;
  auto made = openRanges({options.model, compile}, code);
  if (!made)
    return code;
  std::vector<Row> rows;
  for (Sizes &sizes : sizesOf(compile.ranges)) {
    Row &row = rows.emplace_back(Row{std::move(sizes), 0, {}, ""});
    Status status =
        measureRow(options, *made, typesAt(made->model, compile.ranges, row.sizes), row);
    if (status.ok())
      continue;
    row.refused = status.message();
    std::string where;
    for (size_t r = 0; r < compile.ranges.size(); ++r)
      where += str(r ? ", " : "", compile.ranges[r].name, "=", row.sizes[r]);
    std::cerr << styled("warning", Style::Yellow, std::cerr) << ": " << printable(where) << ": "
              << printable(row.refused) << "\n";
  }
  if (options.model.json != "-")
    print(options, compile.ranges, *made, rows);
  warnOfReference(made->program.report());
  return options.model.json.empty()
             ? 0
             : writeJson(toJson(options, compile.ranges, *made, rows), options.model.json, 0);
}

} // namespace ingot::tool
