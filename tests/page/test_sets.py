"""Pages of games on graphs and boards: what they hold, and games in a real browser, against plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bouton.cli import main
from bouton.core.errors import Disagreement, InputError
from bouton.document.load import load
from bouton.page import begun as page_begun
from bouton.page import content as page_content
from bouton.page.begun import Room
from bouton.process.limits import Limits
from tests.ground.test_sets import is_still as still
from tests.ground.test_sets import place_of
from tests.page.browser import PROGRAM, Browser, browser
from tests.page.machine import GAMES as RANDOM
from tests.page.machine import choose, play_out, set_up, spoken
from tests.page.made import Position, content, lost, moves, page, positions, value
from tests.samples import small_or_whole
from tests.sets import Clash, outcomes, random_game, reached, values

in_browser = pytest.mark.skipif(PROGRAM is None, reason="no Chromium is installed")
Cells = tuple[str, ...]


def cycle(n: int) -> Callable[[Position], set[Position]]:
    """Node Kayles: a vertex goes with its two neighbours."""

    def options(position: Position) -> set[Position]:
        (free,) = position
        gone = [{str((int(v) + d) % n) for d in (-1, 0, 1)} for v in free]
        return {(tuple(w for w in free if w not in some),) for some in gone}

    return options


def dominoes(free: Cells, steps: tuple[tuple[int, int], ...]) -> set[Cells]:
    """What is left where a domino lies on two neighbours."""
    found = set()
    for cell in free:
        row, column = map(int, cell.strip("()").split(","))
        for down, right in steps:
            other = f"({row + down},{column + right})"
            if other in free:
                found.add(tuple(one for one in free if one not in (cell, other)))
    return found


def cram(position: Position) -> set[Position]:
    """A domino covers two free neighbours."""
    return {(free,) for free in dominoes(position[0], ((0, 1), (1, 0)))}


def domineering(position: Position) -> set[Position]:
    """Each side covers two in its own direction."""
    free, turn = position
    step, other = ((1, 0), "horizontal") if turn == "vertical" else ((0, 1), "vertical")
    return {(left, other) for left in dominoes(free, (step,))}


HOUSE = [("0", "1"), ("1", "2"), ("2", "3"), ("3", "4"), ("4", "5"), ("3", "5")]


def geography(position: Position) -> set[Position]:
    """The token goes along an edge to a vertex that is free."""
    free, at = position
    near = {b for a, b in HOUSE if a == at} | {a for a, b in HOUSE if b == at}
    return {(tuple(one for one in free if one != to), to) for to in near if to in free}


def spelt(found: dict, game: int = 0) -> list[Position]:  # type: ignore[type-arg]
    """The positions of a page with the terms of their members."""
    terms: dict[int, list[str]] = {}
    for picture in found["games"][game]["pictures"]:
        terms |= dict.fromkeys([*picture["sets"], *picture["tokens"]], picture["terms"])
    return [
        tuple(
            tuple(terms[at][one] for one in part) if isinstance(part, tuple) else terms[at][part]
            for at, part in enumerate(position)
        )
        for position in positions(found, game)
    ]


GAMES = {
    "node_kayles": (("--set=n=7",), cycle(7)),
    "cram": (("--set=rows=2", "--set=columns=3"), cram),
    "domineering": (("--set=n=3",), domineering),
    "geography": ((), geography),
}


@pytest.mark.parametrize("few", [0, 1024])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3)
def test_every_position_has_its_moves_and_how_it_ends(
    name: str, few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_begun, "_ALL", few)
    sets, options = GAMES[name]
    found = content(page(f"specs/{name}.yaml", tmp_path, "--no-check", *sets))
    (game,), listed, told = found["games"], spelt(found), moves(found)
    assert len(listed) == len(told) == len({*listed}) == game["size"] == game["inside"]
    for number, position in enumerate(listed):
        assert {listed[to] for to, _ in told[number]} == options(position), position
        if found["alliances"]:
            wins = game["movers"][number] == game["winners"][number]
            assert wins is not lost(options, position, False)
        else:
            assert game["normal"][number] == value(options, position, False)
            assert game["misere"][number] == value(options, position, True)
    below = {*(starts := [listed[at] for at in game["begins"]])}
    waiting = list(starts)
    while waiting:
        waiting = [one for at in waiting for one in options(at) if one not in below]
        below |= {*waiting}
    assert starts and below <= {*listed} and (few or below == {*listed}) and game["reached"] == (not few)
    for claim in found["claims"]:
        said = game["says"].get(claim["id"], {"at": []})
        numbers = [sum(said["at"][: at + 1]) for at in range(len(said["at"]))]
        if claim["id"] in ("cycles", "one-even", "both-even", "who-begins"):
            assert {*numbers} <= {*game["begins"]}
        if claim["id"] in ("even-number", "multiples-of-four", "reached"):
            assert {listed[at] for at in numbers} == below
        if claim["id"] in ("even-number", "multiples-of-four"):
            right = {"even-number": 2, "multiples-of-four": 4}[claim["id"]]
            wrong = {at for at in numbers if (len(listed[at][0]) % right == 0) != lost(options, listed[at], False)}
            assert wrong == {*said["wrong"]}


def test_boards_circles_and_lines(tmp_path: Path) -> None:
    found = content(page("specs/node_kayles.yaml", tmp_path, "--no-check", "--over=n=4..5"))
    for game, n in zip(found["games"], (4, 5), strict=True):
        (picture,) = game["pictures"]
        assert not picture["board"] and picture["terms"] == [*map(str, range(n))] and len(picture["spots"]) == n
        assert {*map(tuple, picture["lines"])} == {tuple(sorted((v, (v + 1) % n))) for v in range(n)}
    found = content(page("specs/domineering.yaml", tmp_path, "--no-check", "--set=n=2"))
    board, turn = found["games"][0]["pictures"]
    assert board["board"] and board["spots"] == [[0, 0], [1, 0], [0, 1], [1, 1]] and not board["lines"]
    assert turn["tokens"] == [1] and not turn["sets"] and not turn["board"]


def test_a_counterexample_is_found_on_the_page(tmp_path: Path) -> None:
    found = content(page("specs/node_kayles.yaml", tmp_path, "even-number", "--over=n=4..6"))
    (claim,) = found["claims"]
    game, at = claim["at"]
    assert claim["verdict"] == "refuted" and game == 1 and spelt(found, 1)[at] == (("0", "1"),)


def test_values_without_room_are_left_out_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page_begun, "_ALL", 0)
    monkeypatch.setattr(page_content.games, "__defaults__", (Room(60, 200),))
    found = content(page("specs/node_kayles.yaml", tmp_path, "--no-check", "--over=n=3..8"))
    many = len(found["games"])
    assert 0 < many < 6 and found["left"] == "; ".join(f"n = {n}" for n in range(3 + many, 9))
    assert f"knows nothing of {found['left']}" in capsys.readouterr().out
    assert main(["page", "specs/node_kayles.yaml", "--no-check", "--set=n=11", "-o", str(tmp_path / "none.html")]) == 2
    assert "a page has room for 60 positions" in capsys.readouterr().err


def test_what_a_search_finds_is_held_against_the_moves_of_clingo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[list[tuple[str, int]]] = [[], [("a", 0)], [("b", 1), ("c", 0)], [("d", 2)]]
    page_begun.hold([3], told)
    page_begun.hold([2, 3], told)
    with pytest.raises(Disagreement, match="4 positions are reached by a search of the board, 3 by clingo"):
        page_begun.hold([2], told)
    monkeypatch.setattr(page_begun, "_FEW", Room(1, 1))
    monkeypatch.setattr(page_begun, "_ALL", 0)
    searched: list[int] = []
    whole = page_begun._searched

    def once(*given: Any) -> Any:
        found = whole(*given)
        searched.append(len(found or ()))
        return found

    monkeypatch.setattr(page_begun, "_searched", once)
    found = content(page("specs/node_kayles.yaml", tmp_path, "--no-check", "--over=n=9..9"))
    assert searched == [found["games"][0]["size"]] and searched[0] > 20


def test_all_subsets_are_known_where_there_is_no_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "all.yaml"
    rules = Path("encodings/cram/rules.lp").read_text()
    (tmp_path / "cram.lp").write_text(rules)
    spec.write_text(
        "game: Cram\nrules: cram.lp\nparameters: {rows: 1..5, columns: 1..5}\nposition: {free: {subset_of: cell}}\n"
    )
    found = content(page(str(spec), tmp_path, "--set=rows=2", "--set=columns=3"))
    listed, told = spelt(found), moves(found)
    assert len(listed) == 64 and not found["games"][0]["begins"]
    assert all({listed[to] for to, _ in told[at]} == cram(position) for at, position in enumerate(listed))
    assert main(["page", str(spec), "--set=rows=5", "--set=columns=5", "-o", str(tmp_path / "none.html")]) == 2
    assert "a page has room for 120,000 positions" in capsys.readouterr().err


@pytest.mark.parametrize("runs", small_or_whole(4, 400))
def test_random_games_against_plain_python(runs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = 0
    for seed in range(runs):
        monkeypatch.setattr(page_begun, "_ALL", 0 if seed % 2 else 1024)
        monkeypatch.setattr(page_begun, "_FEW", Room(1, 1) if seed % 4 > 1 else Room(2000, 20_000))
        refused += not agrees(seed, tmp_path)
    assert refused < runs


def agrees(seed: int, folder: Path) -> bool:
    """Whether there is a page, which then has what plain Python says; there is none only where a rule is in error."""
    game, cycles = random_game(Random(seed)), seed % 3 == 0
    claims = [
        "{id: all, says: s, kind: p-positions, iff: said, positions: all}",
        "{id: reached, says: s, kind: p-positions, iff: said}",
        "{id: starts, says: s, kind: p-positions, iff: said, positions: starts, play: misere}",
    ]
    (folder / "random.lp").write_text(game.rules())
    (folder / "random.yaml").write_text(game.spec("random.lp", claims, cycles))
    spec = load(folder / "random.yaml")
    try:
        graph = reached(game, [game.start])
        wrong = not cycles and (still(graph) or values(graph) is None)
    except Clash:
        wrong = True
    limits = Limits(60, 2 << 30)
    if wrong:
        with pytest.raises(InputError):
            page_content.games(spec, spec.claims, limits)
        return False
    (known,) = page_content.games(spec, spec.claims, limits)
    places = [place_of(game, one) for one in known.positions]
    every = {*game.positions()}
    assert {*graph} <= {*places} <= every and len({*places}) == len(places)
    assert {*places} == ({*graph} if known.reached else every), seed
    whole = {place: game.children(place) for place in places}
    assert [places[at] for at in known.begins] == [game.start]
    for at, place in enumerate(places):
        assert {places[to] for _, to in known.moves[at]} == {*whole[place].values()}, seed
    for misere in (False, True):
        said, numbers = outcomes(whole, misere), values(whole, misere)
        for at, place in enumerate(places):
            if known.ends:
                outcome, moves = said[place]
                code = -1 if moves is None else 2 * moves + (outcome == "N")
                assert known.ends[at][misere] == code, seed
            else:
                assert numbers is not None and known.values[at][misere] == numbers[place], seed
        for claim, where in (("all", places), ("reached", [*graph]), ("starts", [game.start])):
            if (claim == "starts") is misere:
                told = known.says.get(claim, {})
                assert {places[at] for at in told} == {*where}
                for at, (_, is_wrong) in told.items():
                    claimed = "P" if game.says(places[at]) else "N"
                    assert is_wrong == (claimed != said[places[at]][0]), (seed, claim)
    return True


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def opened(tab: Browser, name: str, folder: Path) -> None:
    tab.errors.clear()
    tab.requests.clear()
    file = page(f"specs/{name}.yaml", folder, "--no-check", *GAMES[name][0])
    tab.open(file)
    assert tab.requests == [file.as_uri()]


def read(text: str) -> Position:
    """The position at the end of a line of the history: a part for each fluent."""
    parts = text.rpartition("→ ")[2].strip().split(", ")
    made: list[Cells | str] = []
    for part in parts:
        name, _, terms = part.partition(" ")
        several = () if name == "no" else tuple(terms.split(":"))
        made.append(several[0] if name in ("at", "turn") else several)
    return tuple(made)


def history(tab: Browser) -> list[Position]:
    return [*map(read, spoken(tab))]


def filled(tab: Browser) -> Cells:
    """The members that are drawn as there."""
    return tuple(tab.ask("[...document.querySelectorAll('.spot.there')].map((one) => one.ariaLabel.split(': ')[0])"))


def touch(tab: Browser, term: str) -> None:
    tab.ask(f"[...document.querySelectorAll('.spot')].find((one) => one.ariaLabel.startsWith('{term}: ')).click()")


@in_browser
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(2)
@pytest.mark.long("node_kayles")
def test_games_from_the_start_against_the_machine(tab: Browser, tmp_path: Path, name: str) -> None:
    options, chance = GAMES[name][1], Random(name)
    opened(tab, name, tmp_path)
    first = history(tab)
    for number in range(4):
        misere = number % 2 == 1 and name != "domineering"
        choose(tab, "choose-rule", "misere" if misere else "normal")
        tab.ask("document.querySelector('#set-up').requestSubmit()")
        assert history(tab) == first and filled(tab) == first[0][0]
        play_out(tab, options, read, misere, chance)
    assert not tab.errors


@in_browser
@pytest.mark.parametrize("n", small_or_whole(6, 10))
def test_node_kayles_from_random_positions_against_the_machine(tab: Browser, tmp_path: Path, n: int) -> None:
    tab.errors.clear()
    tab.open(page("specs/node_kayles.yaml", tmp_path, "--no-check", f"--set=n={n}"))
    chance = Random(n)
    answered = 0
    for number in range(RANDOM):
        free = tuple(sorted(chance.sample([*map(str, range(n))], chance.randint(1, n))))
        choose(tab, "choose-rule", "misere" if number % 2 else "normal")
        set_up(tab, ":".join(free))
        assert history(tab) == [(free,)]
        answered += play_out(tab, cycle(n), read, number % 2 == 1, chance)
    assert answered >= RANDOM // 2 and not tab.errors


@in_browser
def test_members_are_touched(tab: Browser, tmp_path: Path) -> None:
    opened(tab, "cram", tmp_path)
    choose(tab, "opponent", "person")
    (start,) = history(tab)
    touch(tab, "(1,1)")
    assert history(tab) == [start] and "Moves that change (1,1):" in tab.ask("document.body.innerText")
    assert tab.ask("document.querySelectorAll('#moves button').length") == 2
    touch(tab, "(2,1)")
    rest = ("(1,2)", "(1,3)", "(2,2)", "(2,3)")
    assert history(tab)[-1] == (rest,) and filled(tab) == rest
    touch(tab, "(2,1)")
    assert history(tab)[-1] == (rest,) and "No move does that" in tab.ask("document.body.innerText")
    tab.ask("document.getElementById('undo').click()")
    assert history(tab) == [start]
    opened(tab, "geography", tmp_path)
    choose(tab, "opponent", "person")
    (start,) = history(tab)
    to = min(geography(start), key=str)
    touch(tab, to[1])
    assert history(tab)[-1] == to
    assert tab.ask("document.querySelector('.token').parentNode.ariaLabel") == f"{to[1]}: at"
    assert tab.ask("document.querySelectorAll('#board line').length") == len(HOUSE)
    assert not tab.errors


def mapped(tab: Browser, shown: str) -> dict[tuple[int, int], str]:
    """The cells of the map, by their numbers across and up."""
    choose(tab, "shown", shown)
    first, *rows = [line.split(",") for line in tab.ask("document.getElementById('csv').value").splitlines()]
    across = [one for one in first if one.isdigit()]
    return {(int(x), int(y)): cell for y, *cells in rows for x, cell in zip(across, cells, strict=True)}


@in_browser
def test_the_map_of_a_game_on_sets_is_of_its_starts(tab: Browser, tmp_path: Path) -> None:
    tab.errors.clear()
    tab.open(page("specs/cram.yaml", tmp_path, "--no-check", "--over=rows=1..2,columns=2..3"), "#map")
    choose(tab, "across", "0")
    choose(tab, "up", "1")
    found = mapped(tab, "value")
    assert found.keys() == {(rows, columns) for rows in (1, 2) for columns in (2, 3)}
    for (rows, columns), said in found.items():
        start = (tuple(sorted(f"({r},{c})" for r in range(1, rows + 1) for c in range(1, columns + 1))),)
        assert said == str(value(cram, start, False)), (rows, columns)
    tab.ask("document.getElementById('canvas').focus()")
    tab.key("ArrowUp")
    said = tab.ask("document.getElementById('cell').textContent")
    assert said.startswith("rows = 1, columns = 3: free (1,1):(1,2):(1,3): N-position, Sprague-Grundy value 1")
    assert tab.ask("document.querySelectorAll('#preview .dots .there').length") == 3
    tab.key("Enter")
    assert filled(tab) == ("(1,1)", "(1,2)", "(1,3)")
    assert tab.ask("document.querySelector('#choose-game option:checked').textContent") == "rows = 1, columns = 3"
    assert not tab.errors


@in_browser
def test_the_map_of_a_token_is_its_board(tab: Browser, tmp_path: Path) -> None:
    tab.errors.clear()
    tab.open(page("specs/rook.yaml", tmp_path, "--set=n=6", "--no-check"), "#map")
    assert mapped(tab, "value") == {(x + 1, y + 1): str(x ^ y) for x in range(6) for y in range(6)}
    assert {*mapped(tab, "outcome").values()} == {"P", "N"} and not tab.errors


@in_browser
def test_terms_are_shown_as_they_are(tab: Browser, tmp_path: Path) -> None:
    (tmp_path / "odd.lp").write_text(
        'vertex("<img src=x onerror=alert(1)>"). vertex(":,("). vertex(f(a,1)). begin(free(V)) :- vertex(V).\n'
        "move(take(V)) :- free(V). gone(take(V), free(V)) :- move(take(V)).\n"
    )
    (tmp_path / "odd.yaml").write_text(
        "game: Odd\nrules: odd.lp\nposition: {free: {subset_of: vertex}}\nstarts: begin\n"
    )
    tab.errors.clear()
    tab.open(page(str(tmp_path / "odd.yaml"), tmp_path))
    choose(tab, "opponent", "person")
    assert tab.ask("document.querySelectorAll('img').length") == 0
    tab.ask("document.querySelector('#set-up').requestSubmit()")
    assert tab.ask("document.querySelectorAll('.spot.there').length") == 3
    assert "<img src=x" in tab.ask("document.getElementById('board').textContent")
    tab.ask("document.querySelector('.spot').click()")
    assert tab.ask("document.querySelectorAll('.spot.there').length") == 2 and not tab.errors
    assert "<img src=x" in tab.ask("document.getElementById('history').textContent")
