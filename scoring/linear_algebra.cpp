#include "scoring/linear_algebra.hpp"

#include <utility>

namespace assay::scoring {

using core::Rational;

Rational dot(const Vector& x, const Vector& y) {
  Rational sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] != 0 && y[i] != 0) sum += x[i] * y[i];
  return sum;
}

Vector times(const Matrix& m, const Vector& x) {
  Vector y;
  for (const Vector& row : m) y.push_back(dot(row, x));
  return y;
}

Matrix transposed(const Matrix& m) {
  Matrix t(m.empty() ? 0 : m.front().size(), Vector(m.size()));
  for (std::size_t i = 0; i < m.size(); ++i)
    for (std::size_t j = 0; j < t.size(); ++j) t[j][i] = m[i][j];
  return t;
}

Matrix times(const Matrix& a, const Matrix& b) {
  const Matrix columns = transposed(b);
  Matrix product;
  for (const Vector& row : a) product.push_back(times(columns, row));
  return product;
}

Matrix submatrix(const Matrix& m, const std::vector<std::size_t>& indices) {
  Matrix sub;
  for (const std::size_t i : indices) {
    Vector& row = sub.emplace_back();
    for (const std::size_t j : indices) row.push_back(m[i][j]);
  }
  return sub;
}

std::optional<std::pair<std::size_t, std::size_t>> asymmetry(const Matrix& m) {
  for (std::size_t i = 0; i < m.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (m[i][j] != m[j][i]) return std::pair(i, j);
  return std::nullopt;
}

/// Without row exchanges the pivots are ratios of consecutive leading minors.
std::optional<std::size_t> failing_minor(const Matrix& m) {
  Matrix a = m;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k][k] <= 0) return k + 1;
    for (std::size_t i = k + 1; i < a.size(); ++i) {
      if (a[i][k] == 0) continue;
      const Rational factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < a.size(); ++j) a[i][j] -= factor * a[k][j];
    }
  }
  return std::nullopt;
}

Solved solve(Matrix m, Matrix b) {
  const std::size_t n = m.size();
  Solved solved{1, {}};
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && m[pivot][k] == 0) ++pivot;
    if (pivot == n) return {0, {}};
    if (pivot != k) {
      std::swap(m[pivot], m[k]);
      std::swap(b[pivot], b[k]);
      solved.determinant = -solved.determinant;
    }
    solved.determinant *= m[k][k];
    const Rational inverse = 1 / m[k][k];
    for (Rational& x : m[k]) x *= inverse;
    for (Rational& x : b[k]) x *= inverse;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || m[i][k] == 0) continue;
      const Rational factor = m[i][k];
      for (std::size_t j = k; j < n; ++j) m[i][j] -= factor * m[k][j];
      for (std::size_t j = 0; j < b[i].size(); ++j) b[i][j] -= factor * b[k][j];
    }
  }
  solved.solution = std::move(b);
  return solved;
}

Matrix independent_rows(const Matrix& m) {
  Matrix kept, reduced;
  std::vector<std::size_t> pivots;
  for (const Vector& row : m) {
    Vector r = row;
    for (std::size_t k = 0; k < reduced.size(); ++k) {
      const Rational factor = r[pivots[k]];
      if (factor == 0) continue;
      for (std::size_t j = 0; j < r.size(); ++j) r[j] -= factor * reduced[k][j];
    }
    std::size_t pivot = 0;
    while (pivot < r.size() && r[pivot] == 0) ++pivot;
    if (pivot == r.size()) continue;
    const Rational inverse = 1 / r[pivot];
    for (Rational& x : r) x *= inverse;
    kept.push_back(row);
    reduced.push_back(std::move(r));
    pivots.push_back(pivot);
  }
  return kept;
}

}  // namespace assay::scoring
