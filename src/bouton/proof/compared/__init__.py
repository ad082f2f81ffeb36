"""What is read of the rules held against clingo, near their numbers and far from them, for every way to prove."""
