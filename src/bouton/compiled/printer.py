"""Expressions and formulas as text, what is used twice or in a loop computed once before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import reduce
from itertools import count

from bouton.compiled.syntax import ProgramText
from bouton.core.division import truncated
from bouton.core.errors import Unreadable
from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import atom, choose, linear, number
from bouton.core.logic.expression import FALSE, Formula, Le, Linear
from bouton.core.logic.formulas import at_most, conj, conjuncts, disj
from bouton.core.logic.walk import below, parts, unknowns
from bouton.reading.choices import Choice, NotBounded, choices
from bouton.rules.numeration import MOST as MOST_WITH_DIGITS

_ROUNDS = 32
"""So many steps of a recursion are looked at for bounds of its numbers."""
_WORD = 2**31
"""clingo counts in 32 bits; what passes them has no meaning that could be compared."""

Interval = tuple[int, int]


class Printer:
    """Prints for one place of a program: which unknowns have a name and a range there, what is computed already."""

    def __init__(self, to: ProgramText, names: Mapping[ex.Unknown, str], ranges: Mapping[ex.Unknown, Interval]) -> None:
        self.to = to
        self._names = dict(names)
        self._ranges = dict(ranges)
        self._bound: dict[ex.LogicNode, str] = {}
        self._intervals: dict[ex.LogicNode, Interval] = {}
        self._numbers = count(1)

    def inner(self, chosen: ex.Unknown, name: str, reach: Interval) -> Printer:
        """A printer for the inside of a loop over an unknown."""
        found = self.branch()
        found._names[chosen], found._ranges[chosen] = name, reach
        return found

    def branch(self) -> Printer:
        """A printer for the inside of a conditional: what is computed there is not known after it."""
        found = Printer(self.to, self._names, self._ranges)
        found._bound = dict(self._bound)
        found._numbers = self._numbers
        return found

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        return f"{stem}{next(self._numbers)}"

    def known(self, value: ex.Linear | ex.Formula) -> bool:
        """Whether all its unknowns have names here."""
        return unknowns(value).keys() <= self._names.keys()

    def share(self, values: Iterable[ex.Linear | ex.Formula]) -> None:
        """Compute now what the values share, and what of them is known while the rest is not."""
        wanted = list(values)
        uses = Counter[ex.LogicNode]()
        for node in parts(*wanted):
            uses.update(below(node))
        uses.update(wanted)
        ready: dict[ex.LogicNode, bool] = {}

        def is_ready(node: ex.LogicNode) -> bool:
            if node not in ready:
                ready[node] = node in self._names if isinstance(node, ex.Unknown) else all(map(is_ready, below(node)))
            return ready[node]

        seen: set[ex.LogicNode] = set()

        def visit(node: ex.LogicNode, inside: bool) -> None:
            if node in seen and not (is_ready(node) and not inside):
                return
            seen.add(node)
            if node in self._bound:
                return
            if is_ready(node):
                for one in below(node):
                    visit(one, inside=True)
                if self._worth(node) and (uses[node] > 1 or not inside):
                    self._bind(node)
            else:
                for one in below(node):
                    visit(one, inside=False)

        for value in wanted:
            visit(value, inside=is_ready(value))

    def _worth(self, node: ex.LogicNode) -> bool:
        """Whether a value is worth a name: a comparison in Python is not, it may never be needed."""
        if isinstance(node, ex.Linear):
            return len(node.terms) > 1 or any(not isinstance(a, ex.Unknown) for a, _ in node.terms)
        if isinstance(node, ex.Le | ex.Eq | ex.Ne):
            return self.to.c
        return not isinstance(node, ex.Unknown) and node is not ex.TRUE and node is not ex.FALSE

    def _bind(self, node: ex.LogicNode) -> None:
        if node in self._bound:
            return
        if isinstance(node, ex.Formula):
            text = self.formula(node)
        else:
            text = self.linear(node) if isinstance(node, ex.Linear) else self._atom(node)  # type: ignore[arg-type]
        name = self.fresh("t")
        self.to.set(name, text)
        self._bound[node] = name

    def linear(self, value: ex.Linear) -> str:
        """The text of an expression."""
        if value in self._bound:
            return self._bound[value]
        self.interval(value)
        plus = [self._term(a, c) for a, c in value.terms]
        if value.constant or not plus:
            plus.append(str(value.constant))
        text = " + ".join(plus).replace("+ -", "- ")
        return text if len(plus) == 1 and not text.startswith("-") else f"({text})"

    def _term(self, part: ex.Atom, factor: int) -> str:
        text = self._atom(part)
        return text if factor == 1 else f"-{text}" if factor == -1 else f"{factor}*{text}"

    def _atom(self, part: ex.Atom) -> str:
        if isinstance(part, ex.Unknown):
            return self._names[part]
        if part in self._bound:
            return self._bound[part]
        if isinstance(part, ex.Ite):
            return self.to.ite(self.formula(part.condition), self.linear(part.then), self.linear(part.other))
        left, right = self.linear(part.left), self.linear(part.right)
        if isinstance(part, ex.Power):
            raise _powers(part)
        if isinstance(part, ex.Product | ex.Xor):
            return f"({left} {part.sign} {right})"
        if isinstance(part, ex.Digit | ex.Places):
            if self.interval(part.left)[1] > MOST_WITH_DIGITS:
                raise Unreadable(f"digits of numbers above {MOST_WITH_DIGITS} are not spoken of")
            asked, system = "digit" if isinstance(part, ex.Digit) else "places", part.system
            if system.back:
                return f"weighed_{asked}({left}, {right}, {system.number}, {system.back})"
            return f"base_{asked}({left}, {right}, {system.number})"
        if isinstance(part, ex.Iterated | ex.Iterations):
            steps = iterating(self.to, part.steps, closed(self.to, part.steps, self.interval(part.left)))
            return f"orbit_{steps}({left}, {right})" if isinstance(part, ex.Iterated) else f"turns_{steps}({left})"
        natural = self.interval(part.left)[0] >= 0 and self.interval(part.right)[0] > 0
        if isinstance(part, ex.Quotient):
            return self.to.quotient(left, right, natural)
        if isinstance(part, ex.Remainder):
            return self.to.remainder(left, right, natural)
        raise TypeError(part)

    def formula(self, value: ex.Formula) -> str:
        """The text of a formula."""
        if value in self._bound:
            return self._bound[value]
        match value:
            case ex.Le(left=left):
                return self._compared(left, "<=")
            case ex.Eq(left=left):
                return self._compared(left, "==")
            case ex.Ne(left=left):
                return self._compared(left, "!=")
            case ex.Some(bound=bound, formula=formula):
                return self._some(bound, formula)
            case ex.Never(bound=bound, formula=formula):
                return f"({self.to.no}{self._some(bound, formula)})"
        if value is ex.TRUE or value is ex.FALSE:
            return "1" if value is ex.TRUE else "0"
        assert isinstance(value, ex.And | ex.Or)
        # short comparisons first: they settle most cases
        texts = sorted(map(self.formula, value.parts), key=len)
        return f"({(self.to.both if isinstance(value, ex.And) else self.to.either).join(texts)})"

    def _some(self, bound: ex.Unknown, formula: ex.Formula) -> str:
        """Whether some value of an unknown makes a formula true: each between its bounds is tried."""
        try:
            (choice,) = choices([bound], formula)
        except NotBounded as error:
            raise Unreadable(f"no bounds are known for {error}") from None
        low = max(self.interval(end)[0] for end in choice.lows)
        high = min(self.interval(end)[1] for end in choice.highs)
        inner = self.inner(bound, self.fresh("v"), (low, max(low, high)))
        lowest, highest = ([self.linear(end) for end in some] for some in (choice.lows, choice.highs))
        return self.to.some(
            inner._names[bound],
            self.to.extreme("max", lowest),
            self.to.extreme("min", highest),
            inner.formula(formula),
        )

    def _compared(self, left: ex.Linear, sign: str) -> str:
        """`left` and 0 compared, the negative terms on the other side."""
        if left in self._bound:
            return f"({self._bound[left]} {sign} 0)"
        self.interval(left)
        plus = [self._term(a, c) for a, c in left.terms if c > 0]
        minus = [self._term(a, -c) for a, c in left.terms if c < 0]
        if left.constant:
            (plus if left.constant > 0 else minus).append(str(abs(left.constant)))
        return f"({' + '.join(plus) or '0'} {sign} {' + '.join(minus) or '0'})"

    def interval(self, node: ex.Linear | ex.Atom) -> Interval:
        """Numbers between which the value lies; Unreadable where that passes 32 bits."""
        found = self._intervals.get(node)
        if found is None:
            found = self._intervals[node] = self._interval(node)
            if found[0] < -_WORD or found[1] >= _WORD:
                raise Unreadable("a number may pass 32 bits")
        return found

    def _interval(self, node: ex.Linear | ex.Atom) -> Interval:
        if isinstance(node, ex.Unknown):
            return self._ranges[node]
        if isinstance(node, ex.Linear):
            ends = [(c, self.interval(a)) for a, c in node.terms]
            low = node.constant + sum(c * (low if c > 0 else high) for c, (low, high) in ends)
            high = node.constant + sum(c * (high if c > 0 else low) for c, (low, high) in ends)
            # what the node itself knows may be more exact, or less
            return max(low, -(2**63) if node.low is None else node.low), min(
                high, 2**63 if node.high is None else node.high
            )
        if isinstance(node, ex.Ite):
            then, other = self.interval(node.then), self.interval(node.other)
            return min(then[0], other[0]), max(then[1], other[1])
        assert isinstance(node, ex.Operation)
        left, right = self.interval(node.left), self.interval(node.right)
        if isinstance(node, ex.Iterated):
            return closed(self.to, node.steps, left)
        if isinstance(node, ex.Iterations):
            return 1, _WORD - 1
        if isinstance(node, ex.Power):
            raise _powers(node)
        if isinstance(node, ex.Digit):
            return 0, node.system.largest
        if isinstance(node, ex.Places):
            return 0, node.system.places(left[1])
        if isinstance(node, ex.Xor):
            top = (1 << max(max(end, ~end).bit_length() for end in (*left, *right))) - 1
            return (0 if min(left[0], right[0]) >= 0 else ~top), top
        if isinstance(node, ex.Product):
            ends_ = [a * b for a in left for b in right]
            return min(ends_), max(ends_)
        if isinstance(node, ex.Quotient) and right[0] > 0:
            ends_ = [truncated(a, b)[0] for a in left for b in right]
            return min(ends_), max(ends_)
        if isinstance(node, ex.Quotient):
            return min(left[0], -left[1], 0), max(left[1], -left[0], 0)
        most = max(abs(right[0]), abs(right[1])) - 1
        return (0 if left[0] >= 0 else -max(most, 0)), (0 if left[1] <= 0 else max(most, 0))


# ------------------------------------------------------------------------------- recursions from number to number


def _powers(part: ex.Power) -> Unreadable:
    return Unreadable(f"powers of {part.left} whose exponent is not known are not spoken of")


def closed(to: ProgramText, steps: ex.Steps, start: Interval) -> Interval:
    """Numbers between which all lie that the steps lead to from there; Unreadable where none are found."""
    reach = start
    for _ in range(_ROUNDS):
        wider = reach
        for guard, value in steps:
            low, high = _within(to, guard, reach)
            if low <= high:
                ends = Printer(to, {ex.START: "x"}, {ex.START: (low, high)}).interval(value)
                wider = min(wider[0], ends[0]), max(wider[1], ends[1])
        if wider == reach:
            return reach
        reach = wider
    raise Unreadable("no bounds are known for the numbers of a recursion")


def _within(to: ProgramText, guard: ex.Formula, reach: Interval) -> Interval:
    """The numbers of an interval at which a guard may hold."""
    try:
        inside = at_most(number(reach[0]), atom(ex.START)), at_most(atom(ex.START), number(reach[1]))
        (choice,) = choices([ex.START], conj((guard, *inside)))
    except NotBounded:
        return reach
    printer = Printer(to, {}, {})
    return (
        max(printer.interval(end)[0] for end in choice.lows),
        min(printer.interval(end)[1] for end in choice.highs),
    )


def iterating(to: ProgramText, steps: ex.Steps, reach: Interval) -> int:
    """The number by which the program knows these steps between these numbers: their functions are helpers of it."""
    key = steps, reach
    if key not in to.known:
        to.known[key] = known = len(to.known) + 1
        inside = type(to)()
        for name, value in (("more", disj(guard for guard, _ in steps)), ("step", _led(steps))):
            with inside.block(inside.helper.format(f"{name}_{known}", f"{inside.parameter}x")):
                printer = Printer(inside, {ex.START: "x"}, {ex.START: reach})
                inside.give(printer.formula(value) if isinstance(value, ex.Formula) else printer.linear(value))
        to.helpers += [*inside.lines, *inside.iterated.format(known).splitlines()]
    return to.known[key]


def _led(steps: ex.Steps) -> ex.Linear:
    *others, (_, last) = steps
    return reduce(lambda rest, one: choose(one[0], one[1], rest), others, last)


def exists(printer: Printer, formula: Formula, then: Callable[[Printer], None]) -> None:
    """Print loops over the local unknowns of a formula, and what `then` prints where it holds."""
    if formula is FALSE:
        return
    try:
        chosen = choices([one for one in unknowns(formula) if one.local], formula)
    except NotBounded as error:
        raise Unreadable(f"no bounds are known for {error}") from None
    with ExitStack() as stack:
        for inside in loops(stack, printer, chosen, formula, ()):
            printer = inside
        then(printer)


def loops(
    stack: ExitStack, printer: Printer, chosen: Sequence[Choice], guard: Formula, later: Sequence[Linear | Formula]
) -> Iterator[Printer]:
    """Open a loop for each choice and conditionals for the rest of a guard; the printer inside, after each.

    `later` is what will be printed inside.
    """
    left = [part for part in conjuncts(guard) if not is_bound(part, chosen)]
    for at in range(len(chosen) + 1):
        ends = [end for choice in chosen[at:] for end in (*choice.lows, *choice.highs)]
        now = [part for part in left if printer.known(part)]
        left = [part for part in left if part not in now]
        if now:
            printer.share(now)
            stack.enter_context(
                printer.to.when(printer.formula(conj(now)) if len(now) > 1 else printer.formula(now[0]))
            )
            printer = printer.branch()
        printer.share([*left, *ends, *later])
        if at < len(chosen):
            printer = _open(stack, printer, chosen[at])
        yield printer


def _open(stack: ExitStack, printer: Printer, choice: Choice) -> Printer:
    name = printer.fresh("v")
    lows, highs = [printer.linear(e) for e in choice.lows], [printer.linear(e) for e in choice.highs]
    stack.enter_context(printer.to.loop(name, printer.to.extreme("max", lows), printer.to.extreme("min", highs)))
    return printer.inner(choice.unknown, name, reach_of(printer, choice))


def reach_of(printer: Printer, choice: Choice) -> Interval:
    """Numbers between which the choice lies."""
    low = max(printer.interval(end)[0] for end in choice.lows)
    high = min(printer.interval(end)[1] for end in choice.highs)
    return low, max(low, high)


def is_bound(part: Formula, chosen: Sequence[Choice]) -> bool:
    """Whether the loops themselves see to a comparison: it bounds the last choice that it speaks of."""
    if not isinstance(part, Le):
        return False
    last = [choice for choice in chosen if choice.unknown in unknowns(part)]
    if not last:
        return False
    one = last[-1].unknown
    rest = linear(part.left.constant, {a: c for a, c in part.left.terms if a is not one})
    return abs(dict(part.left.terms).get(one, 0)) == 1 and one not in unknowns(rest)
