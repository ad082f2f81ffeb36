"""Bouton for Python programs, notebooks and pytest: the same verdicts as those of the command line."""
