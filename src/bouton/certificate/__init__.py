"""Labelled game graphs that a reader checks without a solver: written, checked, and derived anew."""
