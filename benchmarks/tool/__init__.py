"""Bouton itself with one change: what can be changed, which tests run it, and whether one of them fails."""
