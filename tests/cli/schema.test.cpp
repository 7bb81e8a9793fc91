// The schemas: committed files are what the program prints, and they agree with the decoder.
#include "cli/schema.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "cli/request.hpp"
#include "core/json_reader.hpp"

namespace {

using namespace assay;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

class Schemas {
 public:
  Schemas() {
    for (const std::string_view kind : cli::schema_kinds()) load(std::string(kind), *cli::request_schema(kind));
    load("", cli::any_request_schema());
  }

  bool accepts(const std::string& kind, const std::string& text) {
    const nlohmann::json request = nlohmann::json::parse(text);
    const Adapter adapter(request);
    return valijson::Validator().validate(schemas_.at(kind), adapter, nullptr);
  }

 private:
  void load(const std::string& kind, const core::Json& schema) {
    const nlohmann::json document = nlohmann::json::parse(cli::pretty(schema));
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(document), schemas_[kind]);
  }

  std::map<std::string, valijson::Schema> schemas_;
};

bool decodes(const std::string& text) {
  const core::Result<core::Json> json = core::read_json(text);
  return json && cli::read_request(*json);
}

TEST_CASE("the committed schemas are what the program prints") {
  for (const std::string_view kind : cli::schema_kinds()) {
    CAPTURE(kind);
    std::ifstream file(ASSAY_SOURCE_ROOT "/docs/schema/" + std::string(kind) + ".json");
    REQUIRE(file);
    const std::string committed{std::istreambuf_iterator<char>(file), {}};
    // Renewed by: assay schema KIND > docs/schema/KIND.json
    CHECK(committed == cli::pretty(*cli::request_schema(kind)));
  }
  CHECK_FALSE(cli::request_schema("persuade"));
}

TEST_CASE("the schemas accept every request of the sample file") {
  Schemas schemas;
  std::ifstream file(ASSAY_SOURCE_ROOT "/tests/cli/data/requests.jsonl");
  REQUIRE(file);
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    CAPTURE(line);
    const std::string kind = nlohmann::json::parse(line).at("request");
    CHECK(schemas.accepts(kind, line));
    CHECK(schemas.accepts("", line));
    CHECK_FALSE(schemas.accepts(kind == "delta" ? "epsilon" : "delta", line));
  }
  CHECK(count == 324);
}

TEST_CASE("schema and decoder refuse the same faults") {
  Schemas schemas;
  const std::string good = R"({"mechanism":"gaussian","sigma":1})";
  const auto delta = [](const std::string& mechanism, const std::string& rest = "") {
    return R"({"request":"delta","epsilon":1,"composition":[)" + mechanism + "]" + rest + "}";
  };
  CHECK(schemas.accepts("delta", delta(good)));
  CHECK(decodes(delta(good)));
  const std::string faulty[] = {
      R"({"request":"delta","epsilon":1})",
      R"({"request":"delta","composition":[)" + good + "]}",
      R"({"request":"delta","epsilon":1,"composition":[]})",
      R"({"request":"delta","epsilon":[],"composition":[)" + good + "]}",
      R"({"request":"delta","epsilon":"NaN","composition":[)" + good + "]}",
      delta(good, R"(,"sampling":1)"),
      delta(good, R"(,"digits":0)"),
      delta(good, R"(,"digits":1001)"),
      delta(good, R"(,"digits":1.5)"),
      delta(good, R"(,"max_seconds":0)"),
      delta(good, R"(,"engine":"fast")"),
      delta(good, R"(,"adjacency":"swap")"),
      delta(good, R"(,"label":1)"),
      delta(R"({"mechanism":"gaussian","sigma":0})"),
      delta(R"({"mechanism":"gaussian","sigma":-1})"),
      delta(R"({"mechanism":"gaussian","sigma":"-1"})"),
      delta(R"({"mechanism":"gaussian","sigma":"inf"})"),
      delta(R"({"mechanism":"gaussian"})"),
      delta(R"({"mechanism":"gaussian","sigma":1,"sampling":1})"),
      delta(R"({"mechanism":"gaussian","sigma":1,"count":0})"),
      delta(R"({"mechanism":"gaussian","sigma":1,"count":1.5})"),
      delta(R"({"mechanism":"gaussian","sigma":1,"count":"-1"})"),
      delta(R"({"mechanism":"gausian","sigma":1})"),
      delta(R"({"mechanism":"randomized_response"})"),
      delta(R"({"mechanism":"randomized_response","epsilon":1,"gamma":"1/4"})"),
      delta(R"({"mechanism":"randomized_response","gamma":0.5})"),
      delta(R"({"mechanism":"poisson_sampled","rate":1.5,"base":{"mechanism":"gaussian","sigma":1}})"),
      delta(R"({"mechanism":"poisson_sampled","rate":0.5,"base":{"mechanism":"gaussian","sigma":1,"count":2}})"),
      delta(R"({"mechanism":"poisson_sampled","rate":0.5})"),
      delta(R"({"mechanism":"finite","p":[1.5,-0.5],"q":[0.5,0.5]})"),
  };
  for (const std::string& text : faulty) {
    CAPTURE(text);
    CHECK_FALSE(schemas.accepts("delta", text));
    CHECK_FALSE(schemas.accepts("", text));
    CHECK_FALSE(decodes(text));
  }
}

TEST_CASE("the claims that the decoder takes are those of the schema") {
  Schemas schemas;
  const auto verify = [](const std::string& claim) {
    return R"({"request":"verify","composition":[{"mechanism":"gdp","mu":1}],"claim":)" + claim + "}";
  };
  for (const char* claim :
       {R"({"epsilon":1,"delta":"1e-5"})", R"({"rho":"1/2"})", R"({"mu":0})", R"({"alpha":2,"epsilon":1})"}) {
    CHECK(schemas.accepts("verify", verify(claim)));
    CHECK(decodes(verify(claim)));
  }
  for (const char* claim : {R"({"epsilon":1})", R"({"rho":1,"mu":1})", "{}", R"({"epsilon":-1,"delta":0})",
                            R"({"epsilon":1,"delta":2})", R"({"alpha":2})", R"({"alpha":0,"epsilon":1})"}) {
    CHECK_FALSE(schemas.accepts("verify", verify(claim)));
    CHECK_FALSE(decodes(verify(claim)));
  }
}

}  // namespace
