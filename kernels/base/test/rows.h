// The rows of a family that a test is linked with. Before it is included, INGOT_TABLE names the
// family's kernels.inc:
//
//   #define INGOT_TABLE "kernels/contraction/kernels.inc"
//   #include "kernels/base/test/rows.h"
//
//   for (const Row &row : rowsOf("gemm")) …
#include "kernels/base/test/vector_support.h"

#define INGOT_WHEN_any(...) __VA_ARGS__
#define INGOT_KERNEL(name, family, operation, needs, ...)                                          \
  INGOT_WHEN_##needs(extern "C" ingot::kernels::Fault name(void *const *, const void *,            \
                                                           const int64_t *, int64_t, int64_t);)
#include INGOT_TABLE
#undef INGOT_KERNEL

namespace {

struct Row {
  std::string name, operation;
  ingot::kernels::KernelFunction function;
  ingot::kernels::Tile tile;
  std::string in, packing;

  /// Units [begin, end) on these operands.
  template <typename Sizes>
  void operator()(std::vector<const void *> operands, const void *context, const Sizes &sizes,
                  int64_t begin, int64_t end) const {
    function(const_cast<void *const *>(operands.data()), context,
             reinterpret_cast<const int64_t *>(&sizes), begin, end);
  }
};

std::vector<Row> allRows() {
  return {
#define INGOT_KERNEL(name, family, operation, needs, in, sum, out, rows, columns, packing, ...)    \
  INGOT_WHEN_##needs({#name, #operation, name, {rows, columns}, #in, #packing}, )
#include INGOT_TABLE
#undef INGOT_KERNEL
  };
}

/// The rows of an operation.
std::vector<Row> rowsOf(const std::string &operation) {
  std::vector<Row> rows = allRows();
  std::erase_if(rows, [&](const Row &row) { return row.operation != operation; });
  return rows;
}

/// The row of a kernel that there is.
[[maybe_unused]] Row rowNamed(const std::string &name) {
  for (const Row &row : allRows())
    if (row.name == name)
      return row;
  ADD_FAILURE() << "no kernel '" << name << "'";
  return {};
}

} // namespace
