"""Winning strategies as rules: looked for from templates of moves and from conditions in the game's own terms."""
