// Result<T>: a value or an Error, with the member names of std::expected (absent from C++20 on gcc 12).
#pragma once

#include <cassert>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace assay::core {

/// The closed list of error codes of the JSON contract.
enum class ErrorCode {
  invalid_json,
  unknown_request,
  unknown_field,
  missing_field,
  invalid_parameter,
  not_supported,
  limit_exceeded,
  internal,
};

/// The code as the contract spells it.
constexpr std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_json: return "invalid_json";
    case ErrorCode::unknown_request: return "unknown_request";
    case ErrorCode::unknown_field: return "unknown_field";
    case ErrorCode::missing_field: return "missing_field";
    case ErrorCode::invalid_parameter: return "invalid_parameter";
    case ErrorCode::not_supported: return "not_supported";
    case ErrorCode::limit_exceeded: return "limit_exceeded";
    case ErrorCode::internal: return "internal";
  }
  return "internal";
}

/// What went wrong, where (an RFC 6901 pointer into the request; empty for the whole), and a sentence.
struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string pointer;
  std::string message;
};

template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & { return checked(*this); }
  const T& value() const& { return checked(*this); }
  T&& value() && { return std::move(checked(*this)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }

  /// f(value), itself a Result, or this error.
  template <class F>
  auto and_then(F&& f) && -> std::invoke_result_t<F, T&&> {
    if (!has_value()) return error();
    return std::forward<F>(f)(std::move(*this).value());
  }

  /// The value mapped by f, or this error.
  template <class F>
  auto transform(F&& f) && -> Result<std::invoke_result_t<F, T&&>> {
    if (!has_value()) return error();
    return std::forward<F>(f)(std::move(*this).value());
  }

 private:
  template <class Self>
  static auto& checked(Self& self) {
    assert(self.has_value());
    return *std::get_if<0>(&self.state_);
  }

  std::variant<T, Error> state_;
};

}  // namespace assay::core
