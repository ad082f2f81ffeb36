"""Values and outcomes of positions that rules name: against plain Python, and what is wrong with such names."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

from ..samples import small_or_whole
from .conftest import found

TAKE = """\
move(take(M))             :- take(M), pile(N), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
"""


def written(folder: Path, rules: str, claim: str, box: str, name: str = "game") -> Path:
    """A spec of one pile with one claim."""
    (folder / f"{name}.lp").write_text(rules)
    file = folder / f"{name}.yaml"
    file.write_text(f"game: g\nrules: {name}.lp\n{box}claims:\n  - {{id: c, says: so, {claim}}}\n")
    return file


def judged(file: Path, **options: object) -> Result:
    (result,) = check(load(str(file)), Options(**options), lambda _: None)  # type: ignore[arg-type]
    return result


def values(taken: tuple[int, ...], misere: bool) -> Callable[[int], int]:
    """The value of a pile from which so many may be taken, by mex: 1 at the end of misère play."""

    @cache
    def value(pile: int) -> int:
        options = {value(pile - one) for one in taken if one <= pile}
        if not any(one <= pile for one in taken):
            return int(misere)
        return next(one for one in range(len(options) + 1) if one not in options)

    return value


def random_claims(seed: int) -> Iterator[tuple[str, str, str, Callable[[int], bool]]]:
    """Rules about positions named at a pile of N, the claim, other's rules, and what is so by plain Python."""
    chance = random.Random(seed)
    while True:
        taken = tuple(sorted(chance.sample(range(1, 7), chance.randint(1, 3))))
        others = tuple(sorted(chance.sample(range(1, 7), chance.randint(1, 3))))
        misere, elsewhere = chance.random() < 0.4, chance.random() < 0.4
        own = values(taken, misere)
        other = values(others, misere) if elsewhere else own
        up, down = chance.randint(0, 12), chance.randint(0, 4)
        name, low = chance.choice(["above", "x", "value", "p", "shift(1)"]), chance.choice(["below", "y", "n"])
        facts = "".join(f"take({one}). " for one in taken)
        rules = (
            f"{TAKE}{facts}\nat({name}, pile(N+{up})) :- pile(N).\nat({low}, pile(N-{down})) :- pile(N), N >= {down}.\n"
        )
        form = chance.randrange(4)
        if form == 0:
            rules += f"fine :- value({name},V), value({low},V).\nfine :- pile(N), N < {down}.\n"
            so = lambda n: n < down or other(n + up) == own(n - down)  # noqa: E731, B023
        elif form == 1:
            rules += f"fine :- outcome({name},p), outcome({low},n).\nfine :- outcome({name},n).\n"
            so = lambda n: other(n + up) != 0 or (n >= down and own(n - down) != 0)  # noqa: E731, B023
        elif form == 2:
            rules += f"fine :- value({name},V), not value({low},V).\n"
            so = lambda n: n < down or other(n + up) != own(n - down)  # noqa: E731, B023
        else:
            rules += f"large :- value({name},V), value({low},W), V + W > 3.\nfine :- not large.\n"
            so = lambda n: n < down or other(n + up) + own(n - down) <= 3  # noqa: E731, B023
        listed = ", other: {" + name.partition("(")[0] + ": other.yaml}" if elsewhere else ""
        claim = f"kind: everywhere, iff: fine{', play: misere' if misere else ''}{listed}"
        yield rules, claim, TAKE + "".join(f"take({one}). " for one in others), so


@pytest.mark.parametrize("many", small_or_whole(10, 200))
def test_against_plain_python(tmp_path: Path, many: int) -> None:
    made = random_claims(many)
    for _ in range(many):
        rules, claim, others, so = next(made)
        box = "position: {pile: 0..40}\n"
        written(tmp_path, others, "kind: grundy, iff: none", box, "other")
        result = judged(written(tmp_path, rules, claim, box))
        least = next((pile for pile in range(41) if not so(pile)), None)
        if least is None:
            assert (result.verdict, result.positions) == (Verdict.HOLDS, 41), rules
        else:
            assert found(result)[0] == {"pile": least}, rules


def test_of_heaps(tmp_path: Path) -> None:
    """A heap of three has the value 0 where one or two stones may be taken, and changes no outcome."""
    rules = """
at(here, heap(I,S)) :- heap(I,S).
at(more, heap(I,S)) :- heap(I,S).
at(more, heap(N+1,D)) :- heaps(N), added(D).
added(3).
same :- value(here,V), value(more,V).
"""
    box = "position: {heap: {count: 0..3, size: 1..5}}\n"
    rules = f"""
move(t(I,D)) :- heap(I,S), D = 1..2, D <= S.
after(t(I,D), heap(I,S-D)) :- move(t(I,D)), heap(I,S).
heaps(N) :- N = #count {{ I : heap(I,_) }}.
{rules}"""
    assert judged(written(tmp_path, rules, "kind: everywhere, iff: same", box)).verdict is Verdict.HOLDS
    for other, least in (("added(2)", []), ("added(3 - S/4) :- heap(1,S)", [4])):  # nothing is added to no heap
        changed = rules.replace("added(3)", other)
        assert found(judged(written(tmp_path, changed, "kind: everywhere, iff: same", box)))[0] == {"heap": least}


@pytest.mark.slow
def test_of_many_names(tmp_path: Path) -> None:
    """Wythoff's game has one P-position in each row, each difference, and not in each two rows."""
    rules = """
move(t(I,T))             :- pair(I,S), T = 1..S.
move(both(T))            :- a(A), b(B), T = 1..A, T <= B.
pair(1,A) :- a(A).  pair(2,B) :- b(B).
after(t(1,T), a(A-T))    :- a(A), move(t(1,T)).
after(t(2,T), b(B-T))    :- b(B), move(t(2,T)).
after(both(T), a(A-T))   :- a(A), move(both(T)).
after(both(T), b(B-T))   :- b(B), move(both(T)).
at(row(J), a(A)) :- a(A), J = 0..2*A+2.
at(row(J), b(J)) :- a(A), J = 0..2*A+2.
one :- 1 = #count { J : outcome(row(J),p) }.
few :- M = #count { J : outcome(row(J),p), J <= A }, a(A), M = 1.
"""
    box = "position:\n  a: {range: 0..12, stones: true}\n  b: {range: 0..0, reach: 0..26, stones: true}\n"
    assert judged(written(tmp_path, rules, "kind: everywhere, iff: one", box)).verdict is Verdict.HOLDS
    assert found(judged(written(tmp_path, rules, "kind: everywhere, iff: few", box)))[0] == {"a": 1, "b": 0}


def test_an_octal_code(tmp_path: Path) -> None:
    """Kayles and the game in which heaps are never split; rules beside a code may name positions, and give no moves."""
    rules = "at(here, heap(I,S)) :- heap(I,S).\nat(there, heap(I,S)) :- heap(I,S).\nempty :- not heap(1,_).\n"
    rules += "same :- value(here,V), value(there,V).\nsame :- empty.\n"
    (tmp_path / "n.lp").write_text(rules)
    head = 'game: g\noctal: "{}"\n{}position:\n  heap: {{count: 0..1, size: 1..60}}\n'
    (tmp_path / "o.yaml").write_text(head.format("0.33", ""))
    claims = "claims:\n  - {id: c, says: so, kind: everywhere, iff: same, other: {there: o.yaml}}\n"
    (tmp_path / "k.yaml").write_text(head.format("0.77", "rules: n.lp\n") + claims)
    assert found(judged(tmp_path / "k.yaml"))[0] == {"heap": [3]}
    (tmp_path / "n.lp").write_text(f"{rules}move(x) :- heap(1,5).\n")
    with pytest.raises(
        InputError, match=r"n.lp:6:1: the moves are those of the octal code, and move has no other rules"
    ):
        judged(tmp_path / "k.yaml")


BELOW = "at(below, pile(N-1)) :- pile(N).\n"


@pytest.mark.parametrize(
    ("rules", "claim", "message"),
    [
        (
            "fine :- value(above,1).\n",
            "",
            r"game.lp:4:9: no rule derives value/2; expected value\(above,V\), the value of",
        ),
        (
            "fine :- outcome(above,p).\n",
            "",
            r"game.lp:4:9: no rule derives outcome/2; expected outcome\(above,p\), or n",
        ),
        (BELOW + "fine :- value(belo,1).\n", "", r"game.lp:5:15: no rule says which position belo is; .*'below'"),
        (
            BELOW + "fine :- outcome(below,lost).\n",
            "",
            r"game.lp:5:23: lost is no outcome; expected outcome\(below,p\)",
        ),
        (BELOW + "fine :- value(below,one).\n", "", r"game.lp:5:21: one is no value; expected a number"),
        (
            BELOW + "fine :- value(below,0).\n",
            "",
            r"game.lp:4:1: at\(below,F\) at pile 0 names no position: pile = -1 is",
        ),
        (
            "at(x, pil(N)) :- pile(N).\nfine :- value(x,0).\n",
            "",
            r"game.lp:4:7: pil\(N\) is no fluent of this game; .*'pile'",
        ),
        (
            "at(x, pile(N,1)) :- pile(N).\nfine :- value(x,0).\n",
            "",
            r"game.lp:4:7: pile\(N,1\) is no fluent of this game",
        ),
        (
            "at(x, pile(N+1..N+2)) :- pile(N).\nfine :- value(x,0).\n",
            "",
            r"names no position: two values for pile: 1 and 2",
        ),
        (BELOW + "value(N,1) :- pile(N).\nfine.\n", "", r"game.lp:5:1: value/2 is given where at/2 names positions"),
        (
            BELOW + "take(7) :- value(below,0).\nfine.\n",
            "",
            r"game.lp:1:30: move/1 may not rest on value/2, which comes",
        ),
        (
            BELOW + "fine :- value(below,0).\n",
            ", other: {belo: other.yaml}",
            r"asks for nothing of a position belo; .*'below'",
        ),
        (BELOW + "fine :- value(below,0).\n", ", other: {below: game.yaml}", r"game.yaml is this spec itself"),
        (
            BELOW + "fine :- value(below,0).\n",
            ", other: {below: oter.yaml}",
            r"there is no spec 'oter.yaml' beside this one",
        ),
    ],
)
def test_errors(tmp_path: Path, rules: str, claim: str, message: str) -> None:
    box = "position: {pile: 0..5}\n"
    written(tmp_path, TAKE + "take(1).\n", "kind: grundy, iff: none", box, "other")
    with pytest.raises(InputError, match=message):
        judged(written(tmp_path, f"{TAKE}take(1..2).\n{rules}", f"kind: everywhere, iff: fine{claim}", box))


def test_positions_of_sets_are_not_named(tmp_path: Path) -> None:
    rules = "vertex(1..3).\nmove(t(V)) :- free(V).\ngone(t(V), free(V)) :- move(t(V)).\n"
    rules += "at(x, free(V)) :- free(V).\nfine :- value(x,V), V >= 0.\n"
    with pytest.raises(InputError, match=r"game.yaml:.*: game.lp is a game with sets or tokens, of which no rule"):
        judged(written(tmp_path, rules, "kind: everywhere, iff: fine", "position: {free: {subset_of: vertex}}\n"))


def test_a_position_that_lacks_a_counter(tmp_path: Path) -> None:
    rules = "move(t) :- a(A), A > 0.\nafter(t, a(A-1)) :- a(A), move(t).\nat(x, a(A)) :- a(A).\nfine :- value(x,0).\n"
    box = "position:\n  a: 0..5\n  b: 0..2\n"
    with pytest.raises(
        InputError, match=r"game.lp:3:4: x is no whole position: no rule says its b; expected at\(x, b\(N\)\)"
    ):
        judged(written(tmp_path, rules, "kind: everywhere, iff: fine", box))
    rules += "at(x, b(1)) :- a(3).\n"
    with pytest.raises(InputError, match=r"game.lp:3:1: at\(x,F\) at a 0,b 0 names no position: no value for b"):
        judged(written(tmp_path, rules, "kind: everywhere, iff: fine", box))


def test_other_kinds(tmp_path: Path) -> None:
    rules = f"{TAKE}take(1).\nat(x, pile(N+1)) :- pile(N).\nwins :- outcome(x,n).\n"
    with pytest.raises(InputError, match="wins rests on outcome/2, which a claim of the kind p-positions is not given"):
        judged(written(tmp_path, rules, "kind: p-positions, iff: wins", "position: {pile: 0..5}\n"))
