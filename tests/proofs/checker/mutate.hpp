// Every change of one field of a certificate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/checker/exact.hpp"
#include "proofs/checker/json.hpp"
#include "proofs/checker/refused.hpp"

namespace assay::test {

using checker::Json;

inline std::vector<Json> certificates_of(const char* path) {
  std::ifstream file(path);
  std::vector<Json> all;
  for (std::string line; std::getline(file, line);) all.push_back(Json::parse(line));
  return all;
}

/// The text with its last digit one more or one less (with carries), or nothing where it is no number.
inline std::vector<std::string> neighbours(const std::string& text) {
  std::vector<std::string> result;
  for (const bool up : {true, false}) {
    std::string changed = text;
    std::size_t end = std::min(text.find_first_of("eE"), text.size());
    while (end > 0) {
      char& digit = changed[--end];
      if (digit < '0' || digit > '9') continue;
      if (digit == (up ? '9' : '0')) {
        digit = up ? '0' : '9';
        continue;
      }
      digit = static_cast<char>(digit + (up ? 1 : -1));
      result.push_back(changed);
      break;
    }
  }
  return result;
}

inline bool is_number(const std::string& text) {
  try {
    checker::read_rational(text);
    return true;
  } catch (const checker::Refused&) {
    return false;
  }
}

/// Calls `visit` with every certificate that differs from this one in one place below `at`.
inline void mutate(Json& at, const std::function<void(const std::string&)>& visit, const std::string& path) {
  const auto with = [&](Json changed) {
    const Json kept = at;
    at = std::move(changed);
    visit(path + " " + kept.dump().substr(0, 60) + " -> " + at.dump().substr(0, 60));
    at = kept;
  };
  if (at.is_string()) {
    const std::string text = at;
    if (is_number(text)) {
      for (const std::string& near : neighbours(text)) with(near);
      return;
    }
    std::string changed = text;
    changed.back() = changed.back() == 'x' ? 'y' : 'x';
    with(changed);
    with("");
    for (const auto& [one, other] :
         {std::pair("remove", "add"), std::pair("add", "remove"), std::pair("holds", "fails"),
          std::pair("fails", "holds"), std::pair("replace", "replace_reversed"), std::pair("add_remove", "replace"),
          std::pair("gaussian-pair", "gdp-pair"), std::pair("laplace-pair", "gaussian-pair"),
          std::pair("encloses", "holds"), std::pair("log", "brier"), std::pair("brier", "log"),
          std::pair("uniform", "adversarial"), std::pair("adjacent_pairs", "all"), std::pair("all", "neighbours"),
          std::pair("gains-by-enumeration", "persuasion-is-pdp"), std::pair("count", "magnitude"),
          std::pair("add_remove", "remove")})
      if (text == one) with(other);
    return;
  }
  if (at.is_number_unsigned()) {
    with(at.get<std::uint64_t>() + 1);
    if (at > 0) with(at.get<std::uint64_t>() - 1);
    with(std::to_string(at.get<std::uint64_t>()));
    return;
  }
  if (at.is_array()) {
    for (std::size_t i = 0; i + 1 < at.size(); ++i) {
      Json swapped = at;
      std::swap(swapped[i], swapped[i + 1]);
      if (swapped != at) with(swapped);
    }
    if (!at.empty()) {
      Json shorter = at;
      shorter.erase(shorter.size() - 1);
      with(shorter);
      Json longer = at;
      longer.push_back(at.back());
      with(longer);
    }
    for (std::size_t i = 0; i < at.size(); ++i) mutate(at[i], visit, path + "/" + std::to_string(i));
    return;
  }
  if (!at.is_object()) return;
  Json more = at;
  more["another"] = "1";
  with(more);
  std::vector<std::string> names;
  for (const auto& entry : at.items()) names.push_back(entry.key());
  for (const std::string& name : names) {
    Json fewer = at;
    fewer.erase(name);
    with(fewer);
    mutate(at[name], visit, path + "/" + name);
  }
}

}  // namespace assay::test
