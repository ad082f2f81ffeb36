"""Claims of each kind about some positions: proved where no move leaves these, or as what holds of all positions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

RULES = """\
move(take(M)) :- pile(N), M = (2;4), M <= N.
after(take(M), pile(N-M)) :- move(take(M)), pile(N).
wrong :- pile(N), {wrong}.
lost :- pile(N), (N / 2) \\ 3 = 0, not wrong.
value((N / 2) \\ 3) :- pile(N), not wrong.
value(5) :- wrong.
label((N / 2) \\ 3) :- pile(N), not wrong.
label(3) :- wrong.
win(take(2*((N / 2) \\ 3))) :- pile(N), (N / 2) \\ 3 > 0, not wrong.
win(take(6)) :- wrong.
p :- pile(N), (N / 2) \\ 3 = 0.
w :- pile(N), {where}.
"""
WHERE: dict[str, tuple[Callable[[int], bool], bool]] = {
    "N \\ 2 = 0": (lambda n: n % 2 == 0, True),
    "N \\ 2 = 1": (lambda n: n % 2 == 1, True),
    "N < 250": (lambda n: n < 250, True),
    "N > 5": (lambda n: n > 5, False),
    "N \\ 3 != 1": (lambda n: n % 3 != 1, False),
    "N != 200": (lambda n: n != 200, False),
    "N >= 0, k < 3": (lambda _n: True, True),
}
"""What a claim speaks of, and whether no move leaves it."""
WRONG: dict[str, Callable[[int], bool]] = {
    "N < 0": lambda _n: False,
    "N = 301": lambda n: n == 301,
    "N = 304": lambda n: n == 304,
    "N >= 250": lambda n: n >= 250,
}
KINDS = {
    "p": "kind: p-positions, iff: lost",
    "g": "kind: grundy",
    "s": "kind: strategy, moves: win",
    "c": "kind: class, class: miserable, labels: label",
}


def judged(folder: Path, where: str, wrong: str) -> dict[str, Result]:
    (folder / "g.lp").write_text(RULES.replace("{where}", where).replace("{wrong}", wrong))
    claims = [f"  - {{id: {name}, says: s, {said}, where: w, prove: {{pile: all}}}}\n" for name, said in KINDS.items()]
    whole = "  - {id: all, says: s, kind: p-positions, iff: p, prove: {pile: all}}\n"
    head = "game: g\nrules: g.lp\nparameters: {k: 1..2}\nposition: {pile: 0..7}\nclaims:\n"
    (folder / "g.yaml").write_text(head + "".join(claims) + whole)
    options = Options(crosscheck=False, fresh=True)
    return {one.id: one for one in check(load(str(folder / "g.yaml")), options, lambda _: None)}


@pytest.mark.usefixtures("by_proof_alone")
@pytest.mark.parametrize(("where", "wrong"), [*product(WHERE, WRONG)])
@pytest.mark.sample(28)
def test_what_no_move_leaves_or_holds_of_all_is_proved(tmp_path: Path, where: str, wrong: str) -> None:
    spoken, closed = WHERE[where]
    for name, result in judged(tmp_path, where, wrong).items():
        if name == "all":
            continue
        # of P-positions no move is named, and of others it is not claimed that they are lost
        everywhere = [
            pile for pile in range(400) if WRONG[wrong](pile) and name not in ("s" if pile // 2 % 3 == 0 else "p")
        ]
        failing = [*filter(spoken, everywhere)]
        proved = not failing if closed else not everywhere
        assert (result.verdict is Verdict.PROVED) is proved, (name, result.proof)
        if result.verdict is Verdict.REFUTED:
            assert result.counterexample is not None
            assert result.counterexample.at[1][0] in failing or name == "c"
        assert name != "c" or result.verdict is not Verdict.REFUTED  # it is so, whatever the labels say


@pytest.mark.usefixtures("by_proof_alone")
def test_winning_moves_of_some_positions_rest_on_p_positions_there(tmp_path: Path) -> None:
    """The claim that names the P-positions is wrong, but not where the other one speaks: for k = 1."""
    rules = "move(take(M)) :- pile(N), M = 1..k, M <= N. after(take(M), pile(N-M)) :- move(take(M)), pile(N).\n"
    rules += "one :- k = 1. p :- pile(N), N \\ 2 = 0. win(take(1)) :- pile(N), N \\ 2 = 1.\n"
    (tmp_path / "g.lp").write_text(rules)
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {k: 1..2}\nposition: {pile: 0..7}\nclaims:\n"
        "  - {id: c, says: s, kind: strategy, moves: win, where: one, prove: {pile: all, k: all}}\n"
        "  - {id: d, says: s, kind: strategy, moves: win, prove: {pile: all, k: all}}\n"
        "  - {id: p, says: s, kind: p-positions, iff: p}\n"
    )
    options = Options(crosscheck=False, fresh=True)
    found = {one.id: one.verdict for one in check(load(str(tmp_path / "g.yaml")), options, lambda _: None)}
    assert found == {"c": Verdict.PROVED, "d": Verdict.REFUTED, "p": Verdict.REFUTED}
