"""`python -m benchmarks.fuzz.families --cases 300 --seed S`: random claims that all of a family are P, or all are N.

A case is a game of one pile (of some numbers that may be taken, or of 1 to k), or of two (any number, or some), in
either play, and a family of P-positions by remainders or by copying, or of N-positions from which one leads to what
another claim names. Answers are named in half of the cases, and else looked for. Half of the cases are spoilt at one
place, from 50 to 10,000 stones: a position more or less in the family, a move more or less, an answer more or less.
What is proved must be true at all positions that plain Python computes, what is refuted must fail where it is said and
at none of fewer stones, and what holds must hold in its box.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from benchmarks.fuzz.judged import At, Failing, differences, judged
from benchmarks.fuzz.looping import loop
from bouton.core.errors import InputError
from bouton.core.verdict import Verdict

_BOX = 8
_NAMES = ("pile", "reply", "p", "family", "n", "some_p", "take", "at_", "where", "into", "falls", "label")
_EXTRA = (-1,)
"""A move that there is at one place."""
Moves = Callable[[At], Iterator[tuple[At, At]]]
"""The moves from a position: what each is called, and where it leads."""


@dataclass(frozen=True)
class Case:
    """Rules, a spec with a claim, where that fails, and for which parameters this is asked."""

    rules: str
    spec: str
    failing: Failing
    parameters: Sequence[At]
    kind: str
    spoilt: str
    used: tuple[str, ...]


def outcomes(moves: Moves, positions: Sequence[At], misere: bool) -> dict[At, bool]:
    """Which of the positions are P, of which the options stand before them."""
    found: dict[At, bool] = {}
    for at in positions:
        options = [found[to] for _, to in moves(at)]
        found[at] = not any(options) if options else not misere
    return found


def failures(moves: Moves, is_p: Callable[[At], bool], said: Said, positions: Sequence[At]) -> list[At]:
    """The positions of the family that have another outcome, or a move without an answer that leads back into it."""

    def unanswered(at: At) -> bool:
        for move, to in moves(at):
            answers = dict(moves(to))
            if said.answers is None or (said.misere and not answers):
                continue
            named = said.answers(at, move)
            if not named or not all(one in answers and said.family(answers[one]) for one in named):
                return True
        return False

    spoken = [at for at in positions if said.family(at)]
    return sorted((at for at in spoken if is_p(at) is not said.p or unanswered(at)), key=lambda at: (sum(at), at))


@dataclass(frozen=True)
class Said:
    """A claim in plain Python: its family, whether this is of P-positions, and what answers a move, if it says so."""

    family: Callable[[At], bool]
    p: bool
    misere: bool
    answers: Callable[[At, At], list[At]] | None = None


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"families {seed} {number}")
    return rng.choice((_pile, _pile, _up_to, _copied, _copied))(rng)


def _spec(position: str, said: Said, names: tuple[str, str], prove: str, more: str = "", parameters: str = "") -> str:
    play = "misere" if said.misere else "normal"
    family, reply = names
    claim = f"kind: outcome, play: {play}, where: {family}, outcome: {'P' if said.p else 'N'}, prove: {{{prove}}}"
    claim += f", reply: {reply}" if said.answers is not None else ""
    claim += ", into: known" if more else ""
    text = f"game: a case\nrules: case.lp\n{parameters}position: {{{position}}}\nclaims:\n"
    others = f"  - {{id: known, says: A., play: {play}, prove: {{{prove}}}, {more}}}\n" if more else ""
    return f"{text}  - {{id: c, says: A., {claim}}}\n{others}"


def _pile(rng: Random) -> Case:
    """Some numbers may be taken from a pile, and the family is one of remainders."""
    pile, fam, reply = rng.sample(_NAMES, 3)
    take = rng.choice(("take", "t", "reply", "move"))
    taken, misere = sorted(rng.sample(range(1, 7), rng.randint(1, 3))), rng.random() < 0.4
    far = rng.choice((rng.randint(50, 400), rng.randint(400, 10_000)))
    p = rng.random() < 0.7
    whole = [(n,) for n in range(far + 60)]

    usual = _taking(taken)
    base = outcomes(usual, whole[:110], misere)
    start, period = _form([base[at] for at in whole[:110]])
    rests = sorted({n % period for n in range(start, start + period) if base[n,] is p})
    if not rests:
        return _pile(rng)
    kept = rests if rng.random() < 0.6 else sorted(rng.sample(rests, rng.randint(1, len(rests))))
    named = p and rng.random() < 0.5
    spoilt = rng.choice(("",) * 6 + ("more", "less", "move", "stuck", "below") + ("answer", "silent") * named)
    extra = rng.randint(1, 9)

    def moves(at: At) -> Iterator[tuple[At, At]]:
        if not (spoilt == "stuck" and at == (far,)):
            yield from usual(at)
        if spoilt == "move" and at == (far,):
            yield _EXTRA, (far - extra,)

    def family(at: At) -> bool:
        (n,) = at
        if spoilt in ("more", "less") and n == far:
            return spoilt == "more"
        return n >= start and n % period in kept and not (spoilt == "below" and n >= far)

    table = {
        (rest, one): next((answer for answer in taken if (rest - one - answer) % period in kept), None)
        for rest in kept
        for one in taken
    }
    wrong = rng.choice(taken)

    def answers(at: At, move: At) -> list[At]:
        (n,), (one,) = at, move
        if move == _EXTRA or (spoilt == "silent" and n == far):
            return []
        found = {table.get((n % period, one))} | ({wrong} if spoilt == "answer" and n == far else set())
        return [(answer,) for answer in found if answer is not None]

    stuck = f", N != {far}" if spoilt == "stuck" else ""
    rules = f"move({take}(M)) :- {pile}(N), M = ({';'.join(map(str, taken))}), M <= N{stuck}.\n"
    rules += f"after({take}(M), {pile}(N-M)) :- {pile}(N), move({take}(M)).\n"
    if spoilt == "move":
        rules += f"move(extra) :- {pile}({far}).\nafter(extra, {pile}({far - extra})) :- move(extra).\n"
    guard = f", N != {far}" if spoilt == "less" else f", N < {far}" if spoilt == "below" else ""
    rules += "".join(f"{fam} :- {pile}(N), N \\ {period} = {rest}, N >= {start}{guard}.\n" for rest in kept)
    rules += f"{fam} :- {pile}({far}).\n" if spoilt == "more" else ""
    if named:
        of = f"{pile}(N){f', N != {far}' if spoilt == 'silent' else ''}"
        rules += _answers(of, reply, take, period, table)
        odd = f"{reply}({take}(M), {take}({wrong})) :- {pile}({far}), move({take}(M)).\n"
        rules += odd if spoilt == "answer" else ""
    said = Said(family, p, misere, answers if named else None)
    more = ""
    if not p:
        rules += _known(pile, base, start, period)
        more = rng.choice(("kind: p-positions, iff: lost", "kind: outcome, where: lost, outcome: P"))
    spec = _spec(f"{pile}: 0..{_BOX}", said, (fam, reply), f"{pile}: all", more)
    failing = failures(moves, outcomes(moves, whole, misere).__getitem__, said, whole)
    return Case(rules, spec, lambda _: failing, [()], _kind(said), spoilt, _used("some numbers", misere))


def _taking(taken: list[int]) -> Moves:
    """The moves by which some numbers are taken from a pile."""

    def moves(at: At) -> Iterator[tuple[At, At]]:
        yield from (((one,), (at[0] - one,)) for one in taken if one <= at[0])

    return moves


def _answers(of: str, reply: str, take: str, period: int, table: dict[tuple[int, int], int | None]) -> str:
    """Rules for what answers each move, by the remainder of the pile."""
    return f"{reply}(none, none) :- {of}, N < 0.\n" + "".join(
        f"{reply}({take}({one}), {take}({answer})) :- {of}, N \\ {period} = {rest}.\n"
        for (rest, one), answer in table.items()
        if answer is not None
    )


def _known(pile: str, base: dict[At, bool], start: int, period: int) -> str:
    """Rules for the P-positions of the game as it is without what is spoilt."""
    small = [n for n in range(start) if base[n,]]
    lost = sorted({n % period for n in range(start, start + period) if base[n,]})
    text = "".join(f"lost :- {pile}(N), N \\ {period} = {rest}, N >= {start}.\n" for rest in lost)
    return f"{text}lost :- {pile}(0), {pile}(1).\n" + "".join(f"lost :- {pile}({n}).\n" for n in small)


def _form(labels: list[bool]) -> tuple[int, int]:
    """The least preperiod and period of labels, of which the last fifty repeat."""
    forms = ((s, q) for q in range(1, 20) for s in range(40))
    return next((s, q) for s, q in forms if all(labels[n] == labels[n + q] for n in range(s, len(labels) - q)))


def _kind(said: Said) -> str:
    return f"{'P' if said.p else 'N'}{', answers named' if said.answers is not None else ''}"


def _used(game: str, misere: bool) -> tuple[str, ...]:
    return game, "misère play" if misere else "normal play"


def _up_to(rng: Random) -> Case:
    """1 to k may be taken, for every k: what is spoilt is so for one k or for all."""
    pile, fam, reply = rng.sample(_NAMES, 3)
    misere, named, far = rng.random() < 0.4, rng.random() < 0.5, rng.randint(50, 3000)
    at_k = rng.choice((None, rng.randint(2, 4), rng.randint(20, 60)))
    spoilt = rng.choice(("", "", "more", "less", "move", *("answer", "silent") * named))
    rest, here = int(misere), "" if at_k is None else f", k = {at_k}"

    def odd(k: int, n: int) -> bool:
        return n == far and at_k in (None, k)

    @cache
    def failing(values: At) -> list[At]:
        (k,) = values

        def moves(at: At) -> Iterator[tuple[At, At]]:
            yield from (((one,), (at[0] - one,)) for one in range(1, min(k, at[0]) + 1))
            if spoilt == "move" and odd(k, at[0]):
                yield _EXTRA, (far - k - 1,)

        def family(at: At) -> bool:
            (n,) = at
            return spoilt == "more" if spoilt in ("more", "less") and odd(k, n) else n % (k + 1) == rest

        def answers(at: At, move: At) -> list[At]:
            if move == _EXTRA or (spoilt == "silent" and odd(k, at[0])):
                return []
            found = {k + 1 - one for one in move} | ({1} if spoilt == "answer" and odd(k, at[0]) else set())
            return [(one,) for one in found]

        whole = [(n,) for n in range(far + 3 * k + 9)]
        found = outcomes(moves, whole, misere)
        return failures(moves, found.__getitem__, Said(family, True, misere, answers if named else None), whole)

    rules = f"move(take(M)) :- {pile}(N), M = 1..k, M <= N.\n"
    rules += f"after(take(M), {pile}(N-M)) :- {pile}(N), move(take(M)).\n"
    odd_at = f"{pile}({far}){here}"
    if spoilt == "move":
        rules += f"move(extra) :- {odd_at}, k < {far}.\nafter(extra, {pile}({far}-k-1)) :- move(extra).\n"
    rules += f"odd :- {odd_at}.\n"
    rules += f"{fam} :- {pile}(N), N \\ (k+1) = {rest}{', not odd' if spoilt == 'less' else ''}.\n"
    rules += f"{fam} :- odd.\n" if spoilt == "more" else ""
    if named:
        rules += f"{reply}(take(M), take(k+1-M)) :- move(take(M)){', not odd' if spoilt == 'silent' else ''}.\n"
        rules += f"{reply}(take(M), take(1)) :- move(take(M)), odd.\n" if spoilt == "answer" else ""
    said = Said(lambda _: True, True, misere, (lambda _at, _move: []) if named else None)
    parameters = f"parameters: {{k: 1..{rng.choice((3, 4))}}}\n"
    spec = _spec(f"{pile}: 0..{_BOX}", said, (fam, reply), f"{pile}: all, k: all", parameters=parameters)
    several = [(k,) for k in (*range(1, 7), *([at_k] if at_k else []))]
    kind = f"P{', answers named' if named else ''}"
    return Case(rules, spec, failing, several, kind, spoilt, _used("1 to k, every k", misere))


def _copied(rng: Random) -> Case:
    """Two piles with equal moves, which are copied; what is spoilt is so at one position."""
    left, right, fam, reply = rng.sample(_NAMES, 4)
    nim, named = rng.random() < 0.5, rng.random() < 0.6
    misere = nim and rng.random() < 0.4
    taken = sorted(rng.sample(range(1, 5), rng.randint(1, 2)))
    far = rng.randint(50, 200 if nim else 90)
    p = rng.random() < 0.75
    named = named and p
    spoilt = rng.choice(("",) * 3 + ("more", "less") + ("answer", "silent") * named)
    by, apart = rng.randint(1, 3), rng.randint(0, 2)

    def moves(at: At) -> Iterator[tuple[At, At]]:
        for side, n in enumerate(at):
            for one in range(1, n + 1) if nim else (one for one in taken if one <= n):
                yield (side + 1, one), (n - one, at[1]) if side == 0 else (at[0], n - one)

    def family(at: At) -> bool:
        a, b = at
        if spoilt == "more" and at == (far, far + by):
            return True
        if spoilt == "less" and at == (far, far + apart * (not p)):
            return False
        if not p:
            return b - a == apart
        return (a == b > 1 or a + b == 1) if misere else a == b

    def answers(at: At, move: At) -> list[At]:
        side, one = move
        if spoilt == "silent" and side == 1 and at[0] == far:
            return []
        return [(3 - side, one), *([(3 - side, one + 1)] if spoilt == "answer" and at[1] == far and side == 2 else [])]

    near = [(a, b) for a in range(13) for b in range(13)]
    beside = [(far + d, far + e) for d in range(-2, 3) for e in range(-2, 5)]
    if nim:
        whole = [*near, *beside]
        is_p: Callable[[At], bool] = lambda at: (at[0] ^ at[1] == 0) is not (misere and max(at) < 2)  # noqa: E731
    else:
        whole = sorted(((a, b) for a in range(far + 6) for b in range(far + 6)), key=sum)
        is_p = outcomes(moves, whole, misere).__getitem__
    said = Said(family, p, misere, answers if named else None)
    failing = failures(moves, is_p, said, whole)
    number = "1..N" if nim else f"({';'.join(map(str, taken))}), M <= N"
    rules = "".join(
        f"move(take({at},M)) :- {name}(N), M = {number}.\n"
        f"after(take({at},M), {name}(N-M)) :- {name}(N), move(take({at},M)).\n"
        for at, name in ((1, left), (2, right))
    )
    less = f", A != {far}" if spoilt == "less" else ""
    equal = f"{left}(A), {right}(A+{0 if p else apart}){', A > 1' if misere and p else ''}"
    rules += f"{fam} :- {equal}{less}.\n"
    rules += f"{fam} :- {left}(A), {right}(B), A + B = 1.\n" if misere and p else ""
    rules += f"{fam} :- {left}({far}), {right}({far + by}).\n" if spoilt == "more" else ""
    if named:
        rules += f"{reply}(take(1,M), take(2,M)) :- move(take(1,M)){f', not {left}({far})' * (spoilt == 'silent')}.\n"
        rules += f"{reply}(take(2,M), take(1,M)) :- move(take(2,M)).\n"
        rules += f"{reply}(take(2,M), take(1,M+1)) :- move(take(2,M)), {right}({far}).\n" * (spoilt == "answer")
    more = ""
    if not p:
        more = "kind: outcome, where: equal, outcome: P"
        rules += f"equal :- {left}(A), {right}(A){', A > 1' if misere else ''}.\n"
        rules += f"equal :- {left}(A), {right}(B), A + B = 1.\n" if misere else ""
    position = ", ".join(f"{one}: {{range: 0..{_BOX - 2}, stones: true}}" for one in (left, right))
    spec = _spec(position, said, (fam, reply), f"{left}: all, {right}: all", more)
    game = "two piles, any number" if nim else "two piles, some numbers"
    return Case(rules, spec, lambda _: failing, [()], _kind(said), spoilt, _used(game, misere))


def compared(case: Case, _number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    result = judged(folder, {"case.lp": case.rules, "case.yaml": case.spec})
    if isinstance(result, InputError):
        return [str(result)]
    false = any(map(case.failing, case.parameters))
    tally[f"{case.kind}, {'false' if false else 'true'}: {result.verdict.value}"] += 1
    if not false and result.verdict is not Verdict.PROVED:
        tally[f"true, {case.spoilt or 'not spoilt'}, not proved: {str(result.proof and result.proof.reason)[:80]}"] += 1
    return list(differences(result, case.failing, case.parameters, lambda _, at: max(at) <= _BOX - 2))


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.families", (__doc__ or "").partition("\n")[0], made, compared))
