"""The page in a real browser: only legal moves, right answers, a map that says what a table does, and no request."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bouton.cli import main
from tests.page.browser import PROGRAM, Browser, browser
from tests.page.machine import GAMES, choose, play_out, reached, spoken
from tests.page.machine import set_up as parts_set_up
from tests.page.made import TOYS, Position, Toy, in_little_room, lost, page, side, survivor, value, winner

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def opened(tab: Browser, toy: Toy, folder: Path, part: str = "") -> None:
    tab.errors.clear()
    tab.requests.clear()
    file = page(f"specs/{toy.spec}.yaml", folder, toy.claim, *(f"--over={one}" for one in toy.over))
    tab.open(file, part)
    assert tab.requests == [file.as_uri()]


def read(text: str) -> Position:
    """The position that stands at the end of a line of the history."""
    said = text.rpartition("→ ")[2].strip()
    return (tuple(map(int, said.removeprefix("heap ").split(":"))) if said != "no heap" else (),)


def history(tab: Browser) -> list[Position]:
    return [*map(read, spoken(tab))]


def set_up(tab: Browser, position: Position) -> None:
    (heaps,) = position
    parts_set_up(tab, ":".join(map(str, heaps)))


@pytest.mark.parametrize("name", TOYS)
@pytest.mark.sample(2)
@pytest.mark.long("[nim]")
def test_games_against_the_machine(tab: Browser, tmp_path: Path, name: str) -> None:
    toy, chance = TOYS[name], random.Random(name)
    opened(tab, toy, tmp_path)
    answered, largest, most = 0, 6, 2 if name in ("wythoff", "kayles") else 3
    for number in range(GAMES):
        misere = number % 2 == 1
        choose(tab, "choose-rule", "misere" if misere else "normal")
        sizes = sorted((chance.randint(1, largest) for _ in range(most)), reverse=name == "greedy_nim")
        set_up(tab, (tuple(sizes),))
        assert history(tab) == [(tuple(sizes),)]
        answered += play_out(tab, toy.options, read, misere, chance)
    assert answered >= GAMES and not tab.errors


@pytest.mark.slow
def test_the_machine_plays_for_the_alliance_of_each_player(tab: Browser, tmp_path: Path) -> None:
    ranges = ("--set", "n=1", "--set", "k=0", "--over=pile=0..12")
    tab.open(page("specs/survivor_nim.yaml", tmp_path, "section-1", "--no-check", *ranges))
    chance = random.Random(3)
    for start in [(chance.randint(0, 12), chance.randint(1, 3)) for _ in range(GAMES)]:
        parts_set_up(tab, *map(str, start))
        at: Position = start
        while survivor(at):
            mine = chance.choice(range(reached(tab)))
            seen = "document.querySelectorAll('#history li').length"
            before = tab.ask(seen)
            tab.ask(f"document.querySelectorAll('#moves button')[{mine}].click()")
            tab.until(f"/has won|{side(at[1])} is to move/.test(document.getElementById('status').textContent)")
            for line in spoken(tab)[before:]:
                pile, player = map(int, re.findall(r"\d+", line.rpartition("→ ")[2]))
                assert (pile, player) in survivor(at)
                if line.startswith("machine") and winner(at) == side(at[1]):
                    assert winner((pile, player)) == side(at[1])
                at = (pile, player)
        assert f"{winner(at)} has won" in tab.ask("document.getElementById('status').textContent")
    assert not tab.errors


def test_every_legal_move_is_offered_and_no_other(tab: Browser, tmp_path: Path) -> None:
    toy = TOYS["wythoff"]
    opened(tab, toy, tmp_path)
    choose(tab, "opponent", "person")
    for heaps in [(), (3,), (2, 5), (7, 7), (12, 12)]:
        found = set()
        set_up(tab, (heaps,))
        for move in range(reached(tab)):
            tab.ask(f"document.querySelectorAll('#moves button')[{move}].click()")
            found.add(history(tab)[-1])
            tab.ask("document.getElementById('undo').click()")
        assert found == toy.options((heaps,))


def test_a_stone_is_touched_and_hints_are_given(tab: Browser, tmp_path: Path) -> None:
    opened(tab, TOYS["nim"], tmp_path)
    choose(tab, "opponent", "person")
    set_up(tab, ((1, 3, 5),))
    tab.ask("document.getElementById('hints').click()")
    hint = tab.ask("document.getElementById('hint').textContent")
    assert "N-position, Sprague-Grundy value 7" in hint and "Winning moves: take 3 from heap 3." in hint
    assert "even-total says: N" in hint
    tab.ask("document.querySelector('[aria-label=\"heap 3: leave 2 of 5\"]').click()")
    assert history(tab)[-1] == ((1, 2, 3),)
    assert "even-total says: P." in tab.ask("document.getElementById('hint').textContent")
    set_up(tab, ((9, 9, 9),))
    assert "does not know" in tab.ask("document.getElementById('status').textContent")
    assert history(tab) == [((1, 3, 5),), ((1, 2, 3),)] and not tab.errors


def test_a_pin_of_a_row_is_touched(tab: Browser, tmp_path: Path) -> None:
    toy = TOYS["kayles"]
    opened(tab, toy, tmp_path)
    choose(tab, "opponent", "person")
    for pin, left in ((4, {(3, 2, 4), (3, 1, 4)}), (1, {(5, 4), (4, 4)})):
        set_up(tab, ((4, 6),))
        tab.ask(f"document.querySelector('[aria-label=\"heap 2: leave {pin - 1} of 6\"]').click()")
        found = set()
        count = reached(tab)
        for move in range(count):
            tab.ask(f"document.querySelectorAll('#moves button')[{move}].click()")
            found.add(history(tab)[-1][0])
            tab.ask("document.getElementById('undo').click()")
            tab.ask(f"document.querySelector('[aria-label=\"heap 2: leave {pin - 1} of 6\"]').click()")
        assert found == {tuple(sorted(one)) for one in left}
    assert not tab.errors


def test_the_map_says_what_a_table_does(tab: Browser, tmp_path: Path) -> None:
    toy = TOYS["wythoff"]
    opened(tab, toy, tmp_path, "#map")
    for rule, misere in (("normal", False), ("misere", True)):
        choose(tab, "choose-rule", rule)
        for shown in ("outcome", "value"):
            choose(tab, "shown", shown)
            first, *rows = [line.split(",") for line in tab.ask("document.getElementById('csv').value").splitlines()]
            assert first[1:] == [*map(str, range(13))] and len(rows) == 13
            for row in rows:
                for across, found in enumerate(row[1:]):
                    position = (tuple(sorted(filter(None, (across, int(row[0]))))),)
                    said = value(toy.options, position, misere)
                    assert found == (str(said) if shown == "value" else "N" if said else "P")
    assert not tab.errors


@pytest.mark.slow
def test_the_map_has_the_rows_of_the_command(tab: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    over = ["--over=heap.count=0..3", "--over=heap.size=1..7"]
    tab.open(page("specs/moore_nim.yaml", tmp_path, "balanced", "--no-check", "--set=k=2", *over), "#map")
    choose(tab, "shown", "value")
    capsys.readouterr()
    assert main(["table", "specs/moore_nim.yaml", "--set=k=2", *over, "--values", "--format=csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    told = {tuple(map(int, filter(None, row["heap"].split(":")))): row["normal_value"] for row in rows}
    assert len(told) == 120
    for third in (0, 3, 7):
        tab.ask(
            f"{{ const one = document.querySelector('#sliders input'); one.value = {third};"
            " one.dispatchEvent(new Event('input')); }"
        )
        first, *lines = [line.split(",") for line in tab.ask("document.getElementById('csv').value").splitlines()]
        for up, *found in lines:
            for across, cell in zip(first[1:], found, strict=True):
                heaps = tuple(sorted(filter(None, (int(across), int(up), third))))
                assert cell == told[heaps], heaps
    assert not tab.errors


def test_a_refuted_theorem_is_crossed_where_it_is_wrong(tab: Browser, tmp_path: Path) -> None:
    toy = TOYS["wythoff"]
    opened(tab, toy, tmp_path, "#theorem")
    assert "refuted" in tab.ask("document.getElementById('claims').textContent")
    tab.ask("[...document.querySelectorAll('#claims button')].find((one) => /map/.test(one.textContent)).click()")
    every = [(tuple(filter(None, (a, b))),) for b in range(13) for a in range(b + 1)]
    wrong = sum((sum(heaps) % 2 == 0) != lost(toy.options, (heaps,), False) for (heaps,) in every)
    told = f"Held against the {len(every)} positions of this page that it speaks of: wrong at {wrong}."
    assert told in tab.ask("document.getElementById('claims').textContent")
    legend = tab.ask("document.getElementById('legend').textContent")
    assert f"({wrong} on this map, {wrong} of all" in legend
    tab.ask(
        "[...document.querySelectorAll('#claims button')].find((one) => /counterexample/.test(one.textContent)).click()"
    )
    assert history(tab) == [((1, 1),)]
    moves = "[...document.querySelectorAll('#claims .line button')]"
    tab.ask(
        "[...document.querySelectorAll('#claims details')].find((one) => /by move/.test(one.textContent)).open = true"
    )
    tab.until(f"{moves}.length")
    assert tab.ask(f"{moves}.map((one) => one.textContent)") == [
        "heap 1:1 (N-position)",
        "both(1): heap 1: 1 \u2011> 0, heap 2: 1 \u2011> 0 → no heap (P-position)",
    ]
    tab.ask(f"{moves}[1].click()")
    assert history(tab) == [((1, 1),), ((),)] and not tab.errors
    assert "who is to move has lost" in tab.ask("document.getElementById('status').textContent")


def test_a_long_range_is_mapped_in_parts(tab: Browser, tmp_path: Path) -> None:
    tab.errors.clear()
    rules, file = tmp_path / "take.lp", tmp_path / "take.html"
    rules.write_text("move(take) :- pile(P), P > 0.  after(take, pile(P-1)) :- move(take), pile(P).")
    assert main(["page", str(rules), "--over", "pile=0..1203", "-o", str(file)]) == 0
    tab.open(file, "#map")
    for start in (0, 704):
        tab.ask(
            f"{{ const [one] = document.querySelectorAll('#sliders input'); one.value = {start};"
            " one.dispatchEvent(new Event('input')); document.getElementById('larger').click(); }"
        )
        first, *rows = tab.ask("document.getElementById('csv').value").partition("\n\n")[0].splitlines()
        assert first == "pile,outcome" and rows == [f"{at},{'NP'[at % 2 == 0]}" for at in range(start, start + 500)]
        assert tab.ask("document.getElementById('canvas').width") <= 8100
    inked = "[...canvas.getContext('2d').getImageData(0, 1, canvas.width, 1).data].some((part) => part)"
    assert tab.ask(f"(() => {{ const canvas = document.getElementById('canvas'); return {inked}; }})()")
    tab.ask("document.getElementById('canvas').focus()")
    tab.key("ArrowRight")
    assert tab.ask("document.getElementById('cell').textContent").startswith("pile 705: N-position")
    assert tab.errors == []


def test_a_cell_that_is_pointed_at_is_shown_beside_it(tab: Browser, tmp_path: Path) -> None:
    opened(tab, TOYS["wythoff"], tmp_path, "#map")
    box = tab.ask("(({ left, top }) => [left, top])(document.getElementById('canvas').getBoundingClientRect())")
    margin, span = 28, 13
    cell = (tab.ask("document.getElementById('canvas').getBoundingClientRect().width") - margin - 1) / span
    for across, up in ((1, 2), (12, 12), (3, 0)):
        x, y = box[0] + margin + (across + 0.5) * cell, box[1] + (span - up - 0.5) * cell
        tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        heights = tab.ask("[...document.querySelectorAll('#preview .sketch span')].map((one) => one.textContent)")
        assert heights == [str(size) for size in sorted(filter(None, (across, up)))]
        shown = tab.ask("document.querySelector('#preview p').textContent")
        position = (tuple(sorted(filter(None, (across, up)))),)
        assert f"value {value(TOYS['wythoff'].options, position, False)}, in normal play" in shown
        right, below = tab.ask(
            "(({ right, bottom }) => [innerWidth - right, innerHeight - bottom])"
            "(document.getElementById('preview').getBoundingClientRect())"
        )
        assert right >= 0 and below >= 0
    tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    assert tab.ask("document.getElementById('preview').hidden") and not tab.errors


def test_everything_can_be_done_by_keys(tab: Browser, tmp_path: Path) -> None:
    opened(tab, TOYS["nim"], tmp_path)
    tab.ask("document.getElementById('tab-play').focus()")
    tab.key("ArrowRight")
    assert tab.ask("document.activeElement.id") == "tab-map" and not tab.ask("document.getElementById('map').hidden")
    tab.ask("document.getElementById('canvas').focus()")
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp"):
        tab.key(key)
    assert "heap 2:3: N-position, Sprague-Grundy value 1" in tab.ask("document.getElementById('cell').textContent")
    tab.key("Enter")
    assert history(tab) == [((2, 3),)] and not tab.ask("document.getElementById('play').hidden")
    tab.ask("document.getElementById('opponent').value = 'person'; document.querySelector('#moves button').focus()")
    tab.key("Enter")
    assert history(tab)[-1] in TOYS["nim"].options(((2, 3),)) and not tab.errors


PAINTED = """{
  window.early = { frames: 0, made: 0 };
  const [frame, make, letters] = [requestAnimationFrame, document.createElement, atob];
  window.requestAnimationFrame = (call) => frame.call(window, (now) => { early.frames += 1; call(now); });
  Document.prototype.createElement = function (...name) { early.made += 1; return make.apply(this, name); };
  window.atob = (text) => {
    early.decoded ??= { ...early, words: document.getElementById("status").textContent };
    return letters.call(window, text);
  };
}"""


def test_the_page_is_painted_before_it_is_unpacked(tab: Browser, tmp_path: Path) -> None:
    added = tab.call("Page.addScriptToEvaluateOnNewDocument", source=PAINTED)["identifier"]
    opened(tab, TOYS["nim"], tmp_path)
    tab.call("Page.removeScriptToEvaluateOnNewDocument", identifier=added)
    before = tab.ask("early.decoded")
    assert before == {"frames": 1, "made": 0, "words": "The positions are being unpacked."}
    assert tab.ask("early.made") > 20 and not tab.errors


@pytest.mark.slow
def test_names_of_a_spec_are_shown_as_they_are(tab: Browser, tmp_path: Path) -> None:
    (tmp_path / "odd.lp").write_text(
        "move(t(N)) :- pile(P), N = 1..2, N <= P.  after(t(N), pile(P-N)) :- move(t(N)), pile(P).\n"
        'text(t(N), "<img src=x onerror=alert(1)>") :- move(t(N)).\n'
        f"{'x' * 200} :- pile(P), P \\ 3 = 0.  % </script><script>alert(1)</script> \u2028\n"
    )
    name = '<b onclick="x()">\\u202e</script>&amp;'
    says = "</script><script>alert(1)</script> \\u202e \\u2066 \\u2028 ' {{script}} -->" + "w" * 3000
    claims = "".join(f'  - {{id: c{at}, says: "{says}", kind: p-positions, iff: {"x" * 200}}}\n' for at in range(200))
    (tmp_path / "odd & <b>.yaml").write_text(
        f'game: "{name}{"g" * 300}"\nrules: odd.lp\nposition: {{pile: 0..9}}\nclaims:\n{claims}'.replace(
            '"x()"', "'x()'"
        )
    )
    tab.errors.clear()
    tab.open(page(str(tmp_path / "odd & <b>.yaml"), tmp_path, "--no-check"))
    assert "<b onclick='x()'>" in tab.ask("document.getElementById('game').textContent")
    assert re.match(r"<img src=x", tab.ask("document.querySelector('#moves button').textContent"))
    tab.call("Emulation.setDeviceMetricsOverride", width=320, height=900, deviceScaleFactor=1, mobile=False)
    for part in ("play", "map", "theorem"):
        tab.ask(f"select('{part}')")
        assert tab.ask("document.documentElement.scrollWidth") <= 320
    tab.call("Emulation.clearDeviceMetricsOverride")
    assert tab.ask("document.querySelectorAll('img, h1 b, article b, body > script:not([id])').length") <= 1
    assert tab.ask("document.querySelectorAll('#claims article').length") == 200 and not tab.errors
    tab.ask(
        "{ const one = document.createElement('script'); one.textContent = 'window.run = 1';"
        " document.body.append(one); }"
    )
    assert tab.ask("window.run") is None  # the policy lets nothing else run
    assert tab.errors and all("Content Security Policy" in one for one in tab.errors)


OPTIONS = """unpacked().then((content) => {
  const known = new Known(content, content.games[0], PROGRAMS[0]);
  return { program: Boolean(known.program), options: Object.fromEntries(known.positions.map((_, number) =>
    [known.text(number), known.played(number) ? Object.fromEntries(known.options(number).map(({ to, words }) =>
      [known.text(to), words])) : null])) };
})"""


@pytest.mark.parametrize(
    ("spec", "over"),
    [("nim", "heap.count=0..3,heap.size=1..9"), ("kayles", "heap.count=0..2,heap.size=1..10"), ("fibonacci_nim", "")],
)
@pytest.mark.long("kayles", "fibonacci")
def test_a_program_lists_the_moves_that_a_table_has(
    tab: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, over: str
) -> None:
    tab.errors.clear()
    found = []
    for name, program in (("table", False), ("program", True)):
        (tmp_path / name).mkdir()
        if program:
            in_little_room(monkeypatch, 100)
        tab.open(page(f"specs/{spec}.yaml", tmp_path / name, "--no-check", *([f"--over={over}"] if over else [])))
        found.append(tab.ask(OPTIONS))
        assert found[-1]["program"] == program
    table, program = (one["options"] for one in found)
    assert len(table) >= len(program) > 200
    played = 0
    for position, options in program.items():
        if options is None:  # an option, or an option's option, is not of the box
            continue
        played += 1
        assert options.keys() == table[position].keys(), position
        if len(set(re.findall(r"\d+", position))) == len(re.findall(r"\d+", position)):
            assert options == table[position]
    assert played > 200 and not tab.errors
    tab.ask("document.getElementById('hints').click(); document.querySelector('#moves button').click()")
    assert not tab.errors and "held against clingo" in tab.ask("document.getElementById('knows').textContent")


def test_a_browser_that_runs_the_program_wrongly_plays_nothing(
    tab: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_little_room(monkeypatch, 100)
    tab.open(page("specs/nim.yaml", tmp_path, "--no-check", "--over=heap.count=0..3,heap.size=1..7"))
    said = tab.ask(
        """const all = PROGRAMS[0](), two = all["2"];
        PROGRAMS[0] = () => ({ ...all, 2: (...position) => two(...position).slice(1) });
        unpacked().then((content) => {
          const known = new Known(content, content.games[0], PROGRAMS[0]);
          return [known.faulty, known.played(known.positions.length - 1)];
        })"""
    )
    assert said == [True, False]
