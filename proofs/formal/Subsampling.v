(* Privacy amplification by Poisson sampling. Data sets are sets of records, and every record takes part independently
   with probability q. If the base mechanism is (t, d)-private for one record more or fewer then the sampled one is
   (1 + q (t - 1), q d)-private, in each direction by itself; and pairs that dominate the base give, mixed, pairs that
   dominate the sampled mechanism. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Composition Domination.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Neighbours.
Variable I : finType.

(* D has one record more than D'. *)
Definition removal (D D' : {set I}) : Prop := exists2 i, i \notin D' & D = i |: D'.
Definition addition (D D' : {set I}) : Prop := removal D' D.
Definition add_remove (D D' : {set I}) : Prop := removal D D' \/ addition D D'.

End Neighbours.

Section Poisson.
Variables (R : realFieldType) (I T : finType) (q : R) (M : {set I} -> T -> R).
Hypothesis q_ge0 : 0 <= q.
Hypothesis q_le1 : q <= 1.
Hypothesis M_kernel : kernel M.
Add Ring field : (field_ring R).

(* The probability that the sample of D is S. *)
Definition weight (D S : {set I}) : R := q ^+ #|S| * (1 - q) ^+ #|D :\: S|.

Definition sample_mean (D : {set I}) (f : {set I} -> R) := \sum_(S : {set I} | S \subset D) weight D S * f S.

(* The law of the sampled mechanism's output. *)
Definition poisson (D : {set I}) (o : T) : R := sample_mean D (fun S => M S o).

Lemma weight_ge0 D S : 0 <= weight D S.
Proof. by rewrite mulr_ge0 ?exprn_ge0 // subr_ge0. Qed.

(* One more record: absent from the sample with probability 1 - q, present with probability q. *)
Lemma sample_mean_add i (D : {set I}) f : i \notin D ->
  sample_mean (i |: D) f = sample_mean D (fun S => (1 - q) * f S + q * f (i |: S)).
Proof.
move=> iD; rewrite /sample_mean (bigID (fun S : {set I} => i \in S)) /= addrC.
rewrite [X in X + _ = _](eq_bigl (fun S : {set I} => S \subset D)) => [|S]; last first.
  apply/andP/idP => [[/subsetP h iS]|h]; last first.
    by split; [exact: subset_trans h (subsetUr _ _) | apply: contra iD => /(subsetP h)].
  by apply/subsetP => j jS; have := h j jS; rewrite !inE; case: eqP jS iS => // -> ->.
rewrite [X in _ + X = _](reindex_onto (fun S : {set I} => i |: S) (fun S => S :\ i)) /=; last first.
  by move=> S /andP[_ iS]; exact: setD1K.
rewrite [X in _ + X = _](eq_bigl (fun S : {set I} => S \subset D)) => [|S]; last first.
  apply/andP/idP => [[/andP[/subsetP h _] /eqP e]|h].
    have iS : i \notin S by rewrite -e !inE eqxx.
    by apply/subsetP => j jS; have := h j; rewrite !inE jS orbT => /(_ isT); case: eqP jS iS => // -> ->.
  have iS : i \notin S by apply: contra iD => /(subsetP h).
  by rewrite setU11 andbT setUS //; split=> //; apply/eqP; exact: setU1K.
rewrite -big_split /=; apply: eq_bigr => S h.
have iS : i \notin S by apply: contra iD => /(subsetP h).
have e1 : (i |: D) :\: S = i |: (D :\: S).
  by apply/setP => j; rewrite !inE; case: eqP => [->|_] //=; rewrite iS.
have e2 : (i |: D) :\: (i |: S) = D :\: S.
  by apply/setP => j; rewrite !inE; case: eqP => [->|_] //=; rewrite (negPf iD) andbF.
rewrite /weight e1 e2 !cardsU1 iS inE iS (negPf iD) /= !exprS.
by named R; ring.
Qed.

Lemma sample_mean1 D : sample_mean D (fun=> 1) = 1.
Proof.
move: {2}#|D| (erefl #|D|) => n; elim: n D => [|n IH] D.
  move=> /eqP; rewrite cards_eq0 => /eqP ->; rewrite /sample_mean (eq_bigl (pred1 set0)) => [|S].
    by rewrite big_pred1_eq /weight setD0 !cards0 !expr0 !mulr1.
  by rewrite subset0.
move=> cD; have /card_gt0P[i iD] : (0 < #|D|)%N by rewrite cD.
rewrite -(setD1K iD) sample_mean_add ?setD11 // -[RHS](IH (D :\ i)); last first.
  by apply/eqP; rewrite -eqSS -cD (cardsD1 i D) iD.
by apply: eq_bigr => S _; congr (_ * _); rewrite !mulr1 subrK.
Qed.

Lemma sample_mean_le (D : {set I}) (f g : {set I} -> R) : (forall S : {set I}, S \subset D -> f S <= g S) -> sample_mean D f <= sample_mean D g.
Proof. by move=> fg; apply: ler_sum => S SD; rewrite ler_wpmul2l ?weight_ge0 ?fg. Qed.

Lemma sample_meanD D f g : sample_mean D (fun S => f S + g S) = sample_mean D f + sample_mean D g.
Proof. by rewrite /sample_mean -big_split; apply: eq_bigr => S _; rewrite mulrDr. Qed.

Lemma sample_meanZ D c f : sample_mean D (fun S => c * f S) = c * sample_mean D f.
Proof. by rewrite /sample_mean mulr_sumr; apply: eq_bigr => S _; rewrite mulrCA. Qed.

Lemma sample_mean_const D c : sample_mean D (fun=> c) = c.
Proof.
rewrite -[RHS]mulr1 -(sample_mean1 D) -sample_meanZ; apply: eq_bigr => S _; by rewrite mulr1.
Qed.

Lemma prob_poisson D (E : pred T) : prob (poisson D) E = sample_mean D (fun S => prob (M S) E).
Proof. by rewrite /prob exchange_big; apply: eq_bigr => S _; rewrite mulr_sumr. Qed.

Theorem poisson_kernel : kernel poisson.
Proof.
move=> D; split=> [o|].
  by apply: sumr_ge0 => S _; rewrite mulr_ge0 ?weight_ge0 //; case: (M_kernel S).
rewrite -[RHS](sample_mean1 D) -[LHS]/(prob (poisson D) predT) prob_poisson; apply: eq_bigr => S _.
by congr (_ * _); case: (M_kernel S).
Qed.

(* The data set with the record against that without. *)
Theorem poisson_removal t d : dp (@removal I) t d M -> dp (@removal I) (1 + q * (t - 1)) (q * d) poisson.
Proof.
move=> h D D' [i iD ->]; apply/pair_dp_eventP => E; rewrite !prob_poisson sample_mean_add //.
rewrite -[q * d](sample_mean_const D') -sample_meanZ -sample_meanD; apply: sample_mean_le => S SD.
have iS : i \notin S by apply: contra iD => /(subsetP SD).
have /pair_dp_eventP/(_ E) le := h (i |: S) S (ex_intro2 _ _ i iS erefl).
apply: (@le_from _ (q * (t * prob (M S) E + d - prob (M (i |: S)) E))); first by named R; ring.
by rewrite mulr_ge0 // subr_ge0.
Qed.

(* The data set without the record against that with it. *)
Theorem poisson_addition t d : 1 <= t -> dp (@addition I) t d M -> dp (@addition I) (1 + q * (t - 1)) (q * d) poisson.
Proof.
move=> t1 h D' D [i iD ->]; apply/pair_dp_eventP => E; rewrite !prob_poisson sample_mean_add //.
rewrite -[q * d](sample_mean_const D') -sample_meanZ -sample_meanD; apply: sample_mean_le => S SD.
have iS : i \notin S by apply: contra iD => /(subsetP SD).
have hS := h S (i |: S) (ex_intro2 _ _ i iS erefl).
have /pair_dp_eventP/(_ E) := hS; have d0 := pair_dp_ge0 hS.
have : 0 <= prob (M S) E by apply: prob_ge0; case: (M_kernel S).
have : 0 <= prob (M (i |: S)) E by apply: prob_ge0; case: (M_kernel (i |: S)).
move: (prob (M S) E) (prob (M (i |: S)) E) => x y y0 x0 le.
have s0 : 0 <= t - 1 by rewrite subr_ge0.
have r0 : 0 <= 1 - q by rewrite subr_ge0.
pose v := (t - 1) * (1 - q).
have v0 : 0 <= v by rewrite mulr_ge0.
apply: (@le_from _ (q * ((1 + q * (t - 1)) * y + d + (v - 1) * x))); first by rewrite /v; named R; ring.
rewrite mulr_ge0 //; case: (lerP 1 v) => [v1|/ltW v1].
  apply: addr_ge0; last by rewrite mulr_ge0 // subr_ge0.
  by apply: addr_ge0 => //; rewrite mulr_ge0 // addr_ge0 ?ler01 // mulr_ge0.
apply: le_trans (_ : (t - 1) * v * y + v * d <= _); first by apply: addr_ge0; rewrite !mulr_ge0.
apply: (@le_from _ ((1 - v) * (t * y + d - x))); first by rewrite /v; named R; ring.
by rewrite mulr_ge0 // subr_ge0.
Qed.

Corollary poisson_dp t d : 1 <= t -> dp (@add_remove I) t d M -> dp (@add_remove I) (1 + q * (t - 1)) (q * d) poisson.
Proof.
move=> t1 h D D' [r|a].
  by apply: poisson_removal r => X Y r'; apply: h; left.
by apply: poisson_addition a => // X Y a'; apply: h; right.
Qed.

(* Dominating pairs of the sampled mechanism. *)
Section Pairs.
Variables (U : finType) (P Q : U -> R).
Hypothesis P_law : law P.
Hypothesis Q_law : law Q.

Let mixture_le (D : {set I}) (p p' : {set I} -> T -> R) t b :
    (forall S : {set I}, S \subset D -> hockey_stick t (p S) (p' S) <= b) ->
  hockey_stick t (fun o => sample_mean D (fun S => p S o)) (fun o => sample_mean D (fun S => p' S o)) <= b.
Proof.
move=> le; pose inside (S : {set I}) := S \subset D.
apply: le_trans (@hockey_stick_mixture R _ T inside (weight D) p p' t (fun S _ => weight_ge0 D S)) _.
by rewrite -[leRHS](sample_mean_const D); apply: ler_sum => S SD; rewrite ler_wpmul2l ?weight_ge0 ?le.
Qed.

Theorem poisson_removal_dominated :
    (forall D D', removal D D' -> dominates P Q (M D) (M D')) ->
  forall D D', removal D D' -> dominates (fun u => q * P u + (1 - q) * Q u) Q (poisson D) (poisson D').
Proof.
move=> h D D' [i iD ->] t t0.
rewrite (@eq_hockey_stick _ _ _ _ (fun o => sample_mean D' (fun S => (1 - q) * M S o + q * M (i |: S) o)) _ (poisson D')) //.
  2: by move=> o; rewrite /poisson sample_mean_add.
apply: (@mixture_le _ (fun S o => (1 - q) * M S o + q * M (i |: S) o) M) => S SD.
have iS : i \notin S by apply: contra iD => /(subsetP SD).
have hS := h (i |: S) S (ex_intro2 _ _ i iS erefl).
have [[A0 A1] [B0 B1]] := (M_kernel (i |: S), M_kernel S); have [[P0 P1] [Q0 Q1]] := (P_law, Q_law).
have split (V : finType) (a b : V -> R) v : q * a v + (1 - q) * b v - t * b v = q * a v - (t - (1 - q)) * b v.
  by named R; ring.
have e (V : finType) (a b : V -> R) : hockey_stick t (fun v => q * a v + (1 - q) * b v) b =
    \sum_v positive_part (q * a v - (t - (1 - q)) * b v).
  by apply: eq_bigr => v _; rewrite split.
rewrite (@eq_hockey_stick _ _ _ _ (fun o => q * M (i |: S) o + (1 - q) * M S o) _ (M S)) // => [|o]; last exact: addrC.
rewrite !e; case: (lerP 0 (t - (1 - q))) => [c0|/ltW c0]; first exact: dominates_scaled.
have total (V : finType) (a b : V -> R) : law a -> law b ->
    \sum_v positive_part (q * a v - (t - (1 - q)) * b v) = q - (t - (1 - q)).
  move=> [a0 a1] [b0 b1]; rewrite (eq_bigr (fun v => q * a v - (t - (1 - q)) * b v)) => [|v _].
    by rewrite sumrB -!mulr_sumr a1 b1 !mulr1.
  by rewrite positive_part_id // addr_ge0 ?mulr_ge0 // -mulNr mulr_ge0 // oppr_ge0.
by rewrite !total.
Qed.

Theorem poisson_addition_dominated :
    (forall D D', addition D D' -> dominates P Q (M D) (M D')) ->
  forall D D', addition D D' -> dominates P (fun u => (1 - q) * P u + q * Q u) (poisson D) (poisson D').
Proof.
move=> h D' D [i iD ->] t t0.
rewrite (@eq_hockey_stick _ _ _ _ (poisson D') _ (fun o => sample_mean D' (fun S => (1 - q) * M S o + q * M (i |: S) o))) //.
  2: by move=> o; rewrite /poisson sample_mean_add.
apply: (@mixture_le _ M (fun S o => (1 - q) * M S o + q * M (i |: S) o)) => S SD.
have iS : i \notin S by apply: contra iD => /(subsetP SD).
have hS := h S (i |: S) (ex_intro2 _ _ i iS erefl).
have [[A0 A1] [B0 B1]] := (M_kernel S, M_kernel (i |: S)); have [[P0 P1] [Q0 Q1]] := (P_law, Q_law).
have e (V : finType) (a b : V -> R) : hockey_stick t a (fun v => (1 - q) * a v + q * b v) =
    \sum_v positive_part ((1 - t * (1 - q)) * a v - t * q * b v).
  by apply: eq_bigr => v _; congr positive_part; named R; ring.
rewrite !e; case: (lerP 0 (1 - t * (1 - q))) => [c0|/ltW c0]; first by apply: dominates_scaled => //; rewrite mulr_ge0.
rewrite big1 => [|o _]; first by apply: sumr_ge0 => u _; exact: positive_part_ge0.
by apply: positive_part_0; rewrite subr_le0 (le_trans (y := 0)) ?mulr_ge0 // mulr_le0_ge0.
Qed.

End Pairs.
End Poisson.
