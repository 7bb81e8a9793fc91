(* The privacy loss of a product of pairs is the sum of independent losses: for any function of the loss, its mean under
   the product is that under the composed law of the losses; and the mass at infinity is 1 - prod (1 - m_i). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Composition LossLaws Rounding RoundedComposition.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section LossComposition.
Variable R : realFieldType.
Add Ring field : (field_ring R).

(* Independent losses added: `compose_down` of exact laws loses nothing. *)
Definition add_losses (A B : loss_law R) := compose_down A B.
Definition no_loss : loss_law R := LossLaw [:: (1, 1)] 0.

Lemma finite_mass_loss_of (T : finType) (p q : T -> R) : law p -> law q ->
  finite_mass (loss_of p q) = 1 - infinite (loss_of p q).
Proof.
move=> [p0 p1] [q0 _]; have := expect_loss_of (fun=> 1) p0 q0.
rewrite /expect (eq_bigr (fun a => a.2)) => [|a _]; last by rewrite mulr1.
rewrite -/(finite_mass _) /pair_expect (eq_bigr p) => [|x _]; last by case: ifP; rewrite mulr1.
by rewrite p1 => <-; rewrite addrK.
Qed.

Lemma expect_add_losses A B h :
  expect (add_losses A B) h = \sum_(a <- atoms A) a.2 * expect B (fun s => h (a.1 * s)) + infinite A.
Proof.
rewrite /expect /= sum_products addrA addrAC; congr (_ + _).
by rewrite /finite_mass mulr_suml -big_split; apply: eq_bigr => a _ /=; rewrite -mulrDr.
Qed.

(* Two steps: every mean. *)
Theorem loss_of_joint (T U : finType) (P Q : T -> R) (P2 Q2 : U -> R) h :
    law P -> law Q -> law P2 -> law Q2 ->
  expect (loss_of (joint P (fun=> P2)) (joint Q (fun=> Q2))) h = expect (add_losses (loss_of P Q) (loss_of P2 Q2)) h.
Proof.
move=> lP lQ lP2 lQ2; have [[P0 P1] [Q0 _] [P20 P21] [Q20 _]] := (And4 lP lQ lP2 lQ2).
have [J0 _] := joint_law lP (K := fun=> P2) (fun=> lP2); have [J0' _] := joint_law lQ (K := fun=> Q2) (fun=> lQ2).
rewrite expect_loss_of // pair_expect_joint // expect_add_losses.
apply/esym; apply: etrans (expect_loss_of (fun r => expect (loss_of P2 Q2) (fun s => h (r * s))) P0 Q0) _.
by apply: eq_bigr => x _; rewrite expect_loss_of.
Qed.

(* Any number of steps. *)
Theorem loss_of_runs (U : finType) n (P Q : nat -> U -> R) h :
    (forall i, law (P i)) -> (forall i, law (Q i)) ->
  expect (loss_of (@runs R U n (fun g => P (size g))) (runs (fun g => Q (size g)))) h =
  expect (foldr add_losses no_loss [seq loss_of (P i) (Q i) | i <- iota 0 n]) h.
Proof.
have laws m (F : nat -> U -> R) : (forall i, law (F i)) -> law (@runs R U m (fun g => F (size g))).
  by move=> lF; apply: runs_law => g; exact: lF.
elim: n P Q h => [|n IH] P Q h lP lQ.
  have [one0 _] := laws 0%N P lP; have [one0' _] := laws 0%N Q lQ.
  rewrite expect_loss_of // /pair_expect (bigD1 [tuple]) //= big1 => [|w /eqP[]]; last exact: tuple0.
  by rewrite /runs /= oner_eq0 divr1 /expect /= big_seq1 /= !addr0.
have [r0 _] := laws n.+1 P lP; have [r0' _] := laws n.+1 Q lQ.
pose P' i := P i.+1; pose Q' i := Q i.+1.
have lP' i : law (P' i) by exact: lP.
have lQ' i : law (Q' i) by exact: lQ.
have first := sum_runs n (fun g => P (size g)) (fun g => Q (size g)) (fun a b => a * (if b == 0 then 1 else h (a / b))).
rewrite expect_loss_of //; apply: etrans first _.
have lPn := laws n P' lP'; have lQn := laws n Q' lQ'.
have [J0 _] := joint_law (lP 0%N) (K := fun=> _) (fun=> lPn).
have [J0' _] := joint_law (lQ 0%N) (K := fun=> _) (fun=> lQn).
apply: etrans (esym (expect_loss_of h J0 J0')) _; rewrite loss_of_joint // expect_add_losses.
rewrite [in RHS]/= expect_add_losses; congr (_ + _); apply: eq_bigr => a _; congr (_ * _).
by rewrite -[iota 1 n]/(iota (1 + 0) n) iotaDl -map_comp; exact: IH.
Qed.

(* The mass at infinity. *)
Theorem infinite_mass_runs (U : finType) n (P Q : nat -> U -> R) :
    (forall i, law (P i)) -> (forall i, law (Q i)) ->
  infinite (loss_of (@runs R U n (fun g => P (size g))) (runs (fun g => Q (size g)))) =
  1 - \prod_(i < n) (1 - infinite (loss_of (P i) (Q i))).
Proof.
move=> lP lQ.
have lPn : law (@runs R U n (fun g => P (size g))) by apply: runs_law => g; exact: lP.
have lQn : law (@runs R U n (fun g => Q (size g))) by apply: runs_law => g; exact: lQ.
have none (T : finType) (p q : T -> R) : expect (loss_of p q) (fun=> 0) = infinite (loss_of p q).
  by rewrite /expect big1 ?add0r // => a _; rewrite mulr0.
rewrite -none loss_of_runs //.
have step (A B : loss_law R) : expect (add_losses A B) (fun=> 0) = infinite A + finite_mass A * expect B (fun=> 0).
  by rewrite expect_add_losses addrC /finite_mass mulr_suml.
elim: n P Q lP lQ {lPn lQn} => [|n IH] P Q lP lQ.
  by rewrite big_ord0 subrr /expect /= big_seq1 /= mulr0 addr0.
rewrite /= step finite_mass_loss_of // big_ord_recl -[iota 1 n]/(iota (1 + 0) n) iotaDl -map_comp.
rewrite (IH (fun i => P i.+1) (fun i => Q i.+1)) //.
by rewrite /=; set m := \sum_(x | _) _; set y := \prod_(i < n) _; named R; ring.
Qed.

End LossComposition.
