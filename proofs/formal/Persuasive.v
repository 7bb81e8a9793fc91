(* Persuasive privacy of the log score, and probabilistic differential privacy.

   A Receiver holds a prior belief Q on the data, sees the output o and moves to the posterior. With the log score the
   gain in explaining the truth x is ln(posterior x / Q x), so it exceeds kappa exactly where t * Q x < posterior x,
   t = e^kappa. Probabilistic differential privacy bounds the probability that the loss ln(M x o / M y o) exceeds ln t,
   that is t * M y o < M x o. Over all priors on pairs of neighbours the two are proven equivalent for t >= 1, that is
   kappa >= 0, and not below: there persuasive privacy holds at no d < 1. With a floor under the prior mass of the truth
   they are equivalent after a change of t. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : realFieldType) (X : finType).

Definition belief := {ffun X -> R}.

Definition posterior (T : Type) (Q : belief) (M : X -> T -> R) (o : T) : belief :=
  [ffun y => Q y * M y o / \sum_z Q z * M z o].

(* A class of priors: which beliefs are considered where the truth is x. *)
Definition class := X -> belief -> Prop.

(* M is private against the class: with probability at most d, under the truth x, the move from the prior to the
   posterior is `beyond` what is allowed. *)
Definition persuasive (T : finType) (beyond : X -> belief -> belief -> bool) (C : class) (d : R) (M : X -> T -> R) :=
  forall x Q, C x Q -> prob (M x) [pred o | beyond x Q (posterior Q M o)] <= d.

(* The gain of the log score exceeds ln t. *)
Definition log_gain_beyond (t : R) (x : X) (Q P : belief) := t * Q x < P x.

(* The gain of the score S, which is better where it is smaller, exceeds k. *)
Definition score_gain_beyond (S : belief -> X -> R) (k : R) (x : X) (Q P : belief) := k < S Q x - S P x.

(* Mass w on x and the rest on y. *)
Definition two_points (x y : X) (w : R) : belief := [ffun z => if z == x then w else if z == y then 1 - w else 0].

(* The truth x, a neighbour y, and any prior mass of the truth but 0. *)
Definition adjacent_pairs (adjacent : X -> X -> Prop) : class :=
  fun x Q => exists y w, [/\ adjacent x y, 0 < w <= 1 & Q = two_points x y w].

(* The same without the prior that is certain of the truth. *)
Definition open_adjacent_pairs (adjacent : X -> X -> Prop) : class :=
  fun x Q => exists y w, [/\ adjacent x y, 0 < w < 1 & Q = two_points x y w].

(* The same with at least mass f on the truth. *)
Definition floored_adjacent_pairs (adjacent : X -> X -> Prop) (f : R) : class :=
  fun x Q => exists y w, [/\ adjacent x y, f <= w <= 1 & Q = two_points x y w].

(* Under x the privacy loss against any neighbour exceeds ln t with probability at most d. *)
Definition pdp (T : finType) (adjacent : X -> X -> Prop) (t d : R) (M : X -> T -> R) :=
  forall x y, adjacent x y -> prob (M x) [pred o | t * M y o < M x o] <= d.

End Definitions.

Section TwoPoints.
Variables (R : realFieldType) (X : finType) (T : Type) (M : X -> T -> R).
Implicit Types (x y : X) (w t : R).
Add Ring field : (field_ring R).

Lemma two_points_predictive x y w o : x != y ->
  \sum_z two_points x y w z * M z o = w * M x o + (1 - w) * M y o.
Proof.
move=> xy; rewrite (bigD1 x) //= (bigD1 y) 1?eq_sym //= big1 => [|z /andP[/negPf zx /negPf zy]].
  by rewrite !ffunE eqxx [y == x]eq_sym (negPf xy) eqxx addr0.
by rewrite ffunE zx zy mul0r.
Qed.

Lemma posterior_two_points x y w o : x != y ->
  posterior (two_points x y w) M o x = w * M x o / (w * M x o + (1 - w) * M y o).
Proof. by move=> xy; rewrite ffunE two_points_predictive // ffunE eqxx. Qed.

(* The gain exceeds ln t, without division. *)
Lemma two_points_beyond x y w t o : x != y -> 0 <= M x o -> 0 <= M y o -> 0 < w <= 1 -> 0 <= t ->
  log_gain_beyond t x (two_points x y w) (posterior (two_points x y w) M o) =
  (t * (w * M x o + (1 - w) * M y o) < M x o).
Proof.
move=> xy m0 n0 /andP[w0 w1] t0; rewrite /log_gain_beyond posterior_two_points // ffunE eqxx.
have D0 : 0 <= w * M x o + (1 - w) * M y o by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0 ?(ltW w0).
move: D0; rewrite le_eqVlt => /orP[/eqP D0|D0]; last first.
  by rewrite ltr_pdivl_mulr // -mulrA mulrCA ltr_pmul2l.
rewrite -D0 invr0 !mulr0 ltNge mulr_ge0 ?(ltW w0) //=.
have := D0; move/esym/eqP; rewrite paddr_eq0 ?mulr_ge0 ?subr_ge0 ?(ltW w0) // => /andP[+ _].
by rewrite mulf_eq0 (gt_eqF w0) /= => /eqP ->; rewrite ltxx.
Qed.

End TwoPoints.

(* Finitely many strict inequalities have a common small weight. *)
Lemma small_weight (R : realFieldType) (T : finType) (A : pred T) (a b : T -> R) :
  (forall o, A o -> 0 < b o) -> exists2 w, 0 < w < 1 & forall o, A o -> w * a o < b o.
Proof.
move=> b0; pose s := \sum_(o | A o) `|a o| / b o.
have s0 : 0 <= s by apply: sumr_ge0 => o Ao; rewrite divr_ge0 // ltW ?b0.
have s2 : 0 < 2%:R + s by rewrite ltr_paddr // ltr0n.
exists (2%:R + s)^-1.
  by rewrite invr_gt0 s2 invf_lt1 // ltr_paddr // ltr1n.
move=> o Ao; rewrite mulrC ltr_pdivr_mulr // mulrC -ltr_pdivr_mulr ?b0 //.
apply: le_lt_trans (_ : `|a o| / b o < _); first by rewrite ler_pmul2r ?invr_gt0 ?b0 // ler_norm.
apply: le_lt_trans (_ : s < _); last by rewrite ltr_addr ltr0n.
rewrite /s (bigD1 o) //= ler_addl; apply: sumr_ge0 => i /andP[Ai _].
by rewrite divr_ge0 // ltW ?b0.
Qed.

Section Equivalence.
Variables (R : realFieldType) (X T : finType) (adjacent : X -> X -> Prop) (M : X -> T -> R).
Hypothesis M_kernel : kernel M.
Hypothesis irreflexive : forall x, ~ adjacent x x.
Implicit Types (t d : R).
Add Ring field : (field_ring R).

Let M0 x o : 0 <= M x o.
Proof. by case: (M_kernel x). Qed.

Let different x y : adjacent x y -> x != y.
Proof. by move=> a; apply/eqP => e; apply: (irreflexive (x := x)); rewrite {2}e. Qed.

Lemma pdp_persuasive t d : 1 <= t -> pdp adjacent t d M ->
  persuasive (log_gain_beyond t) (adjacent_pairs adjacent) d M.
Proof.
move=> t1 h x Q [y [w [a w01 ->]]]; have t0 := le_trans ler01 t1.
apply: le_trans (h x y a); apply: prob_le => // o /=; rewrite two_points_beyond ?different //.
case/andP: w01 => w0 w1; apply: contraLR; rewrite -!leNgt => le.
apply: le_trans (_ : t * (w * M x o) + (1 - w) * M x o <= _).
  by apply: (@le_from _ ((t - 1) * (w * M x o))); [named R; ring | rewrite mulr_ge0 ?subr_ge0 // mulr_ge0 // ltW].
by rewrite mulrDr ler_add2l mulrCA ler_wpmul2l ?subr_ge0.
Qed.

Lemma persuasive_pdp t d : 0 <= t -> persuasive (log_gain_beyond t) (open_adjacent_pairs adjacent) d M ->
  pdp adjacent t d M.
Proof.
move=> t0 h x y a.
have [|w w01 small] := @small_weight R T [pred o | t * M y o < M x o] (fun o => t * (M x o - M y o))
  (fun o => M x o - t * M y o); first by move=> o /=; rewrite subr_gt0.
apply: le_trans (h x (two_points x y w) _); last by exists y, w.
apply: prob_le => // o A /=; have [w0 w1] := andP w01.
rewrite two_points_beyond ?different // ?w0 ?ltW //; have := small o A; rewrite -subr_gt0; apply: lt_from.
by named R; ring.
Qed.

(* The equivalence, for kappa >= 0. *)
Theorem pdp_persuasiveP t d : 1 <= t ->
  pdp adjacent t d M <-> persuasive (log_gain_beyond t) (adjacent_pairs adjacent) d M.
Proof.
move=> t1; split; first exact: pdp_persuasive.
move=> h; apply: persuasive_pdp => [|x Q [y [w [a /andP[w0 w1] ->]]]]; first exact: le_trans t1.
by apply: h; exists y, w; rewrite w0 ltW.
Qed.

(* It is the same without the prior that is certain of the truth. *)
Theorem pdp_open_persuasiveP t d : 1 <= t ->
  pdp adjacent t d M <-> persuasive (log_gain_beyond t) (open_adjacent_pairs adjacent) d M.
Proof.
move=> t1; split=> [/(pdp_persuasive t1) h x Q [y [w [a /andP[w0 w1] ->]]]|].
  by apply: h; exists y, w; rewrite w0 ltW.
by apply: persuasive_pdp; exact: le_trans t1.
Qed.

(* For kappa < 0 persuasive privacy holds at d >= 1 alone, where there is any pair of neighbours: a prior that is almost
   certain of the truth gains almost nothing, but not less. *)
Theorem persuasive_negative t d x y : 0 <= t < 1 -> adjacent x y ->
  persuasive (log_gain_beyond t) (open_adjacent_pairs adjacent) d M -> 1 <= d.
Proof.
move=> /andP[t0 t1] a h.
have [|v v01 small] := @small_weight R T [pred o | 0 < M x o] (fun o => t * (M y o - M x o))
  (fun o => M x o * (1 - t)); first by move=> o /= m0; rewrite mulr_gt0 // subr_gt0.
have [v0 v1] := andP v01.
have w0 : 0 < 1 - v by rewrite subr_gt0.
have w1 : 1 - v < 1 by rewrite ltr_subl_addr ltr_addl.
apply: le_trans (h x (two_points x y (1 - v)) _); last by exists y, (1 - v); rewrite w0 w1.
have support : 1 = prob (M x) [pred o | 0 < M x o].
  have [_ total] := M_kernel x; rewrite -[LHS]total (bigID [pred o | 0 < M x o]) /= addrC big1 ?add0r // => o.
  by rewrite -leNgt => le; apply/eqP; rewrite eq_le le M0.
rewrite [leLHS]support; apply: prob_le => // o A /=.
rewrite two_points_beyond ?different // ?w0 ?ltW //; have := small o A; rewrite -subr_gt0; apply: lt_from.
by named R; ring.
Qed.

(* With a floor f under the prior mass of the truth: the loss that matters is larger, ln(t (1 - f)/(1 - t f)), and where
   t f >= 1 no gain exceeds ln t. *)
Theorem pdp_floored_persuasiveP t d f : 1 <= t -> 0 < f <= 1 -> t * f < 1 ->
  pdp adjacent (t * (1 - f) / (1 - t * f)) d M <->
  persuasive (log_gain_beyond t) (floored_adjacent_pairs adjacent f) d M.
Proof.
move=> t1 f01 tf; have t0 := le_trans ler01 t1; have [f0 f1] := andP f01.
have c0 : 0 < 1 - t * f by rewrite subr_gt0.
have event m n : (t * (1 - f) / (1 - t * f) * n < m) = (t * (f * m + (1 - f) * n) < m).
  rewrite mulrAC ltr_pdivr_mulr // -[in LHS]subr_gt0 -[in RHS]subr_gt0; congr (0 < _).
  by named R; ring.
split=> [h x Q [y [w [a /andP[fw w1] ->]]]|h x y a].
  apply: le_trans (h x y a); apply: prob_le => // o /=; rewrite event two_points_beyond ?different //.
    2: by rewrite (lt_le_trans f0).
  move=> lt; case: (lerP (M y o) (M x o)) => [nm|/ltW mn].
    apply: le_lt_trans lt; apply: ler_wpmul2l => //.
    by apply: (@le_from _ ((w - f) * (M x o - M y o))); [named R; ring | rewrite mulr_ge0 // subr_ge0].
  exfalso; move: lt; apply/negP; rewrite -leNgt.
  apply: le_trans (_ : t * M x o <= _); first by rewrite ler_pemull.
  apply: ler_wpmul2l => //.
  by apply: (@le_from _ ((1 - w) * (M y o - M x o))); [named R; ring | rewrite mulr_ge0 // subr_ge0].
apply: le_trans (h x (two_points x y f) _); last by exists y, f; rewrite lexx f1.
by apply: prob_le => // o /=; rewrite event two_points_beyond ?different.
Qed.

Theorem floored_persuasive_trivial t f : 0 <= t -> 0 < f -> 1 <= t * f ->
  persuasive (log_gain_beyond t) (floored_adjacent_pairs adjacent f) 0 M.
Proof.
move=> t0 f0 tf x Q [y [w [a /andP[fw w1] ->]]]; rewrite /prob big1 // => o /=.
rewrite two_points_beyond ?different // ?(lt_le_trans f0) // => lt; exfalso; move: lt; apply/negP; rewrite -leNgt.
rewrite mulrDr mulrA; apply: le_trans (_ : t * w * M x o <= _).
  by rewrite ler_pemull // (le_trans tf) // ler_wpmul2l.
by rewrite ler_addl !mulr_ge0 // subr_ge0.
Qed.

End Equivalence.
