"""The numbers that solving is tuned by, with their units: how much is tried before something is given up.

None of them bears on what is true. A smaller one leaves more problems unknown, a larger one takes longer. What limits a
search is counted in steps, or in z3's own count of work, so that it is the same on every machine; seconds are there
beside it, so that a run ends, and they are of processor time, so that a busy machine is later and no different.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SolvingTuning:
    """Every such number of this folder but those of the ladder, which is a table itself (`bouton.solving.ladder`)."""

    # attempts
    attempt_least_seconds: float = 1.0
    attempt_more_seconds: float = 1.0
    """Seconds beyond its limit after which a solver that does not end by itself is ended with its process."""

    contradiction_seconds: float = 5.0
    """The most seconds of processor time to look for a contradiction where there must be none."""
    # z3
    brief_seconds: float = 0.5
    work_per_second: int = 10_000_000
    """z3's limit for each second that it may take, in its own count of work: more than it does in a second."""
    work_per_second_of_cvc5: int = 400_000
    """cvc5's limit for each second, in its own count of work: it does 200,000 to 800,000 a second on shipped specs."""
    staged_from_assertions: int = 2000
    staged_shares: tuple[float, ...] = (0.25, 0.5)
    """Shares of the assertions that a linear problem is tried with first: those left out are lemmas."""
    assignment_seconds: float = 1.0
    """The most seconds for one assignment of a nonlinear problem's unknown parameters."""

    # the least counterexample
    values_one_by_one: int = 8
    """So many values of an entry are tried one by one, from the least on; above them the interval is halved."""
    values_gone_through: int = 40
    """The most values of an entry that are tried one by one where z3 alone cannot tell whether there is a model."""
    step_seconds: float = 5.0
    """The most seconds for each question to z3 on the way to the least place."""

    # weaker problems
    product_lemmas: int = 20_000
    residue_cases: int = 24
    """The most cases of one sum of residues; a sum that would need more gets a residue of its own."""
    residue_number_below: int = 64
    """A residue that is never greater is counted by its bounds in the cases of a sum, not as a part of the divisor."""
    residue_pairs: int = 120
    """The most pairs of numbers of one divisor whose difference is linked with that of their residues."""
    instances_per_quantifier: int = 60

    # points at which a problem holds
    point_tries: int = 40_000
    point_batch: int = 2000
    small_assignments: int = 1500
    """The most assignments of small numbers that are looked at, and how many random ones of each scale."""
    sample_walks: int = 24

    # templates of winning moves
    template_expressions: int = 90
    """The most expressions that are tried for one number that a move chooses."""
    template_positions: int = 100
    """The most positions at which moves of several choices are tried at once."""
    template_moves: int = 120_000
    """The most moves that are tried at once; positions at which there are more are left to other templates."""
    template_keys: int = 400
    """The most templates that are considered for one winning move."""

    # whether the templates suffice
    witness_positions: int = 3000
    witness_positions_near: int = 40
    """The most positions that are looked at around a model of the solver."""
    witness_missed: int = 8
    """The most positions that are kept of those at which no template was found to win."""
    witness_rounds: int = 6
    witness_work: int = 10_000_000
    """z3's limit, in its own count of work, when it says whether the templates suffice: about a second or two."""
    witness_work_nonlinear: int = 600_000
    """That limit for a nonlinear problem: a product of unknowns counts for little and takes long."""
    witness_seconds: float = 15.0


TUNING = SolvingTuning()
"""The numbers that all of solving uses."""
