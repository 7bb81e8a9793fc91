#include "cli/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "cli/reading.hpp"

namespace assay::cli {
namespace {

/// Insertions, deletions and replacements that turn one into the other.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j)
      corner = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, corner + (a[i - 1] == b[j - 1] ? 0 : 1)}));
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view text, std::span<const std::string_view> names) {
  text = text.substr(0, 100);
  return *std::min_element(names.begin(), names.end(),
                           [&](std::string_view x, std::string_view y) { return edits(text, x) < edits(text, y); });
}

std::string no_such(std::string_view what, std::string_view text, std::span<const std::string_view> names) {
  std::string message = "there is no " + std::string(what) + " " + spell(core::Json(text)) + "; the nearest is ";
  message.append(nearest(text, names)).append(", and all are ").append(join(names));
  return message;
}

}  // namespace assay::cli
