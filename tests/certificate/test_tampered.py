"""Whatever is changed in a certificate is found, although the end line is made to fit."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bouton.certificate import WrongCertificate, verify
from bouton.data import folder
from bouton.errors import InputError
from tests.certificate.files import Records, certify, read, sign, write_game


def refused(file: Path, text: bytes) -> WrongCertificate:
    file.write_bytes(text)
    with pytest.raises(WrongCertificate) as error:
        verify(str(file))
    return error.value


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Records:
    """A certificate with heaps and a counter, some positions outside the box, and named moves."""
    file = tmp_path_factory.mktemp("nim") / "c.jsonl"
    certify(str(folder("specs") / "nim.yaml"), "safe-combinations", file, ("heap.count=1..2", "heap.size=1..3"))
    return read(file)


def at(records: Records, *heaps: int) -> dict[str, Any]:
    return next(record for record in records[1:] if record["position"] == [list(heaps)])


def _flip(records: Records) -> None:
    at(records, 2, 3)["labels"] = ["P"]


def _flip_low(records: Records) -> None:
    at(records)["labels"] = ["N"]


def _drop(records: Records) -> None:
    records.remove(at(records, 3, 3))


def _drop_needed(records: Records) -> None:
    records.remove(at(records))


def _twice(records: Records) -> None:
    records.insert(4, records[3])


def _upside_down(records: Records) -> None:
    records[1:-1] = records[-2:0:-1]


def _lose_winning_option(records: Records) -> None:
    at(records, 1, 2)["options"].remove([[1, 1]])


def _foreign_option(records: Records) -> None:
    at(records, 1, 2)["options"].append([[9]])


def _higher_option(records: Records) -> None:
    at(records, 3, 3)["options"].append([[3, 3]])


def _same_rank(records: Records) -> None:
    at(records, 2, 2)["options"].append([[1, 3]])


def _p_option(records: Records) -> None:
    at(records, 2, 2)["options"].append([[1, 1]])


def _rank(records: Records) -> None:
    at(records, 2, 2)["rank"] = [5]


def _losing_win(records: Records) -> None:
    at(records, 1, 2)["wins"] = [[[2]]]


def _no_win(records: Records) -> None:
    at(records, 1, 2)["wins"] = [None]


def _win_in_p(records: Records) -> None:
    at(records, 2, 2)["wins"] = [[[2]]]


def _word(records: Records) -> None:
    at(records, 1, 2)["judged"]["claim"] = "P"


def _silent_word(records: Records) -> None:
    at(records, 1, 2)["judged"]["claim"] = None


def _named_loses(records: Records) -> None:
    at(records, 1, 2)["judged"]["named"].append([[2]])


def _named_illegal(records: Records) -> None:
    at(records, 1, 2)["judged"]["named"] = [None]


def _none_named(records: Records) -> None:
    at(records, 1, 2)["judged"]["named"] = []


def _names_forgotten(records: Records) -> None:
    del at(records, 1, 2)["judged"]["named"]


def _box_shrunk(records: Records) -> None:
    records[0]["sections"][0]["box"]["heap"]["size"] = [1, 2]


def _box_grown(records: Records) -> None:
    records[0]["sections"][0]["box"]["heap"]["size"] = [1, 4]


def _judged_outside(records: Records) -> None:
    at(records)["judged"] = {"claim": "P", "named": []}


def _misere(records: Records) -> None:
    records[0]["plays"] = ["misere"]


def _measure(records: Records) -> None:
    records[0]["measure"] = []


def _refuted(records: Records) -> None:
    records[0]["verdict"] = "refuted"
    records[0]["counterexample"] = [[1, 2]]


def _vacuous(records: Records) -> None:
    records[0]["verdict"] = "vacuous"


def _one_more_section(records: Records) -> None:
    records[0]["sections"] *= 2


def _next_section(records: Records) -> None:
    records[-2]["section"] = 1


def _no_options(records: Records) -> None:
    del at(records, 2, 2)["options"]


def _another_fluent(records: Records) -> None:
    at(records, 2, 2)["position"].append(0)


def _number_for_heaps(records: Records) -> None:
    at(records)["position"] = [0]


def _half_a_stone(records: Records) -> None:
    half = {"section": 0, "position": [[0.5]], "rank": [0.5], "labels": ["P"], "options": [], "wins": [None]}
    records.insert(1, half)


def _text_for_list(records: Records) -> None:
    at(records, 2, 2)["rank"] = "4"


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (_flip, "label in normal play should be N"),
        (_flip_low, "label in normal play should be P"),
        (_drop, "section 0 has no line for [[3, 3]]"),
        (_drop_needed, "an option has no line above"),
        (_twice, "the position has a line already"),
        (_upside_down, "an option has no line above"),
        (_lose_winning_option, "label in normal play should be P"),
        (_foreign_option, "an option has no line above"),
        (_higher_option, "an option has no line above"),
        (_same_rank, "no lower rank"),
        (_p_option, "label in normal play should be N"),
        (_rank, "the rank should be [4]"),
        (_losing_win, "the winning option is not an option labelled P"),
        (_no_win, "the winning option is not an option labelled P"),
        (_win_in_p, "the winning option is not an option labelled P"),
        (_word, "the claim is wrong here"),
        (_silent_word, "the claim is wrong here"),
        (_named_loses, "the claim is wrong here"),
        (_named_illegal, "the claim is wrong here"),
        (_none_named, "the claim is wrong here"),
        (_names_forgotten, "a value is missing"),
        (_box_shrunk, "beyond its box"),
        (_box_grown, "section 0 has no line for [[4]]"),
        (_judged_outside, "beyond its box"),
        (_misere, "label in misere play should be N"),
        (_measure, "the rank should be []"),
        (_refuted, "the claim is right at its counterexample"),
        (_vacuous, "the verdict should be holds"),
        (_one_more_section, "not what the header and the end line speak of"),
        (_next_section, "has no line for"),
        (_no_options, "a value is missing"),
        (_another_fluent, "a position does not fit the fluents"),
        (_number_for_heaps, "a position does not fit the fluents"),
        (_half_a_stone, "a value is missing, or is not of its type"),
        (_text_for_list, "the rank should be [4]"),
    ],
    ids=lambda value: value.__name__[1:] if callable(value) else "",
)
def test_tampering_is_found_although_the_end_line_fits(
    nim: Records, tmp_path: Path, tamper: Callable[[Records], None], message: str
) -> None:
    records = copy.deepcopy(nim)
    tamper(records)
    assert message in refused(tmp_path / "c.jsonl", sign(records)).message


def test_the_line_is_named(nim: Records, tmp_path: Path) -> None:
    records = copy.deepcopy(nim)
    records[5]["rank"] = [99]
    assert refused(tmp_path / "c.jsonl", sign(records)).line == 6


def test_a_file_cut_anywhere_is_refused(nim: Records, tmp_path: Path) -> None:
    text, file = sign(nim), tmp_path / "c.jsonl"
    header = text.index(b"\n") + 1
    for end in [*range(header, len(text) - 1, 97), len(text) - 2]:
        refused(file, text[:end])
    assert refused(file, text[:-3]).message == "the line is cut short, or is no JSON object"
    assert refused(file, text[: text.rindex(b"\n", 0, -1) + 1]).message == "the file ends before its end line"
    refused(file, text + b"\n")
    refused(file, text + text)


@pytest.mark.parametrize("key", ["positions", "judged", "sha256"])
def test_the_end_line_must_fit(nim: Records, tmp_path: Path, key: str) -> None:
    lines = sign(nim).splitlines()
    end = json.loads(lines[-1])
    end["end"][key] = 7
    lines[-1] = json.dumps(end).encode()
    assert "end line" in refused(tmp_path / "c.jsonl", b"\n".join(lines) + b"\n").message


def test_damage_that_keeps_the_labels_right_is_found_by_the_checksum(nim: Records, tmp_path: Path) -> None:
    records = copy.deepcopy(nim)
    at(records, 2, 3)["options"].remove([[3]])
    file = tmp_path / "c.jsonl"
    file.write_bytes(sign(records))
    verify(str(file))  # only the rules could tell
    end = sign(nim).splitlines()[-1]
    refused(file, b"\n".join([*sign(records).splitlines()[:-1], end]) + b"\n")


def test_a_refuted_claim_needs_everything_below_its_counterexample(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(str(folder("specs") / "wythoff.yaml"), "fibonacci", file, ("heap.size=1..6",))
    records = read(file)
    assert (records[0]["verdict"], records[0]["counterexample"]) == ("refuted", [[2, 3]])

    def changed(change: Callable[[Records], None]) -> str:
        copied = copy.deepcopy(records)
        change(copied)
        return refused(file, sign(copied)).message

    def earlier(copied: Records) -> None:
        copied[0]["counterexample"] = [[1, 3]]

    def later(copied: Records) -> None:
        copied[0]["counterexample"] = [[2, 4]]

    def missing(copied: Records) -> None:
        copied[:] = [record for record in copied if record.get("position") != [[1, 4]]]

    def unsaid(copied: Records) -> None:
        del at(copied, 2, 3)["judged"]

    def holds(copied: Records) -> None:
        copied[0]["verdict"], copied[0]["counterexample"] = "holds", None

    assert "the claim is right at its counterexample" in changed(earlier)
    assert "the claim is wrong here" in changed(later)
    assert changed(missing) == "section 0 has no line for [[1, 4]]"
    assert "the counterexample is not judged" in changed(unsaid)
    assert "the claim is wrong here" in changed(holds)


def test_swapped_plays_and_keys_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(str(folder("specs") / "nim.yaml"), "swap-positions", file, ("heap.count=0..2", "heap.size=1..3"))
    swapped = read(file)
    at(swapped, 1, 1)["judged"]["claim"] = "same"
    assert "the claim is wrong here" in refused(file, sign(swapped)).message
    swapped[0]["plays"] = ["normal", "normal"]
    file.write_bytes(sign(swapped))
    with pytest.raises(InputError, match="wrong plays"):
        verify(str(file))
    certify(write_game(tmp_path), "key", file, ("pile=0..5", "k=2"))
    keyed = read(file)
    assert keyed[1]["judged"] == {"key": "rest(0)"}
    keyed[4]["judged"]["key"] = "rest(1)"
    assert "the claim is wrong here" in refused(file, sign(keyed)).message


def test_labels_are_compared_as_labels(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(write_game(tmp_path), "key", file, ("pile=0..4", "k=2"))
    records = read(file)
    records[0].update(verdict="refuted", counterexample=[4])
    records[5]["labels"] = "N"  # as before, but not the list that the same key has at 1
    assert "the claim is right at its counterexample" in refused(file, sign(records)).message


def test_a_counterexample_is_one_of_the_last_section(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(write_game(tmp_path), "evens", file)
    records = read(file)
    assert records[0]["counterexample"] == [2]
    records[3]["judged"]["claim"] = "N"  # 2 again, at lesser parameters
    wrong = refused(file, sign(records))
    assert (wrong.line, wrong.message) == (4, "the claim is wrong here")
