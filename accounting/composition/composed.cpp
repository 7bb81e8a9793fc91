#include "accounting/composition/composed.hpp"

#include <algorithm>

#include "accounting/loss/distribution_loss.hpp"

namespace assay::accounting {
namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;

// The parts by kind, equal ones merged.
struct Sorted {
  SmoothComposition smooth;
  std::vector<GeneralPart> general;  // losses that the grid alone composes
  Rational rho = 0;
  bool has_zcdp = false;
  bool disjoint = false;  // some part alone tells the data sets apart: P[L = inf] = 1

  void add(const GaussianLoss& loss, std::uint64_t count) { smooth.mu_squared += loss.mu_squared * count; }
  void add(const LaplaceLoss& loss, std::uint64_t count) {
    for (auto& part : smooth.laplace)
      if (part.loss.shift == loss.shift) {
        part.count += count;
        return;
      }
    smooth.laplace.push_back({loss, count});
  }
  void add(const FiniteLoss& loss, std::uint64_t count) {
    disjoint = disjoint || loss.infinite_mass == 1;
    smooth.finite.push_back({loss, count});
  }
  void add(const SampledGaussianLoss& loss, std::uint64_t count) {
    for (auto& part : smooth.sampled)
      if (part.loss.sigma == loss.sigma && part.loss.rate == loss.rate && part.loss.kind == loss.kind) {
        part.count += count;
        return;
      }
    smooth.sampled.push_back({loss, count});
  }
  void add(const DistributionLoss& loss, std::uint64_t count) {
    for (auto& part : general)
      if (part.loss.key == loss.key) {
        part.count += count;
        return;
      }
    general.push_back({loss, count});
  }
  void add(const ZcdpLoss& loss, std::uint64_t count) {
    rho += loss.rho * count;
    has_zcdp = true;
  }
};

Error engine_error(std::string_view engine, std::string_view why) {
  return {ErrorCode::invalid_parameter, "/engine",
          "engine " + std::string(engine) + " does not apply: " + std::string(why)};
}

// Everything by its distribution functions: the grid takes any mixture.
core::Result<ComposedLoss> grid(Sorted sorted, Engine engine) {
  std::vector<GeneralPart> parts = std::move(sorted.general);
  const SmoothComposition& s = sorted.smooth;
  if (s.mu_squared > 0) parts.push_back({distribution(GaussianLoss{s.mu_squared}), 1});
  for (const auto& part : s.laplace) parts.push_back({distribution(part.loss), part.count});
  for (const auto& part : s.sampled) parts.push_back({distribution(part.loss), part.count});
  for (std::size_t i = 0; i < s.finite.size(); ++i)
    parts.push_back({distribution({s.finite[i].loss, 0}, "finite " + std::to_string(i)), s.finite[i].count});
  if (parts.empty()) return engine_error("grid", "no part has a loss");
  return ComposedLoss(GridProfile(std::move(parts), engine != Engine::grid));
}

core::Result<ComposedLoss> finite(std::vector<FinitePart> parts, const Rational& mu_squared) {
  auto profile = FiniteProfile::compose(std::move(parts), mu_squared);
  if (!profile) return profile.error();
  return ComposedLoss(std::move(*profile));
}

}  // namespace

core::Result<ComposedLoss> compose(const std::vector<LossPart>& parts, Engine engine) {
  Sorted sorted;
  for (const auto& part : parts) std::visit([&](const auto& loss) { sorted.add(loss, part.count); }, part.loss);
  SmoothComposition& s = sorted.smooth;
  const bool only_gaussian = s.sampled.empty() && s.laplace.empty() && s.finite.empty();

  if (sorted.disjoint && !sorted.has_zcdp) {
    std::erase_if(s.finite, [](const FinitePart& part) { return part.loss.infinite_mass != 1; });
    return finite(std::move(s.finite), 0);
  }
  if (sorted.has_zcdp) {
    if (engine != Engine::automatic && engine != Engine::closed_form)
      return engine_error("contour, lattice or grid", "a zCDP guarantee has no dominating pair");
    if (!only_gaussian)
      return Error{ErrorCode::not_supported, "/composition",
                   "zCDP parts compose with zCDP and Gaussian parts only: the others have no rho here; ask for them "
                   "apart, or state them as zcdp"};
    return ComposedLoss(ZcdpProfile(sorted.rho, s.mu_squared));
  }

  if (engine == Engine::grid) return grid(std::move(sorted), engine);
  if (!sorted.general.empty()) {
    const bool one = sorted.general.size() == 1 && sorted.general[0].count == 1 && only_gaussian && s.mu_squared == 0;
    if (engine != Engine::automatic && !(engine == Engine::closed_form && one))
      return engine_error("closed_form, lattice or contour", "a part is known by its distribution functions alone");
    return grid(std::move(sorted), engine);
  }
  const bool decays = !s.sampled.empty() || s.mu_squared > 0;
  if (engine == Engine::contour) {
    if (!decays) return engine_error("contour", "the transform does not decay without a Gaussian part");
    return ComposedLoss(ContourProfile(std::move(s)));
  }
  const bool one_step =
      s.sampled.size() == 1 && s.sampled[0].count == 1 && s.laplace.empty() && s.finite.empty() && s.mu_squared == 0;
  const bool one_laplace = s.laplace.size() == 1 && s.sampled.empty() && s.finite.empty() && s.mu_squared == 0;
  if (engine == Engine::lattice) {
    if (!s.sampled.empty() || !s.laplace.empty() || s.finite.empty())
      return engine_error("lattice", "some part has no finite loss distribution");
    return finite(std::move(s.finite), s.mu_squared);
  }
  if (only_gaussian) return ComposedLoss(GaussianProfile(s.mu_squared));
  if (one_step) return ComposedLoss(SampledStepProfile(s.sampled[0].loss));
  if (one_laplace && (engine != Engine::automatic || s.laplace[0].count <= LaplaceProfile::max_exact_count))
    return ComposedLoss(LaplaceProfile(s.laplace[0].loss, s.laplace[0].count));
  if (engine == Engine::closed_form) return engine_error("closed_form", "this composition has no closed form");

  if (s.sampled.empty() && s.laplace.empty()) {
    auto profile = finite(s.finite, s.mu_squared);
    if (profile) return profile;
  }
  if (!decays) return grid(std::move(sorted), engine);
  return ComposedLoss(ContourProfile(std::move(s)));
}

Value ComposedLoss::delta(const Rational& epsilon, const Target& target) {
  return std::visit([&](auto& p) { return p.delta(epsilon, target); }, *profile_);
}
Value ComposedLoss::infinite_mass(long bits) const {
  return std::visit([&](const auto& p) { return p.infinite_mass(bits); }, *profile_);
}
std::optional<Value> ComposedLoss::max_loss(long bits) const {
  return std::visit([&](const auto& p) { return p.max_loss(bits); }, *profile_);
}
int ComposedLoss::compare_max_loss(const Rational& x) const {
  return std::visit([&](const auto& p) { return p.compare_max_loss(x); }, *profile_);
}
double ComposedLoss::guess_epsilon(double log_delta) const {
  return std::visit([&](const auto& p) { return p.guess_epsilon(log_delta); }, *profile_);
}
std::string_view ComposedLoss::method() const {
  return std::visit([](const auto& p) { return p.method(); }, *profile_);
}
std::vector<std::string> ComposedLoss::theorems() const {
  return std::visit([](const auto& p) { return p.theorems(); }, *profile_);
}

}  // namespace assay::accounting
