// ProgramCache: what a model was compiled to, one program for each set of input types.
//
// Finding a known program takes no lock and waits for nobody. A program that is not known is
// compiled by the first who asks for it, with no lock held; others who ask for the same one wait
// for it, and only they. No more are compiled at a time than there are cores: each takes memory;
// one that has its code already takes little, and begins at once.
// When all together take more than the limit, those go that were not asked for longest; who still
// runs one keeps it until then. Weights that programs share are counted once.
#pragma once

#include "compiler/targets/cpu/Compile.h"
#include "runtime/base/Versioned.h"

#include <condition_variable>
#include <mutex>
#include <unordered_map>

namespace ingot::cpu {

class ProgramCache {
public:
  using Program = std::shared_ptr<const Compiled>;

  /// `kept` counts the bytes of the programs; their contexts count theirs on it, too.
  ProgramCache(std::shared_ptr<MemoryBudget> kept, int compilers)
      : kept(std::move(kept)), compilersLeft(compilers) {}
  ~ProgramCache();

  enum class Turn : uint8_t { Wait, AtOnce };
  Expected<Program> find(const std::string &key, const std::function<Expected<Program>()> &compile,
                         Turn turn = Turn::Wait);
  /// Null when it is not there.
  Program known(const std::string &key) const;
  /// Gives its memory back when nobody runs it any more. Nothing where it is not there.
  void forget(const std::string &key);
  /// The program compiled last; null before the first.
  Program last() const;

private:
  struct Entry {
    Program program;
    int64_t bytes;
    mutable std::atomic<uint64_t> lastUse;
    Entry(Program program, int64_t bytes, uint64_t use)
        : program(std::move(program)), bytes(bytes), lastUse(use) {}
  };
  using Map = std::unordered_map<std::string, std::shared_ptr<const Entry>>;
  /// A compilation that others may wait for.
  struct Pending {
    std::condition_variable changed;
    bool isOver = false;
    Program program; ///< null if it failed
    ErrorKind kind = ErrorKind::Runtime;
    std::string message, help;
  };

  Expected<Program> compileOnce(const std::string &key,
                                const std::function<Expected<Program>()> &compile, Turn turn);
  void add(const std::string &key, const Program &program);
  void drop(Map &map, Map::iterator entry);
  void makeRoom(Map &map, const Entry &newest);
  void count(const Entry &entry);
  void discount(const Entry &entry);

  std::shared_ptr<MemoryBudget> kept;
  Versioned<Map> programs; ///< replaced while the mutex is held
  mutable std::atomic<uint64_t> uses{0};
  mutable std::mutex mutex;
  int compilersLeft; ///< compilations that may begin
  std::condition_variable compilerIsFree;
  std::unordered_map<std::string, std::shared_ptr<Pending>> pending;
  std::unordered_map<const WeightBlock *, size_t> users; ///< how many of the programs
  Program newest;
};

} // namespace ingot::cpu
