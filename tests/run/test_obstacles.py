"""Why a predicate holds of nothing at a position: what clingo says of the rules without each of their literals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from clingo import Control

from bouton.cli import main
from bouton.core.position import Parameters
from bouton.core.verdict import Atoms
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.behind import behind

MOVES = """\
move(take(M)) :- pile(N), M = 1..k, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
"""
RULES = {
    "claimed": [
        ["multiple", "good", "not small"],
        ["pile(N)", "half(H)", "H = N-3", "H < k"],
    ],
    "multiple": [["pile(N)", "N \\ (k+1) = 0", "N < 20"]],
    "good": [["pile(N)", "R = N \\ (k+1)", "R = 0", "not bad"]],
    "bad": [["pile(6)"], ["pile(N)", "half(N)", "N > 0"]],
    "half(H)": [["pile(N)", "H = N/2", "N \\ 2 = 0", "#count { M : move(take(M)) } = 2"]],
    "small": [["half(H)", "H < 1"]],
}


def text(rules: dict[str, list[list[str]]]) -> str:
    return MOVES + "".join(f"{head} :- {', '.join(body)}.\n" for head, bodies in rules.items() for body in bodies)


def derived(pile: int, rules: dict[str, list[list[str]]]) -> set[str] | None:
    """The names that clingo derives something of; None where a variable is unsafe."""
    control = Control(["-Wnone", "-ck=2"], logger=lambda *_: None)
    try:
        control.add("base", [], text(rules) + f"pile({pile}).")
        control.ground([("base", [])])
    except RuntimeError:
        return None
    return {atom.symbol.name for atom in control.symbolic_atoms}


def without(pile: int) -> set[tuple[str, str]]:
    """Each predicate that nothing is derived of, with each literal without which its rule derives something."""
    found, names = set(), derived(pile, RULES)
    assert names is not None
    for head, bodies in RULES.items():
        for body in bodies:
            for literal in body:
                rest = [one for one in body if one != literal]
                # the other rules are as they were: what is derived anew is a name of its own
                now = derived(pile, {**RULES, "anew": [rest]})
                if head.partition("(")[0] not in names and now is not None and "anew" in now:
                    found.add((head.partition("(")[0], literal))
    return found


def bare(literal: str) -> str:
    """A literal without what may be written or not."""
    return literal.translate(str.maketrans("", "", "() "))


def written(folder: Path, rules: str) -> Path:
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {k: 2}\nposition: {pile: 0..40}\n"
        "claims: [{id: c, says: s, kind: p-positions, iff: claimed}]\n"
    )
    return folder / "g.yaml"


def said(file: Path, pile: int) -> dict[str, Atoms]:
    spec = load(str(file))
    parameters: Parameters = {"k": 2}
    return {one.name: one for one in behind(spec, spec.claims[0], parameters, {"pile": pile}, Limits(60.0))}


@pytest.mark.parametrize("pile", range(0, 31, 3))
@pytest.mark.sample(3)
def test_they_are_the_literals_without_which_clingo_derives_it(pile: int, tmp_path: Path) -> None:
    found = said(written(tmp_path, text(RULES)), pile)
    plain = without(pile)
    waiting, expected = ["claimed"], set[tuple[str, str]]()
    for name in waiting:
        of_it = {pair for pair in plain if pair[0] == name} - expected
        expected |= of_it
        waiting += [literal.partition("(")[0] for _, literal in of_it]
    shown = {(name, one.literal) for name, predicate in found.items() for one in predicate.obstacles}
    assert {(name, bare(literal)) for name, literal in shown} == {(name, bare(literal)) for name, literal in expected}
    assert all(not one.obstacles for one in found.values() if one.atoms)


def test_there_are_such_literals() -> None:
    assert sum(any(name == "claimed" for name, _ in without(pile)) for pile in range(0, 31, 3)) >= 5


def test_the_numbers_are_those_of_the_position(tmp_path: Path) -> None:
    rules = MOVES + (
        "claimed :- pair(A,B), good(A,B).\npair(N,N+5) :- pile(N).\ngood(A,B) :- pair(A,B), B = 2*A, A > 1.\n"
    )
    found = said(written(tmp_path, rules), 7)
    (first,) = found["claimed"].obstacles
    assert (first.literal, first.place, first.values) == ("good(A,B)", "g.lp:3", (("A", "7"), ("B", "12")))
    (second,) = found["good"].obstacles
    assert (second.literal, second.place, second.values) == ("B = (2*A)", "g.lp:5", (("A", "7"), ("B", "12")))


def test_a_literal_that_keeps_an_operation_from_having_no_value(tmp_path: Path) -> None:
    """Without it nothing can be said of its rule; of the others it is."""
    rules = MOVES + "claimed :- pile(N), M = N-6, M != 0, 12 / M = 3.\nclaimed :- pile(N), N > 9.\n"
    found = said(written(tmp_path, rules), 6)
    assert [(one.literal, one.values) for one in found["claimed"].obstacles] == [("N > 9", (("N", "6"),))]


@pytest.mark.parametrize("body", ["N != k, N != k-1", "N != k-1, N < k+1", "k*N != 2, N != 0-k"])
def test_a_literal_beside_which_nothing_gives_a_value(
    body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether the others do depends on the numbers that the parameters are."""
    file = written(tmp_path, MOVES + f"number(N) :- pile(N).\nclaimed :- number(N), {body}, N > 9.\n")
    assert main(["counterexample", str(file), "c"]) == 0
    assert "not claimed" in capsys.readouterr().out


def test_the_command_tells_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(
        tmp_path, MOVES + "claimed :- multiple, few.\nmultiple :- pile(N), N \\ 3 = 0.\nfew :- pile(N), N < 9.\n"
    )
    main(["counterexample", str(file), "c"])
    told = " ".join(capsys.readouterr().out.split())
    assert "not claimed, by few alone (g.lp:3) not few, by N < 9 alone: N = 9 (g.lp:5)" in told
    main(["counterexample", str(file), "c", "--json"])
    assert json.loads(capsys.readouterr().out)["obstacles"] == {
        "claimed/0": [{"literal": "few", "place": "g.lp:3", "values": {}}],
        "few/0": [{"literal": "N < 9", "place": "g.lp:5", "values": {"N": "9"}}],
    }
    main(["check", str(file), "--counterexamples", "2"])
    assert "not few, by N < 9 alone: N = 9 (g.lp:5)" in " ".join(capsys.readouterr().out.split())
