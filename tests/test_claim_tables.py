"""The pages of results say what the reports say: of every claim of every spec, and of no other.

After a change of the specs `python -m docs.claims` writes them anew; read the difference.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from bouton.claims.subject import subject
from bouton.cli import main as bouton
from bouton.core.spec import At, Claim, ProofRange, Spec
from bouton.proof.setting import fixed, own_range, settings, unbounded
from bouton.show import scopes, text
from docs import claims, pages, papers, results
from docs import store as kept
from docs.papers import PAPERS, Entry, Paper, Row, Statement
from tests.proofs import proved

ROOT = Path(__file__).resolve().parents[1]
AGAIN = "a claim changed: run `python -m docs.claims` (CONTRIBUTING.md, Tests)"
QUICK = {
    "specs/mark.yaml": ["table-1", "section-3-8", "section-3-8-aperiodic"],
    "specs/euclid.yaml": ["lemma-16", "lemma-18", "section-3-5-absorption"],
    "specs/greedy_nim.yaml": ["theorem-5-moves", "even-heaps"],
    "specs/greedy_nim_k.yaml": ["example-1", "theorem-2-moves"],
    "specs/impartial_theory.yaml": ["lemma-2-absorbing", "figure-1", "section-1-4-independent-only"],
    "specs/nim_ab.yaml": ["lemma-13-proof", "lemma-14-strongly"],
    "specs/subtraction.yaml": ["section-3-8-periodic", "one-to-m"],
    "specs/sums.yaml": ["theorem-2", "theorem-1-wild"],
    "specs/survivor_nim.yaml": ["theorem-10-largest", "theorem-8-equation-2-1", "section-1-tree-5"],
    "specs/three_euclid.yaml": ["section-3-6-open-question"],
    "specs/known_false/nim.yaml": ["lemma-3"],
}
"""Claims of every kind of verdict that take no time."""


@cache
def written() -> dict[str, dict[str, Any]]:
    """Every claim of every spec as it is written there, by file and id."""
    files = sorted((ROOT / "specs").rglob("*.yaml"))
    loaded = {file: yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader) for file in files}
    return {
        file.relative_to(ROOT).as_posix(): {claim["id"]: claim for claim in found["claims"]}
        for file, found in loaded.items()
    }


@pytest.fixture(scope="module")
def store() -> kept.Store:
    return kept.stored()


@pytest.fixture(scope="module")
def specs() -> dict[str, Spec]:
    return kept.specs()


def test_the_store_is_printed_as_it_is_kept(store: kept.Store) -> None:
    assert kept.printed(store) == kept.STORE.read_text(encoding="utf-8"), AGAIN


def test_every_claim_has_a_row_and_its_words() -> None:
    """The files are those pages, as `test_the_generated_pages_are_up_to_date` says."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / "docs" / "results").glob("*.md")))
    sections = {part.partition("`)")[0]: part for part in re.split(r"^## .*\(`(?=specs/)", text, flags=re.M)[1:]}
    assert sections.keys() == written().keys()
    for file, found in written().items():
        assert re.findall(r"^\| `([\w-]+)` \|", sections[file], re.M) == list(found)
        assert re.findall(r"^- `([\w-]+)`: ", sections[file], re.M) == list(found)


def test_every_claim_is_there_and_no_other(store: kept.Store) -> None:
    assert {file: list(found) for file, found in store.items()} == {
        file: list(found) for file, found in written().items()
    }, AGAIN


def test_the_verdicts_are_those_that_the_specs_expect(store: kept.Store, specs: dict[str, Spec]) -> None:
    for file, found in written().items():
        for name, claim in found.items():
            one, expect = store[file][name], claim.get("expect", "holds")
            refuted = expect == "refuted" or (isinstance(expect, dict) and "refuted" in expect)
            proof = "prove" in claim and not (isinstance(expect, dict) and expect.get("proof") == "unknown")
            wanted = "refuted" if refuted else "proved" if proof else one.verdict
            assert one.verdict == wanted, (file, name, AGAIN)
            assert one.verdict in ("proved", "holds", "refuted"), (file, name)
            if isinstance(expect, dict) and "refuted" in expect and claim["kind"] != "sum":
                pinned = specs[file].claim(name).expect.refutation
                assert pinned is not None
                assert pinned.position is not None
                said = scopes.text_at(specs[file], specs[file].claim(name), At(pinned.parameters, pinned.position))
                assert claim["kind"] == "theory" or f"at {one.at or ''}" == said, (file, name, AGAIN)


def test_what_holds_and_is_proved_is_what_the_specs_ask_for(store: kept.Store, specs: dict[str, Spec]) -> None:
    asked = Counter[str]()
    for file, spec in specs.items():
        for claim in spec.claims:
            one = store[file][claim.id]
            if one.verdict == "holds":
                assert one.scope == kept.scope(spec, claim), (file, claim.id, AGAIN)
            if one.verdict == "proved":
                assert one.scope == reach(spec, claim), (file, claim.id, AGAIN)
            asked[one.verdict] += 1
    assert asked["holds"] > 150
    assert asked["proved"] > 60


def reach(spec: Spec, claim: Claim) -> str:
    """What a proof of the claim covers if it is one, its range being read and nothing solved."""
    if claim.kind == "theory":
        return "every finite acyclic game"
    about = subject(spec, claim)
    asked = asked_of(spec, claim)
    if any(one.is_set and one.name in asked.unbounded for one in asked.parameters):
        every = [name for name in (*(one.name for one in asked.parameters), *asked.counters) if name in asked.unbounded]
        return text.reach(spec, claim, proved({}, tuple(every))).removeprefix("for ")
    ranges = list(settings(about, asked))
    through = next((one.id for one in spec.claims if claim.where is not None and claim.id in one.together), None)
    proof = proved(fixed(about, asked, ranges), unbounded(about, ranges), through=through)
    return text.reach(spec, claim, proof).removeprefix("for ")


def asked_of(spec: Spec, claim: Claim) -> ProofRange:
    """The range of the proof: its own, or that of the claim that takes it together with others."""
    whole = [one for one in spec.claims if claim.where is not None and claim.id in one.together]
    chosen = [one.prove for one in (*whole, claim) if one.prove is not None]
    return chosen[0] if chosen else own_range(claim)


@pytest.mark.parametrize("file", QUICK)
@pytest.mark.sample(11)
def test_a_new_run_says_the_same(
    file: str, store: kept.Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    arguments = [word for name in QUICK[file] for word in ("--claim", name)]
    assert bouton(["check", file, "--json", *arguments]) == 0
    found = kept.entries([json.loads(capsys.readouterr().out)])
    assert found == {file: {name: one for name, one in store[file].items() if name in QUICK[file]}}
    assert len(found[file]) == len(QUICK[file])


@pytest.mark.slow
def test_a_new_run_of_everything_says_the_same(store: kept.Store) -> None:
    assert kept.entries([kept.checked(["specs/"])]) == store


def test_what_is_false_as_printed_has_a_right_claim_beside_it(specs: dict[str, Spec], store: kept.Store) -> None:
    """A claim that is refuted is one that its source denies, asks or does not state, unless another corrects it."""
    for file, spec in specs.items():
        right = {name.removesuffix("-corrected") for name, one in store[file].items() if one.verdict != "refuted"}
        for claim in spec.claims:
            if claim.expect.verdict == "refuted" and claim.paper == "states" and "known_false" not in file:
                beside = [name for name in right if claim.id.startswith(name) or claim.id.endswith(name)]
                assert beside, f"{file}: {claim.id} needs `paper: denies`, `asks` or `silent`, or a corrected claim"


def test_the_counts_of_each_paper(store: kept.Store) -> None:
    counted: dict[str, Counter[str]] = {paper.title: Counter() for paper in PAPERS}
    for file, found in written().items():
        source = yaml.load((ROOT / file).read_text(encoding="utf-8"), yaml.CSafeLoader).get("source", "")
        titles = [title for title in counted if title in source]
        if titles and "known_false" not in file:
            for name, claim in found.items():
                verdict = store[file][name].verdict
                verdict = "named" if verdict == "holds" and claim["kind"] in ("example", "table") else verdict
                counted[titles[0]][verdict if verdict != "refuted" else claim.get("paper", "states")] += 1
    lines = results.counts(store, "")[2:]
    for line, paper in zip(lines, PAPERS, strict=True):
        tally = counted[paper.title]
        rest = [tally["denies"] + tally["asks"], tally["silent"]]
        numbers = [sum(tally.values()), tally["proved"], tally["named"], tally["holds"], tally["states"], *rest]
        assert line == f"| [{paper.name}]({paper.page}.md) | {' | '.join(map(str, numbers))} |"
        assert numbers[0] > 15


@pytest.mark.parametrize(
    ("paper", "name", "said", "part"),
    [
        (0, "theorem-8", "Theorem 8", ""),
        (2, "theorem-8-equation-2-1", "Theorem 8", "equation 2 1"),
        (2, "section-2-4-to-10", "Section 2", "4 to 10"),
        (3, "section-2-1-1-2-minion", "Section 2.1.1", "2 minion"),
        (3, "section-3-4-a-0-b-0", "Section 3.4", "a 0 b 0"),
        (3, "theorem-3-11", "Theorem 3", "11"),
        (3, "formula-8-a-1", "Formula (8)", "a 1"),
        (1, "section-3-2-1-no-stone", "Section 3.2.1", "no stone"),
        (1, "section-4-normal", "Section 4", "normal"),
    ],
)
def test_the_statement_that_an_id_names(paper: int, name: str, said: str, part: str) -> None:
    found = papers.statement(PAPERS[paper], name)
    assert found is not None
    assert (found[0].name, found[1]) == (said, part)


@pytest.mark.parametrize("name", ["solution", "theorem", "lemma-x", "lemma-7th", "every-n", "theoremlike-3"])
def test_what_names_no_statement(name: str) -> None:
    assert papers.statement(PAPERS[3], name) is None


def test_statements_come_in_order() -> None:
    found = [papers.statement(PAPERS[3], name) for name in ("section-1", "lemma-10", "lemma-9", "theorem-3")]
    assert [one[0].name for one in sorted(one for one in found if one)] == [
        "Theorem 3",
        "Lemma 9",
        "Lemma 10",
        "Section 1",
    ]
    assert Statement(0, (1,)) < Statement(0, (2,)) < Statement(1, (1,))


def said_of(paper: Paper, rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Each statement with what is known of it."""
    return [(name, said) for name, _, said in papers.statements(paper, rows)]


def _row(specs: dict[str, Spec], file: str, name: str, entry: Entry) -> Row:
    return Row(file, specs[file].claim(name), entry)


def test_the_words_of_a_verdict(specs: dict[str, Spec]) -> None:
    file = "specs/wythoff_classes.yaml"
    assert papers.verdict(_row(specs, file, "lemma-7", Entry("proved", "every size"))) == "proved for every size"
    assert papers.verdict(_row(specs, file, "lemma-7", Entry("holds", "entry by entry"))) == "holds entry by entry"
    assert papers.verdict(_row(specs, file, "lemma-7", Entry("unknown", "k = 2"))) == "unknown"
    assert papers.verdict(_row(specs, file, "lemma-7", Entry("refuted", at="heap 1"))) == "false as printed at heap 1"
    said = "false at heap 1, as the paper says"
    assert papers.verdict(_row(specs, file, "lemma-8", Entry("refuted", at="heap 1"))) == said


def test_the_row_of_a_statement(specs: dict[str, Spec]) -> None:
    file = "specs/survivor_nim.yaml"
    given = {
        "theorem-10": Entry("refuted", at="n=2"),
        "theorem-10-largest": Entry("refuted", at="n=3"),
        "theorem-10-corrected": Entry("proved", "every n"),
        "theorem-10-last": Entry("holds", "n = 1..9"),
        "theorem-10-rounds": Entry("unknown", "n = 1..9"),
        "corollary-9": Entry("proved", "every n"),
        "every-n": Entry("proved", "every n"),
    }
    assert said_of(PAPERS[2], [_row(specs, file, name, one) for name, one in given.items()]) == [
        (
            "Theorem 10",
            "**false as printed** at n=2; **largest false as printed** at n=3; corrected: proved for every n; "
            "last: holds for n = 1..9; unknown",
        ),
        ("Corollary 9", "proved for every n"),
    ]


def test_the_parts_of_a_statement_are_named_where_verdicts_differ(specs: dict[str, Spec]) -> None:
    file = "specs/survivor_nim.yaml"

    def said(**given: Entry) -> str:
        rows = [_row(specs, file, name.replace("_", "-"), one) for name, one in given.items()]
        ((_, _, found),) = papers.statements(PAPERS[2], rows)
        return found

    every, some, more = Entry("proved", "every n"), Entry("holds", "n = 1..9"), Entry("holds", "n = 1..8")
    assert said(theorem_8=every, theorem_8_largest=every) == "proved for every n (2 claims)"
    assert said(theorem_8=some, theorem_8_largest=more) == "hold up to bounds (2 claims)"
    assert said(theorem_8=some, theorem_8_largest=every) == "holds for n = 1..9; largest: proved for every n"
    found = said(theorem_8=every, theorem_8_largest=every, theorem_8_rounds=some)
    assert found == "proved for every n, largest too; rounds: holds for n = 1..9"


def test_a_theorem_that_is_proved_together_with_others(specs: dict[str, Spec]) -> None:
    file = "specs/greedy_nim_k.yaml"
    holds = Entry("holds", "k = 2..4")
    for whole, end in (
        (Entry("proved", "every size"), "; taken together with the others (`solution`), proved for every size"),
        (holds, ""),
    ):
        rows = [_row(specs, file, "theorem-8", holds), _row(specs, file, "solution", whole)]
        assert said_of(PAPERS[0], rows) == [("Theorem 8", f"holds for k = 2..4{end}")]


def test_an_unknown_verdict_confirms_nothing(specs: dict[str, Spec]) -> None:
    file = "specs/impartial_theory.yaml"
    ends = {
        "figure-1": Entry("refuted", at="5 positions"),
        "figure-2": Entry("unknown"),
        "remark-5": Entry("holds", "x"),
    }
    assert said_of(PAPERS[3], [_row(specs, file, name, one) for name, one in ends.items()]) == [
        ("Figure 1", "confirmed, as the contrary fails at 5 positions"),
        ("Figure 2", "denied by the paper: unknown"),
        ("Remark 5", "denied by the paper: holds for x"),
    ]
    file = "specs/three_euclid.yaml"
    ends = {"section-3-6-open-question": Entry("unknown"), "section-3-6-kernels": Entry("vacuous")}
    assert said_of(PAPERS[3], [_row(specs, file, name, one) for name, one in ends.items()]) == [
        ("Section 3.6", "open question: unknown; vacuous")
    ]


def test_nothing_is_written_where_a_claim_is_contrary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [kept.STORE, pages.README, *(kept.ROOT / "docs").rglob("*.md")]
    before = [file.read_bytes() for file in files]
    file = tmp_path / "report.json"
    claim = {"id": "two-heaps", "verdict": "unknown", "as_expected": False}
    file.write_text(json.dumps({"schema": 1, "spec": "specs/nim.yaml", "claims": [claim]}))
    assert claims.main(["--reports", str(file)]) == 1
    assert "specs/nim.yaml: two-heaps" in capsys.readouterr().err
    assert [file.read_bytes() for file in files] == before
    file.write_text(json.dumps({"errors": [{"message": "no such file"}]}))
    with pytest.raises(SystemExit, match="no such file"):
        claims.main(["--reports", str(file)])


def test_a_report_of_what_is_not_there_is_refused() -> None:
    for spec, claim in (("wythoff.yaml", "lemma-7"), ("specs/wythoff.yaml", "lemma-70")):
        report = {"schema": 1, "spec": spec, "claims": [{"id": claim, "verdict": "holds", "as_expected": True}]}
        with pytest.raises(SystemExit, match=f"a report of {spec} has the claim {claim}, which is not there"):
            kept.entries([report])
