// Random graphs.
#include "tests/differential/RandomGraph.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Emitter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace mlir;

namespace ingot::differential {
namespace {
using namespace graph;

constexpr int64_t mostElements = 512;
/// Its square times the number of terms of a sum is a number, and so is it times a constant.
constexpr double largestTerm = 1e16;

class Generator {
public:
  Generator(MLIRContext &context, uint64_t seed) : builder(&context), random(seed) {}

  RandomGraph make() {
    RandomGraph graph;
    graph.module = ModuleOp::create(loc());
    builder.setInsertionPointToEnd(graph.module->getBody());
    SmallVector<Type> types;
    for (int i = 0; i < 3; ++i)
      types.push_back(RankedTensorType::get(randomShape(), builder.getF32Type()));
    types.push_back(RankedTensorType::get(randomShape(), builder.getI32Type()));
    for (Type type : types)
      graph.inputs.emplace_back(randomTensor(*fromMlir(type)));
    auto main = func::FuncOp::create(builder, loc(), "main", builder.getFunctionType(types, {}));
    Block *body = main.addEntryBlock();
    builder.setInsertionPointToEnd(body);
    pool.assign(body->getArguments().begin(), body->getArguments().end());
    int64_t steps = upTo(18) + 6;
    for (int64_t i = 0; i < steps; ++i)
      step();
    SmallVector<mlir::Value> results;
    for (mlir::Value value : pool)
      if (value.use_empty() || upTo(12) == 0)
        results.push_back(value);
    func::ReturnOp::create(builder, loc(), results);
    main.setFunctionType(builder.getFunctionType(types, ValueRange(results).getTypes()));
    return graph;
  }

private:
  Location loc() { return builder.getUnknownLoc(); }
  /// 0 … n-1; 0 when there are none.
  int64_t upTo(int64_t n) {
    return n > 0 ? static_cast<int64_t>(random() % static_cast<uint64_t>(n)) : 0;
  }
  template <typename T> T pick(std::initializer_list<T> choices) {
    return *(choices.begin() + upTo(static_cast<int64_t>(choices.size())));
  }

  Shape randomShape() {
    Shape shape;
    for (int64_t rank = 1 + upTo(4); rank > 0; --rank)
      shape.push_back(pick<int64_t>({1, 1, 2, 2, 3, 4, 5}));
    if (shape.size() <= 2 && upTo(3) == 0)
      shape.back() = 32;
    return shape;
  }

  double number() {
    switch (upTo(8)) {
    case 0:
      return pick({0.0, -0.0, 1.0, -1.0, 6.0, 0.5});
    case 1:
      // No products beyond the largest number; summable() takes care of what is computed.
      return pick({std::nan(""), HUGE_VAL, -HUGE_VAL, 3e18, 1e-40, -1e-40});
    default:
      return static_cast<double>(upTo(2000) - 1000) / 128;
    }
  }

  Tensor randomTensor(const ValueType &type) {
    auto tensor = Tensor::allocate(type.element, type.dims).take();
    for (int64_t i = 0; i < tensor.elements(); ++i)
      if (type.element == ElementType::F32)
        tensor.mutableData<float>()[i] = static_cast<float>(number());
      else
        tensor.mutableData<int32_t>()[i] = pick<int32_t>(
            {0, 1, -1, 7, -300, INT32_MAX, INT32_MIN, static_cast<int32_t>(upTo(99))});
    return tensor;
  }

  /// Mostly something made lately.
  mlir::Value value() {
    auto size = static_cast<int64_t>(pool.size());
    int64_t back = upTo(2) ? upTo(std::min<int64_t>(size, 4)) : upTo(size);
    return pool[static_cast<size_t>(size - 1 - back)];
  }
  static Shape shapeOf(mlir::Value value) { return *staticShape(value); }
  mlir::Value ints(const std::vector<int64_t> &values) {
    return createIntegers(builder, loc(), values);
  }
  mlir::Value none() { return createNone(builder, loc()); }
  NamedAttribute typeAttribute(ElementType type) {
    return builder.getNamedAttr("to", TypeAttr::get(toMlir(builder.getContext(), type)));
  }

  mlir::Value emit(StringRef name, ValueRange operands, ArrayRef<NamedAttribute> attributes = {}) {
    mlir::Value made =
        createInferred(builder, loc(), ("graph." + name).str(), operands, attributes)->getResult(0);
    auto shape = staticShape(made);
    if (shape && elementCount(*shape).value_or(mostElements + 1) <= mostElements)
      pool.push_back(made);
    return made;
  }

  void step() {
    mlir::Value x = value();
    if (elementOf(x) != ElementType::F32 && elementOf(x) != ElementType::I32)
      return convert(x);
    // A scalar has no axes to move.
    switch (upTo(shapeOf(x).empty() ? 8 : 20)) {
    case 0:
    case 1:
    case 2:
      return unary(x);
    case 3:
    case 4:
    case 5:
      return withConstant(x);
    case 6:
    case 7:
      return withOther(x);
    case 8:
    case 9:
    case 10:
      return transpose(x);
    case 11:
      return reshape(x);
    case 12:
      return slice(x);
    case 13:
      return cutAndJoin(x);
    case 14:
      return pad(x);
    case 15:
      return repeat(x);
    case 16:
      return gather(x);
    case 17:
      return convert(x);
    case 18:
      return reduce(x);
    default:
      return multiply(x);
    }
  }

  void unary(mlir::Value x) {
    if (!isFloatValue(x)) {
      emit(pick({"relu", "neg", "abs", "sign", "identity", "bit_not"}), x);
      return;
    }
    emit(pick({"relu", "relu", "neg", "neg", "abs", "exp", "sigmoid", "tanh", "ceil", "floor",
               "sqrt", "round", "sign", "reciprocal", "identity"}),
         x);
  }

  /// A constant of one element or of some axes of x.
  mlir::Value constantFor(mlir::Value x, bool uniform) {
    Shape shape = shapeOf(x);
    if (upTo(2))
      shape.clear();
    else if (upTo(2))
      shape.erase(shape.begin(), shape.begin() + upTo(static_cast<int64_t>(shape.size()) + 1));
    for (int64_t &dim : shape)
      dim = upTo(3) ? dim : 1;
    Tensor tensor = randomTensor(ValueType::tensor(elementOf(x), shape));
    if (uniform) {
      double all = pick({0.0, -0.0, 1.0, -1.0, 2.0, 4.0, 6.0, 0.5, 3.0, -3.0});
      for (int64_t i = 0; i < tensor.elements(); ++i)
        if (isFloatValue(x))
          tensor.mutableData<float>()[i] = static_cast<float>(all);
        else
          tensor.mutableData<int32_t>()[i] = static_cast<int32_t>(all);
    }
    return createConstant(builder, loc(), tensor);
  }

  void withConstant(mlir::Value x) {
    mlir::Value c = constantFor(x, upTo(3) != 0);
    const char *name = pick({"add", "sub", "mul", "div", "max", "max", "min", "min", "pow"});
    if (upTo(4) == 0 && name != std::string_view("pow"))
      emit(name, {c, x});
    else
      emit(name, {x, c});
  }

  void withOther(mlir::Value x) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      mlir::Value y = value();
      auto shape =
          elementOf(x) == elementOf(y) ? broadcastShapes(shapeOf(x), shapeOf(y)) : std::nullopt;
      if (!shape)
        continue;
      if (upTo(4) == 0) {
        mlir::Value condition = createConstant(builder, loc(), Tensor::scalar(upTo(2) == 0));
        emit("where", {upTo(2) ? condition : emit("less", {x, y}), x, y});
      } else {
        emit(pick({"add", "sub", "mul", "div", "max", "min"}), {x, y});
      }
      return;
    }
  }

  void transpose(mlir::Value x) {
    Shape perm(shapeOf(x).size());
    for (size_t i = 0; i < perm.size(); ++i)
      perm[i] = static_cast<int64_t>(i);
    std::shuffle(perm.begin(), perm.end(), random);
    // Often the way back, or the same way again.
    if (!lastPerm.empty() && lastPerm.size() == perm.size() && upTo(2))
      perm = lastPerm;
    lastPerm.assign(perm.size(), 0);
    for (size_t i = 0; i < perm.size(); ++i)
      lastPerm[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
    if (upTo(3) == 0)
      lastPerm = perm;
    emit("transpose", x, integersAttribute(builder, "perm", perm));
  }

  void reshape(mlir::Value x) {
    Shape shape = shapeOf(x);
    auto rank = static_cast<int64_t>(shape.size());
    switch (upTo(4)) {
    case 0:
      emit("flatten", x, integerAttribute(builder, "axis", upTo(rank + 1)));
      return;
    case 1:
      emit("unsqueeze", {x, ints({upTo(rank + 1)})});
      return;
    case 2:
      emit("squeeze", {x, none()});
      return;
    default:
      break;
    }
    if (*elementCount(shape) == 0)
      return;
    std::vector<int64_t> target;
    for (int64_t left = *elementCount(shape); left > 1;) {
      int64_t factor = 1 + upTo(left);
      while (left % factor != 0)
        --factor;
      target.push_back(factor);
      left /= factor;
      if (target.size() == 4) {
        target.push_back(left);
        break;
      }
    }
    emit("reshape", {x, ints(target)});
  }

  void slice(mlir::Value x) {
    Shape shape = shapeOf(x);
    std::vector<int64_t> starts, ends, axes, steps;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (upTo(2))
        continue;
      axes.push_back(upTo(2) ? static_cast<int64_t>(i)
                             : static_cast<int64_t>(i) - static_cast<int64_t>(shape.size()));
      int64_t step = pick<int64_t>({1, 1, 1, 2, -1, -2});
      starts.push_back(step > 0 ? upTo(shape[i]) : shape[i] - 1 - upTo(shape[i]));
      ends.push_back(step > 0 ? shape[i] - upTo(shape[i] - starts.back()) : -1 - shape[i]);
      steps.push_back(step);
    }
    if (!axes.empty())
      emit("slice", {x, ints(starts), ints(ends), ints(axes), ints(steps)});
  }

  void cutAndJoin(mlir::Value x) {
    Shape shape = shapeOf(x);
    int64_t axis = upTo(static_cast<int64_t>(shape.size()));
    auto at = integerAttribute(builder, "axis", axis);
    int64_t dim = shape[static_cast<size_t>(axis)], cut = upTo(dim + 1);
    auto part = [&](int64_t from, int64_t to) {
      return emit("slice", {x, ints({from}), ints({to}), ints({axis}), none()});
    };
    mlir::Value a = part(0, cut), b = part(cut, dim);
    mlir::Value joint = upTo(2) ? emit("concat", {a, b}, at) : emit("concat", {b, a, x}, at);
    if (upTo(2))
      emit("slice", {joint, ints({upTo(dim)}), ints({dim}), ints({axis}), none()});
  }

  void pad(mlir::Value x) {
    Shape shape = shapeOf(x);
    std::vector<int64_t> pads;
    for (size_t i = 0; i < 2 * shape.size(); ++i)
      pads.push_back(pick<int64_t>({0, 0, 1, 2}));
    if (shape[0] > 1 && upTo(3) == 0)
      pads[0] = -1;
    bool isEmpty = llvm::is_contained(shape, 0);
    auto mode = builder.getNamedAttr(
        "mode", builder.getStringAttr(isEmpty || upTo(3) ? "constant" : "edge"));
    emit("pad", {x, ints(pads), none(), none()}, mode);
  }

  void repeat(mlir::Value x) {
    Shape shape = shapeOf(x);
    for (int64_t &dim : shape)
      dim = dim == 1 ? pick<int64_t>({1, 2, 3}) : dim;
    if (upTo(2)) {
      shape.insert(shape.begin(), pick<int64_t>({1, 2}));
      emit("expand", {x, ints(shape)});
      return;
    }
    std::vector<int64_t> repeats(shape.size(), 1);
    repeats[0] = pick<int64_t>({1, 2});
    emit("tile", {x, ints(repeats)});
  }

  void gather(mlir::Value x) {
    Shape shape = shapeOf(x);
    int64_t axis = upTo(static_cast<int64_t>(shape.size()));
    int64_t dim = shape[static_cast<size_t>(axis)];
    if (dim == 0)
      return;
    std::vector<int64_t> indices;
    int64_t first = upTo(dim);
    for (int64_t i = first; i < dim; i += pick<int64_t>({1, 1, 1, 2}))
      indices.push_back(i);
    auto at = integerAttribute(builder, "axis", axis);
    if (upTo(3) == 0)
      emit("gather", {x, createConstant(builder, loc(), Tensor::scalar(first - dim))}, at);
    else
      emit("gather", {x, ints(indices)}, at);
  }

  void convert(mlir::Value x) {
    ElementType type = elementOf(x);
    bool isBytes = type == ElementType::I8 || type == ElementType::U8;
    if (type == ElementType::Bool || (!isBytes && upTo(2))) {
      emit("cast", x,
           typeAttribute(pick({ElementType::F32, ElementType::F32, ElementType::I32,
                               ElementType::F16, ElementType::F64, ElementType::I8})));
      return;
    }
    mlir::Value scale = createConstant(builder, loc(), Tensor::scalar(pick({0.1f, 0.02f, 0.5f})));
    if (isBytes)
      emit("dequantize_linear", {x, scale, none()}, typeAttribute(ElementType::F32));
    else if (type == ElementType::F32)
      emit("quantize_linear", {x, scale, none()},
           typeAttribute(pick({ElementType::I8, ElementType::U8})));
    else
      emit("cast", x, typeAttribute(ElementType::F32));
  }

  void reduce(mlir::Value x) {
    Shape shape = shapeOf(x);
    auto rank = static_cast<int64_t>(shape.size());
    if (*elementCount(shape) == 0 || rank == 0)
      return;
    if (isFloatValue(x) && upTo(4) == 0) {
      emit("softmax", x, integerAttribute(builder, "axis", upTo(rank)));
      return;
    }
    std::vector<int64_t> axes;
    for (int64_t i = 0; i < rank; ++i)
      if (upTo(2))
        axes.push_back(i);
    if (upTo(4) == 0)
      emit(pick({"arg_max", "arg_min"}), x,
           {integerAttribute(builder, "axis", upTo(rank)),
            flagAttribute(builder, "keepdims", upTo(2) != 0)});
    else
      reduceOver(pick({"reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod"}), x,
                 axes);
  }

  /// x with its finite numbers so small that no sum of a few hundred of their products is beyond
  /// the largest number on the way: whether that leaves infinity or NaN depends on the order.
  /// Infinities stay, since they leave the same in every order.
  mlir::Value summable(mlir::Value x) {
    Emitter e(builder, loc());
    mlir::Value bounded =
        e.value("max", {e.value("min", {x, e.number(largestTerm, x)}), e.number(-largestTerm, x)});
    return e.value("where", {e.value("is_inf", {x}), x, bounded});
  }

  void reduceOver(StringRef name, mlir::Value x, const std::vector<int64_t> &axes) {
    if ((name == "reduce_sum" || name == "reduce_mean") && isFloatValue(x))
      x = summable(x);
    // Of numbers near 1: others leave the range of the type on the way, in some order.
    if (name == "reduce_prod" && isFloatValue(x)) {
      Emitter e(builder, loc());
      x = e.add(e.mul(e.value("sigmoid", {x}), 0.2), 0.9);
    }
    emit(name, {x, axes.empty() ? none() : ints(axes)},
         flagAttribute(builder, "keepdims", upTo(2) != 0));
  }

  void multiply(mlir::Value x) {
    Shape shape = shapeOf(x);
    if (!isFloatValue(x) || shape.empty())
      return;
    x = summable(x);
    auto matrix = [&](int64_t columns, bool transposed) {
      Shape dims = {shape.back(), columns};
      if (transposed)
        std::swap(dims[0], dims[1]);
      Tensor tensor = randomTensor(ValueType::tensor(ElementType::F32, dims));
      return createConstant(builder, loc(), tensor);
    };
    bool transposed = upTo(2) != 0;
    auto flag = flagAttribute(builder, "transpose_b", transposed);
    for (int64_t i = upTo(3); i >= 0; --i)
      emit("matmul", {x, matrix(1 + upTo(4), transposed)}, flag);
    if (shape.size() >= 2)
      emit("matmul", {x, x}, flagAttribute(builder, "transpose_b", true));
  }

  OpBuilder builder;
  std::mt19937_64 random;
  std::vector<mlir::Value> pool;
  Shape lastPerm;
};

} // namespace

RandomGraph makeRandomGraph(MLIRContext &context, uint64_t seed) {
  return Generator(context, seed).make();
}

void blur(ModuleOp module, uint64_t seed) {
  std::mt19937_64 random(seed);
  auto main = module.lookupSymbol<func::FuncOp>("main");
  Block &body = main.getBody().front();
  for (BlockArgument argument : body.getArguments()) {
    auto type = *fromMlir(argument.getType());
    for (int64_t &dim : type.dims)
      dim = random() % 3 == 0 ? unknownDim : dim;
    argument.setType(toMlir(module.getContext(), type));
  }
  for (Operation &op : body.without_terminator()) {
    Attributes attributes = attributesOf(&op);
    InferContext context = inferContextOf(&op, attributes);
    if (!isConstant(op.getResult(0)) && infoOf(&op)->infer(context).ok())
      op.getResult(0).setType(toMlir(module.getContext(), context.results[0]));
  }
  main.setFunctionType(FunctionType::get(module.getContext(), body.getArgumentTypes(),
                                         body.getTerminator()->getOperandTypes()));
}

} // namespace ingot::differential
