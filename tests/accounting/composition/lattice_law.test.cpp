#include "accounting/composition/lattice_law.hpp"

#include <random>

#include <doctest/doctest.h>

#include "tests/accounting/enclosures.hpp"

using namespace assay;
using namespace assay::accounting;
using namespace assay::tests;

namespace {

struct Row {
  std::vector<std::int64_t> index;
  std::vector<core::Rational> mass;
  std::uint64_t count;
};

TermsAt terms_of(std::vector<Row> rows) {
  return [rows](long bits) {
    LatticeTerms terms;
    for (const Row& row : rows) {
      LatticeTerm term{row.index, {}, row.count};
      for (const core::Rational& m : row.mass) term.mass.emplace_back(m, bits);
      terms.push_back(std::move(term));
    }
    return terms;
  };
}

// The excess by the law of the sum, convolved step by step in balls of 400 bits.
Ball direct(const std::vector<Row>& rows, std::int64_t first, const core::Rational& step, const core::Rational& gap) {
  std::vector<Ball> law{Ball(1, 400)};
  for (const Row& row : rows)
    for (std::uint64_t i = 0; i < row.count; ++i) {
      std::vector<Ball> next(law.size() + static_cast<std::size_t>(row.index.back()), Ball(0, 400));
      for (std::size_t a = 0; a < row.index.size(); ++a) {
        const Ball mass(row.mass[a], 400);
        for (std::size_t n = 0; n < law.size(); ++n) {
          Ball& to = next[n + static_cast<std::size_t>(row.index[a])];
          to = to + law[n] * mass;
        }
      }
      law = std::move(next);
    }
  Ball sum(0, 400);
  for (std::size_t n = static_cast<std::size_t>(first); n < law.size(); ++n)
    sum = sum + law[n] * -expm1(-Ball(gap + step * (static_cast<std::int64_t>(n) - first), 400));
  return sum;
}

std::int64_t top_of(const std::vector<Row>& rows) {
  std::int64_t top = 0;
  for (const Row& row : rows) top += static_cast<std::int64_t>(row.count) * row.index.back();
  return top;
}

LatticeQuestion ask(const std::vector<Row>& rows, std::int64_t first, const core::Rational& step,
                    const core::Rational& gap) {
  return {top_of(rows), first, [step](long bits) { return Ball(step, bits); },
          [gap](long bits) { return Ball(gap, bits); }};
}

}  // namespace

TEST_SUITE("accounting/composition/lattice_law") {
  TEST_CASE("inversion and expansion both hold the exact sum, on random laws") {
    std::mt19937 random(20240607);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    for (int trial = 0; trial < 60; ++trial) {
      std::vector<Row> rows;
      for (int r = pick(1, 3); r > 0; --r) {
        Row row{{0}, {core::Rational(pick(1, 50), 200)}, static_cast<std::uint64_t>(pick(1, 12))};
        for (int a = pick(1, 4); a > 0; --a) {
          row.index.push_back(row.index.back() + pick(1, 3));
          row.mass.emplace_back(pick(1, 50), 1000);
        }
        rows.push_back(std::move(row));
      }
      const core::Rational step(pick(1, 300), 100), gap = step * core::Rational(pick(1, 100), 100);
      const std::int64_t first = pick(0, static_cast<int>(top_of(rows)));
      CAPTURE(trial);
      const Ball truth = direct(rows, first, step, gap);
      for (LatticeMethod method : {LatticeMethod::inversion, LatticeMethod::expansion, LatticeMethod::automatic}) {
        const Ball answer = lattice_excess(terms_of(rows), ask(rows, first, step, gap), digits(18), method);
        CHECK(overlaps(answer, truth));
        CHECK(accurate(answer, 18));
      }
    }
  }

  TEST_CASE("a window over a long law holds the exact sum") {
    const std::vector<Row> rows{{{0, 1, 3}, {number("0.6"), number("0.3"), number("0.1")}, 100}};
    for (std::int64_t first : {0, 40, 60, 85, 130, 250, 290, 300}) {
      const Ball truth = direct(rows, first, number("0.01"), number("0.004"));
      const Ball answer = lattice_excess(terms_of(rows), ask(rows, first, number("0.01"), number("0.004")), digits(15),
                                         LatticeMethod::inversion);
      CHECK(overlaps(answer, truth));
      CHECK(accurate(answer, 15));
    }
  }

  TEST_CASE("a long term whose ends are heavy agrees by both methods") {
    Row row{{}, {}, 24};
    for (int i = 0; i <= 120; ++i) {
      row.index.push_back(i);
      row.mass.push_back(i == 0 ? number("0.3") : i == 120 ? number("0.5") : number("0.2") / 119);
    }
    const auto question = ask({row}, 1800, number("0.008"), number("0.001"));
    const Ball one = lattice_excess(terms_of({row}), question, digits(15), LatticeMethod::inversion);
    const Ball two = lattice_excess(terms_of({row}), question, digits(30), LatticeMethod::expansion);
    CHECK(accurate(one, 15));
    CHECK(accurate(two, 30));
    CHECK(overlaps(one, two));
  }

  TEST_CASE("a gap that may be negative is charged, not trusted") {
    const std::vector<Row> rows{{{0, 1}, {number("0.5"), number("0.5")}, 10}};
    const core::Rational step = number("0.1"), least = number("-1e-12");
    LatticeQuestion question = ask(rows, 5, step, 0);
    question.gap = [](long bits) { return Ball::plus_minus(Ball(number("1e-12"), bits)); };
    const Ball answer = lattice_excess(terms_of(rows), question, digits(10));
    // The truth for a gap of -1e-12 leaves index 5 out and starts at 6; for +1e-12 it starts at 5.
    CHECK(overlaps(answer, direct(rows, 6, step, step + least)));
    CHECK(overlaps(answer, direct(rows, 5, step, -least)));
  }

  TEST_CASE("a passed deadline still gets an enclosure") {
    const std::vector<Row> rows{{{0, 1}, {number("0.5"), number("0.5")}, 500}};
    const Target late{10, Deadline::after(std::chrono::milliseconds(-1))};
    const Ball answer =
        lattice_excess(terms_of(rows), ask(rows, 275, number("0.1"), number("0.1")), late, LatticeMethod::inversion);
    CHECK(overlaps(answer, direct(rows, 275, number("0.1"), number("0.1"))));
  }
}
