(* Groups under pure differential privacy, exactly. If neighbours are (t, 0)-private in both orders then an event of
   probability p has, k steps away, probability at most the k-fold iterate of F(p) = min(t p, 1 - (1 - p)/t), and a
   mechanism of two outputs attains it. Geometric noise on a count, kept within its range, attains all of these at once:
   its pair dominates every group of k. So randomized response of ratio t^k, which has the guarantee of group_pure_dp, is
   not the worst: for k = 2 no event gains more than 1 - 1/t, and it gains more. *)
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

(* Two-sided geometric noise of ratio t on a count from 0 to k, with what falls below 0 or above k moved there. *)
Section Geometric.
Variable k : nat.
Let a : R := t^-1.

(* The probability of an output of at least c where the count is i. *)
Definition tail (i c : nat) : R :=
  if c == 0%N then 1 else if (k < c)%N then 0
  else if (i < c)%N then a ^+ (c - i) / (1 + a) else 1 - a ^+ (i - c).+1 / (1 + a).

Definition geometric (i : nat) (o : 'I_k.+1) : R := tail i o - tail i o.+1.

Definition count_adjacent (i j : nat) : Prop := (j = i.+1 /\ (i < k)%N) \/ (i = j.+1 /\ (j < k)%N).

Let a_gt0 : 0 < a.
Proof. by rewrite invr_gt0. Qed.

Let a_le1 : a <= 1.
Proof. by rewrite invf_le1. Qed.

Let d_gt0 : 0 < 1 + a.
Proof. by rewrite addr_gt0 ?ltr01. Qed.

Let ta : t * a = 1.
Proof. by rewrite divff // gt_eqF. Qed.

Let middle : 1 - a / (1 + a) = (1 + a)^-1.
Proof. by apply: (mulIf (lt0r_neq0 d_gt0)); rewrite mulrBl mul1r divfK ?gt_eqF // mulVf ?gt_eqF // addrK. Qed.

Let power n : 0 <= a ^+ n / (1 + a).
Proof. by rewrite divr_ge0 ?exprn_ge0 ?(ltW a_gt0) ?(ltW d_gt0). Qed.

Let power_le n : a ^+ n / (1 + a) <= (1 + a)^-1.
Proof. by rewrite -[leRHS]mul1r ler_wpmul2r ?invr_ge0 ?(ltW d_gt0) // exprn_ile1 // ltW. Qed.

Let half_le1 : (1 + a)^-1 <= 1.
Proof. by rewrite invf_le1 // ler_addl ltW. Qed.

(* One more in the count: from the new count on tails grow by t, below their complements shrink by it. *)
Lemma tail_above i c : (i < c)%N -> tail i.+1 c = t * tail i c.
Proof.
rewrite /tail; case: c => [//|c] ic /=; case: (ltnP k c.+1) => _; first by rewrite mulr0.
rewrite ic; move: ic; rewrite ltnS leq_eqVlt => /orP[/eqP <-|ic].
  by rewrite ltnn subnn subSnn expr1 mulrA ta mul1r middle.
by rewrite ltnS ic subSS mulrA subSn ?(ltnW ic) // exprS mulrA ta mul1r.
Qed.

Lemma tail_below i c : (i < k)%N -> (c <= i.+1)%N -> 1 - tail i.+1 c = a * (1 - tail i c).
Proof.
rewrite /tail; case: c => [|c] ik ci /=; first by rewrite !subrr mulr0.
rewrite ltnNge (leq_trans ci ik) /=; move: ci; rewrite ltnS leq_eqVlt => /orP[/eqP ->|ci].
  by rewrite ltnn subnn ltnSn subSnn expr1 subKr middle.
have e1 : (i.+1 < c.+1)%N = false by rewrite ltnNge ltnS (ltnW ci).
have e2 : (i < c.+1)%N = false by rewrite ltnNge ci.
by rewrite e1 e2 !subKr mulrA -exprS subSS subnSK.
Qed.

Lemma tail_decreasing i c : tail i c.+1 <= tail i c.
Proof.
rewrite /tail /=; case: (ltnP k c.+1) => [kc|ck].
  case: eqP => [_|_]; first exact: ler01.
  case: (ltnP k c) => // _; case: (ltnP i c) => _ //.
  by rewrite subr_ge0; apply: le_trans half_le1; exact: power_le.
case: eqP => [->|/eqP c0].
  by case: ifP => _; [exact: le_trans (power_le _) half_le1 | rewrite ler_subl_addr ler_addl].
have -> : (k < c)%N = false by rewrite ltnNge (ltnW ck).
case: (ltngtP i c) => [ic|ci|ic].
- have -> : (i < c.+1)%N by rewrite ltnS ltnW.
  rewrite ler_wpmul2r ?invr_ge0 ?(ltW d_gt0) // subSn ?(ltnW ic) // exprS.
  by rewrite ler_pimull // exprn_ge0 // ltW.
- have -> : (i < c.+1)%N = false by rewrite ltnNge ci.
  rewrite ler_add2l ler_opp2 ler_wpmul2r ?invr_ge0 ?(ltW d_gt0) // -(subnSK ci) exprS.
  by rewrite ler_pimull // exprn_ge0 // ltW.
by rewrite -ic ltnSn subSnn subnn expr1 middle -[leRHS]mul1r ler_wpmul2r ?invr_ge0 ?(ltW d_gt0).
Qed.

Theorem geometric_kernel : kernel geometric.
Proof.
move=> i; split=> [o|]; first by rewrite subr_ge0 tail_decreasing.
have -> : \sum_o geometric i o = - (tail i k.+1 - tail i 0).
  rewrite -(telescope_sumr (tail i) (leq0n k.+1)) big_mkord -sumrN; apply: eq_bigr => o _.
  by rewrite opprB.
by rewrite /tail /= ltnSn sub0r opprK.
Qed.

Lemma geometric_step i o : (i < k)%N ->
  geometric i.+1 o = t * geometric i o \/ geometric i.+1 o = a * geometric i o.
Proof.
move=> ik; rewrite /geometric; case: (ltnP i o) => [io|oi]; [left | right].
  by rewrite !tail_above ?mulrBr // (ltn_trans io).
have h0 := tail_below ik (leq_trans oi (leqnSn i)); have h1 := tail_below ik (c := o.+1) oi.
apply: etrans (_ : (1 - tail i.+1 o.+1) - (1 - tail i.+1 o) = _); first by named R; ring.
by rewrite h0 h1 -mulrBr; congr (_ * _); named R; ring.
Qed.

Theorem geometric_dp : dp count_adjacent t 0 geometric.
Proof.
have close i o : (i < k)%N -> geometric i.+1 o <= t * geometric i o /\ geometric i o <= t * geometric i.+1 o.
  move=> ik; have [g0 _] := geometric_kernel i.
  case: (geometric_step o ik) => ->; split=> //.
  - apply: le_trans (_ : t * geometric i o <= _); first by rewrite ler_pemull.
    by rewrite ler_wpmul2l ?(ltW t_gt0) // ler_pemull.
  - by apply: ler_wpmul2r => //; exact: (le_trans a_le1 t_ge1).
  by rewrite mulrA ta mul1r.
move=> i j ij; rewrite /pair_dp /hockey_stick big1 // => o _; apply: positive_part_0; rewrite subr_le0.
by case: ij => -[-> ik]; [case: (close i o ik) | case: (close j o ik)].
Qed.

Theorem geometric_steps : steps count_adjacent k k 0%N.
Proof.
have h n : (n <= k)%N -> steps count_adjacent n n 0%N.
  by elim: n => [//|n IH] nk /=; exists n; [right | exact: IH (ltnW nk)].
exact: h.
Qed.

(* Read backwards, the noise at 0 is the noise at k: the pair is one in both orders. *)
Lemma tail_mirror c : (c <= k.+1)%N -> 1 - tail k (k.+1 - c) = tail 0 c.
Proof.
rewrite /tail; case: c => [|c] ck /=; first by rewrite subn0 /= ltnSn subr0.
move: ck; rewrite subSS ltnS leq_eqVlt => /orP[/eqP ->|ck].
  by rewrite subnn eqxx ltnSn subrr.
have -> : (k - c == 0)%N = false by rewrite subn_eq0 leqNgt ck.
have -> : (k < k - c)%N = false by rewrite ltnNge leq_subr.
have -> : (k < c.+1)%N = false by rewrite ltnNge ck.
by rewrite /= subKr subKn ?subn0 // ltnW.
Qed.

Theorem geometric_mirror s :
  hockey_stick s (geometric 0) (geometric k) = hockey_stick s (geometric k) (geometric 0).
Proof.
have e (o : 'I_k.+1) : geometric 0 o = geometric k (rev_ord o).
  rewrite /geometric /= subSS -(tail_mirror (ltnW (ltn_ord o))) -(tail_mirror (ltn_ord o)) subSS (subSn (leq_ord o)).
  by named R; ring.
rewrite /hockey_stick [RHS](reindex_inj rev_ord_inj); apply: eq_bigr => o _.
by congr (positive_part (_ - s * _)); [exact: e | rewrite e rev_ordK].
Qed.

(* Tests that say yes above c, and at c with probability l. *)
Definition threshold (i c : nat) (l : R) := (1 - l) * tail i c.+1 + l * tail i c.

Lemma threshold_grow i c l : (i < k)%N -> 0 <= l <= 1 -> grow (threshold i c l) <= threshold i.+1 c l.
Proof.
move=> ik l01; rewrite /threshold; case: (ltnP i c) => [ic|ci].
  rewrite (tail_above ic) (tail_above (ltn_trans ic (ltnSn c))) /grow le_minl; apply/orP; left.
  by apply: (@le_from _ 0); [named R; ring | exact: lexx].
have h0 := tail_below ik (leq_trans ci (leqnSn i)); have h1 := tail_below ik (c := c.+1) ci.
rewrite /grow le_minl; apply/orP; right; apply: (@le_from _ 0); last exact: lexx.
have e x y : 1 - x = a * (1 - y) -> x = 1 - a * (1 - y) by move=> <-; rewrite subKr.
by rewrite (e _ _ h0) (e _ _ h1) -/a; named R; ring.
Qed.

Lemma threshold_iter i c l : (i <= k)%N -> 0 <= l <= 1 -> iter i grow (threshold 0 c l) <= threshold i c l.
Proof.
move=> ik l01; elim: i ik => [//|i IH] ik /=.
exact: le_trans (grow_mono (IH (ltnW ik))) (threshold_grow c ik l01).
Qed.

Lemma threshold_test (c : 'I_k.+1) l : 0 <= l <= 1 -> exists2 f : 'I_k.+1 -> R,
  (forall o, 0 <= f o <= 1) & forall i, \sum_o geometric i o * f o = threshold i c l.
Proof.
move=> l01; exists (fun o : 'I_k.+1 => if (o < c)%N then 0 else if o == c then l else 1) => [o|i].
  by case: ifP => _; rewrite ?lexx ?ler01 //; case: ifP => _; rewrite ?ler01 ?lexx.
have sum_tail : \sum_(o < k.+1 | (c < o)%N) geometric i o = tail i c.+1.
  have -> : tail i c.+1 = - (tail i k.+1 - tail i c.+1) by rewrite /tail /= ltnSn sub0r opprK.
  rewrite -(telescope_sumr (tail i) (ltn_ord c)) -sumrN big_geq_mkord /=; apply: eq_bigr => o _.
  by rewrite opprB.
rewrite (bigID (fun o : 'I_k.+1 => (c < o)%N)) /= (eq_bigr (geometric i)) => [|o co]; last first.
  by rewrite ltnNge (ltnW co) /= (_ : (o == c) = false) ?mulr1 //; apply/eqP => e; rewrite e ltnn in co.
rewrite sum_tail (bigD1 c) ?ltnn //= eqxx big1 ?addr0 => [|o /andP[co oc]]; last first.
  by rewrite ltn_neqAle oc leqNgt co mulr0.
by rewrite /threshold /geometric; named R; ring.
Qed.

(* Every probability is that of a threshold test at the count 0. *)
Lemma threshold_onto p : 0 <= p <= 1 -> exists (c : 'I_k.+1) l, 0 <= l <= 1 /\ threshold 0 c l = p.
Proof.
move=> /andP[p0 p1].
have [c cp pc] : exists2 c : 'I_k.+1, tail 0 c.+1 <= p & p <= tail 0 c.
  have ex : exists n, tail 0 n.+1 <= p by exists k; rewrite /tail /= ltnSn.
  have := ex_minnP ex => -[n np least].
  have nk : (n < k.+1)%N by rewrite ltnS; apply: least; rewrite /tail /= ltnSn.
  exists (Ordinal nk) => //=; case: n np least nk => [|n] np least nk; first by rewrite /tail.
  by rewrite leNgt; apply/negP => /ltW /least; rewrite ltnn.
have m0 : 0 <= tail 0 c - tail 0 c.+1 by rewrite subr_ge0 tail_decreasing.
exists c; case: (eqVneq (tail 0 c - tail 0 c.+1) 0) => [e|m].
  exists 1; split; first by rewrite ler01 lexx.
  have same : tail 0 c = tail 0 c.+1 by apply/eqP; rewrite -subr_eq0 e.
  by rewrite /threshold subrr mul0r add0r mul1r; apply/eqP; rewrite eq_le pc same cp.
have mp : 0 < tail 0 c - tail 0 c.+1 by rewrite lt_neqAle eq_sym m.
exists ((p - tail 0 c.+1) / (tail 0 c - tail 0 c.+1)); split.
  apply/andP; split; first by apply: divr_ge0 => //; rewrite subr_ge0.
  by rewrite ler_pdivr_mulr // mul1r ler_add2r.
rewrite /threshold.
have -> l : (1 - l) * tail 0 c.+1 + l * tail 0 c = l * (tail 0 c - tail 0 c.+1) + tail 0 c.+1 by named R; ring.
by rewrite divfK // subrK.
Qed.

(* The noise at k against the noise at 0 dominates every group of k. *)
Theorem geometric_dominates (X : Type) (T : finType) (adjacent : X -> X -> Prop) (M : X -> T -> R) x y :
    kernel M -> (forall x y, adjacent x y -> adjacent y x) -> dp adjacent t 0 M -> steps adjacent k x y ->
  forall s, 0 <= s -> hockey_stick s (M x) (M y) <= hockey_stick s (geometric k) (geometric 0).
Proof.
move=> kM sym hM xy s s0; apply/pair_dp_eventP => E; apply: le_trans (group_pure_event kM sym hM E xy) _.
set p := prob (M y) E; have p01 : 0 <= p <= 1 by rewrite prob_ge0 ?prob_le1 //; case: (kM y).
have [c [l [l01 e]]] := threshold_onto p01; have [f f01 ef] := threshold_test c l01.
rewrite -e; apply: le_trans (threshold_iter c (leqnn k) l01) _.
by rewrite -!ef; exact: pair_dp_test f01 (lexx _).
Qed.

End Geometric.

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
