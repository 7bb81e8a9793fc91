// Canonical JSON text.
#include "core/json_writer.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/json_reader.hpp"

namespace assay::core {

TEST_CASE("write_json writes members in the order given, without white space") {
  const Json value(Json::Object{{"z", Json::integer(1)},
                                {"a", Json(Json::Array{Json(), Json(true), Json(false), Json("x")})},
                                {"", Json(Json::Object{})},
                                {"empty", Json(Json::Array{})},
                                {"n", Json(Json::Number{"-1.50e+2"})}});
  CHECK(write_json(value) == R"({"z":1,"a":[null,true,false,"x"],"":{},"empty":[],"n":-1.50e+2})");
}

// The escapes are those of RFC 8785, section 3.2.2.2.
TEST_CASE("write_json escapes quotes, backslashes and control characters, and nothing else") {
  CHECK(write_json(Json("\"\\\b\f\n\r\t/")) == R"("\"\\\b\f\n\r\t/")");
  CHECK(write_json(Json(std::string("\0\x01\x1F\x7F", 4))) == "\"\\u0000\\u0001\\u001f\x7F\"");
  CHECK(write_json(Json("\u00e9\u20ac\U0001F600\u2028")) == "\"\u00e9\u20ac\U0001F600\u2028\"");
  CHECK(write_json(Json(Json::Object{{"a\"\n", Json()}})) == R"({"a\"\n":null})");
}

TEST_CASE("bytes that are not UTF-8 are written as U+FFFD, so that the text stays valid") {
  const std::string bad = "\xEF\xBF\xBD";
  CHECK(write_json(Json("a\xFFz")) == "\"a" + bad + "z\"");
  CHECK(write_json(Json("\xC0\x80")) == "\"" + bad + bad + "\"");                      // overlong NUL
  CHECK(write_json(Json("\xE0\x80\x80")) == "\"" + bad + bad + bad + "\"");            // overlong, three bytes
  CHECK(write_json(Json("\xED\xA0\x80")) == "\"" + bad + bad + bad + "\"");            // a surrogate
  CHECK(write_json(Json("\xF4\x90\x80\x80")) == "\"" + bad + bad + bad + bad + "\"");  // above U+10FFFF
  CHECK(write_json(Json("\xF0\x8F\xBF\xBF")) == "\"" + bad + bad + bad + bad + "\"");  // overlong, four bytes
  CHECK(write_json(Json("\xE2\x82")) == "\"" + bad + bad + "\"");                      // cut short
  CHECK(write_json(Json("\xC3")) == "\"" + bad + "\"");
  // The edges that are valid.
  for (const char* text :
       {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
    CHECK(write_json(Json(text)) == "\"" + std::string(text) + "\"");
}

TEST_CASE("every string of one to three bytes is written as text that the reader accepts") {
  // Each byte paired with those at the edges of UTF-8's ranges.
  const std::string edges("\0\"\\az\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC2\xE0\xED\xF0\xF4\xFF", 19);
  for (int first = 0; first < 256; ++first)
    for (const char second : edges)
      for (const char third : edges) {
        const std::string bytes = {static_cast<char>(first), second, third};
        const auto text = write_json(Json(bytes));
        const auto back = read_json(text);
        REQUIRE_MESSAGE(back, text);
        CHECK(write_json(*back) == text);
      }
}

}  // namespace assay::core
