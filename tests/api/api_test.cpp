// The C++ API: inputs are checked, handles are thread-safe, models can be looked into.
#include "ingot/Ingot.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

namespace ingot {
namespace {

constexpr const char *addText = R"(
func.func @main(%x: tensor<?x4xf32> {graph.name = "x", graph.dims = ["batch", ""]})
    -> (tensor<?x4xf32> {graph.name = "y"}) {
  %b = graph.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : tensor<4xf32> loc("bias")
  %0 = graph.add %x, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32> loc("sum")
  %1 = graph.relu %0 : (tensor<?x4xf32>) -> tensor<?x4xf32> loc("clip")
  return %1 : tensor<?x4xf32>
})";

Model addModel() {
  LoadResult loaded = Model::loadText(addText, "add.mlir");
  EXPECT_TRUE(loaded.model) << (loaded.diagnostics.empty() ? "" : loaded.diagnostics[0].message);
  return *loaded.model;
}

TEST(Api, PortsAreNamed) {
  Model model = addModel();
  ASSERT_EQ(model.inputs().size(), 1u);
  EXPECT_EQ(model.inputs()[0].name, "x");
  EXPECT_EQ(model.inputs()[0].typeText(), "f32[batch,4]");
  EXPECT_EQ(model.outputs()[0].name, "y");
}

TEST(Api, BadTextIsADiagnostic) {
  for (const char *text :
       {"", "nonsense", "func.func @other() { return }", "module {", "func.func private @main()"}) {
    LoadResult loaded = Model::loadText(text, "x.mlir");
    EXPECT_FALSE(loaded.model) << text;
    EXPECT_FALSE(loaded.diagnostics.empty()) << text;
    EXPECT_EQ(loaded.kind(), ErrorKind::BadModel) << text;
  }
}

TEST(Api, InputsAreCheckedBeforeTheRun) {
  Program program = addModel().compile().take();
  auto messageOf = [&](const std::vector<Value> &values) {
    auto result = program.run(values);
    EXPECT_FALSE(result.ok());
    EXPECT_EQ(result.status().kind(), ErrorKind::Usage);
    return result.status().message();
  };
  EXPECT_EQ(messageOf({}), "0 inputs given, wanted 1");
  EXPECT_EQ(messageOf({Value()}), "input 'x': given none, wanted f32[batch,4]");
  EXPECT_EQ(messageOf({Tensor::of<double>({1, 4}, {1, 2, 3, 4})}),
            "input 'x': given f64[1,4], wanted f32[batch,4]");
  EXPECT_EQ(messageOf({Tensor::of<float>({4}, {1, 2, 3, 4})}),
            "input 'x': given f32[4], wanted f32[batch,4]");
  EXPECT_EQ(messageOf({Tensor::of<float>({1, 3}, {1, 2, 3})}),
            "input 'x': given f32[1,3], wanted f32[batch,4]");
  EXPECT_EQ(messageOf({Value::sequence({}), Value()}),
            "2 inputs given, wanted 1; input 'x': given sequence<none>, wanted f32[batch,4]");
  EXPECT_TRUE(program.run({Tensor::of<float>({0, 4}, {})}).ok());
}

TEST(Api, CheckInputsKnowsSequencesAndOptionals) {
  ValueType item = ValueType::tensor(ElementType::F32, {unknownDim});
  std::vector<Port> ports{{"s", ValueType::sequence(item), {}},
                          {"o", ValueType::optional(item), {}}};
  Value one(Tensor::of<float>({2}, {1, 2})), integers(Tensor::ofInts({1}));
  EXPECT_TRUE(checkInputs(ports, {Value::sequence({}), Value()}).empty());
  EXPECT_TRUE(checkInputs(ports, {Value::sequence({one, one}), one}).empty());
  EXPECT_EQ(checkInputs(ports, {Value::sequence({one, integers}), integers}).size(), 2u);
  EXPECT_EQ(checkInputs(ports, {one, Value::sequence({})}).size(), 2u);
}

TEST(Api, InputsCountAgainstTheMemoryLimit) {
  Program program = addModel().compile().take();
  Tensor x = Tensor::of<float>({1, 4}, {1, 2, 3, 4});
  RunOptions options;
  options.maxMemory = 15;
  auto result = program.run({x}, options);
  ASSERT_FALSE(result.ok());
  EXPECT_TRUE(result.status().message().starts_with("input 'x': another 16 bytes exceed the 15 "))
      << result.status().message();
  for (int64_t limit : {16, 31}) { // the input alone fits
    options.maxMemory = limit;
    EXPECT_FALSE(program.run({x}, options).ok()) << limit;
  }
  options.maxMemory = 1000;
  EXPECT_TRUE(program.run({x}, options).ok());
  EXPECT_EQ(options.memoryLimit(), 1000);
  EXPECT_GT(RunOptions().memoryLimit(), 1 << 20);
  auto budget = std::make_shared<MemoryBudget>(1000);
  EXPECT_FALSE(randomValue(ValueType::tensor(ElementType::F32, {251}), 1, budget).ok());
}

TEST(Api, TimeoutsAreNumbersFromZero) {
  Program program = addModel().compile().take();
  for (double seconds : {-1.0, double(NAN)}) {
    RunOptions options;
    options.timeout = seconds;
    auto result = program.run({Tensor::of<float>({1, 4}, {1, 2, 3, 4})}, options);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.status().kind(), ErrorKind::Usage);
  }
}

TEST(Api, ViewsNeedNotBeAligned) {
  Program program = addModel().compile().take();
  alignas(4) char bytes[17] = {};
  float four[4] = {1, 2, 3, 4};
  std::memcpy(bytes + 1, four, sizeof four);
  auto result = program.run({Tensor::view(ElementType::F32, {1, 4}, bytes + 1, nullptr)});
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ((*result)[0].tensor().numberAt(3), 8);
}

TEST(Api, GraphIrTakesNoSizes) {
  std::string path = (std::filesystem::path(testing::TempDir()) / "add.mlir").string();
  std::ofstream(path) << addText;
  EXPECT_TRUE(Model::load(path).model);
  LoadOptions dims, shapes;
  dims.dims["batch"] = 1;
  shapes.shapes["x"] = {1, 4};
  for (const LoadOptions &options : {dims, shapes}) {
    LoadResult loaded = Model::load(path, options);
    EXPECT_FALSE(loaded.model);
    EXPECT_EQ(loaded.kind(), ErrorKind::Usage);
  }
}

TEST(Api, NamesOfResultsAreTexts) {
  LoadResult loaded =
      Model::loadText("func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32> {graph.dims = [1]}) {\n"
                      "  return %x : tensor<3xf32>\n}",
                      "x.mlir");
  EXPECT_FALSE(loaded.model);
  EXPECT_EQ(loaded.kind(), ErrorKind::BadModel);
}

TEST(Api, OnnxValuesFromMemory) {
  // A TensorProto: dims [2], data_type FLOAT, raw_data.
  std::string tensor("\x08\x02\x10\x01\x4a\x08\0\0\x80\x3f\0\0\0\x40", 14);
  ValueType type = ValueType::tensor(ElementType::F32, {2});
  auto value = readOnnxValueBytes(tensor, nullptr, type);
  ASSERT_TRUE(value.ok()) << value.status().message();
  EXPECT_EQ(value->tensor().numberAt(1), 2);
  // A SequenceProto of it: elem_type TENSOR, tensor_values.
  std::string sequence = std::string("\x10\x01\x1a\x0e", 4) + tensor;
  value = readOnnxValueBytes(sequence, nullptr, ValueType::sequence(type));
  ASSERT_TRUE(value.ok()) << value.status().message();
  EXPECT_EQ(value->sequence().size(), 1u);
  EXPECT_FALSE(readOnnxValueBytes(tensor.substr(0, 9), nullptr, type).ok());
}

// Run under ThreadSanitizer by `make tsan`.
TEST(Api, ModelsAndProgramsAreSharedByThreads) {
  Model model = addModel();
  Program program = model.compile().take();
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        Program own = t % 2 ? program : model.compile().take();
        auto start = static_cast<float>(t);
        auto result = own.run({Tensor::of<float>({1, 4}, {start, start, start, start})});
        for (int64_t k = 0; k < 4; ++k)
          wrong += !result.ok() || (*result)[0].tensor().data<float>()[k] != start + 1 + k;
        wrong += model.text().empty() || model.graph().nodes.size() != 2 || model.isRandom();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Api, ProgramOutlivesItsModel) {
  std::optional<Program> program;
  {
    Model model = addModel();
    program = model.compile().take();
  }
  EXPECT_TRUE(program->run({Tensor::of<float>({1, 4}, {1, 2, 3, 4})}).ok());
}

TEST(Api, GraphHasNodesValuesAndCost) {
  GraphView graph = addModel().graph();
  ASSERT_EQ(graph.nodes.size(), 2u);
  EXPECT_EQ(graph.nodes[0].op, "add");
  EXPECT_EQ(graph.nodes[0].name, "sum");
  EXPECT_EQ(graph.nodes[0].category, "elementwise");
  ASSERT_EQ(graph.nodes[0].operands.size(), 2u);
  const GraphValue &bias = graph.values[static_cast<size_t>(graph.nodes[0].operands[1])];
  EXPECT_TRUE(bias.constant);
  EXPECT_EQ(bias.name, "bias");
  EXPECT_EQ(bias.bytes(), 16);
  EXPECT_EQ(graph.nodes[1].operands, graph.nodes[0].results);
  EXPECT_EQ(graph.outputs, graph.nodes[1].results);
  ModelCost cost = costOf(graph);
  EXPECT_EQ(cost.parameters, 4);
  EXPECT_EQ(cost.weightBytes, 16);
  EXPECT_EQ(cost.unknownSizes, 3); // of the batch
}

TEST(Api, PeakIsWhatLivesTogether) {
  // x (16 bytes) dies at the first node, a (64) at the second: 16 + 64, 64 + 4.
  GraphView graph;
  auto value = [&](int64_t bytes, int producer) {
    graph.values.push_back({ValueType::tensor(ElementType::U8, {bytes}), "", producer, false});
  };
  value(16, -1);
  value(64, 0);
  value(4, 1);
  graph.nodes.resize(2);
  graph.nodes[0].operands = {0};
  graph.nodes[0].results = {1};
  graph.nodes[1].operands = {1};
  graph.nodes[1].results = {2};
  graph.inputs = {0};
  graph.outputs = {2};
  EXPECT_EQ(costOf(graph).peakBytes, 80);
  EXPECT_EQ(costOf(graph).activationBytes, 68);
}

TEST(Api, PicturesAreWellFormed) {
  GraphView graph = addModel().graph();
  graph.nodes[0].name = "<&\"\x01\\\xc2\x9b"
                        "31m\xff";
  std::string svg = toSvg(graph, "a < b"), dot = toDot(graph, "a \"b\"");
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  for (const char *control : {"\x01", "\x9b", "\xff"}) {
    EXPECT_EQ(svg.find(control), std::string::npos);
    EXPECT_EQ(dot.find(control), std::string::npos);
  }
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  EXPECT_NE(svg.find("&lt;&amp;"), std::string::npos);
  EXPECT_NE(dot.find("digraph \"a \\\"b\\\"\""), std::string::npos);
  EXPECT_NE(dot.find("n0 -> n1"), std::string::npos);
}

TEST(Api, RandomValuesAreReproducible) {
  ValueType type = ValueType::tensor(ElementType::F32, {unknownDim, 3});
  Tensor a = randomValue(type, 7)->tensor(), b = randomValue(type, 7)->tensor(),
         c = randomValue(type, 8)->tensor();
  EXPECT_EQ(a.shape(), (Shape{1, 3}));
  EXPECT_EQ(std::memcmp(a.bytes(), b.bytes(), 12), 0);
  EXPECT_NE(std::memcmp(a.bytes(), c.bytes(), 12), 0);
  for (int64_t i = 0; i < 3; ++i)
    EXPECT_TRUE(a.numberAt(i) >= 0 && a.numberAt(i) < 1);
  for (int number = 1; number <= 28; ++number) {
    auto element = elementFromOnnx(number);
    if (element)
      EXPECT_TRUE(randomValue(ValueType::tensor(*element, {5}), 1).ok()) << number;
  }
  auto huge = randomValue(ValueType::tensor(ElementType::F32, {INT64_MAX, 4}), 1);
  EXPECT_FALSE(huge.ok());
}

TEST(Api, DiagnosticsGroupByWhatTheySay) {
  auto make = [](const char *op, const char *node, const char *message) {
    return Diagnostic{Severity::Error, "E0301", message, "f", node, op, 17, "", ""};
  };
  auto groups = group({make("A", "a1", "x"), make("B", "b1", "x"), make("A", "a2", "x")});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].nodes, (std::vector<std::string>{"a1", "a2"}));
  EXPECT_EQ(groups[1].nodes, (std::vector<std::string>{"b1"}));
}

TEST(Api, NearestNameIsNear) {
  EXPECT_EQ(nearestName("inptu", {"output", "input"}), "input");
  EXPECT_EQ(nearestName("zzz", {"output", "input"}), "");
  EXPECT_EQ(nearestName(std::string(100, 'a'), {"a"}), "");
}

TEST(Api, SelfTestsPass) {
  for (const SelfTest &test : selfTests())
    EXPECT_TRUE(test.passed) << test.target << ": " << test.message;
  EXPECT_GE(thisMachine().cores, 1u);
}

} // namespace
} // namespace ingot
