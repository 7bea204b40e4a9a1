// ingot explain: what became of a model's operators when it was compiled, and why.
#include "tools/ingot/Session.h"
#include "tools/ingot/Verbs.h"

#include <iostream>
#include <map>

namespace ingot::tool {
namespace {

struct ExplainOptions {
  ModelOptions model;
  CodeOptions code;
};

std::string joined(const std::vector<std::string> &parts, const char *between) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : between) + part;
  return text;
}

/// "rows=49 columns=512".
std::string sizesText(const StepReport &step) {
  std::string text;
  for (const auto &[name, size] : step.sizes)
    text += str(text.empty() ? "" : " ", name, "=", size);
  return text;
}

/// "14x32" of "gemm_f32_14x32": the rows and columns that are summed in registers at a time.
std::string tileOf(const std::string &kernel) {
  std::string last = kernel.substr(kernel.rfind('_') + 1);
  size_t x = last.find('x');
  auto isNumber = [](std::string_view text) {
    int64_t value = 0;
    return parseWhole(text, value);
  };
  std::string_view view = last;
  return x != std::string::npos && isNumber(view.substr(0, x)) && isNumber(view.substr(x + 1))
             ? last
             : "";
}

/// The step at which most of a segment's arena is in use; null for a segment without steps.
const StepReport *peakOf(const SegmentReport &segment) {
  const StepReport *peak = nullptr;
  for (const StepReport &step : segment.steps)
    if (!peak || step.liveBytes > peak->liveBytes)
      peak = &step;
  return peak;
}

void title(const std::string &text) { std::cout << styled(text, Style::Bold, std::cout) << "\n"; }

void printGroups(const Report &report) {
  std::map<std::string, std::string> reasons;
  Table table({"group", "kind", "operators", "nodes"}, "llll");
  for (const OperatorReport &op : report.operators)
    if (!op.group.empty()) {
      table.row({op.node, op.group, joined(op.ops, " + "), joined(op.nodes, ", ")});
      reasons[op.group] = op.reason;
    }
  title("fused");
  if (table.empty())
    std::cout << "  nothing\n";
  else
    table.print(std::cout, "  ");
  for (const auto &[kind, reason] : reasons)
    std::cout << "  " << kind << ": " << reason << "\n";
}

void printUnfused(const Report &report) {
  Table table({"producer", "consumer", "why not"}, "lll");
  for (const UnfusedReport &pair : report.unfused)
    table.row({str(pair.producer, " (", pair.producerOp, ")"),
               str(pair.consumer, " (", pair.consumerOp, ")"), pair.reason});
  if (table.empty())
    return;
  title("neighbours that were not fused");
  table.print(std::cout, "  ");
}

void printSegment(const SegmentReport &segment) {
  title(str(segment.name, ": ", counted(static_cast<int64_t>(segment.steps.size()), "step")));
  Table table({"step", "node", "kernel", "tile", "units", "live", "sizes"}, "rlllrrl");
  for (size_t i = 0; i < segment.steps.size(); ++i) {
    const StepReport &step = segment.steps[i];
    table.row({std::to_string(i), step.node, step.what, tileOf(step.what), grouped(step.units),
               bytesText(step.liveBytes), sizesText(step)});
  }
  table.print(std::cout, "  ");
  std::cout << "  weights " << bytesText(segment.weightBytes) << ", code "
            << bytesText(segment.codeBytes) << ", arena " << bytesText(segment.arenaBytes);
  if (const StepReport *peak = peakOf(segment))
    std::cout << ", of which " << bytesText(peak->liveBytes) << " are in use at step "
              << peak - segment.steps.data() << " (" << printable(peak->node) << ")";
  std::cout << "\n";
}

void print(const ExplainOptions &options, const Report &report) {
  if (!report.compiles()) {
    std::cout << "target '" << printable(options.model.target)
              << "' compiles nothing: it runs the operators as they are, one after the other\n";
    return;
  }
  if (options.code.hasPrecision())
    std::cout << "precision " << options.code.precision
              << ": computed in f32, weights of products, convolutions and lookups in "
              << options.code.precision << "\n";
  if (options.code.isFast())
    std::cout << "math " << options.code.math << ": results may round more than those of strict\n";
  if (options.code.noOptimize) {
    title("fused");
    std::cout << "  nothing, since --no-optimize was given\n";
  } else {
    printGroups(report);
  }
  printUnfused(report);
  title("compiled");
  std::cout << "  " << compiledText(report) << "\n";
  title("on the host");
  Table table({"node", "operator", "why"}, "lll");
  for (const OperatorReport &op : report.operators)
    if (!op.host.empty())
      table.row({op.node, joined(op.ops, " + "), op.host});
  if (table.empty())
    std::cout << "  nothing\n";
  else
    table.print(std::cout, "  ");
  for (const SegmentReport &segment : report.segments)
    printSegment(segment);
}

Json segmentJson(const SegmentReport &segment) {
  Json json{{"name", segment.name},
            {"weight_bytes", segment.weightBytes},
            {"arena_bytes", segment.arenaBytes},
            {"code_bytes", segment.codeBytes},
            {"steps", Json::array()}};
  for (const StepReport &step : segment.steps) {
    Json sizes = Json::object();
    for (const auto &[name, size] : step.sizes)
      sizes[name] = size;
    json["steps"].push_back({{"node", step.node},
                             {"kernel", step.what},
                             {"tile", tileOf(step.what)},
                             {"units", step.units},
                             {"live_bytes", step.liveBytes},
                             {"host", step.host},
                             {"sizes", std::move(sizes)}});
  }
  if (const StepReport *peak = peakOf(segment))
    json["peak"] = {{"step", peak - segment.steps.data()},
                    {"node", peak->node},
                    {"live_bytes", peak->liveBytes}};
  return json;
}

Json toJson(const ExplainOptions &options, const Report &report) {
  Json json{{"model", options.model.path},
            {"target", options.model.target},
            {"precision", options.code.precision}};
  for (const char *list : {"operators", "unfused", "segment_reports"})
    json[list] = Json::array();
  for (const OperatorReport &op : report.operators)
    json["operators"].push_back({{"node", op.node},
                                 {"operators", op.ops},
                                 {"nodes", op.nodes},
                                 {"group", op.group},
                                 {"reason", op.reason},
                                 {"host", op.host},
                                 {"macs", op.macs ? Json(*op.macs) : Json(nullptr)}});
  for (const UnfusedReport &pair : report.unfused)
    json["unfused"].push_back({{"producer", pair.producer},
                               {"producer_operator", pair.producerOp},
                               {"consumer", pair.consumer},
                               {"consumer_operator", pair.consumerOp},
                               {"reason", pair.reason}});
  for (const SegmentReport &segment : report.segments)
    json["segment_reports"].push_back(segmentJson(segment));
  addReport(json, report);
  return json;
}

int run(const ExplainOptions &options) {
  auto compile = options.code.compileOptions(options.model.target);
  if (!compile.ok())
    return fail(compile.status());
  int code = 0;
  auto session = openSession({options.model, *compile}, code);
  if (!session)
    return code;
  const Report &report = session->context.report();
  if (options.model.json != "-")
    print(options, report);
  warnOfReference(report);
  return options.model.json.empty() ? 0 : writeJson(toJson(options, report), options.model.json, 0);
}

} // namespace

void addExplain(CLI::App &app, Action &action) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App *verb = app.add_subcommand(
      "explain", "Says what became of each operator: what it was fused with and why, which kernel "
                 "runs it, what stays on the host, what memory it takes.");
  options->model.add(*verb);
  options->code.add(*verb);
  verb->footer("Sizes that an ONNX model leaves open count as 1; set them with --dim or --shapes.\n"
               "Example:\n  ingot explain model.onnx --dim batch=1\n"
               "  ingot explain model.onnx --json=explain.json");
  verb->callback([&action, options] { action = [options] { return run(*options); }; });
}

} // namespace ingot::tool
