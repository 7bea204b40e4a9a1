// ingot-plan: plans the memory of buffers in a CSV file, and checks plans.
#include "compiler/memory/Check.h"
#include "compiler/memory/Csv.h"
#include "compiler/memory/Picture.h"
#include "compiler/memory/Planner.h"
#include "ingot/Io.h"
#include "runtime/base/File.h"
#include "tools/base/Options.h"
#include "tools/base/Output.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <iostream>

using namespace ingot;
using namespace ingot::tool;
using namespace ingot::memory;

namespace {

struct Options {
  std::string file, output, svg, json, capacity;
  std::vector<std::string> memories; ///< "sram=64K"
  int64_t alignment = 1;
  double deadline = 10;
  bool check = false;
};

Expected<int64_t> parseCapacity(const std::string &text) {
  int64_t bytes = 0;
  if (!parseWhole(text, bytes))
    bytes = INGOT_TRY(parseBytes(text));
  if (bytes < 1 || bytes >= maxBytes)
    return usage(str("'", text, "' is not a size between 1 and 2^60"));
  return bytes;
}

Expected<std::vector<Memory>> parseMemories(const std::vector<std::string> &texts) {
  std::vector<Memory> memories;
  for (const std::string &text : texts) {
    size_t equals = text.rfind('=');
    Memory memory{text.substr(0, equals)};
    if (equals != std::string::npos)
      memory.capacity = INGOT_TRY(parseCapacity(text.substr(equals + 1)));
    if (memory.name.empty() || memory.name.find('|') != std::string::npos)
      return usage(str("--memory '", text, "' is not NAME=BYTES or NAME"));
    for (const Memory &other : memories)
      if (other.name == memory.name)
        return usage(str("two memories are called '", memory.name, "'"));
    memories.push_back(std::move(memory));
  }
  return memories;
}

Status applyOptions(const Options &options, Problem &problem) {
  if (!options.capacity.empty()) {
    if (problem.memories.size() > 1)
      return usage("--capacity is for one memory; give each its own: --memory NAME=BYTES");
    problem.memories[0].capacity = INGOT_TRY(parseCapacity(options.capacity));
  }
  for (Buffer &buffer : problem.buffers)
    buffer.alignment = std::max(buffer.alignment, options.alignment);
  return success();
}

const char *nameOf(Outcome outcome) {
  static constexpr const char *names[] = {"found", "infeasible", "deadline"};
  return names[static_cast<int>(outcome)];
}

double gapOf(const MemoryReport &report) {
  return report.lowerBound == 0 ? 0
                                : static_cast<double>(report.height - report.lowerBound) /
                                      static_cast<double>(report.lowerBound);
}

Json toJson(const Options &options, const Problem &problem, const PlanResult &result,
            double seconds, int exitCode) {
  Json json{{"file", options.file},
            {"buffers", problem.buffers.size()},
            {"outcome", nameOf(result.outcome)},
            {"exit", exitCode},
            {"reason", result.reason},
            {"seconds", seconds},
            {"memories", Json::array()}};
  for (size_t m = 0; m < result.memories.size(); ++m) {
    const MemoryReport &report = result.memories[m];
    Json memory{{"name", problem.memories[m].name},
                {"buffers", report.buffers},
                {"capacity", nullptr},
                {"height", report.height},
                {"lower_bound", report.lowerBound},
                {"gap", gapOf(report)},
                {"method", nameOf(report.method)},
                {"nodes", report.nodes}};
    if (problem.memories[m].capacity < maxBytes)
      memory["capacity"] = problem.memories[m].capacity;
    json["memories"].push_back(std::move(memory));
  }
  return json;
}

void printSummary(const Problem &problem, const PlanResult &result, double seconds) {
  Table table({"memory", "buffers", "bytes", "lower bound", "gap", "method", "nodes"}, "lrrrrlr");
  for (size_t m = 0; m < result.memories.size(); ++m) {
    const MemoryReport &report = result.memories[m];
    char gap[32];
    std::snprintf(gap, sizeof gap, "%.2f%%", 100 * gapOf(report));
    table.row({problem.memories[m].name, grouped(report.buffers), grouped(report.height),
               grouped(report.lowerBound), gap, nameOf(report.method), grouped(report.nodes)});
  }
  table.print(std::cout);
  char text[64];
  std::snprintf(text, sizeof text, "%.3f s\n", seconds);
  std::cout << text;
}

int writeText(const std::string &text, const std::string &where) {
  if (where.empty())
    return 0;
  if (where == "-") {
    std::cout << text;
    return 0;
  }
  Status written = writeFile(where, text);
  return written.ok() ? 0 : fail(written);
}

/// The plan, the picture and the report go where they were asked to.
int deliver(const Options &options, const Problem &problem, const PlanResult &result,
            double seconds) {
  bool found = result.outcome == Outcome::Found;
  int code = found ? 0 : static_cast<int>(ErrorKind::Runtime);
  if (found) {
    code = writeText(writePlan(problem, result.plan), options.output);
    if (code == 0 && !options.svg.empty())
      code = writeText(drawPlan(problem, result, options.file), options.svg);
  } else {
    complain(options.file + ": " + result.reason, "");
  }
  bool toStdout = options.json == "-" || options.output == "-" || options.svg == "-";
  if (found && !toStdout)
    printSummary(problem, result, seconds);
  if (options.json.empty())
    return code;
  return writeJson(toJson(options, problem, result, seconds, code), options.json, code);
}

Expected<int> planFile(const Options &options, std::string_view csv,
                       const std::vector<Memory> &memories) {
  auto start = std::chrono::steady_clock::now();
  auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  Problem problem = INGOT_TRY(readProblem(csv, memories));
  INGOT_TRY(applyOptions(options, problem));
  double left = std::max(0.0, options.deadline - elapsed());
  PlanResult result = INGOT_TRY(plan(problem, {.seconds = left}));
  return deliver(options, problem, result, elapsed());
}

Expected<int> checkFile(const Options &options, std::string_view csv,
                        const std::vector<Memory> &memories) {
  auto planned = INGOT_TRY(readPlan(csv, memories));
  INGOT_TRY(applyOptions(options, planned.problem));
  INGOT_TRY(checkPlan(planned.problem, planned.plan));
  std::cout << styled("ok", Style::Green, std::cout) << ": " << printable(options.file) << ": "
            << counted(static_cast<int64_t>(planned.plan.size()), "buffer") << ", no overlap\n";
  return 0;
}

int run(const Options &options) {
  if (!(options.deadline > 0) || !std::isfinite(options.deadline))
    return usageError("--deadline is not a time above 0", "");
  if (options.alignment < 1)
    return usageError("--alignment is less than 1", "");
  int streams = (options.json == "-") + (options.output == "-") + (options.svg == "-");
  if (streams > 1)
    return usageError("only one of --json, -o and --svg can go to standard output", "");
  auto memories = parseMemories(options.memories);
  if (!memories.ok())
    return fail(memories.status());
  auto file = MappedFile::open(options.file);
  if (!file.ok())
    return fail(file.status());
  auto work = options.check ? checkFile : planFile;
  Expected<int> code = work(options, (*file)->bytes(), *memories);
  return code.ok() ? *code : fail(code.takeStatus().within(options.file));
}

void addOptions(CLI::App &app, Options &options) {
  app.add_option(
         "FILE", options.file,
         "CSV with the columns id,lower,upper,size; optional: alignment, offset (a fixed "
         "one), alias (id of the buffer whose memory it shares), memory (names, a|b), weight")
      ->required()
      ->type_name("FILE");
  app.add_option("--capacity", options.capacity,
                 "bytes to stay within, such as 64K; without it the height is minimized")
      ->type_name("BYTES");
  addList(app, "--memory", options.memories,
          "a memory, the preferred one first; what does not fit goes to the next, the least weight "
          "per byte first")
      ->type_name("NAME[=BYTES]");
  app.add_option("--deadline", options.deadline, "seconds to plan for")->capture_default_str();
  app.add_option("--alignment", options.alignment, "least alignment of every buffer")
      ->capture_default_str();
  app.add_option("-o,--output", options.output,
                 "where the plan goes: the buffers with their offset")
      ->type_name("FILE");
  app.add_option("--svg", options.svg, "where a picture of the plan goes")->type_name("FILE");
  app.add_flag("--check", options.check, "FILE is a plan: says whether it is right");
  addJson(app, options.json);
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Plans where buffers lie in memory, from their lifetimes and sizes.\n"
               "Exit codes: 0 ok, 1 no plan (or a wrong one), 2 usage, 5 bad file.",
               "ingot-plan"};
  app.footer("Example:\n  ingot-plan buffers.csv --capacity=1M --deadline=5 -o plan.csv "
             "--svg=plan.svg\n  ingot-plan --check plan.csv");
  Options options;
  addOptions(app, options);
  app.allow_extras();
  try {
    // CLI11 wants the last argument first.
    auto arguments = completeArguments(app, argc, argv);
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0)
      return app.exit(error);
    auto code = explainUnknown(app, "ingot-plan");
    return code ? *code : usageError(error.what(), "see: ingot-plan --help");
  }
  if (auto code = explainUnknown(app, "ingot-plan"))
    return *code;
  int code = run(options);
  std::cout.flush();
  if (!std::cout) {
    complain(str("cannot write to standard output: ", std::strerror(errno)), "");
    return code ? code : static_cast<int>(ErrorKind::Runtime);
  }
  return code;
}
