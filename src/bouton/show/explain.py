"""What a spec says, in words: the game, its moves, and what can be done about each claim."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import islice

from bouton.claims.registry import kind_of, stated
from bouton.claims.subject import rules_of, subject
from bouton.compiled.judge import about
from bouton.core.errors import listed
from bouton.core.position import Heaps, Members, Token, has_sets
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Family
from bouton.discover.search import has_strategy
from bouton.document.entries import Theory
from bouton.ground.box import ground_box
from bouton.process.limits import Limits, worked
from bouton.proof.ways.table import WAYS
from bouton.rules.file import Rules
from bouton.run import boards, heaps
from bouton.run.proofs import CYCLES, bits, digits, numbers, read
from bouton.run.tables import tables
from bouton.run.ways import Ways, ways
from bouton.show import scopes, words
from bouton.show.text import expectation
from bouton.theory import check as theory

_GAME = ("move", "after", "side", "winner")
_ASSIGNMENTS = 100_000
_ONE_WAY = 5.0
"""Seconds of processor time to read a claim in one of several ways."""
_WALKED = {"starts": "the starts", "reached": "what is reached from the starts"}
LIMITS = Limits(processor=60.0)
"""For reading the rules of all claims symbolically; of processor time they have so many seconds in common."""
_LEAST = 0.01
"""Seconds that a child has at least: by these it says that no time is left."""


def text(spec: Spec, claims: Collection[str] = (), limits: Limits = LIMITS) -> str:
    """The whole explanation, of these claims alone if some are named; InputError where the rules file is at fault.

    Of claims that are named it is told too what no position is compared for, which takes most of the time. The limits
    are those of the whole, the processor time that of all children together: what is not read by then is said to take
    too long.
    """
    limits, end = limits.begun(), worked() + limits.processor
    chosen = [claim for claim in spec.claims if not claims or claim.id in claims]
    if spec.all_games:
        return "\n".join(_all_games(spec, chosen))
    rules = rules_of(spec)
    lines = [*_game(spec), "", "  moves:", *_moves(spec, rules)]
    for claim in chosen:
        about = subject(spec, claim)
        of_it = rules if about is spec else rules_of(about)
        left = replace(limits, processor=max(_LEAST, end - worked()))
        lines += ["", *_claim(about, of_it, claim, left, compared=bool(claims))]
    return "\n".join(lines)


def _all_games(spec: Spec, claims: Collection[Claim]) -> Iterator[str]:
    """A spec about all games: what each statement says, and how it is judged."""
    yield from _heading(spec)
    rules = theory.rules_of(spec.rules, spec.agreements)
    for claim, reason in zip(spec.claims, theory.obstacles(spec), strict=True):
        if claim not in claims:
            continue
        yield ""
        yield f"  {claim.id}  ({claim.kind})  line {claim.place.line}"
        yield from words.wrapped(f'"{claim.says}"', "      ", "       ")
        yield from _row("judged", scopes.text(spec, claim, None), "      ")
        yield from _predicates(spec, rules, claim)
        yield from _row("expected", expectation(spec, claim), "      ")
        yield from _row("bounded", "clingo searches all games of so many positions, up to isomorphism", "      ")
        asked = "" if claim.prove is not None else "; ask with `prove: true` in the spec, or --prove"
        over = ", then ".join(claim.by(Theory).inductions)
        by = f" ({over})" if over else ""
        said = f"not possible: {reason}" if reason else f"by z3, by induction over a game of any size{by}{asked}"
        yield from _row("proof", said, "      ")


def _heading(spec: Spec) -> Iterator[str]:
    yield f"{words.visible(spec.file)}: {words.visible(spec.game)}"
    if spec.source:
        yield from _row("source", spec.source)
    yield from _row("rules", ", ".join(str(one.file) for one in spec.rules))


def _game(spec: Spec) -> Iterator[str]:
    yield from _heading(spec)
    if spec.box.parameters:
        yield from _row("parameters", words.parameters(spec.box))
    yield from _row("position", words.fluents(spec.box))
    for fluent in spec.fluents:
        if isinstance(fluent, Heaps):
            order = f"in {fluent.order} order" if fluent.order != "none" else "each in its place"
            yield from _row("heaps", f"{fluent.name}(I,S): heap I has S stones; {order}")
        elif isinstance(fluent, Members):
            where = "X, where it stands," if isinstance(fluent, Token) else "each member X"
            kind = "token" if isinstance(fluent, Token) else "set"
            yield from _row(kind, f"{fluent.name}(X): {where} is one of {fluent.domain}")
        else:
            stones = "; its value counts as stones" if fluent.stones else ""
            yield from _row("counter", f"{fluent.name}(N){stones}")
    entries = ", ".join(spec.measure.entries)
    lowered = (
        "which every move lowers" if len(spec.measure.entries) == 1 else "every move lowers the first that changes"
    )
    if spec.cycles != "refused":
        lowered = "the order of positions, which may come back"
    found = f" (found by Bouton, as {spec.measure.why})" if spec.measure.why else ""
    yield from _row("measure", f"{entries}: {lowered}{found}")


def _row(name: str, said: str, indent: str = "  ") -> list[str]:
    return words.wrapped(said, f"{indent}{name:<12}", f"{indent}{' ' * 12}")


def _moves(spec: Spec, rules: Rules) -> Iterator[str]:
    """The rules that make the game, as they stand in each file; all of them, where an octal code stands for them."""
    for one, before in zip(spec.rules, rules.sources.before, strict=True):
        lines = one.content.splitlines()
        if one.text is not None:
            yield from (f"    {line:>4} | {said}" for line, said in enumerate(lines, 1))
            continue
        spans: dict[int, int] = {}
        for rule in rules.statements:
            begin, end = rule.location.begin.line - before, rule.location.end.line - before
            if _head(rule) in _GAME and 1 <= begin <= len(lines):
                spans.setdefault(begin, end)
        if spans and len(spec.rules) > 1:
            yield f"    {one.name}:"
        for begin, end in spans.items():
            yield from (f"    {line:>4} | {lines[line - 1].strip()}" for line in range(begin, end + 1))


def _head(statement: object) -> str | None:
    atom = getattr(getattr(statement, "head", None), "atom", None)
    return getattr(getattr(atom, "symbol", None), "name", None)


def _claim(spec: Spec, rules: Rules, claim: Claim, limits: Limits, *, compared: bool) -> Iterator[str]:
    plays = () if rules.alliances else kind_of(claim).judged.plays(claim)
    play = f", {plays[0]} play" if len(plays) == 1 else ""
    yield f"  {claim.id}  ({claim.kind}{play})  line {claim.place.line}"
    yield from words.wrapped(f'"{claim.says}"', "      ", "       ")
    yield from _row("judged", f"{scopes.text(spec, claim, None)} ({_positions(spec, claim)})", "      ")
    if claim.together:
        yield from _row("together", listed(claim.together), "      ")
    for added in kind_of(claim).said.summands(claim):
        yield from _row("plus", f"{added.file}: {added.game}, {words.box(added.box)}", "      ")
    for title, said in kind_of(claim).said.rows(claim):
        yield from _row(title, said, "      ")
    yield from _predicates(spec, rules, claim)
    for one in tables(spec, claim, next(claim.box.assignments(), {}), limits):
        yield from _row("table", f"{one.name} ({one.where}) {one.last}", "      ")
    yield from _row("expected", expectation(spec, claim), "      ")
    each = _WALKED[claim.judged] if _walked(claim) else f"every {scopes.case(claim)} of the box"
    yield from _row("bounded", f"clingo grounds the rules and judges {each}", "      ")
    compiled = boards.about if has_sets(spec.fluents) else about
    yield from _row("compiled", compiled(spec, rules, claim, limits), "      ")
    if spec.moves and (single := heaps.about(rules, claim)):
        yield from _row("heaps", single, "      ")
    reason, uncompared = read(spec, rules, claim, limits, compared=compared)
    if spec.cycles == "followed" and not isinstance(stated(claim), Family):
        reason = CYCLES
    found = ways(spec, rules, claim, replace(limits, processor=min(_ONE_WAY, limits.processor)))
    automatic = digits(spec, rules, claim)
    if all(found.get(one.name, "") is not None for one in WAYS[:-2]):  # these need no automata
        automatic += bits(spec, rules, claim)
    yield from _row("proof", proof(spec, claim, reason, automatic), "      ")
    yield from _ways(found)
    if named := numbers(spec, rules, claim) if reason is None else ():
        yield from _row("numbers", "; ".join(named), "      ")
    if uncompared:
        yield from _row("uncompared", f"met by no position that is compared: {'; '.join(uncompared)}", "      ")
    if claim.prove is not None and claim.strategy is None and claim.where is None and has_strategy(claim):
        look = f"`bouton explain {spec.file} --strategy {claim.id}` looks for one"
        yield from _row("strategy", f"none is named; {look}", "      ")


def _ways(found: Ways) -> Iterator[str]:
    """Which ways there are to read the claim for a proof, and what stands in the way of each other one."""
    if read_ := [name for name, reason in found.items() if reason is None]:
        yield from _row("read", "; ".join(read_), "      ")
    for name, reason in found.items():
        if reason is not None:
            yield from _row("not", f"{name}: {reason}", "      ")


def _predicates(spec: Spec, rules: Rules, claim: Claim) -> Iterator[str]:
    """The predicates that the claim itself names, with their lines."""
    for one in kind_of(claim).reads.needs(spec, claim):
        if one.claim is claim:
            yield from _row(one.key, f"{one.name}, {_lines(rules, one.name)}", "      ")


def _positions(spec: Spec, claim: Claim) -> str:
    """How many positions a claim's box has, over all values of the parameters; of a game with starts which of them."""
    if _walked(claim) and spec.begins is not None:
        return f"of these {_WALKED[claim.judged]}, `{spec.begins.name}`"
    if claim.points:
        return words.count(len(claim.points), "position")
    assignments = claim.box.assignments()
    total = sum(ground_box(spec.fluents, claim.box, chosen).size() for chosen in islice(assignments, _ASSIGNMENTS))
    more = "more than " if next(assignments, None) is not None else ""
    return more + scopes.cases(claim, total)


def _walked(claim: Claim) -> bool:
    """Whether games begin somewhere and it is about what follows: how many positions that are only a walk can say."""
    return claim.judged != "all" and not claim.points and kind_of(claim).judged.point(claim) is None


def _lines(rules: Rules, predicate: str) -> str:
    lines = sorted({statement.location.begin.line for statement in rules.statements if _head(statement) == predicate})
    found: dict[str, list[str]] = {}
    for name, _, line in (rules.sources.where(one).rpartition(":") for one in lines):
        found.setdefault(name, []).append(line)
    return "; ".join(f"{name}:{', '.join(own)}" for name, own in found.items()) or "which no rule derives"


def proof(spec: Spec, claim: Claim, reason: str | None, about: tuple[str, ...] = ()) -> str:
    """Whether the claim can be proved for heaps of every size, and the reason that stands in the way, if any.

    `about` are the predicates about digits, and the operations on them, that it needs.
    """
    if reason is not None:
        return f"not possible: {reason}"
    heaps = any(isinstance(fluent, Heaps) for fluent in spec.fluents)
    every = claim.prove is not None and any(name.endswith(".count") for name in claim.prove.unbounded)
    sizes = "any number of heaps of every size" if every else "heaps of every size"
    by = f"automata on what {' and '.join(about)} says, by z3 elsewhere" if about else "z3"
    how = f"by {by}, from the same rules, for {sizes if heaps else 'all values'}"
    through = spec.whole(claim)
    asked = "" if claim.prove is not None or through else "; ask with `prove:` in the spec, or --prove"
    return f"{how}, through {through.id}" if through else how + asked
