// CompiledAndReference: a model as text, compiled and interpreted, whose results must be the same.
#pragma once

#include "ingot/Ingot.h"
#include "tools/ingot/Allocations.h"

#include <gtest/gtest.h>

namespace ingot {

class CompiledAndReference : public testing::Test {
protected:
  /// Compiles a model for both targets.
  void compile(const std::string &text) {
    LoadResult loaded = Model::loadText(text, "test.mlir");
    ASSERT_TRUE(loaded.model) << loaded.diagnostics[0].message;
    CompileOptions options;
    options.threads = 2;
    compiled = loaded.model->compile(options).take();
    options.target = "interpreter";
    reference = loaded.model->compile(options).take();
  }

  /// Both give the same, and the compiled one never enters the host.
  void check(const std::vector<Value> &inputs) {
    auto found = compiled->run(inputs), wanted = reference->run(inputs);
    ASSERT_TRUE(found.ok()) << found.status().message();
    ASSERT_TRUE(wanted.ok()) << wanted.status().message();
    for (size_t i = 0; i < wanted->size(); ++i) {
      const Tensor &a = (*found)[i].tensor(), &b = (*wanted)[i].tensor();
      ASSERT_EQ(a.shape(), b.shape());
      EXPECT_EQ(std::memcmp(a.bytes(), b.bytes(), a.byteSize()), 0) << "result " << i;
    }
    EXPECT_TRUE(compiled->report().whole);
    EXPECT_TRUE(compiled->report().compiled().isWhole());
    checkAllocations(inputs);
  }

  std::optional<Program> compiled, reference;

private:
  void checkAllocations(const std::vector<Value> &inputs) {
    Context context = compiled->context().take();
    context.inputs() = inputs;
    ASSERT_TRUE(context.run().ok());
    tool::AllocationCount count;
    ASSERT_TRUE(context.run().ok());
    EXPECT_EQ(count.taken(), 0);
  }
};

/// Random numbers, the same every time.
inline Tensor numbers(Shape shape) {
  return randomValue(ValueType::tensor(ElementType::F32, std::move(shape)), 7)->tensor();
}

} // namespace ingot
