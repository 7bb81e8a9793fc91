// Many requests through the worker pool: order kept, memory bounded, each response out as soon as its turn comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/respond.hpp"
#include "cli/worker_pool.hpp"

namespace assay::cli {

/// The longest line that is read: the strict reader's own limit.
inline constexpr std::size_t max_line = std::size_t{8} << 20;

/// Exit statuses of the contract.
namespace status {
inline constexpr int good = 0;       // every request was answered; of verify: every claim holds
inline constexpr int error = 1;      // at least one response is an error; of verify: one claim fails
inline constexpr int unusable = 2;   // the command line, the input or the output is of no use
inline constexpr int undecided = 3;  // of verify: none fails, one could not be decided; of audit: the time ended first
}  // namespace status

/// Puts replies back into the order of their requests.
class ReorderBuffer {
 public:
  /// The ticket of the next request.
  std::uint64_t reserve();
  void put(std::uint64_t ticket, Reply reply);
  /// The next reply in order, once it is there.
  std::optional<Reply> take();
  bool empty() const { return waiting_.empty(); }
  /// Whether one more request may be taken in: bounds the replies that wait for an earlier one.
  bool has_room() const { return waiting_.size() < max_waiting && bytes_ < max_waiting_bytes; }

 private:
  static constexpr std::size_t max_waiting = 65'536;
  static constexpr std::size_t max_waiting_bytes = std::size_t{64} << 20;

  std::deque<std::optional<Reply>> waiting_;
  std::uint64_t first_ = 0;  // ticket of waiting_.front()
  std::size_t bytes_ = 0;
};

/// Writes all of it. Returns the system's error number, 0 where all went well.
int write_all(int descriptor, std::string_view text);

struct BatchOptions {
  int input = 0;
  int output = 1;
  std::size_t jobs = 1;
  bool show_progress = false;  // on standard error
  WorkerPool::Handler handler = [](std::string_view text, const auto& on_budget) { return respond(text, on_budget); };
};

/// Answers JSON Lines.
/// Gives: an exit status. Where the reader of the output went away (EPIPE) it is `unusable`, without a word: there is
///        nobody left to tell; other faults of input or output are told on standard error.
int run_batch(const BatchOptions& options);

/// Answers every text and hands the replies, in order, to `take`, which may end the work by answering false.
void run_all(const std::vector<std::string>& texts, std::size_t jobs, const WorkerPool::Handler& handler,
             const std::function<bool(Reply)>& take);

}  // namespace assay::cli
