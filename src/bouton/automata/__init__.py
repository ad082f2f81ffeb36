"""Finite automata on the digits of several numbers: formulas about digits, decided."""
