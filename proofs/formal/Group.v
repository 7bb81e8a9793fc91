(* Group privacy: between data sets that are k steps of adjacency apart, t becomes t^k (epsilon becomes k epsilon) and
   delta becomes delta (1 + t + ... + t^(k-1)). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Group.
Variables (R : realFieldType) (T : finType).

Lemma pair_dp_chain (t1 t2 d1 d2 : R) (p q r : T -> R) :
  0 <= t1 -> pair_dp t1 d1 p q -> pair_dp t2 d2 q r -> pair_dp (t1 * t2) (d1 + t1 * d2) p r.
Proof.
move=> t10 /pair_dp_eventP h1 /pair_dp_eventP h2; apply/pair_dp_eventP => E; apply: le_trans (h1 E) _.
by rewrite [d1 + _]addrC addrA ler_add2r -mulrA -mulrDr ler_wpmul2l.
Qed.

(* y is reached from x by k steps. *)
Fixpoint steps (X : Type) (adjacent : X -> X -> Prop) (k : nat) (x y : X) : Prop :=
  if k is k'.+1 then exists2 z, adjacent x z & steps adjacent k' z y else x = y.

Theorem group_dp (X : Type) (adjacent : X -> X -> Prop) (k : nat) (t d : R) (M : X -> T -> R) :
    0 <= t -> dp adjacent t d M ->
  dp (steps adjacent k) (t ^+ k) (d * \sum_(i < k) t ^+ i) M.
Proof.
move=> t0 h; elim: k => [|k IH] x y /=.
  move=> ->; rewrite expr0 big_ord0 mulr0 /pair_dp /hockey_stick big1 // => o _.
  by rewrite mul1r subrr positive_part_0 ?lexx.
case=> z xz zy; rewrite exprS big_ord_recl expr0 /=.
rewrite (eq_bigr (fun i : 'I_k => t * t ^+ i)) => [|i _]; last by rewrite /= exprS.
rewrite -mulr_sumr mulrDr mulr1 mulrCA; apply: (pair_dp_chain (q := M z)) => //; first exact: h.
exact: IH.
Qed.

Corollary group_pure_dp (X : Type) (adjacent : X -> X -> Prop) (k : nat) (t : R) (M : X -> T -> R) :
  0 <= t -> dp adjacent t 0 M -> dp (steps adjacent k) (t ^+ k) 0 M.
Proof. by move=> t0 h; have := group_dp (k := k) t0 h; rewrite mul0r. Qed.

End Group.
