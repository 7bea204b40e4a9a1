// protozero as this importer uses it: every fault of the bytes is an exception, and `guarded` turns
// exceptions into a Status. Only for the few sources that read wire format.
#pragma once

#include "ingot/Status.h"

#include <exception>

namespace ingot::onnx {
/// A limit was exceeded or a message contradicts itself; carries the text for the user.
struct Refusal : std::exception {
  std::string text, help;
  explicit Refusal(std::string text, std::string help = "")
      : text(std::move(text)), help(std::move(help)) {}
  const char *what() const noexcept override { return text.c_str(); }
};
} // namespace ingot::onnx

// protozero asserts that a field has the wire type it is read with: in a hostile file it may not.
#define protozero_assert(condition)                                                                \
  ((condition)                                                                                     \
       ? void()                                                                                    \
       : throw ::ingot::onnx::Refusal("not a valid ONNX file: a field has the wrong type"))
#include <protozero/pbf_reader.hpp>

namespace ingot::onnx {

inline Refusal overLimit(std::string text) {
  return Refusal(std::move(text), "raise LoadOptions::limits if you trust the file");
}

/// Runs a reading function; a fault in the bytes becomes an error about the model.
template <typename F> auto guarded(F &&read) -> Expected<decltype(read())> {
  try {
    return read();
  } catch (const Refusal &refusal) {
    return badModel(refusal.text).hint(refusal.help);
  } catch (const protozero::exception &error) {
    return badModel(str("not a valid ONNX file: ", error.what()));
  }
}

} // namespace ingot::onnx
