"""The loop that drives the ways for a whole range: what several proofs make together, and what is said of an end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from bouton.claims.way import Described
from bouton.core.errors import Disagreement, LimitReached, Unreadable
from bouton.core.proof import Need, Obligation, Proof, proved
from bouton.proof.attempt import Attempt
from bouton.proof.whole import ReadWhole, Told, WholeWay, attempted
from tests.proof.attempts import whole
from tests.shipped import named

RULES, PERIOD = (Obligation(name, "m", "proved", 0.0) for name in ("rules", "period"))
OTHER = proved("c", [Need("rules")], [RULES], hypotheses=["a move"], met=["a move"], fixed={"k": [1]}, cites=("a",))


def end(*readings: ReadWhole | Unreadable, nothing: str | None = None) -> Attempt:
    """The end of a proof by these readings."""
    spec = named("nim")
    way = WholeWay(Described("so", "so", (), "so.md"), lambda _: True, lambda _: readings, nothing=nothing)
    return attempted(way, whole(spec, spec.claim("two-heaps")))


def reading(*told: Told | Attempt | Unreadable, needs: tuple[str, ...] = ("period",), apart: bool = False) -> ReadWhole:
    def tell() -> Iterator[Told | Attempt]:
        for one in told:
            if isinstance(one, Unreadable):
                raise one
            yield one

    return ReadWhole([Need(one) for one in needs], tell, apart=apart)


def test_what_several_make_together_needs_what_each_of_them_does() -> None:
    proof = end(reading(Told([PERIOD], [OTHER], cites=("b",), reason="so"))).proof
    assert (proof.verdict, proof.reason, proof.hypotheses, proof.fixed) == ("proved", "so", ("a move",), {"k": [1]})
    assert (proof.needs, proof.cites) == ((Need("rules"), Need("period")), ("a", "b"))
    assert end(reading(Told([], [OTHER]))).proof.reason == "nothing discharges the part period"
    undone = end(reading(Told([PERIOD], [Proof("unknown", reason="time")]))).proof
    assert (undone.verdict, undone.reason) == ("unknown", "time")


def test_each_setting_must_meet_the_hypotheses() -> None:
    one, other = Told([RULES], met=frozenset({"an end"})), Told([PERIOD], met=frozenset())
    for told, reason in (([one], None), ([one, other], "nothing meets the hypotheses: an end")):
        lone = ReadWhole([Need("rules")], partial(iter, told), ("an end",), {"fixed": {}})
        assert end(lone).proof.reason == reason
    met = ReadWhole([Need("rules")], lambda: [Told([RULES], failing="heap=7")], (), {"fixed": {}})
    with pytest.raises(Disagreement, match="by clingo it fails at heap=7"):
        end(met)


@pytest.mark.parametrize("apart", [False, True])
def test_the_first_reading_that_ends_it_is_taken(apart: bool) -> None:
    sure = reading(Told([PERIOD], [OTHER]), apart=apart)
    left = reading(Told([RULES]), Unreadable("it is open"), apart=apart)
    refuted = Attempt(Proof("refuted", reason="so"))
    assert end(Unreadable("no form"), left, sure).proof.verdict == "proved"
    assert end(left, reading(refuted), sure).proof.verdict == "refuted"
    assert end(reading(Attempt(refuted.proof, supposed=True)), sure).proof.verdict == "proved"
    assert end(reading(Attempt(refuted.proof, supposed=True)), left).proof.verdict == "refuted"
    first = end(left, Unreadable("no form")).proof
    assert (first.verdict, first.reason, first.obligations) == ("unknown", "it is open", (RULES,))
    assert end(nothing="none is there").proof.reason == "none is there"


def test_a_limit_that_is_reached_while_a_claim_is_read_is_a_reason() -> None:
    def read(_goal: object) -> Iterator[ReadWhole | Unreadable]:
        yield Unreadable("not in the first way")
        raise LimitReached("time limit of 3 s reached")

    spec = named("nim")
    way = WholeWay(Described("so", "so", (), "so.md"), lambda _: True, read)
    assert attempted(way, whole(spec, spec.claim("two-heaps"))).proof.reason == "not in the first way"
    late = WholeWay(way.about, way.concerns, lambda goal: list(read(goal))[:0])
    found = attempted(late, whole(spec, spec.claim("two-heaps"))).proof
    assert (found.verdict, found.reason) == ("unknown", "time limit of 3 s reached")
