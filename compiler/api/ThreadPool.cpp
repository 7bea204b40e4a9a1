// Pools of threads, as callers of the API hold them.
#include "runtime/engine/ThreadPool.h"
#include "ingot/Ingot.h"

namespace ingot {

Expected<ThreadPool> ThreadPool::create(int threads) {
  if (threads < 1 || threads > CompileOptions::mostThreads)
    return failure(
        str("a pool of ", threads, " threads, wanted 1 to ", CompileOptions::mostThreads),
        ErrorKind::Usage);
  return ThreadPool(INGOT_TRY(runtime::ThreadPool::create(threads)));
}

const std::shared_ptr<runtime::ThreadPool> &ThreadPool::get() const {
  return impl ? impl : runtime::ThreadPool::ofProcess();
}

int ThreadPool::threads() const { return get()->threads(); }

} // namespace ingot
