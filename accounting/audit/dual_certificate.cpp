#include "accounting/audit/dual_certificate.hpp"

#include <algorithm>
#include <cmath>

namespace assay::accounting {
namespace {

/// The lower triangle of a symmetric matrix, row by row.
class Triangle {
 public:
  explicit Triangle(std::size_t n) : n_(n), entries_(n * (n + 1) / 2, 0) {}
  double& at(std::size_t i, std::size_t j) { return entries_[i * (i + 1) / 2 + j]; }
  double* row(std::size_t i) { return &entries_[i * (i + 1) / 2]; }
  std::size_t size() const { return n_; }

  /// Cholesky's factor in place; false where the matrix is not clearly positive definite.
  bool factor(const Deadline& deadline) {
    for (std::size_t i = 0; i < n_; ++i) {
      if (deadline.passed()) return false;
      double* const mine = row(i);
      for (std::size_t j = 0; j <= i; ++j) {
        const double* const other = row(j);
        double sum = mine[j];
        for (std::size_t k = 0; k < j; ++k) sum -= mine[k] * other[k];
        if (i != j) {
          mine[j] = sum / other[j];
        } else {
          if (!(sum > 1e-9)) return false;
          mine[j] = std::sqrt(sum);
        }
      }
    }
    return true;
  }

  void solve(std::vector<double>& x) {
    for (std::size_t i = 0; i < n_; ++i) {
      const double* const mine = row(i);
      for (std::size_t k = 0; k < i; ++k) x[i] -= mine[k] * x[k];
      x[i] /= mine[i];
    }
    for (std::size_t i = n_; i-- > 0;) {
      const double* const mine = row(i);
      x[i] /= mine[i];
      for (std::size_t k = 0; k < i; ++k) x[k] -= mine[k] * x[i];
    }
  }

 private:
  std::size_t n_;
  std::vector<double> entries_;
};

}  // namespace

bool dual_proves(const SubsetAnswers& answers, const std::vector<std::int64_t>& weights, std::int64_t scale,
                 std::uint32_t record, bool bit) {
  std::vector<std::int64_t> left(answers.records, 0);
  left[record] = scale;
  core::Integer least = 0, most = 0;
  for (std::size_t q = 0; q < weights.size(); ++q) {
    const std::int64_t w = weights[q];
    if (w == 0) continue;
    const SubsetAnswer& answer = answers.answers[q];
    least += core::Integer(w) * (w > 0 ? answer.least : answer.most);
    most += core::Integer(w) * (w > 0 ? answer.most : answer.least);
    for (const std::uint32_t r : answer.records) left[r] -= w;
  }
  for (const std::int64_t v : left) (v > 0 ? most : least) += v;
  return bit ? least > 0 : most < scale;
}

void certify_by_duals(const SubsetAnswers& answers, const std::vector<bool>& bits, std::vector<bool>& certified,
                      const Deadline& deadline) {
  constexpr std::size_t most_records = 1500, tries = 8;
  const std::size_t n = answers.records, m = answers.answers.size();
  // A row's weights sum to at least the scale, so intervals two wide or more leave every bit open.
  const bool narrow = std::any_of(answers.answers.begin(), answers.answers.end(),
                                  [](const SubsetAnswer& answer) { return answer.most - answer.least < 2; });
  if (n > most_records || m < n || !narrow) return;
  Triangle gram(n);
  for (const SubsetAnswer& answer : answers.answers)
    for (std::size_t i = 0; i < answer.records.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) gram.at(answer.records[i], answer.records[j]) += 1;
  if (!gram.factor(deadline)) return;
  constexpr std::int64_t scale = std::int64_t{1} << 32;
  constexpr double limit = 1099511627776.0;  // 2^40
  std::size_t failures = 0, proofs = 0;
  for (std::uint32_t i = 0; i < n && !deadline.passed(); ++i) {
    if (certified[i]) continue;
    std::vector<double> x(n, 0);
    x[i] = 1;
    gram.solve(x);
    std::vector<std::int64_t> weights(m, 0);
    for (std::size_t q = 0; q < m; ++q) {
      double weight = 0;
      for (const std::uint32_t record : answers.answers[q].records) weight += x[record];
      const double scaled = weight * static_cast<double>(scale);
      weights[q] = std::abs(scaled) < limit ? std::llround(scaled) : 0;
    }
    if (dual_proves(answers, weights, scale, i, bits[i])) {
      certified[i] = true;
      ++proofs;
    } else if (++failures >= tries && proofs == 0) {
      return;
    }
  }
}

}  // namespace assay::accounting
