// Functions of several variables to second order: value, slopes and curvatures, enclosed over a point or a box.
#pragma once

#include <cstddef>
#include <vector>

#include "accounting/numeric/ball.hpp"
#include "core/rational.hpp"

namespace assay::persuasive {

using BallVector = std::vector<accounting::Ball>;

/// Enclosures over one box of a function, its first derivatives, and (where asked for) its second.
struct Jet {
  accounting::Ball value;
  BallVector slope;
  BallVector curvature;  // entry (i, j), i <= j, at place(i, j); empty where they are not asked for

  static std::size_t place(std::size_t i, std::size_t j) { return i + j * (j + 1) / 2; }
};

/// A linear function with these slopes, whose values lie in the ball.
Jet linear(accounting::Ball value, BallVector slope, bool with_curvature);

Jet operator+(const Jet& x, const Jet& y);
Jet operator-(const Jet& x, const Jet& y);
Jet operator*(const Jet& x, const Jet& y);
Jet scaled(const Jet& x, const core::Rational& by);
Jet square(const Jet& x);
/// x^a for x >= 0 and a != 0; not finite where a derivative is not.
Jet to_power(const Jet& x, const core::Rational& a);

}  // namespace assay::persuasive
