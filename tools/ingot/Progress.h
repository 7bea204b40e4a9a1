// Progress: a bar on the terminal while a model is compiled.
#pragma once

#include "ingot/Ingot.h"

namespace ingot::tool {

/// Draws on standard error if that is a terminal, else nothing; gone when the object is.
class ProgressBar {
public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar &) = delete;
  ProgressBar &operator=(const ProgressBar &) = delete;

  /// To be told of progress; empty where nothing is drawn. Lives no longer than the object.
  std::function<void(const Progress &)> listener();

private:
  bool shown;
  std::string last;
};

/// "[#####               ]  25 %  code".
std::string barText(const Progress &progress);

} // namespace ingot::tool
