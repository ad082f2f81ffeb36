"""The compiled meaning: guarded commands printed as machine code, for bounded verdicts over large boxes."""
