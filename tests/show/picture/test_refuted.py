"""What refutes a claim, drawn: small games held against the definitions of the values, and claims without a picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from bouton.cli import main
from bouton.core.errors import LimitReached
from bouton.core.shipped import folder
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.show.picture.graph import refuting_graph
from tests.show.picture.conftest import NIM, SVG, Write
from tests.show.picture.test_graph import printed

DOCS = Path(__file__).resolve().parents[3] / "docs"
THEORY = str(folder("specs") / "impartial_theory.yaml")
BOX = "position:\n  heap: {count: 0..2, size: 1..3}\n"
RULES = (
    NIM + "even :- heap(_,_), S = #sum { T,I : heap(I,T) }, S \\ 2 = 0.\nany :- heap(_,_).\n"
    "any :- not heap(1,_).\nlost :- even.\n"
)
MORE = """\
  - {id: even-total, says: A <b> total., kind: p-positions, play: misere, iff: even, expect: {refuted: {heap: [1]}}}
  - {id: sound, says: Any position., kind: everywhere, iff: any}
"""


def pinned(id: str) -> dict[int, list[int]]:
    """The game that the spec expects, as it is written there."""
    claims = yaml.safe_load(Path(THEORY).read_text(encoding="utf-8"))["claims"]
    (claim,) = (claim for claim in claims if claim["id"] == id)
    return {at: row for at, row in claim["expect"]["refuted"].items() if at != "chosen"}


def with_more(write: Write) -> str:
    """A spec of Nim with two claims more."""
    spec = write(RULES, BOX)
    with Path(spec).open("a", encoding="utf-8") as file:
        file.write(MORE)
    return spec


def pairs(game: dict[int, list[int]]) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for at, row in game.items():
        normal, misere = ({found[to][play] for to in row} for play in (0, 1))
        found[at] = (min(set(range(9)) - normal), min(set(range(9)) - misere) if row else 1)
    return found


@pytest.mark.parametrize(
    ("id", "play"), [("figure-1", "misere"), ("figure-1-values", "normal"), ("figure-2-values", "normal")]
)
@pytest.mark.sample(3)
def test_the_smallest_games_like_the_figures(id: str, play: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", THEORY, "--claim", id, "--play", play]) == 0
    nodes, edges = printed(capsys.readouterr().out)
    game = pinned(id)
    values = pairs(game)
    lost = {at: pair[play == "misere"] == 0 for at, pair in values.items()}
    assert nodes == {
        str(at): (f"{'P' if lost[at] else 'N'} ({g},{m})", "box" if lost[at] else "ellipse")
        for at, (g, m) in values.items()
    }
    assert edges == {(str(at), str(to), lost[to]) for at, row in game.items() for to in row}


def test_what_the_figures_of_the_paper_show() -> None:
    first, second = pairs(pinned("figure-1-values")), pinned("figure-2-values")
    assert {(0, 0), (2, 0), (3, 2)} <= set(first.values())
    values = pairs(second)
    assert all(g == m or {g, m} == {0, 1} for g, m in values.values())
    reached = {values[to] for at, row in second.items() if values[at] == (3, 3) for to in row}
    assert (0, 1) in reached
    assert (1, 0) not in reached


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_the_pictures_in_the_documents_are_drawn_by_this(number: int, tmp_path: Path) -> None:
    file = tmp_path / "figure.svg"
    assert main(["graph", THEORY, "--claim", f"figure-{number}-values", "-o", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == (DOCS / f"figure_{number}.svg").read_text(encoding="utf-8")
    assert f"../figure_{number}.svg" in (DOCS / "gallery" / "index.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_rows_by_height_and_a_chosen_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.svg"
    assert main(["graph", THEORY, "--claim", "figure-1", "-o", str(file)]) == 0
    said = 'the smallest counterexample to figure-1, normal play: "Every game is a minion.'
    assert said in capsys.readouterr().out
    tree = ElementTree.fromstring(file.read_bytes())
    assert {f"height {height}" for height in range(5)} <= {text.text for text in tree.iter(f"{SVG}text")}
    assert any(said in str(title.text) for title in tree.findall(f"{SVG}title"))
    assert main(["graph", THEORY, "--claim", "section-1-4-independent-only"]) == 0
    assert set(printed(capsys.readouterr().out)[0]) == {"1"}


def test_the_counterexample_of_a_game(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    spec = with_more(write)
    assert main(["graph", spec, "--claim", "even-total"]) == 0
    found = capsys.readouterr().out
    assert 'misère play, heap 1, the smallest counterexample to even-total: \\"A <b>' in found
    assert set(printed(found)[0]) == {"1", "the empty position"}
    assert main(["graph", spec, "--at", "heap=1", "--play", "misere"]) == 0
    assert printed(capsys.readouterr().out) == printed(found)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "this spec is about all games, so that it has no game of its own; expected --claim ID, a claim that a"),
        (["--claim", "lemma-1"], ": lemma-1 is not refuted (holds for all games of 1..6 positions), so that there is"),
        (["--claim", "figure-3"], "no claim 'figure-3' in"),
        (["--claim", "figure-1", "--at", "heap=1"], "expected --claim or --at, not both"),
    ],
)
def test_what_is_no_small_game(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", THEORY, *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("spec", "id", "said"),
    [
        ("sums.yaml", "theorem-1-wild", "theorem-1-wild is about a sum of games, which is not drawn; expected a claim"),
        ("subtraction.yaml", "section-3-8-periodic", "is about numbers, not about positions; expected a claim that a"),
    ],
)
def test_what_is_no_position_of_a_game(spec: str, id: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder("specs") / spec
    assert main(["graph", str(file), "--claim", id]) == 2
    error = capsys.readouterr().err
    line = next(at for at, text in enumerate(file.read_text().splitlines(), 1) if text.endswith(f"- id: {id}"))
    assert f"{spec}:{line}:" in error
    assert said in error


def test_a_claim_that_holds_has_its_place(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    spec = with_more(write)
    line = len(Path(spec).read_text(encoding="utf-8").splitlines())
    assert main(["graph", spec, "--claim", "sound"]) == 2
    error = capsys.readouterr().err
    assert f"game.yaml:{line}:" in error
    assert "sound is not refuted (holds for 0..2 heaps of 1..3 stones), so that there is nothing to draw" in error


@pytest.mark.slow
def test_a_search_that_is_cut_short_draws_nothing() -> None:
    spec = load(THEORY)
    with pytest.raises(LimitReached, match=r"^lemma-4: time limit"):
        refuting_graph(spec, spec.claim("lemma-4"), None, Limits(seconds=0.01))
