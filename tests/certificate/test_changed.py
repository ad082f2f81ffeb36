"""Any one value of a certificate changed: it is refused, or the verdict still follows from what is written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bouton.certificate.verify import WrongCertificate, verify
from bouton.core.errors import InputError
from bouton.core.shipped import folder
from tests.certificate.files import Records, certify, sign

Position: TypeAlias = tuple[Any, ...]
ASKED = [
    ("nim.yaml", "safe-combinations", ("heap.count=1..2", "heap.size=1..2")),
    ("nim.yaml", "swap-positions", ("heap.count=0..2", "heap.size=1..2")),
    ("nim.yaml", "winning-moves", ("heap.count=0..2", "heap.size=1..2")),
    ("nim_with_a_pass.yaml", "pass-used", ("heap.count=0..1", "heap.size=1..2")),
    ("nim_with_a_pass.yaml", "pass-is-a-stone", ()),
    ("wythoff.yaml", "even-difference", ()),
    ("wythoff.yaml", "lemma-8", ()),
    ("greedy_nim_k.yaml", "effective-sequence", ("heap.count=3", "heap.size=2..3", "k=2..3")),
]


@cache
def samples() -> tuple[str, ...]:
    """Small certificates of every kind."""
    texts = []
    with TemporaryDirectory() as made:
        file = Path(made) / "c.jsonl"
        for spec, claim, over in ASKED:
            certify(str(folder("specs") / spec), claim, file, over)
            texts.append(file.read_text())
    return tuple(texts)


class Graph:
    """One section of a certificate, solved anew from its options alone."""

    def __init__(self, header: dict[str, Any], lines: Records) -> None:
        self.header = header
        self.lines = {tupled(line["position"]): line for line in lines}
        self.known: dict[tuple[Position, str], str] = {}

    def options(self, at: Position) -> list[Position]:
        return [tupled(option) for option in self.lines[at]["options"]]

    def outcome(self, at: Position, play: str) -> str:
        if (at, play) not in self.known:
            options = self.options(at)
            lost = any(self.outcome(option, play) == "P" for option in options) if options else play == "misere"
            self.known[at, play] = "N" if lost else "P"
        return self.known[at, play]

    def measure(self, at: Position) -> list[int]:
        values, sorts = dict(zip(self.header["fluents"], at, strict=True)), self.header["fluents"]
        counted = [value for name, value in values.items() if sorts[name] != "counter"]
        stones = sum(sum(value) if isinstance(value, tuple) else value for value in counted)
        return [stones if entry == "stones" else values[entry] for entry in self.header["measure"]]

    def order(self, at: Position) -> tuple[list[int], Position]:
        return self.measure(at), at

    def agrees(self, at: Position, groups: dict[str, str]) -> bool:
        """Whether what the claim is said to say at a judged position is so."""
        said, kind = self.lines[at], self.header["claim"]["kind"]
        plays = self.header["claim"]["plays"]
        labels = [self.outcome(at, play) for play in plays]
        if kind == "swap-positions":
            return bool((said["claim"] == "swap") == (labels[0] != labels[1]))
        if kind == "same-game":
            return groups.setdefault(said["key"], labels[0]) == labels[0]
        if kind in ("p-positions", "example") and said["claim"] != labels[0]:
            return False
        if kind == "example" and said["claim"] != self.header["claim"]["outcome"]:
            return False
        if (
            (kind == "strategy" or self.header["claim"]["strategy"] is not None)
            and labels[0] == "N"
            and self.options(at)
        ):
            named = [name and tupled(name) for name in said["named"]]
            return bool(named) and all(n in self.options(at) and self.outcome(n, plays[0]) == "P" for n in named)
        return True


def tupled(position: list[Any]) -> Position:
    return tuple(tuple(part) if isinstance(part, list) else part for part in position)


def ends(text: str | int, parameters: dict[str, int]) -> tuple[int, int]:
    """Both ends of a range; those of the samples are numbers or parameters."""
    low, _, high = str(text).partition("..")
    first, last = (parameters[end] if end in parameters else int(end) for end in (low, high or low))
    return first, last


def sections(header: dict[str, Any]) -> list[dict[str, int]]:
    if header["at"] is not None:
        return [header["at"]["parameters"]]
    found: list[dict[str, int]] = [{}]
    for name, text in header["box"]["parameters"].items():
        found = [{**one, name: n} for one in found for n in range(ends(text, one)[0], ends(text, one)[1] + 1)]
    return found


def box(fluents: dict[str, str], ranges: dict[str, Any], parameters: dict[str, int]) -> Iterator[Position]:
    positions: list[Position] = [()]
    for name, sort in fluents.items():
        part = ranges[name]
        values: list[Any] = []
        if sort in ("counter", "stones"):
            first, last = ends(part, parameters)
            values = list(range(first, last + 1))
        else:
            (fewest, most), (least, largest) = ends(part["count"], parameters), ends(part["size"], parameters)
            for count in range(fewest, most + 1):
                for sizes in combinations_with_replacement(range(least, largest + 1), count):
                    values.append(tuple(sorted(sizes, reverse=sort == "descending")))
        positions = [(*position, value) for position in positions for value in values]
    yield from positions


def assert_sound(records: Records) -> None:
    """The verdict follows from the options and the words that the lines give, by another way than the verifier's."""
    header, lines, failures = records[0], [record for record in records[1:] if "end" not in record], []
    stop, wanted = header["counterexample"], sections(header)
    if stop is not None:
        wanted = wanted[: wanted.index(stop["parameters"]) + 1]
    starts = [at for at, line in enumerate(lines) if "section" in line]
    assert [lines[at]["section"] for at in starts] == wanted
    assert starts[0] == 0
    judged = 0
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(lines)], strict=True)):
        graph = Graph(header, lines[start + 1 : end])
        assert len(graph.lines) == end - start - 1
        at = header["at"]
        whole = [tupled(at["position"])] if at else box(header["fluents"], header["box"]["position"], wanted[number])
        last = tupled(stop["position"]) if stop is not None and number == len(starts) - 1 else None
        expected = {position for position in whole if last is None or graph.order(position) <= graph.order(last)}
        assert {position for position, line in graph.lines.items() if "covered" in line} == expected
        groups: dict[str, str] = {}
        for position in sorted(graph.lines, key=graph.order):
            line = graph.lines[position]
            assert all(graph.measure(option) < graph.measure(position) for option in graph.options(position))
            assert line["labels"] == [graph.outcome(position, play) for play in header["claim"]["plays"]]
            assert header["claim"]["where"] is not None or line.get("covered", True) is True
            if line.get("covered"):
                judged += 1
                if not graph.agrees(position, groups):
                    failures.append((number, position))
    if header["verdict"] == "refuted":
        assert failures == [(len(wanted) - 1, tupled(stop["position"]))]
    else:
        assert header["verdict"] == "holds"
        assert judged
        assert failures == []


def test_the_samples_are_sound() -> None:
    for text in samples():
        assert_sound([json.loads(line) for line in text.splitlines()])


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*way, key)
        yield from ways(part, (*way, key))


def found(value: Any, way: tuple[Any, ...]) -> Any:
    for step in way:
        value = value[step]
    return value


WORDS = ["P", "N", "both", "swap", "same", "normal", "misere", "holds", "refuted", "vacuous", "stones", "counter", ""]
POSITIONS = [[], [[]], [[1]], [[2]], [[1, 1]], [[1, 2]], [[2, 1]], [[1], 0], [[1], 1], [1]]
VALUES = st.one_of(
    st.sampled_from(WORDS),
    st.integers(-1, 4),
    st.sampled_from(POSITIONS),
    st.sampled_from([None, True, False, 0.5, 1.0, float("nan"), float("inf"), {}, 10**30]),
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_changed_value_is_refused_or_changes_nothing(data: st.DataObject, tmp_path: Path) -> None:
    records = [json.loads(line) for line in data.draw(st.sampled_from(samples())).splitlines()][:-1]
    every = [way for way in ways(records) if len(way) > 1]
    way = data.draw(st.sampled_from(every))
    place = found(records, way[:-1])
    match data.draw(st.sampled_from(["remove", "copy", "replace"])):
        case "remove":
            del place[way[-1]]
        case "copy":  # what stands in the same place elsewhere is the likeliest to pass
            alike = [other for other in every if other[1] == way[1] and len(other) == len(way)]
            place[way[-1]] = found(records, data.draw(st.sampled_from(alike)))
        case _:
            place[way[-1]] = data.draw(VALUES)
    file = tmp_path / "c.jsonl"
    file.write_bytes(sign(records))
    try:
        verify(str(file))
    except (WrongCertificate, InputError):
        return
    if way[1] not in ("spec", "rules", "changed", "bouton"):  # what only --replay looks at
        assert_sound([json.loads(line) for line in file.read_text().splitlines()])
