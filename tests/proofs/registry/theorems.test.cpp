// The registry: ids, and agreement with the pages.
#include "proofs/registry/theorems.hpp"

#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "proofs/registry/parts.hpp"

using namespace assay::proofs;

namespace {

/// Words separated by one space: pages are wrapped, entries are not.
std::string words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::string all, word;
  while (in >> word) all += (all.empty() ? "" : " ") + word;
  return all;
}

/// The text of a page below a heading, up to the next.
std::string section(std::string_view page, std::string_view name) {
  const std::string heading = "\n## " + std::string(name) + "\n";
  const auto start = page.find(heading);
  if (start == std::string_view::npos) return {};
  page.remove_prefix(start + heading.size());
  return words(page.substr(0, page.find("\n## ")));
}

std::string listed(const std::vector<Hypothesis>& hypotheses) {
  std::string text;
  for (const Hypothesis& h : hypotheses)
    text += (text.empty() ? "- " : " - ") + std::string(h.standing == Standing::checked ? "checked" : "asserted") +
            ": " + std::string(h.text);
  return text;
}

std::string_view name(Status status) {
  switch (status) {
    case Status::proved: return "proved";
    case Status::cited: return "cited";
    case Status::definition: return "definition";
  }
  return {};
}

}  // namespace

TEST_CASE("ids of the registry are unique, lower case and joined by hyphens") {
  std::set<std::string_view> ids;
  for (const Theorem& t : all()) {
    CHECK_MESSAGE(ids.insert(t.id).second, t.id);
    CHECK(t.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos);
  }
  CHECK(ids.size() > 30);
}

TEST_CASE("a theorem is found by its id and by no other") {
  for (const Theorem& t : all()) CHECK(find(t.id) == &t);
  CHECK(find("gaussian-pai") == nullptr);
  CHECK(find("") == nullptr);
  CHECK(page("gaussian-pai").empty());
}

TEST_CASE("every entry says what it states, under which hypotheses, and from where") {
  for (const Theorem& t : all()) {
    CAPTURE(t.id);
    CHECK(!t.title.empty());
    CHECK(t.statement.size() > 40);
    CHECK(!t.hypotheses.empty());
    CHECK(!t.source.empty());
  }
}

TEST_CASE("every entry has a page that says the same and adds a proof") {
  for (const Theorem& t : all()) {
    CAPTURE(t.id);
    const std::string_view text = page(t.id);
    CHECK(text.starts_with("# " + std::string(t.title) + "\n\n`" + std::string(t.id) + "`, " +
                           std::string(name(t.status)) + "\n"));
    CHECK(section(text, "Statement") == words(t.statement));
    CHECK(section(text, "Hypotheses") == listed(t.hypotheses));
    CHECK(section(text, "Source") == words(t.source));
    CHECK(section(text, "Proof").size() > 40);
    std::string formal;
    if (!t.formal.empty()) formal = "Checked by Coq for finitely many outputs, in proofs/formal:";
    for (std::string_view name : t.formal) formal += " - " + std::string(name);
    CHECK(section(text, "Formal") == formal);
  }
}

TEST_CASE("the formal layer names theorems of the registry, each once and each with a proof") {
  std::set<std::string_view> ids;
  for (const Formal& formal : formal_layer()) {
    CAPTURE(formal.id);
    CHECK(ids.insert(formal.id).second);
    CHECK(find(formal.id) != nullptr);
    CHECK(!formal.theorems.empty());
  }
  CHECK(ids.size() > 10);
}
