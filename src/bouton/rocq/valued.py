"""The lemmas of Sprague-Grundy values: no option has the value of its position, and some option each lesser one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import lcm

from bouton.core.errors import Unreadable
from bouton.rocq import tree as t
from bouton.rocq.cover import few_at, few_of, positions, truth, value_at
from bouton.rocq.game import At, Game, Won, unknown, values_of
from bouton.rocq.moves import Shape, one_of
from bouton.rocq.solved import FALSE, TRUE, bound, conjunction, disjunction, quantified
from bouton.rocq.statement import wrapped
from bouton.rocq.tree import below, folded, free, put, replaced, said, text
from bouton.rocq.view import View

_CLAIMED, _LESS, _OWN = t.Variable("X1"), t.Variable("v_less__"), t.Variable("v_value__")
"""The argument of the claim's predicate, the lesser value that an option is looked for, and the position's own."""
TAKEN = "v_taken__"
"""What a move takes, where that is looked for."""
_MOST_UNKNOWNS = 2
_MOST_CANDIDATES = 60
_MOST_PERIOD = 24
_FEW_RESTS = 4
"""Remainders that are tried where a quotient is given."""


class ValueGame(Game):
    """The game of one case."""

    def at(self, view: View) -> Valued:
        """The game at so many heaps."""
        return Valued(self, view)

    def _together(self) -> Iterator[str]:
        g, iff = self.g, self.about.pivot
        legal = f"{self.among} {g} p"
        own = f"{legal} -> {iff} {g} p V ->"
        lemmas = {
            **{name: (what, " q L") for name, what in self.along().items()},
            "one_value": (f"forall p, {legal} -> exists V, {iff} {g} p V /\\ forall W, {iff} {g} p W -> W = V", " L"),
            "natural": (f"forall p V, {own} 0 <= V", " V L"),
            "kept": (f"forall p q V, {own} moves {g} p q -> ~ {iff} {g} q V", " q V L"),
            "lesser": (f"forall p V W, {own} 0 <= W < V -> exists q, moves {g} p q /\\ {iff} {g} q W", " V W L"),
        }
        for name, (what, rest) in lemmas.items():
            done = {"kept": "intros C M; eapply {0}; eassumption", "lesser": "intros C B; eapply {0}; eassumption"}.get(
                name, "apply {0}; assumption"
            )
            yield from self.by_view(name, what, f"{self.each[0].pattern('v')}{rest}", done)
        yield from self.concluded("Valued.valued_as_claimed", f"(fun V p => {iff} {g} p V)", lemmas)


class Valued(At):
    """The game at so many heaps."""

    def hold(self, form: t.Formula) -> t.Formula:
        """That the claim's predicate gives the lesser value."""
        return replaced(form, {_CLAIMED: _LESS})

    def obligations(self) -> Iterator[str]:
        """What the theorem about values asks, here."""
        g, end, iff, view = self.g, self.end, self.about.pivot, self.view
        here = view.position()
        own = f"{self.among} {g} {here} -> {iff} {g} {here} V ->"
        yield from self.falling()
        each = self._each()
        yield wrapped(
            f"Lemma one_value_at{end}{self.head} : {self.among} {g} {here} -> exists V, {iff} {g} {here} V /\\ "
            f"forall W, {iff} {g} {here} W -> W = V."
        )
        conditions = [text(rest) for _, rest in each]
        yield wrapped(f"Proof. intros L. {self.legal}. assert ({one_of(conditions)}) as C by first [exact I | pick].")
        if len(each) > 1:
            yield f"  destruct C as {'[C|' * (len(each) - 1)}C{']' * (len(each) - 1)}."
        for value, _ in each:
            yield f"  - exists {said(value)}. rewrite {iff}_is{end}. split; [arith|]. intros W D."
            yield f"    rewrite {iff}_is{end} in D. split_all; arith."
        yield "Qed."
        yield f"Lemma natural_at{end}{self.head} V : {own} 0 <= V."
        yield f"Proof. intros L C. rewrite {iff}_is{end} in C. {self.legal}. split_all; arith. Qed."
        yield f"Lemma kept_at{end}{self.head} q V : {own} moves {g} {here} q -> ~ {iff} {g} q V."
        yield f"Proof. intros L C M D. destruct q as {view.pattern('w')}. {self.opened}; {self.game.iffs}; split_all;"
        yield "  arith. Qed."
        less, mine = _LESS.name, _OWN.name
        yield wrapped(
            f"Lemma lesser_at{end}{self.head} {mine} {less} : {self.among} {g} {here} -> {iff} {g} {here} {mine} -> "
            f"0 <= {less} < {mine} -> exists q, moves {g} {here} q /\\ {iff} {g} q {less}."
        )
        yield f"Proof. intros L C B. rewrite {iff}_is{end} in C. {self.legal}."
        yield from self._tried(self._lesser(), stuck=False, left="won")

    def _each(self) -> list[tuple[t.Term, t.Formula]]:
        """The values that the claim gives, each with its condition; Unreadable where they are no expressions."""
        form = self.solver.form(self.about.pivot)
        found = [(value, conjunction(rest)) for value, rest in values_of(form, _CLAIMED)]
        for value, rest in found:
            if _CLAIMED.name in free(rest) or quantified(rest) or unknown(value):
                raise Unreadable("values that are no expressions by cases are not written for Rocq yet")
        if not found or len(found) > _MOST_CANDIDATES:
            raise Unreadable("values that are no expressions by cases are not written for Rocq yet")
        return found

    def _lesser(self) -> list[Won]:
        """Moves to a lesser value."""
        found: dict[Won, None] = {}
        for term in self._candidates():
            legal = self.solver.holds(self.game.move, term)
            for left, condition in self._after(term, {legal}):
                good = conjunction([legal, *condition, self._claimed(left)])
                if good != FALSE and not quantified(good):
                    found[Won(good, term, left)] = None
        mine = self.solver.solve(replaced(self.solver.form(self.about.pivot), {_CLAIMED: _OWN}))
        between = [t.Compared("<=", t.Number(0), _LESS), t.Compared("<", _LESS, _OWN)]
        asked = conjunction([*self.view.ranges, mine, *between])
        if quantified(asked):
            raise Unreadable("values that are no expressions by cases are not written for Rocq yet")
        ranges = {**self.view.sampled, _LESS.name: (0, None), _OWN.name: (0, None)}
        offers = [(one, one.condition) for one in found]
        few = few_of(offers, asked, ranges)
        wider = list(filter(truth(asked), self._wider()))
        served = truth(disjunction([one.condition for one in few]))
        lacked = [values for values in wider if not served(values)]
        if any(map(truth(disjunction([one.condition for one in found])), lacked)):
            few = few_at(offers, wider)
        return few or list(found)

    def _wider(self) -> Iterator[Mapping[str, int]]:
        """Positions of the claim with each lesser value: more of them than where their own values are unknown, too."""
        about = self.about
        spoken = self.solver.form(about.where) if about.alone and about.where is not None else TRUE
        wanted, own = truth(spoken), [(value, truth(rest)) for value, rest in self._each()]
        for values in positions(self.view.sampled) if not quantified(spoken) else ():
            if wanted(values):
                each = (value_at(value, values) or 0 for value, rest in own if rest(values))
                yield from ({**values, _OWN.name: one, _LESS.name: less} for one in each for less in range(one))

    def _candidates(self) -> Iterator[t.Built]:
        """Moves whose numbers are such that what is left may have the lesser value, and moves without numbers."""
        offers: dict[t.Built, None] = {}
        for shape in self.live:
            many = len(shape.unknowns)
            if many > _MOST_UNKNOWNS:
                continue
            heaps = [t.Number(at) for at in range(1, len(self.view.sizes) + 1)]
            for before in product(heaps, repeat=max(0, many - 1)):
                if not many:
                    offers[shape.term] = None
                    continue
                taken = t.Built(shape.term.name, (*before, t.Variable(TAKEN)))
                for one in (*heaps, *self._solutions(taken), *self._numbers(), *self._ends(shape)):
                    offers[t.Built(shape.term.name, (*before, one))] = None
        return iter(offers)

    def _numbers(self) -> Iterator[t.Term]:
        """Small numbers, by how much a value is less, and the parameters."""
        yield from map(t.Number, range(1, 5 if self.view.free or self.view.sizes else 12))
        yield t.Operation("-", _OWN, _LESS)
        for given, value in self.solver.values.items():
            if getattr(given, "of", "") == "g":
                yield value

    def _ends(self, shape: Shape) -> Iterator[t.Term]:
        """The least and the greatest that a move may take, as far as the parameters say it."""
        given = {f"v_{name}" for name in self.about.numbers}
        for one in below(shape.guard):
            if isinstance(one, t.Compared) and one.relation not in ("=", "<>"):
                end = bound(one, shape.unknowns[-1])
                if end is not None and free(end[1]) and free(end[1]) <= given:
                    yield end[1]

    def _solutions(self, taken: t.Built) -> Iterator[t.Term]:
        """What a move may take so that an expression of the claim is the lesser value where it leads to."""
        values = [value for value, _ in self._each()]
        for left, _ in self._after(taken, ()):
            there: dict[t.Term, t.Term] = dict(zip(map(t.Variable, self.view.variables), left, strict=True))
            for value in values:
                for found in solutions(put(value, there), _LESS):
                    if TAKEN not in free(found):
                        yield found


def solutions(expression: t.Term, value: t.Term) -> Iterator[t.Term]:
    """Numbers for what is taken, of which one may give the expression the value; candidates, that is all."""
    if expression == t.Variable(TAKEN):
        yield value
        return
    if not isinstance(expression, t.Operation):
        return
    operator, left, right = expression.operator, expression.left, expression.right
    on_left, on_right = (TAKEN in free(one) for one in (left, right))
    if on_left and on_right:
        yield from _rising(expression, value)
    if on_left == on_right:
        return
    if operator == "+":
        yield from solutions(left if on_left else right, t.Operation("-", value, right if on_left else left))
    elif operator == "-" and on_left:
        yield from solutions(left, t.Operation("+", value, right))
    elif operator == "-":
        yield from solutions(right, t.Operation("-", left, value))
    elif operator == "*":
        yield from solutions(left if on_left else right, t.Operation("/", value, right if on_left else left))
    elif operator == "/" and on_left:
        whole = t.Operation("*", value, right)
        rests = range(min(right.value, _FEW_RESTS)) if isinstance(right, t.Number) else range(1)
        for rest in rests:
            yield from solutions(left, t.Operation("+", whole, t.Number(rest)) if rest else whole)
    elif operator == "\\" and on_left:
        for one in solutions(left, value):
            yield from (t.Operation("\\", one, right), one)


def _rising(expression: t.Term, value: t.Term) -> Iterator[t.Term]:
    """The same, where the expression is of one number, and rises by as much after each period, as half of it does."""
    divided = [one for one in below(expression) if isinstance(one, t.Operation) and one.operator in "/\\"]
    inner = {one.left for one in divided if TAKEN in free(one.left)}
    by = [one.right.value for one in divided if isinstance(one.right, t.Number)]
    if len(inner) != 1 or len(by) != len(divided) or min(by) < 1 or (period := lcm(*by)) > _MOST_PERIOD:
        return
    (left,), number = inner, t.Variable("v_number__")
    of_number = put(expression, {left: number})
    values = [value_at(of_number, {number.name: one}) for one in range(3 * period)]
    rises = {None if a is None or b is None else b - a for a, b in zip(values, values[period:], strict=False)}
    rise = rises.pop()
    if rises or rise is None or rise < 1:
        return
    if rise > 1 and values[:rise] == [*range(rise)]:  # then the first number of each value is known at once
        before = t.Operation("*", t.Number(period), t.Operation("/", value, t.Number(rise)))
        yield from solutions(left, t.Operation("+", before, t.Operation("\\", value, t.Number(rise))))
    for first, least in enumerate(values[:period]):
        assert least is not None
        times = folded(t.Operation("/", folded(t.Operation("-", value, t.Number(least))), t.Number(rise)))
        there = folded(t.Operation("*", t.Number(period), times))
        yield from solutions(left, t.Operation("+", there, t.Number(first)) if first else there)
