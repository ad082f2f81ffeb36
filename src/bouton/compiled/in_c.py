"""The parts of C programs that are the same for all games, in the order in which a program has them (see `parts`)."""

from __future__ import annotations

from bouton.compiled.fixed import fixed

ARITHMETIC = fixed("arithmetic.c")
LISTS = fixed("lists.c")
MARKS, BITS, SEEN = fixed("marks.c"), fixed("bits.c"), fixed("seen.c")
"""What a table has of a position: a mark, a byte or a bit of it; or an entry of the values that are seen."""
RANKS, SORTED = fixed("ranks.c"), fixed("sorted.c")
"""What goes through positions that are sorted by their measure."""
INSIDE, NOTE = fixed("inside.c"), fixed("note.c")
JUDGE, VALUES = fixed("judge.c"), fixed("values.c")
"""What is done at a position: of a claim about outcomes, and of one about values."""
