#include "accounting/composition/lattice_tilt.hpp"

#include <algorithm>
#include <numeric>

namespace assay::accounting {
namespace {

std::vector<FlatBound> flat_bounds(const TiltedTerm& t) {
  std::vector<FlatBound> bounds;
  if (t.index.size() <= long_term) return bounds;
  std::vector<std::size_t> order(t.index.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::partial_sort(order.begin(), order.begin() + 3, order.end(),
                    [&](std::size_t a, std::size_t b) { return t.mass[a].midpoint() > t.mass[b].midpoint(); });
  for (std::size_t apart = 0; apart <= 3; ++apart) {
    const auto is_heavy = [&](std::size_t i) {
      return std::find(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(apart), i) !=
             order.begin() + static_cast<std::ptrdiff_t>(apart);
    };
    FlatBound bound{Ball(0, 64), Ball(0, 64)};
    Ball previous(0, 64);
    std::int64_t at = -1;
    for (std::size_t i = 0; i < t.index.size(); ++i) {
      if (is_heavy(i)) {
        bound.heavy = bound.heavy + t.mass[i].with_bits(64);
        continue;
      }
      const Ball mass = t.mass[i].with_bits(64);
      bound.variation = bound.variation + (t.index[i] == at + 1 ? abs(mass - previous) : mass + previous);
      previous = mass;
      at = t.index[i];
    }
    bound.variation = bound.variation + previous;
    bounds.push_back(std::move(bound));
  }
  return bounds;
}

Ball log_total(const LatticeTerm& term, const Ball& tilt) {
  Ball sum(0, tilt.bits());
  for (std::size_t i = 0; i < term.index.size(); ++i) sum = sum + term.mass[i] * exp(tilt * term.index[i]);
  return log(sum);
}

}  // namespace

TiltedTerm tilt_term(const LatticeTerm& term, const Ball& tilt) {
  TiltedTerm t{term.index, {}, term.count, log_total(term, tilt), Ball(0, tilt.bits()), {}};
  Ball mean(0, tilt.bits());
  for (std::size_t i = 0; i < term.index.size(); ++i) {
    t.mass.push_back(term.mass[i] * exp(tilt * term.index[i] - t.log_total));
    mean = mean + t.mass[i] * term.index[i];
  }
  for (std::size_t i = 0; i < term.index.size(); ++i)
    t.variance = t.variance + t.mass[i] * square(mean - static_cast<long>(term.index[i]));
  t.flat = flat_bounds(t);
  return t;
}

Ball times(const Ball& x, std::uint64_t n) {
  Ball r(0, x.bits());
  arb_mul_ui(r.raw(), x.raw(), n, x.bits());
  return r;
}

Ball log_moment(const LatticeTerms& terms, const Ball& tilt) {
  Ball sum(0, tilt.bits());
  for (const LatticeTerm& term : terms) sum = sum + times(log_total(term, tilt), term.count);
  return sum;
}

}  // namespace assay::accounting
