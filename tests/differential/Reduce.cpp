// Smaller graphs with the same fault.
#include "tests/differential/Reduce.h"

#include "tests/differential/Run.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/transforms/graph/Support.h"
#include "ingot/Ingot.h"
#include "ingot/Io.h"
#include "runtime/base/File.h"

#include "mlir/Parser/Parser.h"

#include <filesystem>
#include <fstream>

using namespace mlir;

namespace ingot::differential {
namespace {

void updateType(func::FuncOp main) {
  Block &body = main.getBody().front();
  main.setFunctionType(FunctionType::get(main.getContext(), body.getArgumentTypes(),
                                         body.getTerminator()->getOperandTypes()));
}

/// Erases operators that nothing uses, then inputs.
void dropUnused(RandomGraph &graph) {
  func::FuncOp main = mainOf(*graph.module);
  Block &body = main.getBody().front();
  SmallVector<Operation *> operators;
  for (Operation &op : body.without_terminator())
    operators.push_back(&op);
  for (Operation *op : llvm::reverse(operators))
    if (op->use_empty())
      op->erase();
  for (unsigned i = body.getNumArguments(); i > 0; --i) {
    if (!body.getArgument(i - 1).use_empty())
      continue;
    body.eraseArgument(i - 1);
    graph.inputs.erase(graph.inputs.begin() + (i - 1));
  }
  updateType(main);
}

RandomGraph copyOf(const RandomGraph &graph) { return {graph.module.get().clone(), graph.inputs}; }

/// The same without some outputs.
RandomGraph withoutOutputs(const RandomGraph &graph, unsigned first, unsigned count) {
  RandomGraph copy = copyOf(graph);
  Operation *end = mainOf(*copy.module).getBody().front().getTerminator();
  end->eraseOperands(first, count);
  dropUnused(copy);
  return copy;
}

Operation *operatorAt(ModuleOp module, size_t index) {
  return &*std::next(mainOf(module).getBody().front().begin(), static_cast<ptrdiff_t>(index));
}

/// What the results of an operator are on the interpreter.
Results valuesOf(const RandomGraph &graph, size_t index) {
  OwningOpRef<ModuleOp> copy(graph.module.get().clone());
  Operation *end = mainOf(*copy).getBody().front().getTerminator();
  end->setOperands(operatorAt(*copy, index)->getResults());
  updateType(mainOf(*copy));
  return runModule(*copy, graph.inputs);
}

bool canBeInput(Operation &op) {
  return !op.hasTrait<OpTrait::IsTerminator>() && !graph::isConstant(op.getResult(0)) &&
         llvm::all_of(op.getResultTypes(), [](Type type) { return isa<RankedTensorType>(type); });
}

/// The same with inputs in place of an operator.
std::optional<RandomGraph> without(const RandomGraph &graph, size_t index) {
  auto values = valuesOf(graph, index);
  if (!values.ok())
    return std::nullopt;
  RandomGraph copy = copyOf(graph);
  Operation *op = operatorAt(*copy.module, index);
  Block &body = mainOf(*copy.module).getBody().front();
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    result.replaceAllUsesWith(body.addArgument(result.getType(), op->getLoc()));
    copy.inputs.push_back((*values)[i]);
  }
  dropUnused(copy);
  return copy;
}

size_t sizeOf(const RandomGraph &graph) {
  return mainOf(*graph.module).getBody().front().getOperations().size();
}

} // namespace

namespace {

using Judge = std::function<bool(const RandomGraph &)>;

/// All but one half, and so on down to single outputs.
void dropOutputs(RandomGraph &graph, const Judge &isFaulty) {
  auto outputs = [&] { return mainOf(*graph.module).getNumResults(); };
  for (unsigned count = outputs() / 2; count > 0; count /= 2)
    for (unsigned first = 0; first + count <= outputs() && outputs() > count;) {
      RandomGraph fewer = withoutOutputs(graph, first, count);
      if (isFaulty(fewer))
        graph = std::move(fewer);
      else
        first += count;
    }
}

} // namespace

void reduce(RandomGraph &graph, const Judge &isFaulty) {
  dropOutputs(graph, isFaulty);
  // Late operators first: cutting one drops all that only it needs.
  for (size_t i = sizeOf(graph); i-- > 0;) {
    if (i >= sizeOf(graph) || !canBeInput(*operatorAt(*graph.module, i)))
      continue;
    auto smaller = without(graph, i);
    if (smaller && sizeOf(*smaller) > 1 && isFaulty(*smaller))
      graph = std::move(*smaller);
  }
  dropOutputs(graph, isFaulty);
}

Status write(const RandomGraph &graph, uint64_t seed, const std::string &path,
             const std::string &notes) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  graph.module.get().print(stream);
  std::ofstream file(path);
  file << "// " << seed << "\n// ";
  for (char c : notes)
    file << (c == '\n' ? "\n// " : std::string(1, c));
  file << "\n" << text << "\n";
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    INGOT_TRY(writeNpy(str(path, ".", i, ".npy"), graph.inputs[i].tensor()));
  return file ? success() : failure("cannot write '" + path + "'");
}

Expected<RandomGraph> read(MLIRContext &context, const std::string &path, uint64_t &seed) {
  auto file = INGOT_TRY(MappedFile::open(path));
  StringRef text(file->bytes().data(), file->bytes().size());
  StringRef line = text.take_until([](char c) { return c == '\n'; });
  if (line.consume_front("// "))
    line.consumeInteger(10, seed);
  RandomGraph graph;
  graph.module = parseSourceString<ModuleOp>(text, &context, path);
  if (!graph.module || !mainOf(*graph.module))
    return failure("'" + path + "' is no graph");
  for (auto [i, type] : llvm::enumerate(mainOf(*graph.module).getArgumentTypes())) {
    std::string input = str(path, ".", i, ".npy");
    if (!std::filesystem::exists(input)) {
      graph.inputs.push_back(INGOT_TRY(randomValue(*graph::fromMlir(type), seed + i)));
      continue;
    }
    Tensor stored = INGOT_TRY(readNpy(input));
    // bf16 is stored as f32.
    ElementType element = graph::fromMlir(type)->element;
    graph.inputs.emplace_back(INGOT_TRY(interp::convert(stored, element, nullptr)));
  }
  return graph;
}

} // namespace ingot::differential
