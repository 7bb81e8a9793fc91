// The time budget of one request. Engines poll it in their long loops and stop with a valid, wider answer.
#pragma once

#include <chrono>

namespace assay::accounting {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;
  Deadline() : at_(Clock::time_point::max()) {}
  static Deadline after(std::chrono::milliseconds span) { return Deadline(Clock::now() + span); }
  bool passed() const { return Clock::now() >= at_; }
  std::chrono::milliseconds left() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(at_ - Clock::now());
  }
  /// For the first of two attempts.
  Deadline halfway() const {
    return at_ == Clock::time_point::max() ? *this : Deadline(Clock::now() + (at_ - Clock::now()) / 2);
  }

 private:
  explicit Deadline(Clock::time_point at) : at_(at) {}
  Clock::time_point at_;
};

}  // namespace assay::accounting
