"""Proofs, and the one door to `proved`: what a claim needs, and the obligations that discharge it. Imports no solver.

A way to prove says beforehand, from the claim and the rules, what must be discharged: each part of the claim at each
place of its range. What it has solved comes as obligations, each with the part and the place that it discharges.
`proved` alone makes of both a proof that is proved, and only where nothing is missing; what is read back, from a file
or from another process, is held against the same needs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, fields, replace
from typing import Any

from bouton.core.errors import Disagreement

_DOOR = object()
"""What `proved` alone has to show, so that nothing else can make a proof that is proved."""


@dataclass(frozen=True)
class ProofPlace:
    """Where in the range of a proof: at these values of the parameters, for so many heaps of each list.

    Of a claim about any number of heaps the number is that of the highest sizes that are told apart, and `more` says
    whether there may be more of them.
    """

    at: str = ""
    """The values of the parameters, as `k=2`."""
    counts: tuple[int, ...] = ()
    more: bool = False

    def __str__(self) -> str:
        heaps = " and ".join(map(str, self.counts))
        where = f" at {heaps}{' or more' if self.more else ''}" if heaps else ""
        return f"{where}, {self.at}" if self.at else where


WHOLE = ProofPlace()
"""Of what is proved of all values of the parameters and all positions at once."""


@dataclass(frozen=True)
class Need:
    """A part of a claim that must be discharged at a place, by obligations that are about each of some claims."""

    part: str
    place: ProofPlace = WHOLE
    about: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.part}{self.place}"


@dataclass(frozen=True)
class Obligation:
    """One solved problem of a proof: what it says, how it ended, and how long it took; and what it discharges."""

    name: str
    meaning: str
    verdict: str
    seconds: float
    solver: str = "z3"
    reason: str | None = None
    part: str = ""
    """The part of the claim that it discharges; by default the one of its own name."""
    place: ProofPlace = WHOLE
    share: tuple[int, int] = (1, 1)
    """Which it is of how many that discharge the part there together."""
    about: tuple[str, ...] = ()
    """The claims that it was made of."""

    def __post_init__(self) -> None:
        """By default it discharges the part that has its name."""
        if not self.part:
            object.__setattr__(self, "part", self.name)


@dataclass(frozen=True)
class Part:
    """A part of a claim, and the names of the obligations that discharge it."""

    name: str
    obligations: tuple[str, ...]


def claim_part(claim: str) -> str:
    """The part that is what a claim says of the positions that it speaks of."""
    return f"claim {claim}"


@dataclass(frozen=True)
class Proof:
    """The end of a proof attempt: proved, refuted, unknown or skipped.

    `through` is the claim whose ranges these are, where a claim is proved through one that takes it together with
    others. One that is proved is made by `proved` alone: to make it otherwise, or of another one by `replace`, is a
    Disagreement, and so is to read back one that lacks something.
    """

    verdict: str
    fixed: dict[str, Any] = field(default_factory=dict)
    unbounded: tuple[str, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    reason: str | None = None
    through: str | None = None
    needs: tuple[Need, ...] = ()
    """All that must be discharged."""
    hypotheses: tuple[str, ...] = ()
    """What some position must meet, so that the obligations say something."""
    met: tuple[str, ...] = ()
    """What positions were found to meet."""
    looked: int = 0
    """At how many positions that was looked for."""
    open: tuple[str, ...] = ()
    """Cases of the rules as they are read that no position compared with clingo has met."""
    numbers: tuple[str, ...] = ()
    """The numbers of the rules on both sides of which positions were compared with clingo, with their places."""
    cites: tuple[str, ...] = ()
    """Theorems of the literature that it takes as they are."""
    claim: str = ""
    """The claim that it is a proof of, where it is proved."""
    door: InitVar[object] = None

    def __post_init__(self, door: object) -> None:
        """Refuse to be proved but by the door."""
        if self.verdict == "proved":
            if door is not _DOOR:
                raise Disagreement("a proof is proved by what discharges its parts, and by nothing else")
            self._whole()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Hold what comes from another process, or as a copy, against its needs."""
        self.__dict__.update(state)
        if self.verdict == "proved":
            self._whole()

    def proves(self, claim: str) -> bool:
        """Whether it proves that claim, and nothing that it needs is missing, whatever became of it since."""
        return self.verdict == "proved" and self.claim == claim and next(missing(self), None) is None

    def _whole(self) -> None:
        lacking = next(missing(self), None)
        if lacking is not None:
            raise Disagreement(f"there is no proof: {lacking}")

    @property
    def told(self) -> dict[str, Any]:
        """What it says of itself that what rests on it says too: its range, and what it was held against and takes."""
        return {name: getattr(self, name) for name in ("fixed", "unbounded", "open", "numbers", "cites")}

    @property
    def parts(self) -> tuple[Part, ...]:
        """Which obligations discharge which part, and from which claims they were made."""
        found: dict[str, dict[str, None]] = {}
        for step in self.obligations:
            for part in (step.part, *map(claim_part, step.about)):
                found.setdefault(part, {})[step.name] = None
        return tuple(Part(part, tuple(names)) for part, names in found.items())


def missing(proof: Proof) -> Iterator[str]:
    """Why the proof is none: what nothing meets, is not proved, or is discharged by nothing, or not by all that should.

    Each share of a part must be there once, since problems that are not told apart could stand for each other.
    """
    if not proof.needs:
        yield "nothing is said to be needed"
    looked = f", in {proof.looked} positions looked at" if proof.looked else ""
    yield from (f"nothing meets the hypotheses: {one}{looked}" for one in proof.hypotheses if one not in proof.met)
    yield from (f"{step.name}: {step.reason}" for step in proof.obligations if step.verdict != "proved")
    made: dict[tuple[str, ProofPlace], list[Obligation]] = {}
    for step in proof.obligations:
        made.setdefault((step.part, step.place), []).append(step)
    for need in proof.needs:
        steps = made.get((need.part, need.place), [])
        shares = sorted(step.share for step in steps)
        whole = shares == [(number, len(steps)) for number in range(1, len(steps) + 1)]
        if not steps or not whole or any(not set(need.about) <= set(step.about) for step in steps):
            yield f"nothing discharges the part {need}"


def proved(
    claim: str,
    needs: Iterable[Need],
    obligations: Sequence[Obligation],
    *,
    hypotheses: Sequence[str] = (),
    met: Collection[str] = (),
    against: Iterable[str] = (),
    failing: str | None = None,
    **told: Any,
) -> Proof:
    """A proof of the claim, or one that is unknown, with what is missing of it; `told` is what else it says.

    `against` are reasons not to believe it. `failing` is a position at which clingo alone refutes the claim: with all
    else in place that is a Disagreement.
    """
    carried = {"needs": tuple(dict.fromkeys(needs)), "hypotheses": tuple(hypotheses), "met": tuple(sorted(met))}
    unsure = Proof("unknown", obligations=tuple(obligations), claim=claim, **{**told, **carried})
    lacking = next((reason for reasons in (missing(unsure), against) for reason in reasons), None)
    if lacking is not None:
        return replace(unsure, reason=lacking)
    if failing is not None:
        raise Disagreement(f"{claim} is proved, and by clingo it fails at {failing}")
    return _let_in(unsure)


def rests_on(claim: str, proof: Proof, part: str, of: str | None = None) -> Obligation:
    """The proof of a claim as the obligation that discharges a part of another claim, by what it says of the part `of`.

    It is not proved where that claim is not, or where nothing that its proof needs is about that part.
    """
    speaks = of is None or any(of in (one.part, *map(claim_part, one.about)) for one in proof.needs)
    lacking = f"the proof of {claim} does not speak of it" if proof.verdict == "proved" else str(proof.reason)
    verdict, reason = ("proved", None) if proof.verdict == "proved" and speaks else ("unknown", lacking)
    return Obligation(f"proof of {claim}", f"{claim} is proved", verdict, 0.0, "evaluation", reason, part)


def read_back(unsure: Proof, verdict: str) -> Proof:
    """The proof with the verdict that it had when it was written; Disagreement where it cannot have been proved."""
    return _let_in(unsure) if verdict == "proved" else replace(unsure, verdict=verdict)


def _let_in(unsure: Proof) -> Proof:
    carried: Mapping[str, Any] = {one.name: getattr(unsure, one.name) for one in fields(unsure)}
    return Proof(**{**carried, "verdict": "proved"}, door=_DOOR)
