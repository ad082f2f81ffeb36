"""Verdicts, results and exit codes. Imports no solver.

A verdict has no truth value: `if verdict:` raises, so that `unknown` can never read as success. Whether it is the one
that the spec expects decides on the exit code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, NoReturn, TypeAlias

from bouton.core.errors import Disagreement
from bouton.core.exits import Exit
from bouton.core.position import Member, NamedPosition, Value
from bouton.core.proof import Proof
from bouton.core.spec import Claim, Refutation

Label: TypeAlias = str | int | tuple[int, ...] | None
"""What is claimed or found: "P", "N", a side, a value, a pair of values, a term, "both", or None for no claim."""


class Verdict(Enum):
    """The five ends of a claim."""

    PROVED = "proved"
    HOLDS = "holds"
    REFUTED = "refuted"
    VACUOUS = "vacuous"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value; compare it with `is`")


@dataclass(frozen=True)
class Option:
    """A move from a position, the position it leads to, and that position's outcome."""

    move: str
    to: NamedPosition
    outcome: Label = None


@dataclass(frozen=True)
class Component:
    """One game of a sum by its name, with its parameters and the position it is in."""

    game: str
    parameters: dict[str, Value]
    position: NamedPosition


@dataclass(frozen=True)
class Counterexample:
    """Where a claim fails, with the one step that shows it.

    `winning` is a move to a P-position (the position is an N-position); otherwise `options`
    are all its moves with their outcomes (it is a P-position; empty at a terminal). `sentence`
    says the same to a person; `below` counts the positions exhausted under it, None where a solver did that alone.
    Of a sum, `position` is that of the first game, and `components` are all of them, the first included. Of a small
    game (kind theory), `options` are all its moves and `values` the pair (g, g-) of each position.
    """

    parameters: dict[str, Value]
    position: NamedPosition
    claimed: Label
    actual: Label
    winning: Option | None
    options: tuple[Option, ...]
    sentence: str
    below: int | None
    components: tuple[Component, ...] = ()
    values: tuple[tuple[int, int], ...] = ()

    @property
    def at(self) -> tuple[dict[str, Value], tuple[Any, ...]]:
        """Its parameters and position, to compare with a pinned one."""
        values = (tuple(value) if isinstance(value, list) else value for value in self.position.values())
        return self.parameters, tuple(values)


@dataclass(frozen=True)
class Obstacle:
    """The one literal that keeps a rule from deriving a predicate at a position, and the numbers that it has there."""

    literal: str
    place: str
    """File and line of the rule."""
    values: tuple[tuple[str, str], ...]
    """The variables of the literal that the rest of the rule gives values to."""


@dataclass(frozen=True)
class Atoms:
    """What a predicate says at one position: its atoms there; of one without arguments that holds, itself.

    Of one that holds of nothing `obstacles` are the literals that alone stand in its way.
    """

    name: str
    arity: int
    atoms: tuple[str, ...]
    obstacles: tuple[Obstacle, ...] = ()


@dataclass(frozen=True)
class Several:
    """The least counterexample of each explanation, least first, with what the predicates behind the claim say there.

    `end` says why there are no more of them.
    """

    found: tuple[tuple[Counterexample, tuple[Atoms, ...]], ...]
    end: str


@dataclass(frozen=True)
class Formal:
    """What became of the file of a claim for Rocq."""

    file: str | None
    """None where there is none, for the reason of `why`."""
    answer: Literal["accepted", "refused", "unfinished", "untried"] | None = None
    """coqc's: `untried` where there is no coqc that reads it, `unfinished` where coqc was stopped; None where the file
    has no proof that could be tried."""
    seconds: float = 0.0
    """Of coqc's processor time."""
    why: str = ""
    """Why there is no file, or it is not accepted."""


@dataclass(frozen=True)
class Result:
    """The verdict of one claim, with everything the report says of it.

    `over` holds the numeric hull of the box: `{"k": [2, 3], "heap": {"count": [..], "size": [..]}}`.
    """

    id: str
    kind: str
    verdict: Verdict
    expected: str
    as_expected: bool
    over: dict[str, Any]
    positions: int
    seconds: float
    counterexample: Counterexample | None = None
    proof: Proof | None = None
    reason: str | None = None
    engines: tuple[str, ...] = ("clingo",)
    notes: tuple[str, ...] = ()
    exit: Exit = Exit.OK
    """What this claim alone makes of the exit code."""
    reach: dict[str, list[int]] = field(default_factory=dict)
    """The values that counters without a `reach` were found to have, where moves lead beyond their ranges."""
    several: Several | None = None
    """Where more than one counterexample was asked for: those of the box, the least included."""
    kept: bool = False
    """Whether an earlier run has found it, and nothing that it rests on has changed since."""
    rocq: Formal | None = None
    """Where a file for Rocq was asked for: what became of it."""

    def __post_init__(self) -> None:
        """Refuse to say that a claim is proved without a proof that is."""
        if self.verdict is Verdict.PROVED and (self.proof is None or not self.proof.proves(self.id)):
            raise Disagreement(f"{self.id} is not proved without a proof")

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Hold what comes from another process to the same."""
        self.__dict__.update(state)
        self.__post_init__()


def meets(claim: Claim, verdict: Verdict, found: Counterexample | None, suspend: bool) -> bool:
    """Whether the verdict is the expected one, with the expected counterexample where one is pinned."""
    expect = claim.expect
    if expect.verdict == "holds":
        return verdict in (Verdict.HOLDS, Verdict.PROVED)
    if expect.verdict == "refuted":
        if verdict is not Verdict.REFUTED:
            return suspend and verdict in (Verdict.HOLDS, Verdict.PROVED)
        pinned = expect.refutation
        if pinned is None or pinned.position is None or suspend:
            return True
        return found is not None and _is_there(found, pinned)
    return verdict.value == expect.verdict


def _is_there(found: Counterexample, pinned: Refutation) -> bool:
    """Whether a counterexample is at the pinned position, whose members are told by their terms."""
    assert pinned.position is not None
    values = [*found.position.values()]
    if found.parameters != pinned.parameters or len(values) != len(pinned.position):  # a small game has its own size
        return False
    return all(map(_same, values, pinned.position))


def _same(value: object, pinned: int | tuple[int, ...]) -> bool:
    if isinstance(pinned, Member):
        return str(value) == str(pinned)
    if isinstance(pinned, int) or not isinstance(value, list):
        return value == pinned
    if any(isinstance(one, Member) for one in pinned):
        return sorted(map(str, value)) == sorted(map(str, pinned))
    return tuple(value) == pinned


def exit_code(claim: Claim, verdict: Verdict, met: bool, proof: Proof | None, certified: bool) -> Exit:
    """What a claim with that verdict makes of the exit code; `met` says whether it is the expected one."""
    if verdict is Verdict.REFUTED and claim.expect.verdict == "refuted" and not certified:
        return Exit.UNDECIDED  # refuted, as expected or not: a limit hides whether this is the smallest
    if verdict is Verdict.UNKNOWN or (verdict is Verdict.VACUOUS and not met):
        return Exit.UNDECIDED
    if not met:
        unproved = claim.expect.verdict == "proved" and verdict is Verdict.HOLDS
        return Exit.UNDECIDED if unproved else Exit.CONTRARY
    unreached = proof is not None and proof.verdict == "unknown" and claim.expect.proof is None
    # a solver refutes it, but no limit let the counterexample be found
    unshown = proof is not None and proof.verdict == "refuted" and verdict is not Verdict.REFUTED
    return Exit.UNDECIDED if unreached or unshown else Exit.OK


def solvers(proof: Proof | None) -> list[str]:
    """The solvers that took part in a proof, in order of name."""
    names = {name for step in (proof.obligations if proof else ()) for name in step.solver.split(" and ")}
    return sorted({name.partition(" ")[0] for name in names} - {"none", "evaluation"})
