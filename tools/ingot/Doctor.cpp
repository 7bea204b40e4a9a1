// ingot doctor: versions, the machine, a self-test of every target, the limits.
#include "tools/ingot/Output.h"
#include "tools/ingot/Verbs.h"

#include <algorithm>
#include <iostream>

namespace ingot::tool {
namespace {

/// The features that kernels are chosen by, in the order of their worth.
constexpr const char *notable[] = {
    "sse4.2",   "avx",      "avx2",       "fma",        "f16c",       "avxvnni",  "avx512f",
    "avx512bw", "avx512vl", "avx512vnni", "avx512bf16", "avx512fp16", "amx-tile", "amx-int8",
    "amx-bf16", "amx-fp16", "neon",       "fullfp16",   "dotprod",    "i8mm",     "bf16",
    "sve",      "sve2",     "sme",        "sme2",       "v",          "zvfh"};

std::string notableFeatures(const MachineInfo &info) {
  std::string text;
  for (const char *feature : notable)
    if (std::binary_search(info.features.begin(), info.features.end(), feature))
      text += (text.empty() ? "" : " ") + std::string(feature);
  return text.empty() ? "none of those that kernels use" : text;
}

std::vector<std::pair<std::string, int64_t>> limitRows() {
  Limits limits;
  return {{"nodes after inlining", limits.nodes},
          {"nesting of subgraphs and functions", limits.nesting},
          {"attributes of a node", limits.attributesPerNode},
          {"bytes of a name or text", limits.stringBytes},
          {"rank of a tensor", limits.rank},
          {"bytes of a tensor", limits.tensorBytes},
          {"bytes of a model file", limits.fileBytes},
          {"bytes of constants computed at import", limits.foldedBytes}};
}

Json toJson(const MachineInfo &info, const std::vector<SelfTest> &tests) {
  Json json{{"ingot", version()},        {"llvm", llvmVersion()},
            {"cpu", info.cpu},           {"architecture", info.architecture},
            {"system", info.system},     {"cores", info.cores},
            {"memory", info.memory},     {"available_memory", info.availableMemory},
            {"features", info.features}, {"targets", Json::array()},
            {"limits", Json::object()}};
  for (const SelfTest &test : tests)
    json["targets"].push_back({{"name", test.target},
                               {"passed", test.passed},
                               {"message", test.message},
                               {"seconds", test.seconds}});
  for (const auto &[name, limit] : limitRows())
    json["limits"][name] = limit;
  return json;
}

void print(const MachineInfo &info, const std::vector<SelfTest> &tests) {
  std::cout << "ingot " << version() << ", LLVM " << llvmVersion() << "\n"
            << styled("machine", Style::Bold, std::cout) << "\n";
  Table machine({"", ""}, "ll");
  machine.row({"processor", info.cpu + ", " + info.architecture});
  machine.row({"features", notableFeatures(info)});
  machine.row({"cores", std::to_string(info.cores)});
  machine.row(
      {"memory", bytesText(info.memory) + ", " + bytesText(info.availableMemory) + " available"});
  machine.row({"system", info.system});
  machine.print(std::cout, "  ");
  std::cout << styled("targets", Style::Bold, std::cout) << "\n";
  auto all = targets();
  for (size_t i = 0; i < tests.size(); ++i) {
    char milliseconds[32];
    std::snprintf(milliseconds, sizeof milliseconds, "%.1f ms", tests[i].seconds * 1e3);
    std::cout << "  " << tests[i].target << "  "
              << (tests[i].passed ? styled("self-test passed", Style::Green, std::cout)
                                  : styled("SELF-TEST FAILED", Style::Red, std::cout))
              << " in " << milliseconds << ": "
              << printable(tests[i].passed ? all[i].summary : tests[i].message) << "\n";
  }
  std::cout << styled("limits", Style::Bold, std::cout) << " of a model\n";
  Table limits({"", ""}, "lr");
  for (const auto &[name, limit] : limitRows())
    limits.row({name, grouped(limit)});
  limits.print(std::cout, "  ");
}

int doctor(const std::string &json) {
  MachineInfo info = thisMachine();
  auto tests = selfTests();
  bool passed = std::all_of(tests.begin(), tests.end(), [](const SelfTest &t) { return t.passed; });
  int exitCode = passed ? 0 : static_cast<int>(ErrorKind::Runtime);
  if (json != "-")
    print(info, tests);
  return json.empty() ? exitCode : writeJson(toJson(info, tests), json, exitCode);
}

} // namespace

void addDoctor(CLI::App &app, Action &action) {
  auto json = std::make_shared<std::string>();
  CLI::App *verb = app.add_subcommand(
      "doctor", "Shows versions, the machine and the limits, and tests every target.");
  addJson(*verb, *json);
  verb->footer("Exit code 1 if a target fails its self-test.\n"
               "Example:\n  ingot doctor --json=machine.json");
  verb->callback([&action, json] { action = [json] { return doctor(*json); }; });
}

} // namespace ingot::tool
