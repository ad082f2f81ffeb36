"""Formulas over sizes, counts and remainders: learnt for all parameters at once, refuted at positions, then proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

import numpy as np

from bouton.core.position import Counter
from bouton.discover import draft as drafts
from bouton.discover.draft import Reach, unused
from bouton.discover.expressions import Literal, Truth
from bouton.discover.guess import PLAYS, Guess, Search, at, drafted
from bouton.discover.judged import beyond, held, proved_in, tried
from bouton.discover.language import needs
from bouton.discover.learn import SIGNS, Cover, least_cover
from bouton.discover.onto import onto
from bouton.discover.positions import Known, Outcomes, within
from bouton.process.limits import alone

_BOXES = (300, 1500, 5000)
"""About how many positions the boxes have that a guess must fit, one after the other."""
_FIRST, _MORE, _LAST = 40, 6, 3
"""Positions that are learnt from at first, and how many are added of those that refute a guess: least and greatest."""
_ROUNDS = 40
LONGEST = 60
"""What a formula may cost: longer ones fit a box and nothing else."""
_HOPELESS = 3
"""How many times as long a formula may be that fits the positions learnt from: the shortest one takes time to find."""
_SHORT = ((1, 1), (2, 4))
"""How many literals a conjunction may have, and how many of them are taken without a look at longer ones."""
_NATURAL = 30
"""What a formula may cost that is proved for few heaps at once, though it is false of more."""
_MOST = 9
"""The most conjunctions of three literals."""
_PLAIN, _SPREAD = 400, 250
"""Plain literals that conjunctions of three are made of first, and positions that are learnt from besides by then."""


class Literals(Protocol):
    """A language for formulas: the literals that it offers about positions of a game."""

    def literals(self, positions: Sequence[Known]) -> tuple[list[Literal], Truth]:
        """All literals of the language, and for each a row of its truth values at the positions."""


Found: TypeAlias = tuple[list[Literal], Cover]
"""A cover, with the literals that its numbers are of."""
Suits: TypeAlias = Callable[[Sequence[Literal], Cover], bool]
"""Whether a cover is worth a guess; one that does not suit ends the search."""


@dataclass(frozen=True)
class Table:
    """The truth values of all literals at positions whose outcomes are known."""

    known: Sequence[Known]
    literals: list[Literal]
    truth: Truth
    """A row for each literal, and a column for each position."""

    @property
    def lost(self) -> Truth:
        """For each position, whether it is in the set to be characterised: the P-positions, or the wins of a side."""
        return np.array([one.lost for one in self.known], dtype=bool)

    @property
    def costs(self) -> list[int]:
        """The cost of each literal: how much a reader has to read."""
        return [one.cost for one in self.literals]

    @property
    def plain(self) -> Truth:
        """Which literals are plain."""
        return np.array([one.plain for one in self.literals], dtype=bool)

    def part(self, columns: Truth) -> Table:
        """The table of those positions alone whose entry in `columns` is true."""
        kept = [one for one, wanted in zip(self.known, columns, strict=True) if wanted]
        return Table(kept, self.literals, self.truth[:, columns])


@dataclass(frozen=True)
class Theorem:
    """A guessed theorem: the rules of its predicate, its sentence, and the other keys of its claim in a spec.

    The rules of the helper predicates that literals use are not among its rules.
    """

    rules: tuple[str, ...]
    says: str
    claim: Mapping[str, object]


Writer: TypeAlias = Callable[[Search, Cover, Sequence[str], str, set[str]], Theorem]
"""A theorem from a cover: the bodies of its conjunctions, what these say, and the names that are taken."""
Fitter: TypeAlias = Callable[[Search, Table, list[Known], int], Cover | None]
"""A cover that fits a table, learnt from a list of positions that it adds to, and what it may cost at most."""


@dataclass(frozen=True)
class Told:
    """What formulas are learnt from, how they are found, and how a theorem is written from one.

    `outcomes` solves about as many positions as it is asked for; `writer` makes the theorem; `suits` may refuse one.
    """

    outcomes: Callable[[int], Outcomes]
    writer: Writer
    suits: Suits = lambda _literals, _cover: True
    boxes: tuple[int, ...] = _BOXES
    """About how many positions the boxes have that a guess must fit."""
    over: Mapping[str, object] = field(default_factory=dict)
    """The box that `check` is to look at, where that is not the whole one."""
    longest: int = LONGEST
    """What a formula may cost."""
    fit: Fitter | None = None
    """What finds a cover; None where `fitted` does."""


def formulas(search: Search) -> Iterator[Guess]:
    """Guesses at the P-positions as small disjunctions of conjunctions of literals, for all parameters at once."""
    language, lines = search.language
    yield from learnt(search, language, lines, drafts.reaches(search.spec))


def steep(search: Search) -> Iterator[Guess]:
    """The same of two or more counters with literals about lines that are steeper than the diagonal."""
    language, lines = search.language
    if len(search.spec.fluents) > 1 and all(isinstance(one, Counter) for one in search.spec.fluents):
        yield from learnt(search, replace(language, steep=True), lines, drafts.reaches(search.spec))


def later(search: Search) -> Iterator[Guess]:
    """A guess that was put off since it is false of more heaps than the box has, now to be proved for few heaps."""
    guess, ways = search.put_off or (None, ())
    if guess is not None:
        yield from proved_in(search, guess, ways)


def learnt(
    search: Search,
    language: Literals,
    lines: dict[str, tuple[str, ...]],
    ways: Sequence[Reach],
    told: Told | None = None,
) -> Iterator[Guess]:
    """Guesses by formulas in a language; `lines` are the rules of its helper predicates, by the names of these.

    Each holds in the user's box, or is learnt from; the proofs of `ways` are tried, the most general first, and where
    none is reached larger boxes. What refutes one is learnt from too.
    """
    told = told or Told(search.outcomes, p_positions, longest=search.effort * LONGEST)
    work: list[Known] = []
    known: list[Known] = []
    found: Found | None = None
    for most in told.boxes:
        search.tell(f"solving about {most} positions")
        data = told.outcomes(most)
        # of a larger box fewer may be known: its time may be over before all parameters were tried
        every = {(one.parameters, one.position): one for one in (*data.known, *known, *search.against)}
        if len(every) == len(known):
            break
        known = [*every.values()]
        work = work or known[:_FIRST]
        found = fitting(search, language, known, work, told.longest, told.fit, found)
        if found is None or not told.suits(*found):
            return
    search.fits = found is not None
    for _ in range(_ROUNDS):
        if found is None:
            return
        guess = held(search, replace(_guess(search, *found, lines, told), where=data.said))
        yield guess
        against = [] if guess.against is None else [guess.against]
        for way, reach in enumerate(ways if guess.state == "fits" else ()):
            judged = tried(search, guess, reach, last=way + 1 == len(ways))
            if judged.state != "fits":
                yield judged
            if judged.state == "proved":
                if way == 0:
                    return
                # what is proved is there; a little more time goes into a theorem that reaches further
                ways = ways[:way]
                search.hurry()
                break
            if judged.against is not None:
                against.append(judged.against)
                if judged.inside:
                    break
                if found[1].cost > _NATURAL and reach.heaps and told.fit is None:
                    # so long a formula, and false of more heaps: before it is proved of few, another is looked for
                    search.put_off = search.put_off or (guess, ways[way + 1 :])
                    there = {(one.parameters, one.position) for one in (*known, *against)}
                    known += [one for one in search.more_heaps.known if (one.parameters, one.position) not in there]
                    data = replace(search.more_heaps, known=tuple(known))
                    break
        else:
            if guess.state == "fits" and not against:
                guess = beyond(search, guess)
                yield guess
                against = [] if guess.against is None else [guess.against]
        if not against:
            return
        search.against += [one for one in against if within(search.spec, one)]
        known += against
        work += against
        found = fitting(search, language, known, work, told.longest, told.fit, found)
        if found is None or not told.suits(*found):
            search.fits, found = False, None


def fitting(
    search: Search,
    language: Literals,
    known: Sequence[Known],
    work: list[Known],
    longest: int,
    fit: Fitter | None = None,
    first: Found | None = None,
) -> Found | None:
    """A least cover that is right at all `known` positions, with its literals; None where none costs at most `longest`.

    It is learnt from the positions of `work`, to which those that refute a cover are added. `first` is a cover to
    begin with, one that was right at fewer positions.
    """
    table, longest = Table(known, *language.literals(known)), search.longest(longest)
    if fit is not None:
        cover = fit(search, table, work, longest)
    else:
        same = first is not None and first[0] == table.literals
        cover = fitted(search, table, work, longest, first=first[1] if first is not None and same else None)
    return None if cover is None else (table.literals, _positive(table, cover))


def fitted(
    search: Search,
    table: Table,
    work: list[Known],
    longest: int,
    signs: Sequence[bool] = SIGNS,
    first: Cover | None = None,
) -> Cover | None:
    """A least cover that is right at all positions of a table, `negated` as one of `signs` says, learnt from `work`.

    None where none is found that costs at most `longest`; `first` is a cover to begin with.
    """
    truth, lost, costs, plain = table.truth, table.lost, table.costs, table.plain
    known = table.known
    place = {(one.parameters, one.position): at for at, one in enumerate(known)}
    chosen = [place[one.parameters, one.position] for one in work]
    short, cover = True, first
    for _ in range(_ROUNDS):
        if short and cover is None:
            cover = alone(_short, truth[:, chosen], lost[chosen], costs, signs, limits=search.left)
        if short and (cover is None or any(len(cube) > _SHORT[-1][0] for cube in cover.cubes)):
            # at more positions no short one fits either
            short = False
            spread = np.linspace(0, len(known) - 1, _SPREAD).astype(int)
            chosen = list(dict.fromkeys([*chosen, *map(int, spread)]))
        if cover is None:
            cover = alone(_long, truth[:, chosen], lost[chosen], costs, plain, signs, limits=search.left)
        if cover is None or cover.cost > _HOPELESS * longest:
            return None
        wrong = np.flatnonzero(cover.holds(truth) != lost)
        if not len(wrong):
            return cover if cover.cost <= longest else None
        against = known[wrong[0]]
        said = f"{'not ' * cover.negated}{words_of(table.literals, cover)}"
        search.tell(f"{said}: refuted at {at(search.spec, against)}")
        new = dict.fromkeys([*wrong[:_MORE], *wrong[-_LAST:]])
        chosen += [int(one) for one in new]
        work += [known[int(one)] for one in new]
        cover = None
    return None


def _short(truth: Truth, lost: Truth, costs: Sequence[int], signs: Sequence[bool]) -> Cover | None:
    """A least cover by conjunctions of one or two literals."""
    for most, enough in _SHORT:
        found = least_cover(truth, lost, costs, most, signs=signs)
        if found is not None and len(found.cubes) <= enough:
            return found
    return None


def _long(truth: Truth, lost: Truth, costs: Sequence[int], plain: Truth, signs: Sequence[bool]) -> Cover | None:
    """A least cover by conjunctions of at most three literals; of plain literals alone where these suffice."""
    kept = np.flatnonzero(plain)
    found = least_cover(truth[kept], lost, [costs[int(one)] for one in kept], 3, _PLAIN, signs)
    if found is not None and len(found.cubes) <= _MOST:
        return replace(found, cubes=tuple(tuple(int(kept[one]) for one in cube) for cube in found.cubes))
    found = least_cover(truth, lost, costs, 3, signs=signs)
    return found if found is not None and len(found.cubes) <= _MOST else None


def _guess(
    search: Search, literals: Sequence[Literal], cover: Cover, lines: dict[str, tuple[str, ...]], told: Told
) -> Guess:
    known = search.taken | set(lines)
    bodies = bodies_of(literals, cover)
    theorem = told.writer(search, cover, bodies, words_of(literals, cover), known)
    made = [*needs(lines, bodies), *theorem.rules]
    over = {"over": dict(told.over)} if told.over else {}
    claim = {"says": theorem.says, **theorem.claim, **over}
    parts = [[part for at in cube for part in literals[at].body] for cube in cover.cubes]
    moves = () if needs(lines, bodies) or search.rules.alliances else onto(search, parts, negated=cover.negated)
    return Guess(tuple(made), theorem.says, "fits", "", drafted(search, claim, made), onto=moves)


def _positive(table: Table, cover: Cover) -> Cover:
    """The cover, or where it excludes positions by single literals what is left: the opposites of these together.

    Where a number is not there, as the first digit of 0, neither of two opposites holds.
    """
    if not cover.negated or {*map(len, cover.cubes)} != {1}:
        return cover
    places = {one.body: at for at, one in enumerate(table.literals)}
    found = [places.get(table.literals[at].opposite.body) for (at,) in cover.cubes]
    kept = tuple(at for at in found if at is not None)
    made = Cover((kept,), negated=False, cost=cover.cost)
    return made if len(kept) == len(found) and (made.holds(table.truth) == table.lost).all() else cover


def bodies_of(literals: Sequence[Literal], cover: Cover) -> list[str]:
    """The bodies of rules, one for each conjunction."""
    return [", ".join(dict.fromkeys(part for at in cube for part in literals[at].body)) for cube in cover.cubes]


def p_positions(
    search: Search, cover: Cover, bodies: Sequence[str], said: str, known: set[str], *, preface: str = ""
) -> Theorem:
    """The theorem that the P-positions are those where the cover holds; `preface` begins the condition in words."""
    name, other = unused("found", known), unused("excluded", known)
    head = other if cover.negated else name
    made = [f"{head} :- {body}." for body in bodies]
    if not bodies:
        made.append(f"{name} :- {'#true' if cover.negated else '#false'}.")
    elif cover.negated:
        made.append(f"{name} :- not {other}.")
    said = f"not ({said})" if cover.negated else said
    says = f"A position is a P-position in {PLAYS[search.play]} iff {preface}{said}."
    if not bodies:
        says = f"{'Every' if cover.negated else 'No'} position is a P-position in {PLAYS[search.play]}."
    return Theorem(tuple(made), says, {"kind": "p-positions", "play": search.play, "iff": name})


def words_of(literals: Sequence[Literal], cover: Cover) -> str:
    """The disjunction of a cover in words; that the cover is negated is left to the caller."""
    parts = [" and ".join(literals[at].words for at in cube) for cube in cover.cubes]
    return "; or ".join(parts) or "never"
