// A map that is replaced as a whole, and compilations that are under way.
#include "compiler/targets/cpu/ProgramCache.h"

#include "runtime/base/TimedLock.h"

#include <algorithm>

namespace ingot::cpu {

ProgramCache::~ProgramCache() {
  for (const auto &[key, entry] : programs.get())
    discount(*entry);
}

void ProgramCache::count(const Entry &entry) {
  kept->used += entry.bytes;
  for (const auto &block : entry.program->weights)
    if (users[block.get()]++ == 0)
      kept->used += block->bytes();
}

void ProgramCache::discount(const Entry &entry) {
  kept->giveBack(entry.bytes);
  for (const auto &block : entry.program->weights) {
    auto user = users.find(block.get());
    if (--user->second > 0)
      continue;
    users.erase(user);
    kept->giveBack(block->bytes());
  }
}

ProgramCache::Program ProgramCache::known(const std::string &key) const {
  return programs.read([&](const Map &map) -> Program {
    auto found = map.find(key);
    if (found == map.end())
      return nullptr;
    found->second->lastUse.store(++uses, std::memory_order_relaxed);
    return found->second->program;
  });
}

ProgramCache::Program ProgramCache::last() const {
  TimedLock lock(mutex);
  return newest;
}

Expected<ProgramCache::Program>
ProgramCache::find(const std::string &key, const std::function<Expected<Program>()> &compile,
                   Turn turn) {
  if (Program program = known(key))
    return program;
  std::shared_ptr<Pending> other;
  {
    TimedLock lock(mutex);
    if (Program program = known(key)) // since we looked
      return program;
    auto &own = pending[key];
    if (own)
      other = own;
    else
      own = std::make_shared<Pending>();
  }
  if (!other)
    return compileOnce(key, compile, turn);
  std::unique_lock lock(mutex);
  other->changed.wait(lock, [&] { return other->isOver; });
  if (other->program)
    return other->program;
  return Status(other->kind, other->message).hint(other->help);
}

Expected<ProgramCache::Program>
ProgramCache::compileOnce(const std::string &key, const std::function<Expected<Program>()> &compile,
                          Turn turn) {
  if (turn == Turn::Wait) {
    std::unique_lock lock(mutex);
    compilerIsFree.wait(lock, [&] { return compilersLeft > 0; });
    --compilersLeft;
  }
  auto compiled = compile();
  TimedLock lock(mutex);
  if (turn == Turn::Wait) {
    ++compilersLeft;
    compilerIsFree.notify_one();
  }
  auto node = pending.extract(key);
  Pending &own = *node.mapped();
  own.isOver = true;
  if (compiled.ok()) {
    own.program = newest = *compiled;
    add(key, *compiled);
  } else {
    own.kind = compiled.status().kind();
    own.message = compiled.status().message();
    own.help = compiled.status().help();
  }
  own.changed.notify_all();
  return compiled;
}

void ProgramCache::add(const std::string &key, const Program &program) {
  auto map = std::make_unique<Map>(programs.get());
  auto entry = std::make_shared<const Entry>(program, program->bytes(), ++uses);
  (*map)[key] = entry;
  count(*entry);
  makeRoom(*map, *entry);
  programs.replace(std::move(map));
}

/// Programs get three quarters of the limit: the rest is for contexts that wait for their next run.
void ProgramCache::makeRoom(Map &map, const Entry &newest) {
  auto isOlder = [&](const auto &a, const auto &b) {
    return a.second->lastUse.load(std::memory_order_relaxed) <
           b.second->lastUse.load(std::memory_order_relaxed);
  };
  while (map.size() > 1 && kept->used > kept->limit / 4 * 3) {
    auto oldest = std::min_element(map.begin(), map.end(), isOlder);
    if (oldest->second.get() == &newest)
      return;
    drop(map, oldest);
  }
}

void ProgramCache::drop(Map &map, Map::iterator entry) {
  discount(*entry->second);
  entry->second->program->retire();
  map.erase(entry);
}

void ProgramCache::forget(const std::string &key) {
  TimedLock lock(mutex);
  auto map = std::make_unique<Map>(programs.get());
  auto entry = map->find(key);
  if (entry == map->end())
    return;
  drop(*map, entry);
  programs.replace(std::move(map));
}

} // namespace ingot::cpu
