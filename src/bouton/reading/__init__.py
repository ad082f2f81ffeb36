"""The symbolic meaning of rules: guarded commands and formulas over unknown sizes."""
