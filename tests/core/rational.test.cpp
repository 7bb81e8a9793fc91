// Number text <-> exact rationals: the grammar, the limits, and the side to which decimals are rounded.
#include "core/rational.hpp"

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace assay::core {
namespace {

Rational ratio(const char* numerator, const char* denominator) {
  return Rational(Integer(numerator), Integer(denominator));
}

Rational read(std::string_view text) {
  const auto number = parse_number(text);
  REQUIRE_MESSAGE(number, std::string(text));
  return number->value;
}

Rational power(unsigned base, unsigned exponent) { return Rational(pow(Integer(base), exponent)); }

/// One unit in the last of `digits` places of x != 0, found by search and not from bit lengths.
Rational last_place(const Rational& x, long digits) {
  const Rational magnitude = abs(x);
  Rational unit = 1;
  while (unit * 10 <= magnitude) unit *= 10;
  while (unit > magnitude) unit /= 10;
  for (long i = 1; i < digits; ++i) unit /= 10;
  return unit;
}

/// Integers of up to `bits` bits, short ones as likely as long ones.
Integer random_integer(std::mt19937_64& random, unsigned bits) {
  Integer n = 0;
  for (auto left = 1 + random() % bits; left > 0; --left) n = 2 * n + (random() & 1);
  return n;
}

}  // namespace

TEST_CASE("parse_number reads decimals, exponents and fractions exactly") {
  CHECK(read("0") == 0);
  CHECK(read("-0") == 0);
  CHECK(read("-0.0") == 0);
  CHECK(read("-12") == -12);
  CHECK(read("0.1") == Rational(1) / 10);
  CHECK(read("8.90") == Rational(89) / 10);
  CHECK(read("-0.010") == Rational(-1) / 100);
  CHECK(read("2.5E+3") == 2500);
  CHECK(read("1e5") == 100000);
  CHECK(read("1e-5") == Rational(1) / 100000);
  CHECK(read("1e0005") == 100000);
  CHECK(read("0e20000") == 0);
  CHECK(read("1e-300") == 1 / power(10, 300));
  CHECK(read("256/60000") == Rational(8) / 1875);
  CHECK(read("-3/4") == Rational(-3) / 4);
  CHECK(read("0/7") == 0);
  CHECK(read("99999999999999999999") == ratio("99999999999999999999", "1"));
  CHECK(read("0.1000000000000000055511151231257827021181583404541015625") == Rational(0.1));
  CHECK(read("1e20000") == power(10, 20000));
  CHECK(read("1e-20000") == 1 / power(10, 20000));
}

TEST_CASE("digits after a leading zero of the fraction are decimal, not octal") {
  CHECK(read("0.0123") == Rational(123) / 10000);
  CHECK(read("0.089") == Rational(89) / 1000);
}

TEST_CASE("half_unit is half of the last printed place, and absent for integers and fractions") {
  const auto half = [](const char* text) { return parse_number(text)->half_unit; };
  CHECK(half("8.90") == Rational(1) / 200);
  CHECK(half("0.10") == Rational(1) / 200);
  CHECK(half("-0.1") == Rational(1) / 20);
  CHECK(half("1e-5") == Rational(5) / 1000000);
  CHECK(half("1.25e-5") == Rational(5) / 100000000);
  CHECK(half("3e3") == Rational(500));
  CHECK(half("25e0") == Rational(1) / 2);
  CHECK(half("0.0") == Rational(1) / 20);
  CHECK_FALSE(half("25"));
  CHECK_FALSE(half("-0"));
  CHECK_FALSE(half("3/4"));
}

TEST_CASE("parse_number refuses whatever is not a JSON decimal or a fraction of integers") {
  const std::vector<std::string> texts = {"",
                                          "-",
                                          "+1",
                                          "+",
                                          "01",
                                          "-01",
                                          "00",
                                          "00.5",
                                          "1.",
                                          ".5",
                                          "-.5",
                                          "1e",
                                          "1e+",
                                          "1e-",
                                          "e5",
                                          "1e5.0",
                                          "1e5e5",
                                          "1.2.3",
                                          "1,5",
                                          "1_000",
                                          "0x10",
                                          "0x1p3",
                                          "0b1",
                                          "1f",
                                          "1L",
                                          "inf",
                                          "-inf",
                                          "Infinity",
                                          "nan",
                                          "NaN",
                                          " 1",
                                          "1 ",
                                          "1\n",
                                          "\t1",
                                          "1 /2",
                                          "1/ 2",
                                          "1/0",
                                          "-1/0",
                                          "1/00",
                                          "1/01",
                                          "01/2",
                                          "1/",
                                          "/2",
                                          "1/-2",
                                          "1/+2",
                                          "1/2/3",
                                          "1.5/2",
                                          "1/2.5",
                                          "1e3/2",
                                          "1/2e3",
                                          "--1",
                                          "1-",
                                          "\xEF\xBC\x91",
                                          "1\xC2\xA0",
                                          "six",
                                          std::string("1\0", 2),
                                          std::string("\0", 1),
                                          std::string("1\0"
                                                      "2",
                                                      3)};
  for (const auto& text : texts) {
    CAPTURE(text);
    const auto number = parse_number(text);
    REQUIRE_FALSE(number);
    CHECK(number.error().code == ErrorCode::invalid_parameter);
    CHECK(number.error().pointer.empty());
    CHECK(number.error().message.find(" is not a number: ") != std::string::npos);
  }
}

TEST_CASE("the message of a refused number says why") {
  const auto message = [](std::string_view text) { return parse_number(text).error().message; };
  CHECK(message("1/0") == "\"1/0\" is not a number: the denominator is zero");
  CHECK(message("01") == "\"01\" is not a number: it has a leading zero");
  CHECK(message("+1") == "\"+1\" is not a number: a leading '+' is not allowed");
  CHECK(message("1/-2") == "\"1/-2\" is not a number: the denominator must be a positive integer without a sign");
  CHECK(message("\x1B[31m\xFF") == "\"?[31m?\" is not a number: a digit must come first, after an optional '-'");
  CHECK(message(std::string(1000, 'x')).size() < 120);
}

TEST_CASE("numbers past the limits are refused before any arithmetic") {
  const auto code = [](const std::string& text) { return parse_number(text).error().code; };
  const auto start = std::chrono::steady_clock::now();
  CHECK(code("1e999999999") == ErrorCode::limit_exceeded);
  CHECK(code("1e-999999999") == ErrorCode::limit_exceeded);
  CHECK(code("0e999999999") == ErrorCode::limit_exceeded);
  CHECK(code("1e20001") == ErrorCode::limit_exceeded);
  CHECK(code("1e-20001") == ErrorCode::limit_exceeded);
  CHECK(code("1e" + std::string(4000, '9')) == ErrorCode::limit_exceeded);
  CHECK(code(std::string(1'000'000, '9')) == ErrorCode::limit_exceeded);
  CHECK(code(std::string(max_number_length + 1, '1')) == ErrorCode::limit_exceeded);
  CHECK(code(std::string(100'000'000, '[')) == ErrorCode::limit_exceeded);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
  CHECK(read(std::string(max_number_length, '9')) == power(10, max_number_length) - 1);
  CHECK(read("1e" + std::string(4000, '0') + "7") == 10'000'000);
}

// The values of this case are those of Python's decimal module: Context(prec, rounding).divide(n, d), without trailing
// zeros.
TEST_CASE("to_decimal agrees with Python's decimal module") {
  struct Spot {
    Rational x;
    long digits;
    const char* down;
    const char* up;
  };
  const std::vector<Spot> spots = {
      {ratio("1", "3"), 5, "0.33333", "0.33334"},
      {ratio("-1", "3"), 5, "-0.33334", "-0.33333"},
      {ratio("2", "3"), 1, "0.6", "0.7"},
      {ratio("1", "7"), 20, "0.14285714285714285714", "0.14285714285714285715"},
      {ratio("1000000", "7"), 10, "142857.1428", "142857.1429"},
      {ratio("1", "3000000000"), 3, "3.33e-10", "3.34e-10"},
      {ratio("1000000000000", "3"), 3, "3.33e+11", "3.34e+11"},
      {ratio("99999", "1"), 3, "9.99e+4", "1e+5"},
      {ratio("-99999", "1"), 3, "-1e+5", "-9.99e+4"},
      {ratio("999", "1000"), 2, "0.99", "1"},
      {ratio("12345678901234567890", "1"), 10, "1.23456789e+19", "1.234567891e+19"},
      {ratio("22", "7"), 3, "3.14", "3.15"},
  };
  for (const auto& spot : spots) {
    CAPTURE(spot.down);
    CHECK(to_decimal(spot.x, spot.digits, Rounding::down) == spot.down);
    CHECK(to_decimal(spot.x, spot.digits, Rounding::up) == spot.up);
  }
}

TEST_CASE("to_decimal writes zero as 0, drops trailing zeros, and changes notation at 1e-7 and at the digits") {
  const auto exact = [](const Rational& x, long digits) {
    const auto down = to_decimal(x, digits, Rounding::down);
    CHECK(down == to_decimal(x, digits, Rounding::up));
    return down;
  };
  CHECK(exact(0, 10) == "0");
  CHECK(exact(Rational(5) / 2, 10) == "2.5");
  CHECK(exact(Rational(-5) / 2, 10) == "-2.5");
  CHECK(exact(100, 10) == "100");
  CHECK(exact(100, 3) == "100");
  CHECK(exact(100, 2) == "1e+2");
  CHECK(exact(7, 1) == "7");
  CHECK(exact(read("3e20"), 10) == "3e+20");
  CHECK(exact(read("1234567890"), 10) == "1234567890");
  CHECK(exact(read("12345678900"), 10) == "1.23456789e+10");
  CHECK(exact(read("1e-1"), 10) == "0.1");
  CHECK(exact(read("1.25e-7"), 10) == "0.000000125");
  CHECK(exact(read("9.99e-8"), 10) == "9.99e-8");
  CHECK(exact(read("1.25e-9"), 10) == "1.25e-9");
  CHECK(exact(read("-1.25e-9"), 10) == "-1.25e-9");
  CHECK(exact(read("1e-20000"), 10) == "1e-20000");
  CHECK(exact(read("123e20000"), 10) == "1.23e+20002");
}

TEST_CASE("format_decimal writes mantissa times a power of ten, however large the exponent") {
  CHECK(format_decimal(0, 5, 10) == "0");
  CHECK(format_decimal(0, Integer("-123456789012345678901234567890"), 10) == "0");
  CHECK(format_decimal(12500, -13, 10) == "1.25e-9");
  CHECK(format_decimal(-12500, -4, 10) == "-1.25");
  CHECK(format_decimal(1, 9, 10) == "1000000000");
  CHECK(format_decimal(1, 10, 10) == "1e+10");
  CHECK(format_decimal(1000, -3, 10) == "1");
  CHECK(format_decimal(1, -7, 10) == "0.0000001");
  CHECK(format_decimal(10, -9, 10) == "1e-8");
  CHECK(format_decimal(-12, Integer("-123456789012345678901234567890"), 10) == "-1.2e-123456789012345678901234567889");
}

TEST_CASE("a decimal rounded down lies below, one rounded up above, at most one unit in the last place apart") {
  std::mt19937_64 random(20240501);
  for (int i = 0; i < 1500; ++i) {
    const unsigned bits = i % 10 == 0 ? 3000 : 150;
    Rational x = Rational(random_integer(random, bits)) / Rational(random_integer(random, bits) + 1);
    if (random() & 1) x = -x;
    const long digits = static_cast<long>(1 + random() % 40);
    const auto down = to_decimal(x, digits, Rounding::down);
    const auto up = to_decimal(x, digits, Rounding::up);
    CAPTURE(down);
    CAPTURE(up);
    CAPTURE(digits);
    if (x == 0) {
      CHECK(down == "0");
      CHECK(up == "0");
      continue;
    }
    const Rational unit = last_place(x, digits);
    const Rational lower = read(down), upper = read(up);
    CHECK(lower <= x);
    CHECK(x <= upper);
    const bool representable = denominator(Rational(x / unit)) == 1;
    CHECK(upper - lower == (representable ? Rational(0) : unit));
    CHECK(to_decimal(-x, digits, Rounding::up) == (down.front() == '-' ? down.substr(1) : "-" + down));
  }
}

TEST_CASE("a rational that the digits can hold is written exactly, on both sides") {
  std::mt19937_64 random(20240502);
  for (int i = 0; i < 500; ++i) {
    const long digits = static_cast<long>(1 + random() % 30);
    Integer mantissa = random_integer(random, 100) % pow(Integer(10), static_cast<unsigned>(digits));
    if (random() & 1) mantissa = -mantissa;
    const long exponent = static_cast<long>(random() % 80) - 40;
    const auto text = format_decimal(mantissa, exponent, digits);
    CAPTURE(text);
    const Rational x = exponent < 0 ? Rational(mantissa) / power(10, static_cast<unsigned>(-exponent))
                                    : Rational(mantissa) * power(10, static_cast<unsigned>(exponent));
    CHECK(read(text) == x);
    CHECK(to_decimal(x, digits, Rounding::down) == text);
    CHECK(to_decimal(x, digits, Rounding::up) == text);
  }
}

TEST_CASE("to_decimal finds the exponent next to every power of ten") {
  for (unsigned e = 2; e <= 400; e += 3) {
    CAPTURE(e);
    const Rational p = power(10, e);
    CHECK(read(to_decimal(p, 3, Rounding::down)) == p);
    CHECK(read(to_decimal(1 / p, 3, Rounding::up)) == 1 / p);
    CHECK(read(to_decimal(p - 1 / p, 3, Rounding::up)) == p);
    CHECK(read(to_decimal(p - 1 / p, 3, Rounding::down)) == p * 999 / 1000);
    CHECK(read(to_decimal(p + 1 / p, 3, Rounding::down)) == p);
    CHECK(read(to_decimal(p + 1 / p, 3, Rounding::up)) == p * 101 / 100);
    CHECK(read(to_decimal(1 / (p + 1 / p), 3, Rounding::up)) == 1 / p);
  }
}

TEST_CASE("to_decimal is quick on rationals of a million bits") {
  const auto start = std::chrono::steady_clock::now();
  const Rational tiny = Rational(1) / Rational(Integer(1) << 1'000'000);  // 2^-1000000 = 1.0100...e-301030, below
  CHECK(to_decimal(tiny, 3, Rounding::down) == "1.01e-301030");
  CHECK(to_decimal(tiny, 3, Rounding::up) == "1.02e-301030");
  CHECK(to_decimal(1 / tiny, 4, Rounding::down) == "9.9e+301029");
  CHECK(to_decimal(1 / tiny, 4, Rounding::up) == "9.901e+301029");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

}  // namespace assay::core
