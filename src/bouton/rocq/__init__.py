"""Proofs for Rocq: the game and the claim printed from the rules, and a script that the kernel of Rocq checks."""
