// The id of a text that is broken elsewhere.
#include <string>

#include <doctest/doctest.h>

#include "cli/respond.hpp"
#include "core/json_writer.hpp"

namespace {

using namespace assay;

std::string salvaged(std::string_view text) { return core::write_json(cli::salvage_id(text)); }

TEST_CASE("an id before or after the fault is found") {
  CHECK(salvaged(R"({"id":7,"sigma":NaN})") == "7");
  CHECK(salvaged(R"({"sigma":NaN,"id":"a\"}b"})") == R"("a\"}b")");
  CHECK(salvaged(R"({"a":[{"id":1}],"id":{"x":[1.50]},"a":2})") == R"({"x":[1.50]})");
  CHECK(salvaged("{ \"a\" : 01 , \"id\" : 2") == "2");
  CHECK(salvaged("{\"id\":3,\"x\":" + std::string(100'000, '[')) == "3");
}

TEST_CASE("what cannot be read is null") {
  for (const char* text : {"", "[1]", "7", "{", R"({"id")", R"({"id":)", R"({"id":nul})", R"({"id":1,"id":2})",
                           R"({"a":{"id":1}})", R"({"a":"id":1})", R"({"a":]"id":1})", R"({"id":"\ud800"})"}) {
    CAPTURE(text);
    CHECK(salvaged(text) == "null");
  }
  CHECK(salvaged(std::string(100'000, '[') + R"({"id":1})") == "null");
}

TEST_CASE("a faulty request is answered under its id, whatever the id is") {
  const auto reply = [](std::string_view text) { return cli::respond(text).text; };
  CHECK(reply(R"({"id":{"a":[1.50,null]},"request":"delta","composition":[{"mechanism":"gaussian","sigma":-1}],)"
              R"("epsilon":1})") ==
        R"({"id":{"a":[1.50,null]},"ok":false,"error":{"code":"invalid_parameter","at":"/composition/0/sigma",)"
        R"("message":"sigma must be positive, got -1"}})");
  CHECK(
      reply(R"({"request":"x","id":null})").starts_with(R"({"id":null,"ok":false,"error":{"code":"unknown_request")"));
  CHECK(reply(R"({"id":5,"a":NaN})").starts_with(R"({"id":5,"ok":false,"error":{"code":"invalid_json","at":"/a")"));
  CHECK(reply("[]").starts_with(R"({"id":null,"ok":false,"error":{"code":"invalid_parameter","at":"")"));
  CHECK(reply("{\"id\":\"\xFF\"}").starts_with(R"({"id":null,"ok":false,"error":{"code":"invalid_json")"));
  CHECK_FALSE(cli::respond("{}").ok);
}

}  // namespace
