// Import rules of ai.onnx.ml: encoders, scalers and linear models.
#include "compiler/import/onnx/rules/Scores.h"

#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>
#include <cmath>

namespace ingot::onnx {
namespace {

Tensor vectorOf(const std::vector<float> &values) {
  return Tensor::of<float>({static_cast<int64_t>(values.size())}, values);
}
Tensor vectorOf(const std::vector<std::string> &values) {
  return Tensor::of<std::string>({static_cast<int64_t>(values.size())}, values);
}
Tensor positions(int64_t count) {
  std::vector<int64_t> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(i);
  return Tensor::ofInts(values);
}

} // namespace

/// ArrayFeatureExtractor: columns of the last axis. A vector gives one row.
Status importMlArrayFeatureExtractor(Node &n) {
  Handle x = n.input(0), indices = n.input(1);
  if (n.rank(x) < 0)
    return n.unsupported("the input has no known rank");
  x = INGOT_TRY(rowsOf(n, x));
  if (n.rank(indices) != 1)
    indices = INGOT_TRY(n.emit("reshape", {indices, n.integersConstant({-1})}));
  return n.result(n.emit("gather", {x, indices}, {{"axis", n.rank(x) - 1}}));
}

/// Binarizer: 1 above the threshold, else 0.
Status importMlBinarizer(Node &n) {
  Handle x = n.input(0);
  ElementType type = n.element(x);
  double threshold = n.number("threshold", 0);
  if (std::isnan(threshold))
    return n.bad("the threshold is NaN");
  // An integer is above the threshold if it is above the integer below it.
  if (isInteger(type)) {
    threshold = std::clamp(std::floor(threshold), -9.2e18, 9.2e18);
    x = INGOT_TRY(castTo(n, x, ElementType::I64));
  }
  Handle limit = INGOT_TRY(n.scalarLike(x, threshold));
  return n.result(castTo(n, INGOT_TRY(n.emit("less", {limit, x})), type));
}

//===--- lookups ---===//
namespace {

struct Mapping {
  Tensor keys, values;
  std::optional<Tensor> otherwise;
};

Expected<Handle> lookup(const Node &n, Handle x, const Mapping &map) {
  Attributes attributes{{"keys", map.keys}, {"values", map.values}};
  if (map.otherwise)
    attributes.set("otherwise", *map.otherwise);
  return n.emit("lookup", {x}, std::move(attributes));
}

/// One of the attributes PREFIX_floats, PREFIX_int64s, PREFIX_strings and PREFIX_tensor.
Expected<Tensor> listOf(const Node &n, const std::string &prefix) {
  if (auto tensor = INGOT_TRY(n.tensor(prefix + "_tensor"))) {
    if (tensor->rank() != 1)
      return n.bad("'", prefix, "_tensor' has shape ", shapeText(tensor->shape()),
                   ", wanted a vector");
    return tensor->aligned();
  }
  if (auto numbers = n.numbers(prefix + "_floats"))
    return vectorOf(*numbers);
  if (auto integers = n.integers(prefix + "_int64s"))
    return Tensor::ofInts(*integers);
  if (auto texts = n.texts(prefix + "_strings"))
    return vectorOf(*texts);
  return n.bad("there is no attribute '", prefix, "_*'");
}

/// The elements in reverse.
Expected<Tensor> reversed(const Tensor &list) {
  Tensor copy = INGOT_TRY(Tensor::allocate(list.type(), list.shape()));
  int64_t count = list.elements();
  size_t width = elementBytes(list.type());
  for (int64_t i = 0; i < count; ++i)
    if (list.isString())
      copy.mutableData<std::string>()[i] = list.strings()[count - 1 - i];
    else
      std::memcpy(static_cast<char *>(copy.mutableBytes()) + static_cast<size_t>(i) * width,
                  static_cast<const char *>(list.bytes()) +
                      static_cast<size_t>(count - 1 - i) * width,
                  width);
  return copy;
}

/// What a LabelEncoder gives for what is no key.
Expected<Tensor> defaultOf(const Node &n, ElementType type) {
  if (auto tensor = INGOT_TRY(n.tensor("default_tensor")))
    return tensor->aligned();
  if (type == ElementType::String)
    return Tensor::scalar(n.text("default_string", "_Unused"));
  if (type == ElementType::I64)
    return Tensor::scalar(n.integer("default_int64", -1));
  if (type == ElementType::F32)
    return Tensor::scalar(n.number("default_float", -0.0f));
  Tensor value = INGOT_TRY(Tensor::allocate(type, {}));
  bool done = dispatch<double, int32_t, int16_t>(
      type, [&]<typename T> { *value.mutableData<T>() = isFloat(type) ? T(-0.0) : T(-1); });
  return done ? Expected<Tensor>(value) : n.bad("values of type ", elementName(type));
}

} // namespace

/// LabelEncoder. In opset 1 it numbers texts or names numbers; later it maps keys to values. Of
/// equal keys the last counts since opset 4, before that the first.
Status importMlLabelEncoder(Node &n) {
  Handle x = n.input(0);
  if (n.opset < 2) {
    Tensor names = vectorOf(n.texts("classes_strings").value_or(std::vector<std::string>()));
    bool toNumbers = n.element(x) == ElementType::String;
    Tensor numbers = positions(names.elements());
    Mapping map{toNumbers ? names : numbers, toNumbers ? numbers : names,
                INGOT_TRY(defaultOf(n, toNumbers ? ElementType::I64 : ElementType::String))};
    return n.result(lookup(n, x, map));
  }
  Mapping map{INGOT_TRY(listOf(n, "keys")), INGOT_TRY(listOf(n, "values")), std::nullopt};
  if (n.opset < 4) {
    map.keys = INGOT_TRY(reversed(map.keys));
    map.values = INGOT_TRY(reversed(map.values));
  }
  map.otherwise = INGOT_TRY(defaultOf(n, map.values.type()));
  return n.result(lookup(n, x, map));
}

/// CategoryMapper: between texts and integers, whichever way the input asks for.
Status importMlCategoryMapper(Node &n) {
  Handle x = n.input(0);
  Tensor texts = vectorOf(n.texts("cats_strings").value_or(std::vector<std::string>()));
  Tensor integers = Tensor::ofInts(n.integers("cats_int64s").value_or(std::vector<int64_t>()));
  if (n.element(x) == ElementType::String)
    return n.result(
        lookup(n, x, {texts, integers, Tensor::scalar(n.integer("default_int64", -1))}));
  return n.result(
      lookup(n, x, {integers, texts, Tensor::scalar(n.text("default_string", "_Unused"))}));
}

/// OneHotEncoder: a new last axis with a 1 at the category. Numbers are cut to integers.
Status importMlOneHotEncoder(Node &n) {
  Handle x = n.input(0);
  if (n.rank(x) < 0)
    return n.unsupported("the input has no known rank");
  Mapping map;
  if (n.element(x) == ElementType::String) {
    map.keys = vectorOf(n.texts("cats_strings").value_or(std::vector<std::string>()));
  } else {
    map.keys = Tensor::ofInts(n.integers("cats_int64s").value_or(std::vector<int64_t>()));
    x = INGOT_TRY(castTo(n, x, ElementType::I64));
  }
  map.values = positions(map.keys.elements());
  if (n.integer("zeros", 1) != 0)
    map.otherwise = Tensor::scalar(int64_t{-1});
  Handle category = INGOT_TRY(lookup(n, x, map));
  Handle column =
      INGOT_TRY(n.emit("unsqueeze", {category, n.integersConstant({n.rank(category)})}));
  Handle equal = INGOT_TRY(n.emit("equal", {column, n.constant(map.values)}));
  return n.result(castTo(n, equal, ElementType::F32));
}

//===--- scaling ---===//

/// Scaler: (x - offset) * scale, rounded to f32.
Status importMlScaler(Node &n) {
  Handle x = n.input(0);
  auto scale = n.numbers("scale").value_or(std::vector<float>());
  auto offset = n.numbers("offset").value_or(std::vector<float>());
  if (scale.empty() || scale.size() != offset.size())
    return n.bad("'scale' has ", scale.size(), " values, 'offset' ", offset.size());
  for (float &value : offset)
    value = -value;
  ElementType type = n.element(x) == ElementType::F64 ? ElementType::F64 : ElementType::F32;
  x = INGOT_TRY(castTo(n, x, type));
  Handle shift = INGOT_TRY(castTo(n, n.constant(vectorOf(offset)), type));
  Handle factor = INGOT_TRY(castTo(n, n.constant(vectorOf(scale)), type));
  Handle moved = INGOT_TRY(n.emit("add", {x, shift}));
  return n.result(castTo(n, INGOT_TRY(n.emit("mul", {moved, factor})), ElementType::F32));
}

/// Normalizer: each row divided by its largest element or its norm, unless that is 0.
Status importMlNormalizer(Node &n) {
  std::string norm = n.text("norm", "MAX");
  const char *reduce = norm == "MAX"  ? "reduce_max"
                       : norm == "L1" ? "reduce_l1"
                       : norm == "L2" ? "reduce_l2"
                                      : nullptr;
  if (!reduce)
    return n.bad("'norm' is '", norm, "', wanted MAX, L1 or L2");
  Handle x = INGOT_TRY(castTo(n, n.input(0), ElementType::F32));
  if (n.rank(x) < 0)
    return n.unsupported("the input has no known rank");
  if (n.rank(x) < 1 || n.rank(x) > 2)
    return n.bad("the input is ", n.type(x).text(), ", wanted a vector or a matrix");
  Handle divisor = INGOT_TRY(n.emit(reduce, {x, n.integersConstant({n.rank(x) - 1})}));
  Handle zero = n.constant(Tensor::scalar(0.0f)), one = n.constant(Tensor::scalar(1.0f));
  Handle isZero = INGOT_TRY(n.emit("equal", {divisor, zero}));
  return n.result(n.emit("div", {x, INGOT_TRY(n.emit("where", {isZero, one, divisor}))}));
}

/// Imputer: puts a value for each feature where a certain value stands.
Status importMlImputer(Node &n) {
  Handle x = n.input(0);
  bool integers = isInteger(n.element(x));
  Handle imputed =
      integers
          ? n.integersConstant(n.integers("imputed_value_int64s").value_or(std::vector<int64_t>()))
          : n.constant(vectorOf(n.numbers("imputed_value_floats").value_or(std::vector<float>())));
  if (n.type(imputed).dims[0] < 1)
    return n.bad("there is no imputed value for ", n.type(x).text());
  imputed = INGOT_TRY(castTo(n, imputed, n.element(x)));
  float number = n.number("replaced_value_float", 0);
  Handle replaced = integers ? n.constant(Tensor::scalar(n.integer("replaced_value_int64", 0)))
                             : n.constant(Tensor::scalar(number));
  replaced = INGOT_TRY(castTo(n, replaced, n.element(x)));
  Handle missing = INGOT_TRY(!integers && std::isnan(number) ? n.emit("is_nan", {x})
                                                             : n.emit("equal", {x, replaced}));
  return n.result(n.emit("where", {missing, imputed, x}));
}

/// FeatureVectorizer: the inputs side by side, each cut or filled with zeros to its size.
Status importMlFeatureVectorizer(Node &n) {
  auto sizes = n.integers("inputdimensions").value_or(std::vector<int64_t>());
  if (n.inputCount() == 0 || sizes.size() != n.inputCount())
    return n.bad("'inputdimensions' has ", sizes.size(), " entries for ", n.inputCount(),
                 " inputs");
  std::vector<Handle> parts;
  for (size_t i = 0; i < sizes.size(); ++i) {
    Handle x = INGOT_TRY(castTo(n, INGOT_TRY(rowsOf(n, n.input(i))), ElementType::F32));
    if (n.rank(x) != 2 || sizes[i] < 0)
      return n.bad("input ", i, " is ", n.type(x).text(), ", of size ", sizes[i]);
    int64_t width = n.type(x).dims[1];
    Handle axes = n.integersConstant({1});
    if (width < 0)
      return n.unsupported("input ", i, " has an unknown number of features");
    if (width > sizes[i])
      x = INGOT_TRY(n.emit(
          "slice", {x, n.integersConstant({0}), n.integersConstant({sizes[i]}), axes, n.none()}));
    if (width < sizes[i])
      x = INGOT_TRY(n.emit("pad", {x, n.integersConstant({0, sizes[i] - width}), n.none(), axes}));
    parts.push_back(x);
  }
  return n.result(n.emit("concat", parts, {{"axis", int64_t{1}}}));
}

//===--- linear models ---===//
namespace {

/// x times the coefficients of each of `targets`, plus the intercepts, as f32.
Expected<Handle> linearScores(const Node &n, int64_t targets) {
  ElementType type =
      n.element(n.input(0)) == ElementType::F64 ? ElementType::F64 : ElementType::F32;
  Handle x = INGOT_TRY(castTo(n, INGOT_TRY(rowsOf(n, n.input(0))), type));
  auto coefficients = n.numbers("coefficients").value_or(std::vector<float>());
  auto intercepts = n.numbers("intercepts").value_or(std::vector<float>());
  auto count = static_cast<int64_t>(coefficients.size());
  if (targets < 1 || count % targets != 0)
    return n.bad(count, " coefficients for ", targets, " targets");
  if (!intercepts.empty() && static_cast<int64_t>(intercepts.size()) != targets)
    return n.bad(intercepts.size(), " intercepts for ", targets, " targets");
  Handle weights = INGOT_TRY(
      castTo(n, n.constant(Tensor::of<float>({targets, count / targets}, coefficients)), type));
  Handle scores = INGOT_TRY(n.emit("matmul", {x, weights}, {{"transpose_b", true}}));
  if (!intercepts.empty())
    scores = INGOT_TRY(
        n.emit("add", {scores, INGOT_TRY(castTo(n, n.constant(vectorOf(intercepts)), type))}));
  return castTo(n, scores, ElementType::F32);
}

} // namespace

Status importMlLinearRegressor(Node &n) {
  Handle scores = INGOT_TRY(linearScores(n, n.integer("targets", 1)));
  return n.result(transformed(n, scores, n.text("post_transform", "NONE")));
}

/// LinearClassifier. Two classes may share one score.
Status importMlLinearClassifier(Node &n) {
  Tensor labels = INGOT_TRY(classLabels(n, "classlabels_ints", "classlabels_strings"));
  size_t intercepts = n.numbers("intercepts").value_or(std::vector<float>()).size();
  const ValueType &x = n.type(n.input(0));
  int64_t features = x.rank() > 0 ? x.dims.back() : unknownDim;
  size_t count = n.numbers("coefficients").value_or(std::vector<float>()).size();
  bool shared = labels.elements() == 2 &&
                (intercepts == 1 ||
                 (intercepts == 0 && features >= 0 && static_cast<int64_t>(count) == features));
  Handle scores = INGOT_TRY(linearScores(n, shared ? 1 : labels.elements()));
  return shared ? classifyBinary(n, scores, labels, 0, Second::Complement)
                : classify(n, scores, labels);
}

//===--- maps ---===//
namespace {
Status mapsUnsupported(const Node &n, const char *remedy) {
  return n.unsupported("values of type map are not supported; ", remedy);
}
} // namespace

Status importMlZipMap(Node &n) {
  return mapsUnsupported(n, "export the model without ZipMap (skl2onnx: option zipmap=False), then "
                            "the scores are a tensor");
}
Status importMlCastMap(Node &n) {
  return mapsUnsupported(n, "export the model with a tensor as its input");
}
Status importMlDictVectorizer(Node &n) {
  return mapsUnsupported(n, "export the model with a tensor as its input");
}

} // namespace ingot::onnx
