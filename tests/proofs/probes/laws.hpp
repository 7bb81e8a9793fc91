// Laws on a few outputs with exact rational masses, drawn at random, and what the theorems say of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "core/rational.hpp"

namespace assay::probes {

using core::Rational;
using Law = std::vector<Rational>;
using Kernel = std::vector<Law>;

/// Two laws of the outputs, on the data set with a record and on the one without.
struct Pair {
  Law p, q;
};

inline Rational power(const Rational& x, unsigned n) {
  Rational r = 1;
  for (unsigned i = 0; i < n; ++i) r *= x;
  return r;
}

class RandomLaws {
 public:
  explicit RandomLaws(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }

  Law law(std::size_t outputs, bool positive = false) {
    Law law;
    Rational sum = 0;
    while (sum == 0) {
      law.clear();
      sum = 0;
      const std::size_t spread = 2 + below(9);
      for (std::size_t i = 0; i < outputs; ++i) {
        law.emplace_back(static_cast<long>(below(spread)) + (positive ? 1 : 0));
        sum += law.back();
      }
    }
    for (Rational& mass : law) mass /= sum;
    return law;
  }

  Kernel kernel(std::size_t rows, std::size_t outputs, bool positive = false) {
    Kernel kernel;
    for (std::size_t i = 0; i < rows; ++i) kernel.push_back(law(outputs, positive));
    return kernel;
  }

  Pair pair(std::size_t outputs, bool positive = false) { return {law(outputs, positive), law(outputs, positive)}; }

  /// One of 1/n, ..., (n-1)/n.
  Rational fraction(std::size_t n) { return {static_cast<long>(1 + below(n - 1)), static_cast<long>(n)}; }
  /// A factor e^epsilon from 1 to 6.
  Rational factor() { return 1 + Rational(static_cast<long>(below(21)), 4); }

 private:
  std::mt19937 random_;
};

/// The hockey-stick divergence at e^epsilon = x: the largest P(S) - x Q(S).
inline Rational hockey_stick(const Law& p, const Law& q, const Rational& x) {
  Rational sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += std::max(Rational(0), Rational(p[i] - x * q[i]));
  return sum;
}
inline Rational both_ways(const Pair& pair, const Rational& x) {
  return std::max(hockey_stick(pair.p, pair.q, x), hockey_stick(pair.q, pair.p, x));
}

/// P[loss > ln l].
inline Rational tail(const Law& p, const Law& q, const Rational& l) {
  Rational sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] > l * q[i]) sum += p[i];
  return sum;
}

/// E_Q[(P/Q)^order] for whole orders; every q is positive.
inline Rational moment(const Law& p, const Law& q, unsigned order) {
  Rational sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += q[i] * power(p[i] / q[i], order);
  return sum;
}

inline Law mixed(const Rational& weight, const Law& first, const Law& second) {
  Law law;
  for (std::size_t i = 0; i < first.size(); ++i) law.push_back(weight * first[i] + (1 - weight) * second[i]);
  return law;
}

/// The law of a further random output made from the output alone.
inline Law pushed(const Law& law, const Kernel& kernel) {
  Law out(kernel.front().size(), 0);
  for (std::size_t i = 0; i < law.size(); ++i)
    for (std::size_t j = 0; j < out.size(); ++j) out[j] += law[i] * kernel[i][j];
  return out;
}

/// The joint law of an output and of a second one whose law depends on the first.
inline Law joint(const Law& first, const Kernel& second) {
  Law law;
  for (std::size_t i = 0; i < first.size(); ++i)
    for (const Rational& mass : second[i]) law.push_back(first[i] * mass);
  return law;
}
inline Law product(const Law& first, const Law& second) { return joint(first, Kernel(first.size(), second)); }
inline Pair product(const Pair& first, const Pair& second) {
  return {product(first.p, second.p), product(first.q, second.q)};
}

/// Whether the curve of (P, Q) is at least that of (p, q) at every real epsilon. The first is linear between the ratios
/// of its masses and constant beyond the last, the second convex and nonincreasing: those ratios, and 0, are enough.
inline bool dominates(const Pair& above, const Pair& below) {
  std::vector<Rational> at{0};
  for (std::size_t i = 0; i < above.p.size(); ++i)
    if (above.q[i] > 0) at.push_back(above.p[i] / above.q[i]);
  return std::all_of(at.begin(), at.end(), [&](const Rational& x) {
    return hockey_stick(above.p, above.q, x) >= hockey_stick(below.p, below.q, x);
  });
}
inline Pair reversed(const Pair& pair) { return {pair.q, pair.p}; }

/// The extremal pair of e^epsilon = x and delta.
inline Pair extremal(const Rational& x, const Rational& delta) {
  const Rational high = (1 - delta) * x / (1 + x), low = (1 - delta) / (1 + x);
  return {{delta, high, low, 0}, {0, low, high, delta}};
}

/// The events of so many outputs, as masks.
inline std::uint32_t events(std::size_t outputs) { return std::uint32_t{1} << outputs; }
inline Rational mass(const Law& law, std::uint32_t event) {
  Rational sum = 0;
  for (std::size_t i = 0; i < law.size(); ++i)
    if ((event >> i & 1U) != 0) sum += law[i];
  return sum;
}

/// The largest ratio p/q over outputs, all q positive.
inline Rational largest_ratio(const Law& p, const Law& q) {
  Rational most = 0;
  for (std::size_t i = 0; i < p.size(); ++i) most = std::max(most, Rational(p[i] / q[i]));
  return most;
}

}  // namespace assay::probes
