// Claims about what exact linear statistics tell a Receiver with a Gaussian prior about one record: closed forms.
#include <algorithm>

#include "proofs/checker/claims.hpp"
#include "proofs/checker/real.hpp"

namespace assay::checker {
namespace {

constexpr std::uint64_t most_records = 1'000'000'000'000, most_products = 1'000'000;

/// The largest leverage of a record, the diagonal of the projection onto the rows. The weights of the rows in each
/// record's projection are given: what they leave of the record is orthogonal to all rows.
Rational largest_leverage(const Json& statistics, const Json& weights) {
  std::vector<std::vector<Rational>> rows;
  for (const Json& row : statistics) {
    rows.push_back(numbers(row, "a row"));
    need(rows.back().size() == weights.size(), "not one list of weights a record");
  }
  Budget products{most_products};
  Rational largest = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::vector<Rational> by = numbers(weights[i], "weights");
    need(by.size() == rows.size(), "not one weight a row");
    std::vector<Rational> left(weights.size());
    left[i] = 1;
    products.spend(2 * rows.size() * left.size());
    for (std::size_t k = 0; k < rows.size(); ++k)
      for (std::size_t j = 0; j < left.size(); ++j) kept_small(left[j] -= by[k] * rows[k][j]);
    for (const auto& row : rows) {
      Rational along = 0;
      for (std::size_t j = 0; j < left.size(); ++j) kept_small(along += row[j] * left[j]);
      need(along == 0, "weights that do not project a record onto the rows");
    }
    largest = std::max<Rational>(largest, 1 - left[i]);
  }
  need(largest > 0, "statistics that say nothing");
  return largest;
}

class Release {
 public:
  explicit Release(const Json& claim) : claim_(claim) {
    only(claim, {"release", "score", "priors", "kappa", "delta"});
    const Rational delta = real(claim, "delta");
    need(delta >= 0 && delta < 1, "delta is no probability below 1");  // given the data the gain is certain
    const Json &release = member(claim, "release"), &priors = member(claim, "priors");
    only(release, {"statistic", "n", "rows"});
    only(priors, {"class", "bound", "radius", "condition_number", "structure"});
    const std::string bound = text(priors, "bound");
    in_ellipsoid_ = bound == "mahalanobis";
    need(member(claim, "score") == Json({{"rule", "dawid_sebastiani_marginal"}}) &&
             text(priors, "class") == "gaussian" &&
             (in_ellipsoid_ || bound == "standardized_statistic" || bound == "standardized_record"),
         "a score, a class or a bound without a closed form");
    radius_ = real(priors, "radius");
    condition_ = real(priors, "condition_number");
    need(radius_ >= 0 && condition_ >= 1, "a radius below 0, or a condition number below 1");
    is_mean_ = either(release, "n", "rows");
    const bool structured = priors.contains("structure");
    need(text(release, "statistic") == (is_mean_ ? "mean" : "linear") && (is_mean_ || !structured),
         "a statistic or a structure without a closed form");
    theorem_ = in_ellipsoid_ ? "exact-release-mahalanobis" : "exact-linear-release";
    if (!is_mean_ || (release["n"] == "inf" && !structured)) return;
    const Rational n(count(release, "n", most_records));
    need(n >= 1, "a mean of nothing");
    explained_ = 1 / n;
    if (!structured) return;
    need(priors["structure"] == "exchangeable" || priors["structure"] == "diagonal", "no such structure");
    theorem_ = "exact-release-structured";
    explained_ = condition_ / (condition_ + n - 1);
    condition_ = 1;
  }

  Given take(const Json& step, const std::string& theorem) {
    need(theorem == theorem_, "no theorem " + theorem + " about such a claim");
    if (is_mean_) return {{}, {{"explained", text_of(explained_)}}};
    explained_ = largest_leverage(claim_["release"]["rows"], list(step, "weights", 4096));
    return {{"weights"}, {{"explained", text_of(explained_)}}};
  }

  std::string verdict() const { return compare(supremum(), read_real(text(claim_, "kappa"))) <= 0 ? "holds" : "fails"; }

 private:
  Real supremum() const {
    if (explained_ == 1) return {.infinite = true};
    return {.computed = [this](long bits) {
      const Interval one(1, bits), c = sqrt(Interval(explained_, bits)), up = (one + c) * condition_, down = one - c;
      const Interval rho = (up - down) / (up + down);  // the largest correlation of the record with the statistics
      return (in_ellipsoid_ ? rho : one) * radius_ - log(one - rho * rho);
    }};
  }

  const Json& claim_;
  Rational radius_, condition_;
  /// The largest share of a record's variance that the statistics explain, where the records are independent and alike
  /// but for what the structure allows.
  Rational explained_ = 0;
  bool in_ellipsoid_ = false, is_mean_ = false;
  std::string theorem_;
};

}  // namespace

Conclusion follow_release(const Json& claim, Json& steps, bool completes, std::size_t& at) {
  return walk(Release(claim), steps, completes, at);
}

}  // namespace assay::checker
