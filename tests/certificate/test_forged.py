"""A forger's certificates: what contradicts itself is refused at once, and a consistent lie by `--replay`.

The forger writes whole certificates from moves and words of his own, with every line and the end line made to fit.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bouton.certificate.verify import Certificate, Look, verify
from bouton.cli import main
from tests.certificate.files import Records, positions, read, sign
from tests.samples import small_or_whole

RULES = """\
move(take(M))             :- pile(N), M = (1;3;4), M <= N, M <= k+3.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
even   :- pile(N), N \\ 2 = 0.
odd    :- not even.
period :- pile(N), N \\ 7 = (0;2).
win(take(M)) :- pile(N), M = (1;3;4), M <= N, (N-M) \\ 7 = (0;2).
wrong(take(1)) :- pile(N), N >= 1.
rest(N \\ 7) :- pile(N).
"""
SPEC = """\
game: Take 1, 3 or 4
rules: take.lp
parameters: {k: 1..3}
position:
  pile: 0..20
claims:
  - {id: untrue, says: Even piles., kind: p-positions, iff: even}
  - {id: right, says: Zero or two modulo seven., kind: p-positions, iff: period, strategy: win}
  - {id: low, says: Odd piles., kind: p-positions, where: odd, iff: even}
  - {id: poor, says: A poor strategy., kind: p-positions, iff: period, strategy: wrong}
  - {id: moves, says: These win., kind: strategy, moves: win}
  - {id: key, says: The rest decides., kind: same-game, key: rest}
  - {id: swap, says: Even piles are swapped., kind: swap-positions, iff: even}
  - {id: misere, says: In misere play too., kind: p-positions, play: misere, iff: even}
  - {id: example, says: Seven is lost., kind: example, at: {k: 2, pile: 7}, outcome: P}
"""
Options: TypeAlias = Callable[[int], list[int]]
RIGHT, WRONG = 0, 1


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.lp").write_text(RULES)
    (tmp_path / "take.yaml").write_text(SPEC)
    return tmp_path


@cache
def written(claim: str, *options: str) -> bytes:
    """The certificate of a claim of the spec above, which is in the folder whenever one is written."""
    main(["check", "take.yaml", "--no-prove", "--claim", claim, *options, "--certificate", "c.jsonl"])
    return Path("c.jsonl").read_bytes()


def certified(claim: str, *options: str) -> Records:
    Path("c.jsonl").write_bytes(written(claim, *options))
    return read(Path("c.jsonl"))


def codes(records: Records) -> tuple[int, int]:
    """What `verify` says of the lines, signed anew, without and with `--replay`."""
    Path("forged.jsonl").write_bytes(sign(records))
    return main(["verify", "forged.jsonl"]), main(["verify", "forged.jsonl", "--replay"])


def taken(pile: int) -> list[int]:
    return [pile - taken for taken in (1, 3, 4) if taken <= pile]


def forged(header: dict[str, Any], options: Options = taken, said: Callable[[int, str], Any] | None = None) -> Records:
    """A certificate of piles by the forger's moves: labels and end line fit, and the claim says what he likes."""
    found: Records = [header]
    play = header["claim"]["plays"][0]
    for k in range(1, 4):
        found.append({"section": {"k": k}})
        labels: dict[int, str] = {}
        for pile in range(21):
            below = options(pile)
            good = [one for one in below if labels[one] == "P"]
            labels[pile] = "N" if good or (not below and play == "misere") else "P"
            word = said(pile, labels[pile]) if said else {"covered": True, "claim": labels[pile]}
            line = {"position": [pile], "labels": [labels[pile]], "options": [[one] for one in below]}
            found.append({**line, "wins": [[good[0]] if good else None], **word})
    return found


def holds(claim: str, **changed: Any) -> dict[str, Any]:
    """The header of a claim that holds, whatever it is."""
    header = certified(claim)[0]
    return {**header, "verdict": "holds", "counterexample": None, **changed}


@pytest.mark.parametrize("step", small_or_whole(4, 1))
def test_the_certificates_are_right_before_they_are_forged(step: int) -> None:
    for claim in ("untrue", "right", "low", "poor", "moves", "key", "swap", "misere", "example")[::step]:
        assert codes(certified(claim)) == (RIGHT, RIGHT), claim
    for options in (["--set", "k=2"], ["--over", "pile=3..9"], ["--at", "k=2,pile=7"]):
        assert codes(certified("right", *options)) == (RIGHT, RIGHT), options


def even_as_it_is(pile: int, label: str) -> dict[str, Any]:
    """What the false claim says, left out wherever it fails."""
    said = "P" if pile % 2 == 0 else "N"
    return {"covered": True, "claim": said} if said == label else {"covered": False, "claim": said}


def test_a_false_claim_left_out_where_it_fails() -> None:
    """The forgery that version 1 accepted: the positions at which the claim fails were not judged."""
    header = holds("untrue")
    assert codes(forged(header, said=even_as_it_is)) == (WRONG, WRONG)
    silent = forged(header, said=lambda pile, label: even_as_it_is(pile, label) if pile not in (4, 6, 7, 9) else {})
    assert codes(silent) == (WRONG, WRONG)
    left_out = [line for line in forged(header) if line.get("position") not in ([4], [6], [7], [9])]
    assert codes(left_out) == (WRONG, WRONG)
    # as if the claim had a `where`: no contradiction, but the spec that stands there has none
    where = {**header, "claim": {**header["claim"], "where": "odd"}}
    assert codes(forged(where, said=even_as_it_is)) == (RIGHT, WRONG)
    # with a spec in which it has one
    text = SPEC.replace("iff: even}", "iff: even, where: odd}", 1)
    assert codes(forged({**where, "spec": {"name": "take.yaml", "text": text}}, said=even_as_it_is)) == (RIGHT, WRONG)


def test_a_false_claim_with_moves_that_make_it_true() -> None:
    header = holds("untrue")
    assert codes(forged(header)) == (RIGHT, WRONG)  # what the claim says is not what `even` says
    assert codes(forged(header, lambda pile: [pile - 1] if pile else [])) == (RIGHT, WRONG)  # moves are missing
    extra = forged(header, lambda pile: sorted({*taken(pile), *([0] if pile % 2 else [])}))
    assert codes(extra) == (RIGHT, WRONG)
    other_rules = {"name": "take.lp", "text": RULES.replace("(1;3;4)", "1", 1)}
    one = forged({**header, "rules": other_rules}, lambda pile: [pile - 1] if pile else [])
    assert codes(one) == (RIGHT, RIGHT)  # true of these rules, which stand there to be read


def line(records: Records, *position: int, section: int = 0) -> dict[str, Any]:
    starts = [number for number, record in enumerate(records) if "section" in record]
    return next(record for record in records[starts[section] :] if record.get("position") == list(position))


def no_moves(records: Records) -> None:
    """Every position a terminal, labelled P, and the claim says so."""
    records[0]["verdict"] = "vacuous"
    for record in positions(records):
        record.update(labels=["P"], options=[], wins=[None], claim="P")


def drop_a_move(records: Records) -> None:
    line(records, 5)["options"].remove([4])


def add_a_move(records: Records) -> None:
    line(records, 5)["options"].append([3])


def drop_losing_moves(records: Records) -> None:
    for record in positions(records):
        record["options"] = [win for win in record["wins"] if win] or record["options"]


def another_word(records: Records) -> None:
    records[0]["claim"]["says"] = "No pile is lost."


def another_id(records: Records) -> None:
    records[0]["claim"]["id"] = "moves"


def unknown_id(records: Records) -> None:
    records[0]["claim"]["id"] = "theorem-1"


def another_iff(records: Records) -> None:
    records[0]["claim"]["iff"] = "even"


def no_strategy(records: Records) -> None:
    records[0]["claim"]["strategy"] = None
    for record in positions(records):
        del record["named"]


def another_strategy(records: Records) -> None:
    records[0]["claim"]["strategy"] = "wrong"


def losing_move_named(records: Records) -> None:
    line(records, 1)["named"].append([1])


def losing_follower_named(records: Records) -> None:
    line(records, 4)["named"] = [[3]]


def nothing_named(records: Records) -> None:
    line(records, 4)["named"] = []


def one_of_two_named(records: Records) -> None:
    assert len(line(records, 3)["named"]) == 2
    line(records, 3)["named"].pop()


def misere_play(records: Records) -> None:
    records[0]["claim"]["plays"] = ["misere"]


def less_of_the_box(records: Records) -> None:
    """A smaller box, consistently; that of the spec is another."""
    records[0]["box"]["position"]["pile"] = "0..12"
    records[:] = [record for record in records if record.get("position", [0])[0] <= 12]


def less_of_the_box_in_the_header(records: Records) -> None:
    records[0]["box"]["position"]["pile"] = "0..12"


def more_of_the_box_in_the_header(records: Records) -> None:
    records[0]["box"]["position"]["pile"] = "0..21"


def one_parameter_less(records: Records) -> None:
    last = max(number for number, record in enumerate(records) if "section" in record)
    del records[last:-1]


def one_parameter_less_everywhere(records: Records) -> None:
    one_parameter_less(records)
    records[0]["box"]["parameters"]["k"] = "1..2"


def a_parameter_less_in_between(records: Records) -> None:
    starts = [number for number, record in enumerate(records) if "section" in record]
    del records[starts[1] : starts[2]]


def other_parameters(records: Records) -> None:
    records[0]["box"]["parameters"]["k"] = "2..4"
    for record in records:
        if "section" in record:
            record["section"]["k"] += 1


def renamed_parameter(records: Records) -> None:
    records[0]["box"]["parameters"] = {"m": "1..3"}
    for record in records:
        if "section" in record:
            record["section"] = {"m": record["section"]["k"]}


def twice(records: Records) -> None:
    records.insert(4, dict(records[3]))


def twice_in_another_section(records: Records) -> None:
    records.append(dict(line(records, 20, section=2)))
    records.append(records.pop(-2))


def unreached(records: Records) -> None:
    made_up = {"position": [99], "labels": ["P"], "options": [], "wins": [None]}
    records.insert(2, made_up)


def refuted(records: Records) -> None:
    records[0].update(verdict="refuted", counterexample={"parameters": {"k": 1}, "position": [4]})


def refuted_with_a_wrong_word(records: Records) -> None:
    """All below 4, and there the claim says what it does not."""
    refuted(records)
    end = records.index(line(records, 4))
    line(records, 4)["claim"] = "P"
    del records[end + 1 : -1]


def vacuous(records: Records) -> None:
    records[0]["verdict"] = "vacuous"


def proved(records: Records) -> None:
    records[0]["verdict"] = "proved"


def a_winner_of_terminals(records: Records) -> None:
    records[0]["winner"] = True
    for record in positions(records):
        if not record["options"]:
            record["winner"] = "previous"


def scripted(records: Records) -> None:
    records[0]["rules"]["text"] += "#script (python)\nimport os\nos.mkdir('run')\n#end.\n"


def including(records: Records) -> None:
    records[0]["rules"]["text"] += '#include "/etc/passwd".\n'


def another_file(records: Records) -> None:
    records[0]["rules"]["name"] = "../take.lp"


def hidden_file(records: Records) -> None:
    records[0]["rules"]["name"] = ".take.lp"
    records[0]["spec"]["text"] = SPEC.replace("take.lp", ".take.lp")


def long_name(records: Records) -> None:
    name = f"{'a' * 197}.lp"
    records[0]["rules"]["name"] = name
    records[0]["spec"]["text"] = SPEC.replace("take.lp", name)


def shipped_rules(records: Records) -> None:
    records[0]["spec"]["text"] = SPEC.replace("take.lp", "nim.lp")


def no_rules(records: Records) -> None:
    records[0]["rules"]["text"] = ""


def no_yaml(records: Records) -> None:
    records[0]["spec"]["text"] = "{"


def another_measure(records: Records) -> None:
    records[0]["measure"] = ["pile"]


def changed_ranges(records: Records) -> None:
    records[0]["changed"] = {"set": [], "over": ["pile=0..12"]}


def changed_ranges_that_are_none(records: Records) -> None:
    records[0]["changed"] = {"set": [7], "over": []}


def one_more_key(records: Records) -> None:
    records[0]["trusted"] = True


def one_more_word(records: Records) -> None:
    line(records, 4)["proved"] = True


@pytest.mark.parametrize(
    ("forge", "plain"),
    [
        *((forge, RIGHT) for forge in (no_moves, add_a_move, another_word, another_id, unknown_id, another_iff)),
        *((forge, RIGHT) for forge in (no_strategy, another_strategy, one_of_two_named, less_of_the_box)),
        *((forge, RIGHT) for forge in (one_parameter_less_everywhere, other_parameters, renamed_parameter, unreached)),
        *((forge, RIGHT) for forge in (scripted, including, another_file, shipped_rules, no_rules, no_yaml)),
        *((forge, RIGHT) for forge in (hidden_file, long_name)),
        *((forge, RIGHT) for forge in (another_measure, changed_ranges, one_more_key, one_more_word)),
        *((forge, RIGHT) for forge in (a_winner_of_terminals, refuted_with_a_wrong_word)),
        *((forge, RIGHT) for forge in (drop_a_move, changed_ranges_that_are_none)),
        *((forge, WRONG) for forge in (drop_losing_moves, losing_move_named, losing_follower_named, nothing_named)),
        *((forge, WRONG) for forge in (misere_play, less_of_the_box_in_the_header, more_of_the_box_in_the_header)),
        *((forge, WRONG) for forge in (one_parameter_less, a_parameter_less_in_between, twice)),
        *((forge, WRONG) for forge in (twice_in_another_section, refuted, vacuous, proved)),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
@pytest.mark.sample(3)
def test_a_changed_certificate(forge: Callable[[Records], None], plain: int, folder: Path) -> None:
    """Whatever `verify` alone makes of it, the replay refuses it."""
    records = certified("right")
    forge(records)
    assert codes(records) == (plain, WRONG)
    assert not (folder / "run").exists()


def left_out(records: Records) -> None:
    """A losing move, and the positions which that one alone leads to."""
    line(records, 7)["options"].remove([6])
    records[:] = [record for record in records if record.get("position") not in ([5], [6])]


@pytest.mark.parametrize(
    ("forge", "options", "says"),
    [
        (left_out, ["--at", "k=2,pile=7"], "the rules lead to [5] at {'k': 2}, which has no line"),
        (unreached, [], "the rules do not lead to [99]"),
        (drop_a_move, [], "its rules give other options at [5] at {'k': 1}: [[1], [2], [4]], not [[1], [2]]"),
        (another_measure, [], "the texts in it give another measure"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
@pytest.mark.sample(2)
def test_what_the_rules_say_otherwise_is_told(
    forge: Callable[[Records], None], options: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    records = certified("right", *options)
    forge(records)
    assert codes(records) == (RIGHT, WRONG)
    capsys.readouterr()
    assert main(["verify", "forged.jsonl", "--replay", "--json"]) == WRONG
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert says in error["message"]


def test_a_refuted_claim_turned_round() -> None:
    records = certified("untrue")
    assert records[0]["verdict"] == "refuted"
    for verdict in ("holds", "vacuous", "proved"):
        records[0]["verdict"] = verdict
        assert codes(records) == (WRONG, WRONG)
    records[0].update(verdict="holds", counterexample=None)
    assert codes(records) == (WRONG, WRONG)
    del records[-2]  # the position at which it fails
    records[0]["box"]["position"]["pile"] = "0..3"
    records[0]["box"]["parameters"]["k"] = "1"
    assert codes(records) == (RIGHT, WRONG)
    records[0]["changed"] = {"set": ["k=1"], "over": ["pile=0..3"]}
    assert codes(records) == (RIGHT, RIGHT)  # it holds there, and the report says that the ranges are not the spec's


def test_coverage_is_derived_anew() -> None:
    records = certified("low")
    assert records[0]["verdict"] == "refuted"
    records[0].update(verdict="holds", counterexample=None)
    records = forged(
        records[0], said=lambda pile, label: even_as_it_is(pile, label) if pile % 2 else {"covered": False}
    )
    for record in positions(records):
        if not record["covered"]:
            record.pop("claim", None)
    assert codes(records) == (RIGHT, WRONG)


def test_poor_strategies() -> None:
    header = holds("poor")
    assert certified("poor")[0]["verdict"] == "refuted"

    def names(named: Callable[[int], list[Any]]) -> Records:
        return forged(header, said=lambda pile, label: {"covered": True, "claim": label, "named": named(pile)})

    assert codes(names(lambda pile: [[pile - 1]] if pile else [])) == (WRONG, WRONG)
    assert codes(names(lambda _: [])) == (WRONG, WRONG)
    assert codes(names(lambda _: [None])) == (WRONG, WRONG)
    winning = [[one for one in taken(pile) if one % 7 in (0, 2)] for pile in range(21)]
    assert codes(names(lambda pile: [[one] for one in winning[pile]])) == (RIGHT, WRONG)


def test_other_kinds() -> None:
    for claim, key, other in [("key", "key", "rest(9)"), ("swap", "claim", None), ("example", "claim", "N")]:
        records = certified(claim)
        last = next(record for record in reversed(records) if record.get("covered"))
        assert last[key] != other
        last[key] = other
        assert codes(records)[1] == WRONG, claim
    swapped = certified("swap")
    swapped[0].update(verdict="holds", counterexample=None)
    assert codes(swapped) == (WRONG, WRONG)
    header = holds("misere")
    assert codes(forged(header)) == (RIGHT, WRONG)
    assert codes(forged({**header, "claim": {**header["claim"], "plays": ["normal"]}})) == (RIGHT, WRONG)
    records = certified("example")
    records[0]["at"]["position"] = [2]
    assert codes(records) == (WRONG, WRONG)


def test_a_limit_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    certified("right")
    capsys.readouterr()
    assert main(["verify", "c.jsonl", "--replay", "--timeout", "0.001"]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "error: unknown: time limit of 0.001 s reached\n"


def test_the_replay_reads_no_file_but_the_certificate(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = certified("right")
    for file in ("take.lp", "take.yaml"):
        (folder / file).write_text("no longer what was checked")
    assert codes(records) == (RIGHT, RIGHT)
    scripted(records)
    (folder / "forged.jsonl").write_bytes(sign(records))
    capsys.readouterr()
    assert main(["verify", "forged.jsonl", "--replay", "--json"]) == WRONG
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert "take.lp:9:1: #script" in error["message"]


def test_a_file_that_changes_while_it_is_derived_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read twice: what is compared with the rules must be what was found right."""

    def changing(file: str, look: Look | None = None) -> Certificate:
        found = verify(file, look)
        found.digest += "" if look is None else "of another"
        return found

    records = certified("right")
    assert codes(records) == (RIGHT, RIGHT)
    monkeypatch.setattr("bouton.certificate.replay.verify", changing)
    assert codes(records) == (RIGHT, WRONG)
