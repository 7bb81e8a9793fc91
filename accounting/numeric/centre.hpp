// The midpoint of a ball as a number of its own.
#pragma once

#include "accounting/numeric/ball.hpp"

namespace assay::accounting {

/// The midpoint alone, an exact ball: a candidate, of which nothing is proven.
inline Ball centre(Ball x) {
  mag_zero(arb_radref(x.raw()));
  return x;
}

}  // namespace assay::accounting
