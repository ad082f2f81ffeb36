"""Programs that solve games with cycles from their ends, against plain Python; what is refused, and their mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bouton
from bouton.claims.passes import Pass
from bouton.compiled import endings
from bouton.compiled.backwards import text
from bouton.compiled.endings import Endings
from bouton.core.errors import Disagreement, InputError
from bouton.core.spec import Play, Spec
from bouton.core.verdict import Verdict
from bouton.ground.loops import ends, never, refereed
from bouton.process.compiler import NoCompiler
from bouton.process.limits import Limits
from bouton.run.options import Options
from bouton.run.plan import plan_of
from tests.oracle.loops import outcome, reached, rounds
from tests.samples import small_or_whole

At = tuple[int, ...]
Game = tuple[str, dict[str, Any], Callable[[At], list[At]], list[At]]

_BY_CLINGO, _BY_GAME = 400_000, 400
"""Positions and moves times rounds, and positions of a box, below which clingo is asked, too."""

CLAIMS = """
lost :- {never}.  drawn :- {never}.  left(0) :- {never}.
"""


def _counters(rng: Random, most: int) -> Game:
    """Moves that add to two counters, or take away, where a remainder allows it."""
    a, b = rng.randint(2, most), rng.randint(0, most // 2)
    commands = []
    for _ in range(rng.randint(1, 4)):
        modulus = rng.randint(1, 4)
        commands.append(
            (
                rng.randint(-3, 2),
                rng.randint(-1, 1),
                modulus,
                rng.randrange(modulus),
                rng.randint(0, 2),
                rng.randint(0, 2),
            )
        )
    rules = "".join(
        f"move(m{at}) :- a(A), b(B), A+{x} >= 0, A+{x} <= {a}, B+{y} >= 0, B+{y} <= {b}, ({c}*A+{d}*B) \\ {m} = {r}.\n"
        f"after(m{at}, a(A+({x}))) :- move(m{at}), a(A).\nafter(m{at}, b(B+({y}))) :- move(m{at}), b(B).\n"
        for at, (x, y, m, r, c, d) in enumerate(commands)
    )

    def moves(at: At) -> list[At]:
        here = (((at[0] + x, at[1] + y), (c * at[0] + d * at[1]) % m == r) for x, y, m, r, c, d in commands)
        return [to for to, may in here if may and 0 <= to[0] <= a and 0 <= to[1] <= b]

    return rules, {"a": f"0..{a}", "b": f"0..{b}"}, moves, [*product(range(a + 1), range(b + 1))]


def _heaps(rng: Random, most: int) -> Game:
    """Moves that take some or any number, add some, or pass, where a remainder allows it."""
    count, size = rng.randint(1, 3), rng.randint(1, most)
    forms = {
        "pass": "move(m{0}) :- T = #sum {{ S,I : heap(I,S) }}, T \\ {2} = {3}, heap(_,_).\n",
        "any": "move(m{0}(I,M)) :- heap(I,S), M = 1..S, S \\ {2} = {3}.\n"
        "after(m{0}(I,M), heap(I,S-M)) :- move(m{0}(I,M)), heap(I,S).\n",
        "take": "move(m{0}(I)) :- heap(I,S), S >= {1}, S \\ {2} = {3}.\n"
        "after(m{0}(I), heap(I,S-{1})) :- move(m{0}(I)), heap(I,S).\n",
        "add": "move(m{0}(I)) :- heap(I,S), S+{1} <= {4}, S \\ {2} = {3}.\n"
        "after(m{0}(I), heap(I,S+{1})) :- move(m{0}(I)), heap(I,S).\n",
    }
    commands = []
    for _ in range(rng.randint(1, 3)):
        modulus = rng.randint(1, 3)
        commands.append((rng.choice([*forms]), rng.randint(1, 3), modulus, rng.randrange(modulus)))
    rules = "".join(forms[form].format(at, t, m, r, size) for at, (form, t, m, r) in enumerate(commands))

    def moves(heaps: At) -> list[At]:
        found = []
        for form, t, m, r in commands:
            if form == "pass":
                found += [heaps] * bool(heaps and sum(heaps) % m == r)
                continue
            for at, one in enumerate(heaps):
                new = {"any": range(one), "take": range(one - t, one - t + 1), "add": range(one + t, one + t + 1)}[form]
                there = [to for to in new if 0 <= to <= size and one % m == r]
                found += [tuple(sorted(filter(None, (*heaps[:at], to, *heaps[at + 1 :])))) for to in there]
        return found

    box = [heaps for n in range(count + 1) for heaps in combinations_with_replacement(range(1, size + 1), n)]
    return rules, {"heap": {"count": f"0..{count}", "size": f"1..{size}"}}, moves, box


def _here(names: list[str], at: At) -> str:
    if names == ["heap"]:
        each = [f"#count {{ I : heap(I,{size}) }} = {count}" for size, count in Counter(at).items()]
        return ", ".join([f"#count {{ I : heap(I,_) }} = {len(at)}", *each])
    return ", ".join(f"{name}({number})" for name, number in zip(names, at, strict=True))


def _pass(game: bouton.Game) -> tuple[Spec, Pass]:
    spec = game.spec if game.spec.cycles == "followed" else game.spec.followed
    (item,) = plan_of(spec, Options(engine="compiled"))
    return spec, item


def compared(rng: Random, folder: Path, most: int) -> Counter[str]:
    """How the game ends from each position, by each engine, is what plain Python says; how many outcomes and numbers.

    The program and clingo have the moves from the rules, and the analysis in Python has those of plain Python.
    """
    rules, position, moves, box = (_counters if rng.random() < 0.6 else _heaps)(rng, most)
    plays: tuple[Play, ...] = ("normal", "misere")
    play = rng.choice(plays)
    options: dict[Any, list[Any]] = {at: sorted(set(of)) for at, of in reached(box, moves).items()}
    lost, won = expected = rounds(options, lambda _at: play == "normal")
    (folder / "game.lp").write_text(rules + "lost :- 1 = 2.\n")
    claims = [{"id": "c", "says": "s", "kind": "p-positions", "play": play, "iff": "lost"}]
    game = bouton.Game(folder / "game.lp", cycles="allowed", claims=claims, **position)
    count = Counter(games=1, **{play: len(box)}, draws=len(options) - len(lost) - len(won))
    by_python = ends(options, lambda _at: play == "normal")
    assert (by_python.lost, by_python.won) == expected, (rules, play)
    count["Python"] = 2 * len(options)
    turns = 2 + max([0, *lost.values(), *won.values()])
    if turns * (len(options) + sum(map(len, options.values()))) < _BY_CLINGO:
        by_rules = refereed(options, lambda _at: play == "normal", never, turns)
        assert (by_rules.lost, by_rules.won) == expected, (rules, play)
        count["clingo"] = 2 * len(options)
    if len(box) < _BY_GAME:  # clingo derives the moves, too
        rows = [row for part in game.rows(play=play) for row in part]
        told = {tuple(row.position["heap"] if "heap" in position else row.position.values()): row for row in rows}
        assert {at: row.outcome for at, row in told.items()} == {at: outcome(at, expected) for at in box}, (rules, play)
        count["clingo"] += len(box)
    spec, item = _pass(game)
    machine = endings.of_claim(spec, item, item.claims[0])
    machine.found = machine.solved("c", item.claims[0].place, Limits())
    machine.validate()
    for at in box:
        there = (at,) if list(position) == ["heap"] else at
        found = machine.ends.outcome(there), machine.ends.remoteness(there)
        assert found == (outcome(at, expected), {**lost, **won}.get(at)), (rules, at)
    return count + Counter(C=2 * len(box))


@pytest.mark.parametrize("seeds", small_or_whole(range(1), range(2, 200)))
def test_random_games_end_as_in_plain_python(seeds: range, tmp_path: Path) -> None:
    assert sum((compared(Random(seed), tmp_path, 12) for seed in seeds), Counter()).total() > len(seeds)


@pytest.mark.parametrize("seeds", small_or_whole(range(1), range(2, 60)))
def test_claims_fail_where_plain_python_says_and_first_where_clingo_does(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        _claims(Random(seed), tmp_path)


def _claims(rng: Random, folder: Path) -> None:
    rules, position, moves, box = (_counters if rng.random() < 0.6 else _heaps)(rng, 5)
    names, play = list(position), rng.choice(["normal", "misere"])
    found = rounds(reached(box, moves), lambda _at: play == "normal")
    left, kinds = {**found[0], **found[1]}, {at: outcome(at, found) for at in box}

    def near(rows: Any) -> set[At]:
        return set(rows) ^ ({rng.choice(box)} if rng.random() < 0.5 else set())

    lost, drawn = (near(at for at in box if kinds[at] == one) for one in ("P", "draw"))
    said = {at: left[at] for at in box if at in left}
    if rng.random() < 0.5:
        said[rng.choice(box)] = rng.randrange(5)
    never = "heap(_,S), S < 0" if names == ["heap"] else "a(A), A < 0"
    rules += CLAIMS.format(never=never) + "".join(f"lost :- {_here(names, at)}.\n" for at in lost)
    rules += "".join(f"drawn :- {_here(names, at)}.\n" for at in drawn)
    rules += "".join(f"left({moves}) :- {_here(names, at)}.\n" for at, moves in said.items())
    (folder / "game.lp").write_text(rules)
    of = {
        "p": ({"kind": "p-positions", "iff": "lost"}, [at for at in box if (at in lost) != (kinds[at] == "P")]),
        "d": (
            {"kind": "p-positions", "iff": "lost", "draw": "drawn"},
            [at for at in box if (at in lost, at in drawn) != (kinds[at] == "P", kinds[at] == "draw")],
        ),
        "o": (
            {"kind": "outcome", "where": "drawn", "outcome": "draw"},
            [at for at in drawn if kinds[at] != "draw"],
        ),
        "n": ({"kind": "outcome", "where": "lost", "outcome": "N"}, [at for at in lost if kinds[at] != "N"]),
        "r": ({"kind": "remoteness", "iff": "left"}, [at for at in box if said.get(at) != left.get(at)]),
    }
    claims = [{"id": name, "says": "s", "play": play, **claim} for name, (claim, _) in of.items()]
    game = bouton.Game(folder / "game.lp", cycles="allowed", claims=claims, **position)
    for answer, judged in zip(game.check_all(engine="compiled"), game.check_all(engine="ground"), strict=True):
        wrong = of[answer.result.id][1]
        given = None if answer.counterexample is None else answer.counterexample.position
        assert given == (None if judged.counterexample is None else judged.counterexample.position)
        assert answer.result.verdict == judged.result.verdict, (answer.result.id, rules)
        each = [{"heap": at} if names == ["heap"] else dict(zip(names, at, strict=True)) for at in wrong]
        where = given and ({"heap": tuple(given["heap"])} if names == ["heap"] else given)
        assert (where in each) if wrong else where is None, (answer.result.id, rules)


RETREAT = """
% Take one or two, or put one back where two are more than threes.
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
move(add) :- pile(N), N > 0, N < {most}, N \\ 3 >= {least}.
after(add, pile(N+1)) :- pile(N), move(add).
lost :- pile(N), N \\ 3 = 0.
over :- pile(0).
"""


def _retreat(folder: Path, most: int = 20, **claim: Any) -> bouton.Game:
    (folder / "game.lp").write_text(RETREAT.format(most=most, least=2 if most == 20 else 0))
    said = {"id": "c", "says": "s", "kind": "p-positions", "iff": "lost", **claim}
    claims = [{key: one for key, one in said.items() if one is not None}]
    return bouton.Game(folder / "game.lp", cycles="allowed", pile="0..20", claims=claims)


def test_a_program_judges_where_clingo_says_the_same(tmp_path: Path) -> None:
    game = _retreat(tmp_path)
    by_program, by_clingo = (game.check("c", engine=engine) for engine in ("compiled", "ground"))
    assert by_program.verdict is by_clingo.verdict is Verdict.HOLDS
    assert by_program.result.engines == ("clingo", "compiled C")


def test_without_a_compiler_clingo_judges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_text: str) -> Any:
        raise NoCompiler("there is none")

    game = _retreat(tmp_path)
    monkeypatch.setattr(endings, "library", none)
    answer = game.check("c", engine="compiled")
    assert (answer.verdict, answer.result.engines) == (Verdict.HOLDS, ("clingo",))


def test_a_claim_on_the_end_alone_is_not_vacuous(tmp_path: Path) -> None:
    game = _retreat(tmp_path, kind="outcome", iff=None, where="over", outcome="P")
    assert {game.check("c", engine=engine).verdict for engine in ("compiled", "ground")} == {Verdict.HOLDS}


def test_a_box_with_too_many_moves_is_refused_at_its_place(tmp_path: Path) -> None:
    spec, item = _pass(_retreat(tmp_path))
    with pytest.raises(InputError, match=r"box of c has 21 positions, which with 4\d moves .* above the memory limit"):
        Endings(Limits(memory=500)).judge(lambda _news: None, spec, item)


@pytest.mark.parametrize(
    ("was", "wrong"),
    [
        ("more + (own & N ? P : N)", "more + (own & N ? N : P)"),
        ("own / 4 * 4 + 4", "own / 4 * 4 + 8"),
        ("(own & N && --t->left[from])", "own & N"),
        ("return list_options(&t->options, h, c, k);", "return list_options(&t->options, h, c, k) - 1;"),
        ("I test_label(const I *h, I c, const I *k) { return", "I test_label(const I *h, I c, const I *k) { return !"),
    ],
)
@pytest.mark.sample(2)
def test_a_mistake_in_the_program_is_found(
    was: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(*given: Any, **more: Any) -> str:
        program = text(*given, **more)
        assert was in program
        return program.replace(was, wrong)

    monkeypatch.setattr(endings, "text", changed)
    spec, item = _pass(_retreat(tmp_path))
    with pytest.raises(Disagreement):
        Endings(Limits()).judge(lambda _news: None, spec, item)
