// ingot compile: compiles a model and shows a stage of it, or what came out.
#include "ingot/Io.h"
#include "tools/ingot/Progress.h"
#include "tools/ingot/Session.h"
#include "tools/ingot/Verbs.h"

#include <filesystem>
#include <iostream>

namespace ingot::tool {
namespace {

struct CompileVerbOptions {
  ModelOptions model;
  CodeOptions code;
  std::string emit, output;
};

/// How a line that names the text behind it begins.
const char *commentOf(const std::string &stage) {
  return stage == stage::llvm ? "; " : stage == stage::assembly ? "# " : "// ";
}

void printReport(const CompileVerbOptions &options, const Session &session) {
  const Report &report = session.context.report();
  Table table({"", ""}, "ll");
  int64_t steps = 0;
  for (const SegmentReport &segment : report.segments)
    steps += static_cast<int64_t>(segment.steps.size());
  table.row({"segments", grouped(static_cast<int64_t>(report.segments.size()))});
  table.row({"steps", grouped(steps)});
  if (report.compiles())
    table.row({"compiled", compiledText(report)});
  table.row({"weights", bytesText(report.weightBytes())});
  table.row({"arena", bytesText(report.arenaBytes())});
  table.row({"code", bytesText(report.codeBytes())});
  char seconds[32];
  for (const StageReport &stage : report.stages) {
    std::snprintf(seconds, sizeof seconds, "%.3f s", stage.seconds);
    table.row({"stage " + stage.stage, seconds});
  }
  std::snprintf(seconds, sizeof seconds, "%.3f s", session.compileSeconds);
  table.row({"in all", seconds});
  std::cout << styled(printable(options.model.path), Style::Bold, std::cout) << " for "
            << options.model.target << "\n";
  table.print(std::cout, "  ");
}

/// The products of a target, as `--emit` names them: not text, and not of one file.
constexpr const char *objects = "objects";

/// Writes relocatable objects into a folder, for any machine.
int writeObjects(const CompileVerbOptions &options, const CompileOptions &compile) {
  if (options.output.empty())
    return fail(usage("--emit=objects wants a folder: -o DIR"));
  int code = 0;
  auto opened = openModel({options.model, compile}, code);
  if (!opened)
    return code;
  ProgressBar bar;
  CompileOptions watched = compile;
  watched.progress = bar.listener();
  auto products = opened->model.emit(opened->types(), watched);
  if (!products.ok())
    return fail(products.status());
  std::error_code problem;
  std::filesystem::create_directories(options.output, problem);
  int64_t bytes = 0;
  for (const Product &product : *products) {
    std::string path = (std::filesystem::path(options.output) / product.name).string();
    if (Status written = writeFile(path, *product.bytes); !written.ok())
      return fail(written);
    bytes += static_cast<int64_t>(product.bytes->size());
  }
  std::cerr << "wrote " << counted(static_cast<int64_t>(products->size()), "object") << ", "
            << bytesText(bytes) << ", to " << printable(options.output) << "\n";
  return 0;
}

/// Says what was made for ranges of sizes.
void printRanges(const CompileVerbOptions &options, const std::vector<DimRange> &ranges,
                 const RangesProgram &made) {
  const Report report = made.program.report();
  Table table({"", ""}, "ll");
  std::string refused = report.ahead.refused > 0 ? str(", and ", grouped(report.ahead.refused),
                                                       " that the model refuses")
                                                 : "";
  table.row({"sizes tried", grouped(report.ahead.sizes) + refused});
  table.row({"compiled", compiledText(report)});
  table.row({"weights", bytesText(report.weightBytes())});
  table.row({"code", bytesText(report.ahead.codeBytes)});
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.3f s", made.compileSeconds);
  table.row({"in all", seconds});
  std::cout << styled(printable(options.model.path), Style::Bold, std::cout) << " for "
            << options.model.target << ", " << printable(rangesText(ranges)) << "\n";
  table.print(std::cout, "  ");
}

int runRanges(const CompileVerbOptions &options, const CompileOptions &compile) {
  if (!options.emit.empty())
    return fail(usage(str("--emit=", options.emit, " shows one size; wanted one instead of --dim ",
                          rangesText(compile.ranges))));
  int code = 0;
  auto made = openRanges({options.model, compile}, code);
  if (!made)
    return code;
  if (options.model.json != "-")
    printRanges(options, compile.ranges, *made);
  if (options.model.json.empty())
    return 0;
  const Report report = made->program.report();
  Json json = programJson(options.model, options.code, report);
  json.update({{"load_seconds", made->loadSeconds},
               {"compile_seconds", made->compileSeconds},
               {"weight_bytes", report.weightBytes()}});
  addShares(json, report);
  addRanges(json, compile.ranges, report.ahead);
  return writeJson(json, options.model.json, 0);
}

Status checkOptions(const CompileVerbOptions &options) {
  if (options.emit.empty() && !options.output.empty())
    return usage(str("-o ", options.output,
                     ": engine files and bundles cannot be written yet; --emit=STAGE writes the "
                     "text of a stage"));
  return success();
}

int write(const CompileVerbOptions &options, const std::string &text) {
  if (options.output.empty() || options.output == "-") {
    std::cout << text;
    return 0;
  }
  Status written = writeFile(options.output, text);
  if (!written.ok())
    return fail(written);
  std::cerr << "wrote " << printable(options.output) << "\n";
  return 0;
}

int run(const CompileVerbOptions &options) {
  auto compile = compileOptions(options.model, options.code);
  const Status valid = checkOptions(options);
  for (const Status *status : {&compile.status(), &valid})
    if (!status->ok())
      return fail(*status);
  if (!compile->ranges.empty())
    return runRanges(options, *compile);
  if (options.emit == objects)
    return writeObjects(options, *compile);
  std::string text;
  compile->emit = options.emit;
  if (!options.emit.empty())
    compile->emitted = [&](const std::string &title, const std::string &part) {
      text += commentOf(options.emit) + title + "\n" + part;
    };
  int code = 0;
  auto session = openSession({options.model, *compile}, code);
  if (!session)
    return code;
  bool textOnOutput = !options.emit.empty() && (options.output.empty() || options.output == "-");
  if (!options.emit.empty() && (code = write(options, text)) != 0)
    return code;
  if (!textOnOutput && options.model.json != "-")
    printReport(options, *session);
  if (options.model.json.empty())
    return 0;
  const Report report = session->context.report();
  Json json = programJson(options.model, options.code, report);
  json.update(
      {{"load_seconds", session->loadSeconds}, {"compile_seconds", session->compileSeconds}});
  addReport(json, report);
  return writeJson(json, options.model.json, 0);
}

} // namespace

void addCompile(CLI::App &app, Action &action) {
  auto options = std::make_shared<CompileVerbOptions>();
  CLI::App *verb = app.add_subcommand(
      "compile", "Compiles a model; shows how long that took and how large the result is, or the "
                 "text of a stage.");
  options->model.add(*verb, /*takesRanges=*/true);
  options->code.add(*verb);
  std::vector<std::string> stages(std::begin(stage::all), std::end(stage::all));
  stages.emplace_back(objects);
  verb->add_option("--emit", options->emit,
                   "print the text of a stage, or write relocatable objects for the machine, which "
                   "need not be this one")
      ->check(CLI::IsMember(stages));
  verb->add_option("-o", options->output,
                   "the file for the text of the stage, default standard output; the folder for "
                   "objects")
      ->type_name("PATH");
  verb->footer(
      "Sizes that an ONNX model leaves open count as 1; set them with --dim or --shapes. Of a "
      "range the kernels for all sizes are compiled.\n"
      "Example:\n  ingot compile model.onnx --dim batch=8\n"
      "  ingot compile model.onnx --dim batch=1 --dim seq=1..512\n"
      "  ingot compile model.onnx --emit=asm -o model.s\n"
      "  ingot compile model.onnx --mcpu=sifive-x280 --emit=objects -o objects");
  verb->callback([&action, options] { action = [options] { return run(*options); }; });
}

} // namespace ingot::tool
