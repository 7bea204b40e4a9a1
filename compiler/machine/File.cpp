// Machines from files: JSON, see Machine.h.
#include "compiler/machine/Machine.h"
#include "ingot/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>

namespace ingot::machine {
namespace {

/// The fields of a description, each asked for once; what is left over is nobody's.
class Fields {
public:
  Fields(const llvm::json::Object &object, const std::string &file) : object(object), file(file) {}

  Status wrong(llvm::StringRef name, const char *wanted) const {
    return failure(str(file, ": '", name.str(), "' is not ", wanted), ErrorKind::Usage);
  }
  Expected<std::string> text(const char *name, bool isOptional) {
    known.push_back(name);
    if (!object.get(name) && isOptional)
      return std::string();
    auto value = object.getString(name);
    if (!value)
      return wrong(name, object.get(name) ? "a text" : "there");
    return value->str();
  }
  Expected<double> number(const char *name) {
    known.push_back(name);
    if (!object.get(name))
      return 0.0;
    auto value = object.getNumber(name);
    if (!value || !std::isfinite(*value) || *value <= 0)
      return wrong(name, "a number above 0");
    return *value;
  }
  Expected<std::vector<int64_t>> sizes(const char *name) {
    known.push_back(name);
    std::vector<int64_t> sizes;
    if (!object.get(name))
      return sizes;
    const llvm::json::Array *list = object.getArray(name);
    if (!list || list->empty())
      return wrong(name, "a list of bytes");
    for (const llvm::json::Value &value : *list) {
      auto bytes = value.getAsInteger();
      if (!bytes || *bytes < 1024 || *bytes > (int64_t{1} << 40) ||
          (!sizes.empty() && *bytes < sizes.back()))
        return wrong(name, "a list of bytes, the nearest cache first, from 1024 on");
      sizes.push_back(*bytes);
    }
    return sizes;
  }
  Status finish() const {
    for (const auto &entry : object)
      if (!llvm::is_contained(known, llvm::StringRef(entry.first)))
        return failure(str(file, ": a machine has no '", entry.first.str(), "'; known are ",
                           llvm::join(known, ", ")),
                       ErrorKind::Usage);
    return success();
  }

private:
  const llvm::json::Object &object;
  const std::string &file;
  std::vector<std::string> known;
};

} // namespace

Expected<Machine> machineFromText(std::string_view text, const std::string &name) {
  auto parsed = llvm::json::parse(llvm::StringRef(text.data(), text.size()));
  if (!parsed)
    return failure(str(name, ": ", llvm::toString(parsed.takeError())), ErrorKind::Usage);
  const llvm::json::Object *object = parsed->getAsObject();
  if (!object)
    return failure(str(name, ": a machine is an object, {\"cpu\": …}"), ErrorKind::Usage);
  Fields fields(*object, name);
  auto cpu = INGOT_TRY(fields.text("cpu", false));
  auto triple = INGOT_TRY(fields.text("triple", true));
  auto features = INGOT_TRY(fields.text("features", true));
  auto caches = INGOT_TRY(fields.sizes("caches"));
  double clock = INGOT_TRY(fields.number("clock"));
  double bandwidth = INGOT_TRY(fields.number("bandwidth"));
  INGOT_TRY(fields.finish());
  Machine machine = INGOT_TRY(machineNamed(cpu));
  if (!triple.empty() || !features.empty())
    machine = INGOT_TRY(
        machineOf(triple.empty() ? machine.isa->triple : std::string_view(triple), cpu, features));
  if (!caches.empty())
    machine.caches = caches;
  machine.clock = clock;
  machine.bandwidth = bandwidth;
  return machine;
}

Expected<Machine> machineFromFile(const std::string &path) {
  constexpr uint64_t mostBytes = 1 << 20;
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return failure(str("cannot read '", path, "': ", file.getError().message()));
  if ((*file)->getBufferSize() > mostBytes)
    return failure(str(path, " is too large for the description of a machine"), ErrorKind::Usage);
  return machineFromText(std::string_view((*file)->getBuffer()), path);
}

} // namespace ingot::machine
