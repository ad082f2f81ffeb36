"""The second shape of a way to prove: of a claim over its whole range, not setting by setting (see `bouton.proof.way`).

So periods are proved, tables of values, what another claim of the spec says, and statements about every set or about
all games. Such a way too says its theorem and what it cites, reads a claim or says what stands in its way, and says
what must be discharged from the claim alone. In place of problems it tells what was settled or solved, with the proofs
that this rests on, and holds what it read against clingo by itself; or it tells where the claim fails, and whether that
is the least place. One loop drives all of them (`attempted`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, Protocol, TypeAlias

from bouton.claims.subject import subject
from bouton.claims.way import Described
from bouton.core.errors import LimitReached, Unreadable
from bouton.core.proof import Need, Obligation, Proof, proved
from bouton.core.spec import Claim, ProofRange, Spec
from bouton.document.entries import KINDS
from bouton.process.limits import alone
from bouton.proof.attempt import Attempt, ProofRequest, located
from bouton.proof.compared.near import Nearness, compared_near, not_compared
from bouton.proof.setting import Setting, settings
from bouton.rules.file import Rules


class Others(Protocol):
    """The proofs of the claims of a spec, on which others may rest."""

    def asked(self, claim: Claim) -> bool:
        """Whether a proof of the claim was asked for."""

    def attempt(self, claim: Claim) -> Attempt:
        """The end of the proof of a claim of the spec, tried once."""

    def direct(self, claim: Claim) -> Attempt:
        """The end of the proof of a claim that stands in no spec."""

    def under(self, rules: Rules, claim: Claim) -> Attempt:
        """The end of the proof of a claim under other rules than those of the spec."""

    def each(self, spec: Spec, claim: Claim, rules: Rules) -> Attempt:
        """The end of the proof of a claim of another spec, setting by setting."""

    def of(self, spec: Spec) -> Others:
        """The proofs of the claims of another spec."""


@dataclass(frozen=True)
class Whole:
    """What is to be proved: a claim with its range, under the rules that it is about; `game` are those of its spec."""

    spec: Spec
    claim: Claim
    rules: Rules
    game: Rules
    asked: ProofRequest = field(default_factory=ProofRequest)
    others: Others | None = None
    """None where the claim is only read."""
    requested: bool = True
    """Whether the spec itself asks for the proof."""

    @cached_property
    def about(self) -> Spec:
        """The spec of what the claim is about."""
        return subject(self.spec, self.claim)

    @property
    def alone(self) -> Whole:
        """The same for a child, which rests on no other claim."""
        return replace(self, others=None, asked=replace(self.asked, known=None))

    @property
    def proofs(self) -> Others:
        """The proofs of other claims."""
        assert self.others is not None
        return self.others

    def settings(self) -> list[Setting]:
        """The settings of the range; Unreadable where it is empty."""
        assert self.claim.prove is not None
        found = list(settings(self.about, self.claim.prove))
        if not found:
            raise Unreadable("the range of the proof is empty")
        return found


@dataclass(frozen=True)
class Told:
    """What was settled or solved, at one setting or of all, and the `proofs` that it rests on with all they need.

    `met` is what positions of the setting were found to meet, `compared` the hypotheses that some position was compared
    with clingo, and `near` near which numbers; `failing` is a position at which clingo alone refutes the claim.
    """

    obligations: Sequence[Obligation]
    proofs: Sequence[Proof] = ()
    ranges: Proof | None = None
    """A proof of which it tells the range and the hypotheses, where an obligation stands for the rest of it."""
    met: frozenset[str] | None = None
    compared: frozenset[str] = frozenset()
    near: tuple[Nearness, ...] = ()
    failing: str | None = None
    cites: tuple[str, ...] = ()
    reason: str | None = None
    """What is worth to be said of a proof."""
    through: str | None = None
    """The claim whose ranges these are, where the proof is one through another claim."""


@dataclass(frozen=True)
class ReadWhole:
    """A claim as a way for a whole range has read it.

    `needs` is what must be discharged, read off the claim, beside what the proofs need on which it rests. `told` gives
    what is settled and solved, or the end where the claim fails; it raises Unreadable with what is left open.
    `hypotheses` is what some position must meet, so that the obligations say something.
    """

    needs: Sequence[Need]
    told: Callable[[], Iterable[Told | Attempt]]
    hypotheses: tuple[str, ...] = ()
    reach: Mapping[str, Any] | None = None
    """What is `fixed` and `unbounded`; by default what the first proof says on which it rests."""
    apart: bool = False
    """Whether what it tells is worked out in a child, within the limits."""
    restated: tuple[Claim, Rules] | None = None
    """The claim, and its rules, whose proof this one rests on, if it is one that no spec has."""


When: TypeAlias = Literal["before", "in turn", "after"]
"""When a way is tried."""


@dataclass(frozen=True)
class WholeWay:
    """A way to prove a claim over its whole range.

    `concerns` says whether the claim asks for this way, and `read` gives each reading of the claim, or what stands in
    its way, the likeliest one first.
    """

    about: Described
    """The name, theorem, citations and page of the way, as reports and documents tell them."""
    concerns: Callable[[Whole], bool]
    read: Callable[[Whole], Iterable[ReadWhole | Unreadable]]
    last: Callable[[Whole], bool] = lambda _: True
    """Whether no other way is tried after this one."""
    nothing: str | None = None
    """Why there is no proof where nothing is read, of a way in which a proof that is not asked for may be left out."""
    when: When = "in turn"
    """Before all else, as it may prove a claim of which no proof by itself can be tried; or after all else failed."""


def readings(way: WholeWay, goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """Each reading of the claim in this way, or what stands in its way."""
    try:
        yield from way.read(goal)
    except Unreadable as error:
        yield error
    except LimitReached as error:
        yield Unreadable(str(error))


def attempted(way: WholeWay, goal: Whole) -> Attempt:
    """The end of a proof in this way: of the first reading that ends it, or why the first one does not.

    A refutation that rests on what is not proved is told where no other reading proves the claim.
    """
    failed: Attempt | None = None
    supposed: Attempt | None = None
    for read in readings(way, goal):
        if isinstance(read, Unreadable):
            found = Attempt(Proof("unknown", reason=located(goal.rules, read)))
        else:
            found = _of(read, goal)
        if found.proof.verdict == "refuted" and found.supposed:
            supposed = supposed or found
        elif found.proof.verdict != "unknown":
            return found
        failed = failed or found
    if supposed is not None:
        return supposed
    failed = failed or Attempt(Proof("unknown", reason=way.nothing))
    # where the spec itself asks for the impossible, that is a proof not reached
    skipped = way.nothing is not None and not goal.requested and not failed.proof.obligations
    return replace(failed, proof=replace(failed.proof, verdict="skipped")) if skipped else failed


def _of(read: ReadWhole, goal: Whole) -> Attempt:
    """The end of a proof by one reading."""
    told: list[Told | Attempt | Unreadable]
    try:
        told = alone(_told, read, limits=goal.asked.limits) if read.apart else _told(read)
    except LimitReached as error:
        return Attempt(Proof("unknown", reason=str(error)))
    shown = [one for one in told if isinstance(one, Told)]
    steps = ((*(proof.obligations for proof in one.proofs), one.obligations) for one in shown)
    obligations = [step for one in steps for each in one for step in each]
    for end in told:
        if isinstance(end, Attempt):
            return end
        if isinstance(end, Unreadable):
            return Attempt(Proof("unknown", reason=located(goal.rules, end), obligations=tuple(obligations)))
    proofs = [proof for one in shown for proof in one.proofs]
    ranges = [proof for one in shown for proof in (one.ranges, *one.proofs) if proof is not None]
    near = [one for each in shown for one in each.near]
    met = [one.met for one in shown if one.met is not None]
    proof = proved(
        goal.claim.id,
        [*(need for one in proofs for need in one.needs), *read.needs],
        obligations,
        hypotheses=_each([one.hypotheses for one in proofs], read.hypotheses),
        met={name for one in proofs for name in one.met}
        | (frozenset.intersection(*met) if met else frozenset())
        | {name for one in shown for name in one.compared},
        against=[
            *(str(one.reason) for one in proofs if one.verdict != "proved"),
            *not_compared(near, goal.rules),
        ],
        failing=next((one.failing for one in shown if one.failing is not None), None),
        open=_each([one.open for one in ranges]),
        numbers=_each([one.numbers for one in ranges], compared_near(near, goal.rules)),
        cites=_each([one.cites for one in ranges], *(one.cites for one in shown)),
        reason="; ".join(one.reason for one in shown if one.reason is not None) or None,
        through=next((one.through for one in shown if one.through is not None), None),
        **(read.reach or {name: getattr(ranges[0], name) for name in ("fixed", "unbounded")}),
    )
    return Attempt(proof)


def _told(read: ReadWhole) -> list[Told | Attempt | Unreadable]:
    """All that a reading tells, up to where it ends."""
    found: list[Told | Attempt | Unreadable] = []
    try:
        for one in read.told():
            found.append(one)
            if isinstance(one, Attempt):
                break
    except Unreadable as error:
        found.append(error)
    return found


def _each(lists: Sequence[Collection[str]], *more: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for names in (*lists, *more) for one in names))


def as_kind(claim: Claim, kind: str, prove: ProofRange | None = None, **keys: object) -> Claim:
    """A claim of that kind with the id and the words of this one, and the keys of an entry of its kind."""
    said = KINDS[kind].model_validate({"id": claim.id, "says": claim.says, "kind": kind, **keys})
    return replace(claim, kind=kind, said=said, prove=prove or claim.prove)
