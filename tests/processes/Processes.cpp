// Processes that do items one after the other, and the one that listens to them.
#include "tests/processes/Processes.h"

#include "ingot/Status.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <iostream>
#include <poll.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ingot::processes {
namespace {

using Clock = std::chrono::steady_clock;

/// Of one process: what it holds on to goes with it.
constexpr int64_t mostItems = 100;

/// Before the text of an outcome in a pipe.
struct Header {
  uint64_t size;
  double seconds;
};

struct Range {
  int64_t first, end;
};

struct Child {
  pid_t id;
  int pipe;
  Range items; ///< not yet heard of
  std::string heard;
};

double secondsSince(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

/// False when nobody reads any more.
bool writeAll(int pipe, const char *data, size_t size) {
  while (size > 0) {
    ssize_t n = ::write(pipe, data, size);
    if (n <= 0)
      return false;
    data += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

/// The signals end a process that does not come back.
void limitTime(const Limits &limits) {
  itimerval computing{{0, 0}, {static_cast<time_t>(limits.cpuSeconds), 0}};
  ::setitimer(ITIMER_PROF, &computing, nullptr);
  ::alarm(limits.seconds);
}

std::string endOf(int status) {
  if (WIFSIGNALED(status))
    return str("died of signal ", WTERMSIG(status), " (", ::strsignal(WTERMSIG(status)), ")");
  return str("exited with ", WEXITSTATUS(status));
}

class Pool {
public:
  Pool(const Limits &limits, const std::function<std::string(int64_t)> &work,
       const std::function<void(int64_t, const Outcome &)> &take)
      : limits(limits), work(work), take(take) {}

  void run(int64_t count) {
    auto jobs = static_cast<int64_t>(
        limits.jobs > 0 ? limits.jobs : std::max(1u, std::thread::hardware_concurrency()));
    int64_t each = std::clamp<int64_t>((count + jobs - 1) / jobs, 1, mostItems);
    for (int64_t first = 0; first < count; first += each)
      waiting.push_back({first, std::min(count, first + each)});
    while (!waiting.empty() || !children.empty())
      if (!waiting.empty() && static_cast<int64_t>(children.size()) < jobs)
        startOne();
      else
        listen();
  }

private:
  void startOne() {
    Range items = waiting.front();
    waiting.pop_front();
    int ends[2] = {-1, -1};
    std::cout.flush();
    std::cerr.flush();
    pid_t id = ::pipe(ends) == 0 ? ::fork() : -1;
    if (id == 0)
      workOn(items, ends[1]);
    ::close(ends[1]);
    if (id > 0)
      return children.push_back({id, ends[0], items, {}});
    ::close(ends[0]);
    for (int64_t i = items.first; i < items.end; ++i)
      take(i, {End::Died, str("no process could be started: ", std::strerror(errno)), 0});
  }

  [[noreturn]] void workOn(Range items, int pipe) {
    for (int64_t i = items.first; i < items.end; ++i) {
      limitTime(limits);
      auto began = Clock::now();
      std::string text = work(i);
      Header header{text.size(), secondsSince(began)};
      if (!writeAll(pipe, reinterpret_cast<const char *>(&header), sizeof header) ||
          !writeAll(pipe, text.data(), text.size()))
        break;
    }
    ::_exit(0);
  }

  void listen() {
    std::vector<pollfd> pipes;
    for (const Child &child : children)
      pipes.push_back({child.pipe, POLLIN, 0});
    if (::poll(pipes.data(), pipes.size(), -1) < 0)
      return;
    for (size_t i = children.size(); i-- > 0;)
      if (pipes[i].revents && !hear(children[i])) {
        finish(children[i]);
        children.erase(children.begin() + static_cast<ptrdiff_t>(i));
      }
  }

  /// False when there is no more to come.
  bool hear(Child &child) {
    char buffer[4096];
    ssize_t n = ::read(child.pipe, buffer, sizeof buffer);
    if (n <= 0)
      return false;
    child.heard.append(buffer, static_cast<size_t>(n));
    for (Header header; child.heard.size() >= sizeof header;) {
      std::memcpy(&header, child.heard.data(), sizeof header);
      if (child.heard.size() - sizeof header < header.size)
        break;
      Outcome outcome{End::Done, child.heard.substr(sizeof header, header.size), header.seconds};
      child.heard.erase(0, sizeof header + header.size);
      take(child.items.first++, outcome);
    }
    return true;
  }

  void finish(const Child &child) {
    int status = 0;
    ::waitpid(child.id, &status, 0);
    ::close(child.pipe);
    Range rest = child.items;
    if (rest.first == rest.end)
      return;
    bool hung = WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF);
    take(rest.first++, {hung ? End::Hung : End::Died, endOf(status), 0});
    if (rest.first < rest.end)
      waiting.push_front(rest);
  }

  const Limits &limits;
  const std::function<std::string(int64_t)> &work;
  const std::function<void(int64_t, const Outcome &)> &take;
  std::deque<Range> waiting;
  std::vector<Child> children;
};

} // namespace

void forEach(int64_t count, const Limits &limits, const std::function<std::string(int64_t)> &work,
             const std::function<void(int64_t, const Outcome &)> &take) {
  Pool(limits, work, take).run(count);
}

} // namespace ingot::processes
