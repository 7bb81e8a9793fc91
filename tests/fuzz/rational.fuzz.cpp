// Fuzz target: a number that is read lies between its decimals, and is read back exactly where the digits can hold it.
// As a fuzzer: clang++ -std=c++20 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/rational.fuzz.cpp
// core/rational.cpp
//              -lgmp, then run it on a copy of tests/fuzz/corpus/rational.
#include "core/rational.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::core;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto number = parse_number(text);
  if (!number) {
    const Error& error = number.error();
    expect(error.code == ErrorCode::invalid_parameter || error.code == ErrorCode::limit_exceeded);
    expect(error.pointer.empty() && !error.message.empty());
    return 0;
  }
  const Rational& x = number->value;
  const bool is_fraction = text.find('/') != text.npos;
  const bool is_integer = text.find_first_not_of("-0123456789") == text.npos;
  expect(number->half_unit.has_value() == !(is_fraction || is_integer));
  expect(!number->half_unit || (*number->half_unit > 0 && denominator(Rational(x / (2 * *number->half_unit))) == 1));

  const auto within_limits = [](const Result<ExactNumber>& r) {
    return r || r.error().code == ErrorCode::limit_exceeded;
  };
  for (const long digits : {1, 2, 10, 40}) {
    const auto down = parse_number(to_decimal(x, digits, Rounding::down));
    const auto up = parse_number(to_decimal(x, digits, Rounding::up));
    expect(within_limits(down) && within_limits(up));
    if (down && up) expect(down->value <= x && x <= up->value);
  }
  if (!is_fraction) {  // a decimal of so many digits can hold it
    const auto digits = static_cast<long>(max_number_length);
    const auto exact = to_decimal(x, digits, Rounding::down);
    expect(exact == to_decimal(x, digits, Rounding::up));
    const auto back = parse_number(exact);
    expect(within_limits(back) && (!back || back->value == x));
  }
  return 0;
}
