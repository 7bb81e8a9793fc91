// The one way in which a part of the checker says no, and the work after which it does.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace assay::checker {

/// Thrown where a certificate does not prove what it says; caught in check(), nowhere else.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Refuses, with `why`, unless `fact`.
inline void need(bool fact, const std::string& why) {
  if (!fact) throw Refused(why);
}

/// What may be spent on a certificate: set by the checker, used up on the way.
struct Budget {
  std::uint64_t left = 0;
  /// Refuses when it is used up.
  void spend(std::uint64_t amount) {
    need(amount <= left, "the certificate asks for more work than the checker does");
    left -= amount;
  }
};

}  // namespace assay::checker
