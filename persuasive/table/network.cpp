// Maximum flows by blocking flows (Dinic), in integers.
#include "persuasive/table/network.hpp"

#include <algorithm>
#include <limits>

namespace assay::persuasive {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

struct Place {
  std::size_t row = 0;
  long coefficient = 0;
};

std::vector<std::vector<Place>> columns(const System& system) {
  std::vector<std::vector<Place>> found(system.variables.size());
  for (std::size_t r = 0; r < system.rows.size(); ++r)
    for (const Row::Term& term : system.rows[r].terms) found[term.variable].push_back({r, term.coefficient});
  return found;
}

}  // namespace

std::optional<std::vector<int>> network_signs(const System& system) {
  const std::vector<std::vector<Place>> column = columns(system);
  // Two rows that share a variable have opposite signs there: a colouring with parities.
  struct Link {
    std::size_t row = 0;
    int factor = 0;
  };
  std::vector<std::vector<Link>> links(system.rows.size());
  for (const auto& places : column) {
    if (places.size() > 2) return std::nullopt;
    for (const Place& place : places)
      if (place.coefficient != 1 && place.coefficient != -1) return std::nullopt;
    if (places.size() < 2) continue;
    const int factor = places[0].coefficient == places[1].coefficient ? -1 : 1;
    links[places[0].row].push_back({places[1].row, factor});
    links[places[1].row].push_back({places[0].row, factor});
  }
  std::vector<int> sign(system.rows.size(), 0);
  for (std::size_t start = 0; start < sign.size(); ++start) {
    if (sign[start] != 0) continue;
    sign[start] = 1;
    std::vector<std::size_t> stack{start};
    while (!stack.empty()) {
      const std::size_t row = stack.back();
      stack.pop_back();
      for (const Link& link : links[row]) {
        const int wanted = sign[row] * link.factor;
        if (sign[link.row] == 0) {
          sign[link.row] = wanted;
          stack.push_back(link.row);
        } else if (sign[link.row] != wanted) {
          return std::nullopt;
        }
      }
    }
  }
  return sign;
}

std::optional<Network> Network::of(const System& system, const std::vector<Span>& spans,
                                   const accounting::Deadline& deadline) {
  const std::optional<std::vector<int>> sign = network_signs(system);
  if (!sign) return std::nullopt;
  Network network;
  network.deadline_ = deadline;
  const std::size_t ground = system.rows.size();
  network.supply_.assign(ground + 1, 0);
  for (std::size_t r = 0; r < ground; ++r) {
    network.supply_[r] = (*sign)[r] * system.rows[r].total;
    network.supply_[ground] -= network.supply_[r];
  }
  const std::vector<std::vector<Place>> column = columns(system);
  network.edges_.resize(ground + 1);
  for (std::size_t v = 0; v < column.size(); ++v) {
    Arc arc{ground, ground, spans[v].low, spans[v].high};
    for (const Place& place : column[v]) ((*sign)[place.row] * place.coefficient > 0 ? arc.from : arc.to) = place.row;
    network.edges_[arc.from].push_back({arc.to, v, true});
    network.edges_[arc.to].push_back({arc.from, v, false});
    network.arcs_.push_back(arc);
  }
  return network;
}

Amount Network::room(const Edge& edge) const {
  const Arc& arc = arcs_[edge.arc];
  if (edge.forward) return arc.high >= no_limit ? no_limit : arc.high - flow_[edge.arc];
  return arc.low <= -no_limit ? no_limit : flow_[edge.arc] - arc.low;
}

void Network::push(const Edge& edge, Amount amount) { flow_[edge.arc] += edge.forward ? amount : -amount; }

/// Distances from the source by arcs with room; false where the sink is cut off (a minimum cut proves the maximum).
bool Network::label(std::size_t source, std::size_t sink, std::size_t closed) {
  level_.assign(edges_.size(), none);
  next_.assign(edges_.size(), 0);
  level_[source] = 0;
  std::vector<std::size_t> queue{source};
  for (std::size_t i = 0; i < queue.size() && level_[sink] == none; ++i)
    for (const Edge& edge : edges_[queue[i]])
      if (edge.arc != closed && level_[edge.to] == none && room(edge) > 0) {
        level_[edge.to] = level_[queue[i]] + 1;
        queue.push_back(edge.to);
      }
  return level_[sink] != none;
}

/// One path along the levels, without recursion (tables can be long chains).
Amount Network::augment(std::size_t source, std::size_t sink, Amount most, std::size_t closed) {
  std::vector<const Edge*> path;
  std::size_t at = source;
  while (at != sink) {
    bool moved = false;
    for (; next_[at] < edges_[at].size(); ++next_[at]) {
      const Edge& edge = edges_[at][next_[at]];
      if (edge.arc == closed || level_[edge.to] != level_[at] + 1 || level_[edge.to] == none || room(edge) <= 0)
        continue;
      path.push_back(&edge);
      at = edge.to;
      moved = true;
      break;
    }
    if (moved) continue;
    if (path.empty()) return 0;
    level_[at] = none;
    const Edge* back = path.back();
    path.pop_back();
    at = back->forward ? arcs_[back->arc].from : arcs_[back->arc].to;
  }
  Amount amount = most;
  for (const Edge* edge : path) amount = std::min(amount, room(*edge));
  if (amount >= no_limit) return no_limit;
  for (const Edge* edge : path) push(*edge, amount);
  return amount;
}

Amount Network::send(std::size_t source, std::size_t sink, Amount most, std::size_t closed) {
  if (source == sink) return most;
  Amount sent = 0;
  while (sent < most && !stopped_ && label(source, sink, closed)) {
    for (;;) {
      if ((stopped_ = deadline_.passed())) break;
      const Amount wanted = most >= no_limit ? no_limit : most - sent;
      const Amount amount = wanted > 0 ? augment(source, sink, wanted, closed) : 0;
      if (amount >= no_limit) return no_limit;  // a path without any limit
      if (amount == 0) break;
      sent += amount;
    }
  }
  return sent;
}

bool Network::find_flow() {
  flow_.assign(arcs_.size(), 0);
  std::vector<Amount> excess = supply_;  // what a node has still to send out
  for (std::size_t a = 0; a < arcs_.size(); ++a) {
    flow_[a] = std::clamp<Amount>(0, arcs_[a].low, arcs_[a].high);
    excess[arcs_[a].from] -= flow_[a];
    excess[arcs_[a].to] += flow_[a];
  }
  // Arcs from a source to what has to send, from what has to receive to a sink; open only here.
  const std::size_t source = edges_.size(), sink = source + 1, before = arcs_.size();
  edges_.resize(sink + 1);
  Amount wanted = 0;
  for (std::size_t node = 0; node < source; ++node) {
    if (excess[node] == 0) continue;
    const bool sends = excess[node] > 0;
    const Arc arc{sends ? source : node, sends ? node : sink, 0, sends ? excess[node] : -excess[node]};
    if (sends) wanted += excess[node];
    edges_[arc.from].push_back({arc.to, arcs_.size(), true});
    edges_[arc.to].push_back({arc.from, arcs_.size(), false});
    arcs_.push_back(arc);
    flow_.push_back(0);
  }
  const Amount sent = send(source, sink, wanted, none);
  for (std::size_t node = 0; node < source; ++node)
    std::erase_if(edges_[node], [&](const Edge& edge) { return edge.arc >= before; });
  edges_.resize(source);
  arcs_.resize(before);
  flow_.resize(before);
  return sent == wanted || stopped_;
}

std::optional<Amount> Network::extreme(std::size_t variable, bool largest) {
  const Arc& arc = arcs_[variable];
  const Amount own = room({arc.to, variable, largest});
  const std::size_t from = largest ? arc.to : arc.from, to = largest ? arc.from : arc.to;
  // What goes along the arc comes back another way.
  const Amount sent = send(from, to, own, variable);
  if (sent >= no_limit) return std::nullopt;
  flow_[variable] += largest ? sent : -sent;
  return flow_[variable];
}

}  // namespace assay::persuasive
