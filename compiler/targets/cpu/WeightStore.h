// WeightStore: the weights of all programs of a model, each of them once.
//
// Programs for other input types have the same weights, packed the same way, but for a few. Those
// that no program has brought before go into one block; a block lives as long as the programs that
// use some of it. Any number of programs are placed at a time: who brings a weight that another one
// is just copying waits for that copy, and for nothing else.
#pragma once

#include "runtime/engine/Image.h"

#include <functional>
#include <latch>
#include <map>
#include <mutex>

namespace ingot::cpu {

/// Memory for weights that came together.
class WeightBlock {
public:
  static Expected<std::shared_ptr<WeightBlock>> allocate(int64_t bytes);

  char *base() const { return start; }
  int64_t bytes() const { return static_cast<int64_t>(memory.byteSize()); }

  void markFilled() { filled.count_down(); }
  void waitUntilFilled() const { filled.wait(); }

private:
  Tensor memory;
  char *start = nullptr; ///< aligned
  std::latch filled{1};
};

class WeightStore {
public:
  using Hash = uint64_t (*)(const void *bytes, size_t size);
  static uint64_t hashOf(const void *bytes, size_t size);

  explicit WeightStore(Hash hash = hashOf) : hash(hash) {}

  struct Placed {
    std::vector<const char *> addresses; ///< of the weights, in their order
    std::vector<std::shared_ptr<const WeightBlock>> blocks;
  };
  /// Copies what nobody has yet. `placed` is called for each weight when its tensor, which is let
  /// go of, is needed no more.
  Expected<Placed> place(std::vector<runtime::Weight> &weights,
                         const std::function<void(size_t weight)> &placed);

private:
  struct Key {
    uint64_t hash;
    size_t bytes;
    auto operator<=>(const Key &) const = default;
  };
  struct Entry {
    std::weak_ptr<WeightBlock> block;
    int64_t offset;
  };
  /// Where a weight lies, or is about to.
  struct Claim {
    std::shared_ptr<WeightBlock> block;
    int64_t offset;
    bool isOurs; ///< to be copied there
  };

  Expected<std::vector<Claim>> claim(const std::vector<runtime::Weight> &weights);
  void forgetFreed();

  Hash hash;
  std::mutex mutex;
  std::map<Key, Entry> entries;
  size_t sweepAt = 64; ///< entries
};

} // namespace ingot::cpu
