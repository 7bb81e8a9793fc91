#include "accounting/composition/lattice_law.hpp"

#include <algorithm>
#include <cmath>

#include <arb_poly.h>

#include "accounting/composition/lattice_inversion.hpp"
#include "accounting/composition/lattice_plan.hpp"
#include "accounting/composition/lattice_tilt.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

constexpr std::int64_t max_expanded = 2'000'000;  // length of a product that is multiplied out

// sum_{n >= first} p_n w_{n - first} e^{-tilt (n - first)}, p the coefficients of the product of the tilted factors:
// the factors are reversed, so that the wanted coefficients are the first ones of a power series.
Ball expand(const std::vector<TiltedTerm>& terms, std::int64_t top, std::int64_t first, const Ball& tilt,
            const Ball& step, const Ball& gap) {
  const long bits = tilt.bits();
  const std::int64_t length = top - first + 1;
  arb_poly_t product, factor;
  arb_poly_init(product);
  arb_poly_init(factor);
  arb_poly_one(product);
  for (const TiltedTerm& t : terms) {
    arb_poly_zero(factor);
    for (std::size_t i = 0; i < t.index.size(); ++i)
      if (const std::int64_t n = t.index.back() - t.index[i]; n < length)
        arb_poly_set_coeff_arb(factor, n, t.mass[i].raw());
    arb_poly_pow_ui_trunc_binexp(factor, factor, t.count, length, bits);
    arb_poly_mullow(product, product, factor, length, bits);
  }
  const Ball shrink = exp(-tilt), decay = exp(-step);
  Ball sum(0, bits), scale(1, bits), fall = exp(-gap), mass(0, bits);
  Ball rise = -expm1(-gap);
  for (std::int64_t n = first; n <= top; ++n) {
    arb_poly_get_coeff_arb(mass.raw(), product, top - n);
    sum = sum + nonnegative(mass) * rise * scale;
    scale = scale * shrink;
    fall = fall * decay;
    rise = 1 - fall;
  }
  arb_poly_clear(product);
  arb_poly_clear(factor);
  return sum;
}

// Multiplying out is cheaper where few coefficients are wanted, and for few long factors whose characteristic function
// does not fall: heavy atoms keep it up all around the circle.
LatticeMethod choose(const LatticeTerms& terms, const LatticeQuestion& question, const LatticePlan& plan) {
  if (question.top - question.first < 192) return LatticeMethod::expansion;
  std::size_t atoms = 0;
  Ball log_floor(0, 64);
  for (const LatticeTerm& term : terms) {
    atoms += term.index.size();
    Ball least(1, 64);
    for (const FlatBound& flat : tilt_term(term, Ball::exact(plan.tilt, 64)).flat)
      least = min(least, flat.heavy + flat.variation);
    log_floor = log_floor + times(log(least), term.count);
  }
  if (atoms <= 32 || question.top > max_expanded) return LatticeMethod::inversion;
  return log_floor.midpoint() < plan.skip_below ? LatticeMethod::inversion : LatticeMethod::expansion;
}

}  // namespace

Ball lattice_excess(const TermsAt& terms_at, const LatticeQuestion& question, const Target& target,
                    LatticeMethod method) {
  const long want = wanted_bits(target);
  const std::int64_t top = question.top, first = question.first;
  long round_bits = 0;
  const LatticeTerms coarse = terms_at(64);
  long splitting = 0;  // bits that the evaluation of long terms loses
  for (const LatticeTerm& term : coarse)
    if (term.index.size() > long_term)
      splitting = std::max(splitting, static_cast<long>(0.6 * std::sqrt(static_cast<double>(term.index.back()))));
  Ball best = hull(Ball(0, 64), Ball(1, 64));
  for (int round = 0; round < 6; ++round) {
    const LatticePlan plan =
        plan_lattice(coarse, top, first, question.step(64).midpoint(), question.gap(64).midpoint(), want + 24 * round);
    if (method == LatticeMethod::automatic) method = choose(coarse, question, plan);
    round_bits = std::max(plan.bits + splitting, 2 * round_bits);
    const LatticeTerms terms = terms_at(round_bits);
    const Ball tilt = Ball::exact(plan.tilt, round_bits);
    const Ball step = question.step(round_bits), gap = question.gap(round_bits);
    std::vector<TiltedTerm> tilts;
    Ball log_scale = -tilt * first;
    for (const LatticeTerm& term : terms) {
      tilts.push_back(tilt_term(term, tilt));
      log_scale = log_scale + times(tilts.back().log_total, term.count);
    }
    Ball sum(0, round_bits);
    if (method == LatticeMethod::expansion) {
      sum = expand(tilts, top, first, tilt, step, gap);
    } else {
      sum = invert_lattice(tilts, plan, first, tilt, step, gap, target.deadline);
      const Ball moment = log_moment(terms, tilt);
      if (plan.highest < top) {  // P[I > highest] <= E[e^{s (I - highest - 1)}]
        const Ball s = Ball::exact(plan.above, round_bits);
        sum = sum + Ball::plus_minus(exp(log_moment(terms, tilt + s) - moment - s * (plan.highest + 1)));
      }
      if (plan.lowest >= 0) {
        const Ball s = Ball::exact(plan.below, round_bits);
        sum = sum + Ball::plus_minus(exp(log_moment(terms, tilt - s) - moment + s * plan.lowest));
      }
    }
    // Where the gap may be negative the sum holds at most this much too little at `first`.
    if (!certainly_nonnegative(gap)) sum = sum + Ball::zero_to(upper(abs(expm1(-gap))));
    const Ball result = nonnegative(sum * exp(log_scale));
    if (result.is_finite() && result.relative_bits() >= best.relative_bits()) best = result;
    if (best.relative_bits() >= want || target.deadline.passed()) break;
  }
  return best;
}

}  // namespace assay::accounting
