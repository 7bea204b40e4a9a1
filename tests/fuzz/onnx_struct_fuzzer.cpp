// Fuzz target: structure-mutated ONNX models. The mutator edits messages, not bytes, so that most
// mutants get past the parser and into rules, shape functions and evaluators.
#include "tests/fuzz/RunModel.h"
#include "tests/mutation/Mutate.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ingot::fuzz::loadAndRun({reinterpret_cast<const char *>(data), size});
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                                          unsigned seed) {
  std::string mutant =
      ingot::mutation::mutateModel({reinterpret_cast<const char *>(data), size}, seed);
  if (mutant.size() > maxSize || (mutant.size() == size && !memcmp(mutant.data(), data, size)))
    return LLVMFuzzerMutate(data, size, maxSize);
  memcpy(data, mutant.data(), mutant.size());
  return mutant.size();
}
