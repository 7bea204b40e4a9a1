// The iteration spaces of loop steps.
#include "compiler/codegen/Steps.h"

#include <algorithm>
#include <numeric>

namespace ingot::codegen {

/// Elements of a unit where a step is a single run: some microseconds of work.
constexpr int64_t runElements = 8192;

bool isLoopType(ElementType type) {
  ElementClass kind = elementClass(type);
  return kind != ElementClass::Complex && kind != ElementClass::Text;
}

std::string_view computeName(ElementType type) {
  switch (type) {
  case ElementType::F32:
  case ElementType::F16:
  case ElementType::BF16:
    return "f32";
  case ElementType::F64:
    return "f64";
  case ElementType::I8:
  case ElementType::I16:
  case ElementType::I32:
  case ElementType::I64:
    return "i64";
  case ElementType::U8:
  case ElementType::U16:
  case ElementType::U32:
  case ElementType::U64:
  case ElementType::Bool:
    return "u64";
  default:
    return "";
  }
}

namespace {

/// Orders the dimensions by the strides of the first output, so that memory is walked forward.
void orderDims(LoopStep &step) {
  std::vector<size_t> order(step.dims.size());
  std::iota(order.begin(), order.end(), 0);
  const auto &strides = step.operands[static_cast<size_t>(step.outputs[0])].strides;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return strides[a] != strides[b] ? strides[a] > strides[b] : a < b;
  });
  auto permuted = [&](const std::vector<int64_t> &values) {
    std::vector<int64_t> result;
    for (size_t i : order)
      result.push_back(values[i]);
    return result;
  };
  step.dims = permuted(step.dims);
  for (Operand &operand : step.operands)
    operand.strides = permuted(operand.strides);
}

void erase(LoopStep &step, size_t dim) {
  step.dims.erase(step.dims.begin() + static_cast<int64_t>(dim));
  for (Operand &operand : step.operands)
    operand.strides.erase(operand.strides.begin() + static_cast<int64_t>(dim));
}

bool joins(const LoopStep &step, size_t outer) {
  return std::all_of(step.operands.begin(), step.operands.end(), [&](const Operand &operand) {
    return operand.strides[outer] == operand.strides[outer + 1] * step.dims[outer + 1];
  });
}

/// Whether elements that are read lie side by side along this dimension, or are the same.
bool readsRun(const LoopStep &step, size_t dim) {
  for (size_t k = 0; k < step.operands.size(); ++k) {
    bool isRead = std::find(step.outputs.begin(), step.outputs.end(), k) == step.outputs.end();
    if (isRead && step.operands[k].strides[dim] != 0 && step.operands[k].strides[dim] != 1)
      return false;
  }
  return true;
}

/// [pixels, 3] → [pixels / run, 3, run], where channels of an image that lies in planes become
/// neighbours: vectors are read and computed along the planes, only their elements are written one
/// by one. Runs are short enough for what is written to stay in the nearest cache.
void readRuns(LoopStep &step) {
  constexpr int64_t leastVector = 4, longestRun = 1024, shortestRun = 32;
  size_t inner = step.dims.size() - 1;
  if (step.dims.size() < 2 || step.dims[inner] >= leastVector || !readsRun(step, inner - 1))
    return;
  int64_t run = longestRun;
  while (run > shortestRun && step.dims[inner - 1] % run != 0)
    run /= 2;
  if (step.dims[inner - 1] % run != 0)
    return;
  auto split = [&](std::vector<int64_t> &values, int64_t outer, int64_t last) {
    values[inner - 1] = outer;
    values.push_back(last);
  };
  split(step.dims, step.dims[inner - 1] / run, run);
  for (Operand &operand : step.operands)
    split(operand.strides, operand.strides[inner - 1] * run, operand.strides[inner - 1]);
}

} // namespace

void simplify(LoopStep &step) {
  for (size_t i = step.dims.size(); i-- > 0;)
    if (step.dims[i] == 1)
      erase(step, i);
  orderDims(step);
  for (size_t i = step.dims.size(); i-- > 1;)
    if (joins(step, i - 1)) {
      step.dims[i] *= step.dims[i - 1];
      erase(step, i - 1);
    }
  if (step.dims.empty()) {
    step.dims = {1};
    for (Operand &operand : step.operands)
      operand.strides = {0};
  }
  readRuns(step);
  // A long single run is cut into units.
  if (step.dims.size() == 1 && step.dims[0] > 2 * runElements) {
    int64_t cut = runElements;
    while (cut > 256 && step.dims[0] % cut != 0)
      cut /= 2;
    if (step.dims[0] % cut == 0) {
      step.dims = {step.dims[0] / cut, cut};
      for (Operand &operand : step.operands)
        operand.strides = {operand.strides[0] * cut, operand.strides[0]};
    }
  }
}

int64_t unitsOf(const LoopStep &step) {
  int64_t units = 1;
  for (size_t i = 0; i + 1 < step.dims.size(); ++i)
    units *= step.dims[i];
  return units;
}

} // namespace ingot::codegen
