// What an engine answers about one composed loss S: delta(epsilon) = P[S = inf] + E_P[(1 - e^{epsilon - S})_+; S <
// inf].
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/numeric/ball.hpp"
#include "accounting/numeric/deadline.hpp"

namespace assay::accounting {

/// A real number: a ball that holds it and, where it is known exactly, the rational.
struct Value {
  Ball ball;
  std::optional<core::Rational> exact;
  /// Bounds that are known besides: a wide ball has a radius of 30 bits and cannot end at 0 or 1 exactly.
  std::optional<core::Rational> least, most;

  Value(Ball b) : ball(std::move(b)) {}
  Value(const core::Rational& x, long bits) : ball(x, bits), exact(x) {}
};

struct Target {
  long digits = 10;  // decimal digits of relative accuracy wanted
  Deadline deadline;
};

/// An engine's view of one composed loss. delta() always returns a ball that holds the truth; it is wider than asked
/// where the budget or the method ends. Calls may cache (an object serves one thread).
template <class T>
concept PrivacyProfile = requires(T& profile, const T& view, const core::Rational& x, const Target& target, long bits,
                                  double log_delta) {
  { profile.delta(x, target) } -> std::same_as<Value>;
  /// P[S = inf].
  { view.infinite_mass(bits) } -> std::same_as<Value>;
  /// The largest finite loss of positive mass; nullopt where the finite part is unbounded above.
  { view.max_loss(bits) } -> std::same_as<std::optional<Value>>;
  /// Sign of x - max_loss, exact; -1 where unbounded, or where no argument tells the two apart.
  { view.compare_max_loss(x) } -> std::same_as<int>;
  /// A first guess of the epsilon with log delta(epsilon) = log_delta; never certified, may be far off, is finite.
  { view.guess_epsilon(log_delta) } -> std::same_as<double>;
  { view.method() } -> std::same_as<std::string_view>;
  { view.theorems() } -> std::same_as<std::vector<std::string>>;
};

}  // namespace assay::accounting
