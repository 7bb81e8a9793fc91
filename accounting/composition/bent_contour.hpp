// The certified contour bent to the right: privacy profiles of few steps, or of rare events, of the Poisson-sampled
// Gaussian, where the vertical contour needs too many nodes. Two-sided: the ball holds the exact value.
//
// With al = 1+z (remove) or -z (add), b = 1 - rate and D_0 = +-epsilon - sum k log b > 0,
//   E_P[(1-e^{epsilon-S})_+] = (1/2 pi i) int_Gamma prod F_i(al)^{k_i} e^{c - D_0 al} / (al (al-1)) dal,
// F(al) = E[(w/b)^al]; on the hyperbola Gamma the near-atom of S at sum k log b decays like e^{-D_0 Re al}.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "accounting/composition/bent_path.hpp"
#include "accounting/loss/privacy_loss.hpp"
#include "accounting/numeric/ball.hpp"
#include "accounting/numeric/deadline.hpp"
#include "core/rational.hpp"

namespace assay::accounting {

class BentContour {
 public:
  /// The composition of the given steps, all remove or all add. Precondition: sigma > 0, 0 < rate < 1, count >= 1.
  BentContour(std::vector<SampledSteps> steps, SampledGaussianLoss::Kind kind);
  ~BentContour();
  BentContour(BentContour&&) noexcept;
  BentContour& operator=(BentContour&&) noexcept;

  /// Encloses E_P[(1-e^{epsilon-S})_+], S the composed loss.
  /// Gives:  a ball; of relative radius about 10^-digits where parameters for that are found, wider otherwise.
  ///         Calls at nearby epsilons share the transforms at the contour's nodes.
  ///         `log_sparse`: log delta as it would be were one step alone ever to lose much; tried where the saddle's
  ///         estimate does not serve.
  /// Fails:  nullopt where no parameters pass the checks, or the deadline passes. Never a ball that is not proved.
  std::optional<Ball> delta(const core::Rational& epsilon, long digits, double log_sparse, const Deadline& deadline);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::accounting
