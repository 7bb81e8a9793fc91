// Tables as people have them, requests of kind table and their faults, and the page.
#include <string>

#include <doctest/doctest.h>

#include "cli/request.hpp"
#include "cli/respond.hpp"
#include "cli/table_import.hpp"
#include "cli/table_page.hpp"
#include "cli/table_text.hpp"
#include "core/json_reader.hpp"
#include "core/json_writer.hpp"

namespace {

using namespace assay;
using core::ErrorCode;
using core::Json;

void check_fault(std::string_view text, ErrorCode code, std::string_view pointer, std::string_view message = "") {
  CAPTURE(text);
  const auto json = core::read_json(text);
  REQUIRE(json);
  const auto request = cli::read_request(*json);
  REQUIRE_FALSE(request);
  CHECK(request.error().code == code);
  CHECK(request.error().pointer == pointer);
  CAPTURE(request.error().message);
  CHECK(request.error().message.find(message) != std::string::npos);
}

std::string request(const std::string& dimension, const std::string& cells, const std::string& more = "") {
  return R"({"request":"table","ask":["ranges"],"table":{"kind":"count","dimensions":[)" + dimension +
         R"(],"cells":[)" + cells + "]}" + more + "}";
}

const std::string line = R"({"name":"c","codes":["a","b"],"total":"T"})";
const std::string good = R"({"at":["a"],"value":null},{"at":["b"],"value":null},{"at":["T"],"value":5})";

Json answered(const std::string& text) {
  const cli::Reply reply = cli::respond(text);
  CAPTURE(reply.text);
  CHECK(reply.ok);
  return *core::read_json(reply.text);
}

TEST_CASE("faults of a table carry their code and place") {
  check_fault(request(line, R"({"at":["a"],"value":1},{"at":["b"],"value":1},{"at":["T"],"value":3})"),
              ErrorCode::invalid_parameter, "/table/cells/2", "c T does not add up");
  check_fault(request(line, R"({"at":["a"],"value":-1})"), ErrorCode::invalid_parameter, "/table/cells/0/value",
              "not negative");
  check_fault(request(line, R"({"at":["a"],"value":1.5})"), ErrorCode::invalid_parameter, "/table/cells/0/value");
  check_fault(request(line, R"({"at":["x"],"value":1})"), ErrorCode::invalid_parameter, "/table/cells/0/at/0",
              "no code x");
  check_fault(request(line, R"({"at":["a"],"value":1},{"at":["a"],"value":1})"), ErrorCode::invalid_parameter,
              "/table/cells/1", "twice");
  check_fault(request(line, R"({"at":["a","b"],"value":1})"), ErrorCode::invalid_parameter, "/table/cells/0/at");
  check_fault(request(R"({"name":"c","codes":["a","a"]})", good), ErrorCode::invalid_parameter,
              "/table/dimensions/0/codes", "repeats");
  check_fault(request(R"({"name":"c","total":"T","children":{"T":["a"],"a":["T"]}})", good),
              ErrorCode::invalid_parameter, "/table/dimensions/0/children", "part of itself");
  check_fault(request(R"({"name":"c","codes":["C"],"total":"T","children":{"T":["A"],"A":["B"],"B":["A","C"]}})", good),
              ErrorCode::invalid_parameter, "/table/dimensions/0/children", "B is a part of itself");
  check_fault(request(R"({"name":"c","codes":["a","T"],"total":"T"})", good), ErrorCode::invalid_parameter,
              "/table/dimensions/0/total");
  check_fault(request(line, good, R"(,"knowledge":{"lower":-1})"), ErrorCode::invalid_parameter, "/knowledge/lower");
  check_fault(request(line, good, R"(,"knowledge":{"rule":{"suppressed_if":"2..1"}})"), ErrorCode::invalid_parameter,
              "/knowledge/rule/suppressed_if");
  check_fault(request(line, good, R"(,"priors":{"class":"normal"})"), ErrorCode::invalid_parameter, "/priors/class");
  check_fault(request(line, good, R"(,"priors":{"class":"poisson","rate":1,"size":2})"), ErrorCode::unknown_field,
              "/priors/size");
  check_fault(request(line, good, R"(,"score":{"rule":"log","cell":["x"]})"), ErrorCode::invalid_parameter,
              "/score/cell");
  for (const char* kappa : {"ln -3", "ln 1)0", "ln((3)", "log 3"})
    check_fault(request(line, good, R"(,"kappa":")" + std::string(kappa) + R"(")"), ErrorCode::invalid_parameter,
                "/kappa");
  check_fault(request(line, R"({"at":["a"],"value":3,"status":"perturbed"})"), ErrorCode::missing_field,
              "/table/cells/0/deviation");
  check_fault(request(line, R"({"at":["a"],"value":3,"status":"perturbed","chances":{"2":"3/2"}})"),
              ErrorCode::invalid_parameter, "/table/cells/0/chances/2");
  check_fault(request(line, R"({"at":["a"],"value":3,"deviation":2})"), ErrorCode::invalid_parameter,
              "/table/cells/0/deviation");
  check_fault(request(line, good, R"(,"means":{"printed":[{"at":["a"],"mean":"much"}]})"), ErrorCode::invalid_parameter,
              "/means/printed/0/mean");
  check_fault(request(line, good, R"(,"means":{})"), ErrorCode::missing_field, "/means/printed");
  check_fault(R"({"request":"table","ask":["everything"],"table":{"kind":"count","cells":[]}})",
              ErrorCode::invalid_parameter, "/ask/0");
  check_fault(R"({"request":"table","ask":["ranges"]})", ErrorCode::missing_field, "/table");
  check_fault(R"({"request":"table","ask":[],"table":{"kind":"count","cells":[]}})", ErrorCode::invalid_parameter,
              "/ask");
}

TEST_CASE("a table without a solution, and one without a bound") {
  const cli::Reply none = cli::respond(request(line, good, R"(,"knowledge":{"upper":2})"));
  CHECK_FALSE(none.ok);
  CHECK(none.text.find("no table agrees") != std::string::npos);
  const Json open =
      answered(request(R"({"name":"c","codes":["a","b"]})", R"({"at":["a"],"value":null},{"at":["b"],"value":4})"));
  const Json* ranges = open.find("result")->find("ranges");
  CHECK(core::write_json(*(*ranges->array())[0].find("max")) == R"({"lower":"inf","upper":"inf"})");
}

TEST_CASE("CSV with quotes, blanks and symbols becomes a request") {
  cli::ImportOptions options;
  const auto table = cli::table_from_csv(
      "area,\"sex\",Freq\r\n\"A, east\",m,3\r\n\"A, east\",f,<5\r\n\"A, east\",Total,7\r\n", options);
  REQUIRE(table);
  const std::string text = core::write_json(*table);
  CHECK(text.find(R"({"at":["A, east","f"],"value":null,"status":"suppressed"})") != std::string::npos);
  CHECK(text.find(R"("total":"Total")") != std::string::npos);
  CHECK_FALSE(cli::table_from_csv("area,value\nA,1,2\n", options));
  CHECK_FALSE(cli::table_from_csv("area,sex\nA,1\n", options));
  CHECK_FALSE(cli::table_from_csv("area,value\n\"A,1\n", options));
}

TEST_CASE("microdata are counted with all totals, and suppressed by a rule") {
  cli::ImportOptions options;
  options.dimensions = {"sex", "town"};
  options.rule = "1..1";
  const auto table = cli::table_from_microdata("id,sex,town\n1,f,x\n2,f,x\n3,m,x\n4,m,y\n5,f,x\n", options);
  REQUIRE(table);
  const std::string text = core::write_json(*table);
  CHECK(text.find(R"({"at":["f","x"],"value":"3"})") != std::string::npos);
  CHECK(text.find(R"({"at":["f","y"],"value":"0"})") != std::string::npos);
  CHECK(text.find(R"({"at":["m","y"],"value":"1","status":"suppressed","reason":"primary"})") != std::string::npos);
  CHECK(text.find(R"({"at":["Total","Total"],"value":"5"})") != std::string::npos);
  options.dimensions = {"none"};
  CHECK_FALSE(cli::table_from_microdata("id,sex\n1,f\n", options));
}

TEST_CASE("JJ is read and written, and its faults are told") {
  const std::string jj =
      "0\n4\n0 10 1 s 0 10 0 0 0\n1 5 1 s 0 5 0 0 0\n2 2 1 u 0 2 0 0 0\n3 3 1 m 0 3 0 0 0\n1\n0 4 : 0 (-1) 1 (1) 2 (1) "
      "3 (1)\n";
  cli::ImportOptions options;
  const auto table = cli::table_from_jj(jj, options);
  REQUIRE(table);
  const auto release = cli::read_release(*table->find("table"), "/table");
  REQUIRE(release);
  CHECK(cli::jj_from_release(*release) == jj);
  for (const char* fault : {"", "0\n9\n", "0\n1\n0 x 1 s\n0\n", "0\n1\n0 1 1 q\n0\n", "0\n1\n0 1 1 s\n1\n0 1 : 5 (1)\n",
                            "0\n1\n0 1 1 s\n1\n0 2 : 0 (1)\n", "0\n99999999999\n"})
    CHECK_FALSE(cli::table_from_jj(fault, options));
}

TEST_CASE("the files of tau-ARGUS are read with their hierarchy") {
  cli::ImportOptions options;
  options.hierarchies["region.hrc"] = "North\n@Na\n@Nb\nSouth\n";
  const std::string rda =
      "<SEPARATOR> \";\"\nregion\n  <RECODEABLE>\n  <TOTCODE> \"Total\"\n  <HIERARCHICAL>\n  <HIERCODELIST> "
      "\"region.hrc\"\n"
      "  <HIERLEADSTRING> \"@\"\nvalue\n  <NUMERIC> <RESPONSE>\nstate\n  <STATUS>\n  <SAFE> \"s\"\n  <UNSAFE> \"u\"\n";
  const auto table = cli::table_from_argus("Total;12;s\nNorth;7;s\nSouth;5;s\nNa;3;u\nNb;4;m\n", rda, options);
  REQUIRE(table);
  const auto release = cli::read_release(*table->find("table"), "/table");
  REQUIRE(release);
  CHECK(release->cells.size() == 5);
  CHECK(release->relations.size() == 2);
  CHECK(release->cells[3].reason == persuasive::SuppressionReason::primary);
  CHECK(release->cells[4].reason == persuasive::SuppressionReason::secondary);
  CHECK_FALSE(cli::table_from_argus("", "region <RECODEABLE>\n", options));
  CHECK_FALSE(cli::children_from_hrc("@@deep\n", "Total", "@"));
}

TEST_CASE("the page escapes codes and needs nothing from outside") {
  const std::string text =
      R"({"request":"table","ask":["ranges","posterior","kappa"],"table":{"kind":"count","dimensions":[)"
      R"({"name":"<b>","codes":["a&b","c"],"total":"T"}],"cells":[{"at":["a&b"],"value":null},{"at":["c"],"value":null},{"at":["T"],"value":3}]}})";
  const Json asked = *core::read_json(text);
  const std::string page = cli::table_as_html(asked, answered(text));
  CHECK(page.find("a&amp;b") != std::string::npos);
  CHECK(page.find("<b>") == std::string::npos);
  CHECK(page.find("http") == std::string::npos);
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("posterior 0: 1/4") != std::string::npos);
  const std::string picture = cli::table_as_svg(asked, answered(text));
  CHECK(picture.starts_with("<svg xmlns="));
  CHECK(picture.find("a&amp;b") != std::string::npos);
  CHECK(picture.find(">0..3</text>") != std::string::npos);
  const std::string plain = cli::table_as_text(asked, answered(text));
  CHECK(plain.find("[0..3]") != std::string::npos);
  CHECK(plain.find("Tables that agree") == std::string::npos);
}

}  // namespace
