// Status and Expected: how every fallible function of the runtime and of the MLIR-free parts of the
// compiler reports failure. No exceptions; a dropped Status does not compile.
//
//   Expected<Tensor> load(std::string_view path) {
//     if (path.empty())
//       return failure(str("path is empty"));
//     auto bytes = INGOT_TRY(readFile(path));     // returns early with the error
//     ...
//   }
#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot {

/// What failed; the number is the exit code of the tool.
enum class ErrorKind {
  Runtime = 1,     ///< the machine or the run failed: file, memory, bad run-time value
  Usage = 2,       ///< the caller asked for something contradictory
  Unsupported = 3, ///< valid, but not handled by this build or target
  Mismatch = 4,    ///< two results that should agree do not
  BadModel = 5,    ///< the model file is malformed or violates an operator's constraint
  Cancelled = 6,   ///< the run was called off, or its deadline came
};

class [[nodiscard]] Status {
public:
  Status() = default;
  Status(ErrorKind kind, std::string message)
      : error(std::make_unique<Error>(Error{kind, std::move(message), {}})) {}

  bool ok() const { return !error; }
  ErrorKind kind() const { return error->kind; }
  const std::string &message() const { return error->message; }
  /// What to do about it; empty when the message says it all.
  const std::string &help() const { return error->help; }

  Status hint(std::string help) && {
    if (error)
      error->help = std::move(help);
    return std::move(*this);
  }
  /// Prefixes the message with where it happened, outermost last: "node 'a': operand 1: …".
  Status within(std::string_view where) && {
    if (error)
      error->message = std::string(where) + ": " + error->message;
    return std::move(*this);
  }

private:
  struct Error {
    ErrorKind kind;
    std::string message, help;
  };
  std::unique_ptr<Error> error;
};

template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : stored(std::move(value)) {}
  Expected(Status status) : failed(std::move(status)) {
    assert(!failed.ok() && "an Expected without a value needs an error");
  }

  bool ok() const { return stored.has_value(); }
  T &operator*() { return *stored; }
  const T &operator*() const { return *stored; }
  T *operator->() { return &*stored; }
  const T *operator->() const { return &*stored; }
  T take() { return std::move(*stored); }
  Status takeStatus() { return std::move(failed); }
  const Status &status() const { return failed; }

private:
  std::optional<T> stored;
  Status failed;
};

namespace detail {
inline void append(std::string &out, std::string_view text) { out += text; }
inline void append(std::string &out, const char *text) { out += text; }
inline void append(std::string &out, const std::string &text) { out += text; }
inline void append(std::string &out, char c) { out += c; }
inline void append(std::string &out, bool value) { out += value ? "true" : "false"; }
void append(std::string &out, double value);
inline void append(std::string &out, float value) { append(out, static_cast<double>(value)); }
template <typename T>
  requires std::is_integral_v<T>
void append(std::string &out, T value) {
  out += std::to_string(value);
}
template <typename T> void append(std::string &out, const std::vector<T> &values) {
  out += '[';
  for (size_t i = 0; i < values.size(); ++i) {
    if (i)
      out += ',';
    append(out, values[i]);
  }
  out += ']';
}
inline Status toStatus(Status &&status) { return std::move(status); }
template <typename T> Status toStatus(Expected<T> &&value) { return value.takeStatus(); }
struct Nothing {};
inline Nothing unwrap(Status &&) { return {}; }
template <typename T> T unwrap(Expected<T> &&value) { return value.take(); }
} // namespace detail

/// Joins texts, numbers and vectors of them into a message.
template <typename... Parts> std::string str(const Parts &...parts) {
  std::string out;
  (detail::append(out, parts), ...);
  return out;
}

inline Status failure(std::string message, ErrorKind kind = ErrorKind::Runtime) {
  return Status(kind, std::move(message));
}
inline Status badModel(std::string message) {
  return Status(ErrorKind::BadModel, std::move(message));
}
inline Status unsupported(std::string message) {
  return Status(ErrorKind::Unsupported, std::move(message));
}
inline Status success() { return {}; }

} // namespace ingot

/// Evaluates a Status or Expected; returns from the enclosing function on failure, else gives the
/// value. Works for functions that return Status or any Expected.
#define INGOT_TRY(expression)                                                                      \
  ({                                                                                               \
    auto ingotResult = (expression);                                                               \
    if (!ingotResult.ok())                                                                         \
      return ::ingot::detail::toStatus(std::move(ingotResult));                                    \
    ::ingot::detail::unwrap(std::move(ingotResult));                                               \
  })
