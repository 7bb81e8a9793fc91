#include "accounting/composition/lattice_tilt.hpp"

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using tests::number;

namespace {

constexpr long bits = 128;

// |phi(t)| at t = pi j/n.
Ball modulus(const TiltedTerm& term, long j, long n) {
  Ball re(0, bits), im(0, bits);
  for (std::size_t i = 0; i < term.index.size(); ++i) {
    const Ball angle = Ball::pi(bits) * term.index[i] * j / n;
    re = re + term.mass[i] * cos(angle);
    im = im + term.mass[i] * sin(angle);
  }
  return sqrt(square(re) + square(im));
}

LatticeTerm term_of(const std::vector<std::pair<std::int64_t, core::Rational>>& atoms) {
  LatticeTerm term;
  for (const auto& [index, mass] : atoms) {
    term.index.push_back(index);
    term.mass.emplace_back(mass, bits);
  }
  return term;
}

void check_flat(const TiltedTerm& term) {
  REQUIRE(term.flat.size() == 4);
  for (long j = 1; j <= 240; ++j) {
    const Ball phi = modulus(term, j, 240), sine = sin(Ball::pi(bits) * j / 480);
    for (const FlatBound& flat : term.flat) CHECK_FALSE(certainly_less(flat.heavy + flat.variation / (sine * 2), phi));
  }
}

}  // namespace

TEST_SUITE("accounting/composition/lattice_tilt") {
  TEST_CASE("tilted masses sum to one, with the total and the variance of the tilt") {
    const LatticeTerm term = term_of({{0, number("0.5")}, {1, number("0.25")}, {4, number("0.125")}});
    const TiltedTerm t = tilt_term(term, Ball::exact(0.5, bits));
    Ball sum(0, bits), mean(0, bits), second(0, bits);
    for (std::size_t i = 0; i < 3; ++i) {
      sum = sum + t.mass[i];
      mean = mean + t.mass[i] * t.index[i];
      second = second + t.mass[i] * (t.index[i] * t.index[i]);
    }
    CHECK(overlaps(sum, Ball(1, bits)));
    CHECK(overlaps(t.variance, second - square(mean)));
    CHECK(t.variance.relative_bits() > 100);
    const Ball e = exp(Ball::exact(0.5, bits));
    CHECK(overlaps(exp(t.log_total), Ball(number("0.5"), bits) + e / 4 + square(square(e)) / 8));
    CHECK(t.flat.empty());
  }

  TEST_CASE("the flat bound holds for a block, where it is attained") {
    std::vector<std::pair<std::int64_t, core::Rational>> atoms;
    for (int i = 0; i < 60; ++i) atoms.emplace_back(i, core::Rational(1, 60));
    check_flat(tilt_term(term_of(atoms), Ball(0, bits)));
  }

  TEST_CASE("the flat bound holds with gaps, heavy ends and a tilt") {
    std::vector<std::pair<std::int64_t, core::Rational>> gaps, ends;
    for (int i = 0; i < 50; ++i) gaps.emplace_back(3 * i, core::Rational(1, 50));
    for (int i = 0; i <= 100; ++i) ends.emplace_back(i, i == 0 || i == 100 ? number("0.3") : core::Rational(2, 495));
    check_flat(tilt_term(term_of(gaps), Ball(0, bits)));
    check_flat(tilt_term(term_of(ends), Ball(0, bits)));
    check_flat(tilt_term(term_of(ends), Ball::exact(0.03, bits)));
  }
}
