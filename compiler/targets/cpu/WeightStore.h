// WeightStore: the weights of all programs of a model, each of them once.
//
// Programs for other input types have the same weights, packed the same way, but for a few. Those
// that no program has brought before go into one block; a block lives as long as the programs that
// use some of it. What was made of constants that last is found by its recipe, without a look at
// its bytes. Any number of programs are placed at a time: who brings a weight that another one
// is just copying waits for that copy, and for nothing else.
#pragma once

#include "compiler/lower/WeightRecipes.h"
#include "runtime/engine/Image.h"

#include <functional>
#include <latch>
#include <map>
#include <mutex>
#include <unordered_map>

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

class WeightStore : public lower::WeightRecipes {
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

  /// These bytes live as long as the store and stay where they are.
  void keep(const char *begin, size_t size);
  bool isLasting(const void *bytes) const override;
  std::optional<Tensor> find(const std::string &recipe) const override;

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
  /// A weight that was made by a recipe.
  struct Made {
    Entry place;
    ElementType type;
    Shape shape;
  };
  /// Where a weight lies, or is about to.
  struct Claim {
    std::shared_ptr<WeightBlock> block;
    int64_t offset;
    bool isOurs;         ///< to be copied there
    bool isSame = false; ///< as its recipe says: not to be compared
  };

  Expected<std::vector<Claim>> claim(const std::vector<runtime::Weight> &weights);
  std::optional<Claim> claimMade(const runtime::Weight &weight) const;
  void remember(const runtime::Weight &weight, Entry place);
  void forgetFreed();

  Hash hash;
  mutable std::mutex mutex;
  std::map<Key, Entry> entries;
  std::unordered_map<std::string, Made> recipes;
  std::map<const char *, const char *> lasting; ///< begin and end of constants
  size_t sweepAt = 64;                          ///< entries
};

} // namespace ingot::cpu
