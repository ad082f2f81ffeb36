"""Bad input about alliances, other games and subsets: one clear message at its place, never a traceback or a proof."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.shipped import folder as shipped

RULES = """\
players(2*n+1).
move(take(T))               :- pile(N), T = 1..m, T <= N.
after(take(T), pile(N-T))   :- pile(N), T = 1..m, T <= N.
after(take(T), player(I+1)) :- move(take(T)), player(I), players(P), I < P.
after(take(T), player(1))   :- move(take(T)), player(P), players(P).
side(1) :- player(I), I <= n+1.
side(2) :- player(I), I > n+1.
winner(1) :- pile(0), side(1).
winner(2) :- pile(0), not side(1).
one(1) :- pile(_).
mover(A) :- side(A).
late :- pile(N), N > 1000.
odd :- pile(N), N \\ 2 = 1.
nobody(1) :- pile(N), N < 0.
several(1..2) :- pile(_).
third(3) :- pile(_).
"""
SPEC = """\
game: a game
rules: game.lp
parameters: {n: 1..2, m: 2}
position:
  pile: 0..9
  player: 1..2*n+1
claims:
  - id: one
    says: It is so.
    kind: winners
    iff: one
    expect: refuted
"""
NIM = """\
move(take(T))             :- pile(N), T = 1..m, T <= N.
after(take(T), pile(N-T)) :- pile(N), T = 1..m, T <= N.
odd :- pile(N), N \\ 2 = 1.
one(1)         :- pile(_).
kept(pile(N))  :- pile(N).
below(pile(N-3)) :- pile(N).
both(pile(N..N+1)) :- pile(N).
wrong(heap(N)) :- pile(N).
none(pile(N))  :- pile(N), N > 99.
"""
NIM_SPEC = """\
game: Nim
rules: nim.lp
parameters: {m: 1..2}
position:
  pile: 0..9
claims:
  - id: one
    says: It is so.
    kind: same-game
    other: other.yaml
    image: kept
"""
OTHER = NIM_SPEC[: NIM_SPEC.index("    kind")] + "    kind: p-positions\n    iff: odd\n"
SETS = "game: Nim\nrules: nim.lp\nparameters: {m: 1, S: {subsets: 1..3, size: 1}}\n" + "".join(
    OTHER.splitlines(keepends=True)[3:]
)

Error = tuple[str, int | None, int | None, str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"game.lp": RULES, "game.yaml": SPEC, "nim.lp": NIM, "nim.yaml": NIM_SPEC}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "other.yaml").write_text(OTHER)
    return tmp_path


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def error(capsys: pytest.CaptureFixture[str], spec: str, *options: str) -> Error:
    """The one error that `bouton check` tells, as JSON and as text."""
    capsys.readouterr()
    assert main(["check", spec, "--json", *options]) == 2
    (said,) = json.loads(capsys.readouterr().out)["errors"]
    assert main(["check", spec, *options]) == 2
    told = capsys.readouterr().err
    assert told.count("error: ") == 1
    assert said["message"] in told
    assert "Traceback" not in told
    text = " | ".join(part for part in (said["message"], said["expected"], said["nearest"]) if part)
    return Path(said["file"] or "").name, said["line"], said["column"], text


def verdict(capsys: pytest.CaptureFixture[str], spec: str, *options: str) -> tuple[int, dict[str, object]]:
    """The exit code, and what is said of the one claim."""
    capsys.readouterr()
    code = main(["check", spec, "--json", *options])
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    return code, claim


def test_the_input_to_begin_with_is_good(capsys: pytest.CaptureFixture[str]) -> None:
    code, claim = verdict(capsys, "game.yaml")
    assert (code, claim["verdict"]) == (0, "refuted")
    code, claim = verdict(capsys, "nim.yaml")
    assert (code, claim["verdict"]) == (0, "holds")


@pytest.mark.parametrize(
    ("old", "new", "lines", "says"),
    [
        ("I > n+1", "I > n+2", (6,), "no side to move at pile 0,player 3 | exactly one side(A) at every position"),
        ("I <= n+1", "I <= n+2", (6, 7), "1 and 2 to move at pile 0,player 3 | exactly one side(A) at every position"),
        ("side(2) :- player(I), I > n+1.", "side(I) :- player(I), I > n+1.", (9,), "more than two alliances: 1, 4, "),
        ("side(2) :- player(I), I > n+1.", "side(x(I)) :- player(I), I > n+1.", (9,), "more than two alliances: 1, "),
        (
            "winner(2) :- pile(0), not side(1).\n",
            "",
            (8,),
            "no side has won at pile 0,player 4 | exactly one",
        ),
        ("winner(2) :- pile(0), not side(1).", "winner(2) :- pile(0).", (8, 9), "1 and 2 have won at pile 0,player 1"),
        ("winner(2) :- pile(0), not side(1).", "winner(3) :- pile(0), side(2).", (9,), "more than two alliances"),
        ("winner(1) :- pile(0), side(1).\nwinner(2) :- pile(0), not side(1).\n", "", (6,), "no rule derives winner/1"),
    ],
)
@pytest.mark.sample(2)
def test_rules(
    folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, lines: tuple[int, ...], says: str
) -> None:
    (folder / "game.lp").write_text(changed(RULES, old, new))
    (folder / "game.yaml").write_text(changed(SPEC, "n: 1..2", "n: 2"))
    if "player 3" in says:
        (folder / "game.yaml").write_text(SPEC)
    file, line, column, text = error(capsys, "game.yaml")
    assert (file, column) == ("game.lp", 1)
    assert line in lines
    assert says in text


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("kind: winners\n    iff: one", "kind: p-positions\n    iff: odd", (10, 11), ["alliances", "kind winners"]),
        ("    iff: one\n", "    iff: one\n    play: normal\n", (12, 5), ["'winners' takes no key 'play'"]),
        (
            "kind: winners\n    iff: one",
            "kind: p-positions\n    play: misere\n    iff: odd",
            (11, 11),
            ["alliances", "no play"],
        ),
        ("iff: one", "iff: odd", (11, 10), ["odd has no argument", "1 argument"]),
        ("iff: one", "iff: moover", (11, 10), ["no rule of game.lp derives moover", "mover"]),
        ("    expect: refuted", "    over: {pile: 3..n}", (12, 18), ["pile is empty for every value"]),
        ("player: 1..2*n+1", "player: 3*n..2*n-1", (6, 11), ["player is empty for every value"]),
        ("player: 1..2*n+1", "player: 1..2*k+1", (6, 11), ["k is not a parameter", "n"]),
    ],
)
def test_specs(
    folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, place: tuple[int, int], says: list[str]
) -> None:
    (folder / "game.yaml").write_text(changed(SPEC, old, new))
    file, line, column, text = error(capsys, "game.yaml")
    assert (file, line, column) == ("game.yaml", *place)
    for word in says:
        assert word in text


@pytest.mark.parametrize("prove", ["", "    prove: {n: all, pile: all}\n"])
def test_no_counters_a_turn_leave_nobody_a_winner(folder: Path, capsys: pytest.CaptureFixture[str], prove: str) -> None:
    """With m = 0 every pile is a terminal, and the rules name a winner for the empty one only."""
    (folder / "game.yaml").write_text(changed(SPEC, "m: 2", "m: 0").replace("    expect: refuted\n", prove))
    assert error(capsys, "game.yaml")[:3] == ("game.lp", 8, 1)


@pytest.mark.slow
def test_no_counters_a_turn_in_survivor_nim(capsys: pytest.CaptureFixture[str]) -> None:
    spec = str(shipped("specs") / "survivor_nim.yaml")
    file, line, _, text = error(capsys, spec, "--set", "m=0", "--claim", "closed-form", "--no-prove")
    assert file == "rules.lp"
    assert (
        "winner(2) :- alternating = 0"
        in (shipped("encodings") / "survivor_nim" / file).read_text().splitlines()[(line or 0) - 1]
    )
    assert "no side has won at pile 1,player 1" in text


def test_one_player_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With n = 0 the larger alliance has the only player: it is judged as any game, and for n = 1 it fails."""
    (folder / "game.yaml").write_text(changed(SPEC, "n: 1..2", "n: 0").replace("    expect: refuted\n", ""))
    code, claim = verdict(capsys, "game.yaml")
    assert (code, claim["verdict"], claim["positions"]) == (0, "holds", 10)
    prove = "    prove: {n: all, pile: all}\n"
    (folder / "game.yaml").write_text((folder / "game.yaml").read_text() + prove)
    code, claim = verdict(capsys, "game.yaml")
    assert (code, claim["verdict"]) == (1, "refuted")
    assert isinstance(claim["counterexample"], dict)
    assert claim["counterexample"]["parameters"] == {"n": 1, "m": 2}


@pytest.mark.slow
def test_no_players(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody sits at the table the range of players is empty."""
    spec = str(shipped("specs") / "survivor_nim.yaml")
    *_, text = error(capsys, spec, "--set", "n=0", "--set", "extra=0", "--claim", "closed-form")
    assert "the range of player is empty for every value of the parameters" in text
    (folder / "game.yaml").write_text(changed(SPEC, "player: 1..2*n+1", "player: 1..n").replace("n: 1..2", "n: 0"))
    assert error(capsys, "game.yaml")[:3] == ("game.yaml", 6, 11)


@pytest.mark.parametrize("more", ["", "    prove: true\n", "    prove: {n: all, pile: all}\n"])
def test_a_claim_about_a_round_that_never_occurs(folder: Path, capsys: pytest.CaptureFixture[str], more: str) -> None:
    text = changed(SPEC, "    iff: one\n    expect: refuted\n", f"    iff: one\n    where: late\n{more}")
    (folder / "game.yaml").write_text(text)
    code, claim = verdict(capsys, "game.yaml")
    assert (code, claim["verdict"]) == (3, "vacuous")
    (folder / "game.yaml").write_text(text + "    expect: vacuous\n")
    assert verdict(capsys, "game.yaml")[0] == 0


def test_values_with_an_empty_range_are_skipped_and_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "game.yaml").write_text(changed(SPEC, "    expect", "    over: {pile: 2..n}\n    expect"))
    code, claim = verdict(capsys, "game.yaml")
    assert (code, claim["verdict"]) == (0, "refuted")
    main(["check", "game.yaml"])
    assert "skipped, as the box is empty there: n=1, m=2" in capsys.readouterr().out


def test_parameters_with_an_empty_range_for_some_values(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """k = 2..n has no value for n = 1: nothing is judged there."""
    (folder / "game.yaml").write_text(changed(SPEC, "n: 1..2, m: 2", "n: 1..2, k: 2..n, m: 2"))
    code, claim = verdict(capsys, "game.yaml")
    assert (code, claim["verdict"]) == (0, "refuted")
    assert isinstance(claim["counterexample"], dict)
    assert claim["counterexample"]["parameters"] == {"n": 2, "k": 2, "m": 2}


@pytest.mark.parametrize(("iff", "claimed"), [("nobody", None), ("several", "both"), ("third", 3)])
def test_what_names_no_side_two_or_an_unknown_one_is_refuted_at_once(
    folder: Path, capsys: pytest.CaptureFixture[str], iff: str, claimed: object
) -> None:
    prove = f"iff: {iff}\n    prove: {{n: all, pile: all}}"
    (folder / "game.yaml").write_text(changed(SPEC, "iff: one", prove))
    code, claim = verdict(capsys, "game.yaml")
    assert (code, claim["verdict"]) == (0, "refuted")
    found = claim["counterexample"]
    assert isinstance(found, dict)
    assert (found["claimed"], found["actual"]) == (claimed, 1)
    assert (found["parameters"], found["position"]) == ({"n": 1, "m": 2}, {"pile": 0, "player": 1})


@pytest.mark.parametrize(
    ("new", "place"),
    [
        ("kind: winners\n    iff: one", (9, 11)),
        ("kind: example\n    at: {m: 1, pile: 3}\n    winner: 1", (11, 13)),
    ],
)
def test_winners_of_an_impartial_game(
    folder: Path, capsys: pytest.CaptureFixture[str], new: str, place: tuple[int, int]
) -> None:
    (folder / "nim.yaml").write_text(changed(NIM_SPEC, "kind: same-game\n    other: other.yaml\n    image: kept", new))
    file, line, column, text = error(capsys, "nim.yaml")
    assert (file, line, column) == ("nim.yaml", *place)
    assert text == "this is said of games of alliances, and no rule of nim.lp derives side/1"


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("    image: kept\n", "", (10, 5), "needs key, or other and image"),
        ("    other: other.yaml\n", "", (10, 5), "needs key, or other and image"),
        ("other.yaml", "othr.yaml", (10, 12), "there is no spec 'othr.yaml' beside this one | other.yaml"),
        ("other.yaml", "../other.yaml", (10, 12), "without folders"),
        ("image: kept", "image: kep", (11, 12), "no rule of nim.lp derives kep | "),
        ("image: kept", "image: odd", (11, 12), "odd has no argument in nim.lp"),
    ],
)
def test_same_game(
    folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, place: tuple[int, int], says: str
) -> None:
    (folder / "nim.yaml").write_text(changed(NIM_SPEC, old, new))
    file, line, column, text = error(capsys, "nim.yaml")
    assert (file, line, column) == ("nim.yaml", *place)
    assert says in text


@pytest.mark.parametrize(
    ("image", "line", "says"),
    [
        ("below", 6, "below at pile 0 gives no position of the other game: pile = -3 is outside 0..9"),
        ("both", 7, "both at pile 0 gives no position of the other game: two values for pile: 0 and 1"),
        ("wrong", 8, "wrong at pile 0 gives no position of the other game: heap(0) is no fluent of the other game"),
        ("none", 9, "none at pile 0 gives no position of the other game: no value for pile"),
    ],
)
def test_images(folder: Path, capsys: pytest.CaptureFixture[str], image: str, line: int, says: str) -> None:
    (folder / "nim.yaml").write_text(changed(NIM_SPEC, "image: kept", f"image: {image}"))
    *place, text = error(capsys, "nim.yaml")
    assert place == ["nim.lp", line, 1]
    assert says in text


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("pile: 0..9", "pile: 9..0", "other.yaml is at fault itself: other.yaml:5:9: the range 9..0 runs backwards"),
        ("nim.lp", "nmi.lp", "other.yaml is at fault itself: other.yaml:2:8: there is no rules file 'nmi.lp'"),
        ("m: 1..2", "m: 1..2, q: 1..2", "other.yaml has a parameter q, which is none here"),
        ("game: Nim\n", "", "other.yaml is at fault itself: "),
    ],
)
def test_another_spec_at_fault(folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, says: str) -> None:
    (folder / "other.yaml").write_text(changed(OTHER, old, new))
    file, line, column, text = error(capsys, "nim.yaml")
    assert (file, line, column) == ("nim.yaml", 10, 12)
    assert says in text


def test_other_rules_at_fault(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.lp").write_text(NIM + "odd :- heeps(1).\n")
    (folder / "other.yaml").write_text(changed(OTHER, "nim.lp", "other.lp"))
    assert error(capsys, "nim.yaml") == ("other.lp", 10, 8, "no rule derives heeps/1")


@pytest.mark.parametrize(
    ("old", "new", "column", "says"),
    [
        ("1..3", "1..100", 23, "subsets of more than 64 numbers are too many"),
        ("1..3", "3..1", 33, "the range 3..1 runs backwards | 1..3"),
        ("1..3", "1..q", 33, "q is not a parameter"),
        ("1..3", "1..m-1", 23, "the range of S is empty for every value"),
        ("size: 1}", "size: 2..1}", 45, "the range 2..1 runs backwards | 1..2"),
        ("size: 1}", "size: 5}", 23, "the range of S is empty for every value"),
        ("size: 1}", "size: -1}", 23, "the range of S is empty for every value"),
        (", size: 1}", "}", 24, "size is missing"),
    ],
)
@pytest.mark.sample(3)
def test_subsets(folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, column: int, says: str) -> None:
    (folder / "nim.lp").write_text(NIM + "some :- s(N), pile(N).\n")
    (folder / "nim.yaml").write_text(SETS.replace("odd", "some") + "    expect: refuted\n")
    code, claim = verdict(capsys, "nim.yaml")
    assert (code, claim["verdict"]) == (0, "refuted")
    (folder / "nim.yaml").write_text(changed(SETS, old, new))
    *place, text = error(capsys, "nim.yaml")
    assert place == ["nim.yaml", 3, column]
    assert says in text
