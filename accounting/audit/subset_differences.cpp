#include "accounting/audit/subset_differences.hpp"

#include <algorithm>
#include <iterator>

namespace assay::accounting {
namespace {

using Words = std::vector<std::uint64_t>;

Words words_of(const std::vector<std::uint32_t>& records, std::size_t count) {
  Words words((count + 63) / 64, 0);
  for (const std::uint32_t record : records) words[record / 64] |= std::uint64_t{1} << (record % 64);
  return words;
}

bool inside(const Words& small, const Words& large) {
  for (std::size_t i = 0; i < small.size(); ++i)
    if ((small[i] & ~large[i]) != 0) return false;
  return true;
}

}  // namespace

SubsetAnswers with_differences(const SubsetAnswers& answers, const Deadline& deadline) {
  constexpr std::size_t most_more = 200'000;  // bounds memory; the pairs left out only certify less
  SubsetAnswers all = answers;
  std::vector<Words> words;
  for (const SubsetAnswer& answer : answers.answers) words.push_back(words_of(answer.records, answers.records));
  std::size_t held = 0;
  for (std::size_t b = 0; b < words.size() && held < 50 * most_more && !deadline.passed(); ++b)
    for (std::size_t a = 0; a < words.size(); ++a) {
      const SubsetAnswer &small = answers.answers[a], &large = answers.answers[b];
      if (a == b || small.records.size() > large.records.size()) continue;
      const auto size = static_cast<std::int64_t>(large.records.size() - small.records.size());
      const std::int64_t least = large.least - small.most, most = large.most - small.least;
      if ((least <= 0 && most >= size) || !inside(words[a], words[b])) continue;
      SubsetAnswer difference{{}, std::max<std::int64_t>(least, 0), std::min(most, size)};
      std::set_difference(large.records.begin(), large.records.end(), small.records.begin(), small.records.end(),
                          std::back_inserter(difference.records));
      held += difference.records.size() + 1;
      all.answers.push_back(std::move(difference));
      if (all.answers.size() >= answers.answers.size() + most_more || held >= 50 * most_more) return all;
    }
  return all;
}

}  // namespace assay::accounting
