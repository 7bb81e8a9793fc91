(* Privacy losses as a computation holds them: atoms of a finite loss, and a mass at infinity. A loss is written as its
   exponential, the ratio p x / q x, so that adding losses multiplies ratios; a lattice of losses is a lattice of
   ratios. delta of such a law is proven to be the hockey-stick divergence where the law is that of a pair. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section LossLaws.
Variable R : realFieldType.

(* Atoms are (ratio, mass). The total need not be 1: that of a rounded law is not. *)
Record loss_law := LossLaw { atoms : seq (R * R); infinite : R }.

Definition nonnegative (A : loss_law) :=
  all (fun a => (0 < a.1) && (0 <= a.2)) (atoms A) && (0 <= infinite A).

(* Functions of the loss that do not decrease, from 0 to 1, and are 1 at infinity. *)
Definition test (h : R -> R) :=
  (forall r, 0 < r -> 0 <= h r <= 1) /\ (forall r s, 0 < r -> r <= s -> h r <= h s).

Definition expect (A : loss_law) (h : R -> R) := \sum_(a <- atoms A) a.2 * h a.1 + infinite A.

(* A is below B: B is got by moving mass to larger losses, or to infinity, and by adding mass. *)
Definition below (A B : loss_law) := forall h, test h -> expect A h <= expect B h.

(* The part of an atom that delta counts at e^epsilon = t: (1 - e^(epsilon - loss))_+. *)
Definition excess (t r : R) := positive_part (1 - t / r).

Definition delta (t : R) (A : loss_law) := expect A (excess t).

Lemma excess_test t : 0 <= t -> test (excess t).
Proof.
move=> t0; split=> [r r0|r s r0 rs].
  by rewrite positive_part_ge0 positive_part_le ?ler01 // ler_subl_addr ler_addl divr_ge0 // ltW.
apply: positive_part_mono; rewrite ler_add2l ler_opp2 ler_wpmul2l // lef_pinv // posrE //.
exact: lt_le_trans rs.
Qed.

Lemma below_refl A : below A A.
Proof. by move=> h _. Qed.

Lemma below_trans A B C : below A B -> below B C -> below A C.
Proof. by move=> AB BC h th; exact: le_trans (AB h th) (BC h th). Qed.

Theorem below_delta t A B : 0 <= t -> below A B -> delta t A <= delta t B.
Proof. by move=> t0; apply; exact: excess_test. Qed.

End LossLaws.

Section Pairs.
Variables (R : realFieldType) (T : finType).
Implicit Types (p q : T -> R).
Add Ring field : (field_ring R).

(* The law of the loss of p against q, under p. *)
Definition loss_of p q : loss_law R :=
  LossLaw [seq (p x / q x, p x) | x <- enum T & (0 < p x) && (0 < q x)] (\sum_(x | q x == 0) p x).

Definition pair_expect p q (h : R -> R) := \sum_x p x * (if q x == 0 then 1 else h (p x / q x)).

Lemma expect_loss_of p q h : (forall x, 0 <= p x) -> (forall x, 0 <= q x) -> expect (loss_of p q) h = pair_expect p q h.
Proof.
move=> p0 q0; rewrite /expect /= big_map big_filter big_enum_cond /pair_expect [RHS](bigID (fun x => q x == 0)) /=.
rewrite addrC; congr (_ + _); first by apply: eq_bigr => x ->; rewrite mulr1.
rewrite [RHS](bigID (fun x => 0 < p x)) /= [X in _ + X]big1 ?addr0 => [|x /andP[_]]; last first.
  by rewrite -leNgt => le; have /eqP -> : p x == 0; rewrite ?mul0r // eq_le le p0.
apply: eq_big => [x|x /andP[_ qx]]; last by rewrite gt_eqF.
by rewrite andbC; congr (_ && _); rewrite lt_neqAle q0 andbT eq_sym.
Qed.

Lemma loss_of_nonnegative p q : (forall x, 0 <= p x) -> nonnegative (loss_of p q).
Proof.
move=> p0; apply/andP; split; last by apply: sumr_ge0.
by rewrite all_map; apply/allP => x; rewrite mem_filter => /andP[/andP[px qx] _] /=; rewrite divr_gt0 //= ltW.
Qed.

Lemma pair_expect_excess t p q : 0 <= t -> (forall x, 0 <= p x) -> (forall x, 0 <= q x) ->
  pair_expect p q (excess t) = hockey_stick t p q.
Proof.
move=> t0 p0 q0; apply: eq_bigr => x _; case: eqP => [->|/eqP qx].
  by rewrite mulr1 mulr0 subr0 positive_part_id.
rewrite -positive_partM // mulrBr mulr1; case: (eqVneq (p x) 0) => [->|px].
  by rewrite mul0r !sub0r oppr0 !positive_part_0 ?lexx // oppr_le0 mulr_ge0.
rewrite invf_div (_ : p x * (t * (q x / p x)) = t * q x * (p x / p x)); last by named R; ring.
by rewrite divff // mulr1.
Qed.

(* delta of the loss is the hockey-stick divergence. *)
Theorem delta_loss_of t p q : 0 <= t -> (forall x, 0 <= p x) -> (forall x, 0 <= q x) ->
  delta t (loss_of p q) = hockey_stick t p q.
Proof. by move=> t0 p0 q0; rewrite /delta expect_loss_of // pair_expect_excess. Qed.

End Pairs.
