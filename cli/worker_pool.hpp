// Processes that answer requests: one that crashes, runs out of memory or hangs costs its own request alone.
//
// Processes and not threads, because the arithmetic libraries below end the whole process where they run out of memory
// or an assertion breaks; no exception handler can stop that.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>
#include <sys/types.h>

#include "cli/respond.hpp"
#include "core/result.hpp"

namespace assay::cli {

class WorkerPool {
 public:
  /// Runs in the worker. It may be told a time budget; a request that passes it by `grace` ends its worker.
  using Handler = std::function<Reply(std::string_view, const std::function<void(std::chrono::milliseconds)>&)>;
  static constexpr std::chrono::seconds grace{20};

  struct Done {
    std::uint64_t ticket = 0;
    Reply reply;
  };

  /// Workers start when they are first needed. No other thread may run in this process.
  WorkerPool(std::size_t size, Handler handler);
  ~WorkerPool();  // ends every worker, busy or not
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  bool has_idle() const;
  /// Hands a request to an idle worker (precondition: has_idle()). A reply at once, an error, where the system would
  /// not start a process.
  std::optional<Reply> submit(std::uint64_t ticket, std::string text);
  /// Appends the descriptors that become readable when a busy worker is done.
  void append_to(std::vector<pollfd>& descriptors) const;
  /// The replies of the workers whose descriptor is marked readable. A worker that died has its reply made here:
  /// limit_exceeded where it ran out of time or memory, else internal, under the id that the request's text gives.
  std::vector<Done> collect(const std::vector<pollfd>& descriptors);

 private:
  struct Worker {
    pid_t pid = -1;
    int socket = -1;
    bool busy = false;
    std::uint64_t ticket = 0;
    std::string text;  // kept until it is answered
  };

  bool start(Worker& worker);
  Reply bury(Worker& worker);
  [[noreturn]] void serve(int socket) const;

  Handler handler_;
  std::vector<Worker> workers_;
};

}  // namespace assay::cli
