// A thread that hands over one layer at a time.
#include "tools/ingot/LayerStream.h"

namespace ingot::tool {

std::optional<Layer> LayerCollector::add(const Observed &observed) {
  std::optional<Layer> complete;
  if (!current || current->node != observed.node)
    complete = std::exchange(current, Layer{observed.node, {}});
  current->operators.push_back({std::string(observed.op), observed.results});
  return complete;
}

Expected<std::unique_ptr<LayerStream>>
LayerStream::start(Program program, std::vector<Value> inputs, RunOptions options) {
  std::unique_ptr<LayerStream> stream(new LayerStream);
  options.observe = [self = stream.get(),
                     before = std::move(options.observe)](const Observed &observed) -> Status {
    if (before)
      INGOT_TRY(before(observed));
    auto complete = self->collector.add(observed);
    return complete ? self->hand(std::move(*complete)) : success();
  };
  stream->thread =
      INGOT_TRY(Thread::start([self = stream.get(), program = std::move(program),
                               inputs = std::move(inputs), options = std::move(options)] {
        auto result = program.run(inputs, options);
        if (auto last = self->collector.finish(); last && result.ok())
          if (Status status = self->hand(std::move(*last)); !status.ok())
            result = std::move(status);
        std::scoped_lock lock(self->mutex);
        self->outcome.emplace(std::move(result));
        self->over = true;
        self->changed.notify_all();
      }));
  return stream;
}

LayerStream::~LayerStream() {
  {
    std::scoped_lock lock(mutex);
    stopping = true;
    changed.notify_all();
  }
  thread.join();
}

Status LayerStream::hand(Layer complete) {
  std::unique_lock lock(mutex);
  layer = std::move(complete);
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
