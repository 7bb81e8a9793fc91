// What a guarantee implies: every conversion that is known, the tightest first named.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "accounting/curve/convert.hpp"
#include "accounting/verdict/answer.hpp"

namespace assay::accounting {

/// A guarantee alone, without its mechanism.
struct ApproximateNotion {
  core::Rational epsilon, delta;  // delta 0: pure
};
/// P[L > epsilon] <= delta.
struct ProbabilisticNotion {
  core::Rational epsilon, delta;
};
struct ZcdpNotion {
  core::Rational rho;
};
struct GdpNotion {
  core::Rational mu;
};
struct RenyiNotion {
  std::vector<RenyiPoint> points;
};
using Notion = std::variant<ApproximateNotion, ProbabilisticNotion, ZcdpNotion, GdpNotion, RenyiNotion>;

/// What is wanted: the name is the parameter that is computed, `given` the one that is fixed.
enum class Wanted { epsilon, delta, rho, mu, renyi, type2, probabilistic_delta };
struct Conclusion {
  Wanted wanted = Wanted::epsilon;
  core::Rational given = 0;  // delta, epsilon, alpha, type1; unused for rho and mu
};

struct Converted {
  /// Each theorem's value; the last is the tightest.
  std::vector<Answer> all;
  /// Whether some mechanism with the guarantee attains the tightest value.
  bool attained = false;
};

/// Fails: not_supported where no theorem leads from one to the other; the message names what would.
core::Result<Converted> convert(const Notion& from, const Conclusion& to, const Target& target);

}  // namespace assay::accounting
