// Many requests through the worker pool.
#include "cli/batch.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iostream>
#include <utility>

#include <unistd.h>

#include "cli/line_reader.hpp"

namespace assay::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// A line on a terminal that counts what was answered.
class Progress {
 public:
  explicit Progress(bool shown) : shown_(shown) {}

  void count(bool ok) {
    ++answered_;
    if (!ok) ++errors_;
    const Clock::time_point now = Clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    print(now);
  }

  void finish() {
    if (!shown_) return;
    print(Clock::now());
    std::cerr << '\n';
  }

  bool any_error() const { return errors_ > 0; }

 private:
  void print(Clock::time_point now) const {
    const auto tenths = std::chrono::duration_cast<std::chrono::milliseconds>(now - start_).count() / 100;
    std::cerr << '\r' << answered_ << " answered, " << errors_ << " errors, " << tenths / 10 << '.' << tenths % 10
              << " s" << std::flush;
  }

  bool shown_;
  std::uint64_t answered_ = 0, errors_ = 0;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

Reply too_long(std::uint64_t line) {
  return error_reply({}, {core::ErrorCode::limit_exceeded, "",
                          "line " + std::to_string(line) + " is longer than 8 MiB (" + std::to_string(max_line) +
                              " bytes) and was skipped"});
}

/// The event loop of one batch: one thread, which waits for input, for workers, and for the output to go away.
class Batch {
 public:
  explicit Batch(const BatchOptions& options)
      : options_(options),
        pool_(options.jobs, options.handler),
        lines_(options.input, max_line),
        progress_(options.show_progress) {}

  int run() {
    while (true) {
      const bool all_taken = take_lines();
      if (!write_ready()) return status::unusable;
      if (ended() && all_taken && buffer_.empty()) break;
      if (!wait()) return status::unusable;
    }
    progress_.finish();
    if (input_error_ == 0) return progress_.any_error() ? status::error : status::good;
    std::cerr << "assay: the input could not be read: " << std::strerror(input_error_) << '\n';
    return status::unusable;
  }

 private:
  bool ended() const { return lines_.at_end() || input_error_ != 0; }
  bool wants_line() const { return pool_.has_idle() && buffer_.has_room(); }

  /// Takes in what has been read; false where some of it has to wait.
  bool take_lines() {
    while (wants_line()) {
      std::optional<Line> line = lines_.next();
      if (!line) return true;
      const std::uint64_t ticket = buffer_.reserve();
      std::optional<Reply> at_once =
          line->too_long ? too_long(line->number) : pool_.submit(ticket, std::move(line->text));
      if (at_once) buffer_.put(ticket, *std::move(at_once));
    }
    return false;
  }

  /// False where the output is gone.
  bool write_ready() {
    std::string out;
    while (std::optional<Reply> reply = buffer_.take()) {
      progress_.count(reply->ok);
      out += reply->text;
      out += '\n';
    }
    return report(write_all(options_.output, out));
  }

  bool wait() {
    std::vector<pollfd> descriptors;
    pool_.append_to(descriptors);
    // No event is asked of the output: poll tells of a closed pipe all the same.
    descriptors.push_back({options_.output, 0, 0});
    const bool reading = wants_line() && !ended();
    if (reading) descriptors.push_back({options_.input, POLLIN, 0});
    if (::poll(descriptors.data(), descriptors.size(), -1) < 0) {
      if (errno == EINTR) return true;
      return report(errno);
    }
    const pollfd& output = descriptors[descriptors.size() - (reading ? 2 : 1)];
    if ((output.revents & POLLERR) != 0) return report(EPIPE);
    for (WorkerPool::Done& done : pool_.collect(descriptors)) buffer_.put(done.ticket, std::move(done.reply));
    if (reading && descriptors.back().revents != 0) input_error_ = lines_.read_some();
    return true;
  }

  /// True where there is no error. Of a closed pipe nothing is said.
  bool report(int error) const {
    if (error != 0 && error != EPIPE)
      std::cerr << "assay: the output could not be written: " << std::strerror(error) << '\n';
    return error == 0;
  }

  const BatchOptions& options_;
  WorkerPool pool_;
  LineReader lines_;
  ReorderBuffer buffer_;
  Progress progress_;
  int input_error_ = 0;
};

}  // namespace

std::uint64_t ReorderBuffer::reserve() {
  waiting_.emplace_back();
  return first_ + waiting_.size() - 1;
}

void ReorderBuffer::put(std::uint64_t ticket, Reply reply) {
  bytes_ += reply.text.size();
  waiting_[ticket - first_] = std::move(reply);
}

std::optional<Reply> ReorderBuffer::take() {
  if (waiting_.empty() || !waiting_.front()) return std::nullopt;
  std::optional<Reply> reply = std::move(waiting_.front());
  waiting_.pop_front();
  ++first_;
  bytes_ -= reply->text.size();
  return reply;
}

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      pollfd ready{descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
      continue;
    }
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int run_batch(const BatchOptions& options) { return Batch(options).run(); }

void run_all(const std::vector<std::string>& texts, std::size_t jobs, const WorkerPool::Handler& handler,
             const std::function<bool(Reply)>& take) {
  WorkerPool pool(std::min(jobs, std::max<std::size_t>(texts.size(), 1)), handler);
  ReorderBuffer buffer;
  std::size_t submitted = 0, taken = 0;
  while (taken < texts.size()) {
    while (submitted < texts.size() && pool.has_idle()) {
      const std::uint64_t ticket = buffer.reserve();
      if (std::optional<Reply> at_once = pool.submit(ticket, texts[submitted++])) buffer.put(ticket, *at_once);
    }
    while (std::optional<Reply> reply = buffer.take()) {
      ++taken;
      if (!take(*std::move(reply))) return;
    }
    std::vector<pollfd> descriptors;
    pool.append_to(descriptors);
    if (descriptors.empty() || ::poll(descriptors.data(), descriptors.size(), -1) < 0) continue;
    for (WorkerPool::Done& done : pool.collect(descriptors)) buffer.put(done.ticket, std::move(done.reply));
  }
}

}  // namespace assay::cli
