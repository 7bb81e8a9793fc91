(* What holds of every composition of pairs: leaving out steps never raises the hockey-stick divergence; steps that with
   probability 1 - q_i have one law on both sides leave at most 1 - prod (1 - q_i) at t >= 1; and it is at least
   1 - t always. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Composition Domination.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Floor.
Variables (R : realFieldType) (T : finType).

Theorem hockey_stick_floor t (p q : T -> R) : law p -> law q -> 1 - t <= hockey_stick t p q.
Proof.
move=> [_ p1] [_ q1]; rewrite -[X in X - _]p1 -[t in X in X <= _]mulr1 -q1 mulr_sumr -sumrB.
by apply: ler_sum => x _; exact: positive_part_ge.
Qed.

End Floor.

Section Steps.
Variables (R : realFieldType) (U : finType).
Definition pair := ((U -> R) * (U -> R))%type.
Variable none : pair.
Implicit Types (s : seq pair) (a : pair).

(* The composition of a list of pairs: its first and its second law. *)
Definition composed_p s := @runs R U (size s) (fun h => (nth none s (size h)).1).
Definition composed_q s := @runs R U (size s) (fun h => (nth none s (size h)).2).

Arguments composed_p : clear implicits.
Arguments composed_q : clear implicits.

Definition laws s := forall i, (i < size s)%N -> law (nth none s i).1 /\ law (nth none s i).2.

Hypothesis none_laws : law none.1 /\ law none.2.

Let all_laws s i : laws s -> law (nth none s i).1 /\ law (nth none s i).2.
Proof. by move=> ls; case: (ltnP i (size s)) => [/ls //|le]; rewrite nth_default. Qed.

Lemma composed_p_law s : laws s -> law (composed_p s).
Proof. by move=> ls; apply: runs_law => h; case: (all_laws (size h) ls). Qed.

Lemma composed_q_law s : laws s -> law (composed_q s).
Proof. by move=> ls; apply: runs_law => h; case: (all_laws (size h) ls). Qed.

Lemma laws_cons a s : laws (a :: s) -> [/\ law a.1, law a.2 & laws s].
Proof.
move=> ls; case: (ls 0%N isT) => ? ?; split=> // i; exact: (ls i.+1).
Qed.

Lemma laws_mask (m : bitseq) s : laws s -> laws (mask m s).
Proof.
elim: s m => [|a s IH] m ls; first by rewrite mask0.
have [la1 la2 ls'] := laws_cons ls; case: m => [//|[] m] /=; last exact: IH.
by case=> [//|i] im; exact: (IH m ls' i im).
Qed.

Lemma composed_cons t a s : hockey_stick t (composed_p (a :: s)) (composed_q (a :: s)) =
  hockey_stick t (joint a.1 (fun=> composed_p s)) (joint a.2 (fun=> composed_q s)).
Proof. exact: (hockey_stick_runs (size s) t (fun h => (nth none (a :: s) (size h)).1) _). Qed.

Lemma composed_drop a s : laws (a :: s) -> dominates (composed_p (a :: s)) (composed_q (a :: s)) (composed_p s) (composed_q s).
Proof.
move=> /laws_cons[[_ a1] [_ a2] _] t t0; rewrite composed_cons /hockey_stick.
rewrite -(pair_bigA _ (fun x w => positive_part (a.1 x * composed_p s w - t * (a.2 x * composed_q s w)))) /=.
rewrite exchange_big; apply: ler_sum => w _; apply: le_trans (positive_part_sum _ _).
rewrite sumrB -mulr_suml a1 mul1r -mulr_sumr -mulr_suml a2 mul1r //.
Qed.

Theorem omit_steps (m : bitseq) s : laws s ->
  dominates (composed_p s) (composed_q s) (composed_p (mask m s)) (composed_q (mask m s)).
Proof.
elim: s m => [|a s IH] m ls; first by rewrite mask0; exact: dominates_refl.
have [la1 la2 ls'] := laws_cons ls; have [P0 _] := composed_p_law ls'; have [Q0 _] := composed_q_law ls'.
case: m => [|[] m] /=.
- move=> t t0; apply: le_trans (_ : positive_part (1 - t) <= _).
    rewrite /hockey_stick (bigD1 [tuple]) //= big1 => [|w /eqP[]]; last exact: tuple0.
    by rewrite /composed_p /composed_q /runs /= mulr1 addr0.
  apply: positive_part_le; first exact: hockey_stick_ge0.
  by apply: hockey_stick_floor; [exact: composed_p_law ls | exact: composed_q_law ls].
- move=> t t0; rewrite !composed_cons; move: t t0.
  have lm := laws_mask (m := m) ls'.
  have [Pm _] := composed_p_law lm; have [Qm _] := composed_q_law lm.
  apply: (@dominates_joint R U _ U _ a.1 a.2 a.1 a.2 (fun=> composed_p (mask m s)) (fun=> composed_q (mask m s))
            (composed_p s) (composed_q s)) => //; try by case: la1; try by case: la2.
  by move=> x; exact: IH.
apply: dominates_trans (composed_drop ls); exact: IH.
Qed.

End Steps.

(* Steps that often do nothing. *)
Section Nothing.
Variables (R : realFieldType) (U : finType) (n : nat) (q : nat -> R).
Hypothesis q_01 : forall i, 0 <= q i <= 1.
Implicit Types (P Q S : nat -> U -> R).

Let nothing := \prod_(i < n) (1 - q i).

Lemma runs_often P S (w : n.-tuple U) : (forall i u, 0 <= S i u) -> (forall i u, (1 - q i) * S i u <= P i u) ->
  nothing * runs (fun h => S (size h)) w <= runs (fun h => P (size h)) w.
Proof.
move=> S0 SP; rewrite /runs !run_prod /nothing.
rewrite (_ : \prod_(i < n) (1 - q i) = \prod_(i < size w) (1 - q i)); last by rewrite size_tuple.
rewrite -big_split; apply: ler_prod => i _ /=; rewrite size_take ltn_ord SP andbT.
by rewrite mulr_ge0 // subr_ge0; case/andP: (q_01 i).
Qed.

(* With probability 1 - q_i step i has one and the same law S_i on both sides. *)
Theorem often_nothing t P Q S : 1 <= t ->
    (forall i, law (P i)) -> (forall i, law (Q i)) -> (forall i, law (S i)) ->
    (forall i u, (1 - q i) * S i u <= P i u) -> (forall i u, (1 - q i) * S i u <= Q i u) ->
  hockey_stick t (@runs R U n (fun h => P (size h))) (runs (fun h => Q (size h))) <= 1 - nothing.
Proof.
move=> t1 lP lQ lS SP SQ.
have [P0 P1] : law (@runs R U n (fun h => P (size h))) by apply: runs_law => h; exact: lP.
have [Q0 Q1] : law (@runs R U n (fun h => Q (size h))) by apply: runs_law => h; exact: lQ.
have [S0 S1] : law (@runs R U n (fun h => S (size h))) by apply: runs_law => h; exact: lS.
rewrite -[X in X - _]P1 -[nothing]mulr1 -S1 mulr_sumr -sumrB; apply: ler_sum => w _.
have leP := runs_often w (fun i => (lS i).1) SP; have leQ := runs_often w (fun i => (lS i).1) SQ.
apply: positive_part_le; first by rewrite subr_ge0.
by rewrite ler_add2l ler_opp2; apply: le_trans leQ _; rewrite ler_pemull.
Qed.

(* Steps on Poisson samples: the record is taken with probability q_i, and S_i is the law without it. So it is for one
   record more, one fewer, and one replaced. *)
Corollary poisson_often_nothing t P Q S : 1 <= t ->
    (forall i, law (P i)) -> (forall i, law (Q i)) -> (forall i, law (S i)) ->
    let sampled F := fun h : seq U => fun u => q (size h) * F (size h) u + (1 - q (size h)) * S (size h) u in
  [/\ hockey_stick t (@runs R U n (sampled P)) (runs (fun h => S (size h))) <= 1 - nothing,
      hockey_stick t (@runs R U n (fun h => S (size h))) (runs (sampled Q)) <= 1 - nothing &
      hockey_stick t (@runs R U n (sampled P)) (runs (sampled Q)) <= 1 - nothing].
Proof.
move=> t1 lP lQ lS /=.
have q0 i : 0 <= q i by case/andP: (q_01 i).
have r0 i : 0 <= 1 - q i by rewrite subr_ge0; case/andP: (q_01 i).
have mixed (F : nat -> U -> R) : (forall i, law (F i)) -> forall i, law (fun u => q i * F i u + (1 - q i) * S i u).
  move=> lF i; have [F0 F1] := lF i; have [S0 S1] := lS i.
  split=> [u|]; first by rewrite addr_ge0 ?mulr_ge0.
  by rewrite big_split /= -!mulr_sumr F1 S1 !mulr1 addrC subrK.
have over (F : nat -> U -> R) : (forall i, law (F i)) ->
    forall i u, (1 - q i) * S i u <= q i * F i u + (1 - q i) * S i u.
  by move=> lF i u; have [F0 _] := lF i; rewrite ler_addr mulr_ge0.
have self i u : (1 - q i) * S i u <= S i u.
  by have [S0 _] := lS i; rewrite ler_pimull // ler_subl_addr ler_addl.
pose P' i u := q i * P i u + (1 - q i) * S i u; pose Q' i u := q i * Q i u + (1 - q i) * S i u.
split.
- by apply: (@often_nothing t P' S S) => //; [exact: mixed | exact: over].
- by apply: (@often_nothing t S Q' S) => //; [exact: mixed | exact: over].
by apply: (@often_nothing t P' Q' S) => //; [exact: mixed | exact: mixed | exact: over | exact: over].
Qed.

End Nothing.
