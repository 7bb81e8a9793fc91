// Matrices of exact rationals: elimination, and the tests for a covariance.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rational.hpp"

namespace assay::scoring {

using Vector = std::vector<core::Rational>;
/// Rows of one length.
using Matrix = std::vector<Vector>;

Vector times(const Matrix& m, const Vector& x);
Matrix times(const Matrix& a, const Matrix& b);
Matrix transposed(const Matrix& m);
core::Rational dot(const Vector& x, const Vector& y);
/// The rows and columns named, in that order.
Matrix submatrix(const Matrix& m, const std::vector<std::size_t>& indices);

/// The first (row, column) with m[row][column] != m[column][row].
std::optional<std::pair<std::size_t, std::size_t>> asymmetry(const Matrix& m);
/// The order of the first leading minor that is not positive: a symmetric matrix without one is positive definite.
std::optional<std::size_t> failing_minor(const Matrix& m);

/// Solves m X = b for a square m.
/// Gives: determinant, and the solution where it is not 0.
struct Solved {
  core::Rational determinant;
  Matrix solution;
};
Solved solve(Matrix m, Matrix b);

/// A basis of the row space: a subset of the rows, first come first kept.
Matrix independent_rows(const Matrix& m);

}  // namespace assay::scoring
