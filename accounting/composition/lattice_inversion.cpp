#include "accounting/composition/lattice_inversion.hpp"

#include <acb.h>
#include <arb_poly.h>

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
void characteristic(acb_t value, acb_ptr derivative, const TiltedTerm& t, std::int64_t j, std::int64_t n, long bits) {
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
  Inversion(const std::vector<TiltedTerm>& terms, const LatticePlan& plan, std::int64_t first, const Ball& tilt,
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
      if (!certainly_less(log_modulus, Ball::exact(plan_.skip_below, 64))) return false;
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
    for (const TiltedTerm& t : terms_) {
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
    for (const TiltedTerm& t : terms_) {
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
    for (const TiltedTerm& t : terms_) {
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

  const std::vector<TiltedTerm>& terms_;
  const LatticePlan& plan_;
  const Deadline& deadline_;
  std::int64_t first_, nodes_, last_;
  long bits_;
  Ball tilt_, shrink_, decay_, one_less_gap_, gap_step_, one_less_far_, far_step_, shrink_last_, charge_;
  Acb sum_;
};

}  // namespace

Ball invert_lattice(const std::vector<TiltedTerm>& terms, const LatticePlan& plan, std::int64_t first, const Ball& tilt,
                    const Ball& step, const Ball& gap, const Deadline& deadline) {
  return Inversion(terms, plan, first, tilt, step, gap, deadline).run();
}

}  // namespace assay::accounting
