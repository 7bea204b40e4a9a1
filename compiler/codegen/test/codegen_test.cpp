// Steps compiled at every level of specialization: equal results, and what becomes constant.
#include "compiler/codegen/Link.h"
#include "compiler/codegen/ObjectCache.h"
#include "compiler/codegen/Objects.h"
#include "compiler/library/KernelTable.h"
#include "kernels/base/convert.h"
#include "kernels/contraction/contract.h"
#include "kernels/reduction/contract.h"

#include "llvm/ADT/SmallVector.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

using namespace ingot;
using namespace ingot::codegen;

namespace {

constexpr Specialize levels[] = {Specialize::None, Specialize::Shapes, Specialize::Buffers,
                                 Specialize::All};

/// Compiles one step and runs it on these bases. Its code has no type that a sanitizer could check.
__attribute__((no_sanitize("function"))) std::string
runStep(AnyStep step, Specialize level, const std::vector<char *> &bases, int64_t units) {
  CodeOptions options;
  auto machine = machine::hostMachine();
  EXPECT_TRUE(machine.ok());
  options.machine = machine.take();
  options.level = level;
  std::string ir;
  options.observe = [&](const std::string &, const std::string &text, const std::string &assembly) {
    ir = text;
    EXPECT_FALSE(assembly.empty());
  };
  auto compiled = compile({std::move(step)}, options);
  EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.status().message());
  if (!compiled.ok())
    return ir;
  auto linked = link(compiled->objects, {compiled->calls[0].symbol});
  EXPECT_TRUE(linked.ok()) << (linked.ok() ? "" : linked.status().message());
  if (linked.ok())
    linked->functions.begin()->second(
        bases.data(), compiled->calls[0].table([](Address at) { return at.offset; }).data(), 0,
        units);
  return ir;
}

std::vector<float> randomNumbers(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> numbers(-2, 2);
  std::vector<float> values(count);
  for (float &value : values)
    value = numbers(generator);
  return values;
}

char *bytesOf(std::vector<float> &values) { return reinterpret_cast<char *>(values.data()); }

/// y[i, j] = tanh(x[i, j] + b[j]), with y transposed in memory.
LoopStep loopStep(int64_t rows, int64_t columns) {
  LoopStep step;
  step.dims = {rows, columns};
  step.operands = {{{0, 0}, ElementType::F32, {columns, 1}},
                   {{1, 0}, ElementType::F32, {0, 1}},
                   {{2, 0}, ElementType::F32, {1, rows}}};
  using Kind = Expression::Kind;
  step.expression.nodes = {{.kind = Kind::Load, .index = 0},
                           {.kind = Kind::Load, .index = 1},
                           {.kind = Kind::Formula, .name = "add", .inputs = {0, 1}},
                           {.kind = Kind::Formula, .name = "tanh", .inputs = {2}}};
  step.results = {3};
  step.outputs = {2};
  return step;
}

void checkEveryLevel(int64_t rows, int64_t columns) {
  auto x = randomNumbers(rows * columns, 1), b = randomNumbers(columns, 2);
  std::vector<std::vector<float>> results;
  for (Specialize level : levels) {
    LoopStep step = loopStep(rows, columns);
    simplify(step);
    std::vector<float> y(static_cast<size_t>(rows * columns), NAN);
    runStep(step, level, {bytesOf(x), bytesOf(b), bytesOf(y)}, unitsOf(step));
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j) {
        double wanted = std::tanh(static_cast<double>(x[static_cast<size_t>(i * columns + j)] +
                                                      b[static_cast<size_t>(j)]));
        EXPECT_NEAR(y[static_cast<size_t>(j * rows + i)], wanted, 2e-7);
      }
    results.push_back(std::move(y));
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[1], results[2]);
}

TEST(Loop, IsTheSameAtEveryLevel) {
  checkEveryLevel(37, 21);
  checkEveryLevel(64, 3); // whole vectors and nothing else
  checkEveryLevel(5, 7);  // not one of them
}

template <typename F> void forEachNumberType(F &&f) {
  using namespace kernels;
  auto each = [&]<typename... T> { (f.template operator()<T>(), ...); };
  each.template operator()<double, float, f16, bf16, f8e4m3fn, f8e4m3fnuz, f8e5m2, f8e5m2fnuz,
                           f8e8m0, f4e2m1, f6e2m3, f6e3m2, int64_t, int32_t, int16_t, int8_t, i4,
                           i2, uint64_t, uint32_t, uint16_t, uint8_t, u4, u2, bool>();
}

/// Numbers of every size and sign, and those between which small types round.
template <typename T> llvm::SmallVector<T, 0> numbersOf() {
  llvm::SmallVector<T, 0> values; // of bools, too
  std::mt19937_64 generator(5);
  for (int i = 0; i < 600; ++i) {
    double magnitude = std::ldexp(static_cast<double>(generator() % 257), i % 80 - 44);
    values.push_back(kernels::store<T>(i % 2 ? -magnitude : magnitude));
    values.push_back(kernels::store<T>(static_cast<int64_t>(generator() >> (i % 64))));
  }
  for (double special : {0.0, -0.0, 1e300, -1e300, 0x1p63, 0x1p64, static_cast<double>(INFINITY),
                         -static_cast<double>(INFINITY), static_cast<double>(NAN)})
    values.push_back(kernels::store<T>(special));
  return values;
}

/// x to every type in one loop; gives the results of each.
template <typename T>
std::vector<std::vector<char>> castToAll(llvm::SmallVector<T, 0> &x, kernels::Narrowing narrowing) {
  LoopStep step;
  auto size = static_cast<int64_t>(x.size());
  step.dims = {size};
  step.operands = {{{0, 0}, elementTypeOf<T>, {1}}};
  step.expression.nodes = {{.kind = Expression::Kind::Load, .type = elementTypeOf<T>}};
  std::vector<std::vector<char>> results;
  std::vector<char *> bases = {reinterpret_cast<char *>(x.data())};
  forEachNumberType([&]<typename To> {
    auto place = static_cast<int>(step.operands.size());
    step.operands.push_back({{place, 0}, elementTypeOf<To>, {1}});
    step.expression.nodes.push_back(
        {.kind = Expression::Kind::Cast,
         .type = elementTypeOf<To>,
         .inputs = {0},
         .parameters = {narrowing.saturate ? 1.0 : 0.0, static_cast<double>(narrowing.rounding)}});
    step.results.push_back(place);
    step.outputs.push_back(place);
    results.emplace_back(x.size() * sizeof(To));
  });
  for (auto &result : results)
    bases.push_back(result.data());
  runStep(step, Specialize::Shapes, bases, 1);
  return results;
}

/// Equal bits, or both NaN.
template <typename T> bool isSame(T a, T b) {
  auto x = kernels::load(a), y = kernels::load(b);
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (x != x && y != y);
}

/// Every type to every other, as the reference converts them.
TEST(Loop, CastsAsTheReference) {
  using kernels::ScaleRounding;
  for (kernels::Narrowing narrowing :
       {kernels::Narrowing{true, ScaleRounding::Up}, {false, ScaleRounding::Down}})
    forEachNumberType([&]<typename From> {
      auto x = numbersOf<From>();
      auto results = castToAll(x, narrowing);
      size_t place = 0;
      forEachNumberType([&]<typename To> {
        const auto *found = reinterpret_cast<const To *>(results[place++].data());
        if constexpr (!std::is_same_v<From, To>)
          for (size_t i = 0; i < x.size(); ++i)
            ASSERT_TRUE(isSame(found[i], kernels::convert<To>(kernels::load(x[i]), narrowing)))
                << elementName(elementTypeOf<From>) << " to " << elementName(elementTypeOf<To>)
                << ": element " << i << ", " << static_cast<double>(kernels::load(x[i]));
      });
    });
}

/// A parameter that is a constant chooses between two formulas: each is code on vectors.
TEST(Loop, IsOnVectorsWhereAParameterDecides) {
  constexpr int64_t size = 256;
  auto x = randomNumbers(size, 3);
  for (double approximate : {0.0, 1.0}) {
    LoopStep step;
    step.dims = {size};
    step.operands = {{{0, 0}, ElementType::F32, {1}}, {{1, 0}, ElementType::F32, {1}}};
    using Kind = Expression::Kind;
    step.expression.nodes = {
        {.kind = Kind::Load, .index = 0},
        {.kind = Kind::Formula, .name = "gelu", .inputs = {0}, .parameters = {approximate}}};
    step.results = {1};
    step.outputs = {1};
    std::vector<float> y(size, NAN);
    std::string ir = runStep(step, Specialize::Shapes, {bytesOf(x), bytesOf(y)}, unitsOf(step));
    EXPECT_NE(ir.find("fmul <"), std::string::npos) << ir;
    EXPECT_EQ(ir.find("extractelement"), std::string::npos) << ir;
    for (size_t i = 0; i < size; ++i) {
      double v = static_cast<double>(x[i]);
      double inner = 0.7978845608028654 * (v + 0.044715 * v * v * v);
      double wanted = approximate != 0 ? 0.5 * v * (1 + std::tanh(inner))
                                       : 0.5 * v * (1 + std::erf(v / std::sqrt(2.0)));
      EXPECT_NEAR(y[i], wanted, 1e-6);
    }
  }
}

/// y = relu(a · b + r) with r as large as y.
KernelStep productStep(int64_t rows, int64_t columns, int64_t depth, std::string kernel,
                       int64_t offset) {
  KernelStep step;
  step.kernel = std::move(kernel);
  step.operands = {{0, 0}, {1, 0}, {2, offset}};
  step.sizes = library::valuesOf(kernels::contraction::ProductSizes{.rows = rows,
                                                                    .columns = columns,
                                                                    .depth = depth,
                                                                    .batches = 1,
                                                                    .aPitch = depth,
                                                                    .yPitch = columns,
                                                                    .aBatch = 0,
                                                                    .bBatch = 0,
                                                                    .yBatch = rows * columns,
                                                                    .yBytes = 4,
                                                                    .firstCache = 32768,
                                                                    .secondCache = 1 << 20});
  using Kind = Expression::Kind;
  step.epilogue = {{{{.kind = Kind::Load, .index = -1},
                     {.kind = Kind::Load, .index = 0},
                     {.kind = Kind::Formula, .name = "add", .inputs = {0, 1}},
                     {.kind = Kind::Formula, .name = "relu", .inputs = {2}}}},
                   {{{3, 0}, ElementType::F32, {columns, 1}}},
                   3};
  return step;
}

/// y = x1 + x2 + … of rows of x * factors + 1, and twice that: a prologue and an epilogue.
TEST(Kernel, AppliesItsHooksAtEveryLevel) {
  constexpr int64_t rows = 5, columns = 23;
  auto x = randomNumbers(rows * columns, 6), factors = randomNumbers(columns + 16, 7);
  std::vector<float> one{1};
  using Kind = Expression::Kind;
  KernelStep step;
  step.kernel = "reduce_rows_sum_f32";
  step.operands = {{0, 0}, {1, 0}};
  step.sizes =
      library::valuesOf(kernels::reduction::RowReductionSizes{rows, columns, columns, 4, 4});
  step.prologue = {{{{.kind = Kind::Load, .index = -1},
                     {.kind = Kind::Load, .index = 0},
                     {.kind = Kind::Load, .index = 1},
                     {.kind = Kind::Formula, .name = "mul", .inputs = {0, 1}},
                     {.kind = Kind::Formula, .name = "add", .inputs = {3, 2}}}},
                   {{{2, 0}, ElementType::F32, {0, 1}}, {{3, 0}, ElementType::F32, {0, 0}}},
                   4};
  step.epilogue = {{{{.kind = Kind::Load, .index = -1},
                     {.kind = Kind::Formula, .name = "add", .inputs = {0, 0}}}},
                   {},
                   1};
  for (Specialize level : levels) {
    std::vector<float> y(rows, NAN);
    std::string ir =
        runStep(step, level, {bytesOf(x), bytesOf(y), bytesOf(factors), bytesOf(one)}, rows);
    EXPECT_EQ(ir.find("ingot_prologue"), std::string::npos);
    for (int64_t i = 0; i < rows; ++i) {
      double sum = 0;
      for (int64_t j = 0; j < columns; ++j)
        sum += 1 + static_cast<double>(x[static_cast<size_t>(i * columns + j)]) *
                       static_cast<double>(factors[static_cast<size_t>(j)]);
      EXPECT_NEAR(y[static_cast<size_t>(i)], 2 * sum, 1e-4);
    }
  }
}

TEST(Kernel, LosesItsSizesWhenSpecialized) {
  auto machine = machine::hostMachine();
  ASSERT_TRUE(machine.ok());
  const library::Kernel &kernel = *library::kernelsOf("gemm", *machine->isa).front();
  const int64_t panel = kernel.tile.columns;
  const int64_t rows = 20, depth = 33, columns = panel * 2;
  auto a = randomNumbers(static_cast<size_t>(rows * depth), 3);
  auto b = randomNumbers(static_cast<size_t>(depth * columns), 4); // in panels, whatever it means
  auto r = randomNumbers(static_cast<size_t>(rows * columns), 5);
  std::vector<std::vector<float>> results;
  size_t lines[3];
  for (size_t level = 0; level < 3; ++level) {
    std::vector<float> y(static_cast<size_t>(rows * columns + 16), NAN);
    KernelStep step = productStep(rows, columns, depth, std::string(kernel.name), 64);
    std::string ir = runStep(step, levels[level], {bytesOf(a), bytesOf(b), bytesOf(y), bytesOf(r)},
                             kernel.units(step.sizes));
    // One function, without a call of the epilogue or of another part of the library.
    EXPECT_EQ(ir.find("ingot_epilogue"), std::string::npos);
    EXPECT_EQ(ir.find("call void @gemm"), std::string::npos);
    lines[level] = static_cast<size_t>(std::count(ir.begin(), ir.end(), '\n'));
    results.push_back(std::move(y));
  }
  EXPECT_LT(lines[1], lines[0]); // branches on sizes are gone
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      double sum = r[static_cast<size_t>(i * columns + j)];
      for (int64_t k = 0; k < depth; ++k)
        sum += static_cast<double>(a[static_cast<size_t>(i * depth + k)]) *
               b[static_cast<size_t>((j / panel * depth + k) * panel + j % panel)];
      size_t at = static_cast<size_t>(16 + i * columns + j);
      EXPECT_NEAR(results[0][at], std::max(sum, 0.0), 1e-4);
      EXPECT_EQ(results[0][at], results[1][at]);
      EXPECT_EQ(results[1][at], results[2][at]);
    }
}

/// relu(a · b) as f16: the epilogue stores another type than the kernel computes in.
TEST(Kernel, StoresAnotherType) {
  auto machine = machine::hostMachine();
  ASSERT_TRUE(machine.ok());
  const library::Kernel &kernel = *library::kernelsOf("gemm", *machine->isa).front();
  const int64_t panel = kernel.tile.columns, rows = 9, depth = 300, columns = panel + 3;
  auto a = randomNumbers(static_cast<size_t>(rows * depth), 3);
  auto b = randomNumbers(static_cast<size_t>(depth * 2 * panel), 4);
  for (Specialize level : levels) {
    KernelStep step = productStep(rows, columns, depth, std::string(kernel.name), 0);
    step.sizes[*kernel.placeOf("yBytes")] = 2;
    using Kind = Expression::Kind;
    step.epilogue = {{{{.kind = Kind::Load, .index = -1},
                       {.kind = Kind::Formula, .name = "relu", .inputs = {0}},
                       {.kind = Kind::Cast, .type = ElementType::F16, .inputs = {1}}}},
                     {},
                     2};
    std::vector<_Float16> y(static_cast<size_t>(rows * columns + 1), _Float16(77));
    runStep(step, level, {bytesOf(a), bytesOf(b), reinterpret_cast<char *>(y.data())},
            kernel.units(step.sizes));
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < depth; ++k)
          sum += static_cast<double>(a[static_cast<size_t>(i * depth + k)]) *
                 b[static_cast<size_t>((j / panel * depth + k) * panel + j % panel)];
        double found = static_cast<double>(y[static_cast<size_t>(i * columns + j)]);
        EXPECT_NEAR(found, std::max(sum, 0.0), 1e-3 * std::fabs(sum) + 1e-3);
      }
    EXPECT_EQ(static_cast<double>(y.back()), 77);
  }
}

/// The sums of rows as bytes: each store is of one element, and what lies behind it stays.
TEST(Kernel, StoresNoMoreThanItsElements) {
  constexpr int64_t rows = 3, columns = 26;
  std::vector<float> x(rows * columns, 2.0f);
  using Kind = Expression::Kind;
  KernelStep step;
  step.kernel = "reduce_rows_sum_f32";
  step.operands = {{0, 0}, {1, 0}};
  step.sizes =
      library::valuesOf(kernels::reduction::RowReductionSizes{rows, columns, columns, 4, 1});
  step.epilogue = {{{{.kind = Kind::Load, .index = -1},
                     {.kind = Kind::Cast, .type = ElementType::U8, .inputs = {0}}}},
                   {},
                   1};
  for (Specialize level : levels) {
    std::vector<uint8_t> y(rows + 4, 77);
    runStep(step, level, {bytesOf(x), reinterpret_cast<char *>(y.data())}, rows);
    EXPECT_EQ(y, (std::vector<uint8_t>{52, 52, 52, 77, 77, 77, 77}));
  }
}

/// Objects for every instruction set that there is a library for, whatever this machine is.
TEST(Objects, AreMadeForEveryMachine) {
  for (const char *cpu : {"x86-64", "haswell", "skylake-avx512", "neoverse-n1", "neoverse-n2",
                          "sifive-u74", "sifive-x280"}) {
    CodeOptions options;
    auto machine = machine::machineNamed(cpu);
    ASSERT_TRUE(machine.ok()) << machine.status().message();
    options.machine = machine.take();
    const library::Kernel &kernel = *library::kernelsOf("gemm", *options.machine.isa).front();
    for (Specialize level : levels) {
      options.level = level;
      auto objects =
          compile({loopStep(8, 40), productStep(20, 64, 33, std::string(kernel.name), 0)}, options);
      ASSERT_TRUE(objects.ok()) << cpu << ": " << objects.status().message();
      EXPECT_GT(objects->codeBytes, 0) << cpu;
    }
  }
}

TEST(Jit, SharesEqualCode) {
  CodeOptions options;
  options.machine = machine::hostMachine().take();
  LoopStep first = loopStep(8, 8), second = first;
  second.operands[2].address.offset = 256;
  options.level = Specialize::Shapes;
  EXPECT_EQ(compile({first, second}, options)->objects.size(), 1u);
  options.level = Specialize::All;
  EXPECT_EQ(compile({first, second}, options)->objects.size(), 2u);
}

TEST(ObjectCache, ForgetsWhatWasNotAskedForLongest) {
  ObjectCache cache(8);
  auto bytes = [](size_t size) { return std::make_shared<const std::string>(size, 'x'); };
  cache.add("a", bytes(4));
  cache.add("b", bytes(4));
  ASSERT_NE(cache.find("a"), nullptr);
  cache.add("c", bytes(3));
  EXPECT_EQ(cache.find("b"), nullptr);
  EXPECT_EQ(cache.find("a")->size(), 4u);
  EXPECT_EQ(cache.find("c")->size(), 3u);
  cache.add("d", bytes(9)); // more than there is room for
  EXPECT_EQ(cache.find("d"), nullptr);
  EXPECT_NE(cache.find("a"), nullptr);
}

TEST(ObjectCache, FindsWhatOthersHold) {
  ObjectCache cache(8);
  auto bytes = [](size_t size) { return std::make_shared<const std::string>(size, 'x'); };
  auto held = bytes(4);
  cache.add("a", held);
  cache.add("b", bytes(4));
  cache.add("c", bytes(8));
  EXPECT_EQ(cache.find("b"), nullptr);
  EXPECT_EQ(cache.find("a"), held); // in the place of c
  EXPECT_EQ(cache.find("c"), nullptr);
  cache.add("d", bytes(8));
  held.reset();
  EXPECT_EQ(cache.find("a"), nullptr);
}

TEST(Jit, SharesUnspecializedCodeOfOtherSizes) {
  CodeOptions options;
  options.machine = machine::hostMachine().take();
  options.level = Specialize::None;
  LoopStep first = loopStep(8, 64), second = loopStep(8, 128);
  EXPECT_EQ(compile({first, second}, options)->objects.size(), 1u);
  // Other strides, too, and sizes that are no number of vectors, or less than one.
  EXPECT_EQ(compile({first, loopStep(37, 21), loopStep(5, 7)}, options)->objects.size(), 1u);
  EXPECT_EQ(compile({second}, options)->codeBytes, compile({first, second}, options)->codeBytes);
}

TEST(Jit, BoundsTheCode) {
  CodeOptions options;
  options.machine = machine::hostMachine().take();
  options.maxCodeBytes = 16;
  auto compiled = compile({loopStep(8, 8)}, options);
  ASSERT_FALSE(compiled.ok());
  EXPECT_NE(compiled.status().message().find("limit of 16 bytes"), std::string::npos);
}

TEST(Steps, SimplifyJoinsWhatIsEven) {
  LoopStep step = loopStep(4, 6);
  step.operands[1].strides = {6, 1};
  step.operands[2].strides = {6, 1};
  simplify(step);
  EXPECT_EQ(step.dims, Shape({24}));
}

TEST(Steps, SimplifyReadsAlongPlanes) {
  LoopStep step = loopStep(4096, 3); // pixels, channels
  step.operands[0].strides = {1, 4096};
  step.operands[2].strides = {3, 1};
  simplify(step);
  EXPECT_EQ(step.dims, Shape({4, 3, 1024}));
  EXPECT_EQ(step.operands[0].strides, Shape({1024, 4096, 1}));
  EXPECT_EQ(step.operands[1].strides, Shape({0, 1, 0}));
  EXPECT_EQ(step.operands[2].strides, Shape({3072, 1, 3}));
  std::vector<float> x = randomNumbers(3 * 4096, 1), b = randomNumbers(3, 2), y(3 * 4096);
  runStep(step, Specialize::Shapes, {bytesOf(x), bytesOf(b), bytesOf(y)}, unitsOf(step));
  for (size_t pixel = 0; pixel < 4096; ++pixel)
    for (size_t channel = 0; channel < 3; ++channel)
      EXPECT_NEAR(y[3 * pixel + channel], std::tanh(x[4096 * channel + pixel] + b[channel]), 1e-6);
}

} // namespace
