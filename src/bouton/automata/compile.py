"""Formulas about natural numbers and their digits as automata: one for all that makes a formula true.

A number has a track of its digits, and a digit place one with a single 1. Conjunctions are products, quantifiers
projections, negations complements within the valid words (Büchi 1960; Bruyère, Hansel, Michaux, Villemaire 1994). An
expression whose digits are spoken of becomes a number of its own, and where a quantified number stands in it, that one
is put by the new one: `T` for `S-D` takes no sum.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import count, islice, permutations

from bouton.automata import linear as relations
from bouton.automata.automaton import Automaton, Track, both, either, project, renamed, symbols, within
from bouton.automata.cases import Naming, cases_of, compared, is_plain, is_unknown, to_name
from bouton.core.division import truncated
from bouton.core.errors import Unreadable
from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import (
    add,
    atom,
    digit,
    divide,
    exclusive,
    number,
    operands_of,
    remainder,
    scale,
    subtract,
)
from bouton.core.logic.expression import FALSE, TRUE, unknown
from bouton.core.logic.formulas import at_most, conj, conjuncts, different, disj, equal, less, negate
from bouton.core.logic.substitution import Substitution, replace
from bouton.core.logic.walk import parts, some, unknowns
from bouton.core.numeration import Numeration

_DIVISORS = 40
"""The greatest divisor of a quotient or a remainder."""
_SLOTS = 3
"""The most free unknowns of a formula that is looked for under other names."""
_ZERO, _ONE = number(0), number(1)
_TESTS: Mapping[type[ex.Formula], Callable[[int], bool]] = {
    ex.Le: lambda n: n <= 0,
    ex.Eq: lambda n: n == 0,
    ex.Ne: lambda n: n != 0,
}


class Compiler:
    """Compiles formulas in one numeration; what has been compiled is kept. Unreadable where one is beyond automata."""

    def __init__(self, system: Numeration) -> None:
        self.system = system
        self._tracks: dict[ex.Unknown, Track] = {}
        self.places: set[ex.Unknown] = set()  # the unknowns that are digit places
        self._known: dict[ex.Formula, Automaton] = {}
        self._alike: dict[ex.Formula, Automaton] = {}
        self._numbers = count(1)

    def track(self, one: ex.Unknown) -> Track:
        """The track of an unknown."""
        if one not in self._tracks:
            size = relations.PLACE if one in self.places else self.system.largest + 1
            self._tracks[one] = Track(f"{len(self._tracks):04}", size)
        return self._tracks[one]

    def places_among(self, free: Iterable[ex.Unknown], formula: ex.Formula) -> list[ex.Unknown]:
        """Those of the free unknowns of a formula that it takes for digit places; the others are natural numbers."""
        found: list[ex.Unknown] = []  # what is compared with one of these is one too
        while new := [one for one in free if one not in found and self._is_place(one, formula, found)]:
            found += new
        return found

    def declare(self, places: Iterable[ex.Unknown]) -> None:
        """Say that these are digit places. An unknown is one for good, or a number: so what is kept stays true."""
        new = {*places} - self.places
        assert not new & self._tracks.keys(), "what was a number would be a digit place"
        self.places |= new

    def value(self, one: ex.Unknown, word: Mapping[str, Sequence[int]]) -> int:
        """The number, or the place, that an unknown is in a word; 0 where it is not in it."""
        digits = word.get(self.track(one).name, ())
        return list(digits).index(1) if digits and one in self.places else self.system.value(digits)

    def digits(self, one: ex.Unknown, value: int) -> tuple[int, ...]:
        """The digits that the track of an unknown has where it is that number, or place, place 0 first."""
        return (0,) * value + (1,) if one in self.places else self.system.digits(value)

    def kept(self, value: ex.Formula) -> Automaton | None:
        """The automaton of a formula that was compiled by itself; None where it was not."""
        return self._known.get(value)

    def bounded(self, one: ex.Unknown) -> Automaton:
        """The words in which an unknown keeps its own bounds."""
        low, high = (one.low or 0), one.high
        found = self._valid([self.track(one)])
        if low > 0:
            found = both(found, self._compare({one: 1}, -low, lambda value: value >= 0))
        if high is not None:
            found = both(found, self._compare({one: 1}, -high, lambda value: value <= 0))
        return found

    def formula(self, value: ex.Formula) -> Automaton:
        """The words that make it true."""
        found = self._known.get(value)
        if found is None:
            found = self._known[value] = self._like_another(value) or self._formula(value)
            self._keep(value, found)
        return found

    def _like_another(self, value: ex.Formula) -> Automaton | None:
        """The automaton of a formula that says the same of other unknowns, with the tracks of these."""
        for slots in self._slots(value):
            found = self._alike.get(replace({one: atom(slot) for one, slot in slots.items()}, value))
            if found is not None:
                return renamed(found, {self.track(slot): self.track(one) for one, slot in slots.items()})
        return None

    def _keep(self, value: ex.Formula, found: Automaton) -> None:
        """Keep an automaton for formulas that say the same of other unknowns."""
        for slots in islice(self._slots(value), 1):
            key = replace({one: atom(slot) for one, slot in slots.items()}, value)
            tracks = {self.track(one): self.track(slot) for one, slot in slots.items()}
            self._alike[key] = renamed(found, tracks)

    def _slots(self, value: ex.Formula) -> Iterator[dict[ex.Unknown, ex.Unknown]]:
        """Unknowns to be put in place of the free ones, in every order: only where what is quantified is alike.

        Of unknowns in a chain more is known than the formula says.
        """
        free = list(unknowns(value)) if isinstance(value, ex.Some | ex.Never) else []
        if free and len(free) <= _SLOTS and not any(one.chain for one in free) and is_plain(value):
            for order in permutations(free):
                slots = {}
                for at, one in enumerate(order):
                    is_place = one in self.places
                    slots[one] = unknown(f"{'place' if is_place else 'number'}!{at}", one.low, one.high, local=True)
                    if is_place:
                        self.places.add(slots[one])
                yield slots

    def _formula(self, value: ex.Formula) -> Automaton:
        if value is TRUE or value is FALSE:
            valid = self._valid([])
            return valid if value is TRUE else within(valid, valid)
        if isinstance(value, ex.Or):
            return self._union([self.formula(part) for part in value.parts])
        cases = cases_of(value)
        if cases:
            return self._union([self.formula(case) for case in cases])
        left = to_name(value)
        if left is not None:
            return self._named(left, value)
        if isinstance(value, ex.And):
            return self._product([self.formula(part) for part in value.parts])
        if isinstance(value, ex.Some):
            return self._some(value.bound, value.formula)
        if isinstance(value, ex.Never):
            found = self.formula(negate(value))
            return within(self._valid(found.tracks), found)
        return self._literal(value)

    # ------------------------------------------------------------------------------------------- products and unions

    def _valid(self, tracks: Iterable[Track]) -> Automaton:
        places = [self._tracks[one] for one in self.places if one in self._tracks]
        return relations.free(self.system, list(tracks), places)

    def _extended(self, automaton: Automaton, tracks: Iterable[Track]) -> Automaton:
        missing = {*tracks} - {*automaton.tracks}
        return both(automaton, self._valid(missing)) if missing else automaton

    def _union(self, found: Sequence[Automaton]) -> Automaton:
        some_ = [one for one in found if not one.is_empty]
        if not some_:
            return self.formula(FALSE)
        tracks = {track for one in some_ for track in one.tracks}
        return reduce(either, sorted((self._extended(one, tracks) for one in some_), key=_size))

    def _product(self, found: Sequence[Automaton]) -> Automaton:
        """Small ones first, and such that speak of what is already spoken of."""
        waiting = sorted(found, key=_size)
        if any(one.is_empty for one in waiting):
            return self.formula(FALSE)
        made = waiting.pop(0)
        while waiting and not made.is_empty:
            own = {*made.tracks}
            best = min(waiting, key=lambda one: (len({*one.tracks} - own), _size(one)))
            waiting.remove(best)
            made = both(made, best)
        return self.formula(FALSE) if made.is_empty else made

    # --------------------------------------------------------------------------------------------------- quantifiers

    def _some(self, one: ex.Unknown, formula: ex.Formula) -> Automaton:
        """A quantifier: over a number of any sign, or over a digit place."""
        equation = None if self._is_place(one, formula) else self._determines(one, formula)
        if equation is not None:
            rest = conj(part for part in conjuncts(formula) if part is not equation)
            return self._where(one, equation, self.formula(rest))
        own = self._fresh(one.name, one.low, one.high)
        formula = replace({one: atom(own)}, formula)
        if self._is_place(own, formula):
            return self._some_place(own, formula)
        cases = cases_of(formula)
        if cases:
            return self._union([self.formula(some(own, case)) for case in cases])
        changed = self._changed(own, formula)
        if changed is not None:
            own, formula = changed
        found = []
        if own.high is None or own.high >= 0:
            natural = self._fresh(own.name, max(own.low or 0, 0), own.high)
            found.append(self._projected(natural, replace({own: atom(natural)}, formula)))
        if own.low is None or own.low < 0:
            least = 1 if own.high is None else max(1, -own.high)
            below = self._fresh(own.name, least, None if own.low is None else -own.low)
            found.append(self._projected(below, replace({own: atom(below, -1)}, formula)))
        return self._union(found)

    def _determines(self, one: ex.Unknown, formula: ex.Formula) -> ex.Le | ex.Eq | ex.Ne | None:
        """An equation that says which natural number it is, by other numbers themselves."""
        if one.low is None or one.low < 0:
            return None
        for part in conjuncts(formula):
            terms = part.left.terms if isinstance(part, ex.Eq) else ()
            plain = all(isinstance(each, ex.Unknown) and each not in self.places for each, _ in terms)
            if isinstance(part, ex.Eq) and plain and abs(dict(terms).get(one, 0)) == 1:
                return part
        return None

    def _where(self, one: ex.Unknown, equation: ex.Le | ex.Eq | ex.Ne, found: Automaton) -> Automaton:
        """The words of an automaton where a number is what an equation says, without the number.

        The automaton is that of a formula with the number under its own name, and so the same wherever that is asked.
        """
        track, others = self.track(one), {part: times for part, times in equation.left.terms if part is not one}
        if one.low or one.high is not None:
            found = both(found, self.bounded(one))
        if len(others) == 1 and not equation.left.constant and track in found.tracks:
            ((other, times),) = others.items()
            assert isinstance(other, ex.Unknown)
            if times == -dict(equation.left.terms)[one] and self.track(other) not in found.tracks:
                return renamed(found, {track: self.track(other)})
        return project(both(found, self._literal(equation)), track)

    def _some_place(self, one: ex.Unknown, formula: ex.Formula) -> Automaton:
        below = self._fresh(one.name, 1, None)
        if one.low is None or one.low < 0:
            if replace({one: atom(below, -1)}, formula) is not FALSE:
                raise Unreadable("a digit place may be negative")
            natural = self._fresh(one.name, 0, one.high)
            one, formula = natural, replace({one: atom(natural)}, formula)
        self.places.add(one)
        return self._projected(one, formula)

    def _projected(self, one: ex.Unknown, formula: ex.Formula) -> Automaton:
        if formula is FALSE:
            return self.formula(FALSE)
        found = self.formula(formula)
        if (one.low or 0) > 0 or one.high is not None:
            found = both(found, self.bounded(one))
        return project(found, self.track(one)) if self.track(one) in found.tracks else found

    def _changed(self, one: ex.Unknown, formula: ex.Formula) -> tuple[ex.Unknown, ex.Formula] | None:
        """The formula about an expression with the unknown in place of it, where digits of that are spoken of."""
        lefts = [node.left for node in parts(formula) if isinstance(node, ex.Digit | ex.Places)]
        for left in lefts:
            times = dict(left.terms).get(one, 0)
            rest = subtract(left, atom(one, times)) if times else left
            if abs(times) == 1 and rest is not _ZERO and unknowns(rest).keys() <= unknowns(formula).keys() - {one}:
                if any(each is atom(one) for each in lefts) or (one.low, one.high) != (None, None):
                    return None
                new = self._fresh(one.name, None, None)
                return new, replace({one: scale(times, subtract(atom(new), rest))}, formula)
        return None

    def _fresh(self, name: str, low: int | None, high: int | None) -> ex.Unknown:
        return unknown(f"{name.partition('$')[0]}$!{next(self._numbers)}", low, high, local=True)

    def _is_place(self, one: ex.Unknown, formula: ex.Formula, others: Collection[ex.Unknown] = ()) -> bool:
        """Whether a formula takes the unknown for a digit place, where these are such."""
        places = {*self.places, *others}
        for node in parts(formula):
            if isinstance(node, ex.Digit | ex.Power) and one in unknowns(node.right):
                return True
            if isinstance(node, ex.Le | ex.Eq | ex.Ne):
                terms = [part for part, _ in node.left.terms]
                if one in terms and any(isinstance(part, ex.Places) or part in places for part in terms):
                    return True
        return False

    # ------------------------------------------------------------------------------- expressions with digits as numbers

    def _named(self, left: ex.Linear, value: ex.Formula) -> Automaton:
        """The formula with a number in place of the expression, which is that, or 0 where that is negative."""
        new = self._fresh("digits", 0, None)
        said = Naming(left, atom(new)).formula(value)
        cases = [conj((equal(atom(new), left), said))]
        if left.low is None or left.low < 0:
            cases.append(conj((less(left, _ZERO), Naming(left, _ZERO).formula(value))))
        return self._union([self.formula(some(new, cases[0])), *map(self.formula, cases[1:])])

    # ------------------------------------------------------------------------------------------------------ literals

    def _literal(self, value: ex.Formula) -> Automaton:
        assert isinstance(value, ex.Le | ex.Eq | ex.Ne)
        part = next((one for one, _ in value.left.terms if not isinstance(one, ex.Unknown)), None)
        if part is None:
            return self._plain(value)
        power = next((one for one in parts(value) if isinstance(one, ex.Power)), None)
        if power is not None:
            new = self._fresh("power", 1, None)
            said = Substitution({power: atom(new)}).formula(value)
            return self.formula(some(new, conj((self._is_power(atom(new), power.right), said))))

        def put(instead: ex.Linear) -> ex.Formula:
            times = dict(value.left.terms)[part]
            return compared(value, add(subtract(value.left, atom(part, times)), scale(times, instead)))

        if isinstance(part, ex.Ite):
            then, other = put(part.then), put(part.other)
            return self.formula(disj((conj((part.condition, then)), conj((negate(part.condition), other)))))
        if isinstance(part, ex.Digit):
            every = range(self.system.largest + 1)
            if len(value.left.terms) == 1:
                return self._digit(part, [one for one in every if put(number(one)) is TRUE])
            cases = ((equal(atom(part), number(one)), put(number(one))) for one in every)
            return self._union([self.formula(conj(case)) for case in cases])
        if isinstance(part, ex.Places):
            return self._by_places(part, put)
        if isinstance(part, ex.Xor):
            return self._exclusive(value, part, put)
        if isinstance(part, ex.Quotient | ex.Remainder) and part.right.number is not None:
            return self._divided(part, part.right.number, put)
        what = "a product" if isinstance(part, ex.Product) else f"`{part.sign}`"
        raise Unreadable(f"{what} of numbers that are not known, which automata do not read")

    def _digit(self, part: ex.Digit, among: Sequence[int]) -> Automaton:
        """That the digit of a number at a place is one of these."""
        of, at = self._only(part.left), part.right
        if is_unknown(at):
            (place, _), *_ = at.terms
            assert isinstance(place, ex.Unknown)
            if place not in self.places:
                raise Unreadable("digits at a place that is compared as a number, which automata do not read")
            return relations.digit(self.system, self.track(of), self.track(place), among)
        place = self._fresh("place", 0, None)
        self.places.add(place)
        there = self.formula(equal(atom(place), at))
        found = [
            project(
                both(there, relations.digit(self.system, self.track(of), self.track(place), among)), self.track(place)
            )
        ]
        if 0 in among and (at.low is None or at.low < 0):
            found.append(self._extended(self.formula(less(at, _ZERO)), [self.track(of)]))
        return self._union(found)

    def _is_power(self, value: ex.Linear, exponent: ex.Linear) -> ex.Formula:
        """That a number is the base to the power of a digit place: its digit is 1 there, and 0 at all others."""
        other = self._fresh("other", 0, None)
        elsewhere = conj((different(atom(other), exponent), different(digit(self.system, value, atom(other)), _ZERO)))
        return conj((equal(digit(self.system, value, exponent), _ONE), negate(some(other, elsewhere))))

    def _exclusive(self, value: ex.Formula, part: ex.Xor, put: Callable[[ex.Linear], ex.Formula]) -> Automaton:
        """What is said of an exclusive or: at each place of its operands, or else of the number that it is."""
        operands = [*operands_of(atom(part))]
        for one in operands:
            if one.number is None and not self._is_natural(one):
                return self._operand(one, [other for other in operands if other is not one], put)
        found = self._parity(value)
        if found is not None:
            return found
        new = self._fresh("xor", 0, None)
        return self.formula(some(new, conj((equal(atom(new), atom(part)), put(atom(new))))))

    def _operand(self, one: ex.Linear, rest: Sequence[ex.Linear], put: Callable[[ex.Linear], ex.Formula]) -> Automaton:
        """The same with a number in place of an operand, or of what is left of -1 without it, where it is negative."""
        new = self._fresh("operand", 0, None)
        without = reduce(exclusive, rest, atom(new))
        cases = [conj((equal(atom(new), one), put(without)))]
        if one.low is None or one.low < 0:
            minus = number(-1)
            cases.append(conj((equal(atom(new), subtract(minus, one)), put(subtract(minus, without)))))
        return self._union([self.formula(some(new, case)) for case in cases])

    def _parity(self, value: ex.Formula) -> Automaton | None:
        """That an exclusive or is, or is not, a number or another one; None where something else is said."""
        if not isinstance(value, ex.Eq | ex.Ne):
            return None
        terms, constant = value.left.terms, value.left.constant
        if sorted(times for _, times in terms) not in ([1], [-1], [-1, 1]) or (len(terms) == 2 and constant):
            return None
        result, tracks = -constant * terms[0][1], set[Track]()
        for one in (each for part, _ in terms for each in operands_of(atom(part))):
            if one.number is not None:
                result ^= one.number
            elif self._is_natural(one):
                tracks ^= {self.track(self._only(one))}
            else:
                return None
        found = relations.parity(tracks, result) if result >= 0 else self.formula(FALSE)
        return found if isinstance(value, ex.Eq) else within(self._valid(found.tracks), found)

    def _is_natural(self, one: ex.Linear) -> bool:
        """Whether an expression is an unknown by itself, which is no negative number."""
        return is_unknown(one) and one.low is not None and one.low >= 0

    def _by_places(self, part: ex.Places, put: Callable[[ex.Linear], ex.Formula]) -> Automaton:
        """What is said of how many digits a number has: one more than the place of the highest that is not 0."""
        of = self._only(part.left)
        top = self._fresh("top", 0, None)
        self.places.add(top)
        highest = relations.top(self.system, self.track(of), self.track(top))
        some_ = self.formula(put(add(atom(top), _ONE)))
        none = conj((at_most(part.left, _ZERO), put(_ZERO)))
        return self._union([project(both(highest, some_), self.track(top)), self.formula(none)])

    def _divided(
        self, part: ex.Quotient | ex.Remainder, divisor: int, put: Callable[[ex.Linear], ex.Formula]
    ) -> Automaton:
        left, is_quotient = part.left, isinstance(part, ex.Quotient)
        if divisor > _DIVISORS:
            raise Unreadable(f"a division by {divisor}: automata read those by at most {_DIVISORS}")
        one_of = next((one for one, _ in left.terms if isinstance(one, ex.Digit | ex.Ite)), None)
        if one_of is not None:
            return self._by_value(one_of, part, put)
        if any(one in self.places for one in unknowns(left)):
            return self._residue(part, divisor, put)
        cases = []
        for sign in (1, -1):
            for rest in range(divisor):
                one = self._fresh("quotient", 0, None)
                whole = equal(scale(sign, left), add(atom(one, divisor), number(rest)))
                within_ = TRUE if sign > 0 else less(left, _ZERO)
                cases.append(
                    some(one, conj((whole, within_, put(scale(sign, atom(one) if is_quotient else number(rest))))))
                )
        return self._union([self.formula(case) for case in cases])

    def _by_value(
        self, one: ex.Digit | ex.Ite, part: ex.Quotient | ex.Remainder, put: Callable[[ex.Linear], ex.Formula]
    ) -> Automaton:
        """The same by each value of a digit that the dividend speaks of, or by both of what a condition decides."""
        if isinstance(one, ex.Ite):
            values = [(one.condition, one.then), (negate(one.condition), one.other)]
        else:
            values = [(equal(atom(one), number(value)), number(value)) for value in range(self.system.largest + 1)]
        divided, times, cases = divide if isinstance(part, ex.Quotient) else remainder, dict(part.left.terms)[one], []
        for where, value in values:
            left = add(subtract(part.left, atom(one, times)), scale(times, value))
            cases.append(conj((where, put(divided(left, part.right)))))
        return self._union([self.formula(case) for case in cases])

    def _residue(
        self, part: ex.Quotient | ex.Remainder, divisor: int, put: Callable[[ex.Linear], ex.Formula]
    ) -> Automaton:
        """The remainder of a place."""
        terms, shift = part.left.terms, part.left.constant
        if (
            len(terms) != 1
            or terms[0][1] != 1
            or not isinstance(terms[0][0], ex.Unknown)
            or isinstance(part, ex.Quotient)
        ):
            raise Unreadable(f"{part.left} {part.sign} {divisor}: of a digit place only a remainder can be read")
        place = terms[0][0]
        found = []
        for rest in range(divisor):
            least = max(0, -shift)
            here = relations.at_place(self.track(place), least, self._is_residue(shift, divisor, rest), divisor)
            found.append(self._product([here, self.formula(put(number(rest)))]))
        for at in range(max(0, -shift)):
            value = number(truncated(at + shift, divisor)[1])
            found.append(self.formula(conj((equal(atom(place), number(at)), put(value)))))
        return self._union(found)

    @staticmethod
    def _is_residue(shift: int, divisor: int, rest: int) -> Callable[[int], bool]:
        return lambda at: at + shift >= 0 and (at + shift) % divisor == rest

    def _plain(self, value: ex.Le | ex.Eq | ex.Ne) -> Automaton:
        """A comparison of sums of numbers, or of two places."""
        terms = {one: times for one, times in value.left.terms if isinstance(one, ex.Unknown)}
        if {*terms} & self.places and {*terms} - self.places:
            raise Unreadable("a number is compared with a digit place, which automata do not read")
        return self._compare(terms, value.left.constant, _TESTS[type(value)])

    def _compare(self, terms: dict[ex.Unknown, int], constant: int, test: Callable[[int], bool]) -> Automaton:
        if not {*terms} & self.places:
            factors = {self.track(one): times for one, times in terms.items()}
            return relations.linear(self.system, factors, constant, test)
        if len(terms) == 1:
            ((one, times),) = terms.items()
            most = abs(constant) // abs(times) + 2
            return relations.at_place(self.track(one), most, lambda at: test(times * at + constant))
        if sorted(terms.values()) != [-1, 1]:
            raise Unreadable("digit places are compared by more than their difference, which automata do not read")
        one, other = sorted(terms, key=lambda place: -terms[place])
        return relations.apart(self.track(one), self.track(other), abs(constant) + 1, lambda by: test(by + constant))

    def _only(self, left: ex.Linear) -> ex.Unknown:
        """The unknown that an expression is."""
        assert is_unknown(left), left
        (one, _), *_ = left.terms
        assert isinstance(one, ex.Unknown)
        if one in self.places:
            raise Unreadable("digits of a digit place are spoken of, which automata do not read")
        return one


def _size(automaton: Automaton) -> int:
    return automaton.states * symbols(automaton.tracks)
