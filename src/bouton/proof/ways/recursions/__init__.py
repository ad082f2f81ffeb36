"""Predicates that recurse along the numbers: read by their names, with what is proved of them."""
