// The excess of a lattice law by inversion and by expansion.
#include "accounting/composition/lattice_law.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <acb.h>
#include <arb_poly.h>

#include "accounting/composition/lattice_plan.hpp"
#include "accounting/composition/refine.hpp"

namespace assay::accounting {
namespace {

struct Acb {
  acb_t v;
  Acb() { acb_init(v); }
  Acb(const Acb& o) : Acb() { acb_set(v, o.v); }
  Acb& operator=(const Acb& o) {
    acb_set(v, o.v);
    return *this;
  }
  ~Acb() { acb_clear(v); }
};

// |phi(t)| <= heavy + variation/(2 sin(t/2)) for 0 < t <= pi: `heavy` the mass of some atoms, `variation` the total
// variation of the others' masses along the integers (summation by parts: (1 - e^{it}) sum p_n e^{itn} = sum (p_n -
// p_{n-1}) e^{itn}).
struct FlatBound {
  Ball heavy, variation;
};

// One term under the tilt: masses that sum to 1, log of the factor taken out, variance.
struct Tilted {
  std::vector<std::int64_t> index;
  std::vector<Ball> mass;
  std::uint64_t count;
  Ball log_total, variance;
  std::vector<FlatBound> flat;  // for long terms
};

constexpr std::size_t long_term = 48;
constexpr std::int64_t max_expanded = 2'000'000;  // length of a product that is multiplied out

std::vector<FlatBound> flat_bounds(const Tilted& t) {
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

Tilted tilted(const LatticeTerm& term, const Ball& tilt) {
  Tilted t{term.index, {}, term.count, log_total(term, tilt), Ball(0, tilt.bits()), {}};
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

// The sum's log E[e^{tilt I}].
Ball log_moment(const LatticeTerms& terms, const Ball& tilt) {
  Ball sum(0, tilt.bits());
  for (const LatticeTerm& term : terms) sum = sum + times(log_total(term, tilt), term.count);
  return sum;
}

__extension__ using Wide = __int128;

// (x * y) mod n for nonnegative arguments, exact.
std::int64_t product_mod(std::int64_t x, std::int64_t y, std::int64_t n) {
  return static_cast<std::int64_t>(static_cast<Wide>(x) * y % n);
}

// e^{2 pi i j/n}.
void unit_root(acb_t r, std::int64_t j, std::int64_t n, long bits) {
  fmpq_t angle;
  fmpq_init(angle);
  fmpz_set_si(fmpq_numref(angle), 2 * (j % n));
  fmpz_set_si(fmpq_denref(angle), n);
  fmpq_canonicalise(angle);
  arb_sin_cos_pi_fmpq(acb_imagref(r), acb_realref(r), angle, bits);
  fmpq_clear(angle);
}

// sum mass e^{2 pi i index j/n}; with `derivative` also sum mass index e^{...}.
void characteristic(acb_t value, acb_ptr derivative, const Tilted& t, std::int64_t j, std::int64_t n, long bits) {
  Acb root;
  acb_zero(value);
  if (derivative) acb_zero(derivative);
  if (t.index.size() > long_term && static_cast<std::size_t>(t.index.back()) < 4 * t.index.size()) {
    // Powers of one root: rectangular splitting keeps the growth of the radius to the square root of the length.
    std::vector<arb_struct> row(static_cast<std::size_t>(t.index.back()) + 1);
    for (arb_struct& c : row) arb_init(&c);
    unit_root(root.v, j, n, bits);
    const auto evaluate = [&](acb_ptr r) {
      _arb_poly_evaluate_acb(r, row.data(), static_cast<slong>(row.size()), root.v, bits);
    };
    for (std::size_t i = 0; i < t.index.size(); ++i)
      arb_set_round(&row[static_cast<std::size_t>(t.index[i])], t.mass[i].raw(), bits);
    evaluate(value);
    if (derivative) {
      for (std::size_t i = 0; i < row.size(); ++i) arb_mul_ui(&row[i], &row[i], i, bits);
      evaluate(derivative);
    }
    for (arb_struct& c : row) arb_clear(&c);
    return;
  }
  for (std::size_t i = 0; i < t.index.size(); ++i) {
    unit_root(root.v, product_mod(t.index[i], j, n), n, bits);
    acb_mul_arb(root.v, root.v, t.mass[i].raw(), bits);
    acb_add(value, value, root.v, bits);
    if (derivative) {
      acb_mul_si(root.v, root.v, t.index[i], bits);
      acb_add(derivative, derivative, root.v, bits);
    }
  }
}

// Inversion on n nodes: T = (1/n) sum_j phi(t_j) e^{-i t_j first} kernel(tilt + i t_j), t_j = 2 pi j/n, kernel(z) =
// sum_{l=0}^{last} w_l e^{-z l}, w_l = 1 - e^{-gap - l step}, last = highest - first < n. Orthogonality of the roots of
// unity gives T = sum_m p_m sum_{l = m - first mod n} w_l e^{-tilt l}: the wanted sum over m = first + l, apart from m
// < first that alias (m <= highest - n = lowest) and m > highest (missed, or aliased). There each weight is below 1, so
// |T - excess/scale| <= P[I <= lowest] + P[I > highest] under the tilt, scale = E[e^{tilt I}] e^{-tilt first}.
class Inversion {
 public:
  Inversion(const std::vector<Tilted>& terms, const LatticePlan& plan, std::int64_t first, const Ball& tilt,
            const Ball& step, const Ball& gap, const Deadline& deadline)
      : terms_(terms),
        plan_(plan),
        deadline_(deadline),
        first_(first),
        nodes_(plan.highest - plan.lowest),
        last_(plan.highest - first),
        bits_(tilt.bits()),
        tilt_(tilt),
        charge_(0, 64) {
    shrink_ = exp(-tilt);
    decay_ = exp(-step);
    one_less_gap_ = -expm1(-gap);
    gap_step_ = exp(-gap) - decay_;
    const Ball far = gap + step * (last_ + 1);
    one_less_far_ = -expm1(-far);
    far_step_ = exp(-far) - decay_;
    shrink_last_ = exp(-tilt * (last_ + 1));
    acb_zero(sum_.v);
  }

  // sum over the nodes, divided by their number.
  Ball run() {
    const Ball at_zero = kernel_at(0);
    node(0, 1);
    if (nodes_ > 1) cell(1, nodes_ / 2);
    Ball total(0, bits_);
    arb_set(total.raw(), acb_realref(sum_.v));
    // |kernel| <= kernel at t = 0 up to the one weight that may be negative, twice.
    const Ball kernel_bound = upper(abs(at_zero)) + upper(abs(nonnegative(-one_less_gap_))) * 2;
    return (total + Ball::plus_minus(kernel_bound * charge_)) / nodes_;
  }

 private:
  std::int64_t mirror_weight(std::int64_t j) const { return j == 0 || 2 * j == nodes_ ? 1 : 2; }

  // Nodes low..high: skipped where the characteristic function is certainly negligible on the whole stretch.
  void cell(std::int64_t low, std::int64_t high) {
    if (deadline_.passed()) return charge(low, high, Ball(1, 64));
    const auto negligible = [&](const Ball& log_modulus) {
      if (!certainly_less(log_modulus, Ball::exact(-plan_.depth - std::log(static_cast<double>(nodes_)), 64)))
        return false;
      charge(low, high, exp(log_modulus));
      return true;
    };
    if (negligible(flat_bound(low)) || negligible(modulus_bound(low, high))) return;
    if (high - low < 3) {
      for (std::int64_t j = low; j <= high; ++j) node(j, mirror_weight(j));
      return;
    }
    const std::int64_t middle = low + (high - low) / 2;
    cell(low, middle);
    cell(middle + 1, high);
  }

  void charge(std::int64_t low, std::int64_t high, const Ball& modulus) {
    charge_ = charge_ + upper(modulus) * static_cast<long>(2 * (high - low + 1));
  }

  // Upper bound on log |phi| from node `low` on to t = pi.
  Ball flat_bound(std::int64_t low) const {
    const long bits = 64;
    Ball sine(0, bits);
    Acb root;
    unit_root(root.v, low, 2 * nodes_, bits);  // half the angle
    arb_set(sine.raw(), acb_imagref(root.v));
    Ball bound(0, bits);
    for (const Tilted& t : terms_) {
      Ball best(1, bits);
      for (const FlatBound& flat : t.flat) best = min(best, upper(flat.heavy + flat.variation / (sine * 2)));
      bound = bound + times(log(best), t.count);
    }
    return upper(bound);
  }

  // Upper bound on log |phi| over the stretch: f = |phi_i|^2 has |f''| <= 2 Var, so f(t) <= f(c) + |f'(c)| w + Var w^2.
  Ball modulus_bound(std::int64_t low, std::int64_t high) const {
    const long bits = 64;
    const Ball half = Ball::pi(bits) * static_cast<long>(high - low) / static_cast<long>(nodes_);
    Ball bound(0, bits);
    Acb phi, slope;
    for (const Tilted& t : terms_) {
      characteristic(phi.v, slope.v, t, low + high, 2 * nodes_, bits);
      Ball re(0, bits), im(0, bits), sre(0, bits), sim(0, bits);
      arb_set(re.raw(), acb_realref(phi.v));
      arb_set(im.raw(), acb_imagref(phi.v));
      arb_set(sre.raw(), acb_realref(slope.v));
      arb_set(sim.raw(), acb_imagref(slope.v));
      // phi' = i slope, f' = 2 Re(conj(phi) phi') = 2 (im sre - re sim).
      const Ball f =
          square(re) + square(im) + abs(im * sre - re * sim) * 2 * half + t.variance.with_bits(bits) * square(half);
      bound = bound + times(log(min(upper(f), Ball(1, bits))), t.count) / 2;
    }
    return upper(bound);
  }

  // kernel(tilt + 2 pi i j/n) = [(1-e^-g) + e^-z (e^-g - e^-step) - e^{-z(last+1)} (same with g + (last+1) step)] /
  // [(1 - e^-z)(1 - e^{-z-step})].
  void kernel(acb_t r, std::int64_t j) const {
    Acb z, far, den;
    unit_root(z.v, nodes_ - j, nodes_, bits_);
    acb_mul_arb(z.v, z.v, shrink_.raw(), bits_);  // e^-z
    unit_root(far.v, product_mod(nodes_ - j, last_ + 1, nodes_), nodes_, bits_);
    acb_mul_arb(far.v, far.v, shrink_last_.raw(), bits_);  // e^{-z(last+1)}
    acb_mul_arb(den.v, z.v, far_step_.raw(), bits_);
    acb_add_arb(den.v, den.v, one_less_far_.raw(), bits_);
    acb_mul(far.v, far.v, den.v, bits_);
    acb_mul_arb(r, z.v, gap_step_.raw(), bits_);
    acb_add_arb(r, r, one_less_gap_.raw(), bits_);
    acb_sub(r, r, far.v, bits_);
    acb_mul_arb(den.v, z.v, decay_.raw(), bits_);
    acb_sub_si(den.v, den.v, 1, bits_);
    acb_sub_si(z.v, z.v, 1, bits_);
    acb_mul(den.v, den.v, z.v, bits_);
    acb_div(r, r, den.v, bits_);
  }

  Ball kernel_at(std::int64_t j) const {
    Acb k;
    kernel(k.v, j);
    Ball r(0, bits_);
    arb_set(r.raw(), acb_realref(k.v));
    return r;
  }

  void node(std::int64_t j, long weight) {
    Acb value, phi, part;
    kernel(value.v, j);
    unit_root(part.v, nodes_ - product_mod(j, first_, nodes_), nodes_, bits_);
    acb_mul(value.v, value.v, part.v, bits_);
    for (const Tilted& t : terms_) {
      characteristic(phi.v, nullptr, t, j, nodes_, bits_);
      power(part.v, phi.v, t.count);
      acb_mul(value.v, value.v, part.v, bits_);
    }
    acb_mul_si(value.v, value.v, weight, bits_);
    acb_add(sum_.v, sum_.v, value.v, bits_);
  }

  // x^n by its polar form: the radius grows like n, not like sqrt(2)^log(n) n.
  void power(acb_t r, const acb_t x, std::uint64_t n) const {
    if (n <= 8) return acb_pow_ui(r, x, n, bits_);
    if (acb_contains_zero(x)) {  // |x|^n, any argument
      Ball bound(0, bits_);
      acb_get_abs_ubound_arf(arb_midref(bound.raw()), x, 64);
      bound = pow(bound, n);
      acb_zero(r);
      arb_add_error(acb_realref(r), upper(bound).raw());
      arb_add_error(acb_imagref(r), upper(bound).raw());
      return;
    }
    const bool left = arf_sgn(arb_midref(acb_realref(x))) < 0;  // away from the cut of the logarithm
    if (left)
      acb_neg(r, x);
    else
      acb_set(r, x);
    acb_log(r, r, bits_);
    acb_mul_ui(r, r, n, bits_);
    acb_exp(r, r, bits_);
    if (left && n % 2 == 1) acb_neg(r, r);
  }

  const std::vector<Tilted>& terms_;
  const LatticePlan& plan_;
  const Deadline& deadline_;
  std::int64_t first_, nodes_, last_;
  long bits_;
  Ball tilt_, shrink_, decay_, one_less_gap_, gap_step_, one_less_far_, far_step_, shrink_last_, charge_;
  Acb sum_;
};

// sum_{n >= first} p_n w_{n - first} e^{-tilt (n - first)}, p the coefficients of the product of the tilted factors:
// the factors are reversed, so that the wanted coefficients are the first ones of a power series.
Ball expand(const std::vector<Tilted>& terms, std::int64_t top, std::int64_t first, const Ball& tilt, const Ball& step,
            const Ball& gap) {
  const long bits = tilt.bits();
  const std::int64_t length = top - first + 1;
  arb_poly_t product, factor;
  arb_poly_init(product);
  arb_poly_init(factor);
  arb_poly_one(product);
  for (const Tilted& t : terms) {
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
    for (const FlatBound& flat : tilted(term, Ball::exact(plan.tilt, 64)).flat)
      least = min(least, flat.heavy + flat.variation);
    log_floor = log_floor + times(log(least), term.count);
  }
  if (atoms <= 32 || question.top > max_expanded) return LatticeMethod::inversion;
  const double nodes = static_cast<double>(plan.highest - plan.lowest);
  return log_floor.midpoint() < -plan.depth - std::log(nodes) ? LatticeMethod::inversion : LatticeMethod::expansion;
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
    std::vector<Tilted> tilts;
    Ball log_scale = -tilt * first;
    for (const LatticeTerm& term : terms) {
      tilts.push_back(tilted(term, tilt));
      log_scale = log_scale + times(tilts.back().log_total, term.count);
    }
    Ball sum(0, round_bits);
    if (method == LatticeMethod::expansion) {
      sum = expand(tilts, top, first, tilt, step, gap);
    } else {
      sum = Inversion(tilts, plan, first, tilt, step, gap, target.deadline).run();
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
