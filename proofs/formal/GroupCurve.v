(* Groups under pure differential privacy, exactly. If neighbours are (t, 0)-private in both orders then an event of
   probability p has, k steps away, probability at most the k-fold iterate of F(p) = min(t p, 1 - (1 - p)/t), and a
   mechanism of two outputs attains it. So randomized response of ratio t^k, which has the guarantee of group_pure_dp,
   is not the worst such mechanism: for k = 2 no event gains more than 1 - 1/t, and it gains more. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Group ExtremalPair.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Curve.
Variables (R : realFieldType) (t : R).
Hypothesis t_ge1 : 1 <= t.
Add Ring field : (field_ring R).

Definition grow (p : R) := Num.min (t * p) (1 - (1 - p) / t).

Let t_gt0 : 0 < t.
Proof. exact: (lt_le_trans ltr01 t_ge1). Qed.

Lemma grow_mono p p' : p <= p' -> grow p <= grow p'.
Proof.
move=> pp; rewrite /grow le_minr !le_minl; apply/andP; split; apply/orP; [left | right].
  by rewrite ler_wpmul2l // ltW.
by rewrite ler_add2l ler_opp2 ler_wpmul2r ?invr_ge0 ?(ltW t_gt0) // ler_add2l ler_opp2.
Qed.

Lemma grow_ge p : 0 <= p <= 1 -> p <= grow p.
Proof.
move=> /andP[p0 p1]; rewrite /grow le_minr ler_pemull //=.
rewrite -ler_subl_addl -opprB ler_oppl opprK ler_pdivr_mulr //.
by rewrite ler_pemulr // subr_ge0.
Qed.

Lemma grow_01 p : 0 <= p <= 1 -> 0 <= grow p <= 1.
Proof.
move=> p01; have [p0 p1] := andP p01; rewrite (le_trans p0 (grow_ge p01)) /= /grow le_minl; apply/orP; right.
by rewrite ler_subl_addr ler_addl divr_ge0 ?subr_ge0 // ltW.
Qed.

Lemma iter_grow_01 k p : 0 <= p <= 1 -> 0 <= iter k grow p <= 1.
Proof. by move=> p01; elim: k => [//|k IH]; exact: grow_01. Qed.

Section Upper.
Variables (X : Type) (T : finType) (adjacent : X -> X -> Prop) (M : X -> T -> R).
Hypothesis M_kernel : kernel M.
Hypothesis symmetric : forall x y, adjacent x y -> adjacent y x.
Hypothesis M_dp : dp adjacent t 0 M.

Let prob_not w (E : pred T) : prob (M w) [pred o | ~~ E o] = 1 - prob (M w) E.
Proof. by have [_ <-] := M_kernel w; rewrite /prob [X in _ = X - _](bigID E) /= addrAC subrr add0r. Qed.

Lemma grow_step x z (E : pred T) : adjacent x z -> prob (M x) E <= grow (prob (M z) E).
Proof.
move=> xz; rewrite /grow le_minr; apply/andP; split.
  by have /pair_dp_eventP/(_ E) := M_dp xz; rewrite addr0.
have /pair_dp_eventP/(_ [pred o | ~~ E o]) := M_dp (symmetric xz).
rewrite !prob_not addr0 => le.
by rewrite ler_subr_addr addrC -ler_subr_addr ler_pdivr_mulr // mulrC.
Qed.

Theorem group_pure_event k x y (E : pred T) : steps adjacent k x y -> prob (M x) E <= iter k grow (prob (M y) E).
Proof.
elim: k x => [|k IH] x /=; first by move=> ->.
by case=> z xz zy; apply: le_trans (grow_step E xz) _; apply: grow_mono; exact: IH.
Qed.

Corollary group_pure_two_steps x y : steps adjacent 2 x y -> pair_dp 1 (1 - t^-1) (M x) (M y).
Proof.
move=> xy; apply/pair_dp_eventP => E; apply: le_trans (group_pure_event E xy) _ => /=.
set p := prob (M y) E; rewrite /grow le_minl; apply/orP; right.
apply: le_trans (_ : 1 - (1 - t * p) / t <= _).
  by rewrite ler_add2l ler_opp2 ler_wpmul2r ?invr_ge0 ?(ltW t_gt0) // ler_add2l ler_opp2 /grow le_minl lexx.
rewrite (_ : (1 - t * p) / t = t^-1 - p); last by rewrite mulrBl mul1r mulrAC divff ?mul1r // gt_eqF.
by apply: (@le_from _ 0); [named R; ring | exact: lexx].
Qed.

End Upper.

(* Attained: data are a chain of numbers, and the answer is yes with probability F^i(p) at the datum i. *)
Section Attained.
Variable p : R.
Hypothesis p_01 : 0 <= p <= 1.

Definition chain_adjacent (i j : nat) : Prop := j = i.+1 \/ i = j.+1.

Definition chain (i : nat) (yes : bool) : R := if yes then iter i grow p else 1 - iter i grow p.

Lemma chain_kernel : kernel chain.
Proof.
move=> i; have /andP[c0 c1] := iter_grow_01 i p_01.
by split=> [[] /=|]; rewrite ?subr_ge0 // big_bool /= addrC subrK.
Qed.

Lemma chain_steps k : steps chain_adjacent k k 0%N.
Proof. by elim: k => [//|k IH] /=; exists k => //; right. Qed.

Theorem chain_dp : dp chain_adjacent t 0 chain.
Proof.
have close i b : chain i.+1 b <= t * chain i b /\ chain i b <= t * chain i.+1 b.
  have c01 := iter_grow_01 i p_01; rewrite /chain /=; move: (iter i grow p) c01 => c c01.
  have [g0 g1] := andP (grow_01 c01); have [c0 c1] := andP c01; have cg := grow_ge c01.
  case: b; split.
  - by rewrite /grow le_minl lexx.
  - by apply: le_trans cg _; rewrite ler_pemull.
  - by apply: le_trans (_ : 1 - c <= _); [rewrite ler_add2l ler_opp2 | rewrite ler_pemull // subr_ge0].
  have : grow c <= 1 - (1 - c) / t by rewrite /grow le_minl lexx orbT.
  by rewrite ler_subr_addr addrC -ler_subr_addr ler_pdivr_mulr // mulrC.
move=> i j ij; rewrite /pair_dp /hockey_stick big1 // => b _; apply: positive_part_0; rewrite subr_le0.
by case: ij => ->; [case: (close i b) | case: (close j b)].
Qed.

Theorem chain_attains k : prob (chain k) [pred yes | yes] = iter k grow (prob (chain 0%N) [pred yes | yes]).
Proof. by rewrite /prob !(big_pred1 true) // => -[]. Qed.

End Attained.

(* The pair of ratio t^2 is worse than any group of two. *)
Theorem group_pure_not_extremal : 1 < t ->
  1 - t^-1 < hockey_stick 1 (extremal_p (t ^+ 2) 0) (extremal_q (t ^+ 2) 0).
Proof.
move=> t1; have t2 : 1 <= t ^+ 2 by rewrite exprn_ege1.
have d0 : 0 < 1 + t ^+ 2 by rewrite addr_gt0 ?ltr01 ?exprn_gt0.
rewrite extremal_hockey_stick ?ler01 ?lexx // mul1r subr0 add0r [positive_part (1 - _)]positive_part_0 ?subr_le0 //.
rewrite mulr0 addr0 positive_part_id ?subr_ge0 // mul1r mulrC ltr_pdivl_mulr //.
rewrite -(ltr_pmul2l t_gt0) mulrA mulrBr mulr1 divff ?gt_eqF //.
apply: (@lt_from _ ((t - 1) * (t - 1))); last by rewrite mulr_gt0 ?subr_gt0.
by rewrite expr2; named R; ring.
Qed.

End Curve.
