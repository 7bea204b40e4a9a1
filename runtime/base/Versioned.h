// Versioned: a value that many read without a lock while one replaces it.
//
//   Versioned<Map> map;
//   auto found = map.read([&](const Map &m) { return m.find(key); });
//   map.replace(std::make_unique<Map>(changed));
//
// Readers never wait. Whoever replaces the value waits until nobody reads the old one any more:
// readers count themselves on one of two sides, and a writer turns new readers to the other side
// and waits for the first to be empty. It does so for both sides, as a reader may have looked at
// the side before it was turned and counted itself after.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <thread>

namespace ingot {

template <typename T> class Versioned {
public:
  Versioned() : current(new T()) {}
  ~Versioned() { delete current.load(); }
  Versioned(const Versioned &) = delete;
  Versioned &operator=(const Versioned &) = delete;

  /// What it gives must not point into the value.
  template <typename F> auto read(F f) const {
    std::atomic<int64_t> &readers = side[turns.load() & 1];
    readers.fetch_add(1);
    auto result = f(*current.load());
    readers.fetch_sub(1);
    return result;
  }

  /// One caller at a time, who alone may call get().
  void replace(std::unique_ptr<const T> next) {
    std::unique_ptr<const T> old(current.exchange(next.release()));
    for (int i = 0; i < 2; ++i) {
      std::atomic<int64_t> &readers = side[turns.fetch_add(1) & 1];
      while (readers.load() != 0)
        std::this_thread::yield();
    }
  }
  const T &get() const { return *current.load(); }

private:
  std::atomic<const T *> current;
  std::atomic<uint64_t> turns{0};
  mutable std::array<std::atomic<int64_t>, 2> side{};
};

} // namespace ingot
