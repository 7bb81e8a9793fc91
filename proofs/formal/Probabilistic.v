(* Approximate and probabilistic differential privacy. If the loss exceeds ln t with probability at most d then the pair
   is (t, d)-private. Conversely (t, d)-privacy bounds the probability of a loss above ln u, u > t, by d/(1 - t/u); so
   does a bound on the tail at t for the tail at u after any post-processing. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite PostProcessing Persuasive.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Pairs.
Variables (R : realFieldType) (T : finType).
Implicit Types (p q : T -> R) (t u d : R).
Add Ring field : (field_ring R).

(* P[L > ln t] under p, L the loss of p against q; infinite where q has no mass. *)
Definition loss_tail t p q := prob p [pred x | t * q x < p x].

Lemma tail_to_dp t d p q : 0 <= t -> (forall x, 0 <= q x) -> loss_tail t p q <= d -> pair_dp t d p q.
Proof.
move=> t0 q0; apply: le_trans; rewrite hockey_stick_attained ler_subl_addl ler_addr mulr_ge0 //.
exact: prob_ge0.
Qed.

Lemma dp_to_tail t u d p q : 0 <= t -> t < u -> (forall x, 0 <= p x) ->
  pair_dp t d p q -> loss_tail u p q <= d / (1 - t / u).
Proof.
move=> t0 tu p0 /pair_dp_eventP h; have u0 : 0 < u by exact: le_lt_trans tu.
have c0 : 0 < 1 - t / u by rewrite subr_gt0 ltr_pdivr_mulr // mul1r.
rewrite ler_pdivl_mulr // mulrBr mulr1 ler_subl_addl /loss_tail; set E := [pred x | _].
apply: le_trans (h E) _; rewrite ler_add2r mulrCA ler_wpmul2l //.
rewrite ler_pdivl_mulr // mulrC /prob mulr_sumr; apply: ler_sum => x /= Ex; exact: ltW.
Qed.

End Pairs.

Section Mechanisms.
Variables (R : realFieldType) (X T : finType) (adjacent : X -> X -> Prop) (M : X -> T -> R).
Hypothesis M_kernel : kernel M.
Implicit Types (t u d : R).

Let M0 x o : 0 <= M x o.
Proof. by case: (M_kernel x). Qed.

Theorem pdp_dp t d : 0 <= t -> pdp adjacent t d M -> dp adjacent t d M.
Proof. by move=> t0 h x y a; apply: tail_to_dp => //; exact: h. Qed.

Theorem dp_pdp t u d : 0 <= t -> t < u -> dp adjacent t d M -> pdp adjacent u (d / (1 - t / u)) M.
Proof. by move=> t0 tu h x y a; apply: dp_to_tail => //; exact: h. Qed.

Theorem pdp_post (U : finType) (K : T -> U -> R) t u d : kernel K -> 0 <= t -> t < u ->
  pdp adjacent t d M -> pdp adjacent u (d / (1 - t / u)) (fun x => push K (M x)).
Proof.
move=> kK t0 tu /(pdp_dp t0) h x y a; apply: dp_to_tail => //; last exact: (dp_post kK h a).
by case: (push_law kK (M_kernel x)).
Qed.

End Mechanisms.
