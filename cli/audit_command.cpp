#include "cli/audit_command.hpp"

#include <iostream>
#include <utility>

#include <unistd.h>

#include "cli/batch.hpp"
#include "cli/black_box.hpp"
#include "cli/respond.hpp"
#include "core/json_reader.hpp"

namespace assay::cli {
namespace {

using core::Json;
using Object = Json::Object;

int complain(const std::string& message) {
  std::cerr << "assay: " << message << '\n';
  return status::unusable;
}

Json::Array texts(std::vector<std::string>& outputs) {
  Json::Array list;
  for (std::string& output : outputs) list.emplace_back(std::move(output));
  return list;
}

/// The request without its samples: what can be refused before the program runs.
Object question(const AuditOptions& options) {
  Object request{{"request", "audit"}, {"method", "samples"}, {"confidence", options.confidence}};
  if (!options.claim_mu.empty()) request.emplace_back("claim", Object{{"mu", options.claim_mu}});
  if (!options.claim_epsilon.empty())
    request.emplace_back("claim", Object{{"epsilon", options.claim_epsilon}, {"delta", options.claim_delta}});
  if (!options.delta.empty()) request.emplace_back("delta", options.delta);
  return request;
}

std::string text_at(const Json& value, std::initializer_list<std::string_view> path) {
  const Json* at = &value;
  for (const std::string_view name : path)
    if ((at = at->find(name)) == nullptr) return {};
  if (const std::string* text = at->string()) return *text;
  if (const Json::Number* number = at->number()) return number->text;
  if (const bool* truth = at->boolean()) return *truth ? "yes" : "no";
  return {};
}

std::string report(const AuditOptions& options, const Json& response) {
  const Json& result = *response.find("result");
  const auto at = [&](std::initializer_list<std::string_view> path) { return text_at(result, path); };
  std::string text = options.program + ": " + std::to_string(options.runs) + " runs on input '" + options.inputs[0] +
                     "', as many on '" + options.inputs[1] + "'\n";
  text += "event (chosen on one half of the runs): " + at({"certified_on", "event"}) + "\n";
  text += "on the other half: " + at({"certified_on", "true_positives"}) + " of " + at({"certified_on", "positives"}) +
          " against " + at({"certified_on", "false_positives"}) + " of " + at({"certified_on", "negatives"}) + "\n";
  text += "epsilon is at least " + at({"epsilon_lower_bound", "lower"}) + ", at confidence " + at({"confidence"}) +
          (options.delta.empty() && options.claim_epsilon.empty()
               ? ""
               : ", at delta " + (options.delta.empty() ? options.claim_delta : options.delta)) +
          "\n";
  text += "an audit of this size can prove at most " + at({"power", "largest_epsilon_lower_bound", "upper"}) + "\n";
  const std::string verdict = at({"verdict"});
  if (verdict.empty()) return text;
  const std::string claim = options.claim_mu.empty()
                                ? "(" + options.claim_epsilon + ", " + options.claim_delta + ")-privacy"
                                : options.claim_mu + "-Gaussian privacy";
  text += "the claim of " + claim + " is " + verdict;
  if (verdict == "undecided") text += " in the time given";
  if (verdict == "consistent")
    text += at({"power", "can_refute"}) == "no" ? " with the runs, but an audit of this size could not refute it"
                                                : " with the runs; that is no proof of it";
  return text + "\n";
}

}  // namespace

int run_audit(const AuditOptions& options, bool json) {
  if (options.inputs.size() != 2) return complain("an audit compares two inputs: --inputs A B");
  if (!options.claim_mu.empty() && !options.claim_epsilon.empty())
    return complain("a claim is of epsilon (and delta) or of mu, not of both");
  Object request = question(options);
  {
    Object probe = request;
    probe.emplace_back("first", Json::Array{"0", "0"});
    probe.emplace_back("second", Json::Array{"0", "0"});
    const Reply reply = respond_to(Json(), probe);
    const core::Result<Json> response = core::read_json(reply.text);
    if (!reply.ok) return complain(text_at(*response, {"error", "message"}));
  }
  BlackBox box;
  box.program = options.program;
  box.arguments = options.arguments;
  box.first = options.inputs[0];
  box.second = options.inputs[1];
  box.runs = options.runs;
  box.stream = options.stream;
  box.budget = std::chrono::seconds(options.seconds);
  box.one_run = std::chrono::seconds(options.one_run_seconds);
  box.memory = static_cast<std::uint64_t>(options.memory_mib) << 20U;
  core::Result<Outputs> outputs = run_black_box(box);
  if (!outputs) return complain(outputs.error().message);
  request.emplace_back("first", texts(outputs->first));
  request.emplace_back("second", texts(outputs->second));
  const Reply reply = respond_to(Json(), request);
  const core::Result<Json> response = core::read_json(reply.text);
  if (!response || !reply.ok)
    return complain(response ? text_at(*response, {"error", "message"}) : response.error().message);
  if (write_all(STDOUT_FILENO, json ? reply.text + "\n" : report(options, *response)) != 0) return status::unusable;
  const std::string verdict = text_at(*response, {"result", "verdict"});
  if (verdict == "undecided") return status::undecided;
  return verdict == "refuted" ? status::error : status::good;
}

}  // namespace assay::cli
