(* Pure differential privacy and priors spread over several distances. Data are n records of finitely many categories,
   and neighbours differ in one. Under pure epsilon (t = e^epsilon, d = 0) a Receiver with prior mass w_k on the data at
   Hamming distance k from the truth gains at most -ln sum_k w_k t^-k in the log score, and record-wise randomized
   response attains it. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Group RandomizedResponse Persuasive.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Hamming.
Variables (n : nat) (T : finType).
Local Notation data := {ffun 'I_n -> T}.

Definition hamming (x y : data) := #|[pred i | x i != y i]|.
Definition neighbours (x y : data) : Prop := hamming x y = 1%N.

Lemma hamming_le x y : (hamming x y <= n)%N.
Proof. by rewrite -[n in (_ <= n)%N]card_ord max_card. Qed.

(* Data at distance k are k steps apart. *)
Lemma hamming_steps k x y : hamming x y = k -> steps neighbours k x y.
Proof.
elim: k x => [|k IH] x /= h.
  apply/ffunP => i; apply/eqP; apply: contraT => xy.
  by have := card0_eq h i; rewrite !inE xy.
have /card_gt0P[i] : (0 < hamming x y)%N by rewrite h.
rewrite inE => xy; pose z : data := [ffun j => if j == i then y j else x j].
exists z.
  rewrite /neighbours /hamming (@eq_card1 _ i) // => j; rewrite !inE ffunE.
  by case: (j =P i) => [->|_]; rewrite ?xy ?eqxx.
apply: IH; apply/eqP; rewrite -eqSS -h /hamming (cardD1 i [pred j | x j != y j]) inE xy add1n eqSS.
apply/eqP; apply: eq_card => j; rewrite !inE ffunE.
by case: (j =P i) => [->|_]; rewrite ?eqxx.
Qed.

End Hamming.

Section Gain.
Variables (R : realFieldType) (n : nat) (T : finType) (t : R).
Local Notation data := {ffun 'I_n -> T}.
Hypothesis t_gt0 : 0 < t.
Implicit Types (Q : belief R [finType of data]) (x y : data).

(* The prior mass at distance k from x. *)
Definition mass_at Q x (k : nat) := \sum_(y | hamming x y == k) Q y.

Definition discounted Q x := \sum_(k < n.+1) mass_at Q x k * t ^- k.

Lemma discounted_sum Q x : discounted Q x = \sum_y Q y * t ^- hamming x y.
Proof.
have le y : (hamming x y < n.+1)%N by rewrite ltnS hamming_le.
rewrite [RHS](partition_big (fun y => Ordinal (le y)) predT) //=; apply: eq_bigr => k _.
rewrite /mass_at mulr_suml; apply: eq_big => [y|y /eqP -> //].
by rewrite -val_eqE.
Qed.

Lemma discounted_gt0 Q x : law Q -> 0 < Q x -> 0 < discounted Q x.
Proof.
move=> [Q0 _] Qx; rewrite discounted_sum (bigD1 x) //= ltr_paddr //.
  by apply: sumr_ge0 => y _; rewrite mulr_ge0 // invr_ge0 exprn_ge0 // ltW.
by rewrite mulr_gt0 // invr_gt0 exprn_gt0.
Qed.

Theorem distance_gain (O : finType) (M : data -> O -> R) Q x :
    kernel M -> dp (@neighbours n T) t 0 M -> law Q -> 0 < Q x ->
  forall o, 0 < M x o -> posterior Q M o x <= Q x / discounted Q x.
Proof.
move=> kM hM lQ Qx o m; have D0 := discounted_gt0 lQ Qx; have [Q0 _] := lQ.
have far y : M x o * t ^- hamming x y <= M y o.
  rewrite ler_pdivr_mulr ?exprn_gt0 // mulrC.
  have /pair_dp_eventP/(_ (pred1 o)) := group_pure_dp (ltW t_gt0) hM (hamming_steps (erefl (hamming x y))).
  by rewrite /prob !big_pred1_eq addr0.
have P0 : M x o * discounted Q x <= \sum_z Q z * M z o.
  rewrite discounted_sum mulr_sumr; apply: ler_sum => y _.
  by rewrite mulrCA ler_wpmul2l.
have P1 : 0 < \sum_z Q z * M z o by apply: lt_le_trans P0; rewrite mulr_gt0.
rewrite ffunE ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -mulrA ler_wpmul2l //.
Qed.

(* In the words of the other files: no gain exceeds ln(1 / discounted Q x). *)
Corollary distance_persuasive (O : finType) (M : data -> O -> R) Q x :
    kernel M -> dp (@neighbours n T) t 0 M -> law Q -> 0 < Q x ->
  persuasive (log_gain_beyond (discounted Q x)^-1) (fun y P => y = x /\ P = Q) 0 M.
Proof.
move=> kM hM lQ Qx y P [-> ->]; rewrite /prob.
have [M0 _] := kM x; rewrite big1 // => o; rewrite /= /log_gain_beyond => lt.
apply/eqP; rewrite eq_le M0 andbT leNgt; apply/negP => m; move: lt.
by rewrite ltNge mulrC distance_gain.
Qed.

End Gain.

(* Record-wise randomized response attains the bound. *)
Section Attained.
Variables (R : realFieldType) (n : nat) (T : finType) (p : R).
Hypothesis two_categories : (2 <= #|T|)%N.
Hypothesis p_at_least : #|T|%:R^-1 <= p.
Hypothesis p_lt1 : p < 1.
Local Notation data := {ffun 'I_n -> T}.
Local Notation q := (other_mass T p).
Implicit Types (Q : belief R [finType of data]) (x y : data).

Definition recordwise (x o : data) : R := \prod_i rr p (x i) (o i).

Let q0 : 0 < q.
Proof. by rewrite divr_gt0 ?subr_gt0 // ltr0n -subn1 subn_gt0. Qed.

Let p0 : 0 < p.
Proof. exact: p_gt0 two_categories p_at_least. Qed.

Let rr0 (a b : T) : 0 < rr p a b :> R.
Proof. by rewrite /rr; case: ifP. Qed.

Lemma recordwise_kernel : kernel recordwise.
Proof.
move=> x; split=> [o|]; first by apply: prodr_ge0 => i _; exact: ltW.
have := bigA_distr_bigA (fun i (b : T) => rr p (x i) b : R); rewrite /recordwise => <-.
apply: big1 => i _; case: (rr_law two_categories p_at_least (ltW p_lt1) (x i)) => _ //.
Qed.

Lemma recordwise_truth x y : recordwise y x = recordwise x x * (p / q) ^- hamming x y.
Proof.
have -> : (p / q) ^- hamming x y = \prod_i (if x i != y i then q / p else 1).
  by rewrite -big_mkcond prodr_const /= -exprVn invf_div.
rewrite -big_split; apply: eq_bigr => i _; rewrite /rr eqxx eq_sym.
by case: eqP => _ /=; rewrite ?mulr1 // mulrCA divff ?mulr1 // gt_eqF.
Qed.

Theorem recordwise_dp : dp (@neighbours n T) (p / q) 0 recordwise.
Proof.
move=> x y /eqP; rewrite /hamming => /card1P[i one].
have same j : j != i -> x j = y j by move=> ji; apply/eqP; have := one j; rewrite !inE (negPf ji) => /negbFE.
have q_p : q <= p by exact: other_mass_le two_categories p_at_least.
have ratio (a b c : T) : rr p a c <= p / q * rr p b c :> R.
  apply: le_trans (_ : p <= _); first by rewrite /rr; case: ifP.
  by rewrite mulrAC ler_pdivl_mulr // ler_wpmul2l // ?(ltW p0) // /rr; case: ifP.
rewrite /pair_dp /hockey_stick big1 // => o _; apply: positive_part_0; rewrite subr_le0.
rewrite /recordwise (bigD1 i) //= [in leRHS](bigD1 i) //= mulrA.
rewrite (eq_bigr (fun j => rr p (y j) (o j))) => [|j ji]; last by rewrite same.
by apply: ler_wpmul2r => //; apply: prodr_ge0 => j _; exact: ltW.
Qed.

(* At the output that equals the truth the gain is the bound. *)
Theorem recordwise_attains Q x : law Q -> 0 < Q x ->
  posterior Q recordwise x x = Q x / discounted (p / q) Q x.
Proof.
move=> lQ Qx; have t0 : 0 < p / q by rewrite divr_gt0.
have m : 0 < recordwise x x by apply: prodr_gt0.
rewrite ffunE discounted_sum; have -> : \sum_z Q z * recordwise z x =
    recordwise x x * \sum_y Q y * (p / q) ^- hamming x y.
  by rewrite mulr_sumr; apply: eq_bigr => z _; rewrite recordwise_truth mulrCA.
by rewrite [Q x * _]mulrC -mulf_div divff ?mul1r // gt_eqF.
Qed.

End Attained.
