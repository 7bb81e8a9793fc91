// The one way in which a part of the checker says no.
#pragma once

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

}  // namespace assay::checker
