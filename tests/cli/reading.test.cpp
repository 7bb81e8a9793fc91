// Typed values out of JSON, and the faults they give.
#include "cli/reading.hpp"

#include <array>

#include <doctest/doctest.h>

#include "core/json_reader.hpp"

namespace {

using namespace assay;
using core::ErrorCode;
using core::Json;
using core::Rational;

Json json(std::string_view text) {
  core::Result<Json> value = core::read_json(text);
  REQUIRE(value);
  return *value;
}

TEST_CASE("a real is read as the decimal or fraction that its text spells") {
  CHECK(cli::read_real(json("0.1"), "sigma", "/s")->value == Rational(1, 10));
  CHECK(cli::read_real(json("\"1e-300\""), "sigma", "/s")->value * boost::multiprecision::pow(core::Integer(10), 300) ==
        1);
  CHECK(cli::read_real(json("\"256/60000\""), "sigma", "/s")->value == Rational(256, 60000));
  CHECK(cli::read_real(json("-3"), "sigma", "/s")->value == -3);
}

TEST_CASE("what is no finite real is refused with its place and its name") {
  for (const char* text : {"\"NaN\"", "\"inf\"", "\"-inf\"", "\"0x1p3\"", "\"1.5 \"", "\"\"", "\"1/0\"", "true", "null",
                           "[1]", "{\"solve\":true}"}) {
    CAPTURE(text);
    const auto real = cli::read_real(json(text), "sigma", "/composition/0/sigma");
    REQUIRE_FALSE(real);
    CHECK(real.error().code == ErrorCode::invalid_parameter);
    CHECK(real.error().pointer == "/composition/0/sigma");
    CHECK(real.error().message.starts_with("sigma must be a "));
  }
}

TEST_CASE("an integer of a million digits is refused without being computed") {
  const auto real = cli::read_real(Json(Json::Number{std::string(1'000'000, '7')}), "sigma", "/sigma");
  REQUIRE_FALSE(real);
  CHECK(real.error().code == ErrorCode::limit_exceeded);
  CHECK(real.error().pointer == "/sigma");
}

TEST_CASE("a count is a whole number in its range, as a number or as digits") {
  const auto count = [](std::string_view text) {
    return cli::read_integer(json(text), "count", "/count", 1, 1'000'000'000'000);
  };
  CHECK(*count("1") == 1);
  CHECK(*count("\"12\"") == 12);
  CHECK(*count("1000000000000") == 1'000'000'000'000);
  CHECK(*count("1e6") == 1'000'000);
  CHECK(*count("3.0") == 3);
  for (const char* text : {"0", "-1", "1.5", "1000000000001", "1e30", "1000000000000000000000000000000", "\"-1\"",
                           "\"1.5\"", "\"4/2\"", "\"\"", "true", "null", "[]"}) {
    CAPTURE(text);
    const auto refused = count(text);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::invalid_parameter);
    CHECK(refused.error().pointer == "/count");
    CHECK(refused.error().message.starts_with("count must be an integer from 1 to 1000000000000, got "));
  }
}

TEST_CASE("an object reader keeps the first fault") {
  constexpr std::array<std::string_view, 2> known = {"a", "b/c"};
  const Json value = json(R"({"a":1,"b/c":2})");
  cli::ObjectReader good(value, "/at", "a thing", known);
  CHECK(good.require("a") != nullptr);
  CHECK_FALSE(good.failed());
  CHECK(good.place("b/c") == "/at/b~1c");

  const Json empty = json("{}");
  cli::ObjectReader missing(empty, "/at", "a thing", known);
  CHECK(missing.require("a") == nullptr);
  CHECK(missing.require("b/c") == nullptr);
  CHECK(missing.fault()->code == ErrorCode::missing_field);
  CHECK(missing.fault()->pointer == "/at/a");

  const Json other = json(R"({"a":1,"d":2})");
  cli::ObjectReader unknown(other, "/at", "a thing", known);
  CHECK(unknown.fault()->code == ErrorCode::unknown_field);
  CHECK(unknown.fault()->pointer == "/at/d");
  CHECK(unknown.fault()->message.find("a, b/c") != std::string::npos);
  CHECK(unknown.find("a") == nullptr);
}

TEST_CASE("a long value is cut in messages, never inside a character") {
  const std::string shown = cli::spell(Json(std::string(58, 'a') + "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"));
  CHECK(shown.ends_with("..."));
  CHECK(shown.size() <= 63);
  CHECK(static_cast<unsigned char>(shown[shown.size() - 4]) != 0xC3);
}

}  // namespace
