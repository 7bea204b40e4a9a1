// The header of a .npy file: a Python dictionary with type, order and shape.
#pragma once

#include "ingot/Tensor.h"

namespace ingot::io {

struct NpyHeader {
  size_t size = 0; ///< bytes before the data
  ElementType type = ElementType::F32;
  size_t width = 0; ///< bytes of one element in the file
  bool bigEndian = false;
  bool wideText = false; ///< a string of UTF-32 characters rather than of bytes
  bool columnMajor = false;
  Shape shape;
};

/// Checks everything but that the data has the size that the shape asks for.
Expected<NpyHeader> parseNpyHeader(std::string_view bytes);

/// Magic, version and dictionary, padded so that the data is aligned to 64 bytes.
std::string npyHeader(std::string_view descr, const Shape &shape);

/// How an element type is stored: NumPy's own or the smallest that holds all its values.
struct NpyForm {
  ElementType type;
  std::string_view descr; ///< "" for strings, whose width depends on the texts
};
NpyForm npyForm(ElementType type);

} // namespace ingot::io
