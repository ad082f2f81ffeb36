"""Integer expressions and formulas over unknowns: how they are built, rewritten, evaluated and written for solvers."""
