"""Proofs for positions of any number of heaps."""
