"""From statements about all games to verdicts: a search up to so many positions, and a proof where asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bouton.claims.everywhere import odd
from bouton.claims.registry import kind_of
from bouton.claims.wanted import resolve
from bouton.core.errors import Diagnostic, InputError, LimitReached, fault_at
from bouton.core.graph import CHOSEN, how_many
from bouton.core.proof import Proof
from bouton.core.spec import Claim, CounterRange, Spec
from bouton.core.verdict import Counterexample, Option, Result, Verdict, exit_code, meets, solvers
from bouton.document.entries import Theory as Entry
from bouton.process.limits import Limits, Task, run
from bouton.solving.request import Request
from bouton.theory.formula import Theory
from bouton.theory.instances import predicates, unread
from bouton.theory.read import read, rules_of
from bouton.theory.search import CounterGame, Covered, GameStatement, search

__all__ = ["check", "interrupted", "obstacles", "rules_of", "statements"]


@dataclass(frozen=True)
class _Searched:
    """How the search for a counterexample of one claim ended; `reason` says why it was cut short."""

    games: int = 0
    done: int = 0
    found: CounterGame | None = None
    reason: str | None = None
    seconds: float = 0.0


def check(
    spec: Spec,
    claims: Sequence[Claim],
    request: Request,
    progress: Callable[[str, int, int], None],
    prove: Callable[[Claim, Limits], Proof],
    *,
    suspend: bool,
) -> Iterator[Result]:
    """The verdict of each claim, in order; at a KeyboardInterrupt the others are unknown before it is raised again.

    `prove` tries a proof within limits. InputError where a rules file is at fault; Disagreement where clingo and plain
    Python, or two solvers, differ.
    `suspend` leaves pinned counterexamples out of account.
    """
    found = statements(spec, claims)
    left = list(claims)
    try:
        for claim, statement in zip(claims, found, strict=True):
            searched = _search(claim, statement, request.limits, progress)
            started = time.monotonic()
            proof = None
            if request.asked(claim) and searched.found is None and searched.reason is None and searched.games:
                proof = prove(claim, request.limits.begun(searched.seconds))
            seconds = searched.seconds + time.monotonic() - started
            left.remove(claim)
            yield _result(claim, searched, proof, seconds, suspend=suspend)
    except KeyboardInterrupt:
        yield from map(interrupted, left)
        raise


def interrupted(claim: Claim) -> Result:
    """The result of a claim that was not decided before an interruption."""
    return _result(claim, _Searched(reason="interrupted"), None, 0.0, suspend=False)


def statements(spec: Spec, claims: Sequence[Claim]) -> list[GameStatement]:
    """What each claim says; InputError with every predicate that the rules do not derive."""
    return _read(spec, claims)[1]


def obstacles(spec: Spec) -> list[str | None]:
    """Why each claim of the spec cannot be proved; None where it can be tried."""
    theory = _read(spec, spec.claims)[0]
    return [unread(theory.needed(*predicates(claim, theory))) for claim in spec.claims]


def _read(spec: Spec, claims: Sequence[Claim]) -> tuple[Theory, list[GameStatement]]:
    rules = rules_of(spec.rules, spec.agreements)
    resolved = [resolve(rules, one) for claim in claims for one in kind_of(claim).reads.needs(spec, claim)]
    faults = [one for one in resolved if isinstance(one, Diagnostic)]
    if faults:
        raise InputError(dict.fromkeys(faults))
    theory = read(rules)
    faults = [fault for claim in claims for fault in _odd_inductions(claim, theory)]
    if faults:
        raise InputError(dict.fromkeys(faults))
    found: list[GameStatement] = []
    for claim in claims:
        assert claim.iff is not None
        names = [name for name in (claim.iff, claim.where) if name is not None]
        found.append(GameStatement(theory.needed(*((name, 0) for name in names)), claim.iff, claim.where))
    return theory, found


def _odd_inductions(claim: Claim, theory: Theory) -> Iterator[Diagnostic]:
    """What is wrong with the predicates that a proof goes by: each is of one position, or of two."""
    for name in claim.by(Entry).inductions:
        sorts = [one.sorts for one in theory.definitions if one.name == name]
        if len(sorts) != 1 or sorts[0] not in (("position",), ("position", "position")):
            message = f"induction: {name} is no predicate of one position, nor of two"
            yield fault_at(claim.at("induction"), message, "such a predicate, the one of its name")


def _search(
    claim: Claim, statement: GameStatement, limits: Limits, progress: Callable[[str, int, int], None]
) -> _Searched:
    """Search in a child process, telling how many games are done of all."""
    sizes = _sizes(claim)
    total, games, done = sum(map(how_many, sizes)), 0, 0
    for event in run([Task(search, (statement, sizes), limits)]):
        if isinstance(event.value, Covered):
            games += event.value.games
            done += 1
            progress(claim.id, sum(map(how_many, sizes[:done])), total)
        elif isinstance(event.value, CounterGame):
            return _Searched(games, done, event.value, None, event.seconds)
        elif event.error is not None:
            if not isinstance(event.error, LimitReached):
                raise event.error
            upto = f"; it holds for {sizes[0]}..{sizes[done - 1]} positions" if done else ""
            return _Searched(games, done, None, f"{event.error}{upto}", event.seconds)
        elif event.ended and done == len(sizes):
            return _Searched(games, done, None, None, event.seconds)
    return _Searched(games, done, None, "the search ended without an answer")


def _sizes(claim: Claim) -> range:
    (part,) = (part for part in claim.box.fluents if isinstance(part, CounterRange))
    return part.interval.at({})


def _result(claim: Claim, searched: _Searched, proof: Proof | None, seconds: float, *, suspend: bool) -> Result:
    found = None if searched.found is None else _counterexample(claim, searched.found, searched.games)
    reason = searched.reason
    if found is not None:
        verdict = Verdict.REFUTED
    elif reason is not None:
        verdict = Verdict.UNKNOWN
    elif searched.games == 0:
        verdict, reason = Verdict.VACUOUS, f"no game of so many positions meets `{claim.where}`"
    else:
        verdict = Verdict.PROVED if proof is not None and proof.verdict == "proved" else Verdict.HOLDS
    met = meets(claim, verdict, found, suspend)
    pinned = suspend and claim.expect.refutation is not None
    sizes = _sizes(claim)
    return Result(
        id=claim.id,
        kind=claim.kind,
        verdict=verdict,
        expected=claim.expect.verdict,
        as_expected=met,
        over={"positions": [sizes[0], sizes[-1]]},
        positions=searched.games if found is None else found.below or 0,
        seconds=seconds,
        counterexample=found,
        proof=proof,
        reason=reason,
        engines=("clingo", *solvers(proof)),
        notes=("the ranges were changed, so the pinned counterexample is not looked for",) if pinned else (),
        exit=exit_code(claim, verdict, met, proof, certified=True),
    )


def _counterexample(claim: Claim, found: CounterGame, games: int) -> Counterexample:
    graph = found.graph
    pairs = tuple(zip(graph.values, graph.misere, strict=True))
    moves = ((at, to) for at, row in enumerate(graph.options, 1) for to in row)
    options = tuple(Option(f"{at} -> {to}", {"position": to}, pairs[to - 1]) for at, to in moves)
    sentence = _sentence(claim, found)
    return Counterexample(
        {}, graph.named(), "holds", "fails", None, options, sentence, games + found.below, values=pairs
    )


def _sentence(claim: Claim, found: CounterGame) -> str:
    """The game in words: each position, its label (value, misère value), and its options."""
    parts, graph = list[str](), found.graph
    for at, row in enumerate(graph.options, 1):
        label = f"{at} ({graph.values[at - 1]},{graph.misere[at - 1]})"
        parts.append(f"{label} -> {', '.join(map(str, row))}" if row else f"{label} is a terminal")
    if graph.chosen is not None:
        parts.append(f"{CHOSEN} are {', '.join(map(str, graph.chosen)) or 'none'}")
    given = f"`{claim.where}` holds, and " if claim.where is not None else ""
    *does, fails = odd(claim, lambda name: (name, 0) in found.holds)
    given += "".join(f"`{one}` holds, and " for one in does)
    return f"{given}`{fails}` does not, in the game with values (normal, misère): {'; '.join(parts)}"
