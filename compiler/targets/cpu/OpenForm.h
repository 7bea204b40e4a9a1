// OpenForm: a model that leaves sizes open, optimized as far as they need not be known.
//
// Programs for all sizes are made of it. What is folded into weights is folded once, and lies in
// one place for all of them, so that weights which were packed for one are found for the next.
#pragma once

#include "compiler/targets/ModuleBytes.h"

#include <functional>
#include <mutex>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace ingot::cpu {

class OpenForm {
public:
  struct Made {
    std::shared_ptr<mlir::MLIRContext> context; ///< keeps constants that were folded
    std::shared_ptr<const target::ModuleBytes> module;
  };
  using Make = std::function<Expected<Made>()>;

  /// Made by the first who asks, for whom others wait.
  Expected<std::shared_ptr<const target::ModuleBytes>> get(const Make &make);

private:
  std::mutex mutex;
  Made made;
};

} // namespace ingot::cpu
