"""Periods of the values of single heaps: by the code of the game, or by a formula for the values."""
