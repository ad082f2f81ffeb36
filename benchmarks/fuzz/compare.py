"""One case on every engine: whatever two of them say differently is a difference."""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import bouton.compiled.cache
from benchmarks.fuzz import plainly
from bouton import limits
from bouton.check import Options, check
from bouton.errors import Disagreement, InputError, LimitReached
from bouton.ground.box import among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.language.rules import Rules
from bouton.limits import Event, Limits, Task
from bouton.position import Heaps, Position
from bouton.spec.load import load
from bouton.spec.model import Claim, Spec
from bouton.subject import declared, rules_of, subject
from bouton.symbolic.choices import NotBounded
from bouton.symbolic.command import SymbolicGame
from bouton.symbolic.evaluate import evaluate
from bouton.symbolic.expression import Unknown, unknown
from bouton.symbolic.prepare import Prepared, prepared
from bouton.symbolic.setting import settings
from bouton.symbolic.terms import Unreadable
from bouton.symbolic.validate import moves_of, numbers_at, options, rows_at
from bouton.theory import every_set  # noqa: F401 (loaded, so that what it runs is run here)
from bouton.verdict import Result, Verdict
from tests.oracle import game as plain
from tests.oracle.evaluator import text

_SECONDS = 1.5
_ROWS = 20
"""Positions at which all predicates are compared."""
_STONES = 260
"""Stones of the far positions at which a proved claim is looked at, for each assignment of the parameters."""


@dataclass
class Tally:
    """How many comparisons of each sort were made, and how the claims ended."""

    compared: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)

    @property
    def comparisons(self) -> int:
        """All of them."""
        return sum(self.compared.values())


class Different(Exception):
    """Two engines say different things."""


@contextmanager
def in_process() -> Iterator[None]:
    """Tasks run here, not in children of their own, and programs are of plain Python: a case costs a tenth of it."""
    modules = [m for name, m in list(sys.modules.items()) if name.startswith("bouton.")]
    holders = [m for m in modules if getattr(m, "run", None) is limits.run]
    original, compiler = limits.run, bouton.compiled.cache.compiler
    try:
        for module in holders:
            module.run = _run  # type: ignore[attr-defined]
        bouton.compiled.cache.compiler = lambda: None
        yield
    finally:
        for module in holders:
            module.run = original  # type: ignore[attr-defined]
        bouton.compiled.cache.compiler = compiler


def _run(tasks: Sequence[Task], _jobs: int = 1, needed: Any = lambda _index: True) -> Iterator[Event]:
    for index, task in enumerate(tasks):
        if needed(index):
            values: list[Any] = []
            error: Exception | None = None
            try:
                task.call(values.append, *task.arguments)
            except (InputError, Disagreement, LimitReached) as raised:
                error = raised
            yield from (Event(index, value) for value in values)
            yield Event(index, ended=True, error=error)


def compare(path: Path, tally: Tally, seed: int, *, whole: bool = True) -> list[str]:
    """What differs between engines on the spec at that path, in words; not `whole`, of predicates and moves alone."""
    found: list[str] = []
    with in_process():
        try:
            spec = load(path)
            rules_of(spec)
        except InputError:
            tally.ends["refused"] += 1
            return []
        for part in (_rows, _verdicts, _obligations) if whole else (_rows,):
            try:
                part(spec, tally, Random(seed))
            except InputError:
                tally.ends[f"refused{part.__name__}"] += 1
            except (Unreadable, LimitReached, RecursionError, NotImplementedError):
                tally.ends[f"unread{part.__name__}"] += 1
            except Different as error:
                found.append(str(error))
            except Disagreement as error:
                found.append(f"disagreement: {error}")
            except plain.Illegal as error:
                found.append(f"only the plain evaluator refuses it: {error}")
            except Exception:
                found.append(f"a traceback in {part.__name__}:\n{traceback.format_exc()}")
    return found


# --------------------------------------------------------------------------------------------- predicates and moves


def _rows(spec: Spec, tally: Tally, rng: Random) -> None:
    """Every predicate and the moves at small and at larger positions: clingo, the plain evaluator, and the reading."""
    rules = rules_of(spec)
    claim = replace(spec.claims[0], kind="everywhere", box=spec.box)
    for parameters in rng.sample(every := list(spec.box.assignments()), min(1, len(every))):
        counters = declared(spec, spec.box, parameters)
        game = Game(rules, spec.measure, parameters, counters)
        where = _positions(spec, claim, parameters, rng)
        wanted = frozenset(rules.defined)
        box = among(spec.fluents, tuple(where)).hull
        nodes = list(Grounder(game, game.program(box, wanted), wanted).nodes(where))
        one = plainly.game(spec, claim, parameters)
        for node in nodes:
            _at(one, node, tally)
        _readings(spec, rules, parameters, nodes, tally, rng)


def _positions(spec: Spec, claim: Claim, parameters: Mapping[str, Any], rng: Random) -> list[Position]:
    box = plainly.positions(spec, claim, parameters)
    found = rng.sample(box, min(_ROWS, len(box)))
    for position in rng.sample(box, min(4, len(box))):  # and some that are larger
        larger: list[Any] = []
        for fluent, entry in zip(spec.fluents, position, strict=True):
            if isinstance(fluent, Heaps) and isinstance(entry, tuple):
                larger.append(fluent.canonical([size + rng.randint(0, 9) for size in entry]))
            else:
                larger.append(entry)
        found.append(tuple(larger))
    return list(dict.fromkeys(found))


def _at(one: plain.Game, node: Node, tally: Tally) -> None:
    position = node.position
    moves = {str(move.term): move.to for move in node.moves}
    if one.moves(position) != moves:
        raise Different(f"the moves at {dict(one.parameters)} {position}: clingo {moves}, plain {one.moves(position)}")
    tally.compared["moves, clingo and plain"] += 1
    facts = one.rows(position)
    for signature, listed in node.rows.items():
        ours = {tuple(map(text, row)) for row in facts.get(signature, ())}
        theirs = {tuple(map(str, row)) for row in listed}
        if ours != theirs:
            raise Different(
                _unlike(f"{signature} at {dict(one.parameters)} {position}", "plain", ours, "clingo", theirs)
            )
        tally.compared["predicates, clingo and plain"] += 1


def _unlike(what: str, one: str, ours: set[Any], other: str, theirs: set[Any]) -> str:
    return f"{what}: only {one} has {sorted(ours - theirs)[:5]}, only {other} has {sorted(theirs - ours)[:5]}"


def _readings(
    spec: Spec, rules: Rules, parameters: Mapping[str, Any], nodes: Sequence[Node], tally: Tally, rng: Random
) -> None:
    """The symbolic reading at the same positions, one or all predicates at once, parameters known or unknown."""
    names = [one.name for one in spec.fluents if isinstance(one, Heaps)]
    groups: dict[tuple[int, ...], list[Node]] = {}
    for node in nodes:
        groups.setdefault(tuple(len(e) for e in node.position if isinstance(e, tuple)), []).append(node)
    values: dict[Unknown, int] = {}
    given: dict[str, Any] = dict(parameters)
    for name, value in parameters.items():
        if isinstance(value, int) and rng.random() < 0.5:
            given[name] = unknown(f"{name}.N", 1)
            values[given[name]] = value
    spans = {
        name: (span.start, None if rng.random() < 0.5 else span.stop - 1) for name, span in _spans(spec, parameters)
    }
    for counts, group in rng.sample(list(groups.items()), min(2, len(groups))):
        for game in _games(rules, dict(zip(names, counts, strict=True)), given, spans, tally, rng):
            moves = moves_of(game)
            for node in group:
                _read(game, moves, node, {**values, **numbers_at(game, node.position)}, parameters, tally)


def _read(
    game: SymbolicGame, moves: Any, node: Node, at: Mapping[Unknown, int], parameters: Mapping[str, Any], tally: Tally
) -> None:
    theirs: set[Any] = {(str(move.term), move.to) for move in node.moves}
    ours = options(game, moves, at)
    if ours != theirs:
        what = f"moves at {node.position} {dict(parameters)}"
        raise Different(_unlike(what, "the reading", ours, "clingo", theirs))
    tally.compared["moves, reading and clingo"] += 1
    for signature in game.relations:
        try:
            ours = rows_at(game, signature, at)
        except Unreadable:
            continue
        theirs = {tuple(map(str, row)) for row in node.rows[signature]}
        if ours != theirs:
            what = f"{signature} at {node.position} {dict(parameters)}"
            raise Different(_unlike(what, "the reading", ours, "clingo", theirs))
        tally.compared["predicates, reading and clingo"] += 1


def _spans(spec: Spec, parameters: Mapping[str, Any]) -> Iterator[tuple[str, range]]:
    yield from declared(spec, spec.box, parameters).items()


def _games(
    rules: Rules, heaps: Mapping[str, int], given: Mapping[str, Any], spans: Any, tally: Tally, rng: Random
) -> Iterator[SymbolicGame]:
    """The reading of all predicates where that can be had; else those of a few, each by itself."""
    every = sorted(rules.defined - {("move", 1), ("after", 2)})
    try:
        yield evaluate(rules, given, heaps, spans, every)
    except (Unreadable, NotBounded):
        for one in rng.sample(every, min(5, len(every))):
            try:
                yield evaluate(rules, given, heaps, spans, [one])
            except (Unreadable, NotBounded):
                tally.ends["unreadable predicates"] += 1


# --------------------------------------------------------------------------------------------------------- verdicts


def _verdicts(spec: Spec, tally: Tally, rng: Random) -> None:
    """Each claim by clingo, by programs, by proof, and by the plain evaluator."""
    asked = Options(crosscheck=False, engine="ground", limits=Limits(_SECONDS))
    results = list(_results(spec, asked, tally))
    some = tuple(claim.id for claim in rng.sample(spec.claims, min(3, len(spec.claims))))
    compiled = replace(asked, claims=some, prove=False, engine="compiled")
    programs = {result.id: result for result in _results(spec, compiled, tally)}
    for result in results:
        claim = spec.claim(result.id)
        tally.ends[f"{claim.kind} {result.verdict.value}"] += 1
        if result.proof is not None:
            tally.ends[f"proof {result.proof.verdict}"] += 1
        _bounded(spec, claim, result, tally)
        if result.id in programs:
            _programmed(spec, claim, result, programs[result.id], tally)
        if result.verdict is Verdict.PROVED and claim.prove is not None:
            _proved(spec, claim, tally, rng)


def _results(spec: Spec, asked: Options, tally: Tally) -> Iterator[Result]:
    """All claims in one go; one by one where one of them is refused."""
    try:
        yield from list(check(spec, asked, lambda _progress: None))
    except InputError:
        for claim in asked.claims or [claim.id for claim in spec.claims]:
            try:
                yield from list(check(spec, replace(asked, claims=(claim,)), lambda _progress: None))
            except InputError:
                tally.ends["refused claim"] += 1


def _bounded(spec: Spec, claim: Claim, result: Result, tally: Tally) -> None:
    """The verdict for the claim's box, and for what lies beyond it where a proof was refuted."""
    if result.verdict is Verdict.UNKNOWN:
        return
    try:
        expected = plainly.least(spec, claim) if not claim.at and not claim.entries else _listed(spec, claim)
    except NotImplementedError:
        return
    ours = None if result.counterexample is None else result.counterexample.at
    if expected is not None and ours != expected:
        raise Different(
            f"{claim.id}: plain has the counterexample {expected}, the verdict is {result.verdict.value} {ours}"
        )
    tally.compared["verdict and least counterexample"] += 1
    if expected is not None or ours is None:
        return
    if claim.prove is None or claim.at or claim.entries:
        raise Different(f"{claim.id}: refuted at {ours}, plain has no counterexample")
    one = plainly.game(spec, claim, ours[0], bounded=False)
    if not plain.wrong(one, plainly.said(spec, claim), ours[1]):
        raise Different(f"{claim.id}: refuted at {ours}, beyond the box, where it is right")
    tally.compared["counterexample beyond the box"] += 1
    before = plainly.closed(spec, claim, ours, 300) if not result.reason else None
    if before is not None:
        first = plain.least(one, plainly.said(spec, claim), before)
        if first != ours[1]:
            raise Different(f"{claim.id}: refuted at {ours}, but fails at {first} already")
        tally.compared["least counterexample beyond the box"] += 1


def _listed(spec: Spec, claim: Claim) -> plain.Case | None:
    """The first entry of a table, or the one of an example, that is not as is said."""
    entries = [(e.parameters, e.position, e.value) for e in claim.entries]
    if claim.at is not None:
        entries = [(claim.at.parameters, claim.at.position, claim.outcome)]  # type: ignore[list-item]
    if claim.predicate is not None or claim.of not in (None, "value"):
        raise NotImplementedError
    wrong: list[plain.Case] = []
    for parameters, position, value in entries:
        one = plainly.game(spec, claim, parameters)
        true: Any = one.outcome(claim.play, position) if claim.at else one.grundy(claim.play, position)
        if true != value:
            wrong.append((dict(parameters), position))
    game = plainly.game(spec, claim, entries[0][0])
    return min(wrong, key=lambda case: (game.measure(case[1]), case[1]), default=None)


def _programmed(spec: Spec, claim: Claim, result: Result, other: Result, tally: Tally) -> None:
    """The same claim judged by a program."""
    if not any("compiled" in engine for engine in other.engines):
        tally.ends["no program"] += 1
        return
    ours = None if other.counterexample is None else other.counterexample.at
    theirs = None if result.counterexample is None else result.counterexample.at
    if theirs is not None and theirs not in ((p, at) for p, box in plainly.cases(spec, claim) for at in box):
        theirs = None
    if ours != theirs or (other.verdict is Verdict.REFUTED) is not (theirs is not None):
        raise Different(f"{claim.id}: compiled {other.verdict.value} {ours}, clingo {result.verdict.value} {theirs}")
    tally.compared["verdict, program and clingo"] += 1


def _proved(spec: Spec, claim: Claim, tally: Tally, rng: Random) -> None:
    """A proved claim holds at positions far beyond its box."""
    what = plainly.said(spec, claim)
    for parameters, where in plainly.far(spec, claim, rng, _STONES):
        one = plainly.game(spec, claim, parameters, bounded=False)
        for position in where:
            if _fails(spec, claim, one, what, position):
                raise Different(f"{claim.id}: PROVED, but fails at {parameters} {position}")
            tally.compared["proved, far away"] += 1


def _fails(spec: Spec, claim: Claim, one: plain.Game, what: plain.Claim, position: plain.Position) -> bool:
    if claim.where is None or what.kind == "everywhere":
        return plain.locally_wrong(one, what, position)
    # a part of a theorem that is proved as a whole: its strategy must name moves that win by the whole theorem
    if not one.holds(claim.where, position):
        return False
    whole = next((other for other in spec.claims if claim.id in other.together), None)
    if whole is None:
        return False
    return plain.locally_wrong(one, replace(plainly.said(spec, whole), strategy=claim.strategy), position)


# ------------------------------------------------------------------------------------------------------ obligations


def _obligations(spec: Spec, tally: Tally, rng: Random) -> None:
    """What the obligations of a proof say at small positions is what the claim says there."""
    import z3  # type: ignore[import-untyped]  # noqa: PLC0415 (few parts of a run need it)

    claims = [c for c in spec.claims if c.prove is not None and c.where is None and c.kind in _OBLIGED and not c.using]
    if not claims or rng.random() < 0.5:
        return
    claim = rng.choice(claims)
    assert claim.prove is not None
    if any(name in ("heap.count", "S") for name in claim.prove.unbounded):
        return
    about = subject(spec, claim)
    what = plainly.said(spec, claim)
    for setting in rng.sample(ranged := list(settings(about, claim.prove)), min(1, len(ranged))):
        items = [one for one in prepared(about, claim, rules_of(about), setting) if isinstance(one, Prepared)]
        parameters = next(setting.assignments(2))
        one = plainly.game(spec, claim, parameters, bounded=False)
        box = plainly.positions(spec, claim, parameters)
        for position in rng.sample(box, min(10, len(box))):
            if not _inside(about, position, setting) or not all(
                _inside(about, to, setting) for to in (one.options(position) if about.moves else ())
            ):
                continue
            counts = tuple(len(entry) for entry in position if isinstance(entry, tuple))
            broken = [
                item.name
                for item in items
                if item.about == "claim" and item.counts == counts and item.question is not None
                if _satisfiable(z3, item.question.text, about, position, parameters)
            ]
            if bool(broken) is not plain.locally_wrong(one, what, position):
                raise Different(f"{claim.id} at {parameters} {position}: the obligations that fail are {broken}")
            tally.compared["obligations and brute force"] += 1


_OBLIGED = ("p-positions", "winners", "grundy", "everywhere", "statement")


def _inside(spec: Spec, position: Position, setting: Any) -> bool:
    counts = tuple(len(entry) for entry in position if isinstance(entry, tuple))
    if counts not in setting.counts:
        return False
    for fluent, entry in zip(spec.fluents, position, strict=True):
        if isinstance(entry, int):
            values = setting.counters[fluent.name].at(next(setting.assignments(2)), 10**6)
            if entry not in values:
                return False
    return True


def _satisfiable(z3: Any, problem: str, spec: Spec, position: Position, parameters: Mapping[str, Any]) -> bool:
    known: dict[str, int] = {f"{name}.N": value for name, value in parameters.items() if isinstance(value, int)}
    for fluent, entry in zip(spec.fluents, position, strict=True):
        if isinstance(entry, tuple):
            known |= {f"{fluent.name}.{at}": size for at, size in enumerate(entry, 1)}
        else:
            known[f"{fluent.name}.N"] = entry
    pairs = [(z3.Int(name), z3.IntVal(value)) for name, value in known.items()]
    solver = z3.Solver()
    solver.set("timeout", 3000)
    solver.add(*(z3.simplify(z3.substitute(part, *pairs)) for part in z3.parse_smt2_string(problem)))
    answer = str(solver.check())
    if answer == "unknown":
        raise LimitReached("an obligation at a position")
    return answer == "sat"
