// Weights of several programs, each stored once.
#include "compiler/targets/cpu/WeightStore.h"

#include <gtest/gtest.h>
#include <numeric>
#include <thread>

namespace ingot::cpu {
namespace {

using Weights = std::vector<runtime::Weight>;

/// `count` numbers from `first` on.
runtime::Weight weight(float first, int64_t count) {
  std::vector<float> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return {"w", 0, Tensor::of<float>({count}, numbers)};
}

WeightStore::Placed place(WeightStore &store, Weights weights) {
  std::vector<size_t> order;
  auto placed = store.place(weights, [&](size_t i) { order.push_back(i); });
  EXPECT_TRUE(placed.ok());
  EXPECT_EQ(order.size(), weights.size());
  for (const runtime::Weight &let : weights)
    EXPECT_EQ(let.value.elements(), 0);
  return placed.take();
}

bool holds(const char *address, float first, int64_t count) {
  const auto *numbers = reinterpret_cast<const float *>(address);
  for (int64_t i = 0; i < count; ++i)
    if (numbers[i] != first + static_cast<float>(i))
      return false;
  return reinterpret_cast<uintptr_t>(address) % 64 == 0;
}

TEST(WeightStore, KeepsEqualWeightsOnce) {
  WeightStore store;
  auto a = place(store, {weight(1, 100), weight(2, 7), weight(1, 100)});
  EXPECT_EQ(a.blocks.size(), 1u);
  EXPECT_EQ(a.addresses[0], a.addresses[2]);
  EXPECT_TRUE(holds(a.addresses[0], 1, 100));
  EXPECT_TRUE(holds(a.addresses[1], 2, 7));
  auto b = place(store, {weight(2, 7), weight(3, 5)});
  EXPECT_EQ(b.addresses[0], a.addresses[1]);
  EXPECT_TRUE(holds(b.addresses[1], 3, 5));
  EXPECT_EQ(b.blocks.size(), 2u);
  auto c = place(store, {weight(1, 100), weight(2, 7)});
  EXPECT_EQ(c.blocks, a.blocks);
}

TEST(WeightStore, TakesWhatHasNoBytes) {
  WeightStore store;
  EXPECT_TRUE(place(store, {}).blocks.empty());
  EXPECT_EQ(place(store, {weight(1, 0), weight(1, 0)}).addresses.size(), 2u);
}

TEST(WeightStore, LetsBlocksGoWithTheirLastUser) {
  WeightStore store;
  auto a = place(store, {weight(1, 10)});
  std::weak_ptr<const WeightBlock> block = a.blocks[0];
  auto b = place(store, {weight(1, 10)});
  a = {};
  EXPECT_FALSE(block.expired());
  b = {};
  EXPECT_TRUE(block.expired());
  for (int i = 0; i < 1000; ++i) // past the sweeps
    EXPECT_TRUE(holds(place(store, {weight(static_cast<float>(i), 10)}).addresses[0],
                      static_cast<float>(i), 10));
}

TEST(WeightStore, ComparesWhatHasTheSameHash) {
  WeightStore store([](const void *, size_t) -> uint64_t { return 1; });
  auto a = place(store, {weight(1, 10), weight(2, 10), weight(3, 10)});
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(holds(a.addresses[static_cast<size_t>(i)], static_cast<float>(1 + i), 10));
  auto b = place(store, {weight(2, 10)});
  EXPECT_TRUE(holds(b.addresses[0], 2, 10));
}

TEST(WeightStore, FindsWhatWasMadeBeforeByItsRecipe) {
  WeightStore store;
  auto a = place(store, {{"a", 0, weight(1, 10).value, "x packed"}, weight(2, 10)});
  auto made = store.find("x packed");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->bytes(), a.addresses[0]);
  // Its bytes are not looked at: these are others.
  auto b = place(store, {{"b", 0, weight(3, 10).value, "x packed"}});
  EXPECT_EQ(b.addresses[0], a.addresses[0]);
  EXPECT_FALSE(store.find("y packed"));
  made = std::nullopt;
  a = {}, b = {};
  EXPECT_FALSE(store.find("x packed")); // it went with the last who used it
}

TEST(WeightStore, KnowsWhatLasts) {
  WeightStore store;
  char bytes[8] = {};
  EXPECT_FALSE(store.isLasting(bytes));
  store.keep(bytes, 4);
  EXPECT_TRUE(store.isLasting(bytes));
  EXPECT_TRUE(store.isLasting(bytes + 3));
  EXPECT_FALSE(store.isLasting(bytes + 4));
}

TEST(WeightStore, StoresOnceWhatManyBringAtATime) {
  WeightStore store;
  constexpr int callers = 8;
  std::vector<WeightStore::Placed> placed(callers);
  std::vector<std::thread> threads;
  for (int t = 0; t < callers; ++t)
    threads.emplace_back([&, t] {
      Weights weights;
      for (int i = 0; i < 20; ++i) // begin at different ones
        weights.push_back(weight(static_cast<float>((t + i) % 20), 4096));
      placed[static_cast<size_t>(t)] = place(store, std::move(weights));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int t = 0; t < callers; ++t)
    for (int i = 0; i < 20; ++i) {
      const char *address = placed[static_cast<size_t>(t)].addresses[static_cast<size_t>(i)];
      EXPECT_TRUE(holds(address, static_cast<float>((t + i) % 20), 4096));
      EXPECT_EQ(address, placed[0].addresses[static_cast<size_t>((t + i) % 20)]);
    }
}

} // namespace
} // namespace ingot::cpu
