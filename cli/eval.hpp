// The commands eval and verify: one request, an array of them, and what is printed of the answers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/batch.hpp"
#include "core/result.hpp"

namespace assay::cli {

/// The requests of one input, as texts.
struct RequestTexts {
  std::vector<std::string> texts;
  bool is_list = false;  // answered by an array
};

/// Splits an input into requests: a JSON array gives its elements, other text is one request.
/// Fails: as the strict reader, where the text looks like an array and is malformed.
core::Result<RequestTexts> split_requests(const std::string& text);

/// The non-blank lines of a text, each a request.
RequestTexts split_lines(const std::string& text);

/// Answers `input` and writes the response, or the array of responses, to standard output. Gives an exit status.
int run_eval(const std::string& input, std::size_t jobs);

/// Like run_eval for verify requests: the table for people, or the responses with `json`. `lines`: JSON Lines.
/// Gives: an exit status: 1 where a claim fails; else 2 where a request is faulty; else 3 where a claim is undecided or
///        has no answer for another reason (not supported, out of time or memory); else 0.
int run_verify(const std::string& input, bool lines, bool json, std::size_t jobs);

/// Like run_verify (or, for `any` request, run_eval), with a certificate in every response that has one, one response a
/// line: what assay-check reads.
int run_certify(const std::string& input, bool lines, bool any, std::size_t jobs);

}  // namespace assay::cli
