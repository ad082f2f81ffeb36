"""`python -m benchmarks.fuzz.where --cases 300 --seed S`: random claims of each kind about some positions alone.

A case is a pile from which some numbers may be taken, a predicate of the piles that a claim speaks of, which no move
leaves, or one does, near or far out alone, and a claim for all of them: P-positions, values, who wins in a game of two
sides, winning moves, or swap positions by labels. Or l to r stones are taken, for every l <= r. What is said of the
other piles is wrong. Half of the claims are false, at one pile of 50 to 4,000 or by one move there. What is proved must
be so at all piles that plain Python computes, what is refuted must fail there and at no lesser pile, and what holds
must hold in its box.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from benchmarks.fuzz.families import Case
from benchmarks.fuzz.judged import At, differences, judged
from benchmarks.fuzz.looping import loop
from bouton.core.errors import InputError
from bouton.core.verdict import Verdict

_BOX, _FORMED = 9, 120
_NAMES = ("pile", "ok", "where", "value_of", "p", "moved", "some_p", "lost_", "n", "covered", "speaks", "turn_")
KINDS = ("p-positions", "grundy", "winners", "strategy", "class", "l to r")


def _used(kind: str, spoilt: str) -> tuple[str, ...]:
    """What a case is made of."""
    return kind, spoilt or "not spoilt"


def values(moves: Callable[[int], list[int]], most: int, *, misere: bool) -> list[int]:
    """The values of the piles 0, 1, ...; that of a pile without a move is 1 in misère play."""
    found: list[int] = []
    for pile in range(most):
        options = {found[to] for to in moves(pile)}
        found.append(next(n for n in range(99) if n not in options) if options else int(misere))
    return found


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"where {seed} {number}")
    kind = KINDS[number % len(KINDS)]
    return _from_l_to_r(rng) if kind == "l to r" else next(one for one in iter(lambda: _some(rng, kind), 0) if one)


def _some(rng: Random, kind: str) -> Case | None:
    """Some numbers may be taken; None where what is claimed does not repeat from the start."""
    pile, speaks, said, turn = rng.sample(_NAMES, 4)
    step, misere = rng.choice((1, 2, 2, 3)), rng.random() < 0.4 and kind != "class"
    rest, far = rng.randrange(step), rng.choice((rng.randint(50, 300), rng.randint(300, 4000)))
    taken = sorted({step * rng.randint(1, 4) for _ in range(rng.randint(1, 3))})
    spoilt = rng.choice(("",) * 4 + ("said", "said", "move", "hole", "below"))

    def moves(n: int) -> list[int]:
        return [*(n - one for one in taken if one <= n), *([n - 1] if spoilt == "move" and n == far else [])]

    whole = [n for n in range(far + 90) if n % step == rest]
    usual = labels(lambda n: [n - one for one in taken if one <= n], _FORMED, kind, misere=misere)
    here = whole[: 60 // step]
    period = next((p for p in range(step, 50, step) if all(usual[n] == usual[n + p] for n in here)), None)
    if period is None:
        return None
    told = {n % period: usual[n] for n in whole[: period // step]}
    true = labels(moves, far + 90, kind, misere=misere)
    wrong, zeros = (told.get(far % period, 0) + 1) % 3, (0, 1) if kind == "class" else (0,)

    def fails(n: int) -> bool:
        claimed = wrong if spoilt == "said" and n == far else told[n % period]
        if kind != "strategy":
            return true[n] != claimed if kind == "grundy" else (true[n] in zeros) is not (claimed in zeros)
        named = {one for one in taken if one <= n and told[(n - one) % period] == 0}
        named = {taken[-1]} if spoilt == "said" and n == far else named
        return bool(true[n] and moves(n)) and not (named and all(one <= n and true[n - one] == 0 for one in named))

    rules = f"move(take(M)) :- {pile}(N), M = ({';'.join(map(str, taken))}), M <= N.\n"
    rules += f"after(take(M), {pile}(N-M)) :- move(take(M)), {pile}(N).\n"
    if spoilt == "move":
        rules += f"move(one) :- {pile}({far}).\nafter(one, {pile}({far - 1})) :- move(one).\n"
    bound = {"hole": f", N != {far}", "below": f", N < {far}"}
    rules += f"{speaks} :- {pile}(N), N \\ {step} = {rest}{bound.get(spoilt, '')}.\n"
    rules += "".join(f"rest({one},{value}).\n" for one, value in told.items())
    rules += f"{said}(7) :- {pile}(N), N \\ {step} != {rest}.\n"
    odd = f", N != {far}" if spoilt == "said" else ""
    rules += f"{said}(V) :- {pile}(N), rest(N \\ {period}, V){odd if kind != 'strategy' else ''}.\n"
    rules += f"{said}({wrong}) :- {pile}({far}).\n" if odd and kind != "strategy" else ""
    rules += "".join(f"it :- {said}({zero}).\n" for zero in zeros)
    key, play = f"where: {speaks}, prove: {{{pile}: all}}", "play: misere, " if misere else ""
    position, more = f"{pile}: 0..{_BOX}", ""
    if kind == "strategy":
        rules += f"wins_by(take(M)) :- {pile}(N), move(take(M)), rest((N-M) \\ {period}, 0){odd}.\n"
        rules += f"wins_by(take({taken[-1]})) :- {pile}({far}).\n" if odd else ""
        more = f"  - {{id: known, says: A., kind: p-positions, {play}iff: it, {key}}}\n"
    if kind == "winners":
        rules += f"side(T) :- {turn}(T).\nafter(M, {turn}(1-T)) :- move(M), {turn}(T).\n"
        rules += f"winner({'T' if misere else '1-T'}) :- {turn}(T).\n"
        rules += f"wins(T) :- {turn}(T), not it.\nwins(1-T) :- {turn}(T), it.\n"
        position += f", {turn}: {{range: 0..1, stones: false}}"
        key = key.replace(": all", f": all, {turn}: 0..1")
    claim = {
        "p-positions": f"{play}iff: it",
        "grundy": f"{play}iff: {said}",
        "class": f"class: swap-positions, iff: it, labels: {said}",
        "strategy": f"{play}moves: wins_by",
        "winners": "iff: wins",
    }[kind]
    claims = f"  - {{id: c, says: A., kind: {kind}, {claim}, {key}}}\n{more}"
    spec = f"game: a case\nrules: case.lp\nposition: {{{position}}}\nclaims:\n{claims}"
    spoken = [n for n in whole if not (spoilt == "hole" and n == far) and not (spoilt == "below" and n >= far)]
    turns: list[At] = [(0,), (1,)] if kind == "winners" else [()]
    failing = [(n, *one) for n in spoken if fails(n) for one in turns]
    return Case(rules, spec, lambda _: failing, [()], kind, spoilt, _used(kind, spoilt))


def labels(moves: Callable[[int], list[int]], most: int, kind: str, *, misere: bool) -> list[int]:
    """The values, or of a class the labels: 0 and 1 of swap positions, 2 where both can be reached, else 3."""
    normal, other = (values(moves, most, misere=one) for one in (kind != "class" and misere, True))
    if kind != "class":
        return normal
    found: list[int] = []
    for pile, pair in enumerate(zip(normal, other, strict=True)):
        both = {0, 1} <= {found[to] for to in moves(pile)}
        found.append({(0, 1): 0, (1, 0): 1}.get(pair, 2 if both else 3))
    return found


def _from_l_to_r(rng: Random) -> Case:
    """From l to r stones are taken, for every l <= r: the value is that of the remainder by l + r, in lots of l."""
    pile, speaks, said = rng.sample(_NAMES, 3)
    kind, spoilt = rng.choice(("p-positions", "grundy", "outcome")), rng.choice(("", "", "said", "move", "large"))
    far, large = rng.randint(50, 900), rng.randint(15, 60)

    @cache
    def failing(parameters: At) -> list[At]:
        low, high = parameters
        if low > high:
            return []

        def moves(n: int) -> list[int]:
            odd = [0] if spoilt == "move" and n == far else []
            return [*range(max(0, n - high), n - low + 1), *odd]

        true = values(moves, far + 2 * (low + high) + 20, misere=False)

        def claimed(n: int) -> int:
            odd = (spoilt == "said" and n == far) or (spoilt == "large" and low == large and n >= 2)
            return (n % (low + high)) // low + odd

        zero = {n for n in range(len(true)) if claimed(n) == 0}
        if kind == "outcome":
            return [(n,) for n in zero if true[n] != 0]
        wrong = (lambda n: true[n] != claimed(n)) if kind == "grundy" else lambda n: (true[n] == 0) is not (n in zero)
        return [(n,) for n in range(len(true)) if wrong(n)]

    rules = f"move(take(M)) :- {pile}(N), M = l..r, M <= N.\nafter(take(M), {pile}(N-M)) :- {pile}(N), move(take(M)).\n"
    rules += f"move(all) :- {pile}({far}), l <= r.\nafter(all, {pile}(0)) :- move(all).\n" if spoilt == "move" else ""
    odd = {"said": f"odd :- {pile}({far}).\n", "large": f"odd :- {pile}(N), l = {large}, N >= 2.\n"}.get(spoilt)
    rules += f"{speaks} :- l <= r.\n{odd or ''}"
    rules += f"{said}((N \\ (l+r)) / l) :- {pile}(N){', not odd' if odd else ''}.\n"
    rules += f"{said}((N \\ (l+r)) / l + 1) :- {pile}(N), odd.\n" if odd else ""
    rules += f"it :- {said}(0).\nboth :- it, {speaks}.\n"
    claim = {
        "p-positions": f"iff: it, where: {speaks}",
        "grundy": f"iff: {said}, where: {speaks}",
        "outcome": "where: both, outcome: P",
    }[kind]
    claims = f"  - {{id: c, says: A., kind: {kind}, {claim}, prove: {{{pile}: all, l: all, r: all}}}}\n"
    ranges = f"parameters: {{l: 1..3, r: 2..4}}\nposition: {{{pile}: 0..12}}"
    spec = f"game: a case\nrules: case.lp\n{ranges}\nclaims:\n{claims}"
    several = [(low, high) for low in (1, 2, 3, 4, large) for high in (2, 3, 4, 5, large, large + 3)]
    return Case(rules, spec, failing, several, f"l to r: {kind}", spoilt, _used(f"l to r: {kind}", spoilt))


def compared(case: Case, _number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    result = judged(folder, {"case.lp": case.rules, "case.yaml": case.spec}, seconds=10.0)
    if isinstance(result, InputError):
        return [str(result)]
    false = any(map(case.failing, case.parameters))
    tally[f"{case.kind}, {'false' if false else 'true'}: {result.verdict.value}"] += 1
    if not false and result.verdict is not Verdict.PROVED:
        tally[f"true, {case.spoilt or 'not spoilt'}, not proved: {str(result.proof and result.proof.reason)[:80]}"] += 1
    return list(differences(result, case.failing, case.parameters, _in_the_box))


def _in_the_box(parameters: At, at: At) -> bool:
    return at[0] <= _BOX and (not parameters or (parameters[0] <= 3 and parameters[1] <= 4))


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.where", (__doc__ or "").partition("\n")[0], made, compared))
