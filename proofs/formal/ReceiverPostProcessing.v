(* What the Receiver computes from an output, with randomness of their own, changes nothing: the posterior is the same,
   so the guarantee with any score, any class and any delta is the same, in both directions. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From assay Require Import Arithmetic Finite Composition Persuasive.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Receiver.
Variables (R : realFieldType) (X T U : finType) (M : X -> T -> R) (K : T -> U -> R).
Hypothesis K_kernel : kernel K.

(* The Receiver keeps the output and adds what K makes of it. *)
Definition receiver_post (x : X) : T * U -> R := joint (M x) K.

Theorem receiver_posterior (Q : belief R X) o u : K o u != 0 -> posterior Q receiver_post (o, u) = posterior Q M o.
Proof.
move=> k0; apply/ffunP => y; rewrite !ffunE /receiver_post /joint /=.
rewrite (eq_bigr (fun z => Q z * M z o * K o u)) => [|z _]; last by rewrite mulrA.
by rewrite -mulr_suml mulrA -mulf_div divff // mulr1.
Qed.

(* Every event about the posterior has the same probability. *)
Theorem receiver_prob (Q : belief R X) (B : pred (belief R X)) x :
  prob (receiver_post x) [pred w | B (posterior Q receiver_post w)] = prob (M x) [pred o | B (posterior Q M o)].
Proof.
rewrite /receiver_post prob_joint /prob [RHS]big_mkcond; apply: eq_bigr => o _ /=.
rewrite [X in _ * X](_ : _ = \sum_(u | B (posterior Q M o)) K o u); last first.
  rewrite [LHS]big_mkcond [RHS]big_mkcond; apply: eq_bigr => u _ /=.
  by case: (eqVneq (K o u) 0) => [->|k0]; [case: ifP; case: ifP | rewrite receiver_posterior].
case: (B _); last by rewrite big_pred0_eq mulr0.
by case: (K_kernel o) => _ ->; rewrite mulr1.
Qed.

Theorem receiver_post_persuasive (beyond : X -> belief R X -> belief R X -> bool) (C : class R X) d :
  persuasive beyond C d receiver_post <-> persuasive beyond C d M.
Proof.
by split=> h x Q CxQ; have := h x Q CxQ; rewrite (receiver_prob Q (beyond x Q)).
Qed.

End Receiver.
