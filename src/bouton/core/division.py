"""Division of whole numbers as clingo has it: towards zero."""

from __future__ import annotations


def truncated(left: int, right: int) -> tuple[int, int]:
    """Quotient and remainder as clingo has them; ZeroDivisionError where there is none."""
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient, left - right * quotient
