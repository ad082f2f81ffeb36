"""The tables of every statement of each paper: their claims are there, none is left out, their verdicts right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from docs import results, statements
from docs import store as kept
from docs.papers import PAPERS, Entry, Paper, Row
from docs.statements import WORDS, Said

PROVED, BY_HAND, DECIDED, BOUND, FALSE, OPEN, TEXT = WORDS


def own(paper: Paper) -> list[Row]:
    return results.by_paper(kept.stored())[paper]


def listed(paper: Paper) -> tuple[Said, ...]:
    every = [row for rows in kept.rows(kept.stored()).values() for row in rows]
    return statements.listed(paper, own(paper), every)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.page)
def test_every_claim_that_a_paper_makes_is_in_its_table(paper: Paper) -> None:
    named = {(row.spec, row.claim.id) for one in listed(paper) for row in (*one.claims, *one.besides, *one.refuted_by)}
    assert [
        row.claim.id for row in own(paper) if row.claim.paper != "silent" and (row.spec, row.claim.id) not in named
    ] == []


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.page)
def test_what_has_no_claim_says_why(paper: Paper) -> None:
    for one in listed(paper):
        assert one.claims or one.besides or one.refuted_by or one.note, one.place
        assert one.verdict != OPEN or one.claims or one.note.startswith("open")


TO_A_BOUND = [
    "3.4: The limits l(a,b) exist, are a/(r-1), irrational and algebraic",
    "3.6: The kernels of the two variants coincide (Ho)",
]
"""The statements of the four papers that are known to a bound or in part."""
BUT_FOR_A_STEP = [
    "1.4: The recursive algorithm finds it",
    "1.5.1, (1): The value of a sum is the XOR of the values",
    "1.5.2: The number of summands with a winning move of that kind is odd; y_i is unique",
    "1.5.4: What wins in Nim wins in a sum: any move that reduces g(v_i) as a winning move of Nim reduces x_i, and "
    "there is one",
    "2.1.4, Theorem 1: The sum of tame games is tame",
    "2.1.4, Theorem 2: The swap positions of the sum",
    "2.1.4, Remark 5: 2^n swap positions of n-pile Nim, 2^(n-1) of each class",
    "3.3, Lemma 9: Beatty's lemma",
    "3.4: P(z) is the characteristic polynomial of a non-negative matrix; r dominates",
    "3.5: Rules, terminal position, multiples",
]
"""Those that are proved but for a last step by hand."""


def test_what_is_not_wholly_proved_says_why() -> None:
    found = [one for paper in PAPERS for one in listed(paper) if one.of_paper and one.verdict == BOUND]
    assert sorted(f"{one.place}: {one.words}" for one in found) == sorted(TO_A_BOUND)
    assert [one.place for one in found if not one.note.startswith("to a bound: ")] == []
    steps = [one for paper in PAPERS for one in listed(paper) if one.of_paper and one.verdict == BY_HAND]
    assert sorted(f"{one.place}: {one.words}" for one in steps) == sorted(BUT_FOR_A_STEP)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.page)
def test_what_is_false_is_corrected_or_refuted_in_its_row(paper: Paper) -> None:
    for one in listed(paper):
        if one.verdict == FALSE:
            assert one.refuted_by or any(row.kept for row in (*one.claims, *one.besides)), (one.place, one.words)


def test_the_numbers_of_statements() -> None:
    for paper, least in zip(PAPERS, (20, 35, 45, 100), strict=True):
        counted = statements.counted(listed(paper))
        assert sum(counted.values()) == sum(one.place != "Not in the paper" for one in listed(paper)) > least
        text = "\n".join(statements.section(paper, own(paper), own(paper) + _others()))
        assert all(f"| {word} | {number} |" in text for word, number in counted.items())


def _others() -> list[Row]:
    return [row for rows in kept.rows(kept.stored()).values() for row in rows]


def row(entry: Entry, spec: str = "specs/one_pile_nim.yaml", claim: str = "misere") -> Row:
    return Row(spec, kept.specs()[spec].claim(claim), entry)


def verdict(claims: Sequence[Row], refuted_by: Sequence[Row] = (), note: str = "", besides: Sequence[Row] = ()) -> str:
    return Said("1", "It is so", tuple(claims), tuple(besides), tuple(refuted_by), note).verdict


def test_the_verdict_of_a_statement() -> None:
    every, some = row(Entry("proved", "every m, every pile")), row(Entry("proved", "n = 1..5, every pile"))
    held, wrong = row(Entry("holds", "m = 1..6", cases=606)), row(Entry("refuted", at="m=1, pile 0"))
    assert verdict([every]) == PROVED
    assert verdict([every, held]) == verdict([some]) == verdict([held]) == BOUND
    assert verdict([row(Entry("proved", "k = 1, 0..6 heaps"))]) == BOUND
    assert verdict([every], besides=[held]) == PROVED
    assert verdict([every, wrong]) == verdict([every], [every]) == verdict([every], besides=[wrong]) == FALSE
    assert verdict([], note="open") == OPEN
    assert verdict([], note="of running times") == verdict([], note="definition") == TEXT
    assert verdict([], note="to a bound: no claim yet") == BOUND
    assert verdict([every], note="false as printed, a slip") == FALSE
    denied = replace(wrong, claim=replace(wrong.claim, paper="denies"))
    assert verdict([denied]) == DECIDED
    step = "each case is proved; the last step by hand: there are no others"
    assert verdict([every], note=step) == BY_HAND
    assert verdict([held], note=step) == BOUND
    assert verdict([denied, every]) == PROVED
    assert verdict([replace(wrong, claim=replace(wrong.claim, paper="asks"))]) == OPEN


def test_a_claim_that_is_not_there() -> None:
    rows = [row(Entry("holds", "m = 1"))]
    with pytest.raises(ValueError, match="misère-nim is the id of 0 claims"):
        statements._row("misère-nim", [rows], PAPERS[0])
    with pytest.raises(ValueError, match="misere is the id of 2 claims"):
        statements._row("misere", [[*rows, *rows]], PAPERS[0])


def test_a_statement_of_finitely_many_positions_is_decided_by_a_box_that_holds_them() -> None:
    """Seven players and at most eleven counters: a claim that is checked to forty counters decides it."""
    said = "Seven players: 1 to 4 counters left to alliance 1, it loses"
    (few,) = [one for paper in PAPERS for one in listed(paper) if one.words == said]
    assert {row.entry.verdict for row in few.claims} == {"holds"}
    assert (few.verdict, replace(few, whole=()).verdict) == (DECIDED, BOUND)


def test_a_statement_about_every_b_is_proved_by_its_proofs() -> None:
    """Lemma 12 speaks of every b: two proofs decide it, whatever else is said of some cases."""
    (lemma,) = [one for paper in PAPERS for one in listed(paper) if one.place == "3.4, Lemma 12"]
    assert ({row.entry.verdict for row in lemma.claims}, lemma.verdict) == ({"proved"}, PROVED)
