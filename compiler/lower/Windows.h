// Windows that slide over images: what convolutions and pools share.
#pragma once

#include "compiler/lower/LowerContext.h"

namespace ingot::lower {

/// A window along one axis. The defaults are those of an axis that is not there.
struct WindowAxis {
  int64_t size = 1, out = 1, kernel = 1, stride = 1, dilation = 1;
  int64_t before = 0, after = 0; ///< padding
};

/// A window over [batch, channels, planes, rows, columns]; an image is one plane, a signal one row.
struct Window {
  int64_t batch = 1, channels = 1;
  WindowAxis planes, rows, columns;

  int64_t taps() const { return rows.kernel * columns.kernel; }
};

/// Whether an operator's operand and result are signals or images with elements, or have as many
/// spatial axes as that, and the result is of this type.
bool isImageOperator(const LowerContext &c, ElementType result = ElementType::F32,
                     size_t mostAxes = 2);
/// The window of one, from its attributes; `kernel` are the sizes of its spatial axes.
Window windowOf(const LowerContext &c, const Shape &kernel);

/// Convolutions of volumes and of f64, which have no tuned kernel.
bool lowerPlainConv(LowerContext &c);

} // namespace ingot::lower
