#include "accounting/audit/samples.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "accounting/numeric/normal_quantile.hpp"

namespace assay::accounting {
namespace {

/// One output, read once: its number if it is one, and what names it in a set.
struct Output {
  std::optional<double> value;
  std::string key;
};

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string shortest(double value) {
  char text[64];
  const auto [end, fault] = std::to_chars(text, text + sizeof text, value);
  return fault == std::errc() ? std::string(text, end) : std::string();
}

Output read(const std::string& text) {
  const std::string_view plain = trimmed(text);
  const std::optional<double> value = number_of(plain);
  return {value, value ? shortest(*value == 0 ? 0 : *value) : std::string(plain)};
}

/// The exponent of the least significant bit that is set; that of zero is above all.
double least_bit(double value) {
  if (value == 0) return 2000;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  const auto bits = static_cast<std::uint64_t>(std::ldexp(std::abs(mantissa), 53));
  return exponent - 53 + std::countr_zero(bits);
}

std::optional<double> feature_of(const Output& output, Feature feature) {
  if (!output.value) return std::nullopt;
  return feature == Feature::value ? *output.value : least_bit(*output.value);
}

bool holds(const ThresholdEvent& event, const Output& output) {
  const std::optional<double> x = feature_of(output, event.feature);
  return x && (event.at_least ? *x >= event.bound : *x <= event.bound);
}
bool holds(const OutputSet& event, const Output& output) { return event.keys.count(output.key) > 0; }
bool holds(const SampleEvent& event, const Output& output) {
  return std::visit([&](const auto& kind) { return holds(kind, output); }, event);
}

/// Every second output: even places search, odd ones certify.
std::vector<Output> half(std::span<const std::string> all, std::size_t from) {
  std::vector<Output> chosen;
  for (std::size_t i = from; i < all.size(); i += 2) chosen.push_back(read(all[i]));
  return chosen;
}

/// About the bound that counts would give: it ranks events, and certifies nothing.
class Rank {
 public:
  Rank(std::size_t first, std::size_t second, const AuditQuestion& question)
      : first_(static_cast<double>(first)), second_(static_cast<double>(second)) {
    delta_ = Ball(question.delta, 64).midpoint();
    const Ball z = normal_upper_quantile(Ball((1 - question.confidence) / 2, 64));
    z_ = z.midpoint();
  }

  struct Best {
    double score = 0;
    bool swapped = false;
  };
  /// Of an event that holds for `a` of the first array's outputs and for `b` of the second's.
  Best operator()(double a, double b) const {
    const double plain = bound(a, first_, b, second_), turned = bound(b, second_, a, first_);
    return plain >= turned ? Best{plain, false} : Best{turned, true};
  }

 private:
  /// Wilson's limits, which are near the exact ones.
  double limit(double successes, double trials, double sign) const {
    const double z2 = z_ * z_, p = successes / trials;
    const double middle = p + z2 / (2 * trials);
    const double spread = z_ * std::sqrt(p * (1 - p) / trials + z2 / (4 * trials * trials));
    return std::clamp((middle + sign * spread) / (1 + z2 / trials), 1e-12, 1 - 1e-12);
  }
  double bound(double in, double positives, double out, double negatives) const {
    const double t = limit(in, positives, -1), f = limit(out, negatives, 1);
    const double one = t > delta_ ? std::log((t - delta_) / f) : 0;
    const double other = 1 - f > delta_ ? std::log((1 - f - delta_) / (1 - t)) : 0;
    return std::max(one, other);
  }

  double first_, second_, delta_ = 0, z_ = 2;
};

struct Found {
  double score = -1;
  bool swapped = false;
  SampleEvent event;

  template <class Event>
  void offer(Rank::Best rank, const Event& event_offered) {
    if (rank.score <= score) return;
    score = rank.score;
    swapped = rank.swapped;
    event = event_offered;
  }
};

struct Tally {
  double first = 0, second = 0;
};

void search_thresholds(const std::vector<Output>& first, const std::vector<Output>& second, Feature feature,
                       const Rank& rank, Found& found) {
  std::map<double, Tally> at;
  Tally total;
  const auto add = [&](const std::vector<Output>& outputs, double Tally::*side) {
    for (const Output& output : outputs)
      if (const std::optional<double> x = feature_of(output, feature)) {
        at[*x].*side += 1;
        total.*side += 1;
      }
  };
  add(first, &Tally::first);
  add(second, &Tally::second);
  Tally below;
  for (const auto& [bound, here] : at) {
    found.offer(rank(total.first - below.first, total.second - below.second), ThresholdEvent{feature, bound, true});
    below.first += here.first;
    below.second += here.second;
    found.offer(rank(below.first, below.second), ThresholdEvent{feature, bound, false});
  }
}

/// Sets of outputs in the order of their likelihood ratio: the best sets of any size are among the prefixes.
void search_sets(const std::vector<Output>& first, const std::vector<Output>& second, const Rank& rank, Found& found) {
  std::map<std::string, Tally> at;
  for (const Output& output : first) at[output.key].first += 1;
  for (const Output& output : second) at[output.key].second += 1;
  // Outputs that hardly repeat tell nothing about the other half.
  constexpr std::size_t most_kinds = 4096;
  if (at.size() > most_kinds || 2 * at.size() > first.size() + second.size()) return;
  std::vector<std::pair<std::string, Tally>> kinds(at.begin(), at.end());
  const auto n = static_cast<double>(first.size()), m = static_cast<double>(second.size());
  std::stable_sort(kinds.begin(), kinds.end(), [&](const auto& x, const auto& y) {
    return (x.second.first / n) * (y.second.second / m) > (y.second.first / n) * (x.second.second / m);
  });
  for (const bool forward : {true, false}) {
    Tally inside;
    double best = 0;
    std::size_t best_size = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const Tally& tally = kinds[forward ? i : kinds.size() - 1 - i].second;
      inside.first += tally.first;
      inside.second += tally.second;
      const double score = rank(inside.first, inside.second).score;
      if (score > best) {
        best = score;
        best_size = i + 1;
      }
    }
    if (best_size == 0) continue;
    OutputSet set;
    Tally chosen;
    for (std::size_t i = 0; i < best_size; ++i) {
      const auto& [key, tally] = kinds[forward ? i : kinds.size() - 1 - i];
      set.keys.insert(key);
      chosen.first += tally.first;
      chosen.second += tally.second;
    }
    found.offer(rank(chosen.first, chosen.second), set);
  }
}

Found search(const std::vector<Output>& first, const std::vector<Output>& second, EventFamily family,
             const AuditQuestion& question) {
  const Rank rank(first.size(), second.size(), question);
  Found found;
  search_thresholds(first, second, Feature::value, rank, found);
  if (family == EventFamily::value_thresholds) return found;
  search_thresholds(first, second, Feature::least_bit, rank, found);
  search_sets(first, second, rank, found);
  return found;
}

Count count(const SampleEvent& event, const std::vector<Output>& outputs) {
  const auto inside =
      std::count_if(outputs.begin(), outputs.end(), [&](const Output& output) { return holds(event, output); });
  return {static_cast<std::uint64_t>(inside), outputs.size()};
}

}  // namespace

core::Result<HeldOut> hold_out(std::span<const std::string> first, std::span<const std::string> second,
                               EventFamily family, const AuditQuestion& question) {
  using core::Error;
  using core::ErrorCode;
  if (first.size() < 2 || second.size() < 2)
    return Error{ErrorCode::invalid_parameter, "",
                 "each side needs at least two outputs: one half chooses the event, the other certifies it"};
  if (first.size() > max_samples || second.size() > max_samples)
    return Error{ErrorCode::limit_exceeded, "",
                 "at most " + std::to_string(max_samples) + " outputs a side are audited"};
  Found found = search(half(first, 0), half(second, 0), family, question);
  const Count in_first = count(found.event, half(first, 1)), in_second = count(found.event, half(second, 1));
  return HeldOut{std::move(found.event), found.swapped,
                 found.swapped ? AttackCounts{in_second, in_first} : AttackCounts{in_first, in_second}};
}

core::Result<SampleEvidence> audit_samples(std::span<const std::string> first, std::span<const std::string> second,
                                           EventFamily family, const AuditQuestion& question) {
  core::Result<HeldOut> held_out = hold_out(first, second, family, question);
  if (!held_out) return held_out.error();
  core::Result<Evidence> evidence = audit_counts(held_out->counts, question);
  if (!evidence) return evidence.error();
  evidence->epsilon.theorems.emplace_back("held-out-event");
  return SampleEvidence{std::move(*evidence), std::move(*held_out)};
}

std::string describe(const SampleEvent& event) {
  if (const auto* threshold = std::get_if<ThresholdEvent>(&event)) {
    const std::string feature =
        threshold->feature == Feature::value ? "the output" : "the exponent of the least significant bit of the output";
    return feature + (threshold->at_least ? " >= " : " <= ") + shortest(threshold->bound);
  }
  constexpr std::size_t shown = 8;
  const auto& keys = std::get_if<OutputSet>(&event)->keys;
  if (keys.empty()) return "none: the outputs hardly repeat and are no numbers";
  std::string text = "the output is one of";
  std::size_t i = 0;
  for (const std::string& key : keys) {
    if (++i > shown) break;
    text += (i == 1 ? " " : ", ") + key.substr(0, 40);
  }
  if (keys.size() > shown) text += " and " + std::to_string(keys.size() - shown) + " others";
  return text;
}

}  // namespace assay::accounting
