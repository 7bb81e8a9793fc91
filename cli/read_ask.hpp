// Decoders of the request kinds: the fields of one kind out of its object, one file a kind.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cli/asks.hpp"
#include "cli/reading.hpp"
#include "cli/request_mechanism.hpp"

namespace assay::cli {

/// One real, or a list of them; `check` decodes each.
template <class Check>
Asked read_asked(ObjectReader& in, std::string_view name, Check check) {
  Asked asked;
  const core::Json* value = in.require(name);
  if (value == nullptr) return asked;
  const auto add = [&](const core::Json& real, const std::string& at) {
    const core::Result<core::ExactNumber> number = check(real, name, at);
    if (number)
      asked.values.push_back(number->value);
    else
      in.fail(number.error());
  };
  const core::Json::Array* list = value->array();
  asked.is_list = list != nullptr;
  if (list == nullptr) {
    add(*value, in.place(name));
    return asked;
  }
  if (list->empty()) in.fail(core::ErrorCode::invalid_parameter, name, "an empty list asks nothing");
  if (list->size() > max_list)
    in.fail(core::ErrorCode::limit_exceeded, name,
            "a list of at most " + std::to_string(max_list) + " values, got " + std::to_string(list->size()));
  for (std::size_t i = 0; i < list->size() && !in.failed(); ++i)
    add((*list)[i], in.place(name) + "/" + std::to_string(i));
  return asked;
}

/// One level of the privacy loss, or a list of them: a finite number or the logarithm of a rational.
/// Gives: their rational parts; the levels themselves are appended.
Asked read_levels(ObjectReader& in, std::string_view name, std::vector<accounting::LossLevel>& levels);

/// One probability, or a list of them.
Asked read_probabilities(ObjectReader& in, std::string_view name);

/// A Renyi order: any real above 0; 1 is the Kullback-Leibler divergence.
core::Result<core::ExactNumber> read_order(const core::Json& value, std::string_view name, const std::string& at);

RenyiAsk read_ask(ObjectReader& in, std::type_identity<RenyiAsk>);
DivergenceAsk read_ask(ObjectReader& in, std::type_identity<DivergenceAsk>);
TradeoffAsk read_ask(ObjectReader& in, std::type_identity<TradeoffAsk>);
RiskAsk read_ask(ObjectReader& in, std::type_identity<RiskAsk>);
CalibrateAsk read_ask(ObjectReader& in, std::type_identity<CalibrateAsk>);
CurveAsk read_ask(ObjectReader& in, std::type_identity<CurveAsk>);
LossDistributionAsk read_ask(ObjectReader& in, std::type_identity<LossDistributionAsk>);
ComposeTheoremAsk read_ask(ObjectReader& in, std::type_identity<ComposeTheoremAsk>);

}  // namespace assay::cli
