(* Laws on finite sets, the hockey-stick divergence, and differential privacy in its two forms, which are proven to be
   one: sum_x (p x - t q x)_+ <= d, and p(E) <= t q(E) + d for every event E. Numbers are of any ordered field; t stands
   for e^epsilon. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable R : realFieldType.

(* The masses of a probability law. *)
Definition law (T : finType) (p : T -> R) := (forall x, 0 <= p x) /\ \sum_x p x = 1.

(* A stochastic kernel, or a mechanism: a law for every input. *)
Definition kernel (X : Type) (T : finType) (K : X -> T -> R) := forall x, law (K x).

Definition prob (T : finType) (p : T -> R) (E : pred T) := \sum_(x | E x) p x.

Definition positive_part (a : R) := Num.max 0 a.

(* The hockey-stick divergence of p from q at e^epsilon = t. *)
Definition hockey_stick (T : finType) (t : R) (p q : T -> R) := \sum_x positive_part (p x - t * q x).

Definition pair_dp (T : finType) (t d : R) (p q : T -> R) := hockey_stick t p q <= d.

Definition pair_dp_event (T : finType) (t d : R) (p q : T -> R) :=
  forall E : pred T, prob p E <= t * prob q E + d.

(* (epsilon, delta)-differential privacy of the mechanism M, t = e^epsilon, where `adjacent` says which inputs are
   neighbours; a symmetric relation asks for both orders. *)
Definition dp (X : Type) (T : finType) (adjacent : X -> X -> Prop) (t d : R) (M : X -> T -> R) :=
  forall x y, adjacent x y -> pair_dp t d (M x) (M y).

Definition dp_event (X : Type) (T : finType) (adjacent : X -> X -> Prop) (t d : R) (M : X -> T -> R) :=
  forall x y, adjacent x y -> pair_dp_event t d (M x) (M y).

End Definitions.

Section PositivePart.
Variable R : realFieldType.
Implicit Types a b c : R.

Lemma positive_part_ge0 a : 0 <= positive_part a.
Proof. by rewrite /positive_part le_maxr lexx. Qed.

Lemma positive_part_ge a : a <= positive_part a.
Proof. by rewrite /positive_part le_maxr lexx orbT. Qed.

Lemma positive_part_le a b : 0 <= b -> a <= b -> positive_part a <= b.
Proof. by move=> ? ?; rewrite /positive_part le_maxl; apply/andP. Qed.

Lemma positive_part_id a : 0 <= a -> positive_part a = a.
Proof. by move=> ?; rewrite /positive_part max_r. Qed.

Lemma positive_part_0 a : a <= 0 -> positive_part a = 0.
Proof. by move=> ?; rewrite /positive_part max_l. Qed.

Lemma positive_part_mono a b : a <= b -> positive_part a <= positive_part b.
Proof.
by move=> ab; apply: positive_part_le; [exact: positive_part_ge0 | exact: le_trans ab (positive_part_ge b)].
Qed.

Lemma positive_partM c a : 0 <= c -> positive_part (c * a) = c * positive_part a.
Proof.
move=> c0; case: (lerP 0 a) => [a0|a0].
  by rewrite !positive_part_id // mulr_ge0.
by rewrite (positive_part_0 (mulr_ge0_le0 c0 (ltW a0))) (positive_part_0 (ltW a0)) mulr0.
Qed.

Lemma positive_partD a b : positive_part (a + b) <= positive_part a + positive_part b.
Proof.
apply: positive_part_le; first by rewrite addr_ge0 // positive_part_ge0.
by rewrite ler_add // positive_part_ge.
Qed.

Lemma positive_part_sum (I : finType) (P : pred I) (f : I -> R) :
  positive_part (\sum_(i | P i) f i) <= \sum_(i | P i) positive_part (f i).
Proof.
apply: positive_part_le; first by apply: sumr_ge0 => *; exact: positive_part_ge0.
by apply: ler_sum => *; exact: positive_part_ge.
Qed.

End PositivePart.

Section Facts.
Variables (R : realFieldType) (T : finType).
Implicit Types (p q : T -> R) (t d : R).

Lemma hockey_stick_ge0 t p q : 0 <= hockey_stick t p q.
Proof. by apply: sumr_ge0 => *; exact: positive_part_ge0. Qed.

Lemma eq_hockey_stick t p p' q q' : p =1 p' -> q =1 q' -> hockey_stick t p q = hockey_stick t p' q'.
Proof. by move=> pp qq; apply: eq_bigr => x _; rewrite pp qq. Qed.

Lemma prob_ge0 p (E : pred T) : (forall x, 0 <= p x) -> 0 <= prob p E.
Proof. by move=> p0; apply: sumr_ge0. Qed.

Lemma prob_le p (E F : pred T) : (forall x, 0 <= p x) -> (forall x, E x -> F x) -> prob p E <= prob p F.
Proof.
move=> p0 EF; rewrite /prob [leLHS]big_mkcond [leRHS]big_mkcond; apply: ler_sum => x _.
by case: ifP => [/EF ->|_] //; case: ifP.
Qed.

Lemma prob_le1 p (E : pred T) : law p -> prob p E <= 1.
Proof. by case=> p0 <-; exact: (@prob_le p E predT). Qed.

(* The event where p exceeds t q makes p(E) - t q(E) the hockey-stick divergence, and no event exceeds it. *)
Theorem hockey_stick_attained t p q :
  hockey_stick t p q = prob p [pred x | t * q x < p x] - t * prob q [pred x | t * q x < p x].
Proof.
rewrite /hockey_stick /prob mulr_sumr -sumrB [RHS]big_mkcond; apply: eq_bigr => x _ /=.
by case: ltP => h; [rewrite positive_part_id // subr_ge0 ltW | rewrite positive_part_0 // subr_le0].
Qed.

Theorem hockey_stick_event t p q (E : pred T) : prob p E - t * prob q E <= hockey_stick t p q.
Proof.
rewrite /prob mulr_sumr -sumrB /hockey_stick [leLHS]big_mkcond; apply: ler_sum => x _.
by case: ifP => _; [exact: positive_part_ge | exact: positive_part_ge0].
Qed.

(* The two forms are one, for any two functions. *)
Theorem pair_dp_eventP t d p q : pair_dp t d p q <-> pair_dp_event t d p q.
Proof.
split=> [h E|h].
  by rewrite -ler_subl_addl; exact: le_trans (hockey_stick_event t p q E) h.
by rewrite /pair_dp hockey_stick_attained ler_subl_addl; exact: h.
Qed.

Lemma pair_dp_ge0 t d p q : pair_dp t d p q -> 0 <= d.
Proof. exact: le_trans (hockey_stick_ge0 t p q). Qed.

Lemma pair_dp_weaken t t' d d' p q :
  (forall x, 0 <= q x) -> t <= t' -> d <= d' -> pair_dp t d p q -> pair_dp t' d' p q.
Proof.
move=> q0 tt dd h; apply: le_trans dd; apply: le_trans h; apply: ler_sum => x _.
by apply: positive_part_mono; rewrite ler_sub // ler_wpmul2r.
Qed.

(* A [0, 1]-valued test in the place of an event. *)
Lemma pair_dp_test t d p q (f : T -> R) :
  (forall x, 0 <= f x <= 1) -> pair_dp t d p q -> \sum_x p x * f x <= t * (\sum_x q x * f x) + d.
Proof.
move=> f01 h; rewrite -ler_subl_addl mulr_sumr -sumrB; apply: le_trans h; apply: ler_sum => x _.
case/andP: (f01 x) => f0 f1; rewrite mulrA -mulrBl; apply: le_trans (_ : positive_part (p x - t * q x) * f x <= _).
  by rewrite ler_wpmul2r // positive_part_ge.
by rewrite ler_pimulr // positive_part_ge0.
Qed.

End Facts.

(* For mechanisms: the hockey-stick form is the event form. *)
Theorem dp_eventP (R : realFieldType) (X : Type) (T : finType) (adjacent : X -> X -> Prop) (t d : R)
  (M : X -> T -> R) : dp adjacent t d M <-> dp_event adjacent t d M.
Proof. by split=> h x y a; apply/pair_dp_eventP; exact: h. Qed.
