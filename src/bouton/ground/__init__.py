"""The ground meaning: clingo derives every move of every position of a box as a fact."""
