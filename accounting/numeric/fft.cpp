#include "accounting/numeric/fft.hpp"

#include <bit>

#include <mpfr.h>

namespace assay::accounting {
namespace {

// A number as a head of 26 bits and a tail: products of two heads are exact in binary64.
struct HeadTail {
  double head, tail;
};

HeadTail head_tail(const mpfr_t x) {
  mpfr_t head, tail;
  mpfr_init2(head, 26);
  mpfr_init2(tail, 53);
  mpfr_set(head, x, MPFR_RNDN);
  mpfr_sub(tail, x, head, MPFR_RNDN);
  const HeadTail r{mpfr_get_d(head, MPFR_RNDN), mpfr_get_d(tail, MPFR_RNDN)};
  mpfr_clears(head, tail, mpfr_ptr(nullptr));
  return r;
}

struct Root {
  HeadTail re, im;
};

// e^{-2 pi i k/n} for k = 0, stride, 2 stride, ...
std::vector<Root> roots(std::size_t count, std::size_t stride, std::size_t n) {
  std::vector<Root> result;
  mpfr_t pi, angle, s, c;
  mpfr_inits2(120, pi, angle, s, c, mpfr_ptr(nullptr));
  mpfr_const_pi(pi, MPFR_RNDN);
  for (std::size_t k = 0; k < count; ++k) {
    mpfr_mul_ui(angle, pi, 2 * k * stride, MPFR_RNDN);
    mpfr_div_ui(angle, angle, n, MPFR_RNDN);
    mpfr_sin_cos(s, c, angle, MPFR_RNDN);
    mpfr_neg(s, s, MPFR_RNDN);
    result.push_back({head_tail(c), head_tail(s)});
  }
  mpfr_clears(pi, angle, s, c, mpfr_ptr(nullptr));
  return result;
}

// Each part within 2 units of roundoff of the exact product: the heads' products are exact, the rest is below 2^-24.
ComplexDouble product(const Root& x, const Root& y) {
  const auto rest = [](const HeadTail& a, const HeadTail& b) {
    return a.head * b.tail + a.tail * b.head + a.tail * b.tail;
  };
  return {(x.re.head * y.re.head - x.im.head * y.im.head) + (rest(x.re, y.re) - rest(x.im, y.im)),
          (x.re.head * y.im.head + x.im.head * y.re.head) + (rest(x.re, y.im) + rest(x.im, y.re))};
}

constexpr std::size_t cached = 4096;  // blocks of this length stay in a fast cache

}  // namespace

Fft::Fft(int log2_size) : bits_(log2_size), twiddles_(size()) {
  const std::size_t n = size(), half = n / 2;
  if (half == 0) return;
  std::size_t fine = 1;
  while (fine * fine < half) fine *= 2;
  const auto small = roots(fine, 1, n), large = roots(half / fine, fine, n);
  for (std::size_t j = 0; j < half; ++j) twiddles_[half + j] = product(large[j / fine], small[j % fine]);
  for (std::size_t h = half / 2; h > 0; h /= 2)
    for (std::size_t j = 0; j < h; ++j) twiddles_[h + j] = twiddles_[2 * h + 2 * j];
}

void Fft::split(ComplexDouble* x, std::size_t n) const {
  const std::size_t h = n / 2;
  const ComplexDouble* w = &twiddles_[h];
  for (std::size_t j = 0; j < h; ++j) {
    const ComplexDouble a = x[j], b = x[j + h];
    x[j] = a + b;
    x[j + h] = (a - b) * w[j];
  }
}

void Fft::join(ComplexDouble* x, std::size_t n) const {
  const std::size_t h = n / 2;
  const ComplexDouble* w = &twiddles_[h];
  for (std::size_t j = 0; j < h; ++j) {
    const ComplexDouble a = x[j], b = x[j + h] * ComplexDouble{w[j].re, -w[j].im};
    x[j] = a + b;
    x[j + h] = a - b;
  }
}

void Fft::forward(ComplexDouble* x) const {
  std::size_t n = size();
  for (; n > cached; n /= 2)
    for (std::size_t at = 0; at < size(); at += n) split(x + at, n);
  for (std::size_t block = 0; block < size(); block += n)
    for (std::size_t m = n; m > 1; m /= 2)
      for (std::size_t at = 0; at < n; at += m) split(x + block + at, m);
}

void Fft::inverse(ComplexDouble* y) const {
  const std::size_t first = size() < cached ? size() : cached;
  for (std::size_t block = 0; block < size(); block += first)
    for (std::size_t m = 2; m <= first; m *= 2)
      for (std::size_t at = 0; at < first; at += m) join(y + block + at, m);
  for (std::size_t m = 2 * first; m <= size(); m *= 2)
    for (std::size_t at = 0; at < size(); at += m) join(y + at, m);
}

// In bit-reversed order the lowest set bit of j is the highest of its place, and N - j flips the bits above it.
std::size_t Fft::mirror(std::size_t place) { return place == 0 ? 0 : place ^ (std::bit_floor(place) - 1); }

std::size_t Fft::frequency(std::size_t place) const {
  std::size_t r = 0;
  for (int b = 0; b < bits_; ++b, place >>= 1) r = 2 * r + (place & 1);
  return r;
}

ComplexDouble Fft::root(std::size_t m) const {
  const std::size_t half = size() / 2;
  m &= size() - 1;
  if (m < half) return twiddles_[half + m];
  return m == 0 ? ComplexDouble{1, 0} : ComplexDouble{} - twiddles_[m];
}

}  // namespace assay::accounting
