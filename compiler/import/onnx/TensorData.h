// From a TensorProto to a Tensor: raw bytes, typed fields, packed small types, external files.
#pragma once

#include "compiler/import/onnx/Proto.h"
#include "ingot/Value.h"

namespace ingot::onnx {

/// The folder whose files a model may use as external data, and those already mapped.
///
/// A model can name files only inside its own folder: the path is relative, has no "..", crosses no
/// symbolic link, and ends at a regular file with a single name. The kernel enforces it (openat2),
/// so that there is no gap between check and use.
class ExternalFiles {
public:
  /// An empty folder means that the model came from memory and may not use any file.
  explicit ExternalFiles(std::string folder) : folder(std::move(folder)) {}
  ~ExternalFiles();
  ExternalFiles(const ExternalFiles &) = delete;

  /// The bytes [offset, offset + length) of a file; length < 0 means to its end.
  Expected<std::pair<std::string_view, std::shared_ptr<const void>>>
  read(const std::string &path, int64_t offset, int64_t length);

private:
  Expected<int> openBeneath(const std::string &path);
  std::string folder;
  int folderDescriptor = -1;
  std::map<std::string, std::pair<std::string_view, std::shared_ptr<const void>>> open;
};

struct TensorSource {
  std::shared_ptr<const void> owner; ///< keeps the model's bytes alive
  ExternalFiles *files = nullptr;    ///< null: external data is refused
  const Limits *limits = nullptr;
  std::shared_ptr<MemoryBudget> budget = nullptr; ///< for what is not in the file; null: no bound
};

/// The tensor; a view into the file where its bytes are already as a host tensor wants them.
Expected<Tensor> toTensor(const TensorProto &proto, const TensorSource &source);
/// The dense tensor of a sparse one.
Expected<Tensor> toTensor(const SparseTensorProto &proto, const TensorSource &source);

/// Unpacks elements of fewer than 8 bits, lowest bits first, into one byte each.
Expected<Tensor> unpack(ElementType type, Shape shape, std::string_view packed);

} // namespace ingot::onnx
