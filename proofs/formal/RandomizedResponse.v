(* Randomized response with c categories: the truth with probability p, each other category with probability
   q = (1 - p)/(c - 1). Between two different true categories the loss ln(p/q) has mass p, its negative mass q, and 0 the
   rest; the hockey-stick divergence is (p - t q)_+ for t >= 1; and it is private with delta = 0 exactly at p <= t q. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section RandomizedResponse.
Variables (R : realFieldType) (T : finType) (p : R).
Hypothesis two_categories : (2 <= #|T|)%N.
Hypothesis p_at_least : #|T|%:R^-1 <= p.
Hypothesis p_at_most : p <= 1.
Add Ring field : (field_ring R).

Definition other_mass : R := (1 - p) / (#|T|.-1)%:R.
Local Notation q := other_mass.

Definition rr (x y : T) : R := if x == y then p else q.

Let c_gt0 : 0 < (#|T|.-1)%:R :> R.
Proof. by rewrite ltr0n -subn1 subn_gt0. Qed.

Let c_succ : #|T|%:R = (#|T|.-1)%:R + 1 :> R.
Proof. by rewrite -[in LHS](prednK (ltnW two_categories)) mulrSr. Qed.

Lemma other_mass_ge0 : 0 <= q.
Proof. by rewrite divr_ge0 ?subr_ge0 // ltW. Qed.

Lemma other_mass_total : q * (#|T|.-1)%:R = 1 - p.
Proof. by rewrite divfK // gt_eqF. Qed.

Lemma other_mass_le : q <= p.
Proof.
have c0 : 0 < #|T|%:R :> R by rewrite ltr0n (ltnW two_categories).
have h : 1 <= p * #|T|%:R by rewrite -ler_pdivr_mulr // mul1r.
rewrite /other_mass ler_pdivr_mulr // ler_subl_addr; apply: le_trans h _.
by rewrite c_succ mulrDr mulr1.
Qed.

Lemma p_gt0 : 0 < p.
Proof. by apply: lt_le_trans p_at_least; rewrite invr_gt0 ltr0n (ltnW two_categories). Qed.

Theorem rr_law : kernel rr.
Proof.
move=> x; split=> [y|]; first by rewrite /rr; case: ifP => _; [exact: ltW p_gt0 | exact: other_mass_ge0].
rewrite (bigD1 x) //= {1}/rr eqxx (eq_bigr (fun=> q)) => [|y].
  rewrite sumr_const (_ : #|_| = #|T|.-1); last by rewrite -(cardC1 x); apply: eq_card.
  by rewrite -[q *+ _]mulr_natr other_mass_total addrC subrK.
by rewrite /rr eq_sym => /negPf ->.
Qed.

(* The joint atoms of two different true categories: where the masses are (p, q), (q, p) and (q, q). *)
Theorem rr_atoms x y : x != y ->
  [/\ (rr x x, rr y x) = (p, q), (rr x y, rr y y) = (q, p) & forall z, z != x -> z != y -> (rr x z, rr y z) = (q, q)].
Proof.
move=> xy; split; rewrite /rr ?eqxx ?(negPf xy) // 1?eq_sym ?(negPf xy) //.
by move=> z; rewrite [z == x]eq_sym [z == y]eq_sym => /negPf -> /negPf ->.
Qed.

Theorem rr_hockey_stick x y t : x != y ->
  hockey_stick t (rr x) (rr y) =
  positive_part (p - t * q) + positive_part (q - t * p) + (#|T| - 2)%:R * positive_part (q - t * q).
Proof.
move=> xy; have [[ax bx] [ay b_y] az] := rr_atoms xy.
rewrite /hockey_stick (bigD1 x) //= (bigD1 y) 1?eq_sym //= ax bx ay b_y -addrA; congr (_ + (_ + _)).
rewrite (eq_bigr (fun=> positive_part (q - t * q))) => [|z /andP[zx zy]].
  rewrite sumr_const -[LHS]mulr_natl; congr (_%:R * _).
  rewrite -(cardC (pred2 x y)) card2 xy addKn; apply: eq_card => z.
  by rewrite !inE negb_or.
by case: (az z zx zy) => -> ->.
Qed.

Theorem rr_delta x y t : x != y -> 1 <= t -> hockey_stick t (rr x) (rr y) = positive_part (p - t * q).
Proof.
move=> xy t1; rewrite rr_hockey_stick //.
have h a b : 0 <= b -> a <= b -> positive_part (a - t * b) = 0.
  move=> b0 ab; apply: positive_part_0; rewrite subr_le0; apply: le_trans ab _.
  by rewrite ler_pemull.
by rewrite (h q p (ltW p_gt0) other_mass_le) (h q q other_mass_ge0 (lexx _)) mulr0 !addr0.
Qed.

(* Private with delta = 0 exactly where t is at least the ratio p/q. *)
Theorem rr_dpP t : dp (fun x y : T => x != y) t 0 rr <-> p <= t * q.
Proof.
split=> [h|h x y xy].
  have /card_gt1P[x [y [_ _ xy]]] := two_categories.
  have := h x y xy; rewrite /pair_dp rr_hockey_stick // => le0.
  rewrite -subr_le0; apply: le_trans (positive_part_ge _) _; apply: le_trans le0.
  by rewrite -addrA ler_addl addr_ge0 ?positive_part_ge0 // mulr_ge0 ?positive_part_ge0 ?ler0n.
rewrite /pair_dp rr_delta //; first by rewrite positive_part_0 // subr_le0.
have q0 : 0 < q.
  by rewrite lt_neqAle other_mass_ge0 andbT; apply/eqP => q0; move: h; rewrite -q0 mulr0 leNgt p_gt0.
by rewrite -(ler_pmul2r q0) mul1r; apply: le_trans other_mass_le h.
Qed.

End RandomizedResponse.
