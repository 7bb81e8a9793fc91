#include "accounting/audit/consistent_search.hpp"

#include <algorithm>

namespace assay::accounting {

ConsistentSearch::ConsistentSearch(const SubsetAnswers& answers)
    : answers_(answers),
      queries_of_(answers.records),
      bits_(answers.records, -1),
      is_waiting_(answers.answers.size(), false) {
  for (std::uint32_t q = 0; q < answers.answers.size(); ++q) {
    const SubsetAnswer& answer = answers.answers[q];
    queries_.push_back({answer.least, answer.most, 0, static_cast<std::int64_t>(answer.records.size())});
    for (const std::uint32_t record : answer.records) queries_of_[record].push_back(q);
  }
}

/// Queues a query whose bounds may force something; false where no value can meet them.
bool ConsistentSearch::touch(std::uint32_t q) {
  const Query& query = queries_[q];
  if (query.ones > query.most || query.ones + query.open < query.least) return false;
  const bool forces = query.open > 0 && (query.ones == query.most || query.ones + query.open == query.least);
  if (forces && !is_waiting_[q]) {
    is_waiting_[q] = true;
    waiting_.push_back(q);
  }
  return true;
}

bool ConsistentSearch::assign(std::uint32_t record, bool value) {
  bits_[record] = value ? 1 : 0;
  trail_.push_back(record);
  bool possible = true;
  for (const std::uint32_t q : queries_of_[record]) {
    queries_[q].open -= 1;
    queries_[q].ones += value ? 1 : 0;
    possible = touch(q) && possible;
  }
  return possible;
}

/// Sets what is forced, until nothing is; false where that cannot be met, or could not be before.
bool ConsistentSearch::propagate(bool possible) {
  while (!waiting_.empty()) {
    const std::uint32_t q = waiting_.back();
    waiting_.pop_back();
    is_waiting_[q] = false;
    if (!possible || queries_[q].open == 0) continue;
    const bool value = queries_[q].ones < queries_[q].most;
    if (value && queries_[q].ones + queries_[q].open != queries_[q].least) continue;
    for (const std::uint32_t record : answers_.answers[q].records)
      if (possible && bits_[record] < 0) possible = assign(record, value);
  }
  return possible;
}

void ConsistentSearch::undo(std::size_t to) {
  while (trail_.size() > to) {
    const std::uint32_t record = trail_.back();
    trail_.pop_back();
    for (const std::uint32_t q : queries_of_[record]) {
      queries_[q].open += 1;
      queries_[q].ones -= bits_[record];
    }
    bits_[record] = -1;
  }
}

ConsistentSearch::Outcome ConsistentSearch::search(const std::vector<bool>& guess, std::optional<std::uint32_t> flipped,
                                                   bool value, std::uint64_t most_steps, const Deadline& deadline) {
  undo(0);
  struct Choice {
    std::size_t trail;
    std::uint32_t record;
    bool second;  // both values were tried
  };
  std::vector<Choice> choices;
  bool possible = true;
  for (std::uint32_t q = 0; q < queries_.size(); ++q) possible = touch(q) && possible;
  possible = propagate(possible);
  if (possible && flipped)
    possible = bits_[*flipped] < 0 ? propagate(assign(*flipped, value)) : (bits_[*flipped] == 1) == value;
  if (!possible) return Outcome::none;
  std::uint32_t next = 0;
  for (std::uint64_t step = 0;; ++step) {
    if (step >= most_steps || (step % 256 == 255 && deadline.passed())) return Outcome::unknown;
    while (next < bits_.size() && bits_[next] >= 0) ++next;
    if (next == bits_.size()) {
      solution_.assign(bits_.size(), false);
      for (std::size_t i = 0; i < bits_.size(); ++i) solution_[i] = bits_[i] == 1;
      return Outcome::found;
    }
    choices.push_back({trail_.size(), next, false});
    possible = propagate(assign(next, guess[next]));
    while (!possible) {
      while (!choices.empty() && choices.back().second) choices.pop_back();
      if (choices.empty()) return Outcome::none;
      Choice& last = choices.back();
      undo(last.trail);
      last.second = true;
      next = last.record;
      possible = propagate(assign(last.record, !guess[last.record]));
    }
    next = choices.back().record;
  }
}

}  // namespace assay::accounting
