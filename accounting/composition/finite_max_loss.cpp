// The largest finite loss: a rational, logarithms of rationals, and losses of sampled mechanisms.
#include "accounting/composition/finite_max_loss.hpp"

namespace assay::accounting {

using core::Integer;
using core::Rational;

namespace {
constexpr long most_bits = 1 << 14;
}  // namespace

FiniteMaxLoss::FiniteMaxLoss(const std::vector<FinitePart>& parts) {
  for (const FinitePart& part : parts) {
    const FiniteLoss& loss = part.loss;
    if (loss.lattice && loss.lattice->unit) {
      rational_ += *loss.lattice->unit * loss.lattice->index.back() * part.count;
    } else if (loss.exact) {
      ratios_.emplace_back(loss.exact->mass.back() / loss.exact->dual_mass.back(), part.count);
    } else if (loss.largest) {
      rational_ += loss.largest->offset * part.count;
      if (loss.largest->ratio != 1) ratios_.emplace_back(loss.largest->ratio, part.count);
    } else {
      others_.emplace_back([atoms = loss.atoms](long bits) { return atoms(bits).loss.back(); }, part.count);
    }
  }
}

Ball FiniteMaxLoss::irrational(long bits) const {
  Ball sum(0, bits);
  for (const auto& [ratio, count] : ratios_)
    sum = sum + log1p(Ball(ratio - 1, bits)) * Ball(Rational(Integer(count)), bits);
  for (const auto& [loss, count] : others_) sum = sum + loss(bits) * Ball(Rational(Integer(count)), bits);
  return sum;
}

Value FiniteMaxLoss::value(long bits) const {
  if (ratios_.empty() && others_.empty()) return Value(rational_, bits);
  return Value(irrational(bits) + Ball(rational_, bits));
}

int FiniteMaxLoss::compare(const LossLevel& x) const {
  const Rational rest = x.shift - rational_;
  if (others_.empty()) {
    // A sum of logarithms of rationals is 0 or transcendental (Lindemann): equality only with 0.
    std::vector<std::pair<Rational, std::uint64_t>> ratios = ratios_;
    if (x.ratio != 1) ratios.emplace_back(1 / x.ratio, 1);
    if (ratios.empty()) return rest.sign();
    if (rest == 0 && product_is_one(ratios)) return 0;
  }
  // Otherwise there is no equality for sampled losses: e to a sampled loss is, for remove, a sum of e^{r_i} with
  // positive rational factors and at least two different rationals r_i (for add its reciprocal), and so is a product of
  // such and of rationals; e^x is no such sum (Lindemann and Weierstrass: exponentials of different rationals are
  // linearly independent over Q).
  // (Losses of noisy max may cancel in a sum; the bound on the precision keeps an undecided tie from looping.)
  for (long bits = 128; bits <= most_bits; bits *= 2) {
    const Ball difference = Ball(rest, bits) + log1p(Ball(x.ratio - 1, bits)) - irrational(bits);
    if (certainly_positive(difference)) return 1;
    if (certainly_negative(difference)) return -1;
  }
  return -1;
}

bool product_is_one(const std::vector<std::pair<Rational, std::uint64_t>>& powers) {
  std::vector<std::pair<Integer, Integer>> basis, todo;
  for (const auto& [ratio, exponent] : powers) {
    todo.emplace_back(numerator(ratio), Integer(exponent));
    todo.emplace_back(denominator(ratio), -Integer(exponent));
  }
  while (!todo.empty()) {
    auto [n, exponent] = todo.back();
    todo.pop_back();
    if (n == 1 || exponent == 0) continue;
    bool coprime = true;
    for (std::size_t i = 0; i < basis.size(); ++i) {
      const Integer g = gcd(n, basis[i].first);
      if (g == 1) continue;
      const auto other = basis[i];
      basis.erase(basis.begin() + static_cast<std::ptrdiff_t>(i));
      // n^e m^f = (n/g)^e (m/g)^f g^{e+f}; the product of all bases falls, so this ends.
      todo.emplace_back(n / g, exponent);
      todo.emplace_back(other.first / g, other.second);
      todo.emplace_back(g, exponent + other.second);
      coprime = false;
      break;
    }
    if (coprime) basis.emplace_back(n, exponent);
  }
  return basis.empty();
}

}  // namespace assay::accounting
