// First guesses in double: they choose precisions, saddle points and starting values. Nothing here certifies.
#pragma once

#include <functional>

namespace assay::accounting {

/// log delta(epsilon) of N(0,1) against N(mu,1), mu > 0, to a few digits.
double guess_gaussian_log_delta(double mu, double epsilon);

/// The epsilon where a nonincreasing log delta crosses log_delta, between low and high (whose sides it trusts).
double guess_crossing(const std::function<double(double)>& log_delta_of, double log_delta, double low, double high);

/// The epsilon with log delta(epsilon) = log_delta of N(0,1) against N(mu,1); finite for every argument.
double guess_gaussian_epsilon(double mu, double log_delta);

/// K(theta) = log E[e^{theta S}; S < inf] with two derivatives.
struct Cumulant {
  double value, slope, curvature;
};
using CumulantFunction = std::function<Cumulant(double theta)>;

/// argmin over theta > 0 of K(theta) - theta x - log theta - log(1 + theta): the saddle point of delta(x).
/// Precondition: x below the largest value of S.
double guess_saddle(const CumulantFunction& cumulant, double x);

/// The epsilon at which the saddle-point approximation of log E[(1 - e^{epsilon - S})_+] is log_delta.
double guess_saddle_epsilon(const CumulantFunction& cumulant, double log_delta);

}  // namespace assay::accounting
