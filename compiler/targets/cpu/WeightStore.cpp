// Weights are found by a hash of their bytes, and then compared.
#include "compiler/targets/cpu/WeightStore.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace ingot::cpu {
namespace {

constexpr int64_t alignment = 64;

/// A vector that is read at the end of a weight stays inside.
int64_t placeBytes(const Tensor &weight) {
  auto bytes = static_cast<int64_t>(weight.byteSize());
  return (bytes + alignment) / alignment * alignment;
}

void copyTo(char *place, const Tensor &weight) {
  if (weight.byteSize() > 0)
    std::memcpy(place, weight.bytes(), weight.byteSize());
}

} // namespace

Expected<std::shared_ptr<WeightBlock>> WeightBlock::allocate(int64_t bytes) {
  auto block = std::make_shared<WeightBlock>();
  block->memory = INGOT_TRY(Tensor::allocate(ElementType::U8, {bytes + 2 * alignment}));
  auto *first = static_cast<char *>(block->memory.mutableBytes());
  auto past = static_cast<int64_t>(reinterpret_cast<uintptr_t>(first) % alignment);
  block->start = first + (alignment - past) % alignment;
  return block;
}

uint64_t WeightStore::hashOf(const void *bytes, size_t size) {
  return llvm::xxh3_64bits(llvm::ArrayRef(static_cast<const uint8_t *>(bytes), size));
}

void WeightStore::keep(const char *begin, size_t size) {
  std::scoped_lock lock(mutex);
  if (size > 0)
    lasting[begin] = begin + size;
}

bool WeightStore::isLasting(const void *bytes) const {
  auto *place = static_cast<const char *>(bytes);
  std::scoped_lock lock(mutex);
  auto next = lasting.upper_bound(place);
  return next != lasting.begin() && place < std::prev(next)->second;
}

std::optional<Tensor> WeightStore::find(const std::string &recipe) const {
  std::scoped_lock lock(mutex);
  auto known = recipes.find(recipe);
  auto block = known == recipes.end() ? nullptr : known->second.place.block.lock();
  if (!block)
    return std::nullopt;
  const auto &[place, type, shape] = known->second;
  return Tensor::view(type, shape, block->base() + place.offset, block);
}

std::optional<WeightStore::Claim> WeightStore::claimMade(const runtime::Weight &weight) const {
  auto known = weight.recipe.empty() ? recipes.end() : recipes.find(weight.recipe);
  if (known == recipes.end())
    return std::nullopt;
  auto block = known->second.place.block.lock();
  if (!block)
    return std::nullopt;
  return Claim{std::move(block), known->second.place.offset, false, true};
}

Expected<std::vector<WeightStore::Claim>>
WeightStore::claim(const std::vector<runtime::Weight> &weights) {
  std::vector<std::optional<Claim>> made;
  {
    std::scoped_lock lock(mutex);
    for (const runtime::Weight &weight : weights)
      made.push_back(claimMade(weight));
  }
  std::vector<Key> keys(weights.size());
  for (size_t i = 0; i < weights.size(); ++i) {
    size_t bytes = weights[i].value.byteSize();
    if (!made[i])
      keys[i] = {bytes == 0 ? 0 : hash(weights[i].value.bytes(), bytes), bytes};
  }
  std::scoped_lock lock(mutex);
  forgetFreed();
  std::vector<Claim> claims;
  std::map<Key, int64_t> fresh;
  int64_t bytes = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    if (made[i]) {
      claims.push_back(std::move(*made[i]));
      continue;
    }
    auto known = entries.find(keys[i]);
    auto block = known == entries.end() ? nullptr : known->second.block.lock();
    if (block) {
      claims.push_back({std::move(block), known->second.offset, false});
      continue;
    }
    auto [own, isNew] = fresh.try_emplace(keys[i], bytes);
    claims.push_back({nullptr, own->second, isNew});
    if (isNew)
      bytes += placeBytes(weights[i].value);
  }
  if (bytes == 0)
    return claims;
  auto block = INGOT_TRY(WeightBlock::allocate(bytes));
  for (Claim &claim : claims)
    if (!claim.block)
      claim.block = block;
  for (const auto &[key, offset] : fresh)
    entries[key] = {block, offset};
  return claims;
}

void WeightStore::remember(const runtime::Weight &weight, Entry place) {
  std::scoped_lock lock(mutex);
  recipes[weight.recipe] = {std::move(place), weight.value.type(), weight.value.shape()};
}

/// Now and then, so that it costs no more than adding them did.
void WeightStore::forgetFreed() {
  if (entries.size() < sweepAt)
    return;
  std::erase_if(entries, [](const auto &entry) { return entry.second.block.expired(); });
  std::erase_if(recipes, [](const auto &made) { return made.second.place.block.expired(); });
  sweepAt = std::max<size_t>(64, 2 * entries.size());
}

Expected<WeightStore::Placed> WeightStore::place(std::vector<runtime::Weight> &weights,
                                                 const std::function<void(size_t weight)> &placed) {
  std::vector<Claim> claims = INGOT_TRY(claim(weights));
  Placed result;
  result.addresses.resize(weights.size());
  std::set<std::shared_ptr<const WeightBlock>> blocks;
  auto finish = [&](size_t i, const std::shared_ptr<WeightBlock> &block, int64_t offset) {
    result.addresses[i] = block->base() + offset;
    blocks.insert(block);
    if (!claims[i].isSame && !weights[i].recipe.empty())
      remember(weights[i], {block, offset});
    weights[i].value = Tensor();
    placed(i);
  };
  // Ours first: then nobody waits for one who waits.
  std::shared_ptr<WeightBlock> own;
  for (size_t i = 0; i < weights.size(); ++i) {
    if (!claims[i].isOurs)
      continue;
    own = claims[i].block;
    copyTo(own->base() + claims[i].offset, weights[i].value);
    finish(i, own, claims[i].offset);
  }
  if (own)
    own->markFilled();
  for (size_t i = 0; i < weights.size(); ++i) {
    auto [block, offset, isOurs, isSame] = claims[i];
    if (isOurs)
      continue;
    block->waitUntilFilled();
    const Tensor &value = weights[i].value;
    if (!isSame && value.byteSize() > 0 &&
        std::memcmp(block->base() + offset, value.bytes(), value.byteSize()) != 0) {
      block = INGOT_TRY(WeightBlock::allocate(placeBytes(value))); // another one of this hash
      offset = 0;
      copyTo(block->base(), value);
    }
    finish(i, block, offset);
  }
  result.blocks.assign(blocks.begin(), blocks.end());
  return result;
}

} // namespace ingot::cpu
