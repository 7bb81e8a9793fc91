#include "accounting/audit/reconstruction_guess.hpp"

#include <algorithm>
#include <cmath>

namespace assay::accounting {
namespace {

using Vector = std::vector<double>;

Vector times(const SubsetAnswers& answers, const Vector& x) {
  Vector y(answers.answers.size(), 0);
  for (std::size_t q = 0; q < y.size(); ++q) {
    double sum = 0;
    for (const std::uint32_t record : answers.answers[q].records) sum += x[record];
    y[q] = sum;
  }
  return y;
}

Vector transposed_times(const SubsetAnswers& answers, const Vector& y) {
  Vector x(answers.records, 0);
  for (std::size_t q = 0; q < y.size(); ++q)
    for (const std::uint32_t record : answers.answers[q].records) x[record] += y[q];
  return x;
}

double square_norm(const Vector& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return sum;
}

void add_multiple(Vector& x, double factor, const Vector& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += factor * y[i];
}

/// Conjugate gradients for the least squares of A x = middle of the answers, from x = 1/2.
Vector least_squares(const SubsetAnswers& answers, const Deadline& deadline) {
  Vector x(answers.records, 0.5);
  Vector residual = times(answers, x);
  for (std::size_t q = 0; q < residual.size(); ++q)
    residual[q] = (static_cast<double>(answers.answers[q].least) + static_cast<double>(answers.answers[q].most)) / 2 -
                  residual[q];
  Vector gradient = transposed_times(answers, residual), direction = gradient;
  double size = square_norm(gradient);
  const double start = size;
  for (int i = 0; i < 100 && size > 1e-12 * start && !deadline.passed(); ++i) {
    const Vector image = times(answers, direction);
    const double step = size / square_norm(image);
    if (!std::isfinite(step)) break;
    add_multiple(x, step, direction);
    add_multiple(residual, -step, image);
    gradient = transposed_times(answers, residual);
    const double next = square_norm(gradient);
    for (std::size_t j = 0; j < x.size(); ++j) direction[j] = gradient[j] + next / size * direction[j];
    size = next;
  }
  return x;
}

std::int64_t excess(const SubsetAnswer& answer, std::int64_t sum) {
  const std::int64_t far = std::max<std::int64_t>({answer.least - sum, sum - answer.most, 0});
  return far * far;
}

/// Flips single bits while that lessens the sum of squared violations.
void descend(const SubsetAnswers& answers, std::vector<bool>& bits, const Deadline& deadline) {
  std::vector<std::vector<std::uint32_t>> queries_of(answers.records);
  std::vector<std::int64_t> sums(answers.answers.size(), 0);
  for (std::uint32_t q = 0; q < sums.size(); ++q)
    for (const std::uint32_t record : answers.answers[q].records) {
      queries_of[record].push_back(q);
      sums[q] += bits[record] ? 1 : 0;
    }
  for (bool better = true; better && !deadline.passed();) {
    better = false;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const int step = bits[i] ? -1 : 1;
      std::int64_t change = 0;
      for (const std::uint32_t q : queries_of[i])
        change += excess(answers.answers[q], sums[q] + step) - excess(answers.answers[q], sums[q]);
      if (change >= 0) continue;
      better = true;
      bits[i] = !bits[i];
      for (const std::uint32_t q : queries_of[i]) sums[q] += step;
    }
  }
}

}  // namespace

std::vector<bool> guess_bits(const SubsetAnswers& answers, const Deadline& deadline) {
  const Vector x = least_squares(answers, deadline);
  std::vector<bool> bits(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) bits[i] = x[i] > 0.5;
  descend(answers, bits, deadline);
  return bits;
}

bool meets(const SubsetAnswers& answers, const std::vector<bool>& bits) {
  return std::all_of(answers.answers.begin(), answers.answers.end(), [&](const SubsetAnswer& answer) {
    const auto sum =
        std::count_if(answer.records.begin(), answer.records.end(), [&](std::uint32_t record) { return bits[record]; });
    return answer.least <= sum && sum <= answer.most;
  });
}

}  // namespace assay::accounting
