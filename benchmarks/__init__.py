"""Bouton timed beside other ways to do the same job; README.md tells how to read the tables."""
