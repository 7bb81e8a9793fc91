// Typed values out of JSON: every fault carries its code, its place and a sentence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// A value for an error message: its JSON text, cut at about 60 bytes between two characters.
std::string spell(const core::Json& value);

/// "a, b, c" for an error message.
std::string join(std::span<const std::string_view> names);

/// A finite real: a JSON number, or a string that spells a decimal or a fraction.
/// Fails: invalid_parameter for another type or text ("inf" and "NaN" too); limit_exceeded for text past the limits.
core::Result<core::ExactNumber> read_real(const core::Json& value, std::string_view name, const std::string& at);

/// A whole number in [lowest, highest]: a JSON number of whole value, or a string of digits.
core::Result<std::uint64_t> read_integer(const core::Json& value, std::string_view name, const std::string& at,
                                         std::uint64_t lowest, std::uint64_t highest);

core::Result<bool> read_boolean(const core::Json& value, std::string_view name, const std::string& at);
core::Result<std::string> read_string(const core::Json& value, std::string_view name, const std::string& at);

/// Whether the text stands for a logarithm, by its start.
bool is_logarithm(const core::Json& value);
/// The r of ln r: "ln 3" for a decimal, "ln(3/2)" for any rational above 0. Precondition: is_logarithm.
/// Fails: invalid_parameter for other text; limit_exceeded for text past the limits.
core::Result<core::Rational> read_logarithm(const core::Json& value, std::string_view name, const std::string& at);

/// One JSON object being decoded. It keeps the first fault; after one, every find() answers null.
class ObjectReader {
 public:
  /// Fails (sticky): invalid_parameter where `value` is no object, unknown_field for a member outside `known`.
  ObjectReader(const core::Json& value, std::string at, std::string_view what, std::span<const std::string_view> known);

  const core::Json* find(std::string_view name) const;
  /// Like find(); an absent member is the fault missing_field.
  const core::Json* require(std::string_view name);
  /// The pointer of that member.
  std::string place(std::string_view name) const;

  void fail(core::Error fault);
  void fail(core::ErrorCode code, std::string_view name, std::string message);
  bool failed() const { return fault_.has_value(); }
  const std::optional<core::Error>& fault() const { return fault_; }

  /// The value, or `otherwise` with the fault kept.
  template <class T>
  T keep(core::Result<T> result, T otherwise = T{}) {
    if (result) return std::move(result).value();
    fail(result.error());
    return otherwise;
  }

 private:
  const core::Json& value_;
  std::string at_;
  std::string what_;
  std::optional<core::Error> fault_;
};

/// Whether the member delta_kind says probabilistic, not approximate, which it means where it is absent.
/// `alias` is a second spelling of approximate.
bool read_delta_kind(ObjectReader& in, std::string_view alias = "approximate");

}  // namespace assay::cli
