// A list in the order of use, and where in it each key is.
#include "compiler/codegen/ObjectCache.h"

namespace ingot::codegen {

ObjectCache &ObjectCache::shared() {
  // The code of a large network is a tenth of this.
  static ObjectCache cache(size_t{16} << 20);
  return cache;
}

ObjectCache::Bytes ObjectCache::find(const std::string &key) {
  std::scoped_lock lock(mutex);
  auto place = places.find(key);
  if (place != places.end()) {
    entries.splice(entries.begin(), entries, place->second);
    return place->second->object;
  }
  auto known = held.find(key);
  Bytes object = known == held.end() ? nullptr : known->second.lock();
  if (object)
    insert(key, object);
  return object;
}

void ObjectCache::add(const std::string &key, Bytes object) {
  std::scoped_lock lock(mutex);
  if (object->size() <= capacity && !places.contains(key))
    insert(key, std::move(object));
}

void ObjectCache::insert(const std::string &key, Bytes object) {
  held.erase(key);
  size += object->size();
  entries.push_front({key, std::move(object)});
  places[key] = entries.begin();
  if (size > capacity)
    std::erase_if(held, [](const auto &entry) { return entry.second.expired(); });
  while (size > capacity) {
    Entry &last = entries.back();
    if (last.object.use_count() > 1)
      held[last.key] = last.object;
    size -= last.object->size();
    places.erase(last.key);
    entries.pop_back();
  }
}

} // namespace ingot::codegen
