// Descriptions of machines: detected, by name, from text; and what is wrong with them.
#include "compiler/machine/Machine.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace ingot;
using namespace ingot::machine;

namespace {

std::string isaOf(const char *cpu) {
  auto machine = machineNamed(cpu);
  return machine.ok() ? std::string(machine->isa->name) : machine.status().message();
}

TEST(Machine, NamesProcessorsOfEveryArchitecture) {
  EXPECT_EQ(isaOf("x86-64"), "sse");
  EXPECT_EQ(isaOf("haswell"), "avx2");
  EXPECT_EQ(isaOf("skylake-avx512"), "avx512");
  EXPECT_EQ(isaOf("cascadelake"), "vnni");
  EXPECT_EQ(isaOf("cortex-a72"), "neon");
  EXPECT_EQ(isaOf("neoverse-n1"), "fp16");
  EXPECT_EQ(isaOf("neoverse-n2"), "i8mm");
  EXPECT_EQ(isaOf("sifive-u74"), "rv64");
  EXPECT_EQ(isaOf("sifive-x280"), "rvv");
}

TEST(Machine, KnowsWhichInstructionSetsMultiplyAndAddAtOnce) {
  for (const char *name : {"avx2", "avx512", "vnni", "neon", "fp16", "rv64", "rvv"})
    EXPECT_TRUE(findIsa(name)->fuses()) << name;
  EXPECT_FALSE(findIsa("sse")->fuses());
}

TEST(Machine, KnowsWhatIsNearest) {
  const Isa *isa = findIsa("fp16");
  ASSERT_NE(isa, nullptr);
  EXPECT_EQ(isa->stepsTo("fp16"), 0);
  EXPECT_EQ(isa->stepsTo("dotprod"), 1);
  EXPECT_EQ(isa->stepsTo("neon"), 2);
  EXPECT_EQ(isa->stepsTo("any"), 3);
  EXPECT_EQ(isa->base().name, "neon");
  EXPECT_EQ(findIsa("avx2")->base().name, "avx2");
}

TEST(Machine, SuggestsAName) {
  EXPECT_EQ(isaOf("haswel"), "no processor 'haswel' is known; did you mean 'haswell'?");
}

TEST(Machine, RefusesProcessorsThatRunNoSuchCode) {
  EXPECT_NE(isaOf("pentium4").find("none of the instruction sets"), std::string::npos);
  EXPECT_NE(isaOf("i386").find("none of the instruction sets"), std::string::npos);
}

TEST(Machine, IsDetected) {
  auto host = hostMachine();
  ASSERT_TRUE(host.ok()) << host.status().message();
  EXPECT_GE(host->caches.size(), 2u);
  EXPECT_GE(host->cache(1), host->cache(0));
  EXPECT_EQ(host->cache(99), host->caches.back());
}

TEST(Machine, IsDetectedWithWhatAnArmKernelLists) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("Features"))
    ;
  if (!file)
    GTEST_SKIP() << "no processor here lists its features as those of Arm do";
  line += ' ';
  bool hasDots = line.find(" asimddp ") != std::string::npos,
       hasHalves = line.find(" asimdhp ") != std::string::npos,
       hasMatrices = line.find(" i8mm ") != std::string::npos;
  const char *wanted = !hasDots ? "neon" : !hasHalves ? "dotprod" : hasMatrices ? "i8mm" : "fp16";
  EXPECT_EQ(hostMachine()->isa->name, wanted) << line;
}

TEST(Machine, LosesWhatIsNotHere) {
  auto host = hostMachine();
  ASSERT_TRUE(host.ok());
  bool isX86 = host->isa->triple.starts_with("x86_64");
  auto small = hostMachine(isX86 ? "x86-64" : "cortex-a53");
  ASSERT_TRUE(small.ok()) << small.status().message();
  EXPECT_EQ(small->isa->name, isX86 ? "sse" : "neon");
  auto foreign = hostMachine(isX86 ? "neoverse-n1" : "haswell");
  ASSERT_FALSE(foreign.ok());
  EXPECT_NE(foreign.status().message().find("does not run here"), std::string::npos);
}

TEST(Machine, IsReadFromText) {
  auto machine = machineFromText(R"({"cpu": "sifive-u74", "features": "+v",
      "caches": [32768, 2097152], "clock": 1.2e9, "bandwidth": 8e9})",
                                 "board.json");
  ASSERT_TRUE(machine.ok()) << machine.status().message();
  EXPECT_EQ(machine->isa->name, "rvv");
  EXPECT_EQ(machine->cache(1), 2097152);
  EXPECT_EQ(machine->clock, 1.2e9);
}

TEST(Machine, SaysWhatIsWrongWithAFile) {
  auto problem = [](const char *text) {
    auto machine = machineFromText(text, "m.json");
    return machine.ok() ? std::string("fine") : machine.status().message();
  };
  EXPECT_EQ(problem("{}"), "m.json: 'cpu' is not there");
  EXPECT_EQ(problem(R"({"cpu": 3})"), "m.json: 'cpu' is not a text");
  EXPECT_EQ(problem("[1]"), "m.json: a machine is an object, {\"cpu\": …}");
  EXPECT_EQ(problem(R"({"cpu": "haswell", "caches": [5]})"),
            "m.json: 'caches' is not a list of bytes, the nearest cache first, from 1024 on");
  EXPECT_EQ(problem(R"({"cpu": "haswell", "clock": -1})"),
            "m.json: 'clock' is not a number above 0");
  EXPECT_NE(problem(R"({"cpu": "haswell", "cores": 4})").find("a machine has no 'cores'"),
            std::string::npos);
  EXPECT_NE(problem("{").find("m.json: "), std::string::npos);
  EXPECT_NE(problem(R"({"cpu": "haswell", "features": "-64bit"})").find("none of the instruction"),
            std::string::npos);
  EXPECT_NE(problem(R"({"cpu": "haswell", "features": "+quick"})").find("no feature '+quick'"),
            std::string::npos);
  EXPECT_NE(problem(R"({"cpu": "haswell", "features": ","})").find("no feature ''"),
            std::string::npos);
  EXPECT_NE(problem(R"({"cpu": "haswell", "triple": "aarch64-linux-gnu"})").find("no processor"),
            std::string::npos);
  EXPECT_NE(problem(R"({"cpu": "haswell", "triple": "nothing"})").find("LLVM makes no code"),
            std::string::npos);
}

} // namespace
