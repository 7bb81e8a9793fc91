#include "accounting/numeric/fft.hpp"

#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "accounting/numeric/ball.hpp"

using namespace assay::accounting;

namespace {

std::vector<ComplexDouble> noise(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<ComplexDouble> x(n);
  for (auto& z : x) z = {uniform(random), uniform(random)};
  return x;
}

std::size_t reversed(std::size_t place, int bits) {
  std::size_t r = 0;
  for (int b = 0; b < bits; ++b) r |= ((place >> b) & 1) << (bits - 1 - b);
  return r;
}

// The transform by its definition, in balls.
struct Exact {
  std::vector<Ball> re, im;
};
Exact transform(const std::vector<ComplexDouble>& x) {
  const long n = static_cast<long>(x.size());
  Exact y;
  for (long j = 0; j < n; ++j) {
    Ball re(0, 128), im(0, 128);
    for (long i = 0; i < n; ++i) {
      const Ball angle = Ball::pi(128) * (-2 * (i * j % n)) / n, c = cos(angle), s = sin(angle);
      const Ball a = Ball::exact(x[static_cast<std::size_t>(i)].re, 128),
                 b = Ball::exact(x[static_cast<std::size_t>(i)].im, 128);
      re = re + a * c - b * s;
      im = im + a * s + b * c;
    }
    y.re.push_back(re);
    y.im.push_back(im);
  }
  return y;
}

}  // namespace

TEST_SUITE("accounting/numeric/fft") {
  TEST_CASE("the rounding of the transform lies within its bound, and not far below") {
    for (const int bits : {0, 1, 2, 5, 7}) {
      const Fft fft(bits);
      const auto x = noise(fft.size(), 7);
      auto y = x;
      fft.forward(y.data());
      const Exact exact = transform(x);
      Ball error(0, 128), size(0, 128);
      for (std::size_t place = 0; place < y.size(); ++place) {
        const std::size_t j = reversed(place, bits);
        error = error + square(Ball::exact(y[place].re, 128) - exact.re[j]) +
                square(Ball::exact(y[place].im, 128) - exact.im[j]);
        size = size + square(exact.re[j]) + square(exact.im[j]);
      }
      const double relative = sqrt(upper(error / size)).midpoint();
      CHECK(relative <= fft.relative_bound());
      if (bits >= 5) CHECK(relative >= fft.relative_bound() / 100);
    }
  }

  TEST_CASE("the inverse of the transform is the identity times the length, within twice the bound") {
    for (const int bits : {4, 12, 14}) {
      const Fft fft(bits);
      const auto x = noise(fft.size(), 3);
      auto y = x;
      fft.forward(y.data());
      fft.inverse(y.data());
      double error = 0, size = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double n = static_cast<double>(x.size());
        error += std::pow(y[i].re / n - x[i].re, 2) + std::pow(y[i].im / n - x[i].im, 2);
        size += x[i].re * x[i].re + x[i].im * x[i].im;
      }
      CHECK(std::sqrt(error / size) <= 2.01 * fft.relative_bound());
    }
  }

  TEST_CASE("the mirror of a frequency is its negative") {
    for (std::size_t place = 0; place < 64; ++place)
      CHECK((reversed(place, 6) + reversed(Fft::mirror(place), 6)) % 64 == 0);
  }
}
