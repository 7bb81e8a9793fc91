#include "accounting/composition/composed.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "accounting/composition/beside_finite.hpp"
#include "accounting/composition/bounded_range.hpp"
#include "accounting/composition/contour.hpp"
#include "accounting/composition/contour_or_grid.hpp"
#include "accounting/composition/discrete_gaussian_step.hpp"
#include "accounting/composition/finite.hpp"
#include "accounting/composition/gaussian.hpp"
#include "accounting/composition/grid.hpp"
#include "accounting/composition/laplace.hpp"
#include "accounting/composition/rdp.hpp"
#include "accounting/composition/refine.hpp"
#include "accounting/composition/sampled_step.hpp"
#include "accounting/composition/sandwich.hpp"
#include "accounting/composition/shuffled.hpp"
#include "accounting/composition/windowed.hpp"
#include "accounting/composition/zcdp.hpp"
#include "accounting/loss/distribution_loss.hpp"
#include "accounting/loss/finite_loss.hpp"

namespace assay::accounting {

// On the heap: some profiles are large, and losses move.
struct ComposedLoss::Profile {
  std::variant<GaussianProfile, SampledStepProfile, LaplaceProfile, FiniteProfile, DiscreteGaussianStepProfile,
               WindowedProfile, ContourProfile, BoundedRangeProfile, ShuffledProfile, SandwichProfile, ZcdpProfile,
               RdpProfile, BesideFiniteProfile, GridProfile, ContourOrGridProfile>
      engine;
};

namespace {

using core::Error;
using core::ErrorCode;
using core::Rational;

template <PrivacyProfile P>
ComposedLoss composed(P profile) {
  return ComposedLoss(std::make_unique<ComposedLoss::Profile>(ComposedLoss::Profile{std::move(profile)}));
}

struct BoundedRangePart {
  BoundedRangeLoss loss;
  std::uint64_t count = 1;
};

struct BoundedPart {
  BoundedLoss loss;
  std::uint64_t count = 1;
};

struct ShuffledPart {
  ShuffledLoss loss;
  std::uint64_t count = 1;
};

// The parts by kind, equal ones merged.
struct Sorted {
  SmoothComposition smooth;
  std::vector<GeneralPart> general;  // losses that the grid alone composes
  std::vector<DiscreteGaussianPart> infinite;
  std::vector<BoundedRangePart> ranges;
  std::vector<BoundedPart> bounded;
  std::vector<ShuffledPart> shuffled;
  Rational rho = 0;
  std::vector<std::pair<RenyiLoss, std::uint64_t>> renyi;
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
  void add(const BoundedRangeLoss& loss, std::uint64_t count) {
    for (auto& part : ranges)
      if (part.loss.range == loss.range && part.loss.adaptive == loss.adaptive) {
        part.count += count;
        return;
      }
    ranges.push_back({loss, count});
  }
  void add(const BoundedLoss& loss, std::uint64_t count) { bounded.push_back({loss, count}); }
  void add(const ShuffledLoss& loss, std::uint64_t count) { shuffled.push_back({loss, count}); }
  void add(const DiscreteGaussianLoss& loss, std::uint64_t count) {
    for (auto& part : infinite)
      if (part.loss.sigma == loss.sigma && part.loss.shift == loss.shift) {
        part.count += count;
        return;
      }
    infinite.push_back({loss, count});
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
  void add(const RenyiLoss& loss, std::uint64_t count) { renyi.emplace_back(loss, count); }
  void add(const ZcdpLoss& loss, std::uint64_t count) {
    rho += loss.rho * count;
    has_zcdp = true;
  }
};

// As requests spell them.
std::string_view name(Engine engine) {
  switch (engine) {
    case Engine::automatic: return "auto";
    case Engine::closed_form: return "closed_form";
    case Engine::lattice: return "lattice";
    case Engine::contour: return "contour";
    case Engine::grid: return "grid";
  }
  return "auto";
}

Error engine_error(Engine engine, std::string_view why) {
  return {ErrorCode::invalid_parameter, "/engine",
          "engine " + std::string(name(engine)) + " does not apply: " + std::string(why)};
}

// Everything by its distribution functions: the grid takes any mixture.
std::vector<GeneralPart> by_distribution(std::vector<GeneralPart> parts, const SmoothComposition& s) {
  if (s.mu_squared > 0) parts.push_back({distribution(GaussianLoss{s.mu_squared}), 1});
  for (const auto& part : s.laplace) parts.push_back({distribution(part.loss), part.count});
  for (const auto& part : s.sampled) parts.push_back({distribution(part.loss), part.count});
  for (std::size_t i = 0; i < s.finite.size(); ++i)
    parts.push_back({distribution({s.finite[i].loss, 0}, "finite " + std::to_string(i)), s.finite[i].count});
  return parts;
}

core::Result<ComposedLoss> grid(Sorted sorted, Engine engine) {
  std::vector<GeneralPart> parts = by_distribution(std::move(sorted.general), sorted.smooth);
  if (parts.empty()) return engine_error(Engine::grid, "no part has a loss");
  return composed(GridProfile(std::move(parts), engine != Engine::grid));
}

core::Result<ComposedLoss> finite(std::vector<FinitePart> parts, const Rational& mu_squared) {
  auto profile = FiniteProfile::compose(std::move(parts), mu_squared);
  if (!profile) return profile.error();
  return composed(std::move(*profile));
}

template <class Loss>
bool only_parts_of(const std::vector<LossPart>& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [](const LossPart& part) { return std::holds_alternative<Loss>(part.loss); });
}

// A bounded range r beside other losses: r-differential privacy from above; from below the two losses +-r/2, which are
// binary randomized response and within a range of r.
std::vector<LossPart> as_bounded(std::vector<LossPart> parts) {
  for (LossPart& part : parts)
    if (const auto* loss = std::get_if<BoundedRangeLoss>(&part.loss))
      part.loss = BoundedLoss{{binary_loss(loss->range / 2, 0).loss}, binary_loss(loss->range, 0).loss};
  return parts;
}

// The parts that a pair describes, beside one choice for each class: the upper pair, or one of the lower ones.
core::Result<ComposedLoss> sandwich(const std::vector<LossPart>& parts, Engine engine) {
  std::size_t choices = 1;
  for (const LossPart& part : parts)
    if (const auto* loss = std::get_if<BoundedLoss>(&part.loss)) choices = std::max(choices, loss->lower.size());
  const auto chosen = [&](const auto& choose) {
    std::vector<LossPart> all;
    for (const LossPart& part : parts) {
      if (const auto* loss = std::get_if<BoundedLoss>(&part.loss))
        all.push_back({choose(*loss), part.count});
      else
        all.push_back(part);
    }
    return compose(all, engine);
  };
  auto upper = chosen([](const BoundedLoss& loss) { return loss.upper; });
  if (!upper) return upper.error();
  std::vector<ComposedLoss> lower;
  for (std::size_t i = 0; i < choices; ++i) {
    auto one = chosen([&](const BoundedLoss& loss) { return loss.lower[std::min(i, loss.lower.size() - 1)]; });
    if (!one) return one.error();
    lower.push_back(std::move(*one));
  }
  return composed(SandwichProfile(std::move(lower), std::move(*upper)));
}

}  // namespace

namespace {

// Renyi guarantees add up order by order; Gaussian and zCDP parts have every order.
core::Result<ComposedLoss> renyi(const Sorted& sorted, bool only_gaussian, Engine engine) {
  if (engine != Engine::automatic && engine != Engine::closed_form)
    return engine_error(engine, "a Renyi guarantee has no dominating pair");
  if (!only_gaussian)
    return Error{ErrorCode::not_supported, "/composition",
                 "rdp parts compose with rdp, zCDP and Gaussian parts in this version: state the others as rdp, at the "
                 "orders that the request renyi gives"};
  std::vector<RenyiPoint> points = sorted.renyi.front().first.points;
  for (RenyiPoint& point : points) point.epsilon = (sorted.rho + sorted.smooth.mu_squared / 2) * point.alpha;
  std::vector<RenyiPoint> common;
  for (RenyiPoint point : points) {
    bool everywhere = true;
    for (const auto& [loss, count] : sorted.renyi) {
      const auto found = std::find_if(loss.points.begin(), loss.points.end(),
                                      [&](const RenyiPoint& other) { return other.alpha == point.alpha; });
      everywhere = everywhere && found != loss.points.end();
      if (everywhere) point.epsilon += found->epsilon * Rational(core::Integer(count));
    }
    if (everywhere) common.push_back(std::move(point));
  }
  if (common.empty())
    return Error{ErrorCode::not_supported, "/composition",
                 "the rdp parts have no order in common: guarantees add up order by order"};
  const bool alone = sorted.renyi.size() == 1 && sorted.renyi.front().second == 1 && common.size() == 1 &&
                     !sorted.has_zcdp && sorted.smooth.mu_squared == 0;
  return composed(RdpProfile(std::move(common), alone));
}

}  // namespace

core::Result<ComposedLoss> compose(const std::vector<LossPart>& parts, Engine engine) {
  Sorted sorted;
  for (const auto& part : parts) std::visit([&](const auto& loss) { sorted.add(loss, part.count); }, part.loss);
  SmoothComposition& s = sorted.smooth;
  const bool only_gaussian = s.sampled.empty() && s.laplace.empty() && s.finite.empty() && sorted.infinite.empty() &&
                             sorted.general.empty() && sorted.ranges.empty() && sorted.bounded.empty() &&
                             sorted.shuffled.empty();

  if (!sorted.renyi.empty()) return renyi(sorted, only_gaussian, engine);
  if (!sorted.ranges.empty()) {
    const std::uint64_t counted = std::accumulate(sorted.ranges.begin(), sorted.ranges.end(), std::uint64_t{0},
                                                  [](auto sum, const auto& part) { return sum + part.count; });
    const bool alone = only_parts_of<BoundedRangeLoss>(parts);
    const BoundedRangeLoss& first = sorted.ranges[0].loss;
    const bool alike = std::all_of(sorted.ranges.begin(), sorted.ranges.end(),
                                   [&](const auto& part) { return part.loss.range == first.range; });
    if (alone && alike && (engine == Engine::automatic || engine == Engine::closed_form))
      return composed(BoundedRangeProfile({first.range, first.adaptive || sorted.ranges.size() > 1}, counted));
    return sandwich(as_bounded(parts), engine);
  }
  if (!sorted.bounded.empty()) return sandwich(parts, engine);
  if (!sorted.shuffled.empty()) {
    if (parts.size() > 1 || parts[0].count > 1)
      return Error{
          ErrorCode::not_supported, "/composition",
          "no theorem here composes shuffled messages: ask about one shuffle alone, or state each as pure_dp or "
          "approx_dp"};
    if (engine != Engine::automatic && engine != Engine::closed_form)
      return engine_error(engine, "no pair describes shuffled messages here");
    return composed(ShuffledProfile(sorted.shuffled[0].loss));
  }

  if (sorted.disjoint && !sorted.has_zcdp) {
    std::erase_if(s.finite, [](const FinitePart& part) { return part.loss.infinite_mass != 1; });
    return finite(std::move(s.finite), 0);
  }
  if (sorted.has_zcdp) {
    if (engine != Engine::automatic && engine != Engine::closed_form)
      return engine_error(engine, "a zCDP guarantee has no dominating pair");
    if (!only_gaussian)
      return Error{ErrorCode::not_supported, "/composition",
                   "zCDP parts compose with zCDP and Gaussian parts only: the others have no rho here; ask for them "
                   "apart, or state them as zcdp"};
    return composed(ZcdpProfile(sorted.rho, s.mu_squared));
  }

  if (!sorted.infinite.empty()) {
    if (!s.sampled.empty() || !s.laplace.empty() || !sorted.general.empty())
      return Error{ErrorCode::not_supported, "/composition",
                   "discrete Gaussian parts compose with finite and Gaussian losses in this version"};
    const bool one_lattice = sorted.infinite.size() == 1 && sorted.infinite[0].count == 1 && s.finite.empty() &&
                             s.mu_squared == 0 &&
                             sorted.infinite[0].loss.sigma <= DiscreteGaussianStepProfile::max_sigma;
    if (one_lattice && (engine == Engine::automatic || engine == Engine::closed_form))
      return composed(DiscreteGaussianStepProfile(sorted.infinite[0].loss));
    if (engine != Engine::automatic && engine != Engine::lattice)
      return engine_error(engine, "the losses lie on a lattice");
    auto profile = WindowedProfile::compose(std::move(sorted.infinite), std::move(s.finite), s.mu_squared);
    if (!profile) return profile.error();
    return composed(std::move(*profile));
  }
  if (engine == Engine::grid) return grid(std::move(sorted), engine);
  if (!sorted.general.empty()) {
    const bool one = sorted.general.size() == 1 && sorted.general[0].count == 1 && s.sampled.empty() &&
                     s.laplace.empty() && s.finite.empty() && s.mu_squared == 0;
    if (engine != Engine::automatic && !(engine == Engine::closed_form && one))
      return engine_error(engine, "a part is known by its distribution functions alone");
    return grid(std::move(sorted), engine);
  }

  const bool decays = !s.sampled.empty() || s.mu_squared > 0;
  if (engine == Engine::contour) {
    if (!decays) return engine_error(engine, "the transform does not decay without a Gaussian part");
    return composed(ContourProfile(std::move(s)));
  }
  const bool one_sampled = s.sampled.size() == 1 && s.sampled[0].count == 1 && s.laplace.empty() && s.mu_squared == 0;
  const bool one_laplace = s.laplace.size() == 1 && s.sampled.empty() && s.finite.empty() && s.mu_squared == 0;
  if (engine == Engine::lattice) {
    if (!s.sampled.empty() || !s.laplace.empty() || s.finite.empty())
      return engine_error(engine, "some part has no finite loss distribution");
    return finite(std::move(s.finite), s.mu_squared);
  }
  if (only_gaussian) return composed(GaussianProfile(s.mu_squared));
  if (one_sampled && s.finite.empty()) return composed(SampledStepProfile(s.sampled[0].loss));
  if (one_laplace && (engine != Engine::automatic || s.laplace[0].count <= LaplaceProfile::max_exact_count))
    return composed(LaplaceProfile(s.laplace[0].loss, s.laplace[0].count));
  if (s.laplace.size() == 1 && s.laplace[0].count <= 64 && s.sampled.empty() && !s.finite.empty() && s.mu_squared == 0)
    if (auto beside = BesideFiniteProfile::make(s.finite, LaplaceProfile(s.laplace[0].loss, s.laplace[0].count)))
      return composed(std::move(*beside));
  if (one_sampled && !s.finite.empty())
    if (auto beside = BesideFiniteProfile::make(s.finite, SampledStepProfile(s.sampled[0].loss)))
      return composed(std::move(*beside));
  if (engine == Engine::closed_form) return engine_error(engine, "this composition has no closed form");

  if (s.sampled.empty() && s.laplace.empty()) {
    auto profile = finite(s.finite, s.mu_squared);
    if (profile) return profile;
  }
  if (!decays) return grid(std::move(sorted), engine);
  GridProfile cells(by_distribution({}, s), true);
  return composed(ContourOrGridProfile(ContourProfile(std::move(s)), std::move(cells)));
}

ComposedLoss::ComposedLoss(std::unique_ptr<Profile> profile) : profile_(std::move(profile)) {}
ComposedLoss::~ComposedLoss() = default;
ComposedLoss::ComposedLoss(ComposedLoss&&) noexcept = default;
ComposedLoss& ComposedLoss::operator=(ComposedLoss&&) noexcept = default;

Value ComposedLoss::delta(const Rational& epsilon, const Target& target) {
  return std::visit([&](auto& p) { return p.delta(epsilon, target); }, profile_->engine);
}
Value ComposedLoss::infinite_mass(long bits) const {
  return std::visit([&](const auto& p) { return p.infinite_mass(bits); }, profile_->engine);
}
std::optional<Value> ComposedLoss::max_loss(long bits) const {
  return std::visit([&](const auto& p) { return p.max_loss(bits); }, profile_->engine);
}
int ComposedLoss::compare_max_loss(const Rational& x) const {
  return std::visit([&](const auto& p) { return p.compare_max_loss(x); }, profile_->engine);
}
double ComposedLoss::guess_epsilon(double log_delta) const {
  return std::visit([&](const auto& p) { return p.guess_epsilon(log_delta); }, profile_->engine);
}
Value ComposedLoss::delta_at_level(const LossLevel& level, const Target& target) {
  if (level.ratio == 1) return delta(level.shift, target);
  long bits = wanted_bits(target) + 64;
  if (const auto* finite = std::get_if<FiniteProfile>(&profile_->engine)) {
    if (level.shift == 0)
      if (const auto exact = finite->exact_delta(level.ratio)) return Value(*exact, bits);
    if (finite->compare_max_loss(level) >= 0) return finite->infinite_mass(bits);
  }
  for (int round = 0;; ++round, bits += 128) {
    const Ball at = enclose(level, bits);
    const Value above = delta(lower_rational(at), target), below = delta(upper_rational(at), target);
    Ball both = hull(lower(below.ball), upper(above.ball));
    if (round == 3 || target.deadline.passed() || both.relative_bits() >= wanted_bits(target)) return Value(both);
  }
}

std::string_view ComposedLoss::method() const {
  return std::visit([](const auto& p) { return p.method(); }, profile_->engine);
}
std::vector<std::string> ComposedLoss::theorems() const {
  return std::visit([](const auto& p) { return p.theorems(); }, profile_->engine);
}

}  // namespace assay::accounting
