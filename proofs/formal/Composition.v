(* Basic composition: parameters multiply (t = e^epsilon, so epsilons add) and deltas add, where each mechanism may
   depend on the outputs of the earlier ones. First for two mechanisms, then for any number. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* The law of two outputs: the first of law p, the second of law K x where the first is x. *)
Definition joint (R : realFieldType) (T U : finType) (p : T -> R) (K : T -> U -> R) (w : T * U) : R :=
  p w.1 * K w.1 w.2.

Section Two.
Variables (R : realFieldType) (T U : finType).
Implicit Types (p q : T -> R) (K L : T -> U -> R).

Lemma sum_joint p K (f : T * U -> R) : \sum_w joint p K w * f w = \sum_x p x * \sum_u K x u * f (x, u).
Proof.
rewrite [LHS](_ : _ = \sum_x \sum_u joint p K (x, u) * f (x, u)); last first.
  by rewrite pair_big; apply: eq_bigr => -[].
apply: eq_bigr => x _.
by rewrite mulr_sumr; apply: eq_bigr => u _; rewrite /joint mulrA.
Qed.

Lemma prob_joint p K (E : pred (T * U)) : prob (joint p K) E = \sum_x p x * prob (K x) [pred u | E (x, u)].
Proof.
have -> : prob (joint p K) E = \sum_w joint p K w * (E w)%:R.
  by rewrite /prob big_mkcond; apply: eq_bigr => w _; case: (E w); rewrite ?mulr1 ?mulr0.
rewrite sum_joint; apply: eq_bigr => x _; congr (_ * _).
by rewrite /prob [RHS]big_mkcond; apply: eq_bigr => u _ /=; case: (E _); rewrite ?mulr1 ?mulr0.
Qed.

Lemma joint_law p K : law p -> kernel K -> law (joint p K).
Proof.
move=> [p0 p1] kK; split=> [w|]; first by rewrite mulr_ge0 //; case: (kK w.1).
have := sum_joint p K (fun=> 1); rewrite [X in X = _](eq_bigr (joint p K)) => [->|w _]; last by rewrite /= mulr1.
rewrite -[RHS]p1; apply: eq_bigr => x _; case: (kK x) => _ K1.
by rewrite (eq_bigr (K x)) => [|u _]; rewrite ?K1 /= mulr1.
Qed.

Theorem pair_dp_joint t1 t2 d1 d2 p q K L :
    0 <= t1 -> 0 <= t2 -> law p -> law q -> kernel K -> (forall x u, 0 <= L x u) ->
    pair_dp t1 d1 p q -> (forall x, pair_dp t2 d2 (K x) (L x)) ->
  pair_dp (t1 * t2) (d1 + d2) (joint p K) (joint q L).
Proof.
move=> t10 t20 [p0 p1] [q0 q1] kK L0 h1 h2; apply/pair_dp_eventP => E; rewrite !prob_joint.
pose f x := Num.min 1 (t2 * prob (L x) [pred u | E (x, u)]).
have f01 x : 0 <= f x <= 1.
  by rewrite /f le_minr ler01 le_minl lexx /= andbT mulr_ge0 // prob_ge0.
have d20 (x : T) : 0 <= d2 by exact: (pair_dp_ge0 (h2 x)).
apply: le_trans (_ : \sum_x p x * (f x + d2) <= _).
  apply: ler_sum => x _; rewrite ler_wpmul2l // /f; case: (leP 1 (t2 * _)) => _.
    by apply: le_trans (prob_le1 _ (kK x)) _; rewrite ler_addl (d20 x).
  by have /pair_dp_eventP -> := h2 x.
rewrite (eq_bigr (fun x => p x * f x + p x * d2)) => [|x _]; last by rewrite mulrDr.
rewrite big_split /= -mulr_suml p1 mul1r addrA ler_add2r.
apply: le_trans (pair_dp_test f01 h1) _; rewrite ler_add2r -mulrA ler_wpmul2l // mulr_sumr.
by apply: ler_sum => x _; rewrite mulrCA ler_wpmul2l // /f le_minl lexx orbT.
Qed.

(* For mechanisms: the second sees the data and the first output. *)
Theorem dp_compose (X : Type) (adjacent : X -> X -> Prop) t1 t2 d1 d2 (M : X -> T -> R) (N : X -> T -> U -> R) :
    0 <= t1 -> 0 <= t2 -> kernel M -> (forall x, kernel (N x)) ->
    dp adjacent t1 d1 M -> (forall o, dp adjacent t2 d2 (fun x => N x o)) ->
  dp adjacent (t1 * t2) (d1 + d2) (fun x => joint (M x) (N x)).
Proof.
move=> t10 t20 kM kN hM hN x y a.
apply: (pair_dp_joint t10 t20 (kM x) (kM y) (kN x)) => [o u||o]; first by case: (kN y o).
  exact: hM.
exact: hN.
Qed.

(* The same without adaptivity. *)
Corollary dp_compose_independent (X : Type) (adjacent : X -> X -> Prop) t1 t2 d1 d2
    (M : X -> T -> R) (N : X -> U -> R) :
    0 <= t1 -> 0 <= t2 -> kernel M -> kernel N -> dp adjacent t1 d1 M -> dp adjacent t2 d2 N ->
  dp adjacent (t1 * t2) (d1 + d2) (fun x w => M x w.1 * N x w.2).
Proof.
move=> t10 t20 kM kN hM hN.
exact: (dp_compose (N := fun x _ => N x) t10 t20 kM (fun x _ => kN x) hM (fun=> hN)).
Qed.

End Two.

(* Any number of steps with outputs in T: step i has the law K h, where h are the i earlier outputs. *)
Section Many.
Variables (R : realFieldType) (T : finType).
Implicit Types (K L : seq T -> T -> R) (n : nat).

Fixpoint run K (w : seq T) : R := if w is o :: w' then K [::] o * run (fun h => K (o :: h)) w' else 1.

(* As a law of n outputs. *)
Definition runs n K (w : n.-tuple T) := run K w.

Lemma run_prod K w : run K w = \prod_(i < size w) K (take i w) (tnth (in_tuple w) i).
Proof.
elim: w K => [|o w IH] K /=; first by rewrite big_ord0.
rewrite big_ord_recl /= (tnth_nth o) /= IH; congr (_ * _); apply: eq_bigr => i _.
by rewrite !(tnth_nth o) /= .
Qed.

Definition split_tuple n (w : n.+1.-tuple T) : T * n.-tuple T := (thead w, [tuple of behead w]).

Lemma sum_runs n K L (g : R -> R -> R) :
  \sum_(w : n.+1.-tuple T) g (runs K w) (runs L w) =
  \sum_(w : T * n.-tuple T) g (joint (K [::]) (fun o => runs (fun h => K (o :: h)) (n := n)) w)
                              (joint (L [::]) (fun o => runs (fun h => L (o :: h)) (n := n)) w).
Proof.
rewrite (reindex (fun w : T * n.-tuple T => [tuple of w.1 :: w.2])) /=; last first.
  exists (@split_tuple n) => [[o w] _|w _] /=.
    by rewrite /split_tuple theadE; congr (_, _); apply: val_inj.
  by rewrite /split_tuple /=; apply: val_inj => /=; case/tupleP: w => o w.
by apply: eq_bigr.
Qed.

Lemma runs_law n K : (forall h, law (K h)) -> law (@runs n K).
Proof.
elim: n K => [|n IH] K kK.
  split=> [w|]; first by rewrite /runs tuple0 /= ler01.
  rewrite (bigD1 [tuple]) //= big1 ?addr0 // => w /eqP []; exact: tuple0.
have [p0 p1] := joint_law (kK [::]) (fun o => IH (fun h => K (o :: h)) (fun h => kK (o :: h))).
split=> [w|]; last by rewrite (sum_runs n K K (fun a _ => a)).
rewrite /runs; case/tupleP: w => o w /=; exact: (p0 (o, w)).
Qed.

Lemma hockey_stick_runs n t K L :
  hockey_stick t (@runs n.+1 K) (runs L) =
  hockey_stick t (joint (K [::]) (fun o => runs (fun h => K (o :: h)) (n := n)))
                 (joint (L [::]) (fun o => runs (fun h => L (o :: h)) (n := n))).
Proof. exact: (sum_runs n K L (fun a b => positive_part (a - t * b))). Qed.

Theorem pair_dp_runs n (t d : nat -> R) K L :
    (forall i, 0 <= t i) -> (forall h, law (K h)) -> (forall h, law (L h)) ->
    (forall h, (size h < n)%N -> pair_dp (t (size h)) (d (size h)) (K h) (L h)) ->
  pair_dp (\prod_(i < n) t i) (\sum_(i < n) d i) (@runs n K) (runs L).
Proof.
elim: n t d K L => [|n IH] t d K L t0 kK kL hKL.
  rewrite !big_ord0 /pair_dp /hockey_stick big1 // => w _.
  by rewrite /runs tuple0 /= mul1r subrr positive_part_0 ?lexx.
rewrite /pair_dp hockey_stick_runs !big_ord_recl; apply: pair_dp_joint => //.
- exact: prodr_ge0.
- by move=> o; exact: runs_law.
- by move=> o w; case: (runs_law n (fun h => kL (o :: h))).
- exact: (hKL [::]).
move=> o; apply: (IH (fun i => t i.+1) (fun i => d i.+1)) => // h hn; exact: (hKL (o :: h)).
Qed.

(* Basic composition of n mechanisms, adaptively: step i is (t_i, d_i)-private whatever the earlier outputs h were. *)
Theorem dp_compose_many (X : Type) (adjacent : X -> X -> Prop) n (t d : nat -> R) (M : X -> seq T -> T -> R) :
    (forall i, 0 <= t i) -> (forall x h, law (M x h)) ->
    (forall h, (size h < n)%N -> dp adjacent (t (size h)) (d (size h)) (fun x => M x h)) ->
  dp adjacent (\prod_(i < n) t i) (\sum_(i < n) d i) (fun x => @runs n (M x)).
Proof. by move=> t0 kM hM x y a; apply: pair_dp_runs => // h hn; exact: hM. Qed.

End Many.
