// Draws the bar.
#include "tools/ingot/Progress.h"

#include <cstdio>
#include <iostream>
#include <unistd.h>

namespace ingot::tool {
namespace {
constexpr const char *clearLine = "\r\x1b[K";
} // namespace

ProgressBar::ProgressBar() : shown(::isatty(STDERR_FILENO)) {}

ProgressBar::~ProgressBar() {
  if (!last.empty())
    std::cerr << clearLine << std::flush;
}

std::string barText(const Progress &progress) {
  constexpr int64_t width = 30;
  int64_t filled = progress.total > 0 ? width * progress.done / progress.total : 0;
  char percent[16];
  std::snprintf(percent, sizeof percent, "%3d %%",
                static_cast<int>(progress.total > 0 ? 100 * progress.done / progress.total : 0));
  return str("[", std::string(static_cast<size_t>(filled), '#'),
             std::string(static_cast<size_t>(width - filled), ' '), "] ", percent, "  ",
             progress.stage);
}

std::function<void(const Progress &)> ProgressBar::listener() {
  if (!shown)
    return nullptr;
  return [this](const Progress &progress) {
    std::string text = barText(progress);
    if (text == last)
      return;
    std::cerr << clearLine << text << std::flush;
    last = std::move(text);
  };
}

} // namespace ingot::tool
