// A thread that hands over one layer at a time.
#include "tools/ingot/LayerStream.h"

namespace ingot::tool {

LayerStream::LayerStream(Program program, std::vector<Value> inputs, RunOptions options) {
  options.observe = [this](const std::string &node, const std::vector<Value> &results) {
    return hand(node, results);
  };
  thread = std::thread([this, program = std::move(program), inputs = std::move(inputs),
                        options = std::move(options)] {
    auto result = program.run(inputs, options);
    std::scoped_lock lock(mutex);
    outcome.emplace(std::move(result));
    over = true;
    changed.notify_all();
  });
}

LayerStream::~LayerStream() {
  {
    std::scoped_lock lock(mutex);
    stopping = true;
    changed.notify_all();
  }
  thread.join();
}

Status LayerStream::hand(const std::string &node, const std::vector<Value> &results) {
  std::unique_lock lock(mutex);
  layer = Layer{node, results};
  changed.notify_all();
  changed.wait(lock, [this] { return !layer || stopping; });
  return stopping ? failure("given up") : success();
}

std::optional<Layer> LayerStream::next() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return layer || over; });
  auto taken = std::move(layer);
  layer.reset();
  changed.notify_all();
  return taken;
}

} // namespace ingot::tool
