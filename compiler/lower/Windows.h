// Windows that slide over images: what convolutions and pools share.
#pragma once

#include "compiler/lower/LowerContext.h"

namespace ingot::lower {

/// A window along one axis. The defaults are those of an axis that is not there.
struct WindowAxis {
  int64_t size = 1, out = 1, kernel = 1, stride = 1, dilation = 1;
  int64_t before = 0, after = 0; ///< padding
};

/// A window over the rows and columns of [batch, channels, rows, columns]; a signal is one row.
struct Window {
  int64_t batch = 1, channels = 1;
  WindowAxis rows, columns;

  int64_t taps() const { return rows.kernel * columns.kernel; }
};

/// Whether an operator's operand and result are images or signals with elements, the latter of this
/// type.
bool isImageOperator(const LowerContext &c, ElementType result = ElementType::F32);
/// The window of one, from its attributes; `kernel` are the sizes of its spatial axes.
Window windowOf(const LowerContext &c, const Shape &kernel);

} // namespace ingot::lower
