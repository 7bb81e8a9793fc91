// Owners of Arb values for the hot loops of the bent contour: a complex ball and an array of them.
#pragma once

#include <cstddef>
#include <utility>

#include <acb.h>
#include <arb.h>

namespace assay::accounting::bent {

class RealBall {
 public:
  RealBall() { arb_init(v_); }
  ~RealBall() { arb_clear(v_); }
  RealBall(const RealBall& o) : RealBall() { arb_set(v_, o.v_); }
  RealBall& operator=(const RealBall& o) {
    arb_set(v_, o.v_);
    return *this;
  }
  operator arb_ptr() { return v_; }
  operator arb_srcptr() const { return v_; }

 private:
  arb_t v_;
};

class ComplexBall {
 public:
  ComplexBall() { acb_init(v_); }
  ~ComplexBall() { acb_clear(v_); }
  ComplexBall(const ComplexBall&) = delete;
  ComplexBall& operator=(const ComplexBall&) = delete;
  operator acb_ptr() { return v_; }
  operator acb_srcptr() const { return v_; }
  arb_ptr real() { return acb_realref(v_); }
  arb_ptr imag() { return acb_imagref(v_); }

 private:
  acb_t v_;
};

class ComplexVector {
 public:
  ComplexVector() = default;
  explicit ComplexVector(std::size_t n) : v_(_acb_vec_init(static_cast<slong>(n))), n_(n) {}
  ~ComplexVector() {
    if (v_ != nullptr) _acb_vec_clear(v_, static_cast<slong>(n_));
  }
  ComplexVector(const ComplexVector&) = delete;
  ComplexVector& operator=(const ComplexVector&) = delete;
  ComplexVector(ComplexVector&& o) noexcept : v_(std::exchange(o.v_, nullptr)), n_(std::exchange(o.n_, 0)) {}
  ComplexVector& operator=(ComplexVector&& o) noexcept {
    std::swap(v_, o.v_);
    std::swap(n_, o.n_);
    return *this;
  }
  acb_ptr operator[](std::size_t i) { return v_ + i; }
  acb_srcptr operator[](std::size_t i) const { return v_ + i; }
  std::size_t size() const { return n_; }

 private:
  acb_ptr v_ = nullptr;
  std::size_t n_ = 0;
};

/// The ends of a ball as doubles, rounded outwards.
inline double upper_double(arb_srcptr x) {
  arf_t end;
  arf_init(end);
  arb_get_ubound_arf(end, x, 64);
  const double result = arf_get_d(end, ARF_RND_CEIL);
  arf_clear(end);
  return result;
}
inline double lower_double(arb_srcptr x) {
  arf_t end;
  arf_init(end);
  arb_get_lbound_arf(end, x, 64);
  const double result = arf_get_d(end, ARF_RND_FLOOR);
  arf_clear(end);
  return result;
}
inline double middle_double(arb_srcptr x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

}  // namespace assay::accounting::bent
