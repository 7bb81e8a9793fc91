#include "core/json.hpp"

namespace assay::core {

Json::Json() : value_(Null{}) {}
Json::Json(bool b) : value_(b) {}
Json::Json(Number n) : value_(std::move(n)) {}
Json::Json(std::string s) : value_(std::move(s)) {}
Json::Json(std::string_view s) : value_(std::string(s)) {}
Json::Json(const char* s) : value_(std::string(s)) {}
Json::Json(Array a) : value_(std::move(a)) {}
Json::Json(Object o) : value_(std::move(o)) {}
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json Json::integer(long long n) { return Number{std::to_string(n)}; }

const Json* Json::find(std::string_view key) const {
  if (const auto* members = object())
    for (const auto& [name, value] : *members)
      if (name == key) return &value;
  return nullptr;
}

// Not defaulted: clang 14 crashes on a recursive one.
bool Json::operator==(const Json& other) const { return value_ == other.value_; }

}  // namespace assay::core
