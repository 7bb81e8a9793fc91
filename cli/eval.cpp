// The commands eval and verify.
#include "cli/eval.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>

#include <unistd.h>

#include "cli/claim_table.hpp"
#include "cli/respond.hpp"
#include "core/json_reader.hpp"
#include "core/json_writer.hpp"

namespace assay::cli {
namespace {

using core::Json;
using core::Result;

const WorkerPool::Handler answer_any = [](std::string_view text, const auto& on_budget) {
  return respond(text, on_budget);
};

/// Refuses what is no claim before it costs time.
const WorkerPool::Handler answer_claims = [](std::string_view text, const auto& on_budget) {
  const Result<Json> json = core::read_json(text);
  if (json) {
    const Json* kind = json->find("request");
    if (kind != nullptr && kind->string() != nullptr && *kind->string() != "verify") {
      const Json* id = json->find("id");
      return error_reply(id != nullptr ? *id : Json(), {core::ErrorCode::invalid_parameter, "/request",
                                                        "assay verify takes verify requests; assay eval takes all"});
    }
  }
  return respond(text, on_budget);
};

/// Asks each request for its certificate.
WorkerPool::Handler certifying(const WorkerPool::Handler& answer) {
  return [&answer](std::string_view text, const auto& on_budget) {
    Result<Json> json = core::read_json(text);
    Json::Object* request = json ? json->object() : nullptr;
    if (request == nullptr) return answer(text, on_budget);
    std::erase_if(*request, [](const Json::Member& member) { return member.first == "certificate"; });
    request->emplace_back("certificate", true);
    return answer(core::write_json(*json), on_budget);
  };
}

/// Writes to standard output; false, with a word on standard error unless the pipe was closed, where that fails.
bool print(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error != 0 && error != EPIPE)
    std::cerr << "assay: the output could not be written: " << std::strerror(error) << '\n';
  return error == 0;
}

/// Writes the replies as they come: one alone, or an array of them.
bool print_replies(const RequestTexts& requests, std::size_t jobs, const WorkerPool::Handler& handler,
                   const std::function<void(const Reply&)>& look) {
  bool written = !requests.is_list || print("[");
  bool first = true;
  if (written)
    run_all(requests.texts, jobs, handler, [&](const Reply& reply) {
      look(reply);
      written = print((first ? "" : ",\n") + reply.text);
      first = false;
      return written;
    });
  return written && print(requests.is_list ? "]\n" : "\n");
}

Json parsed(const std::string& text) {
  core::JsonLimits limits;
  limits.max_bytes *= 4;  // a response holds its request's id and more
  Result<Json> json = core::read_json(text, limits);
  return json ? std::move(json).value() : Json();
}

}  // namespace

Result<RequestTexts> split_requests(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos || text[begin] != '[') return RequestTexts{{text}, false};
  const Result<Json> json = core::read_json(text);
  if (!json) return json.error();
  RequestTexts requests{{}, true};
  for (const Json& element : *json->array()) requests.texts.push_back(core::write_json(element));
  return requests;
}

RequestTexts split_lines(const std::string& text) {
  RequestTexts requests{{}, true};
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") != std::string::npos) requests.texts.push_back(std::move(line));
    begin = end + 1;
  }
  return requests;
}

int run_eval(const std::string& input, std::size_t jobs) {
  const Result<RequestTexts> requests = split_requests(input);
  if (!requests) {
    return print(error_reply({}, requests.error()).text + "\n") ? status::error : status::unusable;
  }
  bool all_ok = true;
  const bool written =
      print_replies(*requests, jobs, answer_any, [&](const Reply& reply) { all_ok = all_ok && reply.ok; });
  if (!written) return status::unusable;
  return all_ok ? status::good : status::error;
}

int run_verify(const std::string& input, bool lines, bool json, std::size_t jobs) {
  const Result<RequestTexts> requests = lines ? split_lines(input) : split_requests(input);
  if (!requests) {
    if (json && !print(error_reply({}, requests.error()).text + "\n")) return status::unusable;
    if (!json) std::cerr << "assay: " << requests.error().message << '\n';
    return status::unusable;
  }
  std::vector<ClaimOutcome> outcomes;
  std::vector<ClaimRow> rows;
  const auto look = [&](const Reply& reply) {
    const Json response = parsed(reply.text);
    outcomes.push_back(outcome_of(response));
    if (!json) rows.push_back(claim_row(parsed(requests->texts[rows.size()]), response, rows.size() + 1));
  };
  if (json) return print_replies(*requests, jobs, answer_claims, look) ? verify_status(outcomes) : status::unusable;
  run_all(requests->texts, jobs, answer_claims, [&](const Reply& reply) {
    look(reply);
    return true;
  });
  return print(claim_table(rows)) ? verify_status(outcomes) : status::unusable;
}

int run_certify(const std::string& input, bool lines, bool any, std::size_t jobs) {
  const Result<RequestTexts> requests = lines ? split_lines(input) : split_requests(input);
  if (!requests) {
    print(error_reply({}, requests.error()).text + "\n");
    return status::unusable;
  }
  std::vector<ClaimOutcome> outcomes;
  bool written = true, all_ok = true;
  run_all(requests->texts, jobs, certifying(any ? answer_any : answer_claims), [&](const Reply& reply) {
    all_ok = all_ok && reply.ok;
    outcomes.push_back(outcome_of(parsed(reply.text)));
    return written = print(reply.text + "\n");
  });
  if (!written) return status::unusable;
  if (any) return all_ok ? status::good : status::error;
  return verify_status(outcomes);
}

}  // namespace assay::cli
