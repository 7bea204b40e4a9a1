// LayerStream: a run that is stopped after every layer, to be compared with another one.
//
//   LayerStream reference(program, inputs, options);
//   while (auto layer = reference.next()) …
//   auto outputs = reference.finish();
//
// The run has a thread of its own, which waits until its layer was taken. So no more tensors are
// kept than the run itself needs, and one layer.
#pragma once

#include "ingot/Ingot.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace ingot::tool {

/// The results of a node.
struct Layer {
  std::string node;
  std::vector<Value> results;
};

class LayerStream {
public:
  LayerStream(Program program, std::vector<Value> inputs, RunOptions options);
  /// Gives up a run that is not over.
  ~LayerStream();
  LayerStream(const LayerStream &) = delete;
  LayerStream &operator=(const LayerStream &) = delete;

  /// Waits for the next layer; nothing when the run is over.
  std::optional<Layer> next();
  /// What the run gave or why it failed, after next() gave nothing.
  const Expected<std::vector<Value>> &finish() const { return *outcome; }

private:
  Status hand(const std::string &node, const std::vector<Value> &results);

  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Layer> layer;
  bool over = false, stopping = false;
  std::optional<Expected<std::vector<Value>>> outcome;
  std::thread thread;
};

} // namespace ingot::tool
