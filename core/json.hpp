// A JSON value that keeps the text of its numbers, and the order of its members.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay::core {

class Json {
 public:
  struct Null {
    bool operator==(const Null&) const = default;
  };
  /// A number as spelled in the text; never converted to a double.
  struct Number {
    std::string text;
    bool operator==(const Number&) const = default;
  };
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;

  // Out of line, all of them: every source that holds a Json would compile the variant's copies and moves again.
  Json();
  Json(bool b);
  Json(Number n);
  Json(std::string s);
  Json(std::string_view s);
  Json(const char* s);
  Json(Array a);
  Json(Object o);
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();
  static Json integer(long long n);

  bool is_null() const { return std::holds_alternative<Null>(value_); }
  const bool* boolean() const { return std::get_if<bool>(&value_); }
  const Number* number() const { return std::get_if<Number>(&value_); }
  const std::string* string() const { return std::get_if<std::string>(&value_); }
  const Array* array() const { return std::get_if<Array>(&value_); }
  const Object* object() const { return std::get_if<Object>(&value_); }
  Array* array() { return std::get_if<Array>(&value_); }
  Object* object() { return std::get_if<Object>(&value_); }

  /// The member of that name, or null where this is no object or has none.
  const Json* find(std::string_view key) const;

  bool operator==(const Json& other) const;

 private:
  std::variant<Null, bool, Number, std::string, Array, Object> value_;
};

}  // namespace assay::core
