"""Statements about all finite acyclic games: searched for a counterexample by clingo, proved by induction over a game."""
