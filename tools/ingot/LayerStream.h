// LayerStream: a run that is stopped after every layer, to be compared with another one.
//
//   auto reference = INGOT_TRY(LayerStream::start(program, inputs, options));
//   while (auto layer = reference->next()) …
//   auto outputs = reference->finish();
//
// The run has a thread of its own, which waits until its layer was taken. So no more tensors are
// kept than the run itself needs, and one layer.
#pragma once

#include "ingot/Ingot.h"
#include "runtime/base/Thread.h"

#include <condition_variable>
#include <mutex>

namespace ingot::tool {

/// The results of one operator of a node.
struct OperatorResults {
  std::string op; ///< in graph IR
  std::vector<Value> results;
};

/// The results of a node: of the operators that were made of it, one after the other.
struct Layer {
  std::string node;
  std::vector<OperatorResults> operators;
};

/// Puts the operators of a run together to layers.
class LayerCollector {
public:
  /// The layer before the one that this belongs to, if that is complete now.
  std::optional<Layer> add(const Observed &observed);
  /// The last one.
  std::optional<Layer> finish() { return std::move(current); }

private:
  std::optional<Layer> current;
};

class LayerStream {
public:
  /// An observer that the options have is called before, and may change results.
  static Expected<std::unique_ptr<LayerStream>> start(Program program, std::vector<Value> inputs,
                                                      RunOptions options);
  /// Gives up a run that is not over.
  ~LayerStream();
  LayerStream(const LayerStream &) = delete;
  LayerStream &operator=(const LayerStream &) = delete;

  /// Waits for the next layer; nothing when the run is over.
  std::optional<Layer> next();
  /// What the run gave or why it failed, after next() gave nothing.
  const Expected<std::vector<Value>> &finish() const { return *outcome; }

private:
  LayerStream() = default;
  Status hand(Layer complete);

  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Layer> layer;
  LayerCollector collector;
  bool over = false, stopping = false;
  std::optional<Expected<std::vector<Value>>> outcome;
  Thread thread;
};

} // namespace ingot::tool
