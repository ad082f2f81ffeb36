"""Files for Rocq: they say what clingo derives, coqc accepts them, and it refuses those of false theorems."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from clingo import Control, Function, Number, Symbol

from bouton.claims.subject import rules_of, subject
from bouton.cli import main
from bouton.core.errors import Unreadable
from bouton.core.position import Heaps, Order, Value
from bouton.core.sources import Source
from bouton.core.spec import Claim, Spec
from bouton.rocq.evaluate import Extent, Ground, extents
from bouton.rocq.file import library, written
from bouton.rocq.hand import BEGINS
from bouton.rocq.statement import Statement, statement
from bouton.rules.file import Signature
from bouton.rules.mutate import only
from tests.rocq.answers import CLOSED, coqc
from tests.shipped import named

ROOT = Path(__file__).parents[2]
SPECS = (
    "block_nim",
    "euclid",
    "greedy_nim",
    "nim",
    "nim_a",
    "nim_ab",
    "nim_with_a_pass",
    "one_pile_nim",
    "subtraction",
    "survivor_nim",
    "wythoff",
)
ACCEPTED = (
    ("survivor_nim", "theorem-10-last"),
    ("survivor_nim", "theorem-8-recurrence-1"),
    ("one_pile_nim", "normal"),
)
MORE = (
    ("nim", "two-heaps"),
    ("nim_a", "lemma-9-proof"),
    ("nim_ab", "lemma-14-disjoint"),
    ("one_pile_nim", "misere"),
    ("subtraction", "one-three-four"),
    ("subtraction", "one-to-m"),
    ("survivor_nim", "theorem-12-rounds-converse"),
)
BRIEF = {"nim": 1, "nim_with_a_pass": 1, "one_pile_nim": 1, "euclid": 4}
"""Of how many of whose statements one is held against clingo in every run; all in the slow one."""
BY_HAND = "that is proved by hand alone, and no such proof is of this claim"
OTHER_DIGITS = f"of Zeckendorf's numeration, or of another of Ostrowski's: {BY_HAND}"
with_coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed: nothing is checked by Rocq")


def claims(name: str) -> list[tuple[str, Statement]]:
    """The claims of a spec whose statements are written for Rocq."""
    spec = named(name)
    proved = [one.id for one in spec.claims if one.prove is not None and one.expect.proof is None]
    return [(one, about) for one in proved if (about := said(name, one)) is not None]


@cache
def said(name: str, claim_id: str) -> Statement | None:
    spec = named(name)
    claim = spec.claim(claim_id)
    about = subject(spec, claim)
    try:
        return statement(about, claim, rules_of(about))
    except Unreadable:
        return None


def ground(symbol: Symbol) -> Ground:
    try:
        return symbol.number
    except RuntimeError:
        return symbol.name, tuple(map(ground, symbol.arguments))


@cache
def _needed(files: tuple[Source, ...], wanted: frozenset[Signature]) -> list[str]:
    """The rules that the wanted predicates need: they are the same at every position."""
    return [one.content for one in only(files, wanted)]


def derived(
    about: Statement, parameters: dict[str, Value], counters: dict[str, int | tuple[int, ...]], given: str = ""
) -> dict[str, set[tuple[Ground, ...]]]:
    """What clingo derives from the rules file itself at one position, with facts that are given besides."""
    numbers = [f"-c{name}={value}" for name, value in parameters.items() if isinstance(value, int)]
    control = Control(["--warn=none", *numbers])
    for text in _needed(about.spec.rules, frozenset(one.signature for one in about.read)):
        control.add("base", [], text)
    facts = [given, *(f"{name}({value})." for name, value in counters.items() if isinstance(value, int))]
    for name, value in counters.items():
        if isinstance(value, tuple):
            facts += [f"{name}({at},{size})." for at, size in enumerate(value, 1)]
    facts += [
        f"{name.lower()}({one})." for name, value in parameters.items() if isinstance(value, tuple) for one in value
    ]
    said: Any = about.claim.said
    made = about.claim.iff
    if (same := getattr(said, "same", None)) is not None:  # a predicate that no rule of the file derives
        facts += [f"{made} :- {said.iff}, {same}.", f"{made} :- not {said.iff}, not {same}."]
    control.add("base", [], " ".join(facts))
    control.ground()
    printed = [one for one in about.read if all(sort != "list Z" for _, sort in one.arguments)]
    found: dict[str, Extent] = {one.name: set() for one in printed}
    names = {one.signature: one.name for one in printed}
    for atom in control.symbolic_atoms:
        key = (atom.symbol.name, len(atom.symbol.arguments))
        if key in names and atom.is_fact:
            arguments = map(ground, atom.symbol.arguments)
            found[names[key]].add(tuple(renamed(one, about.whole.built) for one in arguments))
    return found


def renamed(one: Ground, built: Mapping[tuple[str, int], str]) -> Ground:
    """The term with its functions called as the file calls them."""
    if isinstance(one, int):
        return one
    name, inside = one
    return built.get((name, len(inside)), name), tuple(renamed(each, built) for each in inside)


def positions(about: Statement, most: int) -> Iterator[tuple[dict[str, Value], dict[str, int | tuple[int, ...]]]]:
    """A few positions, small ones first, for a few values of the parameters; heaps of each number."""
    for parameters in islice(about.claim.box.assignments(), 2):
        each: list[list[int | tuple[int, ...]]] = []
        for one, part in zip(about.spec.fluents, about.claim.box.fluents, strict=True):
            if isinstance(one, Heaps):
                lists = (sizes for count in range(3) for sizes in product((1, 2, 4), repeat=count))
                each.append(list(dict.fromkeys(map(one.canonical, lists))))
            else:
                each.append(list(part.interval.at(parameters)[:3]))  # type: ignore[union-attr]
        names = [one.name for one in about.spec.fluents]
        for values in islice(product(*each), most):
            yield parameters, dict(zip(names, values, strict=True))


@pytest.mark.parametrize(
    ("name", "every"),
    [*BRIEF.items(), *(pytest.param(one, 1, marks=pytest.mark.slow) for one in SPECS if BRIEF.get(one) != 1)],
)
@pytest.mark.sample(4)
def test_the_printed_definitions_derive_what_clingo_does(name: str, every: int) -> None:
    found = claims(name)
    assert found
    for claim, about in found[::every]:
        looked_at = 0
        for parameters, counters in positions(about, 10):
            assert extents(replace(about.whole, definitions=about.read), parameters, counters) == derived(
                about, parameters, counters
            ), claim
            looked_at += 1
        assert looked_at > 0, claim


def test_a_changed_relation_is_seen_by_that_comparison() -> None:
    about, other = said("one_pile_nim", "normal"), said("one_pile_nim", "misere")
    assert about is not None and other is not None
    low, high = about.whole.of(("low", 0)), other.whole.of(("next_to_low", 0))
    assert low is not None and high is not None
    changed = tuple(replace(one, body=high.body) if one == low else one for one in about.read)
    at: tuple[dict[str, Value], dict[str, int | tuple[int, ...]]] = ({"s": 1, "m": 2}, {"pile": 3})
    assert extents(replace(about.whole, definitions=changed), *at) != derived(about, *at)
    assert extents(replace(about.whole, definitions=about.read), *at) == derived(about, *at)


def test_variables_of_several_aggregates_are_their_own() -> None:
    counted = "heaps(N)    :- N = #count { I : heap(I,_) }."
    more = "heaps(N) :- N = #count { I : heap(I,_) }, N < #sum { S,I : heap(I,S) }, heap(_,S), "
    more += "2 <= #count { I : heap(I,S) }."
    spec, claim = changed("nim", "two-heaps", counted, more)
    about = statement(subject(spec, claim), claim, rules_of(subject(spec, claim)))
    for at in positions(about, 12):
        assert extents(replace(about.whole, definitions=about.read), *at) == derived(about, *at)


def test_a_file_needs_no_axiom_and_admits_nothing() -> None:
    for name, claim in ACCEPTED:
        text = written(named(name), named(name).claim(claim)) + library()
        assert not re.search(r"\b(Axiom|Parameter|Conjecture|Admitted|admit|Abort|give_up)\b", text)
        assert "Print Assumptions proved." in text


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("wythoff", "formula-3"),
        ("nim", "safe-combinations"),
        ("survivor_nim", "theorem-8"),
        ("greedy_nim", "theorem-5"),
        ("misere_bounded_greedy_nim", "theorem-3"),
    ],
)
@pytest.mark.sample(5)
def test_what_is_to_be_read_is_at_most_two_pages(name: str, claim: str) -> None:
    """Of sixty lines each."""
    read, proof, _ = written(named(name), named(name).claim(claim)).partition(BEGINS)
    assert proof
    assert len(read.splitlines()) <= 120


@with_coqc
@pytest.mark.parametrize(("name", "claim"), [*ACCEPTED, *(pytest.param(*one, marks=pytest.mark.slow) for one in MORE)])
@pytest.mark.long("theorem-10-last", "normal")
def test_coqc_accepts_what_is_proved(name: str, claim: str, compiled: Path) -> None:
    spec = named(name)
    ended = coqc(compiled, written(spec, spec.claim(claim)))
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
def test_heaps_are_put_in_order_as_positions_are(compiled: Path) -> None:
    """What `Bouton.v` computes is what the tool does, for lists of every order."""
    lists = [list(one) for count in range(4) for one in product((0, 1, 2, 5), repeat=count)]
    orders: tuple[tuple[str, Order], ...] = (
        ("ascending", "ascending"),
        ("descending", "descending"),
        ("in_place", "none"),
    )
    said_ = [
        f"{name} (left_over {gallina(one)}) = {gallina(Heaps('heap', order).canonical(one))}"
        for name, order in orders
        for one in lists
    ]
    text = "Require Import ZArith List Bouton. Import ListNotations. Open Scope Z_scope.\n"
    text += "".join(f"Goal {one}. Proof. reflexivity. Qed.\n" for one in said_)
    ended = coqc(compiled, text)
    assert (ended.returncode, ended.stderr) == (0, "")


def gallina(sizes: Sequence[int]) -> str:
    """The list in Gallina."""
    return f"[{'; '.join(map(str, sizes))}]"


def changed(name: str, claim: str, before: str, after: str) -> tuple[Spec, Claim]:
    """The spec with one change of its rules file."""
    spec = named(name)
    assert spec.encoding.count(before) == 1
    rules = tuple(replace(one, text=one.content.replace(before, after)) for one in spec.rules)
    return replace(spec, rules=rules), spec.claim(claim)


@with_coqc
@pytest.mark.parametrize(
    ("name", "claim", "before", "after"),
    [
        ("survivor_nim", "theorem-10-last", "= 3*k*n+3*k+n+1.", "= 3*k*n+3*k+n+2."),
        ("survivor_nim", "theorem-8-recurrence-1", "X = Y+(n+1)+2*n.", "X = Y+(n+1)+3*n."),
        pytest.param(
            *("subtraction", "one-three-four", "X \\ 7 = 2.", "X \\ 7 = 3."),
            marks=pytest.mark.slow,
            id="one-three-four",
        ),
    ],
)
@pytest.mark.long("theorem-10-last")
def test_coqc_refuses_a_changed_theorem(name: str, claim: str, before: str, after: str, compiled: Path) -> None:
    """The file is written whatever the verdict; that of the unchanged theorem is accepted."""
    ended = coqc(compiled, written(*changed(name, claim, before, after)))
    assert ended.returncode != 0
    assert "Closed under" not in ended.stdout


@pytest.mark.parametrize(
    ("name", "claim", "reason"),
    [
        ("nim_with_a_pass", "pass-used", f"sum/2 is recursive: {BY_HAND}"),
        ("cram", "both-even", "positions that are sets are not printed for Rocq yet"),
        ("survivor_nim", "three-theorems", f"several characterisations are taken together: {BY_HAND}"),
        ("greedy_nim_k", "solution", f"move/1 is recursive: {BY_HAND}"),
        ("wythoff_classes", "lemma-7", "no theorem is written for claims of kind class yet"),
        ("wythoff_digits", "zeckendorf", f"of the digits {OTHER_DIGITS}"),
        ("fibonacci_nim", "theorem", f"of the digits {OTHER_DIGITS}"),
    ],
)
@pytest.mark.sample(4)
def test_what_cannot_be_printed_says_why(name: str, claim: str, reason: str) -> None:
    spec = named(name)
    with pytest.raises(Unreadable) as raised:
        written(spec, spec.claim(claim))
    assert raised.value.reason == reason


@pytest.mark.slow
def test_check_writes_the_files_of_what_is_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs no coqc: the file is for whoever has it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    asked = ["check", str(ROOT / "specs" / "survivor_nim.yaml"), "--claim", "theorem-10-last", "--no-crosscheck"]
    assert main([*asked, "--rocq", str(tmp_path)]) == 0
    folder = tmp_path / "survivor_nim"
    told = "".join(capsys.readouterr().out.split())  # the report breaks long lines
    assert f"note:writtenforRocq:{folder / 'theorem_10_last_.v'}" in told
    spec = named("survivor_nim")
    assert (folder / "theorem_10_last_.v").read_text() == written(spec, spec.claim("theorem-10-last"))
    assert (folder / "Bouton.v").read_text() == library()


def test_numbers_and_functions_have_values() -> None:
    assert ground(Function("take", [Number(2)])) == ("take", (2,))
