"""Which positions exist: each engine, command and kind of claim against plain Python, on random games and far out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.interface.game import Game
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.counting import Asking, count
from bouton.run.options import Options
from bouton.run.position import analyse
from tests.tabulated import tabulate

At = tuple[Any, ...]

COUNTERS: dict[str, Callable[[int, int], bool]] = {
    "(A+B) \\ 2 = 0": lambda a, b: (a + b) % 2 == 0,
    "A <= B": lambda a, b: a <= b,
    "A != B": lambda a, b: a != b,
    "A+2*B < 13": lambda a, b: a + 2 * b < 13,
    "A*B \\ 3 != 1": lambda a, b: a * b % 3 != 1,
    "A \\ 3 = B \\ 3": lambda a, b: a % 3 == b % 3,
    "A > 20": lambda a, _b: a > 20,
}
HEAPS: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "ok :- not even. even :- heap(_,S), S \\ 2 = 0.": lambda heaps: all(one % 2 for one in heaps),
    "ok :- not twice. twice :- heap(I,S), heap(J,S), I < J.": lambda heaps: len(set(heaps)) == len(heaps),
    "ok :- N = #sum { S,I : heap(I,S) }, N \\ 3 != 1.": lambda heaps: sum(heaps) % 3 != 1,
    "ok :- N = #count { I : heap(I,_) }, N != 1. ok :- heap(1,S), S > 3.": lambda heaps: (
        len(heaps) != 1 or heaps[0] > 3
    ),
}
SIZE, MOST = 7, 4


@dataclass(frozen=True)
class Drawn:
    """A random game: two counters or some heaps, takes, what exists, and whether rules ask that of an option, too."""

    heaps: bool
    legal: str
    takes: tuple[tuple[int, ...], ...]
    closed: bool

    def exists(self, at: At) -> bool:
        return HEAPS[self.legal](at[0]) if self.heaps else COUNTERS[self.legal](*at)

    @cached_property
    def box(self) -> list[At]:
        if not self.heaps:
            every: list[At] = [*product(range(SIZE + 1), repeat=2)]
            return sorted(every, key=lambda at: (sum(at), at))
        lists = [one for n in range(4) for one in combinations_with_replacement(range(1, MOST + 2), n)]
        return [(one,) for one in sorted(lists, key=lambda one: (sum(one), one))]

    @cached_property
    def positions(self) -> list[At]:
        return [at for at in self.box if self.exists(at)]

    def led(self, at: At) -> list[At]:
        """Where moves lead, those that `closed` forbids left out."""
        if self.heaps:
            found = []
            for place, size in enumerate(at[0]):
                for (taken,) in self.takes:
                    if taken <= size:
                        rest = [*at[0][:place], size - taken, *at[0][place + 1 :]]
                        found.append((tuple(sorted(one for one in rest if one)),))
        else:
            moved: list[At] = [(at[0] - one, at[1] - other) for one, other in self.takes]
            found = [one for one in moved if min(one) >= 0]
        return [one for one in found if not self.closed or self.exists(one)]

    @cached_property
    def strays(self) -> bool:
        return any(not self.exists(to) for at in self.positions for to in self.led(at))

    def values(self, play: str) -> dict[At, int]:
        found: dict[At, int] = {}
        for at in self.positions:
            options = {found[to] for to in self.led(at)}
            found[at] = next(n for n in range(99) if n not in options) if options else int(play == "misere")
        return found

    @property
    def rules(self) -> str:
        if self.heaps:
            sizes = ", ".join(f"step({one})" for (one,) in self.takes).replace(", ", ". ") + "."
            return (
                f"{sizes}\nmove(take(I,M)) :- heap(I,S), step(M), M <= S.\n"
                f"after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).\n{self.legal}\n"
            )
        steps = " ".join(f"step({one},{other})." for one, other in self.takes)
        more = ", good(A-M,B-K)" if self.closed else ""
        return (
            f"{steps}\nmove(take(M,K)) :- a(A), b(B), step(M,K), M <= A, K <= B{more}.\n"
            "after(take(M,K), a(A-M)) :- move(take(M,K)), a(A).\n"
            "after(take(M,K), b(B-K)) :- move(take(M,K)), b(B).\n"
            f"good(A,B) :- A = 0..{SIZE}, B = 0..{SIZE}, {self.legal}.\nok :- a(A), b(B), good(A,B).\n"
        )

    @property
    def position(self) -> dict[str, Any]:
        if self.heaps:
            return {"heap": {"count": "0..3", "size": f"1..{MOST + 1}"}}
        return {name: {"range": f"0..{SIZE}", "stones": True} for name in "ab"}

    def body(self, at: At) -> str:
        if not self.heaps:
            return f"a({at[0]}), b({at[1]})"
        held = [f"heap({place},{size})" for place, size in enumerate(at[0], 1)]
        return ", ".join([*held, f"not heap({len(at[0]) + 1},_)"])


def drawn(rng: Random, *, heaps: bool, closed: bool) -> Drawn:
    legal = rng.choice([*(HEAPS if heaps else COUNTERS)])
    if heaps:
        sizes = [2, 4] if "even" in legal else [3] if "sum" in legal else [1, 2, 3]
        takes: list[tuple[int, ...]] = [(one,) for one in rng.sample(sizes, rng.randint(1, len(sizes)))]
    else:
        every = [one for one in product(range(4), repeat=2) if any(one)]
        takes = [*rng.sample(every, rng.randint(1, 4))]
    return Drawn(heaps, legal, tuple(takes), closed)


def written(folder: Path, game: Drawn, more: str, claims: list[dict[str, Any]], **keys: Any) -> Path:
    (folder / "g.lp").write_text(game.rules + more)
    document = {"game": "g", "rules": "g.lp", "legal": "ok", "position": game.position, **keys}
    document["claims"] = [{"says": "s", **one} for one in claims]
    (folder / "g.yaml").write_text(yaml.safe_dump(document, sort_keys=False))
    return folder / "g.yaml"


def judged(file: Path, engine: Any = "ground", prove: bool | None = None) -> dict[str, Result]:
    options = Options(crosscheck=False, fresh=True, engine=engine, prove=prove, limits=Limits(60))
    return {one.id: one for one in check(load(file), options, lambda _: None)}


def table(game: Drawn, name: str, told: dict[At, Any]) -> str:
    """Rules that list what is told of each position that exists; what they say of others is nonsense."""
    lines = [f"{name}({value}) :- {game.body(at)}." for at, value in told.items()]
    return "\n".join([*lines, f"{name}(999) :- not ok.", ""])


def claimed(game: Drawn, rng: Random) -> tuple[str, list[dict[str, Any]], dict[str, At | None]]:
    """Claims with the least position at which each is false, None for none."""
    text, claims, wrong = "", [], dict[str, At | None]()
    for play in ("normal", "misere"):
        values = game.values(play)
        for at_all in (False, True):
            said, name = dict(values), f"v{play[0]}{int(at_all)}"
            bad = rng.choice(game.positions) if at_all else None
            if bad is not None:
                said[bad] += 1 + rng.randrange(2)
            text += table(game, name, said) + f"p{name} :- {name}(0).\np{name} :- not ok.\n"
            claims.append({"id": f"g-{name}", "kind": "grundy", "play": play, "iff": name})
            wrong[f"g-{name}"] = bad
            claims.append({"id": f"p-{name}", "kind": "p-positions", "play": play, "iff": f"p{name}"})
            wrong[f"p-{name}"] = bad if bad is not None and values[bad] == 0 else None
            text += f"lost_{name} :- {name}(0), some.\n"
            claims.append({"id": f"o-{name}", "kind": "outcome", "play": play, "where": f"lost_{name}", "outcome": "P"})
            wrong[f"o-{name}"] = None
    low = game.positions[len(game.positions) // 2]
    text += "some.\n" + f"low :- {game.body(low)}.\nhigh :- not low.\nnone :- not ok.\n"
    claims.append({"id": "e", "kind": "everywhere", "iff": "high"})
    wrong["e"] = low
    claims.append({"id": "n", "kind": "everywhere", "iff": "none", "where": "low"})
    wrong["n"] = low
    return text, claims, wrong


def least(result: Result) -> At | None:
    return None if result.counterexample is None else result.counterexample.at[1]


def agree(folder: Path, rng: Random, engines: tuple[str, ...], *, heaps: bool) -> bool:
    """Whether there was a game to compare."""
    game = drawn(rng, heaps=heaps, closed=not heaps and rng.random() < 0.7)
    if not game.positions:
        return False
    if game.strays:
        file = written(folder, game, "", [{"id": "c", "kind": "p-positions", "iff": "ok"}])
        for engine in engines:
            with pytest.raises(InputError, match="where `ok` does not hold"):
                judged(file, engine)
        return True
    text, claims, wrong = claimed(game, rng)
    file = written(folder, game, text, claims)
    for engine in engines:
        for name, result in judged(file, engine).items():
            assert least(result) == wrong[name], (engine, name, game)
            assert result.verdict is (Verdict.HOLDS if wrong[name] is None else Verdict.REFUTED) or (
                result.verdict is Verdict.VACUOUS and (name[0] == "o" or not any(map(game.led, game.positions)))
            ), (engine, name, game)
            if wrong[name] is None and name[0] in "gp":
                assert result.positions == len(game.positions)
    spec, values = load(file), game.values("normal")
    rows = [*tabulate(spec, "normal", Limits(60), lambda _: None, values=True)]
    told = {named(row.position): row.values[0] for row in rows if row.values is not None}
    assert told == values
    assert [*told] == game.positions
    numbers = {one.at: one.count for one in count(spec, Asking(by="stones"), Limits(60), lambda _: None)}
    lost = Counter(stones(at) for at, value in values.items() if not value)
    assert {at: n for at, n in numbers.items() if n} == lost
    return True


def named(position: Any) -> At:
    return tuple(tuple(one) if isinstance(one, list | tuple) else one for one in position.values())


def stones(at: At) -> int:
    return sum(sum(one) if isinstance(one, tuple) else one for one in at)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.sample(20)
def test_random_games_are_as_plain_python_has_them(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    while not agree(tmp_path, rng, ("ground", "compiled"), heaps=bool(seed % 2)):
        pass


ODD = """\
move(take(2)) :- pile(N), N >= 2.
move(take(1)) :- pile(N), N = {far}.
after(take(M), pile(N-M)) :- move(take(M)), pile(N).
ok :- pile(N), N \\ 2 = 1.
lost :- pile(N), N \\ 4 = 1.
won :- pile(N), N \\ 4 = 3.
small :- pile(N), N < 20.
large :- not small.
value((N-1)/2 \\ 2) :- pile(N).
label(N \\ 4 / 2) :- pile(N), N \\ 2 = 1.
mis :- pile(N), N \\ 4 = 3.
answer(take(2), take(2)).
"""
EVERY: list[dict[str, Any]] = [
    {"id": "p", "kind": "p-positions", "iff": "lost"},
    {"id": "m", "kind": "p-positions", "iff": "mis", "play": "misere"},
    {"id": "s", "kind": "p-positions", "iff": "lost", "where": "small"},
    {"id": "t", "kind": "p-positions", "iff": "lost", "where": "large"},
    {"id": "w", "kind": "p-positions", "together": ["s", "t"]},
    {"id": "g", "kind": "grundy"},
    {"id": "f", "kind": "outcome", "where": "lost", "outcome": "P", "reply": "answer"},
    {"id": "o", "kind": "outcome", "where": "lost", "outcome": "P"},
    {"id": "n", "kind": "outcome", "where": "won", "outcome": "N", "into": "o"},
    {"id": "q", "kind": "outcome", "where": "mis", "outcome": "P", "play": "misere"},
]
PILE = {"position": {"pile": "0..40"}}


def of_piles(folder: Path, claims: list[dict[str, Any]], far: int = 0, **keys: Any) -> Path:
    (folder / "g.lp").write_text(ODD.replace("{far}", str(far)))
    document = {"game": "g", "rules": "g.lp", "legal": "ok", **PILE, **keys}
    document["claims"] = [{"says": "s", "prove": {"pile": "all"}, **one} for one in claims]
    (folder / "g.yaml").write_text(yaml.safe_dump(document, sort_keys=False))
    return folder / "g.yaml"


@pytest.mark.slow
@pytest.mark.parametrize("far", [0, 20001])
@pytest.mark.sample(2)
def test_nothing_is_proved_where_a_move_far_out_leads_to_no_position(tmp_path: Path, far: int) -> None:
    found = judged(of_piles(tmp_path, EVERY, far))
    assert {name: one.verdict for name, one in found.items() if name != "t"} == {
        one["id"]: Verdict.HOLDS if far else Verdict.PROVED for one in EVERY if one["id"] != "t"
    }
    if far:
        reasons = {one.proof.reason for name, one in found.items() if one.proof is not None and name in "pmsgfoq"}
        assert reasons == {
            "a move leads to a position where ok, which says what positions exist, does not hold, at pile=20001"
        }


def test_where_a_move_of_the_box_leads_to_no_position_is_told(tmp_path: Path) -> None:
    file = of_piles(tmp_path, EVERY[:1], 31)
    for engine in ("ground", "compiled"):
        with pytest.raises(InputError) as told:
            judged(file, engine)
        (one,) = told.value.diagnostics
        assert one.message == (
            "move take(1) leads from pile 31 to pile 30, where `ok` does not hold: positions that exist must have "
            "moves to such alone"
        )
        assert (Path(one.file or "").name, one.line, one.column) == ("g.lp", 2, 1)


def test_programs_judge_the_positions_that_exist(tmp_path: Path) -> None:
    found = judged(of_piles(tmp_path, EVERY), "compiled", prove=False)
    for name, many in {"p": 20, "w": 20, "g": 20, "s": 10, "o": 10}.items():
        assert found[name].positions == many
        assert any(one.startswith("compiled") for one in found[name].engines), name


HEAPS_OF_ODD = """\
move(take(I,M)) :- heap(I,S), M = 2..S, M \\ 2 = 0.
move(take(1,1)) :- heap(1,{far}).
after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).
even :- heap(_,S), S \\ 2 = 0.
ok :- not even.
lost :- not other. other :- heap(_,S), S != 1.
"""


@pytest.mark.parametrize("far", [0, 2001])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_heaps_of_which_some_exist(tmp_path: Path, far: int) -> None:
    """A move takes an even number from an odd heap; where it may take one stone of 2001, nothing is proved."""
    (tmp_path / "g.lp").write_text(HEAPS_OF_ODD.replace("{far}", str(far)))
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nlegal: ok\nposition: {heap: {count: 0..2, size: 1..6}}\nclaims:\n"
        "  - {id: f, says: s, kind: outcome, where: lost, outcome: P, prove: {heap: {count: 0..2}}}\n"
    )
    found = judged(tmp_path / "g.yaml")["f"]
    assert found.verdict is (Verdict.HOLDS if far else Verdict.PROVED)
    if far:
        assert found.proof is not None
        assert (found.proof.reason or "").endswith("says what positions exist, does not hold, at heap=2001")


@pytest.mark.parametrize(("seven", "verdict"), [("S < 1", Verdict.PROVED), ("S = 7", None)])
@pytest.mark.sample(2)
def test_any_number_of_heaps_of_which_some_exist(tmp_path: Path, seven: str, verdict: Verdict | None) -> None:
    """Greedy Nim, where no highest heap has no stone, or none has seven: moves lead there from higher ones."""
    (tmp_path / "g.lp").write_text(f"ok :- not seven. seven :- heap(1,S), {seven}.\n")
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: [greedy_nim/rules.lp, greedy_nim/theorems.lp, g.lp]\nlegal: ok\n"
        "position: {heap: {count: 0..3, size: 1..6, order: descending}}\nclaims:\n"
        "  - {id: c, says: s, kind: p-positions, iff: theorem_4, prove: {heap: {count: all}}}\n"
    )
    if verdict is None:
        with pytest.raises(InputError, match="to heap 7, where `ok` does not hold"):
            judged(tmp_path / "g.yaml")
    else:
        assert judged(tmp_path / "g.yaml")["c"].verdict is verdict


@pytest.mark.parametrize(
    ("legal", "more", "message", "nearest"),
    [
        ("okay", "", "legal: no rule of g.lp derives okay", "ok"),
        ("label", "", "legal: label has 1 argument in g.lp", "large"),
        (
            "some",
            "some :- move(take(2)).",
            "legal: some depends on move, and which positions exist is no matter of",
            None,
        ),
        ("move", "", "move has another meaning", None),
        ("pile", "", "pile has another meaning", None),
    ],
)
def test_a_predicate_that_says_nothing_of_positions_is_an_error(
    tmp_path: Path, legal: str, more: str, message: str, nearest: str | None
) -> None:
    file = of_piles(tmp_path, EVERY[:1], legal=legal)
    (tmp_path / "g.lp").write_text(ODD.replace("{far}", "0") + more)
    with pytest.raises(InputError) as told:
        judged(file)
    (one,) = told.value.diagnostics
    assert one.message.startswith(message)
    assert (Path(one.file or "").name, one.line) == ("g.yaml", 3)
    assert one.nearest == nearest


def test_octal_games_and_theories_have_all_positions(tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text(
        'game: o\noctal: "0.07"\nlegal: ok\nposition: {heap: {count: 0..1, size: 1..4}}\nclaims: []\n'
    )
    with pytest.raises(InputError, match="all positions of an octal game exist"):
        load(tmp_path / "o.yaml")


def test_a_position_that_is_named_must_exist(tmp_path: Path) -> None:
    claims: list[dict[str, Any]] = [{"id": "x", "kind": "example", "at": {"pile": 4}, "outcome": "P"}, EVERY[0]]
    file = of_piles(tmp_path, [{**one, "prove": None} for one in claims])
    text = file.read_text().replace("  prove: null\n", "")
    file.write_text(text)
    spec = load(file)
    missing = "pile 4 does not exist: `ok`, which says what positions do, fails there"
    with pytest.raises(InputError, match=missing):
        judged(file)
    with pytest.raises(InputError, match=missing):
        analyse(spec, {}, (4,), Limits(60))
    with pytest.raises(InputError, match=missing):
        [*check(spec, Options(claims=("p",), at=({}, (4,)), crosscheck=False), lambda _: None)]
    assert analyse(spec, {}, (5,), Limits(60)).plays["normal"].number == 0


def test_a_box_without_a_position_says_so(tmp_path: Path) -> None:
    file = of_piles(tmp_path, EVERY, position={"pile": {"range": "2..2", "reach": "0..9"}})
    for name, one in judged(file, prove=False).items():
        assert one.verdict is Verdict.VACUOUS
        assert (one.reason or "").startswith("no position of the box meets `ok`"), name
    spec = load(file)
    with pytest.raises(InputError, match="no position of the box exists: `ok` holds at none"):
        [*tabulate(spec, "normal", Limits(60), lambda _: None)]
    with pytest.raises(InputError, match="no position of the box exists"):
        [*count(spec, Asking(), Limits(60), lambda _: None)]


def test_a_move_must_stay_in_reach_and_where_positions_exist(tmp_path: Path) -> None:
    """Beyond the range of a counter without a `reach` it is `legal` alone that decides; a `reach` bounds it too."""
    text = "move(go) :- pile(N), N >= 2. after(go, pile(N-2)) :- move(go), pile(N).\n"
    text += "after(go, seen(X+1)) :- move(go), seen(X).\n"
    (tmp_path / "g.lp").write_text(text + "ok :- seen(X), X < 4.\nlost :- pile(N), N < 2.\n")

    def at(seen: str) -> Path:
        (tmp_path / "g.yaml").write_text(
            f"game: g\nrules: g.lp\nlegal: ok\nmeasure: [pile]\nposition: {{pile: 0..7, seen: {seen}}}\n"
            "claims: [{id: c, says: s, kind: everywhere, iff: ok}]\n"
        )
        return tmp_path / "g.yaml"

    assert judged(at("0..0"))["c"].verdict is Verdict.HOLDS
    with pytest.raises(InputError, match=r"leads from pile 2,seen 3 to pile 0,seen 4, where `ok` does not hold"):
        judged(at("3..3"))
    with pytest.raises(InputError, match=r"sets seen to 1, outside its declared range"):
        judged(at("{range: 0..0, reach: 0..0}"))


CYCLES = """\
move(to(N-2)) :- at(N), N >= 2.
move(to(N+2)) :- at(N), N >= 8, N < 20.
move(to(N-1)) :- at(N), N = {far}.
after(to(M), at(M)) :- move(to(M)).
ok :- at(N), N \\ 2 = 1.
lost :- at(N), N \\ 4 = 1, N < 8.
drawn :- at(N), N >= 9.
win(to(N-2)) :- at(N), N \\ 4 = 3.
"""


def test_games_with_cycles_have_the_positions_that_exist_alone(tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(CYCLES.replace("{far}", "0"))
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nlegal: ok\ncycles: allowed\nposition: {at: 0..19}\nclaims:\n"
        "  - {id: p, says: s, kind: p-positions, iff: lost, draw: drawn}\n"
        "  - {id: s, says: s, kind: strategy, moves: win, over: {at: 0..8}}\n"
    )
    found = judged(tmp_path / "g.yaml")
    assert {name: (one.verdict, one.positions) for name, one in found.items()} == {
        "p": (Verdict.HOLDS, 10),
        "s": (Verdict.HOLDS, 4),
    }
    (tmp_path / "g.lp").write_text(CYCLES.replace("{far}", "13"))
    with pytest.raises(InputError, match=r"move to.12. leads from at 13 to at 12, where `ok` does not hold"):
        judged(tmp_path / "g.yaml")


def test_values_of_named_positions_need_all_positions_to_exist(tmp_path: Path) -> None:
    file = of_piles(tmp_path, EVERY[:1])
    more = "at(above, pile(N+4)) :- pile(N). same :- value(above,V), value(here,V). at(here, pile(N)) :- pile(N).\n"
    (tmp_path / "g.lp").write_text(ODD.replace("{far}", "0") + more)
    with pytest.raises(InputError, match="not given where not all positions exist"):
        judged(file)


def test_a_game_in_python_has_the_positions_that_exist(tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(ODD.replace("{far}", "0"))
    game = Game(tmp_path / "g.lp", legal="ok", pile="0..9", claims=[{**EVERY[0], "says": "s"}])
    assert [row.position["pile"] for rows in game.rows() for row in rows] == [1, 3, 5, 7, 9]
    assert game.check("p").verdict is Verdict.HOLDS
