// Integrals over the noise of the winner: polynomials in e^{-x} between the scores.
#include "accounting/loss/selection.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace assay::accounting {
namespace {

using core::Rational;
using Polynomial = std::vector<Ball>;  // in w = e^{-(x - start of the piece)}, the constant first

// p (1 - c w)
void multiply(Polynomial& p, const Ball& c) {
  p.emplace_back(0, c.bits());
  for (std::size_t k = p.size(); k-- > 1;) p[k] = p[k] - c * p[k - 1];
}

// p / (1 - c w), known to leave no rest; forward, where the error grows with powers of c <= 1.
Polynomial divide(const Polynomial& p, const Ball& c) {
  Polynomial q{p[0]};
  for (std::size_t k = 1; k + 1 < p.size(); ++k) q.push_back(p[k] + c * q[k - 1]);
  return q;
}

std::vector<Ball> gumbel(const std::vector<Rational>& scores, long bits) {
  std::vector<Ball> mass;
  Ball total(0, bits);
  for (const Rational& u : scores) {
    mass.push_back(exp(Ball(u, bits)));
    total = total + mass.back();
  }
  for (Ball& m : mass) m = m / total;
  return mass;
}

// Only x above the largest score, 0, can win: with c_j = e^{u_j}, P_i = int_0^1 c_i prod_{j != i} (1 - c_j w) dw.
std::vector<Ball> one_sided(const std::vector<Rational>& scores, long bits) {
  Polynomial all{Ball(1, bits)};
  std::vector<Ball> c;
  for (const Rational& u : scores) {
    c.push_back(exp(Ball(u, bits)));
    multiply(all, c.back());
  }
  std::vector<Ball> mass;
  for (const Ball& own : c) {
    const Polynomial others = divide(all, own);
    Ball sum(0, bits);
    for (std::size_t k = 0; k < others.size(); ++k) sum = sum + others[k] / static_cast<long>(k + 1);
    mass.push_back(own * sum);
  }
  return mass;
}

// Between consecutive scores a < b, with w = e^{-(x - a)}: F(x - u) = 1 - c w/2 and f = c w/2 for u <= a, c = e^{u -
// a}; F = f = c/(2 w) for u >= b. The scores above are n, of product C = prod c: a candidate above wins there with int
// C (2w)^{-n} prod_{below} (1 - c_j w/2) dx, one below with int (c w/2) C (2w)^{-n} prod_{others below} dx.
class TwoSided {
 public:
  TwoSided(const std::vector<Rational>& scores, long bits) : scores_(scores), bits_(bits) {
    for (std::size_t i = 0; i < scores.size(); ++i) order_.push_back(i);
    std::sort(order_.begin(), order_.end(), [&](std::size_t i, std::size_t j) { return scores[i] < scores[j]; });
    mass_.assign(scores.size(), Ball(0, bits));
  }

  std::vector<Ball> run() {
    below_least();
    for (std::size_t below = 1; below <= order_.size(); ++below) {
      const bool last = below == order_.size();
      if (!last && score(below) == score(below - 1)) continue;
      piece(below, last);
    }
    return mass_;
  }

 private:
  const Rational& score(std::size_t rank) const { return scores_[order_[rank]]; }

  // x below every score: int prod e^{x - u_j}/2 dx up to the least score.
  void below_least() {
    Rational exponent = 0;
    for (const Rational& u : scores_) exponent += score(0) - u;
    Ball value = exp(Ball(exponent, bits_)) / static_cast<long>(scores_.size());
    arb_mul_2exp_si(value.raw(), value.raw(), -static_cast<slong>(scores_.size()));
    for (Ball& m : mass_) m = m + value;
  }

  void piece(std::size_t below, bool last) {
    const Rational start = score(below - 1);
    std::vector<Ball> c;
    Polynomial all{Ball(1, bits_)};
    for (std::size_t rank = 0; rank < below; ++rank) {
      c.push_back(exp(Ball(score(rank) - start, bits_)) / 2);
      multiply(all, c.back());
    }
    const auto above = static_cast<long>(order_.size() - below);
    Rational exponent = 0;
    for (std::size_t rank = below; rank < order_.size(); ++rank) exponent += start - score(rank);
    Ball scale = exp(Ball(exponent, bits_));
    arb_mul_2exp_si(scale.raw(), scale.raw(), -above);

    // int w^m dx over the piece.
    const Rational length = last ? Rational(0) : Rational(score(below) - start);
    const auto moment = [&](long m) {
      if (last) return m >= 1 ? Ball(1, bits_) / m : Ball(0, bits_);  // m >= 1 wherever it is used there
      if (m == 0) return Ball(length, bits_);
      return -expm1(-(Ball(length, bits_) * m)) / m;
    };
    std::vector<Ball> moments;  // of m = -above and on
    for (long m = -above; m <= static_cast<long>(below); ++m) moments.push_back(moment(m));
    const auto integral = [&](const Polynomial& p, long shift) {
      Ball sum(0, bits_);
      for (std::size_t k = 0; k < p.size(); ++k)
        sum = sum + p[k] * moments[k + static_cast<std::size_t>(shift + above)];
      return scale * sum;
    };
    if (above > 0) {
      const Ball each = integral(all, -above);
      for (std::size_t rank = below; rank < order_.size(); ++rank) add(rank, each);
    }
    for (std::size_t rank = 0; rank < below; ++rank) add(rank, c[rank] * integral(divide(all, c[rank]), 1 - above));
  }

  void add(std::size_t rank, const Ball& value) { mass_[order_[rank]] = mass_[order_[rank]] + value; }

  const std::vector<Rational>& scores_;
  long bits_;
  std::vector<std::size_t> order_;
  std::vector<Ball> mass_;
};

bool accurate(const std::vector<Ball>& mass, long bits) {
  return std::all_of(mass.begin(), mass.end(), [&](const Ball& m) { return m.relative_bits() >= bits; });
}

}  // namespace

std::uint64_t selection_cost(NoisyMax::Noise noise, std::uint64_t candidates, long work) {
  const std::uint64_t limbs = static_cast<std::uint64_t>(work) / 64 + 1, operation = 50 + limbs * (2 + limbs / 4);
  const std::uint64_t n = candidates;
  switch (noise) {
    case NoisyMax::Noise::gumbel: return n * operation * 64;
    case NoisyMax::Noise::exponential: return n * n * operation * 3;
    case NoisyMax::Noise::laplace: return n * n * n * operation * 2;
  }
  return 0;
}

std::vector<Ball> selection_masses(NoisyMax::Noise noise, const std::vector<Rational>& scores, long bits) {
  // Alternating sums lose about as many bits as there are candidates, more where scores are far apart.
  for (long work = bits + 16 + 2 * static_cast<long>(scores.size());; work *= 2) {
    std::vector<Ball> mass;
    switch (noise) {
      case NoisyMax::Noise::gumbel: mass = gumbel(scores, work); break;
      case NoisyMax::Noise::exponential: mass = one_sided(scores, work); break;
      case NoisyMax::Noise::laplace: mass = TwoSided(scores, work).run(); break;
    }
    if (!accurate(mass, bits) && work < 64 * bits && selection_cost(noise, scores.size(), 2 * work) <= selection_work)
      continue;
    for (Ball& m : mass) m = m.with_bits(bits);
    return mass;
  }
}

}  // namespace assay::accounting
