// What answers cost inside the process: wall and CPU time of whole questions, every digit certified.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "accounting/verdict/answer.hpp"
#include "core/rational.hpp"

namespace {

using namespace assay;

core::Rational number(const char* text) { return core::parse_number(text)->value; }

accounting::Question question(accounting::Mechanism mechanism, std::uint64_t count) {
  accounting::Question q;
  q.composition.push_back({std::move(mechanism), count});
  return q;
}

accounting::Question sampled_gaussian(const char* sigma, const char* rate, std::uint64_t count) {
  const accounting::Mechanism base{accounting::Gaussian{number(sigma)}};
  return question({accounting::PoissonSampled{number(rate), std::make_shared<const accounting::Mechanism>(base)}},
                  count);
}

/// One question asked again and again; an answer that is wider than asked is an error, not a time.
template <class Ask>
void measure(benchmark::State& state, const Ask& ask) {
  for (auto _ : state) {
    const auto answers = ask();
    if (!answers || !answers->front().converged) {
      state.SkipWithError(answers ? "wider than asked" : answers.error().message.c_str());
      break;
    }
    benchmark::DoNotOptimize(answers);
  }
}

void register_epsilon(const std::string& name, const accounting::Question& q, const char* delta) {
  benchmark::RegisterBenchmark(("epsilon/" + name).c_str(), [q, at = std::vector{number(delta)}](benchmark::State& s) {
    measure(s, [&] { return accounting::epsilon(q, at); });
  });
}

void register_delta(const std::string& name, const accounting::Question& q, const char* epsilon) {
  benchmark::RegisterBenchmark(("delta/" + name).c_str(), [q, at = std::vector{number(epsilon)}](benchmark::State& s) {
    measure(s, [&] { return accounting::delta(q, at); });
  });
}

void register_all() {
  // Digit classification by noisy gradient descent: batches of 256 of 60000, noise 1.1, 60 epochs.
  register_epsilon("dpsgd_14062_steps", sampled_gaussian("1.1", "256/60000", 14062), "1e-5");
  // The same step, few and many times: the cost must not grow with the count.
  register_epsilon("dpsgd_1e3_steps", sampled_gaussian("1.1", "256/60000", 1'000), "1e-5");
  register_epsilon("dpsgd_1e9_steps", sampled_gaussian("1.1", "256/60000", 1'000'000'000), "1e-5");
  // Little noise, small rate, few steps: rare events decide.
  register_epsilon("rare_events", sampled_gaussian("0.5", "1e-4", 100), "1e-6");
  register_delta("rare_events", sampled_gaussian("0.5", "1e-4", 100), "0.5");
  register_delta("gaussian", question({accounting::Gaussian{number("1.1")}}, 100), "1");
  register_epsilon("gaussian", question({accounting::Gaussian{number("1.1")}}, 100), "1e-5");
  register_delta("laplace", question({accounting::Laplace{number("20")}}, 1), "0.01");
  register_delta("randomized_response_1e5",
                 question({accounting::RandomizedResponse{.gamma = number("0.001")}}, 100'000), "1");
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  register_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
