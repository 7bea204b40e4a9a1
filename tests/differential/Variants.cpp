// Metamorphic variants of graphs.
#include "tests/differential/Variants.h"

#include "tests/differential/Run.h"

#include "compiler/transforms/graph/Emitter.h"

#include <random>

using namespace mlir;

namespace ingot::differential {
namespace {
using namespace graph;

class Varier {
public:
  Varier(ModuleOp module, uint64_t seed) : main(mainOf(module)), random(seed) {}

  std::string run() {
    struct Way {
      const char *name;
      bool (Varier::*apply)();
    };
    static constexpr Way ways[] = {
        {"transposes", &Varier::addTransposes}, {"cut and joined", &Varier::cutAndJoin},
        {"commuted", &Varier::commute},         {"dead operators", &Varier::addDead},
        {"reordered", &Varier::reorder},        {"batch in two", &Varier::splitBatch},
        {"identity", &Varier::addIdentity}};
    std::string names;
    for (int i = 0; i < 4; ++i) {
      const Way &way = ways[upTo(std::size(ways))];
      if ((this->*way.apply)())
        names += std::string(names.empty() ? "" : ", ") + way.name;
    }
    return names;
  }

private:
  size_t upTo(size_t n) { return static_cast<size_t>(random() % n); }

  /// Operators of the function itself that this holds for.
  template <typename F> SmallVector<Operation *> operators(F fits) {
    SmallVector<Operation *> found;
    for (Operation &op : main.getBody().front().without_terminator())
      if (infoOf(&op) && fits(&op))
        found.push_back(&op);
    return found;
  }

  /// A tensor that something uses and this holds for; null when there is none.
  template <typename F> mlir::Value anyValue(F fits) {
    SmallVector<mlir::Value> found;
    for (Operation *op : operators([](Operation *op) { return !isConstant(op->getResult(0)); }))
      for (mlir::Value result : op->getResults())
        if (!isNone(result) && staticShape(result) && !result.use_empty() &&
            *elementCount(*staticShape(result)) > 0 && fits(result))
          found.push_back(result);
    return found.empty() ? nullptr : found[upTo(found.size())];
  }

  static OpBuilder after(mlir::Value value) {
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    return builder;
  }

  /// `make` gives a value that is equal to the one it gets; users get that one.
  template <typename F> static void replace(mlir::Value value, F make) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : value.getUses())
      uses.push_back(&use);
    OpBuilder builder = after(value);
    Emitter emitter(builder, value.getLoc());
    mlir::Value equal = make(emitter);
    for (OpOperand *use : uses)
      use->set(equal);
  }

  bool addTransposes() {
    mlir::Value x = anyValue([](mlir::Value value) { return staticShape(value)->size() >= 2; });
    if (!x)
      return false;
    std::vector<int64_t> perm, back(staticShape(x)->size());
    for (size_t i = 0; i < back.size(); ++i)
      perm.push_back(static_cast<int64_t>(i));
    std::shuffle(perm.begin(), perm.end(), random);
    for (size_t i = 0; i < perm.size(); ++i)
      back[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
    replace(x, [&](Emitter &e) { return e.transpose(e.transpose(x, perm), back); });
    return true;
  }

  static mlir::Value part(Emitter &e, mlir::Value x, int64_t from, int64_t to, int64_t axis) {
    return e.value("slice",
                   {x, e.integers({from}), e.integers({to}), e.integers({axis}), e.none()});
  }

  bool cutAndJoin() {
    mlir::Value x = anyValue([](mlir::Value value) {
      return llvm::any_of(*staticShape(value), [](int64_t dim) { return dim > 1; });
    });
    if (!x)
      return false;
    Shape shape = *staticShape(x);
    size_t axis = upTo(shape.size());
    while (shape[axis] < 2)
      axis = upTo(shape.size());
    auto at = static_cast<int64_t>(axis);
    int64_t cut = 1 + static_cast<int64_t>(upTo(static_cast<size_t>(shape[axis] - 1)));
    replace(x, [&](Emitter &e) {
      return e.value("concat", {part(e, x, 0, cut, at), part(e, x, cut, shape[axis], at)},
                     {{"axis", at}});
    });
    return true;
  }

  bool commute() {
    bool any = false;
    for (Operation *op : operators([](Operation *op) {
           return llvm::is_contained({"add", "mul", "equal", "bit_and", "bit_or", "bit_xor"},
                                     infoOf(op)->name);
         })) {
      if (upTo(2))
        continue;
      mlir::Value first = op->getOperand(0);
      op->setOperand(0, op->getOperand(1));
      op->setOperand(1, first);
      any = true;
    }
    return any;
  }

  bool addDead() {
    mlir::Value x = anyValue(isFloatValue);
    if (!x)
      return false;
    OpBuilder builder = after(x);
    Emitter e(builder, x.getLoc());
    mlir::Value y = e.value("exp", {e.value("neg", {x})});
    if (staticShape(x)->size() >= 2)
      e.value("matmul", {y, y}, {{"transpose_b", true}});
    return true;
  }

  /// Moves operators up to what they read last.
  bool reorder() {
    bool any = false;
    for (Operation *op : operators([](Operation *op) { return op->getNumRegions() == 0; })) {
      if (upTo(2))
        continue;
      Operation *last = nullptr;
      for (mlir::Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp())
          last = !last || last->isBeforeInBlock(source) ? source : last;
      if (last)
        op->moveAfter(last);
      else
        op->moveBefore(&main.getBody().front(), main.getBody().front().begin());
      any = true;
    }
    return any;
  }

  /// Row 0 of the result depends on row 0 of the first operand alone, and so on.
  static bool isSeparable(Operation *op) {
    auto shape = op->getNumOperands() ? staticShape(op->getOperand(0)) : std::nullopt;
    auto made = staticShape(op->getResult(0));
    if (!shape || !made || shape->size() < 2 || made->empty() || (*shape)[0] < 2 ||
        (*made)[0] != (*shape)[0])
      return false;
    for (mlir::Value other : op->getResults().drop_front())
      if (!other.use_empty())
        return false;
    std::string_view name = infoOf(op)->name;
    Attributes attributes = attributesOf(op);
    if (name == "softmax" || name == "layer_norm" || name == "rms_norm")
      return attributes.integer("axis") != 0;
    if (name == "matmul")
      return !attributes.flag("transpose_a") && staticShape(op->getOperand(1)) &&
             staticShape(op->getOperand(1))->size() <= 2;
    return name == "conv" || name == "max_pool" || name == "average_pool";
  }

  bool splitBatch() {
    auto found = operators(isSeparable);
    if (found.empty())
      return false;
    Operation *op = found[upTo(found.size())];
    int64_t rows = (*staticShape(op->getOperand(0)))[0];
    int64_t cut = 1 + static_cast<int64_t>(upTo(static_cast<size_t>(rows - 1)));
    OpBuilder builder(op);
    Emitter e(builder, op->getLoc());
    auto half = [&](int64_t from, int64_t to) {
      SmallVector<mlir::Value> operands(op->getOperands());
      operands[0] = part(e, operands[0], from, to, 0);
      return e.op(op->getName().stripDialect(), operands, attributesOf(op))->getResult(0);
    };
    mlir::Value first = half(0, cut), second = half(cut, rows);
    op->getResult(0).replaceAllUsesWith(e.value("concat", {first, second}, {{"axis", int64_t{0}}}));
    op->erase();
    return true;
  }

  bool addIdentity() {
    mlir::Value x = anyValue([](mlir::Value) { return true; });
    if (x)
      replace(x, [&](Emitter &e) { return e.value("identity", {x}); });
    return x != nullptr;
  }

  func::FuncOp main;
  std::mt19937_64 random;
};

} // namespace

std::string vary(ModuleOp module, uint64_t seed) { return Varier(module, seed).run(); }

} // namespace ingot::differential
