// Prints, describes and saves the outputs of a run.
#include "tools/ingot/RunOutputs.h"

#include "tools/ingot/TensorFolder.h"

#include "runtime/base/Utf8.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <numeric>
#include <set>

namespace ingot::tool {
namespace {

constexpr int64_t valuesShown = 8, rowsShown = 8, largestScoreVector = 65536, valuesInJson = 4096;
constexpr size_t charactersShown = 80, charactersInJson = 4096;

std::string numberText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string elementText(const Tensor &tensor, int64_t i) {
  if (tensor.isString()) {
    const std::string &text = tensor.strings()[i];
    std::string_view start = firstCharacters(text, charactersShown);
    return "'" + printable(start) + (start.size() < text.size() ? "…'" : "'");
  }
  if (tensor.type() == ElementType::Bool)
    return tensor.integerAt(i) ? "true" : "false";
  if (tensor.type() == ElementType::U64)
    return std::to_string(static_cast<uint64_t>(tensor.integerAt(i)));
  if (isInteger(tensor.type()))
    return std::to_string(tensor.integerAt(i));
  std::string text;
  if (!dispatch<kernels::c64, kernels::c128>(tensor.type(), [&]<typename T> {
        T value = tensor.data<T>()[i];
        text = str(numberText(value.re), value.im < 0 ? "" : "+", numberText(value.im), "i");
      }))
    text = numberText(tensor.numberAt(i));
  return text;
}

/// A score per class for a few rows, and how many classes to show.
struct Scores {
  int64_t rows, classes, top;
};

/// Every row holds numbers from 0 to 1 that add up to 1.
bool areProbabilities(const Tensor &tensor, int64_t rows, int64_t classes) {
  for (int64_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (int64_t i = 0; i < classes; ++i) {
      double value = tensor.numberAt(row * classes + i);
      if (!(value >= 0 && value <= 1))
        return false;
      sum += value;
    }
    if (std::fabs(sum - 1) > 0.01)
      return false;
  }
  return true;
}

/// Nothing unless the tensor is float[classes], [1, classes] or [rows, classes], and either classes
/// were asked for or the numbers are probabilities.
std::optional<Scores> scoresOf(const Tensor &tensor, const OutputOptions &options) {
  if (!isFloat(tensor.type()) || options.top == 0)
    return std::nullopt;
  Shape dims;
  for (int64_t i = 0; i < tensor.rank(); ++i)
    if (tensor.dim(i) != 1)
      dims.push_back(tensor.dim(i));
  bool batched = dims.size() == 2 && tensor.rank() == 2 && dims[0] <= rowsShown;
  if (dims.empty() || (dims.size() > 1 && !batched))
    return std::nullopt;
  int64_t classes = dims.back();
  if (classes < 2 || classes > largestScoreVector)
    return std::nullopt;
  int64_t rows = batched ? dims[0] : 1;
  bool asked = options.top > 0 || !options.labels.empty();
  if (!asked && !areProbabilities(tensor, rows, classes))
    return std::nullopt;
  return Scores{rows, classes, options.top > 0 ? options.top : 5};
}

/// The classes of a row with the highest scores, highest first; NaN comes last.
std::vector<int64_t> topClasses(const Tensor &tensor, int64_t row, int64_t classes, int64_t top) {
  auto score = [&](int64_t c) {
    double value = tensor.numberAt(row * classes + c);
    return std::isnan(value) ? -HUGE_VAL : value;
  };
  std::vector<int64_t> order(static_cast<size_t>(classes));
  std::iota(order.begin(), order.end(), 0);
  auto kept = std::min<int64_t>(top, classes);
  std::partial_sort(order.begin(), order.begin() + kept, order.end(), [&](int64_t a, int64_t b) {
    double x = score(a), y = score(b);
    return x != y ? x > y : a < b;
  });
  order.resize(static_cast<size_t>(kept));
  return order;
}

std::string labelOf(int64_t index, const OutputOptions &options) {
  auto place = static_cast<size_t>(index);
  return place < options.labels.size() ? options.labels[place] : "";
}

void printTop(const Tensor &tensor, Scores scores, const OutputOptions &options) {
  for (int64_t row = 0; row < scores.rows; ++row) {
    if (scores.rows > 1)
      std::cout << "  row " << row << "\n";
    Table table({"", "", ""}, "rrl");
    for (int64_t index : topClasses(tensor, row, scores.classes, scores.top))
      table.row({str("class ", index), numberText(tensor.numberAt(row * scores.classes + index)),
                 labelOf(index, options)});
    table.print(std::cout, "  ");
  }
}

void printTensor(const std::string &name, const Tensor &tensor, const OutputOptions &options) {
  std::cout << styled(printable(name), Style::Bold, std::cout) << "  " << describe(tensor) << "\n";
  std::string values;
  for (int64_t i = 0; i < std::min(tensor.elements(), valuesShown); ++i)
    values += (i ? ", " : "") + elementText(tensor, i);
  if (tensor.elements() > valuesShown)
    values += ", …";
  if (!values.empty())
    std::cout << "  " << values << "\n";
  if (auto scores = scoresOf(tensor, options))
    printTop(tensor, *scores, options);
}

Json numberJson(double value) {
  // JSON has no NaN and no infinity; programs that read them know these names.
  if (std::isnan(value))
    return "NaN";
  if (std::isinf(value))
    return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

Json elementJson(const Tensor &tensor, int64_t i) {
  if (tensor.isString())
    return firstCharacters(tensor.strings()[i], charactersInJson);
  if (tensor.type() == ElementType::Bool)
    return tensor.integerAt(i) != 0;
  if (tensor.type() == ElementType::U64)
    return static_cast<uint64_t>(tensor.integerAt(i));
  if (isInteger(tensor.type()))
    return tensor.integerAt(i);
  if (elementClass(tensor.type()) == ElementClass::Complex)
    return elementText(tensor, i);
  return numberJson(tensor.numberAt(i));
}

/// Whether outputJson leaves nothing out.
bool isWholeInJson(const Tensor &tensor) {
  bool whole = tensor.elements() <= valuesInJson;
  for (int64_t i = 0; tensor.isString() && whole && i < tensor.elements(); ++i) {
    const std::string &text = tensor.strings()[i];
    whole = firstCharacters(text, charactersInJson).size() == text.size();
  }
  return whole;
}

} // namespace

void OutputOptions::add(CLI::App &app) {
  app.add_option("--top", top, "classes to show of a score vector; default: 5 of probabilities");
  app.add_option("--labels", labelFile, "file with the classes' names, one a line")
      ->type_name("FILE");
  app.add_option("--output-dir", folder, "save every output as NAME.npy in this folder")
      ->type_name("DIR");
}

Status OutputOptions::readLabels() {
  if (labelFile.empty())
    return success();
  std::ifstream file(labelFile);
  if (!file)
    return failure(str("cannot read labels from '", labelFile, "'"));
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with("\r"))
      line.pop_back();
    labels.push_back(line);
  }
  return success();
}

std::string describe(const Tensor &tensor) {
  std::string text = ValueType::tensor(tensor.type(), tensor.shape()).text();
  if (tensor.isString() || elementClass(tensor.type()) == ElementClass::Complex ||
      tensor.elements() == 0)
    return text;
  TensorStatistics s = statistics(tensor);
  text += str("  min ", numberText(s.least), "  max ", numberText(s.greatest), "  mean ",
              numberText(s.mean));
  if (s.nans)
    text += str("  NaN ", s.nans);
  if (s.infinities)
    text += str("  infinite ", s.infinities);
  return text;
}

void printOutput(const std::string &name, const Value &value, const OutputOptions &options) {
  if (value.isTensor())
    return printTensor(name, value.tensor(), options);
  std::cout << styled(printable(name), Style::Bold, std::cout) << "  "
            << ValueType::of(value).text();
  if (!value.isSequence()) {
    std::cout << "\n";
    return;
  }
  std::cout << " of " << value.sequence().size() << "\n";
  for (size_t i = 0; i < value.sequence().size(); ++i)
    printOutput(str(name, "[", i, "]"), value.sequence()[i], options);
}

Json outputJson(const std::string &name, const Value &value, const OutputOptions &options) {
  Json json{{"name", name}, {"type", ValueType::of(value).text()}};
  if (value.isSequence()) {
    json["items"] = Json::array();
    for (size_t i = 0; i < value.sequence().size(); ++i)
      json["items"].push_back(outputJson(str(name, "[", i, "]"), value.sequence()[i], options));
  }
  if (!value.isTensor())
    return json;
  const Tensor &tensor = value.tensor();
  json["element"] = elementName(tensor.type());
  json["shape"] = tensor.shape();
  if (isFloat(tensor.type()) || isInteger(tensor.type())) {
    TensorStatistics s = statistics(tensor);
    json["min"] = numberJson(s.least);
    json["max"] = numberJson(s.greatest);
    json["mean"] = numberJson(s.mean);
    json["nan"] = s.nans;
    json["infinite"] = s.infinities;
  }
  json["values"] = Json::array();
  for (int64_t i = 0; i < std::min(tensor.elements(), valuesInJson); ++i)
    json["values"].push_back(elementJson(tensor, i));
  json["complete"] = isWholeInJson(tensor);
  auto scores = scoresOf(tensor, options);
  if (!scores)
    return json;
  json["top"] = Json::array();
  for (int64_t row = 0; row < scores->rows; ++row) {
    Json best = Json::array();
    for (int64_t index : topClasses(tensor, row, scores->classes, scores->top))
      best.push_back({{"class", index},
                      {"score", numberJson(tensor.numberAt(row * scores->classes + index))},
                      {"label", labelOf(index, options)}});
    json["top"].push_back(std::move(best));
  }
  return json;
}

Expected<std::vector<std::string>> saveOutputs(const std::vector<Port> &ports,
                                               const std::vector<Value> &values,
                                               const std::string &folder) {
  TensorFolder files(folder);
  INGOT_TRY(files.make());
  std::vector<std::string> paths;
  for (size_t i = 0; i < values.size() && i < ports.size(); ++i)
    for (const auto &[name, tensor] : tensorsOf(ports[i].name, {values[i]})) {
      paths.push_back(files.next(name));
      INGOT_TRY(writeNpy(paths.back(), tensor));
    }
  return paths;
}

} // namespace ingot::tool
