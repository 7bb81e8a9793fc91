// JSON text -> value, with limits: the checker's only use of the outer JSON reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "proofs/checker/exact.hpp"

namespace assay::checker {

using Json = nlohmann::json;

/// Reads one JSON text.
/// Fails: refuses malformed text, duplicate keys, more than 16 levels, more than `largest_text` bytes. Numbers that are
///        no whole ones of 64 bits are never used: those of a certificate are texts.
inline constexpr std::size_t largest_text = 1U << 20U;
Json read_json(std::string_view text);

/// The member of an object, refusing where it is missing or of another type: any, a text, a number in a text, a count.
const Json& member(const Json& object, const char* name);
std::string text(const Json& object, const char* name);
Rational real(const Json& object, const char* name);
std::uint64_t count(const Json& object, const char* name, std::uint64_t most);
/// A member that is a list, of at most so many entries.
const Json& list(const Json& object, const char* name, std::size_t most);
/// A list of at most 4,096 numbers; and such that are a probability distribution.
std::vector<Rational> numbers(const Json& list, const std::string& what);
std::vector<Rational> distribution(const Json& list, const std::string& what);
/// A place in something of that size.
std::size_t place(const Json& entry, std::size_t size, const char* what);

/// Whether it has the one of two members; refuses an object that has both or neither.
bool either(const Json& object, const char* one, const char* other);
/// Refuses an object that has other members than these.
void only(const Json& object, const std::set<std::string>& names);

}  // namespace assay::checker
