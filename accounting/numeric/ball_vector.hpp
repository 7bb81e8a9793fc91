// Owning arrays of Arb balls, for loops where a Ball an element would only add copies.
#pragma once

#include <utility>

#include <acb.h>
#include <arb.h>

namespace assay::accounting {

class BallVector {
 public:
  BallVector() = default;
  explicit BallVector(long size) : data_(_arb_vec_init(size)), size_(size) {}
  BallVector(BallVector&& o) noexcept : data_(std::exchange(o.data_, nullptr)), size_(std::exchange(o.size_, 0)) {}
  BallVector& operator=(BallVector&& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
    return *this;
  }
  ~BallVector() {
    if (data_) _arb_vec_clear(data_, size_);
  }

  long size() const { return size_; }
  arb_ptr operator[](long i) { return data_ + i; }
  arb_srcptr operator[](long i) const { return data_ + i; }

 private:
  arb_ptr data_ = nullptr;
  long size_ = 0;
};

class ComplexVector {
 public:
  ComplexVector() = default;
  explicit ComplexVector(long size) : data_(_acb_vec_init(size)), size_(size) {}
  ComplexVector(ComplexVector&& o) noexcept
      : data_(std::exchange(o.data_, nullptr)), size_(std::exchange(o.size_, 0)) {}
  ComplexVector& operator=(ComplexVector&& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
    return *this;
  }
  ~ComplexVector() {
    if (data_) _acb_vec_clear(data_, size_);
  }

  long size() const { return size_; }
  acb_ptr operator[](long i) { return data_ + i; }
  acb_srcptr operator[](long i) const { return data_ + i; }

 private:
  acb_ptr data_ = nullptr;
  long size_ = 0;
};

}  // namespace assay::accounting
