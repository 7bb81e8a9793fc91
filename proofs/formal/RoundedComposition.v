(* The rounding rule for a whole computation: any number of steps, multiplied in any grouping (one by one, or by repeated
   squaring), rounded after each product or not. Where every step's rounded law bounds the step's pair whatever the
   earlier outputs were, the result bounds the adaptive composition: from above with everything rounded up, from below
   with everything rounded down. Masses that are whole numbers of a unit stay so, by a shift that rounds. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Composition LossLaws Rounding.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Runs.
Variables (R : realFieldType) (T : finType).
Implicit Types (K L : seq T -> T -> R).

Lemma run_cat K w v : run K (w ++ v) = run K w * run (fun h => K (w ++ h)) v.
Proof. by elim: w K => [|o w IH] K /=; rewrite ?mul1r // IH mulrA. Qed.

Lemma sum_runs_one K L (g : R -> R -> R) :
  \sum_(w : 1.-tuple T) g (runs K w) (runs L w) = \sum_o g (K [::] o) (L [::] o).
Proof.
rewrite (reindex (fun o : T => [tuple o])) /=.
  by apply: eq_bigr => o _; rewrite /runs /= !mulr1.
exists (@thead 0 T) => [o _|w _]; first exact: theadE.
by case/tupleP: w => o w; apply: val_inj; rewrite /= [w]tuple0.
Qed.

Lemma sum_runs_cat m n K L (g : R -> R -> R) :
  \sum_(w : (m + n).-tuple T) g (runs K w) (runs L w) =
  \sum_(w : m.-tuple T * n.-tuple T)
     g (joint (runs K) (fun v : m.-tuple T => runs (fun h => K (v ++ h)) (n := n)) w)
       (joint (runs L) (fun v : m.-tuple T => runs (fun h => L (v ++ h)) (n := n)) w).
Proof.
have left_size (w : (m + n).-tuple T) : size (take m w) == m by rewrite size_takel // size_tuple leq_addr.
have right_size (w : (m + n).-tuple T) : size (drop m w) == n by rewrite size_drop size_tuple addKn.
rewrite (reindex (fun w : m.-tuple T * n.-tuple T => [tuple of w.1 ++ w.2])) /=.
  by apply: eq_bigr => w _; rewrite /joint /runs /= !run_cat.
exists (fun w => (Tuple (left_size w), Tuple (right_size w))) => [[w v] _|w _] /=.
  congr (_, _); apply: val_inj => /=; first by rewrite take_size_cat ?size_tuple.
  by rewrite drop_size_cat ?size_tuple.
by apply: val_inj; rewrite /= cat_take_drop.
Qed.

Lemma pair_expect_runs_one K L h : pair_expect (@runs R T 1 K) (runs L) h = pair_expect (K [::]) (L [::]) h.
Proof. exact: (sum_runs_one K L (fun a b => a * (if b == 0 then 1 else h (a / b)))). Qed.

Lemma pair_expect_runs_cat m n K L h : pair_expect (@runs R T (m + n) K) (runs L) h =
  pair_expect (joint (@runs R T m K) (fun v => runs (fun g => K (v ++ g)) (n := n)))
              (joint (@runs R T m L) (fun v => runs (fun g => L (v ++ g)) (n := n))) h.
Proof. exact: (sum_runs_cat m n K L (fun a b => a * (if b == 0 then 1 else h (a / b)))). Qed.

End Runs.

Section Computations.
Variable R : realFieldType.

(* A computation of an upper bound for steps with the laws s: what it holds in the end. *)
Inductive computed_up : seq (loss_law R) -> loss_law R -> Prop :=
| up_step A : nonnegative A -> computed_up [:: A] A
| up_product s s' B B' : computed_up s B -> computed_up s' B' -> computed_up (s ++ s') (compose_up B B')
| up_round s B C : computed_up s B -> nonnegative C -> below B C -> computed_up s C.

(* The same of a lower bound. *)
Inductive computed_down : seq (loss_law R) -> loss_law R -> Prop :=
| down_step A : nonnegative A -> computed_down [:: A] A
| down_product s s' B B' : computed_down s B -> computed_down s' B' -> computed_down (s ++ s') (compose_down B B')
| down_round s B C : computed_down s B -> nonnegative C -> below C B -> computed_down s C.

Lemma computed_up_nonnegative s C : computed_up s C -> nonnegative C.
Proof. by elim=> // *; exact: compose_up_nonnegative. Qed.

Lemma computed_down_nonnegative s C : computed_down s C -> nonnegative C.
Proof. by elim=> // *; exact: compose_down_nonnegative. Qed.

Variables (T : finType) (none : loss_law R).
Implicit Types (K L : seq T -> T -> R).

Theorem upper_runs s C : computed_up s C -> forall K L, (forall h, law (K h)) -> (forall h, law (L h)) ->
    (forall h, (size h < size s)%N -> upper (nth none s (size h)) (K h) (L h)) ->
  upper C (@runs R T (size s) K) (runs L).
Proof.
elim=> {s C} [A nA|s s' B B' cB IH cB' IH'|s B C cB IH nC BC] K L kK kL u.
- by move=> h th; rewrite pair_expect_runs_one; exact: (u [::]).
- rewrite size_cat => h th; rewrite pair_expect_runs_cat; move: h th.
  apply: upper_joint.
  + exact: computed_up_nonnegative cB.
  + exact: computed_up_nonnegative cB'.
  + exact: runs_law.
  + exact: runs_law.
  + by move=> v; exact: runs_law.
  + by move=> v; exact: runs_law.
  + apply: IH => // h hs; have := u h; rewrite nth_cat hs; apply; rewrite size_cat.
    exact: leq_trans hs (leq_addr _ _).
  move=> v; apply: IH' => // h hs; have := u (v ++ h); rewrite nth_cat !size_cat size_tuple.
  by rewrite (_ : (size s + size h < size s)%N = false) 1?ltnNge ?leq_addr // addKn; apply; rewrite leq_add2l -ltnNge.
by apply: upper_below BC; exact: IH.
Qed.

Theorem lower_runs s C : computed_down s C -> forall K L, (forall h, law (K h)) -> (forall h, law (L h)) ->
    (forall h, (size h < size s)%N -> lower (nth none s (size h)) (K h) (L h)) ->
  lower C (@runs R T (size s) K) (runs L).
Proof.
elim=> {s C} [A nA|s s' B B' cB IH cB' IH'|s B C cB IH nC BC] K L kK kL u.
- by move=> h th; rewrite pair_expect_runs_one; exact: (u [::]).
- rewrite size_cat => h th; rewrite pair_expect_runs_cat; move: h th.
  apply: lower_joint.
  + exact: computed_down_nonnegative cB.
  + exact: computed_down_nonnegative cB'.
  + exact: runs_law.
  + exact: runs_law.
  + by move=> v; exact: runs_law.
  + by move=> v; exact: runs_law.
  + apply: IH => // h hs; have := u h; rewrite nth_cat hs; apply; rewrite size_cat.
    exact: leq_trans hs (leq_addr _ _).
  move=> v; apply: IH' => // h hs; have := u (v ++ h); rewrite nth_cat !size_cat size_tuple.
  by rewrite (_ : (size s + size h < size s)%N = false) 1?ltnNge ?leq_addr // addKn; apply; rewrite leq_add2l -ltnNge.
by apply: lower_below BC; exact: IH.
Qed.

(* What a checker may conclude. *)
Corollary computed_up_confirms s C K L t d : 0 <= t -> (forall h, law (K h)) -> (forall h, law (L h)) ->
    (forall h, (size h < size s)%N -> upper (nth none s (size h)) (K h) (L h)) ->
    computed_up s C -> delta t C <= d ->
  pair_dp t d (@runs R T (size s) K) (runs L).
Proof.
by move=> t0 kK kL u cC; apply: upper_confirms => //; [exact: runs_law | exact: runs_law | exact: upper_runs].
Qed.

Corollary computed_down_refutes s C K L t d : 0 <= t -> (forall h, law (K h)) -> (forall h, law (L h)) ->
    (forall h, (size h < size s)%N -> lower (nth none s (size h)) (K h) (L h)) ->
    computed_down s C -> d < delta t C ->
  ~ pair_dp t d (@runs R T (size s) K) (runs L).
Proof.
by move=> t0 kK kL u cC; apply: lower_refutes => //; [exact: runs_law | exact: runs_law | exact: lower_runs].
Qed.

End Computations.

(* Masses as whole numbers of a unit 1/2^b: a product of two is a number of squared units, and goes back to units by a
   shift, which rounds up or down. *)
Section Units.
Variables (R : realFieldType) (b : nat).

Definition mass (n : nat) : R := n%:R / (2 ^ b)%:R.
Definition shift_down (n : nat) := (n %/ 2 ^ b)%N.
Definition shift_up (n : nat) := ((n + (2 ^ b).-1) %/ 2 ^ b)%N.

Let unit_gt0 : (0 < 2 ^ b)%N.
Proof. by rewrite expn_gt0. Qed.

Lemma mass_product m n : mass m * mass n = (m * n)%:R / (2 ^ b)%:R / (2 ^ b)%:R.
Proof. by rewrite /mass natrM mulrACA mulrA. Qed.

Theorem shift_up_mass n : n%:R / (2 ^ b)%:R / (2 ^ b)%:R <= mass (shift_up n).
Proof.
rewrite /mass ler_pmul2r ?invr_gt0 ?ltr0n // ler_pdivr_mulr ?ltr0n // -natrM ler_nat /shift_up.
have := divn_eq (n + (2 ^ b).-1) (2 ^ b); have := ltn_pmod (n + (2 ^ b).-1) unit_gt0.
move: (_ %/ _)%N (_ %% _)%N => k r rb e; rewrite -(leq_add2r (2 ^ b).-1) e leq_add2l.
by rewrite -ltnS prednK.
Qed.

Theorem shift_down_mass n : mass (shift_down n) <= n%:R / (2 ^ b)%:R / (2 ^ b)%:R.
Proof.
by rewrite /mass ler_pmul2r ?invr_gt0 ?ltr0n // ler_pdivl_mulr ?ltr0n // -natrM ler_nat leq_trunc_div.
Qed.

End Units.
