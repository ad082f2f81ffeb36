"""Statements about all finite acyclic games: searched by clingo, proved by induction."""
