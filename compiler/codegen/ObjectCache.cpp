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
  if (place == places.end())
    return nullptr;
  entries.splice(entries.begin(), entries, place->second);
  return place->second->object;
}

void ObjectCache::add(const std::string &key, Bytes object) {
  std::scoped_lock lock(mutex);
  if (object->size() > capacity || places.contains(key))
    return;
  size += object->size();
  entries.push_front({key, std::move(object)});
  places[key] = entries.begin();
  while (size > capacity) {
    size -= entries.back().object->size();
    places.erase(entries.back().key);
    entries.pop_back();
  }
}

} // namespace ingot::codegen
