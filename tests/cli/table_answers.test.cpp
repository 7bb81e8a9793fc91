// What requests of kind table answer: each case is a table small enough to be worked out by hand.
#include <chrono>
#include <string>

#include <doctest/doctest.h>

#include "cli/request_table.hpp"
#include "cli/respond.hpp"
#include "cli/table_import.hpp"
#include "cli/table_page.hpp"
#include "core/json_reader.hpp"
#include "core/json_writer.hpp"
#include "core/rational.hpp"

namespace {

using namespace assay;
using core::Json;
using core::Rational;

Json response(const std::string& text) {
  const cli::Reply reply = cli::respond(text);
  CAPTURE(reply.text);
  return *core::read_json(reply.text);
}

Json result(const std::string& text) {
  const Json all = response(text);
  CAPTURE(core::write_json(all));
  REQUIRE(*all.find("ok")->boolean());
  return *all.find("result");
}

void check_fault(const std::string& text, std::string_view code, std::string_view message) {
  const Json all = response(text);
  CAPTURE(core::write_json(all));
  REQUIRE_FALSE(*all.find("ok")->boolean());
  CHECK(*all.find("error")->find("code")->string() == code);
  CHECK(all.find("error")->find("message")->string()->find(message) != std::string::npos);
}

/// The entry of a list whose address is the codes given.
Json entry(const Json& list, const std::string& at) {
  for (const Json& one : *list.array())
    if (core::write_json(*one.find("at")) == at) return one;
  FAIL("no entry at ", at);
  return {};
}

Rational number(const Json& enclosure, std::string_view end) {
  return core::parse_number(*enclosure.find(end)->string())->value;
}

void check_holds(const Json& enclosure, const Rational& low, const Rational& high) {
  CAPTURE(core::write_json(enclosure));
  CHECK(number(enclosure, "lower") <= high);
  CHECK(low <= number(enclosure, "upper"));
}

const std::string two_by_three =
    R"("table":{"kind":"count","dimensions":[{"name":"r","codes":["a","b"],"total":"T"},{"name":"c","codes":["x","y","z"],"total":"T"}],"cells":[)"
    R"({"at":["a","x"],"value":3,"status":"suppressed"},{"at":["a","y"],"value":4,"status":"suppressed"},{"at":["a","z"],"value":1},{"at":["a","T"],"value":8},)"
    R"({"at":["b","x"],"value":2,"status":"suppressed"},{"at":["b","y"],"value":6,"status":"suppressed"},{"at":["b","z"],"value":5},{"at":["b","T"],"value":13},)"
    R"({"at":["T","x"],"value":5},{"at":["T","y"],"value":10},{"at":["T","z"],"value":6},{"at":["T","T"],"value":21}]},"knowledge":{"lower":0})";

TEST_CASE("over a list of priors each cell has its own worst one (2026-11-30)") {
  const std::string poisson = R"({"class":"poisson","rate":"3"})",
                    uniform = R"({"class":"uniform","lower":0,"upper":10})";
  const auto ask = [&](const std::string& priors) {
    return result(R"({"request":"table",)" + two_by_three + R"(,"ask":["kappa"],"kappa":"1","priors":)" + priors + "}");
  };
  const Json both = *ask("[" + poisson + "," + uniform + "]").find("kappa_cells");
  // The law of (b, y) given the release, 1/6 at most: ln of it over the Poisson chance of 6.
  const Json cell = entry(both, R"(["b","y"])");
  check_holds(*cell.find("kappa"), Rational(18677629836826LL, 10'000'000'000'000LL),
              Rational(18677629836828LL, 10'000'000'000'000LL));
  CHECK(*cell.find("verdict")->string() == "fails");
  CHECK(cell.find("prior")->number()->text == "0");
  const Json first = *ask(poisson).find("kappa_cells"), second = *ask(uniform).find("kappa_cells");
  REQUIRE(both.array()->size() == 4);
  for (std::size_t i = 0; i < 4; ++i)
    for (const Json* one : {&first, &second})
      CHECK(number(*(*one->array())[i].find("kappa"), "lower") <= number(*(*both.array())[i].find("kappa"), "upper"));
}

TEST_CASE("over a list of priors the posterior is that of each") {
  const std::string poisson = R"({"class":"poisson","rate":"3"})",
                    uniform = R"({"class":"uniform","lower":0,"upper":10})";
  const auto ask = [&](const std::string& priors) {
    const Json told =
        result(R"({"request":"table",)" + two_by_three + R"(,"ask":["posterior"],"priors":)" + priors + "}");
    return *told.find("posterior")->array();
  };
  const Json::Array both = ask("[" + poisson + "," + uniform + "]"), first = ask(poisson), second = ask(uniform);
  REQUIRE(both.size() == first.size() + second.size());
  for (std::size_t i = 0; i < both.size(); ++i) {
    const Json& one = i < first.size() ? first[i] : second[i - first.size()];
    for (const char* field : {"at", "values", "truth", "residual"})
      CHECK(core::write_json(*both[i].find(field)) == core::write_json(*one.find(field)));
    CHECK(both[i].find("prior")->number()->text == (i < first.size() ? "0" : "1"));
    CHECK(one.find("prior") == nullptr);
  }
  CHECK(core::write_json(*first[0].find("values")) != core::write_json(*second[0].find("values")));
}

TEST_CASE("a class without an answer cell by cell says why (2026-11-30)") {
  for (const std::string priors :
       {R"({"class":"poisson","rate":{"lower":"1","upper":"2"}})",
        R"({"class":"contamination","weight":"1/4","base":{"class":"poisson","rate":"3"}})"}) {
    const Json told =
        result(R"({"request":"table",)" + two_by_three + R"(,"ask":["kappa","posterior"],"priors":)" + priors + "}");
    CHECK(told.find("kappa_cells") == nullptr);
    CHECK(told.find("kappa_cells_unanswered")->string()->find("of the table") != std::string::npos);
  }
}

TEST_CASE("where the time ended no number of tables is blamed (2026-11-30)") {
  const std::string text = R"({"request":"table",)" + two_by_three +
                           R"(,"ask":["kappa"],"priors":{"class":"uniform","lower":0,"upper":10}})";
  const auto ask = cli::table_ask(*core::read_json(text));
  REQUIRE(ask);
  const auto told = cli::answer_table(*ask, {10, accounting::Deadline::after(std::chrono::milliseconds(0))});
  REQUIRE(told);
  Json cells;
  for (const auto& [name, value] : told->result)
    if (name == "kappa_cells") cells = value;
  const std::string why = *entry(cells, R"(["a","x"])").find("unanswered")->string();
  CHECK(why.find("max_seconds ended") != std::string::npos);
}

TEST_CASE("a count of a hundred thousand has its weight, one of a billion is refused (2026-11-30)") {
  const auto ask = [](const std::string& more, const std::string& rate) {
    return R"({"request":"table","table":{"kind":"count","dimensions":[{"name":"c","codes":["a","b","c"],"total":"T"}],"cells":[{"at":["a"],"value":3,"status":"suppressed"},{"at":["b"],"value":2,"status":"suppressed"},{"at":["c"],"value":)" +
           more + R"(},{"at":["T"],"value":)" + more.substr(0, more.size() - 1) +
           R"(5}]},"knowledge":{"lower":0},"ask":["kappa"],"max_seconds":20,"priors":{"class":"poisson","rate":)" +
           rate + "}}";
  };
  // At rate r = c = 10^5: 3 r - ln(r^c/c! (2 r)^5/5!), by mpmath at 60 digits.
  const Json known = result(ask("100000", "\"100000\""));
  check_holds(*known.find("kappa"), Rational("19995043253061415/100000000000"),
              Rational("19995043253061416/100000000000"));
  check_fault(ask("1000000000", "\"3\""), "limit_exceeded", "factorials");
  check_fault(ask("1000000000", R"({"lower":"1","upper":"2"})"), "limit_exceeded", "factorials");
}

TEST_CASE("a count that is out of reach costs the ranges nothing (2026-11-30)") {
  const auto ask = [](const std::string& what) {
    return R"({"request":"table","table":{"kind":"count","dimensions":[{"name":"c","codes":["a","b"],"total":"T"}],"cells":[{"at":["a"],"value":null},{"at":["b"],"value":null},{"at":["T"],"value":3000000}]},"knowledge":{"lower":0},"kappa":"ln 3","priors":{"class":"poisson","rate":"3"},"ask":[)" +
           what + "]}";
  };
  const Json all = response(ask(R"("ranges","completions","posterior","kappa")"));
  const Json& found = *all.find("result");
  check_holds(*entry(*found.find("ranges"), R"(["a"])").find("max"), 3000000, 3000000);
  for (const char* name : {"completions", "posterior", "kappa"}) {
    CHECK(found.find(name) == nullptr);
    CHECK(found.find("unanswered")->find(name)->string()->find("possible values") != std::string::npos);
  }
  CHECK(*found.find("verdict")->string() == "undecided");
  CHECK_FALSE(*all.find("converged")->boolean());
  check_fault(ask(R"("completions")"), "limit_exceeded", "possible values");
  const Json candidates = result(
      R"({"request":"table","table":{"kind":"count","dimensions":[{"name":"c","codes":["a","b"],"total":"T"}],"cells":[{"at":["a"],"value":5},{"at":["b"],"value":2999995},{"at":["T"],"value":3000000}]},"knowledge":{"lower":0},"ask":["ranges","candidates"],"candidates":[{"name":"both","suppress":[["a"],["b"]]}]})");
  CHECK(candidates.find("ranges") != nullptr);
  CHECK(candidates.find("candidates") == nullptr);
  CHECK(candidates.find("unanswered")->find("candidates")->string()->find("possible values") != std::string::npos);
}

TEST_CASE("the cheapest suppression may be a total (2026-11-30)") {
  const auto ask = [](const std::string& upper) {
    return *result(
                R"({"request":"table","table":{"dimensions":[{"name":"c","codes":["a","b"],"total":"T"}],"kind":"count","cells":[{"at":["a"],"value":1,"status":"suppressed"},{"at":["b"],"value":3},{"at":["T"],"value":4}]},"knowledge":{"lower":0,"upper":)" +
                upper +
                R"(},"ask":["cheapest"],"added_at_most":1,"kappa":"1.7","priors":{"class":"poisson","rate":"3"}})")
                .find("cheapest");
  };
  // Without T the reader learns that b is 3: -ln of the Poisson chance of it, 1.4959.
  const Json bounded = ask("50");
  CHECK(core::write_json(*bounded.find("suppress")) == R"([["T"]])");
  CHECK(core::write_json(*bounded.find("cells")) == R"({"lower":"1","upper":"1"})");
  CHECK(*bounded.find("exact")->boolean());
  // Without an upper bound the tables are infinitely many: such a set is not judged, and nothing is claimed of it.
  const Json open = ask("null");
  CHECK(open.find("suppress") == nullptr);
  CHECK(core::write_json(*open.find("cells")) == R"({"lower":"1","upper":"inf"})");
}

std::string rounded(const std::string& method, const std::string& ask) {
  return R"({"request":"table","table":{"dimensions":[{"name":"c","codes":["a"]}],"kind":"count","cells":[{"at":["a"],"value":3,"status":"rounded","base":3,"rounding":")" +
         method + R"(","truth":4}]},"knowledge":{"lower":0},"ask":)" + ask +
         R"(,"priors":{"class":"uniform","lower":0,"upper":6}})";
}

TEST_CASE("random rounding is a matter of chance, controlled rounding of an unknown choice (2026-11-30)") {
  const Json told = result(rounded("random", R"(["ranges","completions","posterior"])"));
  // Likelihoods 1/3, 2/3, 1, 2/3, 1/3 of the values 1 to 5.
  const Json cell = (*told.find("posterior")->array())[0];
  CHECK(
      core::write_json(*cell.find("values")) ==
      R"([{"value":"1","probability":"1/9"},{"value":"2","probability":"2/9"},{"value":"3","probability":"1/3"},{"value":"4","probability":"2/9"},{"value":"5","probability":"1/9"}])");
  CHECK(*cell.find("truth")->string() == "2/9");
  CHECK(core::write_json(*told.find("completions")) == R"({"lower":"5","upper":"5"})");
  check_fault(rounded("random", R"(["posterior","kappa"])"), "not_supported", "chance");
  // The law of the rounding is a hypothesis, and nothing is said of a gain.
  const std::string all = core::write_json(response(rounded("random", R"(["posterior"])")));
  CHECK(all.find("with chance 1 - |x - t|/base") != std::string::npos);
  CHECK(all.find("table-joint-gain") == std::string::npos);
  check_fault(rounded("controlled", R"(["posterior"])"), "not_supported", "controlled rounding");
  check_fault(rounded("controlled", R"(["kappa"])"), "not_supported", "controlled rounding");
  CHECK(result(rounded("controlled", R"(["ranges"])")).find("ranges")->array()->size() == 1);
}

TEST_CASE("a cell that is not published is listed, and disclosed where it is determined (2026-11-30)") {
  cli::ImportOptions options;
  const auto request = cli::table_from_csv(
      "r,c,value\na,x,1\na,y,2\nb,x,3\na,Total,3\nb,Total,7\nTotal,x,4\nTotal,y,6\nTotal,Total,10\n", options);
  REQUIRE(request);
  Json::Object asked = *request->object();
  asked.emplace_back("ask", Json::Array{"ranges", "posterior", "kappa"});
  asked.emplace_back("certificate", true);
  const Json all = response(core::write_json(asked));
  const Json cell = entry(*all.find("result")->find("ranges"), R"(["b","y"])");
  CHECK(*cell.find("status")->string() == "absent");
  CHECK(core::write_json(*cell.find("min")) == R"({"lower":"4","upper":"4"})");
  CHECK(*cell.find("disclosed")->boolean());
  CHECK(entry(*all.find("result")->find("posterior"), R"(["b","y"])").find("values")->array()->size() == 1);
  CHECK(all.find("no_certificate") == nullptr);
  const Json* certificate = all.find("certificate");
  REQUIRE(certificate != nullptr);
  CHECK(core::write_json(*certificate->find("claim")->find("ranges")) == R"([{"cell":8,"max":"4","min":"4"}])");
  const std::string page = cli::table_as_text(Json(asked), all);
  CAPTURE(page);
  CHECK(page.find("[=4]") != std::string::npos);
  CHECK(page.find("1 of them are disclosed") != std::string::npos);
}

TEST_CASE("what a CSV file means is read or refused, never guessed (2026-11-30)") {
  const cli::ImportOptions options;
  const auto refused = [&](const std::string& text, std::string_view message) {
    const auto table = cli::table_from_csv(text, options);
    CAPTURE(text);
    REQUIRE_FALSE(table);
    CAPTURE(table.error().message);
    CHECK(table.error().message.find(message) != std::string::npos);
  };
  refused("c,value,status\na,0x10,\n", "line 2, column value");
  refused("c,value\n\n\"a\nb\",1\n\nc,\"1,234\"\n", "line 6, column value");
  refused("c,value,status\na,1 000,suppressed\n", "line 2, column value");
  refused("c,c,value\na,b,1\n", "named twice");
  refused("c,value,value\na,1,2\n", "named twice");
  refused(std::string("c,value\na") + '\0' + "b,1\n", "line 2");
  for (const std::string sign : {"", "x", "*", "<5", "..", ":"})
    CHECK(cli::table_from_csv("c,value\na," + sign + "\n", options));
  cli::ImportOptions counted;
  counted.dimensions = {"c"};
  CHECK_FALSE(cli::table_from_microdata("c,c\na,b\n", counted));
}

TEST_CASE("codes have no characters that part addresses, true values fit what is published (2026-11-30)") {
  check_fault(
      R"({"request":"table","ask":["ranges"],"table":{"kind":"count","dimensions":[{"name":"c","codes":["a\u0000"]}],"cells":[]}})",
      "invalid_parameter", "NUL");
  check_fault(
      R"({"request":"table","ask":["ranges"],"table":{"kind":"count","dimensions":[{"name":"c\u001f","codes":["a"]}],"cells":[]}})",
      "invalid_parameter", "NUL");
  const auto truth = [](const std::string& value) {
    return R"({"request":"table","ask":["ranges"],"table":{"kind":"count","dimensions":[{"name":"c","codes":["a","b"],"total":"T"}],"cells":[{"at":["a"],"value":)" +
           value + R"(,"status":"suppressed"},{"at":["b"],"value":null},{"at":["T"],"value":5}]}})";
  };
  check_fault(truth("1e3"), "invalid_parameter", "true value of the cell (a)");
  CHECK(result(truth("5")).find("ranges")->array()->size() == 2);
}

TEST_CASE("insiders that nobody can be, and the other name of successes (2026-11-30)") {
  const std::string table =
      R"({"request":"table","table":{"kind":"count","dimensions":[{"name":"c","codes":["a","b"],"total":"T"}],"cells":[{"at":["a"],"value":null},{"at":["b"],"value":null},{"at":["T"],"value":5}]},"ask":)";
  CHECK(result(table + R"(["insider"],"insiders":"each"})").find("insider_note")->string()->find("contribution") !=
        std::string::npos);
  const auto prior = [&](const std::string& fields) {
    return table + R"(["kappa"],"priors":{"class":"negative_binomial","probability":"1/2",)" + fields + "}}";
  };
  CHECK(core::write_json(result(prior(R"("successes":2)"))) == core::write_json(result(prior(R"("size":2)"))));
  check_fault(prior(R"("size":2,"successes":2)"), "invalid_parameter", "one of them");
}

TEST_CASE("negative binomial cells may have a probability each (2026-11-30)") {
  const auto ask = [](const std::string& probability, const std::string& total, const std::string& score) {
    return R"({"request":"table","table":{"kind":"count","dimensions":[{"name":"c","codes":["a","b"],"total":"T"}],"cells":[{"at":["a"],"value":0,"status":"suppressed"},{"at":["b"],"value":)" +
           total + R"(,"status":"suppressed"},{"at":["T"],"value":)" + total +
           R"(}]},"knowledge":{"lower":0},"ask":["posterior","kappa"],"score":)" + score +
           R"(,"priors":{"class":"negative_binomial","successes":1,"probability":)" + probability + "}}";
  };
  // Of one success each: a = i with (1/2)^(i+1), b = j with (1/3) (2/3)^j. The sum is 2 with 2/27 + 1/18 + 1/24.
  const Rational sum = Rational(2, 27) + Rational(1, 18) + Rational(1, 24);
  const Json apart = result(ask(R"(["1/2","1/3"])", "2", R"("log")"));
  CHECK(*entry(*apart.find("posterior"), R"(["a"])").find("truth")->string() == Rational(Rational(2, 27) / sum).str());
  const accounting::Ball gain = -log(accounting::Ball(sum, 128));
  check_holds(*apart.find("kappa"), lower_rational(gain), upper_rational(gain));
  // The same of the total itself, whose law is a convolution.
  const Json total = result(ask(R"(["1/2","1/3"])", "2", R"({"rule":"log","cell":["T"]})"));
  check_holds(*total.find("kappa"), lower_rational(gain), upper_rational(gain));
  CHECK(core::write_json(result(ask(R"(["1/3","1/3"])", "7", R"("log")"))) ==
        core::write_json(result(ask(R"("1/3")", "7", R"("log")"))));
  check_fault(ask(R"(["1/2","1/3"])", "301", R"({"rule":"log","cell":["T"]})"), "limit_exceeded", "weighed to 300");
  check_fault(ask(R"(["1/2","1/3","1/4"])", "1", R"("log")"), "invalid_parameter", "interior cells");
}

}  // namespace
