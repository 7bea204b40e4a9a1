// Contexts: the same numbers as run(), from many threads, without an allocation.
#include "ingot/Ingot.h"
#include "tools/ingot/Allocations.h"

#include <climits>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <thread>

namespace ingot {
namespace {

Model load(const std::string &text) {
  LoadResult loaded = Model::loadText(text, "test.mlir");
  EXPECT_TRUE(loaded.model) << (loaded.diagnostics.empty() ? "" : loaded.diagnostics[0].message);
  return *loaded.model;
}

Model digits() {
  LoadOptions options;
  options.dims["batch"] = 1;
  LoadResult loaded = Model::load(INGOT_DIGITS, options);
  EXPECT_TRUE(loaded.model);
  return *loaded.model;
}

CompileOptions forCpu(int threads = 1) {
  CompileOptions options;
  options.target = "cpu";
  options.threads = threads;
  options.inBackground = false;
  return options;
}

void fill(Tensor &tensor, uint64_t seed) {
  Tensor random = randomValue(ValueType::tensor(tensor.type(), tensor.shape()), seed)->tensor();
  std::memcpy(tensor.mutableBytes(), random.bytes(), random.byteSize());
}

bool sameBytes(const Tensor &a, const Tensor &b) {
  return a.type() == b.type() && a.shape() == b.shape() &&
         std::memcmp(a.bytes(), b.bytes(), a.byteSize()) == 0;
}

TEST(Compile, RefusesThreadsThatNoMachineHas) {
  for (int threads : {-1, CompileOptions::mostThreads + 1, INT_MAX}) {
    auto program = digits().compile(forCpu(threads));
    ASSERT_FALSE(program.ok()) << threads;
    EXPECT_EQ(program.status().kind(), ErrorKind::Usage);
  }
}

TEST(Allocations, AreCounted) {
  tool::AllocationCount count;
  EXPECT_EQ(count.taken(), 0);
  auto text = std::make_unique<std::string>(100, 'x');
  std::thread([&] { text->resize(10000); }).join();
  EXPECT_GE(count.taken(), 3);
}

TEST(Context, AgreesWithRunOnEveryTarget) {
  for (const TargetInfo &target : targets()) {
    CompileOptions options = forCpu();
    options.target = target.name;
    Program program = digits().compile(options).take();
    Context context = program.context().take();
    for (uint64_t seed : {1, 2, 3}) {
      fill(context.inputs()[0].tensor(), seed);
      ASSERT_TRUE(context.run().ok());
      auto wanted = program.run({context.inputs()[0]});
      ASSERT_TRUE(wanted.ok());
      EXPECT_TRUE(sameBytes(context.outputs()[0].tensor(), (*wanted)[0].tensor())) << target.name;
    }
  }
}

TEST(Context, AllocatesNothingWhenTheModelIsWhole) {
  for (int threads : {1, 2}) {
    Program program = digits().compile(forCpu(threads)).take();
    Context context = program.context().take();
    ASSERT_TRUE(context.report().whole);
    fill(context.inputs()[0].tensor(), 1);
    ASSERT_TRUE(context.run().ok());
    tool::AllocationCount count;
    bool ok = true;
    for (int i = 0; i < 100; ++i)
      ok &= context.run().ok();
    int64_t taken = count.taken();
    EXPECT_TRUE(ok);
    EXPECT_EQ(taken, 0) << threads << " threads";
  }
}

// Run under ThreadSanitizer by `make tsan`.
TEST(Context, ManyShareAProgram) {
  Program program = digits().compile(forCpu(2)).take();
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (uint64_t t = 0; t < 6; ++t)
    threads.emplace_back([&, t] {
      Context context = program.context().take();
      for (uint64_t i = 0; i < 10; ++i) {
        fill(context.inputs()[0].tensor(), 10 * t + i);
        bool ok = context.run().ok();
        auto wanted = program.run({context.inputs()[0]});
        wrong +=
            !ok || !wanted.ok() || !sameBytes(context.outputs()[0].tensor(), (*wanted)[0].tensor());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Program, ResultsOutliveIt) {
  for (const TargetInfo &target : targets()) {
    std::vector<Value> outputs;
    {
      CompileOptions options;
      options.target = target.name;
      // Constants of the model and of its optimization: what is left of x - x is one.
      Program program = load(R"(
func.func @main(%x: tensor<64x37xi32>) -> (tensor<64x37xi32>, tensor<2x2xf32>, tensor<4xf32>, tensor<64x37xi32>) {
  %c = graph.constant {value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : tensor<2x2xf32>
  %shape = graph.constant {value = dense<4> : tensor<1xi64>} : tensor<1xi64>
  %flat = graph.reshape %c, %shape : (tensor<2x2xf32>, tensor<1xi64>) -> tensor<4xf32>
  %d = graph.sub %x, %x : (tensor<64x37xi32>, tensor<64x37xi32>) -> tensor<64x37xi32>
  return %d, %c, %flat, %x : tensor<64x37xi32>, tensor<2x2xf32>, tensor<4xf32>, tensor<64x37xi32>
})")
                            .compile(options)
                            .take();
      outputs =
          program.run({Tensor::of<int32_t>({64, 37}, std::vector<int32_t>(64 * 37, 5))}).take();
    }
    std::vector<std::vector<char>> others(64,
                                          std::vector<char>(64 * 37 * 4, 'x')); // in their place
    EXPECT_TRUE(sameBytes(outputs[0].tensor(),
                          Tensor::of<int32_t>({64, 37}, std::vector<int32_t>(64 * 37, 0))));
    EXPECT_TRUE(sameBytes(outputs[1].tensor(), Tensor::of<float>({2, 2}, {1, 2, 3, 4})));
    EXPECT_TRUE(sameBytes(outputs[2].tensor(), Tensor::of<float>({4}, {1, 2, 3, 4})));
    EXPECT_EQ(outputs[3].tensor().data<int32_t>()[64 * 37 - 1], 5);
    EXPECT_EQ(others.back().back(), 'x');
  }
}

TEST(Context, OutlivesItsProgram) {
  std::optional<Context> context;
  {
    Program program = digits().compile(forCpu()).take();
    context = program.context().take();
  }
  EXPECT_TRUE(context->run().ok());
}

constexpr const char *dynamicText = R"(
func.func @main(%x: tensor<?x4xf32> {graph.name = "x", graph.dims = ["batch", ""]})
    -> (tensor<?x4xf32> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32> loc("clip")
  %1 = graph.tanh %0 : (tensor<?x4xf32>) -> tensor<?x4xf32> loc("bend")
  return %1 : tensor<?x4xf32>
})";

TEST(Context, UnknownSizesAreGiven) {
  for (const TargetInfo &target : targets()) {
    CompileOptions options = forCpu();
    options.target = target.name;
    Program program = load(dynamicText).compile(options).take();
    auto without = program.context();
    ASSERT_FALSE(without.ok());
    EXPECT_EQ(without.status().kind(), ErrorKind::Usage);
    EXPECT_NE(without.status().message().find("input 'x' f32[batch,4]"), std::string::npos);
    ContextOptions two, three;
    two.types = {ValueType::tensor(ElementType::F32, {2, 4})};
    three.types = {ValueType::tensor(ElementType::F32, {3, 4})};
    Context small = program.context(two).take(), large = program.context(three).take();
    ASSERT_TRUE(small.run().ok() && large.run().ok());
    EXPECT_EQ(small.outputs()[0].tensor().shape(), (Shape{2, 4}));
    EXPECT_EQ(large.outputs()[0].tensor().shape(), (Shape{3, 4}));
    ContextOptions wrong;
    wrong.types = {ValueType::tensor(ElementType::F64, {2, 4})};
    EXPECT_FALSE(program.context(wrong).ok()) << target.name;
  }
}

TEST(Context, InputsKeepTheirTypes) {
  Program program = digits().compile(forCpu()).take();
  Context context = program.context().take();
  Value own = context.inputs()[0];
  context.inputs()[0] = Tensor::of<float>({1, 1, 1, 1}, {1});
  Status status = context.run();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.kind(), ErrorKind::Usage);
  EXPECT_EQ(status.message(), "input 'image': given f32[1,1,1,1], wanted f32[1,1,8,8]");
  context.inputs().clear();
  EXPECT_FALSE(context.run().ok());
  // A view that is not aligned is copied.
  std::vector<char> bytes(4 * 64 + 1);
  fill(own.tensor(), 5);
  std::memcpy(bytes.data() + 1, own.tensor().bytes(), 256);
  context.inputs() = {Tensor::view(ElementType::F32, {1, 1, 8, 8}, bytes.data() + 1, nullptr)};
  ASSERT_TRUE(context.run().ok());
  EXPECT_TRUE(sameBytes(context.outputs()[0].tensor(), (*program.run({own}))[0].tensor()));
}

TEST(Context, RunsWhatNeedsTheHost) {
  // A sequence is not compiled.
  Program program = load(R"(
func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> (tensor<i64> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32> loc("clip")
  %1 = graph.constant {value = dense<2> : tensor<i64>} : tensor<i64>
  %2 = graph.split_to_sequence %0, %1 {axis = 0 : i64} : (tensor<4xf32>, tensor<i64>) -> !graph.seq<tensor<2xf32>> loc("parts")
  %3 = graph.sequence_length %2 : (!graph.seq<tensor<2xf32>>) -> tensor<i64> loc("count")
  return %3 : tensor<i64>
})")
                        .compile(forCpu())
                        .take();
  Context context = program.context().take();
  EXPECT_FALSE(context.report().whole);
  context.inputs()[0] = Tensor::of<float>({4}, {1, -1, 0, 2});
  ASSERT_TRUE(context.run().ok());
  EXPECT_EQ(context.outputs()[0].tensor().integers(), (std::vector<int64_t>{2}));
  std::vector<std::string> reasons;
  for (const OperatorReport &op : context.report().operators)
    if (!op.host.empty())
      reasons.push_back(op.node + ": " + op.host);
  EXPECT_EQ(reasons,
            (std::vector<std::string>{
                "parts: values of these types stay on the host: f32[4], i64[] to sequence<f32[2]>",
                "count: values of these types stay on the host: sequence<f32[2]> to i64[]"}));
}

TEST(Context, CompilesForValuesThatDecideSizes) {
  Program program = load(R"(
func.func @main(%x: tensor<2x3x4xf32> {graph.name = "x"}, %axes: tensor<1xi64> {graph.name = "axes"})
    -> (tensor<?x?x?xf32> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = graph.reduce_sum %0, %axes {keepdims = true, noop_with_empty_axes = false} :
      (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
})")
                        .compile(forCpu())
                        .take();
  Tensor x = Tensor::of<float>({2, 3, 4}, std::vector<float>(24, 1.0f));
  const Shape wanted[] = {{1, 3, 4}, {2, 1, 4}, {2, 3, 1}};
  for (int64_t axis : {0, 1, 2, 1, 0}) {
    auto found = program.run({x, Tensor::of<int64_t>({1}, {axis})});
    ASSERT_TRUE(found.ok()) << found.status().message();
    EXPECT_EQ((*found)[0].tensor().shape(), wanted[axis]);
    EXPECT_EQ((*found)[0].tensor().data<float>()[0], static_cast<float>(axis + 2));
    EXPECT_TRUE(program.report().compiled().isWhole());
  }
  EXPECT_FALSE(program.run({x, Tensor::of<int64_t>({1}, {3})}).ok());
}

TEST(Context, CompilesNoMoreThanAFewValues) {
  Program program = load(R"(
func.func @main(%x: tensor<64xf32> {graph.name = "x"}, %end: tensor<1xi64> {graph.name = "end"})
    -> (tensor<?xf32> {graph.name = "y"}) {
  %0 = "graph.constant"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  %1 = graph.none : () -> none
  %2 = graph.slice %x, %0, %end, %1, %1 : (tensor<64xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<?xf32>
  %3 = graph.relu %2 : (tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
})")
                        .compile(forCpu())
                        .take();
  Tensor x = Tensor::of<float>({64}, std::vector<float>(64, 1.0f));
  for (int64_t end = 1; end <= 20; ++end) {
    auto found = program.run({x, Tensor::of<int64_t>({1}, {end})});
    ASSERT_TRUE(found.ok()) << found.status().message();
    EXPECT_EQ((*found)[0].tensor().elements(), end);
  }
  // One for all values, in the end.
  EXPECT_FALSE(program.report().compiled().isWhole());
}

TEST(Context, ProfilesEveryStep) {
  Program program = digits().compile(forCpu()).take();
  Context context = program.context().take();
  auto times = context.profile();
  ASSERT_TRUE(times.ok());
  const std::vector<StepReport> &steps = context.report().segments[0].steps;
  ASSERT_EQ(times->size(), steps.size());
  double last = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ((*times)[i].node, steps[i].node);
    EXPECT_EQ((*times)[i].what, steps[i].what);
    EXPECT_LE(last, (*times)[i].begin);
    EXPECT_LE((*times)[i].begin, (*times)[i].end);
    last = (*times)[i].end;
  }
}

TEST(Report, SaysWhatWasMade) {
  std::vector<std::string> stages;
  CompileOptions options = forCpu();
  int64_t last = 0;
  options.progress = [&](const Progress &progress) {
    if (stages.empty() || stages.back() != progress.stage)
      stages.emplace_back(progress.stage);
    EXPECT_LE(progress.done, progress.total);
    last = progress.done;
  };
  Program program = digits().compile(options).take();
  EXPECT_EQ(stages.front(), "specialize");
  EXPECT_NE(std::find(stages.begin(), stages.end(), "code"), stages.end());
  EXPECT_GT(last, 0);
  Report report = program.report();
  EXPECT_EQ(report.target, "cpu");
  EXPECT_EQ(report.inputs, (std::vector<std::string>{"f32[1,1,8,8]"}));
  ASSERT_EQ(report.segments.size(), 1u);
  EXPECT_GT(report.weightBytes(), 4 * 19000); // the parameters
  EXPECT_GT(report.codeBytes(), 0);
  EXPECT_GT(report.seconds(), 0);
  int64_t macs = 0, peak = 0;
  std::set<std::string> nodes;
  for (const OperatorReport &op : report.operators) {
    macs += op.macs.value_or(0);
    nodes.insert(op.node);
  }
  EXPECT_EQ(macs, 525792); // as the model has them
  for (const StepReport &step : report.segments[0].steps) {
    peak = std::max(peak, step.liveBytes);
    EXPECT_TRUE(nodes.count(step.node)) << step.node;
    EXPECT_GE(step.units, 1);
  }
  EXPECT_GT(peak, 0);
  EXPECT_LE(peak, report.arenaBytes());
}

TEST(Report, EveryStageHasItsText) {
  const char *marks[] = {"graph.batch_norm", "graph.group", "instr.program", "define i64",
                         ".globl"};
  for (size_t i = 0; i < std::size(stage::all); ++i) {
    std::string all;
    CompileOptions options = forCpu(2);
    options.emit = stage::all[i];
    options.emitted = [&](const std::string &title, const std::string &text) {
      EXPECT_FALSE(title.empty());
      all += text;
    };
    ASSERT_TRUE(digits().compile(options).ok());
    EXPECT_NE(all.find(marks[i]), std::string::npos) << stage::all[i];
  }
  CompileOptions options = forCpu();
  options.emit = "ast";
  auto unknown = digits().compile(options);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.status().kind(), ErrorKind::Usage);
  options.target = "interpreter";
  options.emit = stage::llvm;
  EXPECT_FALSE(digits().compile(options).ok());
}

TEST(Compile, DenormalsAreFlushedWhenAskedTo) {
  Model model = load(R"(
func.func @main(%x: tensor<16xf32> {graph.name = "x"}, %y: tensor<16xf32> {graph.name = "y"})
    -> (tensor<16xf32> {graph.name = "z"}) {
  %0 = graph.mul %x, %y : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> loc("product")
  return %0 : tensor<16xf32>
})");
  Value tiny(Tensor::of<float>({16}, std::vector<float>(16, 1e-30f))),
      small(Tensor::of<float>({16}, std::vector<float>(16, 1e-10f)));
  for (bool flush : {false, true}) {
    CompileOptions options = forCpu();
    options.flushDenormals = flush;
    auto result = model.compile(options)->run({tiny, small});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ((*result)[0].tensor().data<float>()[15] == 0, flush);
  }
}

TEST(Compile, EveryResultCanBeObserved) {
  for (const TargetInfo &target : targets()) {
    CompileOptions options = forCpu();
    options.target = target.name;
    options.optimize = false;
    options.observable = true;
    Program program = load(dynamicText).compile(options).take();
    std::vector<std::string> nodes;
    RunOptions run;
    run.observe = [&](const Observed &layer) -> Status {
      nodes.push_back(layer.node);
      return layer.results.size() == 1 ? success() : failure("not one result");
    };
    Value x(Tensor::of<float>({1, 4}, {1, 2, -3, 4}));
    ASSERT_TRUE(program.run({x}, run).ok());
    EXPECT_EQ(nodes, (std::vector<std::string>{"clip", "bend"})) << target.name;
    // A failure of the observer ends the run.
    run.observe = [](const Observed &) { return failure("enough", ErrorKind::Mismatch); };
    auto stopped = program.run({x}, run);
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.status().kind(), ErrorKind::Mismatch);
    EXPECT_EQ(stopped.status().message(), "node 'clip': enough");
  }
}

TEST(Context, EndsWhenItIsCancelled) {
  for (const TargetInfo &target : targets()) {
    CompileOptions options = forCpu();
    options.target = target.name;
    Program program = load(dynamicText).compile(options).take();
    Value x(Tensor::of<float>({1, 4}, {1, 2, -3, 4}));
    auto token = CancellationToken::create();
    RunOptions run;
    run.limits.cancellation = token;
    EXPECT_TRUE(program.run({x}, run).ok());
    Context context = program.context({{ValueType::of(x)}, run}).take();
    EXPECT_TRUE(context.run().ok());
    token.cancel();
    auto cancelledRun = program.run({x}, run);
    ASSERT_FALSE(cancelledRun.ok()) << target.name;
    EXPECT_EQ(cancelledRun.status().kind(), ErrorKind::Cancelled);
    Status status = context.run();
    ASSERT_FALSE(status.ok()) << target.name;
    EXPECT_EQ(status.kind(), ErrorKind::Cancelled);
    EXPECT_EQ(status.message(), "the run was cancelled");
    // Limits of one run.
    RunLimits limits;
    EXPECT_TRUE(context.run(limits).ok());
    limits.deadline = RunLimits::Clock::now();
    status = context.run(limits);
    ASSERT_FALSE(status.ok()) << target.name;
    EXPECT_EQ(status.kind(), ErrorKind::Cancelled);
    EXPECT_EQ(status.message(), "the run was not over at its deadline");
    limits.deadline += std::chrono::hours(1);
    EXPECT_TRUE(context.run(limits).ok());
  }
}

// A run looks between its steps: a token that is raised during one ends the run before the next.
TEST(Context, IsCancelledBetweenSteps) {
  CompileOptions options = forCpu();
  options.optimize = false;
  options.observable = true;
  Program program = load(dynamicText).compile(options).take();
  RunOptions run;
  run.limits.cancellation = CancellationToken::create();
  int seen = 0;
  run.observe = [&](const Observed &) {
    ++seen;
    run.limits.cancellation.cancel();
    return success();
  };
  auto outputs = program.run({Tensor::of<float>({1, 4}, {1, 2, -3, 4})}, run);
  ASSERT_FALSE(outputs.ok());
  EXPECT_EQ(outputs.status().kind(), ErrorKind::Cancelled);
  EXPECT_EQ(seen, 1);
}

/// Adds to `count`, which outlives the program, with every compilation.
void countCompilations(CompileOptions &options, int &count) {
  options.progress = [&count](const Progress &progress) {
    count += progress.stage == "specialize";
  };
}

TEST(Program, ForgetsWhatWasNotUsedLongest) {
  CompileOptions options = forCpu();
  options.programMemory = 240 << 10; // of which three quarters hold two programs
  int compilations = 0;
  countCompilations(options, compilations);
  Program program = load(dynamicText).compile(options).take();
  auto compiles = [&](int64_t rows) {
    int before = compilations;
    std::vector<float> zeros(static_cast<size_t>(rows * 4));
    EXPECT_TRUE(program.run({Tensor::of<float>({rows, 4}, zeros)}).ok());
    return compilations - before;
  };
  EXPECT_EQ(compiles(1), 1);
  EXPECT_EQ(compiles(2), 1);
  EXPECT_EQ(compiles(1), 0);
  EXPECT_EQ(compiles(3), 1); // in place of 2
  EXPECT_EQ(compiles(1), 0);
  EXPECT_EQ(compiles(2), 1);
}

/// Numbers at which conversions to integers go wrong, among others.
std::vector<float> hardNumbers() {
  std::vector<float> numbers;
  for (float number :
       {0.0f,    0.49f,          0.5f,      0.51f,    1.5f,      2.5f,          126.5f,  127.5f,
        255.5f,  256.0f,         32767.5f,  65535.5f, 0x1p24f,   0x1p31f - 128, 0x1p31f, 0x1.8p31f,
        0x1p32f, 0x1.000002p32f, 0x1.8p40f, 0x1p63f,  0x1.8p63f, 0x1p64f,       1e30f,   INFINITY,
        NAN,     1e-40f})
    for (float sign : {-1.0f, 1.0f})
      numbers.push_back(sign * number);
  return numbers;
}

TEST(Program, ConvertsAnyNumberAsTheReferenceDoes) {
  std::vector<float> numbers = hardNumbers();
  std::string n = std::to_string(numbers.size()),
              text = "func.func @main(%x: tensor<" + n + "xf32>, %s: tensor<f32>) -> (";
  std::string body, results, types;
  int count = 0;
  auto add = [&](const std::string &line, const std::string &to) {
    std::string value = "%y" + std::to_string(count++), type = "tensor<" + n + "x" + to + ">";
    body += "  " + value + " = " + line + type + "\n";
    results += (count > 1 ? ", " : "") + value;
    types += (count > 1 ? ", " : "") + type;
  };
  for (const char *to : {"i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64", "i1"}) {
    std::string cast = std::string(" {to = ") + to + "} : ";
    add("graph.cast %x" + cast + "(tensor<" + n + "xf32>) -> ", to);
    add("graph.cast %d" + cast + "(tensor<" + n + "xf64>) -> ", to);
    add("graph.cast %h" + cast + "(tensor<" + n + "xf16>) -> ", to);
  }
  for (const char *to : {"i8", "ui8", "i16", "ui16"}) {
    std::string zero = std::string("%z_") + to;
    body += "  " + zero + " = graph.constant {value = dense<7> : tensor<" + to + ">} : tensor<" +
            to + ">\n";
    add("graph.quantize_linear %x, %s, " + zero + " {to = " + to + "} : (tensor<" + n +
            "xf32>, tensor<f32>, tensor<" + to + ">) -> ",
        to);
    add("graph.dequantize_linear " + std::string("%y") + std::to_string(count - 1) + ", %s, " +
            zero + " {to = f32} : (tensor<" + n + "x" + to + ">, tensor<f32>, tensor<" + to +
            ">) -> ",
        "f32");
  }
  text += types + ") {\n  %d = graph.cast %x {to = f64} : (tensor<" + n + "xf32>) -> tensor<" + n +
          "xf64>\n  %h = graph.cast %x {to = f16} : (tensor<" + n + "xf32>) -> tensor<" + n +
          "xf16>\n" + body + "  return " + results + " : " + types + "\n}";
  Model model = load(text);
  CompileOptions reference;
  reference.target = "interpreter";
  Program cpu = model.compile(forCpu()).take(), interpreter = model.compile(reference).take();
  for (float scale : {1.0f, 0.5f, 0.037f, 1e-30f, 0.0f, -3.0f}) {
    std::vector<Value> inputs{Tensor::of<float>({static_cast<int64_t>(numbers.size())}, numbers),
                              Tensor::of<float>({}, {scale})};
    auto ours = cpu.run(inputs), wanted = interpreter.run(inputs);
    ASSERT_TRUE(ours.ok() && wanted.ok());
    for (size_t i = 0; i < ours->size(); ++i) {
      const Tensor &a = (*ours)[i].tensor(), &b = (*wanted)[i].tensor();
      EXPECT_TRUE(sameBytes(a, b)) << "result " << i << ", scale " << scale;
    }
  }
  for (const SegmentReport &segment : cpu.report().segments)
    for (const StepReport &step : segment.steps)
      EXPECT_EQ(step.host, "") << step.node;
}

TEST(Program, KernelsStoreQuantizedNumbers) {
  // Sums of small integers are exact in any order.
  Model model = load(R"(
func.func @main(%x: tensor<1x19x5x7xi8>, %w: tensor<21x19x3x3xi8>, %m: tensor<35x23xi8>) -> (tensor<1x21x5x7xi8>, tensor<21x23xui8>) {
  %s = graph.constant {value = dense<8.0> : tensor<f32>} : tensor<f32>
  %z = graph.constant {value = dense<-3> : tensor<i8>} : tensor<i8>
  %u = graph.constant {value = dense<100> : tensor<ui8>} : tensor<ui8>
  %none = graph.none : () -> none
  %shape = graph.constant {value = dense<[21, 35]> : tensor<2xi64>} : tensor<2xi64>
  %fx = graph.dequantize_linear %x, %s, %z {to = f32} : (tensor<1x19x5x7xi8>, tensor<f32>, tensor<i8>) -> tensor<1x19x5x7xf32>
  %fw = graph.cast %w {to = f32} : (tensor<21x19x3x3xi8>) -> tensor<21x19x3x3xf32>
  %c = graph.conv %fx, %fw, %none {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x19x5x7xf32>, tensor<21x19x3x3xf32>, none) -> tensor<1x21x5x7xf32>
  %cs = graph.constant {value = dense<64.0> : tensor<f32>} : tensor<f32>
  %cq = graph.quantize_linear %c, %cs, %z {to = i8} : (tensor<1x21x5x7xf32>, tensor<f32>, tensor<i8>) -> tensor<1x21x5x7xi8>
  %cr = graph.reshape %cq, %shape : (tensor<1x21x5x7xi8>, tensor<2xi64>) -> tensor<21x35xi8>
  %a = graph.cast %cr {to = f32} : (tensor<21x35xi8>) -> tensor<21x35xf32>
  %b = graph.cast %m {to = f32} : (tensor<35x23xi8>) -> tensor<35x23xf32>
  %p = graph.matmul %a, %b : (tensor<21x35xf32>, tensor<35x23xf32>) -> tensor<21x23xf32>
  %ps = graph.constant {value = dense<4.0> : tensor<f32>} : tensor<f32>
  %pq = graph.quantize_linear %p, %ps, %u {to = ui8} : (tensor<21x23xf32>, tensor<f32>, tensor<ui8>) -> tensor<21x23xui8>
  return %cq, %pq : tensor<1x21x5x7xi8>, tensor<21x23xui8>
})");
  CompileOptions reference;
  reference.target = "interpreter";
  Program cpu = model.compile(forCpu()).take(), interpreter = model.compile(reference).take();
  std::vector<Value> inputs;
  for (Shape shape : {Shape{1, 19, 5, 7}, Shape{21, 19, 3, 3}, Shape{35, 23}})
    inputs.push_back(*randomValue(ValueType::tensor(ElementType::I8, shape), inputs.size() + 1));
  auto ours = cpu.run(inputs), wanted = interpreter.run(inputs);
  ASSERT_TRUE(ours.ok() && wanted.ok());
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(sameBytes((*ours)[i].tensor(), (*wanted)[i].tensor())) << i;
    const auto *bytes = static_cast<const uint8_t *>((*wanted)[i].tensor().bytes());
    EXPECT_GT(std::set<uint8_t>(bytes, bytes + (*wanted)[i].tensor().elements()).size(), 30u) << i;
  }
  for (const SegmentReport &segment : cpu.report().segments)
    for (const StepReport &step : segment.steps) {
      EXPECT_EQ(step.host, "") << step.node;
      EXPECT_EQ(step.what.find("round"), std::string::npos) << "a loop of its own";
    }
}

TEST(Program, ShapesShareTheirWeights) {
  CompileOptions options = forCpu();
  options.programMemory = 2 << 20; // less than the weights of two programs
  int compilations = 0;
  countCompilations(options, compilations);
  // 1/2 + 1/8192 is no number of 16 bits, which would be kept in half the memory.
  Program program = load(R"(
func.func @main(%x: tensor<?x512xf32>) -> tensor<?x512xf32> {
  %w = graph.constant {value = dense<0.5001220703125> : tensor<512x512xf32>} : tensor<512x512xf32>
  %y = graph.matmul %x, %w : (tensor<?x512xf32>, tensor<512x512xf32>) -> tensor<?x512xf32>
  return %y : tensor<?x512xf32>
})")
                        .compile(options)
                        .take();
  for (int64_t rows : {16, 32, 48, 64, 48, 32, 16}) {
    std::vector<float> ones(static_cast<size_t>(rows * 512), 1);
    auto outputs = program.run({Tensor::of<float>({rows, 512}, ones)});
    ASSERT_TRUE(outputs.ok());
    EXPECT_EQ((*outputs)[0].tensor().data<float>()[rows * 512 - 1], 256.0625f);
    EXPECT_GE(program.report().weightBytes(), 1 << 20);
  }
  EXPECT_EQ(compilations, 4);
}

} // namespace
} // namespace ingot
