// Tensors in files and in text: NumPy .npy and .npz, raw bytes, pictures, "1,2,3".
//
//   auto image = ingot::readNpy("image.npy");
//   auto batch = ingot::readNpz("test.npz", "images");
//   ingot::Status done = ingot::writeNpy("scores.npy", scores);
//
// Files are untrusted: sizes are checked against the file before anything is allocated, and sizes
// that a model asks of a picture against a limit. What may be larger in memory than in its file can
// be charged to a budget.
#pragma once

#include "ingot/Value.h"

#include <limits>

namespace ingot {

/// A .npy file. The tensor is a view of the mapped file where the file's layout allows it.
/// Text ('U', 'S') becomes strings in UTF-8; pickled objects and structures are refused.
Expected<Tensor> readNpy(const std::string &path,
                         const std::shared_ptr<MemoryBudget> &budget = nullptr);
/// A .npy file in memory; `owner` keeps `bytes` alive.
Expected<Tensor> readNpyBytes(std::string_view bytes, std::shared_ptr<const void> owner,
                              const std::shared_ptr<MemoryBudget> &budget = nullptr);

/// The names of the arrays in a .npz file, in the file's order.
Expected<std::vector<std::string>> npzNames(const std::string &path);
/// One array of a .npz file.
Expected<Tensor> readNpz(const std::string &path, const std::string &name,
                         const std::shared_ptr<MemoryBudget> &budget = nullptr);

/// The bytes of a .npy file. Types that NumPy lacks are stored in the smallest one that holds every
/// value: bf16 and the 8-, 6- and 4-bit floats as f32, 4- and 2-bit integers as 8-bit ones. Texts
/// are all as long as the longest, in 4 bytes a character: above 1 GiB that is an error.
Expected<std::string> npyBytes(const Tensor &tensor);
/// Atomically: `path` is whole or untouched. So does writeNpz.
Status writeNpy(const std::string &path, const Tensor &tensor);
/// Up to 4 GiB in all, uncompressed.
Status writeNpz(const std::string &path, const std::vector<std::pair<std::string, Tensor>> &arrays);

/// A file that holds exactly the elements of the tensor, row-major, little-endian; elements of
/// fewer than 8 bits take a byte each.
Expected<Tensor> readRaw(const std::string &path, ElementType type, const Shape &shape);

/// How pixels become the elements of an input.
struct ImageOptions {
  enum class Layout : uint8_t { Auto, ChannelsFirst, ChannelsLast };

  Layout layout =
      Layout::Auto; ///< of the input; Auto: last if only the last axis has 1 or 3 elements
  bool bgr = false; ///< blue comes first
  std::optional<double> scale; ///< of a pixel 0…255; default: 1/255 for floats, 1 for integers
  /// Subtracted from the scaled pixel, and what the difference is divided by: nothing, one number,
  /// or one per channel of the input.
  std::vector<double> mean, deviation;
};
/// A picture file as a value of this type: [batch, channels, height, width] in either layout,
/// without batch, or [height, width]. The picture is resized to the type's size (linear, smooth
/// when it shrinks), becomes grey for one channel, and is the only one of its batch. Neither the
/// file nor the type may ask for more than 2^26 pixels.
Expected<Tensor> readImage(const std::string &path, const ValueType &type,
                           const ImageOptions &options = {},
                           const std::shared_ptr<MemoryBudget> &budget = nullptr);

/// Numbers or texts between commas, as a tensor of this type. One unknown dimension is found from
/// the number of elements, a lone unknown rank becomes 1.
Expected<Tensor> tensorFromText(std::string_view text, const ValueType &type);

/// Every element converted to `type`: to floats rounds to nearest even; floats to integers round
/// and clamp, and NaN becomes 0; integers to integers wrap.
Expected<Tensor> converted(const Tensor &tensor, ElementType type,
                           const std::shared_ptr<MemoryBudget> &budget = nullptr);

/// Writes to a temporary beside `path` and renames it when it is on the disk, so that `path` is
/// whole or untouched. A path that is no regular file, such as a pipe, is written to in place.
Status writeFile(const std::string &path, std::string_view bytes);

/// Whether NumPy has this element type, so that .npy files hold it as it is.
bool hasNumpyType(ElementType type);

/// What a tensor holds, at a glance. Numbers only; NaN counts in none but `nans`.
struct TensorStatistics {
  double least = std::numeric_limits<double>::quiet_NaN(); ///< NaN when there is no number
  double greatest = std::numeric_limits<double>::quiet_NaN();
  double mean = std::numeric_limits<double>::quiet_NaN(); ///< of the finite elements
  int64_t nans = 0, infinities = 0;
};
TensorStatistics statistics(const Tensor &tensor);

} // namespace ingot
