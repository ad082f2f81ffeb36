"""Formulas about numbers and their binary digits as programs for MONA.

MONA decides the weak monadic second-order logic of one successor. The text shares nothing with the automata of
`compile`: a natural number is the set of the places where its binary digits are 1, and a sum is told by its carries;
an expression of any sign is compared after its negative summands have gone to the other side. Each part that is not
linear (an exclusive or, a quotient, a case distinction) gets a name, and what that is stands beside the comparison.
Source: Henriksen, Jensen, Jørgensen, Klarlund, Paige, Rauhe and Sandholm, TACAS 1995.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from bouton.core.division import truncated
from bouton.core.errors import Unreadable
from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import add, atom, number, operands_of, scale, subtract
from bouton.core.logic.expression import FALSE, TRUE, unknown
from bouton.core.logic.substitution import replace
from bouton.core.logic.walk import parts, unknowns
from bouton.core.numeration import BINARY

_MOST = 1_000_000
"""The most characters of a problem."""

_PREDICATES = """\
pred plus(var2 x, var2 y, var2 z) = ex2 c: 0 notin c
  & (all1 p: ((p in z) <=> ((p in x) <=> ((p in y) <=> (p in c))))
           & ((p + 1 in c) <=> ((p in x & p in y) | (p in x & p in c) | (p in y & p in c))));
pred twice(var2 x, var2 z) = 0 notin z & (all1 p: ((p + 1 in z) <=> (p in x)));
pred less(var2 x, var2 y) = ex1 p: p in y & p notin x & (all1 q: q > p => ((q in x) <=> (q in y)));
pred differ(var2 x, var2 y, var2 z) = all1 p: ((p in z) <=> ~((p in x) <=> (p in y)));
"""
"""Sums, doubles, order and exclusive or of numbers that are the sets of their digits."""


def text(formula: ex.Formula, free: Collection[ex.Unknown]) -> str:
    """A program for MONA that can be satisfied iff natural numbers `free` make the formula true.

    Unreadable where the formula speaks of another numeration, or of what this logic cannot say.
    """
    writer = _Writer()
    names, declared = dict[ex.Unknown, _Value](), []
    for one in free:
        name = writer.fresh()
        place = _is_place(one, formula, ())
        names[one] = _Place(name) if place else _Natural(name)
        declared.append(f"var{1 if place else 2} {name};\n")
    said = writer.formula(formula, names)
    return "".join(["ws1s;\n", _PREDICATES, *declared, said, ";\n"])


@dataclass(frozen=True)
class _Natural:
    """A natural number, which is the set of that name."""

    name: str


@dataclass(frozen=True)
class _Whole:
    """A number of any sign: the first set less the second."""

    more: str
    less: str


@dataclass(frozen=True)
class _Place:
    """A digit place of that name."""

    name: str


_Value = _Natural | _Whole | _Place
_Names = Mapping[ex.Unknown, _Value]


@dataclass
class _Named:
    """The names that a comparison needs for its parts, each declared, and what is said of them."""

    declared: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def around(self, comparison: str) -> str:
        """There are such, and the comparison holds: all that is named is determined, so that there is one of each."""
        return f"({''.join(self.declared)}({' & '.join([*self.said, comparison])}))"


@dataclass(frozen=True)
class _Sum:
    """A constant, and natural numbers and places with their coefficients."""

    constant: int
    numbers: tuple[tuple[str, int], ...]
    places: tuple[tuple[str, int], ...]


class _Writer:
    def __init__(self) -> None:
        self._numbers = count(1)
        self._length = 0

    def fresh(self) -> str:
        return f"x{next(self._numbers)}"

    def formula(self, value: ex.Formula, names: _Names) -> str:
        """The formula, where the unknowns have these names."""
        found = self._formula(value, names)
        if len(found) > _MOST:
            raise Unreadable(f"a problem of more than {_MOST:,} characters")
        return found

    def _formula(self, value: ex.Formula, names: _Names) -> str:
        if value is TRUE or value is FALSE:
            return "true" if value is TRUE else "false"
        match value:
            case ex.And(parts=each):
                return f"({' & '.join(self.formula(part, names) for part in each)})"
            case ex.Or(parts=each):
                return f"({' | '.join(self.formula(part, names) for part in each)})"
            case ex.Some(bound=bound, formula=inside):
                return self._some(bound, inside, names)
            case ex.Never(bound=bound, formula=inside):
                return f"~{self._some(bound, inside, names)}"
            case ex.Le(left=left):
                return self._compared(left, "<=", names)
            case ex.Eq(left=left):
                return self._compared(left, "=", names)
            case ex.Ne(left=left):
                return f"~{self._compared(left, '=', names)}"
        raise TypeError(value)

    def _some(self, one: ex.Unknown, inside: ex.Formula, names: _Names) -> str:
        places = [name for name, value in names.items() if isinstance(value, _Place)]
        if _is_place(one, inside, places):
            return self._some_place(one, inside, names)
        value = self._unknown(one)
        declared = f"ex2 {value.name}: " if isinstance(value, _Natural) else f"ex2 {value.more}, {value.less}: "
        within = {**names, one: value}
        bounds = [] if one.low in (None, 0) else [self._compared(subtract(number(one.low), atom(one)), "<=", within)]
        if one.high is not None:
            bounds.append(self._compared(subtract(atom(one), number(one.high)), "<=", within))
        return f"({declared}({' & '.join([*bounds, self.formula(inside, within)])}))"

    def _unknown(self, one: ex.Unknown) -> _Natural | _Whole:
        is_natural = one.low is not None and one.low >= 0
        return _Natural(self.fresh()) if is_natural else _Whole(self.fresh(), self.fresh())

    def _some_place(self, one: ex.Unknown, inside: ex.Formula, names: _Names) -> str:
        below = unknown("below!", 1, local=True)
        if (one.low is None or one.low < 0) and replace({one: atom(below, -1)}, inside) is not FALSE:
            raise Unreadable("a digit place may be negative")
        name = self.fresh()
        low, high = max(one.low or 0, 0), one.high
        bounds = [f"{name} >= {low}"] if low else []
        bounds += [] if high is None else [f"{name} <= {high}" if high >= 0 else "false"]
        return f"(ex1 {name}: ({' & '.join([*bounds, self.formula(inside, {**names, one: _Place(name)})])}))"

    # --------------------------------------------------------------------------------------------------- comparisons

    def _compared(self, left: ex.Linear, sign: str, names: _Names) -> str:
        """That an expression is 0, or at most 0."""
        named = _Named()
        total = self._sum(left, names, named)
        if total.places and total.numbers:
            raise Unreadable("a number is compared with a digit place, which is not put to MONA")
        said = self._of_places(total, sign) if total.places else self._of_numbers(total, sign, named)
        return named.around(said)

    def _of_numbers(self, total: _Sum, sign: str, named: _Named) -> str:
        """The summands of one sign are compared with those of the other."""
        left = [(name, times) for name, times in total.numbers if times > 0]
        right = [(name, -times) for name, times in total.numbers if times < 0]
        one = self._added(left, max(total.constant, 0), named)
        other = self._added(right, max(-total.constant, 0), named)
        return f"{one} = {other}" if sign == "=" else f"~less({other}, {one})"

    def _added(self, summands: Sequence[tuple[str, int]], constant: int, named: _Named) -> str:
        """A name for the sum of natural numbers with positive coefficients, and a natural constant."""
        found = [self._multiple(name, times, named) for name, times in summands]
        if constant or not found:
            found.append(self._constant(constant, named))
        total = found[0]
        for one in found[1:]:
            new = self._new(named)
            named.said.append(f"plus({total}, {one}, {new})")
            total = new
        return total

    def _multiple(self, name: str, times: int, named: _Named) -> str:
        """A name for a multiple, by doubling."""
        if times == 1:
            return name
        half = self._multiple(name, times // 2, named)
        double = self._new(named)
        named.said.append(f"twice({half}, {double})")
        if times % 2 == 0:
            return double
        new = self._new(named)
        named.said.append(f"plus({double}, {name}, {new})")
        return new

    def _constant(self, value: int, named: _Named) -> str:
        new = self._new(named)
        named.said.append(f"{new} = {_set(value)}")
        return new

    def _new(self, named: _Named) -> str:
        new = self.fresh()
        named.declared.append(f"ex2 {new}: ")
        return new

    @staticmethod
    def _of_places(total: _Sum, sign: str) -> str:
        """A place is compared with a number, or with another place."""
        factors = sorted((times, name) for name, times in total.places)
        if len(factors) == 1:
            ((times, name),) = factors
            # name * times + constant is compared with 0
            if sign == "=":
                is_whole = total.constant % times == 0 and -total.constant // times >= 0
                return f"{name} = {-total.constant // times}" if is_whole else "false"
            if times > 0:
                most = -total.constant // times
                return f"{name} <= {most}" if most >= 0 else "false"
            return f"{name} >= {max(-(-total.constant // -times), 0)}"
        if [times for times, _ in factors] != [-1, 1]:
            raise Unreadable("digit places are compared by more than their difference, which is not put to MONA")
        (_, other), (_, one) = factors
        return f"{_beyond(one, max(total.constant, 0))} {sign} {_beyond(other, max(-total.constant, 0))}"

    # -------------------------------------------------------------------------------------------------- expressions

    def _sum(self, value: ex.Linear, names: _Names, named: _Named) -> _Sum:
        """An expression by natural numbers and places that have names."""
        constant, numbers, places = value.constant, dict[str, int](), dict[str, int]()
        for part, times in value.terms:
            found = names[part] if isinstance(part, ex.Unknown) else self._part(part, names, named)
            if isinstance(found, _Place):
                places[found.name] = places.get(found.name, 0) + times
            else:
                more, less = (found.name, None) if isinstance(found, _Natural) else (found.more, found.less)
                numbers[more] = numbers.get(more, 0) + times
                if less is not None:
                    numbers[less] = numbers.get(less, 0) - times
        return _Sum(constant, _nonzero(numbers), _nonzero(places))

    def _part(self, part: object, names: _Names, named: _Named) -> _Value:
        """A name for what is not linear."""
        match part:
            case ex.Ite(condition=condition, then=then, other=other):
                new, it = self._value(None, named)
                within = {**names, it: new}
                cases = [(self.formula(condition, names), then), (f"~{self.formula(condition, names)}", other)]
                said = (f"({when} & {self._equal(it, value, within)})" for when, value in cases)
                named.said.append(f"({' | '.join(said)})")
                return new
            case ex.Xor():
                return self._exclusive(part, names, named)
            case ex.Digit() if type(part).system == BINARY:
                return self._digit(part, names, named)
            case ex.Places() if type(part).system == BINARY:
                return self._highest(part, names, named)
            case ex.Quotient(left=left, right=right) | ex.Remainder(left=left, right=right) if right.number is not None:
                is_place = any(isinstance(names[one], _Place) for one in unknowns(left))
                divided = self._residue if is_place else self._divided
                return divided(left, right.number, isinstance(part, ex.Quotient), names, named)
        raise Unreadable(f"`{getattr(part, 'sign', part)}`, which is not put to MONA")

    def _value(self, low: int | None, named: _Named) -> tuple[_Natural | _Whole, ex.Unknown]:
        """A new number, natural where `low` is not negative, and an unknown that stands for it in expressions."""
        one = unknown(f"named!{next(self._numbers)}", low, local=True)
        new = self._unknown(one)
        named.declared += [
            f"ex2 {name}: " for name in ([new.name] if isinstance(new, _Natural) else [new.more, new.less])
        ]
        return new, one

    def _equal(self, one: ex.Unknown, value: ex.Linear, names: _Names) -> str:
        return self._compared(subtract(atom(one), value), "=", names)

    def _natural(self, value: ex.Linear, names: _Names, named: _Named) -> str:
        """A name for the digits of an expression: none where that is negative."""
        new, one = self._value(0, named)
        assert isinstance(new, _Natural)
        said = self._equal(one, value, {**names, one: new})
        if value.low is None or value.low < 0:
            below = self._compared(add(value, number(1)), "<=", names)
            said = f"({said} | ({below} & {new.name} = empty))"
        named.said.append(said)
        return new.name

    def _exclusive(self, part: ex.Xor, names: _Names, named: _Named) -> _Value:
        """A negative operand gives the digits of -1 less it; with an odd number of such the whole is negative."""
        total, signs = "empty", list[str]()
        for operand in operands_of(atom(part)):
            new, one = self._value(0, named)
            assert isinstance(new, _Natural)
            within = {**names, one: new}
            said = self._equal(one, operand, within)
            if operand.low is None or operand.low < 0:
                sign = self.fresh()
                named.declared.append(f"ex0 {sign}: ")
                said = f"((~{sign} & {said}) | ({sign} & {self._equal(one, subtract(number(-1), operand), within)}))"
                signs.append(sign)
            named.said.append(said)
            together = self._new(named)
            named.said.append(f"differ({total}, {new.name}, {together})")
            total = together
        if not signs:
            return _Natural(total)
        found, it = self._value(None, named)
        digits, digit = self._value(0, named)
        assert isinstance(digits, _Natural)
        named.said.append(f"{digits.name} = {total}")
        within = {**names, it: found, digit: digits}
        odd = f"({' <=> '.join(signs)})" if len(signs) % 2 else f"~({' <=> '.join(signs)})"
        even_said, odd_said = (
            self._equal(it, atom(digit), within),
            self._equal(it, add(number(-1), atom(digit, -1)), within),
        )
        named.said.append(f"((~{odd} & {even_said}) | ({odd} & {odd_said}))")
        return found

    def _digit(self, part: ex.Digit, names: _Names, named: _Named) -> _Value:
        of = self._natural(part.left, names, named)
        beside = _Named()
        at = self._sum(part.right, names, beside)
        if beside.said or at.numbers or [times for _, times in at.places] not in ([], [1]):
            raise Unreadable(f"the digit at the place {part.right}, which is not put to MONA")
        if not at.places:
            there = f"{at.constant} in {of}" if at.constant >= 0 else "false"
        else:
            ((place, _),) = at.places
            if at.constant >= 0:
                there = f"{_beyond(place, at.constant)} in {of}"
            else:
                below = self.fresh()
                there = f"(ex1 {below}: {_beyond(below, -at.constant)} = {place} & {below} in {of})"
        new = self._new(named)
        named.said.append(f"(({there} & {new} = {_set(1)}) | (~({there}) & {new} = empty))")
        return _Natural(new)

    def _highest(self, part: ex.Places, names: _Names, named: _Named) -> _Value:
        """How many digits a number has: the place above its highest 1."""
        of, new = self._natural(part.left, names, named), self.fresh()
        named.declared.append(f"ex1 {new}: ")
        top, above = self.fresh(), self.fresh()
        least = (
            f"(ex1 {top}: {top} + 1 = {new} & {top} in {of} & (all1 {above}: {above} > {top} => {above} notin {of}))"
        )
        named.said.append(f"(({of} = empty & {new} = 0) | {least})")
        return _Place(new)

    def _divided(self, left: ex.Linear, divisor: int, whole: bool, names: _Names, named: _Named) -> _Value:
        """The quotient or the remainder of a number, with its sign."""
        (quotient, q), (rest, r) = self._value(0, named), self._value(0, named)
        within = {**names, q: quotient, r: rest}
        named.said.append(self._compared(subtract(atom(r), number(divisor - 1)), "<=", within))
        made = add(atom(q, divisor), atom(r))
        wanted, natural = (q, quotient) if whole else (r, rest)
        if left.low is not None and left.low >= 0:
            named.said.append(self._compared(subtract(left, made), "=", within))
            return natural
        new, it = self._value(None, named)
        within = {**within, it: new}
        cases = []
        for sign in (1, -1):
            side = self._compared(scale(-1, left), "<=", within) if sign > 0 else self._compared(left, "<=", within)
            whole_ = self._compared(subtract(scale(sign, left), made), "=", within)
            cases.append(f"({side} & {whole_} & {self._equal(it, atom(wanted, sign), within)})")
        named.said.append(f"({' | '.join(cases)})")
        return new

    def _residue(self, left: ex.Linear, divisor: int, whole: bool, names: _Names, named: _Named) -> _Value:
        """The remainder of a place."""
        at = self._sum(left, names, _Named())
        if whole or at.numbers or [times for _, times in at.places] != [1]:
            raise Unreadable(f"{left} divided by {divisor}, where it is about digit places, which is not put to MONA")
        ((place, _),) = at.places
        new, it = self._value(None, named)
        within = {**names, it: new}
        cases = []
        for low in range(max(0, -at.constant)):
            cases.append((f"{place} = {low}", truncated(low + at.constant, divisor)[1]))
        for rest in range(divisor):
            steps, one, least = (
                self.fresh(),
                self.fresh(),
                max(0, -at.constant) + (rest - max(0, at.constant)) % divisor,
            )
            before = f"(ex1 {one}_: {one}_ + {divisor} = {one} & {one}_ in {steps})"
            follows = f"(all1 {one}: {one} in {steps} => ({one} = {least} | {before}))"
            cases.append((f"(ex2 {steps}: {place} in {steps} & {follows})", rest))
        said = (f"({when} & {self._equal(it, number(rest), within)})" for when, rest in cases)
        named.said.append(f"({' | '.join(said)})")
        return new


def _is_place(one: ex.Unknown, formula: ex.Formula, places: Collection[ex.Unknown]) -> bool:
    """Whether a formula takes an unknown for a digit place: digits are asked for there, or it is compared with one."""
    known = {*places}
    while one not in known:
        more = {*_places(formula, known)} - known
        if not more:
            return False
        known |= more
    return True


def _places(formula: ex.Formula, known: Collection[ex.Unknown]) -> Iterator[ex.Unknown]:
    for node in parts(formula):
        if isinstance(node, ex.Digit):
            yield from unknowns(node.right)
        if isinstance(node, ex.Le | ex.Eq | ex.Ne):
            terms = [part for part, _ in node.left.terms]
            if any(isinstance(part, ex.Places) or part in known for part in terms):
                yield from (part for part in terms if isinstance(part, ex.Unknown))


def _nonzero(factors: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, times) for name, times in factors.items() if times)


def _beyond(place: str, by: int) -> str:
    return f"{place} + {by}" if by else place


def _set(value: int) -> str:
    """A natural number as the set of the places of its digits."""
    places = [str(at) for at in range(value.bit_length()) if value >> at & 1]
    return f"{{{', '.join(places)}}}" if places else "empty"
