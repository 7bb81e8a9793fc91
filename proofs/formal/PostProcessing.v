(* Whatever is computed from the output of a private mechanism, with randomness of its own, is private with the same
   parameters: differential privacy is kept by stochastic kernels, in the hockey-stick form and in the event form. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section PostProcessing.
Variables (R : realFieldType) (T U : finType) (K : T -> U -> R).
Hypothesis K_kernel : kernel K.
Implicit Types (p q : T -> R) (t d : R).

(* The law of the kernel's output where its input has the law p. *)
Definition push p u := \sum_x p x * K x u.

Lemma push_law p : law p -> law (push p).
Proof.
case=> p0 p1; split=> [u|].
  by apply: sumr_ge0 => x _; rewrite mulr_ge0 //; case: (K_kernel x).
rewrite exchange_big -p1; apply: eq_bigr => x _.
by rewrite -mulr_sumr; case: (K_kernel x) => _ ->; rewrite mulr1.
Qed.

(* The data-processing inequality of the hockey-stick divergence. *)
Theorem hockey_stick_push t p q : hockey_stick t (push p) (push q) <= hockey_stick t p q.
Proof.
have rows x : \sum_u K x u = 1 by case: (K_kernel x).
have -> : hockey_stick t p q = \sum_u \sum_x positive_part (p x - t * q x) * K x u.
  by rewrite exchange_big; apply: eq_bigr => x _; rewrite -mulr_sumr rows mulr1.
apply: ler_sum => u _.
have -> : push p u - t * push q u = \sum_x K x u * (p x - t * q x).
  by rewrite mulr_sumr -sumrB; apply: eq_bigr => x _; rewrite mulrBr mulrA [K x u * p x]mulrC [X in _ - X]mulrC.
apply: le_trans (positive_part_sum _ _) _; apply: ler_sum => x _.
by rewrite positive_partM 1?mulrC //; case: (K_kernel x).
Qed.

Theorem pair_dp_post t d p q : pair_dp t d p q -> pair_dp t d (push p) (push q).
Proof. exact: le_trans (hockey_stick_push t p q). Qed.

Theorem dp_post (X : Type) (adjacent : X -> X -> Prop) t d (M : X -> T -> R) :
  dp adjacent t d M -> dp adjacent t d (fun x => push (M x)).
Proof. by move=> h x y a; exact: pair_dp_post (h x y a). Qed.

Theorem dp_event_post (X : Type) (adjacent : X -> X -> Prop) t d (M : X -> T -> R) :
  dp_event adjacent t d M -> dp_event adjacent t d (fun x => push (M x)).
Proof. by move=> h; apply/dp_eventP; apply: dp_post; apply/dp_eventP. Qed.

End PostProcessing.

(* A function is the kernel that puts all mass on its value. *)
Section Functions.
Variables (R : realFieldType) (T U : finType) (f : T -> U).

Definition deterministic (x : T) (u : U) : R := (f x == u)%:R.

Lemma deterministic_kernel : kernel deterministic.
Proof.
move=> x; split=> [u|]; first by rewrite /deterministic ler0n.
rewrite (bigD1 (f x)) //= /deterministic eqxx big1 ?addr0 // => u; rewrite eq_sym => /negPf -> //.
Qed.

Theorem dp_function (X : Type) (adjacent : X -> X -> Prop) t d (M : X -> T -> R) :
  dp adjacent t d M -> dp adjacent t d (fun x u => \sum_(y | f y == u) M x y).
Proof.
move=> /(dp_post deterministic_kernel) h x y a; apply: le_trans (h x y a); rewrite le_eqVlt; apply/orP; left.
apply/eqP; apply: eq_hockey_stick => u; rewrite /push big_mkcond; apply: eq_bigr => z _; rewrite /deterministic.
  by case: ifP; rewrite ?mulr1 ?mulr0.
by case: ifP; rewrite ?mulr1 ?mulr0.
Qed.

End Functions.
