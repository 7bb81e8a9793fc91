// Laws of finite losses: merging, sums, tails.
#include "persuasive/two_point/loss_law.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "accounting/loss/binomial_law.hpp"

namespace assay::persuasive {

using core::Error;
using core::ErrorCode;
using core::Rational;
using core::Result;

namespace {

using Masses = std::map<LogNumber, Rational, ByMembers>;

LossLaw in_order(const Masses& masses, Rational infinite) {
  LossLaw law;
  law.infinite = std::move(infinite);
  for (const auto& [loss, mass] : masses) law.atoms.push_back({loss, mass});
  // The map's order is that of the reals already where no atom has a shift.
  const auto less = [](const LossAtom& a, const LossAtom& b) { return compare(a.loss, b.loss) < 0; };
  const bool mixed =
      std::any_of(law.atoms.begin(), law.atoms.end(), [](const LossAtom& a) { return a.loss.shift != 0; });
  if (mixed) std::sort(law.atoms.begin(), law.atoms.end(), less);
  return law;
}

}  // namespace

LossLaw loss_law(const std::vector<Rational>& p, const std::vector<Rational>& q) {
  Masses masses;
  Rational infinite = 0;
  for (std::size_t t = 0; t < p.size(); ++t) {
    if (p[t] == 0) continue;
    if (q[t] == 0)
      infinite += p[t];
    else
      masses[LogNumber::log(p[t] / q[t])] += p[t];
  }
  return in_order(masses, std::move(infinite));
}

Result<LossLaw> sum(const LossLaw& a, const LossLaw& b, const accounting::Deadline& deadline) {
  Masses masses;
  for (const LossAtom& x : a.atoms) {
    if (deadline.passed()) return Error{ErrorCode::limit_exceeded, "", "the composition is too large for max_seconds"};
    for (const LossAtom& y : b.atoms) masses[x.loss + y.loss] += x.mass * y.mass;
    if (masses.size() > max_law_atoms)
      return Error{ErrorCode::limit_exceeded, "",
                   "the exact loss of the composition has more than " + std::to_string(max_law_atoms) + " values"};
  }
  return in_order(masses, 1 - (1 - a.infinite) * (1 - b.infinite));
}

/// Two values alone: their sums are binomial.
Result<LossLaw> binomial_sum(const LossLaw& law, std::uint64_t count, const accounting::Deadline& deadline) {
  const LossAtom &low = law.atoms[0], &high = law.atoms[1];
  LossLaw result;
  Rational finite = 0;
  accounting::binomial_law(low.loss, high.loss - low.loss, std::pair(low.mass, high.mass), count, Rational(1),
                           [&](const LogNumber& loss, const Rational& mass) {
                             if (deadline.passed()) return false;
                             result.atoms.push_back({loss, mass});
                             finite += mass;
                             return true;
                           });
  if (result.atoms.size() <= count)
    return Error{ErrorCode::limit_exceeded, "", "the composition is too large for max_seconds"};
  result.infinite = 1 - finite;
  return result;
}

Result<LossLaw> sum(const LossLaw& law, std::uint64_t count, const accounting::Deadline& deadline) {
  if (law.atoms.size() == 2 && count > 2 && count < max_law_atoms) return binomial_sum(law, count, deadline);
  LossLaw result{{{LogNumber{}, 1}}, 0}, power = law;
  for (; count != 0; count >>= 1U) {
    if ((count & 1U) != 0) {
      Result<LossLaw> next = sum(result, power, deadline);
      if (!next) return next;
      result = std::move(next).value();
    }
    if (count > 1) {
      Result<LossLaw> next = sum(power, power, deadline);
      if (!next) return next;
      power = std::move(next).value();
    }
  }
  return result;
}

Real quantile(const LossLaw& law, const Rational& delta) {
  Rational above = law.infinite;
  if (above > delta) return Real::infinite();
  for (std::size_t i = law.atoms.size(); i-- > 0;) {
    above += law.atoms[i].mass;
    if (above > delta) return Real(law.atoms[i].loss);
  }
  return Real::infinite(-1);  // delta >= 1
}

Mass mass_above(const LossLaw& law, const std::function<Order(const Real& loss)>& against_level) {
  // f is nondecreasing: the first atom above, and the first that may be.
  const auto first = [&](auto counts) {
    return std::partition_point(law.atoms.begin(), law.atoms.end(),
                                [&](const LossAtom& atom) { return !counts(against_level(Real(atom.loss))); });
  };
  const auto surely = first([](Order order) { return order == Order::greater; });
  const auto maybe = first([](Order order) { return order == Order::greater || order == Order::unknown; });
  Mass mass;
  const Order infinite = law.infinite == 0 ? Order::less : against_level(Real::infinite());
  if (infinite == Order::greater) mass.lower = law.infinite;
  if (infinite == Order::greater || infinite == Order::unknown) mass.upper = law.infinite;
  for (auto at = law.atoms.end(); at != maybe;) {
    --at;
    mass.upper += at->mass;
    if (at >= surely) mass.lower += at->mass;
  }
  return mass;
}

}  // namespace assay::persuasive
