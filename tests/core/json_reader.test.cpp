// The strict reader: what it keeps, what it refuses and where it says so, and hostile input.
#include "core/json_reader.hpp"

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/json_writer.hpp"
#include "core/rational.hpp"

namespace assay::core {
namespace {

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

/// The text is refused with that code, at that pointer.
void check_refused(std::string_view text, ErrorCode code, std::string_view pointer, const JsonLimits& limits = {}) {
  CAPTURE(text.substr(0, 100));
  const auto value = read_json(text, limits);
  REQUIRE_FALSE(value);
  CAPTURE(value.error().message);
  CHECK(value.error().code == code);
  CHECK(value.error().pointer == pointer);
  CHECK_FALSE(value.error().message.empty());
  CHECK(value.error().message.size() < 200);
  CHECK(value.error().message.find("exception") == std::string::npos);
  CHECK(value.error().message.find("last read") == std::string::npos);
}

void check_invalid(std::string_view text, std::string_view pointer) {
  check_refused(text, ErrorCode::invalid_json, pointer);
}

std::string message(std::string_view text) {
  const auto value = read_json(text);
  REQUIRE_FALSE(value);
  return value.error().message;
}

/// The text is read, and written back as `canonical`.
void check_read(std::string_view text, std::string_view canonical) {
  CAPTURE(text);
  const auto value = read_json(text);
  REQUIRE_MESSAGE(value, (value ? "" : value.error().message));
  CHECK(write_json(*value) == canonical);
}

}  // namespace

TEST_CASE("read_json reads every kind of value and keeps the order of members") {
  check_read(R"( { "z" : [ 1 , true , false , null , "x" ] , "a" : { } , "" : [ ] } )",
             R"({"z":[1,true,false,null,"x"],"a":{},"":[]})");
  for (const char* scalar : {"null", "true", "false", "0", "\"\"", "[]", "{}"}) check_read(scalar, scalar);
  check_read("\t\r\n 1\t\r\n ", "1");
  check_read(R"([[[1],[]],{"a":{"b":[2]}}])", R"([[[1],[]],{"a":{"b":[2]}}])");
}

TEST_CASE("the text of a number is kept as it is spelled") {
  for (const char* text : {"0",
                           "-0",
                           "-0.0",
                           "1",
                           "1.0",
                           "1.00",
                           "10",
                           "-10",
                           "0.1",
                           "0.10",
                           "1e5",
                           "1E5",
                           "1e+05",
                           "1E-0005",
                           "100e00",
                           "1e400",
                           "-1e400",
                           "1e-400",
                           "1e999999999",
                           "9007199254740993",
                           "18446744073709551615",
                           "18446744073709551616",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "0.1000000000000000055511151231257827",
                           "1.7976931348623159e308"}) {
    check_read(text, text);
    const std::string spelled(text);
    check_read("[" + spelled + "]", "[" + spelled + "]");
    check_read("[" + spelled + " ,\n" + spelled + "\t]", "[" + spelled + "," + spelled + "]");
    check_read("{\"1.5e\":" + spelled + "}", "{\"1.5e\":" + spelled + "}");
  }
}

TEST_CASE("numbers up to max_number_length are kept whole, longer ones refused in place") {
  const std::string longest(max_number_length, '7');
  check_read("[" + longest + "]", "[" + longest + "]");
  check_read("0." + std::string(max_number_length - 2, '7'), "0." + std::string(max_number_length - 2, '7'));
  check_refused("[0," + longest + "7]", ErrorCode::limit_exceeded, "/1");
  check_refused(R"({"a":[{"b":)" + std::string(1'000'000, '9') + "}]}", ErrorCode::limit_exceeded, "/a/0/b");
  check_refused(std::string(1'000'000, '9'), ErrorCode::limit_exceeded, "");
  check_refused("-0." + std::string(1'000'000, '0'), ErrorCode::limit_exceeded, "");
  check_refused("1e" + std::string(1'000'000, '0'), ErrorCode::limit_exceeded, "");
}

TEST_CASE("what is not a JSON number is refused") {
  for (const std::string text : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "+1", ".5", "-", "1.", "1.e5",
                                 "1e", "1e+", "--1", "-.5", "1.-", "\xD9\xA1"}) {
    check_invalid(text, "");
    check_invalid("[0," + text + "]", "/1");
  }
  // Here a number ends, and is read, before the fault.
  for (const std::string text :
       {"0x10", "01", "-01", "00", "00.5", "1-", "1-2", "1.2.3", "1e5e5", "1e5.0", "1 2", "1_0", "1f", "0b1", "1/2"}) {
    check_invalid(text, "");
    check_invalid("[0," + text + "]", "/2");
  }
}

TEST_CASE("strings are unescaped, may hold NUL, and keep UTF-8") {
  check_read(R"("\u0041\u00e9\/\"\\\b\f\n\r\t")", "\"A\u00e9/\\\"\\\\\\b\\f\\n\\r\\t\"");
  check_read(R"("\ud83d\ude00")", "\"\U0001F600\"");
  check_read(R"(["a\u0000b","\u0000"])", R"(["a\u0000b","\u0000"])");
  const auto value = read_json(R"("a\u0000b")");
  REQUIRE(value);
  CHECK(*value->string() == std::string("a\0b", 3));
  check_read("\"\x7F\u2028\"", "\"\x7F\u2028\"");
  check_read(R"(["\\","\"","\\\"",1])", R"(["\\","\"","\\\"",1])");
}

TEST_CASE("strings that are malformed or no UTF-8 are refused") {
  for (const std::string& body : {std::string(R"(\ud800)"),
                                  std::string(R"(\udc00)"),
                                  std::string(R"(\ud800\ud800)"),
                                  std::string(R"(\ud800x)"),
                                  std::string(R"(\ud800\n)"),
                                  std::string(R"(\x41)"),
                                  std::string(R"(\u12)"),
                                  std::string(R"(\u12g4)"),
                                  std::string(R"(\')"),
                                  std::string("\n"),
                                  std::string("\x1F"),
                                  std::string("\0", 1),
                                  std::string("\x80"),
                                  std::string("\xC0\x80"),
                                  std::string("\xC1\xBF"),
                                  std::string("\xE0\x80\x80"),
                                  std::string("\xE0\x9F\xBF"),
                                  std::string("\xED\xA0\x80"),
                                  std::string("\xED\xBF\xBF"),
                                  std::string("\xF0\x80\x80\x80"),
                                  std::string("\xF4\x90\x80\x80"),
                                  std::string("\xF5\x80\x80\x80"),
                                  std::string("\xFF"),
                                  std::string("\xC3"),
                                  std::string("\xE2\x82"),
                                  std::string("\xF0\x9F\x98")}) {
    check_invalid("\"" + body + "\"", "");
    check_invalid("{\"a\":[\"" + body + "\"]}", "/a/0");
    check_invalid("{\"a\":0,\"" + body + "\":1}", "");
  }
  for (const char* text : {"\"", "\"abc", "\"abc\\", "\"abc\\\"", "\"\\u00", "\"\\u00e9", "'a'", "a"})
    check_invalid(text, "");
}

TEST_CASE("a member given twice is refused at its pointer, at any depth, however it is spelled") {
  check_invalid(R"({"delta":1e-5,"delta":1e-2})", "/delta");
  check_invalid(R"({"a":1,"b":2,"\u0061":3})", "/a");
  check_invalid(R"({"":1,"":2})", "/");
  check_invalid(R"([0,{"x/y":{"m~n":[{"k":1,"j":2,"k":{}}]}}])", "/1/x~1y/m~0n/0/k");
  check_read(R"({"a":{"a":{"a":1}},"A":[{"a":1},{"a":2}]})", R"({"a":{"a":{"a":1}},"A":[{"a":1},{"a":2}]})");
  check_read(R"({"a\u0000":1,"a":2})", R"({"a\u0000":1,"a":2})");
}

TEST_CASE("malformed structure is refused where reading stopped") {
  check_invalid("[", "/0");
  check_invalid("[1", "/1");
  check_invalid("[1,", "/1");
  check_invalid("[1,]", "/1");
  check_invalid("[,1]", "/0");
  check_invalid("[1 2]", "/1");
  check_invalid("[1}", "/1");
  check_invalid("]", "");
  check_invalid("}", "");
  check_invalid("{", "");
  check_invalid("{]", "");
  check_invalid(R"({"a")", "/a");
  check_invalid(R"({"a":)", "/a");
  check_invalid(R"({"a":})", "/a");
  check_invalid(R"({"a" 1})", "/a");
  check_invalid(R"({"a":1,})", "");
  check_invalid(R"({"a":1 "b":2})", "");
  check_invalid(R"({a:1})", "");
  check_invalid(R"({1:1})", "");
  check_invalid(R"({"a":[1,{"b":tru}]})", "/a/1/b");
  check_invalid("[1] // comment", "");
  check_invalid("/* c */ 1", "");
  check_invalid(":", "");
  check_invalid(",", "");
}

TEST_CASE("empty texts, byte order marks and bytes after the value are refused") {
  check_invalid("", "");
  check_invalid(" \t\r\n", "");
  check_invalid("\xEF\xBB\xBF{}", "");
  check_invalid("\xEF\xBB\xBF", "");
  check_invalid(" \xEF\xBB\xBF{}", "");
  check_invalid(std::string("\xFE\xFF\0{\0}", 6), "");
  for (const auto& tail : {std::string("x"), std::string("{}"), std::string("1"), std::string("]"), std::string(","),
                           std::string("\0", 1), std::string("\0{}", 3), std::string(" \n\0", 3),
                           std::string("\xEF\xBB\xBF"), std::string("\xC2\xA0"), std::string("\""), std::string("\v")})
    for (const auto& head : {"{}", "[1]", "\"a\"", "true", "1 "}) check_invalid(head + tail, "");
  check_invalid(std::string("\0", 1), "");
  check_invalid(std::string("[\0]", 3), "/0");
  check_invalid(std::string("[1\0]", 4), "/1");
  check_invalid(std::string("[1,\0]", 5), "/1");
}

TEST_CASE("the message names the byte and says what is wrong in plain words") {
  CHECK(message("") == "the text is empty");
  CHECK(message("{} x") == "the text goes on after its value, at byte 3");
  CHECK(message("[1] 2") == "the text goes on after its value, at byte 4");
  CHECK(message("[1,]") == "unexpected ']'; expected '[', '{', or a literal, at byte 3");
  CHECK(message("[12345 678]") == "unexpected number literal; expected ']', at byte 7");
  CHECK(message("[1") == "unexpected end of input; expected ']': the text stops after 2 bytes");
  CHECK(message("[NaN]") == "neither a JSON value nor punctuation (NaN and Infinity are not JSON), at byte 1");
  CHECK(message("[\"a\xFF\"]") == "invalid string: ill-formed UTF-8 byte, at byte 3");
  CHECK(message(R"({"a":1,"a":2})") == "the member is given twice in one object, at byte 9");
}

TEST_CASE("the limits on size, depth and number of values are kept to the letter") {
  const JsonLimits small{.max_bytes = 20, .max_depth = 3, .max_values = 5};
  const auto refused = [&](std::string_view text, std::string_view pointer) {
    check_refused(text, ErrorCode::limit_exceeded, pointer, small);
  };
  CHECK(read_json("[[[1]]]", small));
  refused("[[[[1]]]]", "/0/0/0");
  refused("[0,{\"a\":[[]]}]", "/1/a/0");
  CHECK(read_json("[1,2,3,4]", small));
  refused("[1,2,3,4,5]", "/4");
  refused("[1,2,{\"a\":0,\"b\":1}]", "/2/b");
  CHECK(read_json("\"" + std::string(18, 'x') + "\"", small));
  refused("\"" + std::string(19, 'x') + "\"", "");
  CHECK_FALSE(read_json("[]", {.max_depth = 0}));
  CHECK(read_json("1", {.max_depth = 0}));
}

TEST_CASE("100000 nested brackets are refused at the limit of depth, without using the stack") {
  for (const char* open : {"[", "{\"a\":", "[{\"a\":", "[\n"}) {
    const auto text = repeat(open, 100'000);
    const auto value = read_json(text);
    REQUIRE_FALSE(value);
    CHECK(value.error().code == ErrorCode::limit_exceeded);
    // Nor can a caller's limits lift the depth above what the stack can bear.
    const auto deep = read_json(text, {.max_depth = 1'000'000});
    REQUIRE_FALSE(deep);
    CHECK(deep.error().code == ErrorCode::limit_exceeded);
  }
  const auto deepest = repeat("[", max_json_depth) + repeat("]", max_json_depth);
  const auto value = read_json(deepest, {.max_depth = max_json_depth});
  REQUIRE(value);
  CHECK(write_json(*value) == deepest);
  CHECK(read_json(repeat("[", 64) + repeat("]", 64)));
  CHECK_FALSE(read_json(repeat("[", 65) + repeat("]", 65)));
}

TEST_CASE("large texts are refused by their size alone, wide ones by their number of values") {
  const auto start = std::chrono::steady_clock::now();
  const std::string huge(200'000'000, '[');
  check_refused(huge, ErrorCode::limit_exceeded, "");
  check_refused("[" + repeat("1,", 1'100'000) + "1]", ErrorCode::limit_exceeded, "/999999");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

TEST_CASE("an object of many members with long common prefixes is read in good time") {
  const auto start = std::chrono::steady_clock::now();
  std::string text = "{";
  for (int i = 0; i < 20'000; ++i) text += '"' + std::string(200, 'k') + std::to_string(i) + "\":0,";
  const auto value = read_json(text + "\"last\":0}");
  REQUIRE(value);
  CHECK(value->object()->size() == 20'001);
  check_invalid(text + '"' + std::string(200, 'k') + "0\":0}", "/" + std::string(200, 'k') + "0");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

TEST_CASE("pointer_token escapes as RFC 6901 asks") {
  CHECK(pointer_token("a/b~c") == "a~1b~0c");
  CHECK(pointer_token("~1") == "~01");
  CHECK(pointer_token("") == "");
}

// The parser sees a digest of the text (see Feed): on texts with neither duplicate keys, NUL, overflowing numbers nor a
// byte order mark, what is accepted must be what nlohmann's parser accepts of the text itself.
TEST_CASE("read_json accepts exactly the mutated texts that nlohmann's parser accepts") {
  const std::vector<std::string> seeds = {R"({"a":[1,-0.5e+3,true,null],"b":{"c":"x\n\u00e9\"y"}})",
                                          R"([0,-0,10,0.01,1e5,1E-05,"e1",[12,345],{}])",
                                          "[\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\", \"\\ud83d\\ude00\", 1.25e-9]",
                                          "-12.5e3", " [ false , { \"k\" : [ ] } ] "};
  const std::string alphabet = "0123456789+-.eE,:[]{}\"\\/ \nu truefalsn\x80\xC3\xED\xF0";
  std::mt19937_64 random(20240503);
  int accepted = 0, refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = seeds[random() % seeds.size()];
    for (auto edits = random() % 3; edits > 0 && !text.empty(); --edits) {
      const auto place = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
        case 0: text[place] = c; break;
        case 1: text.insert(place, 1, c); break;
        default: text.erase(place, 1);
      }
    }
    const auto value = read_json(text);
    CAPTURE(text);
    if (!value && value.error().message.starts_with("the member is given twice")) continue;
    nlohmann::json theirs;
    try {
      theirs = nlohmann::json::parse(text);
    } catch (const nlohmann::json::out_of_range&) {  // a number too large for a double
      continue;
    } catch (const nlohmann::json::parse_error&) {
      theirs = nlohmann::json::value_t::discarded;
    }
    REQUIRE(value.has_value() != theirs.is_discarded());
    ++(value ? accepted : refused);
    if (value) CHECK(nlohmann::json::parse(write_json(*value)) == theirs);
  }
  CHECK(accepted > 5'000);
  CHECK(refused > 5'000);
}

}  // namespace assay::core
