// Fuzz target: any bytes as a CSV file of buffers; what is valid is planned and checked.
#include "compiler/memory/Check.h"
#include "compiler/memory/Csv.h"
#include "compiler/memory/Picture.h"
#include "compiler/memory/Planner.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ingot;
  using namespace ingot::memory;
  std::string_view csv(reinterpret_cast<const char *>(data), size);
  auto problem = readProblem(csv, {});
  if (!problem.ok())
    return 0;
  auto result = plan(*problem, {.seconds = 0.05});
  if (!result.ok() || result->outcome != Outcome::Found)
    return 0;
  (void)drawPlan(*problem, *result, "fuzz");
  auto read = readPlan(writePlan(*problem, result->plan), problem->memories);
  if (!read.ok() || !checkPlan(read->problem, read->plan).ok())
    __builtin_trap();
  return 0;
}
