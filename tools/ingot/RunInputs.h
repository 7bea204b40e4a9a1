// Values for the inputs of a model, from files, text or a random generator.
#pragma once

#include "ingot/Io.h"
#include "tools/ingot/Options.h"

namespace ingot::tool {

struct InputOptions {
  std::vector<std::string> inputs; ///< "NAME=@FILE", "NAME=1,2,3", "@FILE"
  bool random = false;
  uint64_t seed = 0;
  bool image = false; ///< every file is a picture, whatever its name
  std::string imageLayout = "auto", imageOrder = "rgb", imageMean, imageDeviation, imageScale;

  void add(CLI::App &app);
  /// The image options, parsed.
  Expected<ImageOptions> imageOptions() const;
};

/// One value per input, or all that is wrong with what was given.
struct GatheredInputs {
  std::vector<Value> values;
  std::vector<std::string> problems;
  ErrorKind kind = ErrorKind::Usage; ///< of the problems
};
/// What is made or unpacked for them is charged to the budget.
GatheredInputs gatherInputs(const Model &model, const InputOptions &options,
                            const ImageOptions &images,
                            const std::shared_ptr<MemoryBudget> &budget);

} // namespace ingot::tool
