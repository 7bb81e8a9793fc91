(* Approximate and probabilistic differential privacy. If the loss exceeds ln t with probability at most d then the pair
   is (t, d)-private. Conversely (t, d)-privacy bounds the probability of a loss above ln u: by d/(1 - t/u) for u > t, and,
   with the guarantee in both orders, by (t - 1 + d)/(t - 1/u); two outputs approach the smaller of the two. The first
   bound is also what a tail at t leaves of the tail at u after any post-processing. *)
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

Theorem tail_to_dp t d p q : 0 <= t -> (forall x, 0 <= q x) -> loss_tail t p q <= d -> pair_dp t d p q.
Proof.
move=> t0 q0; apply: le_trans; rewrite hockey_stick_attained ler_subl_addl ler_addr mulr_ge0 //.
exact: prob_ge0.
Qed.

Theorem dp_to_tail t u d p q : 0 <= t -> t < u -> (forall x, 0 <= p x) ->
  pair_dp t d p q -> loss_tail u p q <= d / (1 - t / u).
Proof.
move=> t0 tu p0 /pair_dp_eventP h; have u0 : 0 < u by exact: le_lt_trans tu.
have c0 : 0 < 1 - t / u by rewrite subr_gt0 ltr_pdivr_mulr // mul1r.
rewrite ler_pdivl_mulr // mulrBr mulr1 ler_subl_addl /loss_tail; set E := [pred x | _].
apply: le_trans (h E) _; rewrite ler_add2r mulrCA ler_wpmul2l //.
rewrite ler_pdivl_mulr // mulrC /prob mulr_sumr; apply: ler_sum => x /= Ex; exact: ltW.
Qed.

(* With the guarantee in both orders there is a second bound; and the tail is 0 where d = 0 and u >= t. *)
Theorem dp_tail_swap t u d p q : 0 <= t -> 0 < u -> law p -> law q -> pair_dp t d q p ->
  loss_tail u p q * (t - 1 / u) <= t - 1 + d.
Proof.
move=> t0 u0 lp lq /pair_dp_eventP h; rewrite /loss_tail; set E := [pred x | _].
have split (f : T -> R) : law f -> prob f [pred x | ~~ E x] = 1 - prob f E.
  by move=> [_ <-]; rewrite /prob [X in _ = X - _](bigID E) /= addrAC subrr add0r.
have := h [pred x | ~~ E x]; rewrite !split //.
have : prob q E <= prob p E / u.
  rewrite ler_pdivl_mulr // mulrC /prob mulr_sumr; apply: ler_sum => x /= Ex; exact: ltW.
move: (prob p E) (prob q E) => a b ba le.
apply: (@le_from _ ((a / u - b) + (t * (1 - a) + d - (1 - b)))); first by named R; ring.
by rewrite addr_ge0 // subr_ge0.
Qed.

Theorem dp_tail_pure t u p q : 0 <= t -> t <= u -> (forall x, 0 <= p x) -> (forall x, 0 <= q x) ->
  pair_dp t 0 p q -> loss_tail u p q = 0.
Proof.
move=> t0 tu p0 q0 h; rewrite /loss_tail /prob big1 // => x /= lt.
apply/eqP; rewrite eq_le p0 andbT leNgt; apply/negP => px.
have : 0 < hockey_stick t p q.
  rewrite /hockey_stick (bigD1 x) //= ltr_paddr //; first by apply: sumr_ge0 => y _; exact: positive_part_ge0.
  rewrite positive_part_id ?subr_gt0 ?subr_ge0 ?ltW //; first by apply: le_lt_trans lt; rewrite ler_wpmul2r.
  by apply: le_lt_trans lt; rewrite ler_wpmul2r.
by rewrite ltNge; apply/negP; rewrite negbK.
Qed.

End Pairs.

(* The bounds are approached by two outputs: any mass a below them is the tail of a pair that is private in both
   orders. *)
Section Sharp.
Variables (R : realFieldType) (t u d a : R).
Add Ring field : (field_ring R).

Definition two_outputs (m : R) (o : bool) := if o then m else 1 - m.

Lemma two_outputs_law m : 0 <= m <= 1 -> law (two_outputs m).
Proof.
by move=> /andP[m0 m1]; split=> [[] /=|]; rewrite ?subr_ge0 // big_bool /= addrC subrK.
Qed.

Theorem dp_tail_approached : 1 <= t -> 1 <= u -> 0 <= d ->
    0 < a <= 1 -> a * (1 - t / u) < d -> a * (t - 1 / u) < t - 1 + d ->
  exists b, [/\ 0 <= b <= 1, loss_tail u (two_outputs a) (two_outputs b) >= a,
    pair_dp t d (two_outputs a) (two_outputs b) & pair_dp t d (two_outputs b) (two_outputs a)].
Proof.
move=> t1 u1 d0 /andP[a0 a1] below3 below2.
have u0 : 0 < u by exact: (lt_le_trans ltr01 u1).
have t0 : 0 < t by exact: (lt_le_trans ltr01 t1).
pose low := Num.max 0 (Num.max ((a - d) / t) (1 - d - t * (1 - a))).
have low_lt : low < a / u.
  rewrite /low !lt_maxl divr_gt0 //=; apply/andP; split.
    rewrite ltr_pdivr_mulr //.
    by apply: (@lt_from _ (d - a * (1 - t / u))); [named R; ring | rewrite subr_gt0].
  by apply: (@lt_from _ (t - 1 + d - a * (t - 1 / u))); [named R; ring | rewrite subr_gt0].
pose b := (low + a / u) / 2%:R.
have [lb bu] : low < b /\ b < a / u by rewrite /b !midf_lt.
have [b0 [ba bb]] : 0 <= b /\ a - d <= t * b /\ 1 - d - t * (1 - a) <= b.
  move: (ltW lb); rewrite /low !le_maxl => /andP[b0 /andP[h h']]; split=> //; split=> //.
  by rewrite mulrC -ler_pdivr_mulr.
have ub : u * b < a by rewrite mulrC -ltr_pdivl_mulr.
have b_a : b <= a by apply: le_trans (ltW ub); rewrite ler_pemull.
have b1 : b <= 1 by exact: le_trans a1.
exists b; split; rewrite ?b0 ?b1 //.
- by rewrite /loss_tail /prob big_mkcond big_bool /= ub ler_addl; case: ifP; rewrite ?subr_ge0.
- rewrite /pair_dp /hockey_stick big_bool /= [X in _ + X]positive_part_0 ?addr0.
    by apply: positive_part_le => //; rewrite ler_subl_addl -ler_subl_addr.
  by rewrite subr_le0; apply: le_trans (_ : 1 - b <= _); [rewrite ler_add2l ler_opp2 | rewrite ler_pemull ?subr_ge0].
- rewrite /pair_dp /hockey_stick big_bool /= [X in X + _]positive_part_0 ?add0r.
    apply: positive_part_le => //.
    by apply: (@le_from _ (b - (1 - d - t * (1 - a)))); [named R; ring | rewrite subr_ge0].
  by rewrite subr_le0; apply: le_trans b_a _; rewrite ler_pemull // ltW.
Qed.

End Sharp.

(* How far apart the two notions are. *)
Section Gap.
Variable R : realFieldType.

Theorem tail_less_hockey_stick (T : finType) t (p q : T -> R) : 0 <= t -> (forall x, 0 <= p x) -> (forall x, 0 <= q x) ->
  loss_tail t p q - hockey_stick t p q = \sum_(x | t * q x < p x) p x * Num.min 1 (t * q x / p x).
Proof.
move=> t0 p0 q0; rewrite hockey_stick_attained opprB addrCA subrr addr0 /prob mulr_sumr; apply: eq_bigr => x /= lt.
have px : 0 < p x by apply: le_lt_trans lt; rewrite mulr_ge0.
by rewrite min_r ?ler_pdivr_mulr ?mul1r ?ltW // mulrCA divff ?mulr1 // gt_eqF.
Qed.

Corollary hockey_stick_le_tail (T : finType) t (p q : T -> R) : 0 <= t -> (forall x, 0 <= p x) -> (forall x, 0 <= q x) ->
  hockey_stick t p q <= loss_tail t p q.
Proof.
move=> t0 p0 q0; rewrite -subr_ge0 tail_less_hockey_stick //; apply: sumr_ge0 => x _.
by rewrite mulr_ge0 // le_minr ler01 divr_ge0 // mulr_ge0.
Qed.

(* The reverse fails: private in both orders with d = 1/2 at t = 1, and yet the loss is always positive. *)
Theorem dp_not_tail : exists p q : bool -> R,
  [/\ law p /\ law q, pair_dp 1 2%:R^-1 p q, pair_dp 1 2%:R^-1 q p & loss_tail 1 p q = 1].
Proof.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n // ltr1n.
have hh : 1 - 2%:R^-1 = 2%:R^-1 :> R by rewrite [X in X - _]splitr mul1r addrK.
exists (two_outputs 1), (two_outputs 2%:R^-1); split.
- by split; apply: two_outputs_law; rewrite ?ler01 ?lexx // !ltW.
- rewrite /pair_dp /hockey_stick big_bool /= subrr sub0r mul1r hh (positive_part_0 (_ : - _ <= 0)).
    by rewrite addr0 positive_part_id ?lexx // ltW.
  by rewrite oppr_le0 mul1r ltW.
- rewrite /pair_dp /hockey_stick big_bool /= subrr mulr0 subr0 mul1r hh positive_part_0 ?add0r.
    by rewrite positive_part_id ?lexx // ltW.
  by rewrite subr_le0 ltW.
by rewrite /loss_tail /prob big_mkcond big_bool /= mul1r h1 subrr if_same addr0.
Qed.

End Gap.

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
