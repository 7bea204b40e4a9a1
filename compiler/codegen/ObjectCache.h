// ObjectCache: objects that this process has compiled, by the code they were made from.
//
// A model that is compiled again for other input shapes differs in some steps only, and code that
// is not specialized is the same in every model.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace ingot::codegen {

/// Safe from many threads.
class ObjectCache {
public:
  using Bytes = std::shared_ptr<const std::string>;

  explicit ObjectCache(size_t capacity) : capacity(capacity) {}

  /// The one of this process.
  static ObjectCache &shared();

  /// Null if there is none.
  Bytes find(const std::string &key);
  /// Forgets what was not asked for longest where all together is more than the capacity, unless
  /// somebody else holds it.
  void add(const std::string &key, Bytes object);

private:
  struct Entry {
    std::string key;
    Bytes object;
  };
  void insert(const std::string &key, Bytes object);

  const size_t capacity;
  std::mutex mutex;
  std::list<Entry> entries; ///< what was asked for last is first
  std::unordered_map<std::string, std::list<Entry>::iterator> places;
  std::unordered_map<std::string, std::weak_ptr<const std::string>> held; ///< by others only
  size_t size = 0;
};

} // namespace ingot::codegen
