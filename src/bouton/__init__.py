"""Bouton: proves, verifies or refutes claims about combinatorial games, from one ASP encoding."""

__version__ = "0.1.0"
