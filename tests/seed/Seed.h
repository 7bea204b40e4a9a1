// Seeds of tests that draw: another one each day, so that the tests see more as time goes by, and
// printed, so that what they find can be found again.
#pragma once

#include <chrono>
#include <cstdint>

namespace ingot {

/// 2026111800000 on 18 November 2026 (UTC); the seeds of two days are 100,000 apart at least.
inline uint64_t seedOfTheDay() {
  std::chrono::year_month_day today(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  auto year = static_cast<uint64_t>(static_cast<int>(today.year()));
  uint64_t month = static_cast<unsigned>(today.month()), day = static_cast<unsigned>(today.day());
  return ((year * 100 + month) * 100 + day) * 100000;
}

} // namespace ingot
