(* A `ring` for ordered fields, and how an inequality follows from an identity. Nothing about privacy. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Coq Require Import Ring Ring_theory.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* The operations under names of their own: `ring` reads terms by their syntax, and here they have one. *)
Definition add (R : realFieldType) (a b : R) : R := a + b.
Definition mul (R : realFieldType) (a b : R) : R := a * b.
Definition opp (R : realFieldType) (a : R) : R := - a.
Definition sub (R : realFieldType) (a b : R) : R := a - b.
Definition zero (R : realFieldType) : R := 0.
Definition one (R : realFieldType) : R := 1.

Lemma field_ring (R : realFieldType) :
  @ring_theory R (zero R) (one R) (@add R) (@mul R) (@sub R) (@opp R) eq.
Proof.
split; rewrite /add /mul /opp /sub /zero /one => *; rewrite ?add0r ?mul1r ?addrA ?mulrA ?mulrDl ?subrr //.
- exact: addrC.
- exact: mulrC.
Qed.

Ltac named R :=
  match goal with |- @eq _ ?a ?b => change (@eq (Num.RealField.sort R) a b) end;
  repeat match goal with
  | |- context [@GRing.add _ ?a ?b] => change (@GRing.add _ a b) with (@add R a b)
  | |- context [@GRing.mul _ ?a ?b] => change (@GRing.mul _ a b) with (@mul R a b)
  | |- context [@GRing.opp _ ?a] => change (@GRing.opp _ a) with (@opp R a)
  | |- context [GRing.zero ?a] => change (GRing.zero a) with (zero R)
  | |- context [GRing.one ?a] => change (GRing.one a) with (one R)
  end.

(* a <= b where b - a is a nonnegative c. *)
Lemma le_from (R : realFieldType) (c a b : R) : b - a = c -> 0 <= c -> a <= b.
Proof. by move=> <-; rewrite subr_ge0. Qed.

Lemma lt_from (R : realFieldType) (c a b : R) : b - a = c -> 0 < c -> a < b.
Proof. by move=> <-; rewrite subr_gt0. Qed.
