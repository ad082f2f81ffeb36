"""Theorems by digits of one or two numbers, in one numeration after the other: Wythoff's, in Zeckendorf's representation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bouton.discover import draft as drafts
from bouton.discover.formulas import learnt
from bouton.discover.guess import Guess, Search, taken, unused
from bouton.discover.language import Literal, mentioned
from bouton.discover.learn import Cover
from bouton.discover.numerals import Numerals, Written, numbers, numerals, systems
from bouton.discover.positions import assignments

_DEAREST = 26
"""What a theorem may cost: numbers have many digits, so that long ones fit a box and nothing else."""


def by_digits(search: Search) -> Iterator[Guess]:
    """Small disjunctions of conjunctions about digits; the first numeration in which one fits is taken."""
    chosen = assignments(search.spec)
    names = [name for name, value in chosen[0] if isinstance(value, int)]
    for system in systems(names, mentioned(search.rules, chosen[0])):
        language = _language(search, system)
        if not language.places:
            return
        if not _is_known(system, chosen):
            continue
        search.tell(f"looking at digits {system.words}")
        ways = [one for one in drafts.reaches(search.spec) if not one.heaps and not (one.parameters and system.parameter)]
        fitted = False
        for guess in learnt(search, language, language.lines, ways, _suits(language), f"{system.words}, "):
            fitted = fitted or guess.state != "fits" or bool(guess.where)
            yield guess
        if fitted:
            return


def _language(search: Search, system: Written) -> Numerals:
    names = taken(search)

    def own(name: str) -> str:
        return unused(name, names)

    return numerals(system, numbers(search.spec, own), own)


def _is_known(system: Written, chosen: Sequence[Sequence[tuple[str, object]]]) -> bool:
    """Whether there is such a numeration for each of the parameters."""
    try:
        for one in chosen:
            system.at(one)  # type: ignore[arg-type]
    except ValueError:
        return False
    return True


def _suits(language: Numerals):  # type: ignore[no-untyped-def]
    def suits(literals: Sequence[Literal], cover: Cover) -> bool:
        """Whether it speaks of digits, and is not too long."""
        used = {at for cube in cover.cubes for at in cube}
        return cover.cost <= _DEAREST and any(language.is_about_digits(literals[at]) for at in used)

    return suits
