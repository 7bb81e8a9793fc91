(* The extremal pair of (t, d)-privacy: four outputs, d where only one datum could be, and randomized response of ratio t
   on the rest. It dominates every (t, d)-private pair (private in both orders), and is one itself. So the composition of
   extremal pairs is the worst of all adaptive compositions with those guarantees, and grows with every t_i and d_i. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Composition Domination.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Pair.
Variables (R : realFieldType) (t d : R).
Hypothesis t_ge1 : 1 <= t.
Hypothesis d_ge0 : 0 <= d.
Hypothesis d_le1 : d <= 1.
Add Ring field : (field_ring R).

Definition extremal_p (o : 'I_4) : R := nth 0 [:: d; (1 - d) * t / (1 + t); (1 - d) / (1 + t); 0] o.
Definition extremal_q (o : 'I_4) : R := nth 0 [:: 0; (1 - d) / (1 + t); (1 - d) * t / (1 + t); d] o.

Let c := (1 - d) / (1 + t).

Let t_gt0 : 0 < t.
Proof. exact: (lt_le_trans ltr01 t_ge1). Qed.

Let c_total : c * (1 + t) = 1 - d.
Proof. by rewrite divfK // gt_eqF // addr_gt0 ?ltr01. Qed.

Let c_ge0 : 0 <= c.
Proof. by rewrite divr_ge0 ?subr_ge0 // addr_ge0 ?ler01 // ltW. Qed.

Let ct : (1 - d) * t / (1 + t) = c * t.
Proof. by rewrite /c mulrAC. Qed.

Let four (f : 'I_4 -> R) : \sum_o f o = f (inord 0) + (f (inord 1) + (f (inord 2) + f (inord 3))).
Proof.
rewrite !big_ord_recl big_ord0 addr0; congr (f _ + (f _ + (f _ + f _))); apply: val_inj; by rewrite /= inordK.
Qed.

Let values (f : nat -> R) : \sum_(o < 4) f o = f 0%N + (f 1%N + (f 2%N + f 3%N)).
Proof. by rewrite four !inordK. Qed.

Lemma extremal_p_law : law extremal_p.
Proof.
split=> [o|].
  have [c0 ct0] : 0 <= (1 - d) / (1 + t) /\ 0 <= (1 - d) * t / (1 + t).
    by split; [exact: c_ge0 | rewrite ct; apply: mulr_ge0; [exact: c_ge0 | exact: ltW]].
  by rewrite /extremal_p; case: o => -[|[|[|[|o]]]].
rewrite /extremal_p.
rewrite (values (fun i => nth 0 [:: d; _; _; _] i)) /= ct -/c.
by apply: etrans (_ : d + c * (1 + t) = 1); [named R; ring | rewrite c_total; named R; ring].
Qed.

Lemma extremal_q_law : law extremal_q.
Proof.
split=> [o|].
  have [c0 ct0] : 0 <= (1 - d) / (1 + t) /\ 0 <= (1 - d) * t / (1 + t).
    by split; [exact: c_ge0 | rewrite ct; apply: mulr_ge0; [exact: c_ge0 | exact: ltW]].
  by rewrite /extremal_q; case: o => -[|[|[|[|o]]]].
rewrite /extremal_q.
rewrite (values (fun i => nth 0 [:: 0; _; _; _] i)) /= ct -/c.
by apply: etrans (_ : d + c * (1 + t) = 1); [named R; ring | rewrite c_total; named R; ring].
Qed.

Lemma extremal_hockey_stick s : 0 <= s ->
  hockey_stick s extremal_p extremal_q = d + c * positive_part (t - s) + c * positive_part (1 - s * t).
Proof.
move=> s0; rewrite /hockey_stick.
rewrite (values (fun i => positive_part (nth 0 [:: d; _; _; _] i - s * nth 0 [:: 0; _; _; _] i))) /= ct -/c.
rewrite mulr0 subr0 sub0r (positive_part_id d_ge0) (positive_part_0 (_ : - (s * d) <= 0)) ?oppr_le0 ?mulr_ge0 //.
rewrite addr0 -!positive_partM // -!addrA; congr (_ + (positive_part _ + positive_part _)); named R; ring.
Qed.

Lemma extremal_hockey_stick_swap s : hockey_stick s extremal_q extremal_p = hockey_stick s extremal_p extremal_q.
Proof.
rewrite /hockey_stick.
rewrite (values (fun i => positive_part (nth 0 [:: 0; _; _; _] i - s * nth 0 [:: d; _; _; _] i))) /=.
rewrite (values (fun i => positive_part (nth 0 [:: d; _; _; _] i - s * nth 0 [:: 0; _; _; _] i))) /=.
by set u := positive_part (d - _); set v := positive_part (0 - _); named R; ring.
Qed.

(* The pair has the guarantee, in both orders. *)
Theorem extremal_dp : pair_dp t d extremal_p extremal_q /\ pair_dp t d extremal_q extremal_p.
Proof.
have h : hockey_stick t extremal_p extremal_q = d.
  rewrite extremal_hockey_stick ?(ltW t_gt0) // subrr !positive_part_0 ?lexx ?mulr0 ?addr0 //.
  by rewrite subr_le0 -[1]mulr1 ler_pmul.
by rewrite /pair_dp extremal_hockey_stick_swap h lexx.
Qed.

(* And it dominates every pair that has. *)
Theorem extremal_dominates (T : finType) (p q : T -> R) : law p -> law q ->
  pair_dp t d p q -> pair_dp t d q p -> dominates extremal_p extremal_q p q.
Proof.
move=> [p0 p1] [q0 q1] pq qp s s0; rewrite extremal_hockey_stick //.
case: (lerP t s) => [ts|/ltW st].
  apply: le_trans (_ : d <= _); last by rewrite -addrA ler_addl addr_ge0 // mulr_ge0 // positive_part_ge0.
  by apply: le_trans pq; apply: ler_sum => x _; apply: positive_part_mono; rewrite ler_sub // ler_wpmul2r.
rewrite (positive_part_id (_ : 0 <= t - s)) ?subr_ge0 //.
have split (a : R) : positive_part a = a + positive_part (- a).
  case: (lerP 0 a) => [a0|/ltW a0]; first by rewrite positive_part_id // positive_part_0 ?addr0 // oppr_le0.
  by rewrite positive_part_0 // positive_part_id ?subrr // oppr_ge0.
have flipped (a b : R) : \sum_x positive_part (a * p x - b * q x) = a - b + \sum_x positive_part (b * q x - a * p x).
  rewrite (eq_bigr (fun x => a * p x - b * q x + positive_part (b * q x - a * p x))) => [|x _].
    by rewrite big_split sumrB -!mulr_sumr p1 q1 !mulr1.
  by rewrite [LHS]split opprB.
have hs (r : R) : hockey_stick r p q = \sum_x positive_part (1 * p x - r * q x).
  by apply: eq_bigr => x _; rewrite mul1r.
case: (lerP (s * t) 1) => [st1|/ltW st1].
  rewrite (positive_part_id (_ : 0 <= 1 - s * t)) ?subr_ge0 //.
  rewrite hs flipped; apply: le_trans (_ : 1 - s + s * d <= _); last first.
    apply: (@le_from _ 0); last exact: lexx.
    apply: etrans (_ : (c * (1 + t) - (1 - d)) * (1 - s) = 0); first by named R; ring.
    by rewrite c_total subrr mul0r.
  rewrite ler_add2l; apply: le_trans (_ : s * hockey_stick t q p <= _); last by rewrite ler_wpmul2l.
  rewrite mulr_sumr; apply: ler_sum => x _; rewrite -positive_partM // mulrBr; apply: positive_part_mono.
  by rewrite ler_add2l ler_opp2 mulrA ler_wpmul2r.
rewrite (positive_part_0 (_ : 1 - s * t <= 0)) ?subr_le0 // mulr0 addr0.
case: (eqVneq t 1) => [t1|t1].
  have s1 : s = t by apply/eqP; rewrite eq_le st t1 -[s]mulr1 -{2}t1.
  by rewrite s1 subrr mulr0 addr0.
have t_gt1 : 1 < t by rewrite lt_neqAle eq_sym t1.
have u0 : 0 < t * t - 1 by rewrite subr_gt0; apply: (lt_trans t_gt1); rewrite ltr_pmulr.
rewrite -(ler_pmul2l u0); apply: le_trans (_ : (s * t - 1) * d + (t - s) * (t - 1 + d) <= _).
  have point x : (t * t - 1) * positive_part (p x - s * q x) <=
      (s * t - 1) * positive_part (p x - t * q x) + (t - s) * positive_part (t * p x - 1 * q x).
    rewrite -positive_partM ?(ltW u0) //.
    rewrite (_ : (t * t - 1) * _ = (s * t - 1) * (p x - t * q x) + (t - s) * (t * p x - 1 * q x)); last first.
      by named R; ring.
    by apply: le_trans (positive_partD _ _) _; rewrite !positive_partM ?subr_ge0.
  rewrite /hockey_stick mulr_sumr; apply: le_trans (ler_sum _ (fun x _ => point x)) _.
  rewrite big_split /= -!mulr_sumr ler_add //; apply: ler_wpmul2l; rewrite ?subr_ge0 //.
  rewrite flipped ler_add2l; apply: le_trans qp; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by apply: eq_bigr => x _; rewrite mul1r.
apply: (@le_from _ 0); last exact: lexx.
apply: etrans (_ : (t - 1) * (t - s) * (c * (1 + t) - (1 - d)) = 0); first by named R; ring.
by rewrite c_total subrr mulr0.
Qed.

End Pair.

(* Composition. *)
Section Composition.
Variables (R : realFieldType) (n : nat) (t d : nat -> R).
Hypothesis t_ge1 : forall i, 1 <= t i.
Hypothesis d_01 : forall i, 0 <= d i <= 1.

(* Step i is (t_i, d_i)-private between the two data sets, in both orders, whatever the earlier outputs were. *)
Definition steps_private (T : finType) (K L : seq T -> T -> R) :=
  [/\ forall h, law (K h), forall h, law (L h) &
      forall h, (size h < n)%N -> pair_dp (t (size h)) (d (size h)) (K h) (L h) /\
                                   pair_dp (t (size h)) (d (size h)) (L h) (K h)].

Definition extremal_run_p := @runs R _ n (fun h : seq 'I_4 => extremal_p (t (size h)) (d (size h))).
Definition extremal_run_q := @runs R _ n (fun h : seq 'I_4 => extremal_q (t (size h)) (d (size h))).

Let d0 i : 0 <= d i. Proof. by case/andP: (d_01 i). Qed.
Let d1 i : d i <= 1. Proof. by case/andP: (d_01 i). Qed.

Theorem extremal_runs_dominate (T : finType) (K L : seq T -> T -> R) :
  steps_private K L -> dominates extremal_run_p extremal_run_q (@runs R T n K) (runs L).
Proof.
move=> [kK kL private].
apply: (@dominates_runs R T _ n K L (fun i => extremal_p (t i) (d i)) (fun i => extremal_q (t i) (d i))) => //.
- by move=> i; exact: extremal_p_law.
- by move=> i; exact: extremal_q_law.
by move=> h hn; have [? ?] := private h hn; exact: extremal_dominates.
Qed.

Lemma extremal_steps_private :
  steps_private (fun h : seq 'I_4 => extremal_p (t (size h)) (d (size h)))
                (fun h : seq 'I_4 => extremal_q (t (size h)) (d (size h))).
Proof.
by split=> [h|h|h _]; [exact: extremal_p_law | exact: extremal_q_law | exact: extremal_dp].
Qed.

(* The least delta that the guarantees imply for the composition is that of the extremal pairs. *)
Theorem optimal_composition s b : 0 <= s ->
  (forall (T : finType) (K L : seq T -> T -> R), steps_private K L -> pair_dp s b (@runs R T n K) (runs L)) <->
  pair_dp s b extremal_run_p extremal_run_q.
Proof.
move=> s0; split=> [h|h T K L /extremal_runs_dominate dom]; first exact: h extremal_steps_private.
exact: le_trans (dom s s0) h.
Qed.

End Composition.

(* Larger parameters, larger delta: so rounded guarantees bound from the side to which they are rounded. *)
Theorem optimal_composition_mono (R : realFieldType) (n : nat) (t t' d d' : nat -> R) (s : R) :
    0 <= s -> (forall i, 1 <= t i <= t' i) -> (forall i, 0 <= d i <= d' i) -> (forall i, d' i <= 1) ->
  hockey_stick s (@extremal_run_p R n t d) (@extremal_run_q R n t d) <=
  hockey_stick s (@extremal_run_p R n t' d') (@extremal_run_q R n t' d').
Proof.
move=> s0 tt dd d1.
have t1 i : 1 <= t i by case/andP: (tt i).
have t1' i : 1 <= t' i by case/andP: (tt i) => h; exact: le_trans.
have d01 i : 0 <= d i <= 1 by case/andP: (dd i) => -> h; exact: le_trans (d1 i).
have d01' i : 0 <= d' i <= 1 by rewrite d1 andbT; case/andP: (dd i); exact: le_trans.
apply: (extremal_runs_dominate t1' d01') => //; have [kP kQ private] := extremal_steps_private n t1 d01.
split=> // h hn; have [pq qp] := private h hn.
by split; [apply: pair_dp_weaken pq | apply: pair_dp_weaken qp]; rewrite ?(andP (tt _)).2 ?(andP (dd _)).2 //;
  [case: (kQ h) | case: (kP h)].
Qed.
