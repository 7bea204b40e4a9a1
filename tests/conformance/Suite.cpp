// Finds and runs conformance cases.
#include "tests/conformance/Suite.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace fs = std::filesystem;

namespace ingot::conformance {

const char *outcomeName(Outcome outcome) {
  static constexpr const char *names[] = {"pass", "wrong", "error", "unsupported", "crash"};
  return names[static_cast<int>(outcome)];
}

namespace {

/// Data sets of a test folder, test_data_set_0 and on.
std::vector<std::string> dataSetsIn(const fs::path &folder) {
  std::vector<std::string> sets;
  std::error_code ignored;
  for (const auto &entry : fs::directory_iterator(folder, ignored))
    if (entry.is_directory() && entry.path().filename().string().starts_with("test_data_set"))
      sets.push_back(entry.path().string());
  std::sort(sets.begin(), sets.end());
  return sets;
}

void addLight(const fs::path &folder, std::vector<Case> &cases) {
  std::error_code ignored;
  for (const auto &entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() != ".onnx")
      continue;
    std::string stem = entry.path().stem().string();
    cases.push_back(
        {"light/" + stem, entry.path().string(), {}, (folder / (stem + "_output_0.pb")).string()});
  }
}

/// arange(n) / n in the input's shape: the input of the light models.
Expected<Value> lightInput(const Port &port) {
  Tensor tensor = INGOT_TRY(Tensor::allocate(ElementType::F32, port.type.dims));
  int64_t n = tensor.elements();
  for (int64_t i = 0; i < n; ++i)
    tensor.mutableData<float>()[i] =
        static_cast<float>(static_cast<double>(i) / static_cast<double>(n));
  return Value(std::move(tensor));
}

Report report(Outcome outcome, std::string reason) { return {outcome, std::move(reason)}; }

Report fromStatus(const Status &status) {
  return report(status.kind() == ErrorKind::Unsupported ? Outcome::Unsupported : Outcome::Error,
                status.message());
}

/// A model may have more inputs than a data set: those behind the last file have defaults.
Expected<std::vector<Value>> readInputs(const std::string &folder, const std::vector<Port> &ports) {
  std::vector<Value> values;
  for (size_t i = 0; i < ports.size(); ++i) {
    std::string path = str(folder, "/input_", i, ".pb");
    if (!fs::exists(path))
      break;
    values.push_back(INGOT_TRY(readOnnxValue(path, ports[i].type)));
  }
  return values;
}

/// There is a file for every output that the model declares, and for no other.
Expected<std::vector<Value>> readOutputs(const std::string &folder,
                                         const std::vector<Port> &ports) {
  std::vector<Value> values;
  for (size_t i = 0; i <= ports.size(); ++i) {
    std::string path = str(folder, "/output_", i, ".pb");
    if (fs::exists(path) != (i < ports.size()))
      return failure(str("'", path, "' ", i < ports.size() ? "is missing" : "is one too many",
                         ": the model declares ", ports.size(), " outputs"));
    if (i < ports.size())
      values.push_back(INGOT_TRY(readOnnxValue(path, ports[i].type)));
  }
  return values;
}

bool sameType(const Value &a, const Value &b) {
  return ValueType::of(a).text() == ValueType::of(b).text();
}

Report compareOutputs(const std::vector<Value> &found, const std::vector<Value> &wanted,
                      const Model &model, const Case &test) {
  if (found.size() != wanted.size())
    return report(Outcome::Wrong, str(found.size(), " outputs, wanted ", wanted.size()));
  bool drawn = false;
  for (size_t i = 0; i < wanted.size(); ++i)
    if (auto text = compare(found[i], wanted[i], test.rtol, test.atol); !text.empty())
      if (!(drawn = model.isRandom() && sameType(found[i], wanted[i])))
        return report(Outcome::Wrong, str("output '", model.outputs()[i].name, "': ", text));
  return drawn ? report(Outcome::Unsupported,
                        "types and shapes agree, but the values wanted are those "
                        "of another random generator")
               : report(Outcome::Pass, "");
}

Report judge(const Case &test, const Model &model, const Program &program,
             const std::vector<Value> &inputs, const std::vector<Value> &wanted) {
  auto found = program.run(inputs);
  Report r = found.ok() ? compareOutputs(*found, wanted, model, test) : fromStatus(found.status());
  if (ingot::Report made = program.report(); made.compiles()) {
    r.compiledOperators = made.compiled().ofOperators();
    r.compiledMacs = made.compiled().ofMacs();
  }
  return r;
}

/// The model for inputs of other shapes than it declares; the same model if they fit or nothing
/// helps.
Model modelFor(const std::vector<Value> &inputs, const Model &model, const Case &test) {
  if (checkInputs(model.inputs(), inputs).empty() || inputs.size() != model.inputs().size())
    return model;
  LoadOptions sizes;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].isTensor())
      sizes.shapes[model.inputs()[i].name] = inputs[i].tensor().shape();
  auto loaded = Model::load(test.model, sizes);
  return loaded.model ? *loaded.model : model;
}

Report runDataSet(const Case &test, const Model &declared, const CompileOptions &options,
                  const std::string &folder) {
  auto inputs = readInputs(folder, declared.inputs());
  auto wanted = readOutputs(folder, declared.outputs());
  if (!inputs.ok() || !wanted.ok())
    return fromStatus(inputs.ok() ? wanted.status() : inputs.status());
  if (wanted->empty())
    return report(Outcome::Error, "the test has no outputs");
  Model model = modelFor(*inputs, declared, test);
  auto program = model.compile(options);
  if (!program.ok())
    return fromStatus(program.status());
  return judge(test, model, *program, *inputs, *wanted);
}

Report runLight(const Case &test, const Model &model, const CompileOptions &options) {
  auto input = lightInput(model.inputs()[0]);
  auto wanted = readOnnxValue(test.lightOutput, model.outputs()[0].type);
  if (!input.ok() || !wanted.ok())
    return fromStatus(input.ok() ? wanted.status() : input.status());
  auto program = model.compile(options);
  if (!program.ok())
    return fromStatus(program.status());
  return judge(test, model, *program, {*input}, {*wanted});
}

} // namespace

std::vector<Case> findCases(const std::string &folder) {
  std::vector<Case> cases;
  std::error_code ignored;
  for (auto it = fs::recursive_directory_iterator(folder, ignored);
       it != fs::recursive_directory_iterator(); it.increment(ignored)) {
    const fs::path &path = it->path();
    if (path.filename() == "light" && it->is_directory())
      addLight(path, cases);
    if (path.filename() != "model.onnx")
      continue;
    fs::path home = path.parent_path();
    cases.push_back({(home.parent_path().filename() / home.filename()).string(), path.string(),
                     dataSetsIn(home), ""});
  }
  std::sort(cases.begin(), cases.end(),
            [](const Case &a, const Case &b) { return a.name < b.name; });
  return cases;
}

Report runCase(const Case &test, const CompileOptions &options) {
  auto loaded = Model::load(test.model);
  if (!loaded.model) {
    Outcome outcome =
        loaded.kind() == ErrorKind::Unsupported ? Outcome::Unsupported : Outcome::Error;
    const Diagnostic &first = loaded.diagnostics.front();
    return report(outcome, first.op.empty() ? first.message : str(first.op, ": ", first.message));
  }
  if (!test.lightOutput.empty())
    return runLight(test, *loaded.model, options);
  if (test.dataSets.empty())
    return report(Outcome::Error, "the test has no data");
  Report all = report(Outcome::Pass, "");
  for (const std::string &folder : test.dataSets) {
    Report r = runDataSet(test, *loaded.model, options, folder);
    if (r.outcome != Outcome::Pass)
      return r;
    if (r.compiledOperators.value_or(2) < all.compiledOperators.value_or(2))
      all = r;
  }
  return all;
}

namespace {
/// A report as one line, for another process.
std::string written(const Report &r) {
  auto share = [](const std::optional<double> &value) {
    return value ? str(*value) : std::string("-");
  };
  return str(static_cast<int>(r.outcome), " ", share(r.compiledOperators), " ",
             share(r.compiledMacs), " ", r.reason);
}

Report readBack(const std::string &line) {
  std::istringstream words(line);
  int outcome = 0;
  std::string operators, macs;
  words >> outcome >> operators >> macs;
  words.get();
  Report r;
  r.outcome = static_cast<Outcome>(outcome);
  auto share = [](const std::string &text) {
    return text == "-" ? std::nullopt : std::optional(std::strtod(text.c_str(), nullptr));
  };
  r.compiledOperators = share(operators);
  r.compiledMacs = share(macs);
  std::getline(words, r.reason, '\0');
  return r;
}
} // namespace

void runCases(const std::vector<Case> &tests, const CompileOptions &options,
              const processes::Limits &limits,
              const std::function<void(size_t, const Report &)> &take) {
  auto run = [&](int64_t i) { return written(runCase(tests[static_cast<size_t>(i)], options)); };
  auto hear = [&](int64_t i, const processes::Outcome &found) {
    bool done = found.end == processes::End::Done;
    Report r = done ? readBack(found.text) : report(Outcome::Crash, found.text);
    r.seconds = found.seconds;
    take(static_cast<size_t>(i), r);
  };
  processes::forEach(static_cast<int64_t>(tests.size()), limits, run, hear);
}

} // namespace ingot::conformance
