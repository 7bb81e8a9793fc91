(* The rounding rule of a checker that works with rounded losses and masses.

   Upper bounds: masses rounded up, atoms moved to larger losses or to infinity (`raise_below`, `round_up_below`). Then
   delta is never lowered. The composition of two rounded laws, with the sum of the masses at infinity, still is an
   upper bound for the composition of the true pairs, adaptive choice included (`upper_joint`), although the totals of
   rounded laws exceed 1. Lower bounds, for a refutation, mirror this: masses rounded down, atoms moved to smaller losses
   or dropped (`lower_above`, `round_down_below`, `lower_joint`). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Composition LossLaws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Sums.
Variables (R : realFieldType) (I : eqType).

Lemma ler_sum_mem (s : seq I) (F G : I -> R) : (forall i, i \in s -> F i <= G i) -> \sum_(i <- s) F i <= \sum_(i <- s) G i.
Proof. by move=> FG; rewrite big_seq [leRHS]big_seq; apply: ler_sum. Qed.

End Sums.

Section Rounding.
Variable R : realFieldType.
Implicit Types (A B C : loss_law R) (h : R -> R).

Lemma atom_nonnegative A a : nonnegative A -> a \in atoms A -> 0 < a.1 /\ 0 <= a.2.
Proof. by move=> /andP[/allP h _] /h/andP. Qed.

Lemma infinite_ge0 A : nonnegative A -> 0 <= infinite A.
Proof. by case/andP. Qed.

(* Masses up, losses up, atom by atom. *)
Theorem raise_below A B : nonnegative A -> size (atoms A) = size (atoms B) ->
  all2 (fun a b => (a.1 <= b.1) && (a.2 <= b.2)) (atoms A) (atoms B) -> infinite A <= infinite B -> below A B.
Proof.
case: A B => [s i] [s' i'] /andP[/= nn _] sz all_le ii h [h01 hmono]; rewrite /expect /= ler_add //.
elim: s s' nn sz all_le => [|a s IH] [|b s'] //=.
move=> /andP[/andP[a0 m0] nn] [sz] /andP[/andP[ab mm] all_le]; rewrite !big_cons ler_add //; last exact: IH.
have b0 := lt_le_trans a0 ab; have /andP[hb0 _] := h01 _ b0; have /andP[ha0 _] := h01 _ a0.
by rewrite ler_pmul // hmono.
Qed.

(* Masses down, losses down, atom by atom. *)
Theorem lower_above A B : nonnegative B -> size (atoms B) = size (atoms A) ->
  all2 (fun b a => (b.1 <= a.1) && (b.2 <= a.2)) (atoms B) (atoms A) -> infinite B <= infinite A -> below B A.
Proof. exact: raise_below. Qed.

(* Rounding to a grid: the points J have ratios g and masses m. *)
Definition grid (J : finType) (g m : J -> R) (i : R) : loss_law R := LossLaw [seq (g j, m j) | j <- enum J] i.

Lemma expect_grid (J : finType) (g m : J -> R) i h : expect (grid g m i) h = \sum_j m j * h (g j) + i.
Proof. by rewrite /expect /= big_map big_enum. Qed.

(* Every atom goes to a grid point that is not below it, or to infinity; a point gets at least the masses that go to it.
   So ceilings, moving up to the next point, moving what lies below the window up to its first point and what lies above
   it to infinity are all sound, at once. *)
Theorem round_up_below A (J : finType) (g m : J -> R) i (place : R * R -> option J) :
    nonnegative A ->
    (forall a j, a \in atoms A -> place a = Some j -> a.1 <= g j) ->
    (forall j, \sum_(a <- atoms A | place a == Some j) a.2 <= m j) ->
    infinite A + \sum_(a <- atoms A | place a == None) a.2 <= i ->
    (forall j, 0 < g j) ->
  below A (grid g m i).
Proof.
move=> nn up mass inf g0 h [h01 hmono]; rewrite expect_grid.
apply: le_trans (_ : \sum_j \sum_(a <- atoms A | place a == Some j) a.2 * h (g j) +
                     (infinite A + \sum_(a <- atoms A | place a == None) a.2) <= _); last first.
  rewrite ler_add //; apply: ler_sum => j _; rewrite -mulr_suml ler_wpmul2r //.
  by case/andP: (h01 _ (g0 j)).
rewrite /expect [infinite A + _]addrC addrA ler_add2r [leLHS](bigID (fun a => place a == None)) /= addrC ler_add //; last first.
  rewrite big_seq_cond [leRHS]big_seq_cond; apply: ler_sum => a /andP[aA _].
  have [a0 m0] := atom_nonnegative nn aA; have /andP[_ h1] := h01 _ a0; by rewrite ler_pimulr.
rewrite (eq_bigr (fun j => \sum_(a <- atoms A) (place a == Some j)%:R * (a.2 * h (g j)))) => [|j _]; last first.
  by rewrite big_mkcond; apply: eq_bigr => a _; case: ifP; rewrite ?mul1r ?mul0r.
rewrite [leRHS]exchange_big [leLHS]big_mkcond /=; apply: ler_sum_mem => a aA.
have [a0 m0] := atom_nonnegative nn aA; case e: (place a) => [j|] /=; last first.
  by rewrite big1 // => j _; rewrite mul0r.
rewrite (bigD1 j) //= eqxx mul1r big1 ?addr0 => [|k kj].
  by rewrite ler_wpmul2l //; apply: hmono => //; exact: up e.
by rewrite (_ : (Some j == Some k) = false) ?mul0r //; apply/eqP => -[jk]; move: kj; rewrite jk eqxx.
Qed.

(* Every atom goes to a grid point that is not above it, or is dropped; a point gets at most the masses that go to it. *)
Theorem round_down_below A (J : finType) (g m : J -> R) i (place : R * R -> option J) :
    nonnegative A ->
    (forall a j, a \in atoms A -> place a = Some j -> g j <= a.1) ->
    (forall j, m j <= \sum_(a <- atoms A | place a == Some j) a.2) ->
    i <= infinite A ->
    (forall j, 0 < g j) ->
  below (grid g m i) A.
Proof.
move=> nn down mass inf g0 h [h01 hmono]; rewrite expect_grid ler_add //.
apply: le_trans (_ : \sum_j \sum_(a <- atoms A | place a == Some j) a.2 * h (g j) <= _).
  by apply: ler_sum => j _; rewrite -mulr_suml ler_wpmul2r //; case/andP: (h01 _ (g0 j)).
rewrite (eq_bigr (fun j => \sum_(a <- atoms A) (place a == Some j)%:R * (a.2 * h (g j)))) => [|j _]; last first.
  by rewrite big_mkcond; apply: eq_bigr => a _; case: ifP; rewrite ?mul1r ?mul0r.
rewrite [leLHS]exchange_big /=; apply: ler_sum_mem => a aA.
have [a0 m0] := atom_nonnegative nn aA; case e: (place a) => [j|] /=; last first.
  by rewrite big1 => [|j _]; rewrite ?mul0r // mulr_ge0 //; case/andP: (h01 _ a0).
rewrite (bigD1 j) //= eqxx mul1r big1 ?addr0 => [|k kj].
  by rewrite ler_wpmul2l //; apply: hmono => //; exact: down e.
by rewrite (_ : (Some j == Some k) = false) ?mul0r //; apply/eqP => -[jk]; move: kj; rewrite jk eqxx.
Qed.

(* What is proven of the loss of a pair. *)
Definition upper (T : finType) A (p q : T -> R) := forall h, test h -> pair_expect p q h <= expect A h.
Definition lower (T : finType) A (p q : T -> R) := forall h, test h -> expect A h <= pair_expect p q h.

(* Rounding the loss of the pair itself is how to begin. *)
Theorem upper_loss_ofP (T : finType) A (p q : T -> R) : law p -> law q -> upper A p q <-> below (loss_of p q) A.
Proof. by move=> [p0 _] [q0 _]; split=> u h th; have := u h th; rewrite expect_loss_of. Qed.

Theorem lower_loss_ofP (T : finType) A (p q : T -> R) : law p -> law q -> lower A p q <-> below A (loss_of p q).
Proof. by move=> [p0 _] [q0 _]; split=> u h th; have := u h th; rewrite expect_loss_of. Qed.

Theorem upper_below (T : finType) A B (p q : T -> R) : upper A p q -> below A B -> upper B p q.
Proof. by move=> u ab h th; exact: le_trans (u h th) (ab h th). Qed.

Theorem lower_below (T : finType) A B (p q : T -> R) : lower A p q -> below B A -> lower B p q.
Proof. by move=> u ba h th; exact: le_trans (ba h th) (u h th). Qed.

(* A claim is confirmed by an upper bound and refuted by a lower one. *)
Theorem upper_confirms (T : finType) A (p q : T -> R) t d : 0 <= t -> law p -> law q ->
  upper A p q -> delta t A <= d -> pair_dp t d p q.
Proof.
move=> t0 [p0 _] [q0 _] u; apply: le_trans; rewrite -pair_expect_excess //.
by apply: u; exact: excess_test.
Qed.

Theorem lower_refutes (T : finType) A (p q : T -> R) t d : 0 <= t -> law p -> law q ->
  lower A p q -> d < delta t A -> ~ pair_dp t d p q.
Proof.
move=> t0 [p0 _] [q0 _] l dA; apply/negP; rewrite -ltNge; apply: lt_le_trans dA _.
by rewrite -pair_expect_excess //; apply: l; exact: excess_test.
Qed.

(* Composition of rounded laws. *)
Definition products A B := [seq (a.1 * b.1, a.2 * b.2) | a <- atoms A, b <- atoms B].
Definition finite_mass A := \sum_(a <- atoms A) a.2.
Definition compose_up A B := LossLaw (products A B) (infinite A + infinite B).
Definition compose_down A B := LossLaw (products A B) (infinite A + finite_mass A * infinite B).

(* A checker that drops the mass at infinity in a lower bound is sound too. *)
Lemma drop_infinite_below A : nonnegative A -> below (LossLaw (atoms A) 0) A.
Proof. by move=> nn h th; rewrite /expect /= ler_add2l infinite_ge0. Qed.

Lemma products_nonnegative A B : nonnegative A -> nonnegative B ->
  all (fun a => (0 < a.1) && (0 <= a.2)) (products A B).
Proof.
move=> nA nB; apply/allP => c /allpairsP[[a b] [aA bB ->]] /=.
have [? ?] := atom_nonnegative nA aA; have [? ?] := atom_nonnegative nB bB.
by rewrite mulr_gt0 // mulr_ge0.
Qed.

Lemma compose_up_nonnegative A B : nonnegative A -> nonnegative B -> nonnegative (compose_up A B).
Proof. by move=> nA nB; apply/andP; split; [exact: products_nonnegative | rewrite addr_ge0 ?infinite_ge0]. Qed.

Lemma finite_mass_ge0 A : nonnegative A -> 0 <= finite_mass A.
Proof.
move=> nA; rewrite /finite_mass big_seq; apply: sumr_ge0 => a /(atom_nonnegative nA) [] //.
Qed.

Lemma compose_down_nonnegative A B : nonnegative A -> nonnegative B -> nonnegative (compose_down A B).
Proof.
move=> nA nB; apply/andP; split; first exact: products_nonnegative.
by rewrite addr_ge0 ?mulr_ge0 ?infinite_ge0 ?finite_mass_ge0.
Qed.

(* The finite atoms of B, seen from a first loss of ratio r. *)
Definition shifted B h (r : R) := \sum_(b <- atoms B) b.2 * h (r * b.1).

Lemma sum_products A B h : \sum_(c <- products A B) c.2 * h c.1 = \sum_(a <- atoms A) a.2 * shifted B h a.1.
Proof.
rewrite big_allpairs_dep; apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => b _ /=.
by rewrite mulrA.
Qed.

Lemma test_scale h r : 0 < r -> test h -> test (fun s => h (r * s)).
Proof.
move=> r0 [h01 hmono]; split=> [s s0|s s' s0 ss]; first by apply: h01; rewrite mulr_gt0.
by apply: hmono; [rewrite mulr_gt0 | rewrite ler_pmul2l].
Qed.

Lemma shifted_ge0 B h r : nonnegative B -> test h -> 0 < r -> 0 <= shifted B h r.
Proof.
move=> nB [h01 _] r0; rewrite /shifted big_seq; apply: sumr_ge0 => b /(atom_nonnegative nB) [b0 m0].
by rewrite mulr_ge0 //; have /andP[] := h01 (r * b.1) (mulr_gt0 r0 b0).
Qed.

Lemma shifted_mono B h r s : nonnegative B -> test h -> 0 < r -> r <= s -> shifted B h r <= shifted B h s.
Proof.
move=> nB [_ hmono] r0 rs; apply: ler_sum_mem => b /(atom_nonnegative nB) [b0 m0].
by rewrite ler_wpmul2l // hmono ?mulr_gt0 // ler_pmul2r.
Qed.

(* The loss of the second step after the first. *)
Lemma pair_expect_joint (T U : finType) (p q : T -> R) (K L : T -> U -> R) h :
    (forall x, 0 <= p x) -> (forall x, 0 <= q x) -> kernel K ->
  pair_expect (joint p K) (joint q L) h =
  \sum_x p x * (if q x == 0 then 1 else pair_expect (K x) (L x) (fun s => h (p x / q x * s))).
Proof.
move=> p0 q0 kK; rewrite /pair_expect.
rewrite (sum_joint p K (fun w => if joint q L w == 0 then 1 else h (joint p K w / joint q L w))).
apply: eq_bigr => x _; congr (_ * _); have [_ K1] := kK x; case: eqP => [qx|/eqP qx].
  by rewrite -[RHS]K1; apply: eq_bigr => u _; rewrite /joint /= qx mul0r eqxx mulr1.
apply: eq_bigr => u _; congr (_ * _); rewrite /joint /= mulf_eq0 (negPf qx) /=.
by case: ifP => // _; rewrite mulf_div.
Qed.

Theorem upper_joint (T U : finType) A B (p q : T -> R) (K L : T -> U -> R) :
    nonnegative A -> nonnegative B -> law p -> law q -> kernel K -> kernel L ->
    upper A p q -> (forall x, upper B (K x) (L x)) ->
  upper (compose_up A B) (joint p K) (joint q L).
Proof.
move=> nA nB [p0 p1] [q0 _] kK kL uA uB h th; rewrite pair_expect_joint //; have [h01 hmono] := th.
pose k r := Num.min 1 (shifted B h r).
have tk : test k.
  split=> [r r0|r s r0 rs]; first by rewrite /k le_minr ler01 shifted_ge0 //= le_minl lexx.
  by rewrite /k le_minr le_minl lexx /= le_minl shifted_mono ?orbT.
have iB := infinite_ge0 nB.
apply: le_trans (_ : \sum_x (p x * (if q x == 0 then 1 else k (p x / q x)) + p x * infinite B) <= _).
  apply: ler_sum => x _; rewrite -mulrDr.
  have := p0 x; rewrite le_eqVlt => /orP[/eqP <-|px]; first by rewrite !mul0r.
  rewrite ler_pmul2l //; case: eqP => [_|/eqP qx]; first by rewrite ler_addl.
  have r0 : 0 < p x / q x by rewrite divr_gt0 // lt_neqAle eq_sym qx q0.
  have th' := test_scale r0 th; have [h01' _] := th'.
  rewrite /k; case: (leP 1 (shifted B h (p x / q x))) => _.
    apply: le_trans (_ : 1 <= _); last by rewrite ler_addl.
    have [K0 K1] := kK x; rewrite -[leRHS]K1; apply: ler_sum => u _; have := K0 u; rewrite le_eqVlt => /orP[/eqP <-|ku].
      by rewrite mul0r.
    case: eqP => [_|/eqP lu]; first by rewrite mulr1.
    rewrite ler_pimulr ?(ltW ku) //.
    have [L0 _] := kL x; have l0 : 0 < L x u by rewrite lt_neqAle eq_sym lu L0.
    by have /andP[] := h01' (K x u / L x u) (divr_gt0 ku l0).
  exact: uB.
rewrite big_split /= -mulr_suml p1 mul1r; apply: le_trans (_ : expect A k + infinite B <= _).
  by rewrite ler_add2r; exact: uA.
rewrite /expect /= sum_products -addrA ler_add2r.
apply: ler_sum_mem => a /(atom_nonnegative nA) [a0 m0].
by rewrite ler_wpmul2l // /k le_minl lexx orbT.
Qed.

Theorem lower_joint (T U : finType) A B (p q : T -> R) (K L : T -> U -> R) :
    nonnegative A -> nonnegative B -> law p -> law q -> kernel K -> kernel L ->
    lower A p q -> (forall x, lower B (K x) (L x)) ->
  lower (compose_down A B) (joint p K) (joint q L).
Proof.
move=> nA nB [p0 p1] [q0 _] kK kL lA lB h th; rewrite pair_expect_joint //; have [h01 hmono] := th.
have iB := infinite_ge0 nB.
pose k r := shifted B h r + infinite B.
have [x0 _] : exists x0, 0 < p x0.
  apply/existsP; rewrite -[X in is_true X]negbK negb_exists; apply/negP => /forallP le0.
  move: p1; rewrite big1 => [/esym/eqP|x _]; first by rewrite oner_eq0.
  by apply/eqP; rewrite eq_le p0 andbT leNgt; exact: le0.
have total : finite_mass B + infinite B <= 1.
  have one : test (fun=> 1 : R) by split=> [r _|r s _ _]; rewrite ?ler01 lexx.
  have := lB x0 _ one; rewrite /expect (eq_bigr (fun b => b.2)) => [|b _]; last by rewrite mulr1.
  move/le_trans; apply; have [_ K1] := kK x0; rewrite -[leRHS]K1; apply: ler_sum => u _.
  by case: ifP; rewrite mulr1.
have tk : test k.
  split=> [r r0|r s r0 rs]; last by rewrite ler_add2r shifted_mono.
  rewrite addr_ge0 ?shifted_ge0 //=; apply: le_trans total; rewrite ler_add2r; apply: ler_sum_mem => b.
  move=> /(atom_nonnegative nB) [b0 m0]; rewrite ler_pimulr //.
  by have /andP[] := h01 (r * b.1) (mulr_gt0 r0 b0).
apply: le_trans (_ : expect A k <= _).
  rewrite /expect /= sum_products addrA addrAC ler_add2r /finite_mass mulr_suml -big_split /=.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => a _; rewrite -mulrDr.
apply: le_trans (lA _ tk) _; apply: ler_sum => x _.
have := p0 x; rewrite le_eqVlt => /orP[/eqP <-|px]; first by rewrite !mul0r.
rewrite ler_pmul2l //; case: eqP => [//|/eqP qx].
by apply: lB; apply: test_scale => //; rewrite divr_gt0 // lt_neqAle eq_sym qx q0.
Qed.

End Rounding.
