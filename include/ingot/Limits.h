// Limits: what a model may ask of the loader.
#pragma once

#include <cstdint>

namespace ingot {

/// Beyond these a model is refused with a message that says so.
struct Limits {
  int64_t nodes = 1'000'000;    ///< in all graphs and functions, after inlining too
  int64_t messages = 2'000'000; ///< parts of the file: nodes, attributes, tensors, types, …
  int nesting = 64;             ///< of subgraphs, functions, types
  int64_t attributesPerNode = 10'000;
  int64_t stringBytes = 16 << 20; ///< of one name or string
  int64_t rank = 32;
  int64_t tensorBytes = int64_t{1} << 40;
  int64_t fileBytes = int64_t{64} << 30;
  int64_t foldedBytes = 64 << 20; ///< of constants made at import
  double foldSeconds = 10;        ///< that making them may take; the rest is left to the run
};

} // namespace ingot
