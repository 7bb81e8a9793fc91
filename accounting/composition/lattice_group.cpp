// Finite losses on one lattice: common unit, stride, and the place of an epsilon between its points.
#include "accounting/composition/lattice_group.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/rational_arithmetic.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

Rational gcd(const Rational& x, const Rational& y) {
  if (x == 0) return y;
  return Rational(
      boost::multiprecision::gcd(Integer(numerator(x) * denominator(y)), Integer(numerator(y) * denominator(x))),
      Integer(denominator(x) * denominator(y)));
}

// floor(x) where every real of the ball has the same.
std::optional<Integer> unique_floor(const Ball& x) {
  Ball f(0, x.bits());
  arb_floor(f.raw(), x.raw(), x.bits());
  fmpz_t n;
  fmpz_init(n);
  std::optional<Integer> result;
  if (arb_get_unique_fmpz(n, f.raw())) {
    result.emplace();
    fmpz_get_mpz(result->backend().data(), n);
  }
  fmpz_clear(n);
  return result;
}

Integer floor_of_lower(const Ball& x) {
  fmpz_t n;
  fmpz_init(n);
  const Ball end = lower(x);
  arf_get_fmpz(n, arb_midref(end.raw()), ARF_RND_FLOOR);
  Integer result;
  fmpz_get_mpz(result.backend().data(), n);
  fmpz_clear(n);
  return result;
}

bool all_zero(const FiniteLoss::Lattice& lattice) {
  return std::all_of(lattice.index.begin(), lattice.index.end(), [](std::int64_t i) { return i == 0; });
}

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;

}  // namespace

std::optional<LatticeGroup> LatticeGroup::common(const std::vector<const FinitePart*>& parts, std::int64_t max_index) {
  LatticeGroup group;
  Rational unit = 0;
  bool logarithm = false;
  for (const FinitePart* part : parts) {
    const auto& lattice = *part->loss.lattice;
    if (all_zero(lattice)) continue;
    if (lattice.unit)
      unit = gcd(unit, *lattice.unit);
    else
      logarithm = true;
  }
  if (!logarithm) group.unit_ = unit == 0 ? Rational(1) : unit;

  Integer top = 0;
  std::int64_t stride = 0;
  std::vector<std::vector<std::int64_t>> rows;
  for (const FinitePart* part : parts) {
    const auto& lattice = *part->loss.lattice;
    const Integer scale =
        logarithm || all_zero(lattice) ? Integer(1) : numerator(Rational(*lattice.unit / *group.unit_));
    std::vector<std::int64_t> row;
    for (std::int64_t i : lattice.index) {
      const Integer scaled = scale * i;
      if (abs(scaled) > max_index) return std::nullopt;
      row.push_back(static_cast<std::int64_t>(scaled));
    }
    for (std::int64_t i : row) stride = std::gcd(stride, i - row.front());
    if (!row.empty()) group.base_ += Integer(part->count) * row.front();
    rows.push_back(std::move(row));
  }
  if (stride == 0) stride = 1;
  group.stride_ = stride;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    std::vector<std::int64_t>& row = rows[p];
    if (row.empty()) return std::nullopt;
    const auto loss = std::make_shared<const FiniteLoss>(parts[p]->loss);
    if (logarithm && !group.unit_source_ && !all_zero(*loss->lattice)) {
      group.unit_source_ = loss;
      while (loss->lattice->index[group.unit_atom_] == 0) ++group.unit_atom_;
      group.unit_index_ = loss->lattice->index[group.unit_atom_];
    }
    const std::int64_t start = row.front();
    for (std::int64_t& i : row) i = (i - start) / stride;
    top += Integer(parts[p]->count) * row.back();
    group.members_.push_back({loss, std::move(row), parts[p]->count});
  }
  if (top > most) return std::nullopt;
  group.top_ = static_cast<std::int64_t>(top);
  return group;
}

std::optional<LatticeGroup> LatticeGroup::two_point(const FinitePart& part) {
  const std::size_t atoms = part.loss.atoms(64).loss.size();
  if (atoms == 0 || atoms > 2) return std::nullopt;
  LatticeGroup group;
  group.equidistant_ = true;
  std::vector<std::int64_t> row{0};
  if (atoms == 2) row.push_back(1);
  group.members_.push_back({std::make_shared<const FiniteLoss>(part.loss), row, part.count});
  group.top_ = atoms == 2 ? static_cast<std::int64_t>(part.count) : 0;
  return group;
}

TermsAt LatticeGroup::terms() const { return masses(reversed_); }
TermsAt LatticeGroup::dual_terms() const { return masses(!reversed_); }

TermsAt LatticeGroup::masses(bool dual) const {
  return [members = members_, reversed = reversed_, dual](long bits) {
    LatticeTerms terms;
    for (const Member& member : members) {
      const FiniteLoss::Atoms atoms = member.loss->atoms(bits);
      LatticeTerm term{member.index, dual ? atoms.dual_mass : atoms.mass, member.count};
      if (reversed) {
        std::reverse(term.mass.begin(), term.mass.end());
        std::reverse(term.index.begin(), term.index.end());
        const std::int64_t last = term.index.front();
        for (std::int64_t& i : term.index) i = last - i;
      }
      terms.push_back(std::move(term));
    }
    return terms;
  };
}

Ball LatticeGroup::unit(long bits) const {
  if (unit_) return Ball(*unit_, bits);
  return unit_source_->atoms(bits).loss[unit_atom_] / static_cast<long>(unit_index_);
}

Ball LatticeGroup::step(long bits) const {
  if (!equidistant_) return unit(bits) * static_cast<long>(stride_);
  const auto atoms = members_[0].loss->atoms(bits);
  return atoms.loss.size() == 2 ? atoms.loss[1] - atoms.loss[0] : Ball(1, bits);
}

Ball LatticeGroup::offset(long bits) const {
  if (!equidistant_) return unit(bits) * Ball(Rational(base_), bits);
  const auto atoms = members_[0].loss->atoms(bits);
  const Ball count(Rational(Integer(members_[0].count)), bits);
  return reversed_ ? -(atoms.loss.back() * count) : atoms.loss.front() * count;
}

LatticeGroup LatticeGroup::reversed() const {
  LatticeGroup other = *this;
  other.reversed_ = !reversed_;
  other.base_ = -(base_ + Integer(stride_) * top_);
  return other;
}

std::optional<LatticeQuestion> LatticeGroup::question(Integer first, const Rational& epsilon) const {
  if (first > top_) return std::nullopt;
  if (first < 0) first = 0;
  const auto n = static_cast<std::int64_t>(first);
  LatticeQuestion question{top_, n, [group = *this](long bits) { return group.step(bits); }, {}};
  if (!equidistant_) {
    const Integer index = base_ + Integer(stride_) * first;
    if (unit_)
      question.gap = [gap = Rational(*unit_ * index - epsilon)](long bits) { return Ball(gap, bits); };
    else
      question.gap = [group = *this, index, epsilon](long bits) {
        return group.unit(bits) * Ball(Rational(index), bits) - Ball(epsilon, bits);
      };
  } else {
    question.gap = [group = *this, n, epsilon](long bits) {
      return group.offset(bits) + group.step(bits) * static_cast<long>(n) - Ball(epsilon, bits);
    };
  }
  return question;
}

std::optional<LatticeQuestion> LatticeGroup::above(const Rational& epsilon) const {
  if (!equidistant_ && unit_) return question(core::floor((epsilon / *unit_ - base_) / stride_) + 1, epsilon);
  if (!equidistant_ && epsilon == 0) return question(core::floor(Rational(-base_, Integer(stride_))) + 1, epsilon);
  // For a logarithm of a rational and epsilon != 0 no loss equals epsilon (Lindemann), so the floor is found; losses of
  // sampled mechanisms stop at the cap, and the excess charges the loss that may equal epsilon.
  const long cap = equidistant_ ? 4096 : std::numeric_limits<long>::max() / 4;
  for (long bits = 128;; bits *= 2) {
    const Ball place = (Ball(epsilon, bits) - offset(bits)) / step(bits);
    if (const auto n = unique_floor(place)) return question(*n + 1, epsilon);
    if (bits >= cap) return question(floor_of_lower(place) + 1, epsilon);
  }
}

std::int64_t LatticeGroup::first_above(const Ball& x) const {
  const Integer first = floor_of_lower((x - offset(x.bits())) / step(x.bits())) + 1;
  if (first < 0) return 0;
  return first > top_ ? top_ + 1 : static_cast<std::int64_t>(first);
}

}  // namespace assay::accounting
