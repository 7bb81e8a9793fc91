// The discrete Fourier transform of length 2^m in binary64, with a proven bound on its rounding.
#pragma once

#include <cstddef>
#include <vector>

namespace assay::accounting {

struct ComplexDouble {
  double re = 0, im = 0;
};

inline ComplexDouble operator+(ComplexDouble x, ComplexDouble y) { return {x.re + y.re, x.im + y.im}; }
inline ComplexDouble operator-(ComplexDouble x, ComplexDouble y) { return {x.re - y.re, x.im - y.im}; }
inline ComplexDouble operator*(ComplexDouble x, ComplexDouble y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

/// Half the distance from 1 to the next binary64.
inline constexpr double unit_roundoff = 0x1p-53;

class Fft {
 public:
  static constexpr int most_bits = 22;

  /// Precondition: 0 <= log2_size <= most_bits.
  explicit Fft(int log2_size);

  std::size_t size() const { return std::size_t{1} << bits_; }
  /// x_n in natural order becomes sum_n x_n e^{-2 pi i j n/N}, j in bit-reversed order.
  void forward(ComplexDouble* x) const;
  /// y_j in bit-reversed order becomes sum_j y_j e^{+2 pi i j n/N}, n in natural order (not divided by N).
  void inverse(ComplexDouble* y) const;
  /// Where the value of frequency N - j lies, for the place of frequency j.
  static std::size_t mirror(std::size_t place);
  /// The frequency of a place, and the place of a frequency.
  std::size_t frequency(std::size_t place) const;
  /// e^{-2 pi i m/N}, within 3 units of roundoff; m is taken modulo N.
  ComplexDouble root(std::size_t m) const;

  /// Bound:  either transform is off by at most relative_bound() times the 2-norm of the exact result, plus N 2^-1000,
  ///         in the 2-norm. Precondition: no entry beyond 2^900 on the way.
  /// Source: theorem `fft-rounding`.
  double relative_bound() const { return 7 * bits_ * unit_roundoff; }

 private:
  void split(ComplexDouble* x, std::size_t n) const;
  void join(ComplexDouble* x, std::size_t n) const;

  int bits_;
  std::vector<ComplexDouble> twiddles_;  // e^{-2 pi i j/(2h)} at h + j, 0 <= j < h, h = 1, 2, 4, ... N/2
};

}  // namespace assay::accounting
