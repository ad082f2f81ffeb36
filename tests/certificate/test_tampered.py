"""Whatever is changed in a certificate is found, although the end line is made to fit."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bouton.certificate.verify import WrongCertificate, verify
from bouton.core.errors import InputError
from bouton.core.shipped import folder
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
    return next(record for record in records[1:] if record.get("position") == [list(heaps)])


def _flip(records: Records) -> None:
    at(records, 2, 3)["labels"] = ["P"]


def _flip_low(records: Records) -> None:
    at(records)["labels"] = ["N"]


def _drop(records: Records) -> None:
    records.remove(at(records, 3, 3))


def _drop_needed(records: Records) -> None:
    records.remove(at(records))


def _twice(records: Records) -> None:
    records.insert(5, records[4])


def _option_twice(records: Records) -> None:
    options = at(records, 2, 2)["options"]
    options.append(options[0])


def _upside_down(records: Records) -> None:
    records[2:-1] = records[-2:1:-1]


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


def _losing_win(records: Records) -> None:
    at(records, 1, 2)["wins"] = [[[2]]]


def _no_win(records: Records) -> None:
    at(records, 1, 2)["wins"] = [None]


def _win_in_p(records: Records) -> None:
    at(records, 2, 2)["wins"] = [[[2]]]


def _word(records: Records) -> None:
    at(records, 1, 2)["claim"] = "P"


def _silent_word(records: Records) -> None:
    at(records, 1, 2)["claim"] = None


def _named_loses(records: Records) -> None:
    at(records, 1, 2)["named"].append([[2]])


def _named_illegal(records: Records) -> None:
    at(records, 1, 2)["named"] = [None]


def _none_named(records: Records) -> None:
    at(records, 1, 2)["named"] = []


def _names_forgotten(records: Records) -> None:
    del at(records, 1, 2)["named"]


def _not_covered(records: Records) -> None:
    at(records, 1, 2)["covered"] = False


def _covered_by_a_word(records: Records) -> None:
    at(records, 1, 2)["covered"] = "no"


def _coverage_forgotten(records: Records) -> None:
    del at(records, 1, 2)["covered"]


def _box_shrunk(records: Records) -> None:
    records[0]["box"]["position"]["heap"]["size"] = "1..2"


def _box_grown(records: Records) -> None:
    records[0]["box"]["position"]["heap"]["size"] = "1..4"


def _more_heaps(records: Records) -> None:
    records[0]["box"]["position"]["heap"]["count"] = "1..4194000"


def _judged_outside(records: Records) -> None:
    at(records).update(covered=True, claim="P", named=[])


def _misere(records: Records) -> None:
    records[0]["claim"]["plays"] = ["misere"]


def _measure(records: Records) -> None:
    records[0]["measure"] = []


def _refuted(records: Records) -> None:
    records[0]["verdict"] = "refuted"
    records[0]["counterexample"] = {"parameters": {}, "position": [[1, 2]]}


def _refuted_elsewhere(records: Records) -> None:
    records[0]["verdict"] = "refuted"
    records[0]["counterexample"] = {"parameters": {"k": 1}, "position": [[3, 3]]}


def _refuted_beyond(records: Records) -> None:
    records[0]["verdict"] = "refuted"
    records[0]["counterexample"] = {"parameters": {}, "position": [[3, 4]]}


def _vacuous(records: Records) -> None:
    records[0]["verdict"] = "vacuous"


def _another_parameter(records: Records) -> None:
    records[0]["box"]["parameters"]["k"] = "1"


def _no_section(records: Records) -> None:
    del records[1]


def _one_more_section(records: Records) -> None:
    records.insert(-1, {"section": {}})


def _disorder(records: Records) -> None:
    at(records, 1, 2)["position"] = [[2, 1]]


def _true_for_one(records: Records) -> None:
    at(records, 1)["position"] = [[True]]


def _no_options(records: Records) -> None:
    del at(records, 2, 2)["options"]


def _another_fluent(records: Records) -> None:
    at(records, 2, 2)["position"].append(0)


def _number_for_heaps(records: Records) -> None:
    at(records)["position"] = [0]


def _half_a_stone(records: Records) -> None:
    records.insert(2, {"position": [[0.5]], "labels": ["P"], "options": [], "wins": [None]})


def _negative_heap(records: Records) -> None:
    records.insert(2, {"position": [[-1]], "labels": ["P"], "options": [], "wins": [None]})


def _heap_of_nothing(records: Records) -> None:
    records.insert(2, {"position": [[0]], "labels": ["P"], "options": [], "wins": [None]})


def _one_label_more(records: Records) -> None:
    at(records)["labels"] = ["P", "P"]


def _text_for_list(records: Records) -> None:
    at(records, 2, 2)["options"] = "4"


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (_flip, "label in normal play should be N"),
        (_flip_low, "label in normal play should be P"),
        (_drop, "there is no line for [[3, 3]]"),
        (_drop_needed, "an option has no line above"),
        (_twice, "the position has a line already"),
        (_option_twice, "an option is there twice"),
        (_upside_down, "an option has no line above"),
        (_lose_winning_option, "label in normal play should be P"),
        (_foreign_option, "an option has no line above"),
        (_higher_option, "an option has no line above"),
        (_same_rank, "no lower measure"),
        (_p_option, "label in normal play should be N"),
        (_losing_win, "the winning option is not an option labelled P"),
        (_no_win, "the winning option is not an option labelled P"),
        (_win_in_p, "the winning option is not an option labelled P"),
        (_word, "the claim is wrong here"),
        (_silent_word, "the claim is wrong here"),
        (_named_loses, "the claim is wrong here"),
        (_named_illegal, "the claim is wrong here"),
        (_none_named, "the claim is wrong here"),
        (_names_forgotten, "a value is missing"),
        (_not_covered, "the claim speaks of this position"),
        (_covered_by_a_word, "the claim speaks of this position"),
        (_coverage_forgotten, "a value is missing"),
        (_box_shrunk, "the position is judged, and is not in the box"),
        (_box_grown, "there is no line for [[4]]"),
        (_more_heaps, "there is no line for [[1, 1, 1]]"),
        (_judged_outside, "the position is judged, and is not in the box"),
        (_misere, "label in misere play should be N"),
        (_measure, "an option has no line above, or no lower measure"),
        (_refuted, "the claim is right at its counterexample"),
        (_refuted_elsewhere, "the counterexample is not in the box"),
        (_refuted_beyond, "the counterexample is not judged"),
        (_vacuous, "the verdict should be holds"),
        (_another_parameter, "these are not the parameters that come next in the box"),
        (_no_section, "the position is in no section"),
        (_one_more_section, "these are not the parameters that come next in the box"),
        (_no_options, "a value is missing"),
        (_another_fluent, "a position does not fit the fluents"),
        (_number_for_heaps, "no position"),
        (_half_a_stone, "no position"),
        (_negative_heap, "the heaps are not in order"),
        (_heap_of_nothing, "the heaps are not in order"),
        (_one_label_more, "a value is missing, or is not of its type"),
        (_disorder, "the heaps are not in order"),
        (_true_for_one, "no position"),
        (_text_for_list, "labels, options and wins are lists"),
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
    records[5]["labels"] = ["?"]
    assert refused(tmp_path / "c.jsonl", sign(records)).line == 6


def test_a_word_is_no_list_of_labels(nim: Records, tmp_path: Path) -> None:
    records = copy.deepcopy(nim)
    for record in records[2:]:
        if record.get("labels") == ["P"]:
            record["labels"] = "P"
    assert refused(tmp_path / "c.jsonl", sign(records)).message == "labels, options and wins are lists"


def test_a_file_cut_anywhere_is_refused(nim: Records, tmp_path: Path) -> None:
    text, file = sign(nim), tmp_path / "c.jsonl"
    header = text.index(b"\n") + 1
    for end in [*range(header, len(text) - 1, 97), len(text) - 2]:
        refused(file, text[:end])
    assert refused(file, text[:-3]).message == "the line is cut short, or is no JSON object"
    assert refused(file, text[: text.rindex(b"\n", 0, -1) + 1]).message == "the file ends before its end line"
    refused(file, text + b"\n")
    refused(file, text + text)


@pytest.mark.parametrize("key", ["positions", "covered", "sha256"])
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
    assert records[0]["verdict"] == "refuted"
    assert records[0]["counterexample"] == {"parameters": {}, "position": [[2, 3]]}

    def changed(change: Callable[[Records], None]) -> str:
        copied = copy.deepcopy(records)
        change(copied)
        return refused(file, sign(copied)).message

    def earlier(copied: Records) -> None:
        copied[0]["counterexample"]["position"] = [[1, 3]]

    def later(copied: Records) -> None:
        copied[0]["counterexample"]["position"] = [[2, 4]]

    def missing(copied: Records) -> None:
        copied[:] = [record for record in copied if record.get("position") != [[1, 4]]]

    def unsaid(copied: Records) -> None:
        at(copied, 2, 3)["covered"] = False

    def holds(copied: Records) -> None:
        copied[0]["verdict"], copied[0]["counterexample"] = "holds", None

    def unsaid_where_it_may_be(copied: Records) -> None:
        copied[0]["claim"]["where"] = "lower"
        at(copied, 2, 3)["covered"] = False

    def covered_by_a_number(copied: Records) -> None:
        copied[0]["claim"]["where"] = "lower"
        at(copied, 1, 2)["covered"] = 0

    def beyond(copied: Records) -> None:
        options = [[[size] if size else []] for size in range(5)]
        more = {"labels": ["N"], "options": options, "wins": [[[]]], "covered": True, "claim": "N"}
        copied.append({"position": [[5]], **more})  # as many stones as there are at the counterexample

    assert "the claim is right at its counterexample" in changed(earlier)
    assert "the claim is wrong here" in changed(later)
    assert changed(missing) == "there is no line for [[1, 4]]"
    assert "the claim speaks of this position" in changed(unsaid)
    assert "the counterexample is not judged" in changed(unsaid_where_it_may_be)
    assert "the claim is wrong here" in changed(holds)
    assert "the claim speaks of this position" in changed(covered_by_a_number)
    assert changed(beyond) == "the position is beyond the counterexample"


def test_swapped_plays_and_keys_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(str(folder("specs") / "nim.yaml"), "swap-positions", file, ("heap.count=0..2", "heap.size=1..3"))
    swapped = read(file)
    at(swapped, 1, 1)["claim"] = "same"
    assert "the claim is wrong here" in refused(file, sign(swapped)).message
    swapped[0]["claim"]["plays"] = ["normal", "normal"]
    file.write_bytes(sign(swapped))
    with pytest.raises(InputError, match="wrong plays"):
        verify(str(file))
    certify(write_game(tmp_path), "key", file, ("pile=0..5", "k=2"))
    keyed = read(file)
    assert keyed[2]["key"] == "rest(0)"
    keyed[5]["key"] = "rest(1)"
    assert "the claim is wrong here" in refused(file, sign(keyed)).message


def test_an_example_is_of_the_outcome_that_is_claimed(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(write_game(tmp_path), "example", file)
    records = read(file)
    assert refused(file, sign(records[:-2])).message == "there is no line for [3] at k=2"
    records[0]["claim"]["outcome"] = "N"
    assert refused(file, sign(records)).message == "the example is of another outcome"
    certify(write_game(tmp_path), "wrong-example", file)
    records = read(file)
    assert (records[0]["claim"]["outcome"], records[-2]["labels"], records[-2]["claim"]) == ("P", ["N"], "P")
    records[0].update(verdict="holds", counterexample=None)
    records[-2]["claim"] = "N"
    assert refused(file, sign(records)).message == "the example is of another outcome"


def test_a_box_names_the_fluents_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    spec = str(folder("specs") / "nim_with_a_pass.yaml")
    certify(spec, "pass-used", file, ("heap.count=0..1", "heap.size=1..2"))
    records = read(file)
    for names in (["pass", "heap"], ["heap", "coin"]):
        copied = copy.deepcopy(records)
        copied[0]["box"]["position"] = dict(zip(names, records[0]["box"]["position"].values(), strict=True))
        file.write_bytes(sign(copied))
        with pytest.raises(InputError, match="the box does not fit the fluents"):
            verify(str(file))


def test_labels_are_compared_as_labels(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(write_game(tmp_path), "key", file, ("pile=0..4", "k=2"))
    records = read(file)
    records[0].update(verdict="refuted", counterexample={"parameters": {"k": 2}, "position": [4]})
    records[6]["labels"] = "N"  # as before, but not the list that the same key has at 1
    assert "are lists" in refused(file, sign(records)).message


def test_a_counterexample_is_one_of_the_last_section(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(write_game(tmp_path), "evens", file)
    records = read(file)
    assert records[0]["counterexample"] == {"parameters": {"k": 2}, "position": [2]}
    assert refused(file, sign([*records, {"section": {"k": 3}}])).message == "something follows the counterexample"
    records[4]["claim"] = "N"  # 2 again, at lesser parameters
    wrong = refused(file, sign(records))
    assert (wrong.line, wrong.message) == (5, "the claim is wrong here")


def test_every_value_of_the_parameters_has_its_section(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(write_game(tmp_path), "theorem", file)
    records = read(file)
    starts = [number for number, record in enumerate(records) if "section" in record]
    for number, message in enumerate(["these are not the parameters that come next in the box"] * 2):
        left = records[: starts[number]] + records[starts[number + 1] :]
        assert refused(file, sign(left)).message == message
    assert refused(file, sign(records[: starts[2]])).message == "there is no section for k=3"
    swapped = records[: starts[0]] + records[starts[1] : starts[2]] + records[starts[0] : starts[1]]
    assert refused(file, sign(swapped + records[starts[2] :])).message == (
        "these are not the parameters that come next in the box"
    )
    file.write_bytes(sign(records))
    verify(str(file))
