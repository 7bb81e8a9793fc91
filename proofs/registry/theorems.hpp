// The theorems that answers rest on, by the ids that responses list.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace assay::proofs {

/// How a hypothesis is known to hold.
enum class Standing {
  checked,   // by the program, on the request or while it computes
  asserted,  // by whoever makes the request: it is part of what is claimed
};

struct Hypothesis {
  Standing standing;
  std::string_view text;
};

enum class Status {
  proved,      // its page has a whole proof
  cited,       // its page names the proof
  definition,  // there is nothing to prove
};

/// One entry; its page docs/theorems/<id>.md says the same and adds the proof. The meaning of an id never changes.
struct Theorem {
  std::string_view id, title, statement;
  std::vector<Hypothesis> hypotheses;
  std::string_view source;
  Status status;
  /// Theorems of proofs/formal, as File.name, that Coq checks and that say this for finitely many outputs.
  std::vector<std::string_view> formal = {};
  /// What puts the statement to the test; nothing for a definition alone.
  std::vector<std::string_view> probes = {};
};

/// All entries, in the order of an argument: pairs, composition and profiles, the contour.
std::span<const Theorem> all();

/// The entry of that id, or nullptr.
const Theorem* find(std::string_view id);

/// The page of a theorem, with its proof, as in docs/theorems; empty where there is none.
std::string_view page(std::string_view id);

}  // namespace assay::proofs
