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
    std::ifstream file("docs/schema/" + std::string(kind) + ".json");
    REQUIRE(file);
    const std::string committed{std::istreambuf_iterator<char>(file), {}};
    // Renewed by: assay schema KIND > docs/schema/KIND.json
    CHECK(committed == cli::pretty(*cli::request_schema(kind)));
  }
  CHECK_FALSE(cli::request_schema("detla"));
}

TEST_CASE("the schemas accept every request of the sample file") {
  Schemas schemas;
  std::ifstream file("tests/cli/data/requests.jsonl");
  REQUIRE(file);
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    CAPTURE(line);
    const std::string kind = nlohmann::json::parse(line).at("request");
    CHECK(schemas.accepts(kind, line));
    if (count % 16 == 0) CHECK(schemas.accepts("", line));  // the schema of all kinds is slow to try
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

TEST_CASE("schema and decoder agree on the requests about experiments") {
  Schemas schemas;
  const auto agree = [&](const char* kind, bool good, std::initializer_list<const char*> members) {
    for (const char* rest : members) {
      const std::string text = R"({"request":")" + std::string(kind) + "\"," + rest + "}";
      CAPTURE(text);
      CHECK(schemas.accepts(kind, text) == good);
      CHECK(schemas.accepts("", text) == good);
      CHECK(decodes(text) == good);
    }
  };
  agree(
      "audit", true,
      {R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":"10","false_positives":0)",
       R"("method":"clopper_pearson","positives":1,"true_positives":0,"negatives":1,"false_positives":1,"delta":[0,1],"confidence":"1e-9","claim":{"mu":1},"engine":"auto","label":"l","source":"s","note":"n")",
       R"("method":"one_run","canaries":5,"guesses":5,"correct":0,"claim":{"epsilon":1,"delta":"1e-5"})",
       R"("method":"one_run","canaries":5,"guesses":5,"correct":0,"claim":{"rho":1})",
       R"("method":"one_run_tradeoff","canaries":5,"guesses":5,"correct":0,"values":3,"claim":{"mu":1})",
       R"("method":"samples","first":[1,"a"],"second":["b",2.5])",
       R"("method":"scores","positive_scores":[1,"1/3"],"negative_scores":[0,-2])"});
  agree(
      "audit", false,
      {R"("method":"guess")", R"("positives":10,"true_positives":9,"negatives":10,"false_positives":0)",
       R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":10)",
       R"("method":"clopper_pearson","positives":0,"true_positives":0,"negatives":10,"false_positives":0)",
       R"("method":"clopper_pearson","positives":10,"true_positives":-1,"negatives":10,"false_positives":0)",
       R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":10,"false_positives":0,"correct":1)",
       R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":10,"false_positives":0,"confidence":1)",
       R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":10,"false_positives":0,"confidence":0)",
       R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":10,"false_positives":0,"claim":{"epsilon":1})",
       R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":10,"false_positives":0,"claim":{"alpha":2,"epsilon":1})",
       R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":10,"false_positives":0,"engine":"lattice")",
       R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":10,"false_positives":0,"delta":[])",
       R"("method":"clopper_pearson","positives":10,"true_positives":9,"negatives":10,"false_positives":0,"extra":1)",
       R"("method":"one_run","canaries":5,"guesses":5,"correct":0,"values":3)",
       R"("method":"one_run_tradeoff","canaries":5,"guesses":5,"correct":0,"values":1)",
       R"("method":"samples","first":[],"second":[1,2])", R"("method":"samples","first":[1,2],"second":[1,true])",
       R"("method":"scores","positive_scores":[1,"a"],"negative_scores":[0,1])"});
  agree("reconstruct", true,
        {R"("n":10,"error":1)", R"("n":10,"alpha":"0.1","queries":200)",
         R"("n":3,"queries":["110",[0,2]],"answers":[1,{"below":5}])",
         R"("n":3,"error":"1/2","queries":["110"],"answers":[{"lower":0,"upper":1.5}])"});
  agree("reconstruct", false,
        {R"("n":10)", R"("n":0,"error":1)", R"("n":10,"error":1,"alpha":1)", R"("n":10,"error":-1)",
         R"("n":3,"answers":[1])", R"("n":3,"queries":[],"answers":[])", R"("n":3,"queries":["12"],"answers":[1])",
         R"("n":3,"queries":["110"],"answers":[{"below":5,"lower":0}])", R"("n":3,"queries":["110"],"answers":[true])",
         R"("n":3,"queries":7,"answers":[1])", R"("n":3,"error":1,"queries":["110"])"});
  agree("hypothesis", true,
        {R"("claim":{"mu":1},"false_positive":0.1)", R"("claim":{"rho":1},"false_positive":0.1)",
         R"("composition":[{"mechanism":"laplace","scale":1}],"false_positive":[0,1])",
         R"("claim":{"epsilon":1,"delta":0},"test":{"false_positive":0.1,"false_negative":0.2})"});
  agree("hypothesis", false,
        {R"("false_positive":0.1)", R"("claim":{"mu":1})", R"("claim":{"alpha":2,"epsilon":1},"false_positive":0.1)",
         R"("claim":{"mu":1},"composition":[{"mechanism":"laplace","scale":1}],"false_positive":0.1)",
         R"("claim":{"mu":1},"false_positive":1.1)", R"("claim":{"mu":1},"false_positive":[])",
         R"("claim":{"mu":1},"test":{"false_positive":0.1})"});
}

TEST_CASE("faults of counts and answers have their place") {
  const auto fault = [](const std::string& text) {
    const core::Result<core::Json> json = core::read_json(text);
    REQUIRE(json);
    const auto request = cli::read_request(*json);
    REQUIRE_FALSE(request);
    return std::string(core::name(request.error().code)) + " " + request.error().pointer;
  };
  CHECK(fault(R"({"request":"audit","method":"clopper_pearson","positives":10,"true_positives":11,"negatives":10,)"
              R"("false_positives":0})") == "invalid_parameter /true_positives");
  CHECK(fault(R"({"request":"audit","method":"one_run","canaries":10,"guesses":11,"correct":1})") ==
        "invalid_parameter /guesses");
  CHECK(fault(R"({"request":"audit","method":"one_run","canaries":10,"guesses":9,"correct":10})") ==
        "invalid_parameter /correct");
  CHECK(fault(R"({"request":"audit","method":"samples","first":[1,2],"second":[3,4],"delta":[0,1]})") ==
        "invalid_parameter /delta");
  CHECK(fault(R"({"request":"reconstruct","n":3,"queries":["110"],"answers":[1,2]})") == "invalid_parameter /answers");
  CHECK(fault(R"({"request":"reconstruct","n":3,"queries":["110",[0,0]],"answers":[1,2]})") ==
        "invalid_parameter /queries/1");
  CHECK(fault(R"({"request":"reconstruct","n":3,"queries":["110",[0,3]],"answers":[1,2]})") ==
        "invalid_parameter /queries/1/1");
  CHECK(fault(R"({"request":"reconstruct","n":30000,"queries":["110"],"answers":[1]})") == "limit_exceeded /n");
  CHECK(fault(R"({"request":"hypothesis","composition":[{"mechanism":"rdp","alpha":[2],"epsilon":[1]}],)"
              R"("false_positive":0.1})") == "not_supported /composition/0");
}

TEST_CASE("the claims that the decoder takes are those of the schema") {
  Schemas schemas;
  const auto verify = [](const std::string& claim) {
    return R"({"request":"verify","composition":[{"mechanism":"gdp","mu":1}],"claim":)" + claim + "}";
  };
  for (const char* claim :
       {R"({"epsilon":1,"delta":"1e-5"})", R"({"rho":"1/2"})", R"({"mu":0})", R"({"alpha":2,"epsilon":1})",
        R"({"epsilon":"ln 3","delta":0})", R"x({"epsilon":"ln(3/2)","delta":"0.1"})x"}) {
    CHECK(schemas.accepts("verify", verify(claim)));
    CHECK(decodes(verify(claim)));
  }
  for (const char* claim : {R"({"epsilon":1})", R"({"rho":1,"mu":1})", "{}", R"({"epsilon":-1,"delta":0})",
                            R"({"epsilon":1,"delta":2})", R"({"alpha":2})", R"({"alpha":0,"epsilon":1})",
                            R"({"epsilon":"ln3","delta":0})", R"({"alpha":2,"epsilon":"ln 3"})"}) {
    CHECK_FALSE(schemas.accepts("verify", verify(claim)));
    CHECK_FALSE(decodes(verify(claim)));
  }
}

}  // namespace
