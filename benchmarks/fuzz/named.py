"""`python -m benchmarks.fuzz.named --cases 300 --seed S`: random claims about values of positions that rules name.

A case is a game of one pile, from which random numbers of stones are taken, in normal or misère play; names of
positions some way above, below or at the pile, of the game or of another one, odd names; and a claim of the kind
`everywhere` about their values or outcomes. Some claims have a proof by a formula for the values, a residue, and some
are false far out alone. What is proved must be true of all piles up to 400, what is refuted must fail where it is said
and nowhere below, and what holds must hold in its box: by plain Python.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.fuzz.looping import loop
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

_BOX, _LARGEST = 30, 400
_SECONDS = 20.0
_NAMES = ("above", "x", "p", "value", "pile", "at", "some", "misnamed", "above'", "move", "some_x", "has_p")
_TAKE = "move(take(M)) :- take(M), pile(N), M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"


@dataclass(frozen=True)
class Case:
    """Rules, a spec with a claim, the rules of another game, and the least pile at which the claim fails."""

    rules: str
    spec: str
    other: str
    fails: int | None
    used: tuple[str, ...]


def values(taken: Callable[[int], bool], misere: bool) -> list[int]:
    """The values of the piles 0, 1, ... by mex; that of a pile without a move is 1 in misère play."""
    found: list[int] = []
    for pile in range(2 * _LARGEST):
        options = {found[pile - one] for one in range(1, min(pile, 12) + 1) if taken(one)}
        ended = not any(taken(one) for one in range(1, pile + 1))
        found.append(int(misere) if ended else next(one for one in range(len(options) + 1) if one not in options))
    return found


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"named {seed} {number}")
    formula, misere, elsewhere = rng.random() < 0.5, rng.random() < 0.3, False
    most = rng.randint(1, 4)
    if formula:  # take 1, ..., `most`: the value is a residue, shifted by one in misère play
        own = values(lambda one: one <= most, misere)
        rules = f"{_TAKE}take(1..{most}).\n"
        rules += _residues(most, own)
    else:
        some = rng.sample(range(1, 8), rng.randint(1, 3))
        own = values(some.__contains__, misere)
        rules = f"{_TAKE}{' '.join(f'take({one}).' for one in some)}\n"
        elsewhere = rng.random() < 0.4
    several = rng.sample(range(1, 8), rng.randint(1, 3))
    other = values(several.__contains__, misere) if elsewhere else own
    first, second = rng.sample(_NAMES, 2)
    up, down = rng.choice((0, 1, most + 1, 2 * most + 2, rng.randint(0, 9))), rng.randint(0, 3)
    guard = rng.random() < 0.8 or down == 0
    rules += f"at({first}, pile(N+{up})) :- pile(N).\n"
    rules += f"at({second}, pile(N-{down})) :- pile(N), N >= {down}.\n"
    far = rng.choice((None, None, rng.randint(60, 300)))
    form = rng.randrange(6)
    body, holds = _forms(first, second, form, rng.randint(0, 3))
    rules += f"fine :- {body}.\n" if not body.startswith("not ") else f"fine :- pile(N), {body}.\n"
    rules += f"fine :- pile(N), N < {down}.\n" if guard else ""
    rules += f"odd :- pile({far}).\nright :- fine, not odd.\n" if far is not None else "right :- fine.\n"

    def so(pile: int) -> bool:
        low = own[pile - down] if pile >= down else None
        return pile != far and ((guard and pile < down) or holds(other[pile + up], low))

    fails = next((pile for pile in range(_LARGEST) if not so(pile)), None)
    listed = f", other: {{{first}: other.yaml}}" if elsewhere else ""
    play = ", play: misere" if misere else ""
    claims = f"  - {{id: c, says: A., kind: everywhere, iff: right{play}{listed}, prove: {{pile: all}}}}\n"
    if formula:
        claims += f"  - {{id: values, says: A., kind: grundy, iff: residue{play}, prove: {{pile: all}}}}\n"
    spec = f"game: a case\nrules: case.lp\nposition: {{pile: 0..{_BOX}}}\nclaims:\n{claims}"
    used = ("formula" if formula else "no formula", "misère" if misere else "normal", f"form {form}")
    others = f"{_TAKE}{' '.join(f'take({one}).' for one in several)}\n"
    return Case(rules, spec, others, fails, (*used, "other game" if elsewhere else "one game"))


def _residues(most: int, own: list[int]) -> str:
    """The formula for the values by residues, a number each."""
    return "".join(f"residue({own[one]}) :- pile(N), N \\ {most + 1} = {one}.\n" for one in range(most + 1))


def _forms(first: str, second: str, form: int, limit: int) -> tuple[str, Callable[[int, int | None], bool]]:
    """What a claim says of the two positions, as a body and in Python; the second may not be there."""
    return (
        (f"value({first},V), value({second},V)", lambda a, b: a == b),
        (f"outcome({first},p), outcome({second},n)", lambda a, b: a == 0 and b is not None and b > 0),
        (f"not outcome({first},p)", lambda a, _: a != 0),
        (f"value({first},V), not value({second},V)", lambda a, b: a != b),
        (
            f"value({first},V), value({second},W), V + W <= {limit + 2}",
            lambda a, b: b is not None and a + b - 2 <= limit,
        ),
        (f"1 = #count {{ V : value({first},V) }}, value({first},V), V <= {limit}", lambda a, _: a <= limit),
    )[form]


def compared(case: Case, _number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What differs from plain Python, in words."""
    (folder / "case.lp").write_text(case.rules)
    (folder / "case.yaml").write_text(case.spec)
    (folder / "other.lp").write_text(case.other)
    (folder / "other.yaml").write_text(f"game: another\nrules: other.lp\nposition: {{pile: 0..{_BOX}}}\n")
    options = Options(limits=Limits(seconds=_SECONDS), crosscheck=False, fresh=True, claims=("c",))
    (result,) = check(load(folder / "case.yaml"), options, lambda _: None)
    tally[f"{case.used[0]}: {result.verdict.value}"] += 1
    if result.verdict is Verdict.HOLDS and result.proof is not None:
        tally[f"not proved: {str(result.proof.reason)[:90]}"] += 1
    return list(_differences(case, result))


def _differences(case: Case, result: Result) -> Iterator[str]:
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        (at,) = result.counterexample.position.values()
        if at != case.fails:
            yield f"refuted at {at}, and it fails at {case.fails}"
    elif result.verdict is Verdict.PROVED and case.fails is not None:
        yield f"proved, and it fails at {case.fails}"
    elif result.verdict is Verdict.HOLDS and case.fails is not None and case.fails <= _BOX:
        yield f"holds, and it fails at {case.fails} in its box"


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.named", (__doc__ or "").partition("\n")[0], made, compared))
