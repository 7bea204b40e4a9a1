// What the operating system and LLVM say about this machine; the self-test.
#include "compiler/machine/Host.h"
#include "ingot/Ingot.h"
#include "runtime/base/Cores.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <sys/utsname.h>
#include <unistd.h>

namespace ingot {
namespace {

/// What follows "key :" in the first such line of a file of the kernel; empty when there is none.
std::string lookUp(const char *path, std::string_view key) {
  std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(path, "r"), std::fclose);
  char line[512];
  while (file && std::fgets(line, sizeof line, file.get())) {
    std::string_view text = line;
    size_t colon = text.find(':');
    if (!text.starts_with(key) || colon == std::string_view::npos)
      continue;
    text.remove_prefix(std::min(text.find_first_not_of(" \t", colon + 1), text.size()));
    return std::string(text.substr(0, text.find_last_not_of(" \t\n") + 1));
  }
  return "";
}

/// A layer on a batch of two. The numbers in it are exact in every float of 16 bits or more.
constexpr std::string_view selfTestModel = R"(
func.func @main(%x: tensor<2x3xf32> {graph.name = "x"})
    -> (tensor<2x2xf32> {graph.name = "y"}) {
  %w = graph.constant {value = dense<[[1.0, -2.0], [0.5, 1.0], [-1.0, 0.25]]> : tensor<3x2xf32>}
      : tensor<3x2xf32>
  %b = graph.constant {value = dense<[1.5, -1.0]> : tensor<2xf32>} : tensor<2xf32>
  %0 = graph.matmul %x, %w : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = graph.add %0, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %2 = graph.relu %1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
})";
const std::vector<float> selfTestInput = {1, 2, 3, -4, 8, 2};
// x·w = [[-1, 0.75], [-2, 16.5]]; + b = [[0.5, -0.25], [-0.5, 15.5]]
const std::vector<float> selfTestOutput = {0.5, 0, 0, 15.5};

Status runSelfTest(const std::string &target) {
  LoadResult loaded = Model::loadText(selfTestModel, "self-test");
  if (!loaded.model)
    return failure(loaded.diagnostics.front().message);
  Program program = INGOT_TRY(loaded.model->compile({target}));
  auto outputs = INGOT_TRY(program.run({Tensor::of<float>({2, 3}, selfTestInput)}));
  if (outputs.size() != 1 || !outputs[0].isTensor() ||
      outputs[0].tensor().type() != ElementType::F32 || outputs[0].tensor().elements() != 4)
    return failure("the output is not f32[2,2]", ErrorKind::Mismatch);
  for (int64_t i = 0; i < 4; ++i) {
    double found = outputs[0].tensor().numberAt(i), wanted = selfTestOutput[static_cast<size_t>(i)];
    if (!(std::fabs(found - wanted) <= 1e-3))
      return failure(str("element ", i, " is ", found, ", wanted ", wanted), ErrorKind::Mismatch);
  }
  return success();
}

} // namespace

const char *version() { return INGOT_VERSION; }
const char *llvmVersion() { return LLVM_VERSION_STRING; }

MachineInfo thisMachine() {
  MachineInfo info;
  info.cpu = lookUp("/proc/cpuinfo", "model name");
  if (info.cpu.empty())
    info.cpu = llvm::sys::getHostCPUName().str();
  utsname name;
  if (::uname(&name) == 0) {
    info.architecture = name.machine;
    info.system = str(name.sysname, " ", name.release);
  }
  info.cores = static_cast<unsigned>(usableCores());
  auto kibibytes = [](const char *key) {
    return std::strtoll(lookUp("/proc/meminfo", key).c_str(), nullptr, 10) * 1024;
  };
  info.memory = kibibytes("MemTotal");
  info.availableMemory = kibibytes("MemAvailable");
  for (const auto &feature : machine::hostFeatures())
    if (feature.getValue())
      info.features.push_back(feature.getKey().str());
  std::sort(info.features.begin(), info.features.end());
  return info;
}

std::vector<SelfTest> selfTests() {
  std::vector<SelfTest> tests;
  for (const TargetInfo &target : targets()) {
    auto start = std::chrono::steady_clock::now();
    Status status = runSelfTest(target.name);
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    tests.push_back(
        {target.name, status.ok(), status.ok() ? std::string() : status.message(), seconds});
  }
  return tests;
}

} // namespace ingot
