"""The kernels of random digraphs, against every subset."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton.core.verdict import Verdict
from bouton.ground.loops import flaws, kernels
from tests.samples import small_or_whole

At = Any


def _every(options: dict[At, list[At]]) -> set[frozenset[At]]:
    sets = [frozenset(one) for size in range(len(options) + 1) for one in combinations(options, size)]
    return {one for one in sets if all((at in one) != any(to in one for to in options[at]) for at in options)}


@pytest.mark.parametrize("seeds", small_or_whole(range(60), range(60, 3000)))
def test_random_digraphs(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        size = rng.randint(1, 7)
        options: dict[At, list[At]] = {
            (at,): sorted({(rng.randrange(size),) for _ in range(rng.choice([0, 1, 1, 2]))}) for at in range(size)
        }
        true = _every(options)
        assert set(kernels(options, 1000)) == true
        assert len(kernels(options, 2)) == min(2, len(true))
        some = frozenset(at for at in options if rng.random() < 0.5)
        assert (not flaws(options, some)) is (some in true)


@pytest.mark.parametrize("seeds", small_or_whole(range(8), range(8, 300)))
def test_random_claims(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        size = rng.randint(2, 6)
        edges = sorted({(rng.randrange(size), rng.randrange(size)) for _ in range(rng.randint(1, 2 * size))})
        true = _every({at: [y for x, y in edges if x == at] for at in range(size)})
        chosen = set(rng.choice(sorted(true, key=sorted))) if true and rng.random() < 0.7 else {0}
        text = "move(to(Y)) :- token(X), edge(X,Y).\nafter(to(Y), token(Y)) :- move(to(Y)).\nin :- 1 = 2.\n"
        text += "".join(f"edge({x},{y}). " for x, y in edges) + "".join(f"in :- token({at}). " for at in chosen)
        (tmp_path / "game.lp").write_text(text)
        claims: list[dict[str, Any]] = [{"id": "in", "says": "s", "kind": "kernel", "iff": "in"}]
        claims += [
            {"id": one, "says": "s", "kind": "kernel", "kernels": one} for one in ("none", "one", "some", "several")
        ]
        claims += [{"id": "only", "says": "s", "kind": "kernel", "iff": "in", "kernels": "one"}]
        game = bouton.Game(tmp_path / "game.lp", cycles="allowed", token=f"0..{size - 1}", claims=claims)
        right = {
            "in": chosen in true,
            "none": not true,
            "one": len(true) == 1,
            "some": bool(true),
            "several": len(true) > 1,
            "only": true == {frozenset(chosen)},
        }
        for answer in game.check_all():
            assert answer.verdict is (Verdict.HOLDS if right[answer.result.id] else Verdict.REFUTED), text


TOKEN = """
move(to(Y))           :- at(X), edge(X,Y).
after(to(Y), at(Y))   :- move(to(Y)).
in :- at(X), chosen(X).
"""


@pytest.mark.parametrize(
    ("arcs", "chosen", "number", "wrong"),
    [
        ("<b> b\nb c\nc <b>\nd <b>", "d", "none", "b"),
        ("<b> b\nb c\nc <b>\nd <b>\nc end", '"<b>";end', "one", "b"),
        ("<b> b\nb <b>\nc b\nd c", "b", "several", "d"),
        ("<b> b\nb <b>\nc b\nd b", "b", "several", None),
    ],
)
def test_a_digraph_in_a_file(arcs: str, chosen: str, number: str, wrong: str | None, tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(f"{TOKEN}chosen({chosen}).\n")
    (tmp_path / "digraph.arcs").write_text(arcs)
    claims = [{"id": one, "says": "s", "kind": "kernel", "kernels": one} for one in ("none", "one", "several")]
    claims += [{"id": "set", "says": "s", "kind": "kernel", "iff": "in"}]
    at = {"one_of": "vertex"}
    game = bouton.Game(tmp_path / "game.lp", graph="digraph.arcs", cycles="allowed", at=at, claims=claims)
    for one in ("none", "one", "several"):
        assert game.check(one).verdict is (Verdict.HOLDS if one == number else Verdict.REFUTED)
    found = game.check("set").counterexample
    assert (None if found is None else found.position) == (None if wrong is None else {"at": wrong})


@pytest.mark.parametrize("seeds", small_or_whole(range(2), range(2, 100)))
def test_random_digraphs_in_files(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        size = rng.randint(2, 6)
        edges = sorted({(rng.randrange(size), rng.randrange(size)) for _ in range(rng.randint(1, 2 * size))})
        true = _every({at: [y for x, y in edges if x == at] for at in range(size)})
        (tmp_path / "game.lp").write_text(TOKEN + "chosen(0).\n")
        lines = [f"p sp {size} {len(edges)}", *(f"a {x + 1} {y + 1}" for x, y in edges)]
        (tmp_path / "digraph.gr").write_text("\n".join(lines))
        claims = [
            {"id": one, "says": "s", "kind": "kernel", "kernels": one} for one in ("none", "one", "some", "several")
        ]
        right = {"none": not true, "one": len(true) == 1, "some": bool(true), "several": len(true) > 1}
        at = {"one_of": "vertex"}
        game = bouton.Game(tmp_path / "game.lp", graph="digraph.gr", cycles="allowed", at=at, claims=claims)
        for answer in game.check_all():
            assert answer.verdict is (Verdict.HOLDS if right[answer.result.id] else Verdict.REFUTED), lines


def test_a_kernel_of_a_game_without_cycles_is_its_p_positions(tmp_path: Path) -> None:
    text = "move(t(M)) :- pile(N), M = 1..2, M <= N.\nafter(t(M), pile(N-M)) :- pile(N), move(t(M)).\n"
    text += "thirds :- pile(N), N \\ 3 = 0.\nhalves :- pile(N), N \\ 2 = 0.\n"
    (tmp_path / "game.lp").write_text(text)
    claims = [
        {"id": "true", "says": "s", "kind": "kernel", "iff": "thirds", "kernels": "one"},
        {"id": "false", "says": "s", "kind": "kernel", "iff": "halves"},
        {"id": "several", "says": "s", "kind": "kernel", "kernels": "several"},
    ]
    game = bouton.Game(tmp_path / "game.lp", pile="0..9", claims=claims)
    assert game.check("true").verdict is Verdict.HOLDS
    found = game.check("false").counterexample
    assert found is not None and (found.position, found.sentence) == (
        {"pile": 2},
        "halves holds here, and a move leads to pile 0, where it holds too",
    )
    several = game.check("several").counterexample
    assert several is not None
    assert several.sentence == (
        "claimed several kernels, but there is one kernel: a kernel is {pile 0; pile 3; pile 6; pile 9}"
    )
