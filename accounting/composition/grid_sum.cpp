#include "accounting/composition/grid_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "accounting/numeric/geometric.hpp"

namespace assay::accounting {
namespace {

using core::Integer;
using core::Rational;

constexpr long bits = 128;
constexpr double few_roundings = 0x1p-46;
constexpr double negligible = 0x1p-900;  // more than what underflow takes from any value
constexpr double least_factor = 0x1p-900;
constexpr std::size_t run = 1024;  // length of the runs that are summed apart

Ball count_ball(std::uint64_t n) { return Ball(Rational(Integer(n)), bits); }

// A sum of nonnegative terms in runs: relative error below (run + n/run + 4) roundoffs.
class RunningSum {
 public:
  void add(double x) {
    part_ += x;
    size_ += std::abs(x);
    if (++count_ % run == 0) flush();
  }
  double value() { return flush(), sum_; }
  /// Bound on the rounding of value().
  double error() {
    flush();
    return (static_cast<double>(run) + static_cast<double>(count_) / run + 8) * unit_roundoff * total_;
  }

 private:
  void flush() {
    sum_ += part_;
    total_ += size_;
    part_ = size_ = 0;
  }
  double part_ = 0, size_ = 0, sum_ = 0, total_ = 0;
  std::size_t count_ = 0;
};

ComplexDouble power(ComplexDouble x, std::uint64_t k) {
  ComplexDouble r{1, 0};
  for (; k > 0; k >>= 1) {
    if (k & 1) r = r * x;
    if (k > 1) x = x * x;
  }
  return r;
}

// Not below x^k, x >= 0.
double power_above(double x, std::uint64_t k) {
  double r = 1;
  for (; k > 0; k >>= 1) {
    if (k & 1) r = r * x * (1 + 0x1p-50) + 1e-290;
    if (k > 1) x = x * x * (1 + 0x1p-50) + 1e-290;
  }
  return r;
}

// log of E e^{t (S - O)} for one of the two laws, rounded up; O is the sum of the origins.
Ball log_moment(const std::vector<GridPart>& parts, double t, bool lower_law) {
  Ball sum(0, bits);
  for (const GridPart& part : parts) {
    const GridLaw& law = part.law;
    const Ball rate = (Ball::exact(t, bits) - Ball::exact(law.tilt, bits)) * law.grid.step;
    const auto& mass = lower_law ? law.lower : law.upper;
    const Geometric factor(rate * law.grid.first, rate, mass.size());
    RunningSum s;
    double all = 1;
    for (std::size_t i = 0; i < mass.size(); ++i)
      if (mass[i] > 0) s.add(mass[i] * factor.at(i)), all += mass[i];
    const double total = (s.value() + s.error()) * (1 + 0x1p-40) + negligible * all;
    if (!std::isfinite(total)) return Ball::positive_infinity(bits);
    sum = sum + (log(Ball::exact(total, bits)) + Ball::exact(law.log_scale, bits)) * count_ball(part.count);
  }
  return sum;
}

struct Product {
  // Per pair of frequencies: the transforms' products for the two laws, a bound on the modulus of
  // each with its error, and the sum of relative errors.
  std::vector<ComplexDouble> upper, lower;
  std::vector<double> upper_size, lower_size, upper_error, lower_error;
};

// The places that are not beyond their mirror, numbered 0 ... n/2: they hold all that real sequences need.
std::size_t place_of(std::size_t index, std::size_t n) {
  if (index == 0) return 0;
  return index == n / 2 ? 1 : index + std::bit_floor(index);
}

class Evaluation {
 public:
  Evaluation(const std::vector<GridPart>& parts, const Ball& epsilon, const GridWindow& window, const Fft& fft)
      : parts_(parts),
        epsilon_(epsilon),
        window_(window),
        fft_(fft),
        theta_(Ball::exact(window.theta, bits)),
        step_(parts[0].law.grid.step),
        work_(fft.size()) {
    const std::size_t n = fft.size() / 2 + 1;
    product_.upper.assign(n, {1, 0});
    product_.lower.assign(n, {1, 0});
    product_.upper_size.assign(n, 1);
    product_.lower_size.assign(n, 1);
    product_.upper_error.assign(n, 0);
    product_.lower_error.assign(n, 0);
  }

  std::optional<GridBounds> run(const Deadline& deadline) {
    origin_ = Ball(0, bits);
    first_ = Ball(0, bits);
    slack_ = Ball(0, bits);
    log_factor_ = Ball(0, bits);
    Ball points(1, bits);
    for (const GridPart& part : parts_) {
      if (deadline.passed() || !multiply(part)) return std::nullopt;
      const Ball k = count_ball(part.count);
      origin_ = origin_ + part.law.grid.origin * k;
      first_ = first_ + k * part.law.grid.first;
      slack_ = slack_ + part.law.slack * k;
      points = points + k * part.law.grid.cells;
    }
    wraps_ = !certainly_less_equal(points, Ball(static_cast<long>(fft_.size()), bits));
    if (deadline.passed()) return std::nullopt;
    invert();
    start_ = origin_ + step_ * first_;
    const Ball below = ceiling((epsilon_ - slack_ * 2 - start_) / step_) - 2;
    from_ = wraps_ ? min(ceiling((window_.low - start_) / step_), below) : Ball(0, bits);
    return bounds();
  }

 private:
  // Tilted masses of one part, both laws in one transform; into the product, to the power of the count.
  bool multiply(const GridPart& part) {
    const GridLaw& law = part.law;
    const std::size_t n = fft_.size();
    const Ball rate = (theta_ - Ball::exact(law.tilt, bits)) * law.grid.step;
    const Geometric factor(rate * law.grid.first, rate, law.upper.size());
    double total = 0;
    for (std::size_t i = 0; i < law.upper.size(); ++i) total += law.upper[i] * factor.at(i);
    if (!(total > 1e-250 && total < 1e250)) return false;
    const double scale = 1 / total;
    std::fill(work_.begin(), work_.end(), ComplexDouble{});
    double upper_sum = 0, lower_sum = 0, square = 0;
    for (std::size_t i = 0; i < law.upper.size(); ++i) {
      const double f = std::max(factor.at(i), least_factor) * scale;
      auto& z = work_[i & (n - 1)];
      if (law.upper[i] > 0) z.re += law.upper[i] * f * (1 + few_roundings) + 1e-290;
      const double low = law.lower[i] * f;
      if (low > 1e-290 && f > least_factor * scale * 2) z.im += low * (1 - few_roundings);
    }
    const double folds = static_cast<double>(law.upper.size() / n + 2) * 2 * unit_roundoff;
    for (auto& z : work_) {
      z.re *= 1 + folds;
      z.im *= 1 - folds;
      upper_sum += z.re, lower_sum += z.im;
      square += z.re * z.re + z.im * z.im;
    }
    log_factor_ =
        log_factor_ + (Ball::exact(law.log_scale, bits) - log(Ball::exact(scale, bits))) * count_ball(part.count);
    const auto heavy = take_heavy(square);
    fft_.forward(work_.data());
    const double error = (fft_.relative_bound() * std::sqrt(static_cast<double>(n) * square) +
                          16 * unit_roundoff * (upper_sum + lower_sum)) *
                             1.001 +
                         negligible;
    const auto k = static_cast<double>(part.count);
    rounding_ += 2.25 * (k + 2) * unit_roundoff;
    for (std::size_t index = 0; index <= n / 2; ++index) {
      const std::size_t place = place_of(index, n), mirror = Fft::mirror(place);
      ComplexDouble a = work_[place], b = work_[mirror];
      if (!heavy.empty()) {
        const std::size_t j = fft_.frequency(place);
        for (const auto& [at, z] : heavy) {
          const ComplexDouble w = fft_.root(j * at);
          a = a + z * w;
          b = b + z * ComplexDouble{w.re, -w.im};
        }
      }
      // z = u + i v, u and v real: U = (Z_j + conj Z_-j)/2, V = (Z_j - conj Z_-j)/(2i).
      absorb({(a.re + b.re) / 2, (a.im - b.im) / 2}, error, part.count, product_.upper[index],
             product_.upper_size[index], product_.upper_error[index]);
      absorb({(a.im + b.im) / 2, (b.re - a.re) / 2}, error, part.count, product_.lower[index],
             product_.lower_size[index], product_.lower_error[index]);
    }
    return true;
  }

  // The few entries that hold nearly all of the 2-norm leave the transform, whose error follows that norm; their own
  // transforms are sums of roots of unity, exact to 8 roundoffs each.
  std::vector<std::pair<std::size_t, ComplexDouble>> take_heavy(double& square) {
    constexpr std::size_t most = 4;
    const auto size = [](const ComplexDouble& z) { return z.re * z.re + z.im * z.im; };
    std::vector<std::pair<std::size_t, ComplexDouble>> heavy;
    for (std::size_t i = 0; i < work_.size(); ++i) {
      if (!(size(work_[i]) > square * 1e-6)) continue;
      heavy.emplace_back(i, work_[i]);
      std::sort(heavy.begin(), heavy.end(),
                [&](const auto& x, const auto& y) { return size(x.second) > size(y.second); });
      if (heavy.size() > most) heavy.pop_back();
    }
    double rest = 0;
    for (const auto& [at, z] : heavy) work_[at] = {};
    for (const auto& z : work_) rest += size(z);
    if (rest < square * 0.01) {
      square = rest;
      return heavy;
    }
    for (const auto& [at, z] : heavy) work_[at] = z;
    return {};
  }

  // |prod x_i^k_i - prod y_i^k_i| <= prod (|x_i| + e_i)^k_i sum k_i e_i/(|x_i| + e_i) where |x_i - y_i| <= e_i.
  static void absorb(ComplexDouble x, double error, std::uint64_t k, ComplexDouble& product, double& size,
                     double& relative) {
    const double modulus = std::sqrt(x.re * x.re + x.im * x.im) * (1 + 0x1p-50) + error;
    product = product * power(x, k);
    size = size * power_above(modulus, k) * (1 + 0x1p-50) + 1e-290;
    relative += static_cast<double>(k) * error / modulus * (1 + 0x1p-50);
  }

  void invert() {
    const std::size_t n = fft_.size();
    const double growth = rounding_ < 0.1 ? rounding_ * (1 + rounding_) : HUGE_VAL;
    double upper_square = 0, lower_square = 0, square = 0;
    for (std::size_t index = 0; index <= n / 2; ++index) {
      const std::size_t place = place_of(index, n), mirror = Fft::mirror(place);
      const ComplexDouble u = product_.upper[index], v = product_.lower[index];
      work_[place] = {u.re - v.im, u.im + v.re};
      work_[mirror] = {u.re + v.im, v.re - u.im};
      const double times = mirror == place ? 1 : 2;
      const double eu = product_.upper_size[index] * (product_.upper_error[index] + growth) + negligible;
      const double ev = product_.lower_size[index] * (product_.lower_error[index] + growth) + negligible;
      upper_square += times * eu * eu;
      lower_square += times * ev * ev;
      square += times * (u.re * u.re + u.im * u.im + v.re * v.re + v.im * v.im);
    }
    fft_.inverse(work_.data());
    const double scale = 1 / static_cast<double>(n), root = std::sqrt(static_cast<double>(n));
    for (auto& z : work_) z.re *= scale, z.im *= scale;
    // Sums of n nonnegative terms lose at most n roundoffs, a relative 2^-30.
    const double transform = (fft_.relative_bound() + 4 * unit_roundoff) * std::sqrt(square);
    upper_error_ = (std::sqrt(upper_square) + transform) / root * 1.001 + negligible;
    lower_error_ = (std::sqrt(lower_square) + transform) / root * 1.001 + negligible;
  }

  // sum S_n e^{-theta d_n} (1 - e^{-d_n})_+ over the window, d_n = s_n - epsilon, with a bound on its error.
  std::pair<double, double> functional(const Ball& epsilon, bool lower_law) const {
    const std::size_t n = fft_.size();
    const double error = lower_law ? lower_error_ : upper_error_;
    const Ball above = max(ceiling((epsilon - start_) / step_), from_), skipped = above - from_;
    if (!certainly_less(skipped, Ball(static_cast<long>(n), bits))) return {0, 0};
    const auto skip = static_cast<std::size_t>(arf_get_si(arb_midref(skipped.raw()), ARF_RND_NEAR));
    const std::size_t base = residue(above, n);
    const Ball first = start_ + step_ * above - epsilon;
    const std::size_t count = n - skip;
    const Geometric tilt(-theta_ * first, -theta_ * step_, count), decay(-first, -step_, count);
    RunningSum sum, size, square;
    for (std::size_t i = 0; i < count; ++i) {
      const double w = tilt.at(i);
      const auto& z = work_[(base + i) & (n - 1)];
      const double s = lower_law ? z.im : z.re;
      const double g = std::max(0.0, 1 - decay.at(i)), kernel = w * g;
      sum.add(s * kernel);
      size.add(std::abs(s) * w);
      square.add(kernel * kernel);
      if (w < 0x1p-300) break;  // the rest is charged below
    }
    // The point just below epsilon, should it lie above it by a rounding, and the terms after the break.
    const auto& z = work_[(base + n - 1) & (n - 1)];
    const double before = std::abs(lower_law ? z.im : z.re);
    double rest = 0;
    for (const auto& x : work_) rest += std::abs(lower_law ? x.im : x.re);
    const double norm = std::sqrt(square.value() * 1.001) + 0x1p-280 * std::sqrt(static_cast<double>(n));
    const double charge = sum.error() + (size.value() + before) * 0x1p-45 + rest * 0x1p-290 + norm * error * 1.001;
    return {sum.value(), charge * 1.001};
  }

  // An integer, exact; about the least that is not below x.
  static Ball ceiling(const Ball& x) {
    Ball r(0, bits);
    arf_ceil(arb_midref(r.raw()), arb_midref(x.raw()));
    return r;
  }
  static std::size_t residue(const Ball& integer, std::size_t n) {
    fmpz_t z;
    fmpz_init(z);
    arf_get_fmpz(z, arb_midref(integer.raw()), ARF_RND_NEAR);
    const std::size_t r = fmpz_fdiv_ui(z, n);
    fmpz_clear(z);
    return r;
  }

  // Theorem `grid-fold`, in logs: moments M at the chosen tilts, P the period.
  Ball folded(bool lower_law) const {
    if (!wraps_) return Ball(0, bits);
    const Ball period = step_ * static_cast<long>(fft_.size());
    const auto moment = [&](double t, const Ball& at) {
      const Ball x = Ball::exact(t, bits);
      return exp(log_moment(parts_, t, lower_law) + x * (origin_ - at));
    };
    const Ball slack_up = epsilon_ + (lower_law ? slack_ : -slack_);
    const double right = window_.fold_right, left = window_.fold_left;
    if (!(right > window_.theta) || !(left < window_.theta)) return Ball::positive_infinity(bits);
    Ball sum = moment(right, slack_up) / expm1((Ball::exact(right, bits) - theta_) * period);
    if (left >= 0)
      sum = sum + moment(left, slack_up) / expm1((theta_ - Ball::exact(left, bits)) * period);
    else
      sum = sum + moment(left, start_ + step_ * from_) / expm1(theta_ * period);
    return upper(sum);
  }

  Ball lost() const {
    if (!wraps_) return Ball(0, bits);
    const Ball end = start_ + step_ * (from_ + static_cast<long>(fft_.size()));
    const Ball t = Ball::exact(window_.lost, bits);
    return upper(exp(log_moment(parts_, window_.lost, false) + t * (origin_ - end)));
  }

  std::optional<GridBounds> bounds() const {
    const Ball above = epsilon_ - slack_, below = epsilon_ + slack_;
    const auto [u, u_error] = functional(above, false);
    const auto [v, v_error] = functional(below, true);
    if (!std::isfinite(u + u_error + v + v_error)) return std::nullopt;
    const auto factor = [&](const Ball& epsilon) { return exp(log_factor_ + theta_ * (origin_ - epsilon)); };
    const Ball most = (Ball::exact(u, bits) + Ball::exact(u_error, bits)) * factor(above) + lost();
    const Ball least = (Ball::exact(v, bits) - Ball::exact(v_error, bits)) * factor(below) - folded(true);
    return GridBounds{nonnegative(lower(least)), upper(most)};
  }

  const std::vector<GridPart>& parts_;
  const Ball& epsilon_;
  const GridWindow& window_;
  const Fft& fft_;
  Ball theta_, step_, origin_, first_, slack_, log_factor_, start_, from_;
  std::vector<ComplexDouble> work_;
  Product product_;
  double rounding_ = 0, upper_error_ = 0, lower_error_ = 0;
  bool wraps_ = true;
};

}  // namespace

std::optional<GridBounds> grid_bounds(const std::vector<GridPart>& parts, const Ball& epsilon, const GridWindow& window,
                                      const Fft& fft, const Deadline& deadline) {
  return Evaluation(parts, epsilon, window, fft).run(deadline);
}

}  // namespace assay::accounting
