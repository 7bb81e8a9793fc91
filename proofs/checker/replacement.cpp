// Theorems that put one mechanism in the place of another.
#include <map>
#include <utility>

#include "proofs/checker/pairs.hpp"
#include "proofs/checker/parameters.hpp"

namespace assay::checker {
namespace {

/// How many times the sensitivity two scores may move apart: once, where all move the same way.
int moves(const Json& m) { return m.value("monotonic", Json(false)) == Json(true) ? 1 : 2; }

}  // namespace

// A group of t records is the same mechanism with one parameter t times as large, or t^2 times.
Json mechanism_by(const std::string& theorem, const Json& m) {
  if (theorem == "noisy-max-pure-dp") {
    expect(m, "noisy_max", {"noise", "scale", "sensitivity", "monotonic"});
    need(text(m, "noise") == "laplace" || text(m, "noise") == "exponential", "noise of another kind");
    return {{"mechanism", "pure_dp"}, {"epsilon", text_of(moves(m) * sensitivity(m) / positive(m, "scale"))}};
  }
  if (theorem == "sparse-vector-pure-dp") {
    expect(m, "sparse_vector", {"threshold_scale", "query_scale", "sensitivity", "cutoff", "monotonic"});
    const Rational cutoff(m.contains("cutoff") ? count(m, "cutoff", 1'000'000'000) : 1);
    const Rational epsilon = 1 / positive(m, "threshold_scale") + cutoff * moves(m) / positive(m, "query_scale");
    return {{"mechanism", "pure_dp"}, {"epsilon", text_of(epsilon * sensitivity(m))}};
  }
  expect(m, "group", {"size", "base"});
  static const std::map<std::pair<std::string, std::string>, const char*> parameters = {
      {{"group-sensitivity", "gaussian"}, "sensitivity"},
      {{"group-sensitivity", "laplace"}, "sensitivity"},
      {{"group-sensitivity", "discrete_laplace"}, "sensitivity"},
      {{"group-of-queries", "discrete_gaussian"}, "sensitivity"},
      {{"group-zcdp", "zcdp"}, "rho"},
      {{"group-gdp", "gdp"}, "mu"}};
  Json base = base_of(m);
  const auto found = parameters.find({theorem, text(base, "mechanism")});
  need(found != parameters.end(), "no theorem " + theorem + " about groups of " + text(base, "mechanism"));
  const std::string name = found->second;
  const Rational t(count(m, "size", 1'000'000'000)), by = name == "rho" ? Rational(t * t) : t;
  need(t >= 1, "an empty group");
  base[name] = text_of(by * (name == "sensitivity" ? sensitivity(base) : real(base, name.c_str())));
  return base;
}

}  // namespace assay::checker
