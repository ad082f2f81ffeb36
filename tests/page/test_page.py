"""What a page holds, against plain Python; and that nothing of a spec is markup in it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton.cli import main
from bouton.compiled.options import Listing, listing, telling
from bouton.core.errors import InputError, Unreadable
from bouton.page import content as page_content
from bouton.page import known as page_known
from bouton.page import programs as page_programs
from tests.page.made import TOYS, content, in_little_room, lost, moves, page, positions, side, survivor, value, winner

RULES = "move(take(N)) :- pile(P), N = 1..2, N <= P.  after(take(N), pile(P-N)) :- move(take(N)), pile(P)."


@pytest.mark.parametrize("name", TOYS)
@pytest.mark.sample(2)
def test_every_position_has_its_moves_values_and_what_the_claim_says(name: str, tmp_path: Path) -> None:
    toy = TOYS[name]
    found = content(page(f"specs/{toy.spec}.yaml", tmp_path, toy.claim, *(f"--over={one}" for one in toy.over)))
    (game,), listed, told = found["games"], positions(found), moves(found)
    assert len(listed) == len(told) >= game["size"] and len(listed) > 80
    for number, position in enumerate(listed):
        assert {listed[to] for to, _ in told[number]} == toy.options(position), position
        assert len(told[number]) == len({to for to, _ in told[number]})
        assert game["normal"][number] == value(toy.options, position, False)
        assert game["misere"][number] == value(toy.options, position, True)
    assert [one["rows"] for one in found["fluents"]] == [name == "kayles"]
    (claim,) = found["claims"]
    assert claim["verdict"] == "refuted"
    said = game["says"][toy.claim]
    numbers, at = [], 0
    for step in said["at"]:
        at += step
        numbers.append(at)
    misere = claim["plays"] == ["misere"]
    claimed = [game["labels"][label] for label in said["labels"]]
    wrong = [
        n for n, label in zip(numbers, claimed, strict=True) if (label == "P") != lost(toy.options, listed[n], misere)
    ]
    assert wrong == said["wrong"]
    assert claim["at"] == [0, min(wrong, key=lambda n: (sum(*listed[n]), listed[n]))]


FEW = ("--over=heap.count=0..3", "--over=heap.size=1..15")


def test_where_there_is_no_room_a_program_lists_the_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    in_little_room(monkeypatch, 2000)
    file = page("specs/nim.yaml", tmp_path, "even-total", *FEW)
    assert "its moves are listed by a program" in capsys.readouterr().out
    found = content(file)
    (game,), listed = found["games"], positions(found)
    options = TOYS["nim"].options
    assert game["inside"] == game["size"] == len(listed) == 816 and game["moves"] == []
    for number, position in enumerate(listed):
        assert game["normal"][number] == value(options, position, False)
        assert game["misere"][number] == value(options, position, True)
    (table, drawn), samples = game["compared"], game["samples"]
    assert 100 < table < 816 and drawn == min(300, 816 - table) and len(samples) > 90
    for number, *after in samples:
        assert {listed[to] for to in after} == options(listed[number])
    wrong = {n for n, (heaps,) in enumerate(listed) if (sum(heaps) % 2 == 0) != lost(options, (heaps,), False)}
    assert {*game["says"]["even-total"]["wrong"]} == wrong
    assert "function moves_0(" in file.read_text() and "programs" not in found


def test_where_there_is_no_program_the_moves_of_the_least_positions_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_arguments: object) -> None:
        raise Unreadable("nothing is read")

    in_little_room(monkeypatch, 2000)
    monkeypatch.setattr(page_programs, "listing", none)
    found = content(page("specs/nim.yaml", tmp_path, "even-total", *FEW))
    (game,), listed, told = found["games"], positions(found), moves(found)
    options = TOYS["nim"].options
    assert game["inside"] == game["size"] == len(listed) == 816 and 100 < len(told) < 816
    for number in range(len(told)):
        assert {listed[to] for to, _ in told[number]} == options(listed[number])


def test_of_a_large_box_clingo_is_asked_for_the_least_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_known, "_MANY", 100)
    monkeypatch.setattr(page_known, "_FIRST", 50)
    (tmp_path / "take.lp").write_text(f"{RULES}\nv(P\\3) :- pile(P).  third :- pile(P), P \\ 3 = 0.  odd :- not third.")
    (tmp_path / "take.yaml").write_text(
        "game: Take\nrules: take.lp\nposition: {pile: 0..3000}\nclaims:\n"
        "  - {id: a, says: A., kind: p-positions, iff: third}\n  - {id: b, says: B., kind: p-positions, iff: odd}\n"
        "  - {id: c, says: C., kind: grundy, iff: v}\n"
    )
    found = content(page(str(tmp_path / "take.yaml"), tmp_path, "--no-check"))
    (game,), listed = found["games"], positions(found)
    assert [one for (one,) in listed] == [*range(3001)] and game["compared"][0] < 1000 and game["moves"] == []
    assert game["normal"] == [pile % 3 for pile in range(3001)] and game["misere"][:6] == [1, 0, 2, 1, 0, 2]
    third, odd = map(found["predicates"].index, ("third", "odd"))
    assert [({third, odd} & {*holds}) for holds in game["holds"]] == [{odd if n % 3 else third} for n in range(3001)]
    assert not game["says"]["a"]["wrong"] and not game["says"]["c"]["wrong"]
    assert game["says"]["b"]["wrong"] == [*range(3001)]


@pytest.mark.slow
def test_of_alliances_a_program_lists_the_moves_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_known, "_MANY", 100)
    monkeypatch.setattr(page_known, "_FIRST", 50)
    ranges = ("--set", "n=1", "--set", "k=0", "--over=pile=0..300")
    found = content(page("specs/survivor_nim.yaml", tmp_path, "section-1", "--no-check", *ranges))
    (game,), listed = found["games"], positions(found)
    assert len(listed) == 903 and game["moves"] == []
    for number, position in enumerate(listed):
        assert game["sides"][game["winners"][number]] == winner(position), position
        assert game["sides"][game["movers"][number]] == side(position[1])


@pytest.mark.parametrize("wrong", [0, 1])
@pytest.mark.sample(2)
def test_a_program_that_tells_a_predicate_wrongly_is_a_fault_of_ours(
    wrong: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    real = telling

    def broken(*arguments: Any) -> dict[str, Any]:
        def changed(one: Any, *numbers: int) -> Any:
            live, rows = one(*numbers)
            if sum(numbers) < 14 or not rows:
                return live, rows
            return (not live, rows) if wrong else (live, [{()} - rows[0], *rows[1:]])

        return {key: partial(changed, one) for key, one in real(*arguments).items()}

    in_little_room(monkeypatch, 2000)
    monkeypatch.setattr(page_programs, "telling", broken)
    assert main(["page", "specs/nim.yaml", "--no-check", *FEW, "-o", str(tmp_path / "x.html")]) == 4
    assert "printed from the rules and by clingo differ" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["a move more", "a move less"])
@pytest.mark.sample(2)
def test_a_program_that_differs_from_clingo_is_a_fault_of_ours(
    wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(*arguments: Any) -> Listing:
        found = listing(*arguments)
        first, _, rest = found.python.partition("found.append([")
        changed = "found.append([0, [9, 9], [[99]]]); found.append([" if wrong == "a move more" else "(["
        return replace(found, python=first + changed + rest)

    in_little_room(monkeypatch, 2000)
    monkeypatch.setattr(page_programs, "listing", broken)
    assert main(["page", "specs/nim.yaml", "--no-check", *FEW, "-o", str(tmp_path / "x.html")]) == 4
    assert "printed from the rules and by clingo differ" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_values_of_the_parameters_have_a_game_each(tmp_path: Path) -> None:
    found = content(
        page(
            "specs/moore_nim.yaml",
            tmp_path,
            "divisible-total",
            "--set",
            "k=1..2",
            "--over=heap.count=0..2",
            "--over=heap.size=1..3",
        )
    )
    assert [game["parameters"] for game in found["games"]] == ["k = 1", "k = 2"]


@pytest.mark.slow
def test_sides_of_alliances_stand_in_place_of_values(tmp_path: Path) -> None:
    found = content(
        page("specs/survivor_nim.yaml", tmp_path, "section-1", *["--set", "n=1", "--set", "k=0"], "--over=pile=0..12")
    )
    (game,), listed, told = found["games"], positions(found), moves(found)

    for number, position in enumerate(listed):
        assert game["sides"][game["winners"][number]] == winner(position), position
        assert {listed[to] for to, _ in told[number]} == survivor(position)


def test_positions_that_do_not_exist_are_not_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "two.lp").write_text(RULES.replace("N = 1..2", "N = (2;4)") + "  even :- pile(P), P \\ 2 = 0.")
    (tmp_path / "two.yaml").write_text("game: G\nrules: two.lp\nlegal: even\nposition: {pile: 0..9}\n")
    found = content(page(str(tmp_path / "two.yaml"), tmp_path))
    assert positions(found) == [(0,), (2,), (4,), (6,), (8,)] and found["games"][0]["size"] == 5
    assert "larger than a page" not in capsys.readouterr().out


def test_nothing_of_a_spec_is_markup(tmp_path: Path) -> None:
    (tmp_path / "odd.lp").write_text(RULES + "\n% <script>alert(1)</script> {{script}}\np :- pile(P), P \\ 3 = 0.\n")
    (tmp_path / "odd.yaml").write_text(
        'game: "</title><script>alert(1)</script> \\u202e {{data}}"\nsource: "<img src=x onerror=alert(1)>"\n'
        "rules: odd.lp\nposition: {pile: 0..9}\nclaims:\n"
        '  - {id: a, says: "<b>bold</b> & </script>", kind: p-positions, iff: p}\n'
    )
    text = page(str(tmp_path / "odd.yaml"), tmp_path).read_text()
    assert text.count("<script") == 2 and "<img" not in text and "<b>" not in text
    assert (
        "&lt;/title&gt;&lt;script&gt;" in text and "<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi> · <bdi>pile" in text
    )
    assert content(tmp_path / "odd.html")["claims"][0]["says"] == "<b>bold</b> & </script>"


def test_claims_may_be_shown_without_a_verdict(tmp_path: Path) -> None:
    found = content(page("specs/nim.yaml", tmp_path, "even-total", "--no-check", "--over=heap.size=1..3"))
    (claim,) = found["claims"]
    assert (claim["verdict"], claim["report"], claim["at"]) == ("not judged", None, None)
    assert found["games"][0]["says"]["even-total"]["wrong"]


def test_a_page_asks_for_nothing(tmp_path: Path) -> None:
    text = page("specs/one_pile_nim.yaml", tmp_path, "normal").read_text()
    assert "default-src &#x27;none&#x27;" in text
    assert not re.search(r"https?:|src=|@import|url\(|fetch\(|XMLHttp", re.sub(r'id="data">[^<]*<', "", text))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["specs/nim.yaml", "-o", "x.htm"], ".htm names no such format"),
        (["specs/nim.yaml", "-o", "no/such/x.html"], "there is no such folder"),
        (["specs/nim.yaml", "saef-combinations", "-o", "x.html"], "no claim 'saef-combinations'"),
        (["specs/impartial_theory.yaml", "-o", "x.html"], "about all games"),
        (["specs/nim.yaml", "--over", "heap.size=3..2", "-o", "x.html"], "runs backwards"),
        (["specs", "-o", "no/such"], "there is no such folder"),
        (["specs", "even-total", "-o", "."], "claims are named for one spec"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_written(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = str(Path(arguments[0]).resolve())
    monkeypatch.chdir(tmp_path)
    assert main(["page", spec, *arguments[1:]]) == 2
    assert said in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_predicates_are_asked_where_their_claim_speaks(tmp_path: Path) -> None:
    found = content(page("specs/nimhoff.yaml", tmp_path, "--no-check"))  # one of them divides by h - 1
    at = found["predicates"].index("modulo_less")
    holding = [{at in holds for holds in game["holds"]} for game in found["games"]]
    assert [game["given"]["h"] for game in found["games"]] == [1, 2, 3]
    assert holding == [{False}, {False, True}, {False, True}]
    assert ["modulo-less" in game["says"] for game in found["games"]] == [False, True, True]


def test_predicates_that_rest_on_named_positions_are_left_out(tmp_path: Path) -> None:
    found = content(page("specs/subtraction.yaml", tmp_path, "--no-check", "--over=pile=0..14"))
    assert "ferguson" in str(found["rules"]) and len(found["games"]) == 10


def test_of_many_values_of_the_parameters_the_first_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page_content, "_GAMES", 3)
    found = content(page("specs/moore_nim.yaml", tmp_path, "--no-check", "--over=k=1..8,heap.size=1..2"))
    assert [game["given"] for game in found["games"]] == [{"k": k} for k in (1, 2, 3)]
    assert found["left"] == "5 more values of the parameters" and found["left"] in capsys.readouterr().out


def test_positions_that_come_back_have_draws_and_moves_to_the_end(tmp_path: Path) -> None:
    (tmp_path / "walk.lp").write_text(
        "edge(0,1). edge(1,0). edge(1,2). edge(2,3). edge(3,4). edge(4,3). edge(5,4). edge(3,6). edge(5,2).\n"
        "move(to(B)) :- at(A), edge(A,B).  after(to(B), at(B)) :- move(to(B))."
    )
    (tmp_path / "walk.yaml").write_text("game: Walk\nrules: walk.lp\ncycles: allowed\nposition: {at: 0..6}\n")
    found = content(page(str(tmp_path / "walk.yaml"), tmp_path))
    (game,), listed, told = found["games"], positions(found), moves(found)
    edges = {0: {1}, 1: {0, 2}, 2: {3}, 3: {4, 6}, 4: {3}, 5: {4, 2}, 6: set()}
    assert {listed[n]: {listed[to][0] for to, _ in told[n]} for n in range(7)} == {(a,): b for a, b in edges.items()}
    # normal play: 6 is lost, 3 won in one, 2 and 4 lost in two, 1 and 5 won in three, 0 lost in four
    assert game["endless"] and dict(zip(listed, game["normal"], strict=True)) == {
        (6,): 0, (3,): 3, (2,): 4, (4,): 4, (1,): 7, (5,): 7, (0,): 8
    }  # fmt: skip
    # misere play: 6 is won, 3 would lose by it and goes round with 4 for ever, as all others do
    assert dict(zip(listed, game["misere"], strict=True)) == {(6,): 1} | {(at,): -1 for at in range(6)}


def test_a_folder_of_specs_gets_an_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "in" / "take.lp").write_text(RULES)
    for name in ("take", "give & take"):
        (tmp_path / "in" / f"{name}.yaml").write_text(f"game: <{name}>\nrules: take.lp\nposition: {{pile: 0..9}}\n")
    assert main(["page", str(tmp_path / "in"), "-o", str(tmp_path / "out")]) == 0
    assert "2 pages" in capsys.readouterr().out
    text = (tmp_path / "out" / "index.html").read_text()
    assert '<a href="give%20%26%20take.html">&lt;give &amp; take&gt;</a>' in text
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == ["give & take.html", "index.html", "take.html"]


@pytest.mark.slow
def test_python_has_the_same_page(tmp_path: Path) -> None:
    toy = TOYS["nim"]
    made = bouton.load("specs/nim.yaml").over(*toy.over).page(toy.claim)
    made.save(tmp_path / "nim.html")
    found, other = (
        content(tmp_path / "nim.html"),
        content(page("specs/nim.yaml", tmp_path.parent, toy.claim, *(f"--over={one}" for one in toy.over))),
    )
    assert found["games"] == other["games"] and found["claims"][0]["verdict"] == "refuted"
    assert str(made) == "Nim" and made._repr_html_().startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
    with pytest.raises(InputError, match="no claim 'even-totl'"):
        bouton.load("specs/nim.yaml").page("even-totl")


def test_the_clause_of_a_theorem_that_holds_is_told(tmp_path: Path) -> None:
    (tmp_path / "take.lp").write_text(
        f"{RULES}\np :- pile(P), P \\ 6 = 0.  p :- pile(P), P \\ 6 = 3.  p :- q, not small.\n"
        "q :- pile(P), P \\ 9 = 0.  small :- pile(P), P < 10.\n"
    )
    (tmp_path / "take.yaml").write_text(
        "game: Take\nrules: take.lp\nposition: {pile: 0..40}\n"
        "claims:\n  - {id: a, says: A., kind: p-positions, iff: p}\n"
    )
    found = content(page(str(tmp_path / "take.yaml"), tmp_path))
    assert sorted(found["predicates"]) == ["p", "q", "small"] and len(found["clauses"]) == 3
    (game,), names = found["games"], [*found["predicates"], *found["clauses"]]
    for number, (pile,) in enumerate(positions(found)):
        said = {names[place] for place in game["holds"][number]}
        expected = {"p"} if pile % 3 == 0 else set()
        expected |= {"q"} if pile % 9 == 0 else set()
        expected |= {"small"} if pile < 10 else set()
        clauses = {one for one in said if ":-" in one}
        assert said - clauses == expected
        assert {"".join(one.split()) for one in clauses} == {
            text
            for text, holds in (
                ("p:-pile(P);(P\\6)=0.", pile % 6 == 0),
                ("p:-pile(P);(P\\6)=3.", pile % 6 == 3),
                ("p:-q;notsmall.", pile % 9 == 0 and pile >= 10),
            )
            if holds
        }


def test_a_claim_that_is_at_fault_is_left_out_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "take.lp").write_text(
        "move(t) :- pile(P), P > 0.  after(t,pile(P-1)) :- move(t), pile(P).  odd :- pile(1)."
    )
    claims = "".join(f"  - {{id: {one}, says: s, kind: p-positions, iff: {one}}}\n" for one in ("odd", "none"))
    (tmp_path / "take.yaml").write_text(f"game: Take\nrules: take.lp\nposition: {{pile: 0..3}}\nclaims:\n{claims}")
    file = tmp_path / "take.html"
    assert main(["page", str(tmp_path / "take.yaml"), "--no-check", "-o", str(file)]) == 2
    assert "no rule of take.lp derives none" in capsys.readouterr().err
    assert [one["id"] for one in content(file)["claims"]] == ["odd"]
