(* Persuasive privacy adds up where the class of priors is closed under conditioning: ln t and d of an adaptive
   composition are the sums (t the product). So it is for the log score and, with k in the place of ln t, for every
   score. All priors with the truth in their support are closed, and so are the pairs of neighbours if the prior that is
   certain of the truth is among them; without it they are not. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Composition Persuasive.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Conditioning.
Variables (R : realFieldType) (X : finType).
Implicit Types (Q : belief R X) (C : class R X).
Add Ring field : (field_ring R).

(* The priors of the class are laws, and none excludes the truth. *)
Definition truth_in_support C := forall x Q, C x Q -> law Q /\ 0 < Q x.

(* Whatever M publishes, with positive probability under the truth, the posterior is a prior of the class. *)
Definition closed_under (T : finType) C (M : X -> T -> R) :=
  forall x Q o, C x Q -> 0 < M x o -> C x (posterior Q M o).

(* Both outputs at once are the second after the first. *)
Theorem posterior_joint (T U : finType) (M : X -> T -> R) (N : X -> T -> U -> R) Q o v :
    \sum_z Q z * M z o != 0 ->
  posterior Q (fun x => joint (M x) (N x)) (o, v) = posterior (posterior Q M o) (fun x => N x o) v.
Proof.
move=> D0; apply/ffunP => y; rewrite !ffunE /joint /=.
set D := \sum_z Q z * M z o; rewrite -/D in D0.
have -> : \sum_z posterior Q M o z * N z o v = (\sum_z Q z * (M z o * N z o v)) / D.
  by rewrite mulr_suml; apply: eq_bigr => z _; rewrite ffunE -/D mulrA [in RHS]mulrAC.
rewrite invf_div; set S := \sum_z _.
have -> : Q y * M y o / D * N y o v * (D / S) = Q y * (M y o * N y o v) / S * (D^-1 * D) by named R; ring.
by rewrite mulVf ?mulr1.
Qed.

Lemma predictive_gt0 (T : finType) (M : X -> T -> R) C x Q o :
  kernel M -> truth_in_support C -> C x Q -> 0 < M x o -> 0 < \sum_z Q z * M z o.
Proof.
move=> kM CQ /CQ[[Q0 _] Qx] m; rewrite (bigD1 x) //= ltr_paddr ?mulr_gt0 //.
by apply: sumr_ge0 => z _; rewrite mulr_ge0 //; case: (kM z).
Qed.

(* If a step allowed by the first and one allowed by the second make a step allowed by both, the deltas add. *)
Theorem persuasive_joint (T U : finType) (M : X -> T -> R) (N : X -> T -> U -> R) C d1 d2
    (beyond1 beyond2 beyond : X -> belief R X -> belief R X -> bool) :
    kernel M -> (forall x, kernel (N x)) -> truth_in_support C -> closed_under C M ->
    (forall x Q P P', beyond x Q P' -> beyond1 x Q P || beyond2 x P P') ->
    persuasive beyond1 C d1 M -> (forall o, persuasive beyond2 C d2 (fun x => N x o)) ->
  persuasive beyond C (d1 + d2) (fun x => joint (M x) (N x)).
Proof.
move=> kM kN CQ closed split hM hN x Q CxQ; rewrite prob_joint.
have [M0 M1] := kM x.
have d20 : 0 <= d2.
  have [o m] : exists o, 0 < M x o.
    apply/existsP; rewrite -[X in is_true X]negbK negb_exists; apply/negP => /forallP h.
    move: M1; rewrite big1 => [/esym/eqP|o _]; first by rewrite oner_eq0.
    by apply/eqP; rewrite eq_le M0 andbT leNgt; exact: h.
  apply: le_trans (hN o x _ (closed x Q o CxQ m)); apply: prob_ge0 => v.
  by case: (kN x o).
pose bad o := beyond1 x Q (posterior Q M o).
apply: le_trans (_ : \sum_o (M x o * (bad o)%:R + M x o * d2) <= _); last first.
  rewrite big_split /= -mulr_suml M1 mul1r ler_add2r; apply: le_trans (hM x Q CxQ).
  by rewrite /prob [leRHS]big_mkcond; apply: ler_sum => o _ /=; rewrite /bad; case: ifP; rewrite ?mulr1 ?mulr0.
apply: ler_sum => o _; rewrite -mulrDr.
have := M0 o; rewrite le_eqVlt => /orP[/eqP <-|m]; first by rewrite !mul0r.
rewrite ler_pmul2l //; case bad_o: (bad o).
  by apply: le_trans (prob_le1 _ (kN x o)) _; rewrite ler_addl.
rewrite add0r; apply: le_trans (hN o x _ (closed x Q o CxQ m)); apply: prob_le => [v|v /=].
  by case: (kN x o).
rewrite posterior_joint ?gt_eqF ?(predictive_gt0 kM CQ CxQ) // => /(split _ _ (posterior Q M o)).
by rewrite -/(bad o) bad_o.
Qed.

Theorem persuasive_log_compose (T U : finType) (M : X -> T -> R) (N : X -> T -> U -> R) C t1 t2 d1 d2 :
    0 <= t2 -> kernel M -> (forall x, kernel (N x)) -> truth_in_support C -> closed_under C M ->
    persuasive (log_gain_beyond t1) C d1 M -> (forall o, persuasive (log_gain_beyond t2) C d2 (fun x => N x o)) ->
  persuasive (log_gain_beyond (t1 * t2)) C (d1 + d2) (fun x => joint (M x) (N x)).
Proof.
move=> t20 kM kN CQ closed; apply: persuasive_joint => // x Q P P'; rewrite /log_gain_beyond => lt.
case: ltP => //= le; apply: le_lt_trans lt.
by rewrite [t1 * t2]mulrC -mulrA ler_wpmul2l.
Qed.

Theorem persuasive_score_compose (T U : finType) (M : X -> T -> R) (N : X -> T -> U -> R) C S k1 k2 d1 d2 :
    kernel M -> (forall x, kernel (N x)) -> truth_in_support C -> closed_under C M ->
    persuasive (score_gain_beyond S k1) C d1 M -> (forall o, persuasive (score_gain_beyond S k2) C d2 (fun x => N x o)) ->
  persuasive (score_gain_beyond S (k1 + k2)) C (d1 + d2) (fun x => joint (M x) (N x)).
Proof.
move=> kM kN CQ closed; apply: persuasive_joint => // x Q P P'; rewrite /score_gain_beyond => lt.
case: ltP => //= le1; case: ltP => //= le2; move: lt; rewrite ltNge -[S Q x](subrK (S P x)) -addrA.
by rewrite ler_add.
Qed.

(* Any number of steps, each seeing the outputs of the earlier ones. *)
Theorem persuasive_log_compose_many (T : finType) n (M : X -> seq T -> T -> R) C (t d : nat -> R) :
    (forall i, 0 <= t i) -> (forall x h, law (M x h)) -> truth_in_support C ->
    (forall h, closed_under C (fun x => M x h)) ->
    (forall h, (size h < n)%N -> persuasive (log_gain_beyond (t (size h))) C (d (size h)) (fun x => M x h)) ->
  persuasive (log_gain_beyond (\prod_(i < n) t i)) C (\sum_(i < n) d i) (fun x => @runs R T n (M x)).
Proof.
elim: n t d M => [|n IH] t d M t0 lM CQ closed hM x Q CxQ.
  rewrite !big_ord0 /prob big1 // => w /=; rewrite /log_gain_beyond mul1r ffunE => lt; exfalso; move: lt.
  have [[_ Q1] _] := CQ x Q CxQ; rewrite /runs tuple0 /= mulr1 (eq_bigr Q) => [|z _]; last by rewrite /= mulr1.
  by rewrite Q1 divr1 ltxx.
rewrite !big_ord_recl; set beyond := log_gain_beyond _.
have two : persuasive beyond C (d 0%N + \sum_(i < n) d i.+1)
    (fun y => joint (M y [::]) (fun o => runs (fun h => M y (o :: h)) (n := n))).
  apply: persuasive_log_compose => //.
  - exact: prodr_ge0.
  - by move=> y o; exact: runs_law.
  - exact: (hM [::]).
  move=> o; apply: (IH (fun i => t i.+1) (fun i => d i.+1) (fun y h => M y (o :: h))) => // h hn.
  exact: (hM (o :: h)).
apply: le_trans (two x Q CxQ); rewrite /prob (reindex (fun w : T * n.-tuple T => [tuple of w.1 :: w.2])) /=.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_big => [[o w]|[o w] _].
exists (@split_tuple T n) => [[o w] _|w _] /=.
  by rewrite /split_tuple theadE; congr (_, _); apply: val_inj.
by rewrite /split_tuple /=; apply: val_inj => /=; case/tupleP: w => o w.
Qed.

End Conditioning.

(* Classes that are closed. *)
Section Classes.
Variables (R : realFieldType) (X T : finType) (M : X -> T -> R).
Hypothesis M_kernel : kernel M.

Definition all_priors : class R X := fun x Q => law Q /\ 0 < Q x.

Lemma all_priors_truth : truth_in_support all_priors.
Proof. by move=> x Q []. Qed.

Theorem all_priors_closed : closed_under all_priors M.
Proof.
move=> x Q o Qx m; have D0 := predictive_gt0 M_kernel all_priors_truth Qx m; case: Qx => [[Q0 Q1] Qx].
have M0 y : 0 <= M y o by case: (M_kernel y).
split; last by rewrite ffunE divr_gt0 // mulr_gt0.
split=> [y|]; first by rewrite ffunE divr_ge0 ?mulr_ge0 // ltW.
rewrite (eq_bigr (fun y => Q y * M y o / \sum_z Q z * M z o)) => [|y _]; last by rewrite ffunE.
by rewrite -mulr_suml divff // gt_eqF.
Qed.

Variable adjacent : X -> X -> Prop.
Hypothesis irreflexive : forall x, ~ adjacent x x.

Lemma adjacent_pairs_truth : truth_in_support (@adjacent_pairs R X adjacent).
Proof.
move=> x Q [y [w [a /andP[w0 w1] ->]]]; split; last by rewrite ffunE eqxx.
split=> [z|]; first by rewrite ffunE; case: eqP => _; [exact: ltW | case: eqP => _ //; rewrite subr_ge0].
have xy : x != y by apply/eqP => e; apply: (irreflexive (x := x)); rewrite {2}e.
have := two_points_predictive (fun _ _ => 1) w tt xy; rewrite !mulr1 addrC subrK => <-.
by apply: eq_bigr => z _; rewrite mulr1.
Qed.

Theorem adjacent_pairs_closed : closed_under (adjacent_pairs adjacent) M.
Proof.
move=> x Q o Qx m; have D0 := predictive_gt0 M_kernel adjacent_pairs_truth Qx m.
case: Qx D0 => [y [w [a /andP[w0 w1] ->]]] D0.
have xy : x != y by apply/eqP => e; apply: (irreflexive (x := x)); rewrite {2}e.
have n0 : 0 <= M y o by case: (M_kernel y).
rewrite (two_points_predictive M w o xy) in D0; set D := w * M x o + (1 - w) * M y o in D0.
exists y, (w * M x o / D); split=> //.
  by rewrite divr_gt0 ?mulr_gt0 //= ler_pdivr_mulr // mul1r /D ler_addl mulr_ge0 // subr_ge0.
apply/ffunP => z; rewrite !ffunE (two_points_predictive M w o xy) -/D.
case: (z =P x) => [->//|zx]; case: (z =P y) => [->|_]; last by rewrite !mul0r.
by apply: (mulIf (lt0r_neq0 D0)); rewrite divfK ?gt_eqF // [RHS]mulrBl mul1r divfK ?gt_eqF // /D addrAC subrr add0r.
Qed.

End Classes.

(* Publishing one bit as it is: the Receiver becomes certain, and leaves the open class. *)
Theorem open_adjacent_pairs_not_closed (R : realFieldType) :
  ~ @closed_under R [finType of bool] [finType of bool] (open_adjacent_pairs (fun x y : bool => x != y))
      (fun x o => (x == o)%:R).
Proof.
move=> /(_ true (two_points true false 2%:R^-1) true) [].
- exists false, 2%:R^-1; split=> //; rewrite invr_gt0 ltr0n /= invf_lt1 ?ltr0n // ltr1n //.
- by rewrite eqxx ltr01.
move=> y [w [xy /andP[w0 w1] /ffunP/(_ true)]].
rewrite posterior_two_points // /two_points ffunE eqxx mulr1 mulr0 addr0 divff ?invr_eq0 ?pnatr_eq0 // => e.
by move: w1; rewrite -e ltxx.
Qed.
