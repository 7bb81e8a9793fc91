// Tables whose rows form a network: exact ranges by maximum flow, in integers.
//
// Where signs can be given to the rows so that every variable enters at most one row with +1 and at most one with -1,
// the variables are arcs of a network and the tables are its flows. The matrix is totally unimodular: with whole totals
// and bounds the extreme tables are whole, so the range of the counts is the range of the reals (theorem
// `table-network-ranges`). Two-way tables with totals, one of whose dimensions may be hierarchical, are of this shape.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "accounting/numeric/deadline.hpp"
#include "persuasive/table/system.hpp"

namespace assay::persuasive {

class Network {
 public:
  /// The network of a system, where it is one; bounds are taken from `spans`.
  static std::optional<Network> of(const System& system, const std::vector<Span>& spans,
                                   const accounting::Deadline& deadline = {});

  /// Finds one flow. False: there is none, and the system has no solution.
  bool find_flow();

  /// Moves the flow to one that makes the variable largest (least); nullopt where it has no bound.
  std::optional<Amount> extreme(std::size_t variable, bool largest);

  /// Whether the deadline cut a search short: then what it gave says nothing.
  bool stopped() const { return stopped_; }

  const std::vector<Amount>& flow() const { return flow_; }

 private:
  struct Arc {
    std::size_t from = 0, to = 0;
    Amount low = 0, high = 0;
  };
  struct Edge {
    std::size_t to = 0;
    std::size_t arc = 0;
    bool forward = true;
  };
  Amount room(const Edge& edge) const;
  void push(const Edge& edge, Amount amount);
  bool label(std::size_t source, std::size_t sink, std::size_t closed);
  Amount augment(std::size_t at, std::size_t sink, Amount most, std::size_t closed);
  Amount send(std::size_t source, std::size_t sink, Amount most, std::size_t closed);

  std::vector<Arc> arcs_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<Amount> supply_;
  std::vector<Amount> flow_;
  std::vector<std::size_t> level_, next_;
  accounting::Deadline deadline_;
  bool stopped_ = false;
};

/// Sign +1 or -1 a row so that the system is a network; nullopt where it is none.
std::optional<std::vector<int>> network_signs(const System& system);

}  // namespace assay::persuasive
