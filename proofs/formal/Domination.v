(* Dominating pairs. A pair of laws dominates another where its hockey-stick divergence is nowhere smaller. Products of
   dominating pairs dominate the adaptive composition; a mixture is at most the mixture of the divergences. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite PostProcessing Composition.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* (P, Q) dominates (p, q): at t = e^epsilon for every real epsilon. At t = 0 it says that the mass of p is at most that
   of P, which holds for laws. *)
Definition dominates (R : realFieldType) (T U : finType) (P Q : U -> R) (p q : T -> R) :=
  forall t, 0 <= t -> hockey_stick t p q <= hockey_stick t P Q.

Section Domination.
Variable R : realFieldType.

Lemma dominates_refl (T : finType) (p q : T -> R) : dominates p q p q.
Proof. by move=> t _. Qed.

Lemma dominates_trans (T U V : finType) (p q : T -> R) (P Q : U -> R) (P' Q' : V -> R) :
  dominates P Q p q -> dominates P' Q' P Q -> dominates P' Q' p q.
Proof. by move=> h h' t t0; exact: le_trans (h t t0) (h' t t0). Qed.

(* A mechanism dominated by (P, Q) is private wherever the pair is. *)
Lemma dominates_dp (T U : finType) (p q : T -> R) (P Q : U -> R) t d :
  0 <= t -> dominates P Q p q -> pair_dp t d P Q -> pair_dp t d p q.
Proof. by move=> t0 h; exact: le_trans (h t t0). Qed.

Theorem dominates_post (T U V : finType) (p q : T -> R) (P Q : U -> R) (K : T -> V -> R) :
  kernel K -> dominates P Q p q -> dominates P Q (push K p) (push K q).
Proof. by move=> kK h t t0; exact: le_trans (hockey_stick_push kK t p q) (h t t0). Qed.

(* No smaller pair serves all functions of the output: the identity is one. *)
Theorem dominates_post_least (T U : finType) (p q : T -> R) (P Q : U -> R) :
  (forall (V : finType) (K : T -> V -> R), kernel K -> dominates P Q (push K p) (push K q)) -> dominates P Q p q.
Proof.
move=> h t t0; have le := h _ _ (deterministic_kernel R (@id T)) t t0; apply: le_trans le; rewrite le_eqVlt.
have same (f : T -> R) : push (deterministic R id) f =1 f.
  move=> x; rewrite /push (bigD1 x) //= /deterministic eqxx mulr1 big1 ?addr0 // => y /negPf yx.
  by rewrite yx mulr0.
by rewrite (@eq_hockey_stick _ _ _ _ p _ q) ?eqxx.
Qed.

(* Both weights free: the form that products need. *)
Lemma dominates_scaled (T U : finType) (p q : T -> R) (P Q : U -> R) a b :
    (forall x, 0 <= q x) -> (forall u, 0 <= Q u) -> 0 <= a -> 0 <= b -> dominates P Q p q ->
  \sum_x positive_part (a * p x - b * q x) <= \sum_u positive_part (a * P u - b * Q u).
Proof.
move=> q0 Q0 a0 b0 h; case: (ltgtP a 0) a0 => // [ap _|-> _]; last first.
  rewrite big1 => [|x _]; first by apply: sumr_ge0 => *; exact: positive_part_ge0.
  by rewrite mul0r sub0r positive_part_0 // oppr_le0 mulr_ge0.
have scale (V : finType) (f g : V -> R) :
    \sum_v positive_part (a * f v - b * g v) = a * hockey_stick (b / a) f g.
  rewrite /hockey_stick mulr_sumr; apply: eq_bigr => v _; rewrite -positive_partM ?ltW // mulrBr.
  by rewrite [in RHS]mulrA [a * (b / a)]mulrC divfK // gt_eqF.
by rewrite !scale; apply: ler_wpmul2l; [exact: ltW | apply: h; rewrite divr_ge0 // ltW].
Qed.

(* The adaptive composition of two. *)
Theorem dominates_joint (T U T' U' : finType) (p q : T -> R) (P Q : T' -> R) (K L : T -> U -> R) (P2 Q2 : U' -> R) :
    (forall x, 0 <= p x) -> (forall x, 0 <= q x) -> (forall x, 0 <= Q x) ->
    (forall x u, 0 <= L x u) -> (forall u, 0 <= P2 u) -> (forall u, 0 <= Q2 u) ->
    dominates P Q p q -> (forall x, dominates P2 Q2 (K x) (L x)) ->
  dominates (joint P (fun=> P2)) (joint Q (fun=> Q2)) (joint p K) (joint q L).
Proof.
move=> p0 q0 Q0 L0 P20 Q20 h h2 t t0.
have nested (V W : finType) (f g : V -> R) (F G : V -> W -> R) : hockey_stick t (joint f F) (joint g G) =
    \sum_v \sum_w positive_part (f v * F v w - t * g v * G v w).
  rewrite pair_big /hockey_stick; apply: eq_bigr => -[v w] _.
  by rewrite /joint /= mulrA.
rewrite !nested; apply: le_trans (_ : \sum_x \sum_u positive_part (P2 u * p x - t * Q2 u * q x) <= _).
  apply: ler_sum => x _; rewrite (eq_bigr (fun u => positive_part (p x * P2 u - t * q x * Q2 u))) => [|u _].
    by apply: dominates_scaled (h2 x) => //; rewrite mulr_ge0.
  by rewrite [P2 u * _]mulrC mulrAC.
rewrite exchange_big [leRHS]exchange_big; apply: ler_sum => u _.
rewrite [leRHS](eq_bigr (fun x => positive_part (P2 u * P x - t * Q2 u * Q x))) => [|x _].
  by apply: dominates_scaled h => //; rewrite mulr_ge0.
by rewrite [P2 u * _]mulrC mulrAC.
Qed.

(* The adaptive composition of n mechanisms with outputs in T: step i, of law K h after the outputs h, is dominated by
   the i-th pair whatever h was. *)
Theorem dominates_runs (T U : finType) n (K L : seq T -> T -> R) (P Q : nat -> U -> R) :
    (forall h, law (K h)) -> (forall h, law (L h)) -> (forall i, law (P i)) -> (forall i, law (Q i)) ->
    (forall h, (size h < n)%N -> dominates (P (size h)) (Q (size h)) (K h) (L h)) ->
  dominates (@runs R U n (fun h => P (size h))) (runs (fun h => Q (size h))) (@runs R T n K) (runs L).
Proof.
elim: n K L P Q => [|n IH] K L P Q kK kL kP kQ h t t0.
  have one (V : finType) (F : seq V -> V -> R) (w : 0.-tuple V) : runs F w = 1 by rewrite tuple0.
  have h1 (V : finType) (F G : seq V -> V -> R) : @hockey_stick R _ t (@runs R V 0 F) (runs G) = positive_part (1 - t).
    rewrite /hockey_stick (bigD1 [tuple]) //= big1 => [|w /eqP[]]; last exact: tuple0.
    by rewrite !one mulr1 addr0.
  by rewrite !h1.
rewrite !hockey_stick_runs.
have IHn := IH _ _ (fun i => P i.+1) (fun i => Q i.+1) _ _ (fun i => kP i.+1) (fun i => kQ i.+1).
apply: (@dominates_joint _ _ _ _ _ _ (P 0%N) (Q 0%N) _ _
          (runs (fun g : seq U => P (size g).+1)) (runs (fun g : seq U => Q (size g).+1))) => //.
- by case: (kK [::]).
- by case: (kL [::]).
- by case: (kQ 0%N).
- by move=> o w; case: (runs_law n (fun g => kL (o :: g))).
- by move=> w; case: (@runs_law R U n (fun g : seq U => P (size g).+1) (fun g => kP (size g).+1)).
- by move=> w; case: (@runs_law R U n (fun g : seq U => Q (size g).+1) (fun g => kQ (size g).+1)).
- exact: (h [::]).
by move=> o; apply: IHn => [g|g|g gn]; [exact: kK | exact: kL | exact: (h (o :: g))].
Qed.

(* Neighbours come in two orders, and each step has a pair for each. One data set pair goes through all steps, so the
   composition is bounded by the larger of two products: no mixture of the orders is needed. *)
Theorem two_directions (X : Type) (removal : X -> X -> Prop) (T U V : finType) n (M : X -> seq T -> T -> R)
    (P Q : nat -> U -> R) (P' Q' : nat -> V -> R) t :
    (forall x h, law (M x h)) -> (forall i, law (P i)) -> (forall i, law (Q i)) ->
    (forall i, law (P' i)) -> (forall i, law (Q' i)) ->
    (forall x y h, removal x y -> (size h < n)%N -> dominates (P (size h)) (Q (size h)) (M x h) (M y h)) ->
    (forall x y h, removal y x -> (size h < n)%N -> dominates (P' (size h)) (Q' (size h)) (M x h) (M y h)) ->
    0 <= t ->
  forall x y, removal x y \/ removal y x -> hockey_stick t (@runs R T n (M x)) (runs (M y)) <=
    Num.max (hockey_stick t (@runs R U n (fun h => P (size h))) (runs (fun h => Q (size h))))
            (hockey_stick t (@runs R V n (fun h => P' (size h))) (runs (fun h => Q' (size h)))).
Proof.
move=> lM lP lQ lP' lQ' h h' t0 x y [r|r]; rewrite le_maxr; apply/orP; [left|right]; apply: dominates_runs => // g gn.
  exact: h.
exact: h'.
Qed.

(* Joint convexity. *)
Lemma hockey_stick_mixture (I T : finType) (A : pred I) (w : I -> R) (p q : I -> T -> R) t :
    (forall i, A i -> 0 <= w i) ->
  hockey_stick t (fun x => \sum_(i | A i) w i * p i x) (fun x => \sum_(i | A i) w i * q i x) <=
  \sum_(i | A i) w i * hockey_stick t (p i) (q i).
Proof.
move=> w0; rewrite (eq_bigr (fun i => \sum_x w i * positive_part (p i x - t * q i x))) => [|i _]; last first.
  by rewrite mulr_sumr.
rewrite exchange_big; apply: ler_sum => x _.
rewrite mulr_sumr -sumrB; apply: le_trans (positive_part_sum _ _) _; apply: ler_sum => i Ai.
by rewrite -positive_partM ?w0 // mulrBr mulrCA.
Qed.

End Domination.
