"""One case of a theorem: these values of the parameters, and so many heaps; the lemmas of its solved forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

from bouton.core.position import Counter, Value
from bouton.core.ranges import Tree
from bouton.rocq import tree as t
from bouton.rocq.completion import Definition
from bouton.rocq.ranges import counts, sets_of
from bouton.rocq.solved import TRUE, SolvedForms
from bouton.rocq.statement import Statement, wrapped
from bouton.rocq.tree import aggregates, said, text

_MOST_CASES, _MOST_VALUES = 24, 6
"""Cases of the parameters together, and values of one of them; with more it stays unknown."""


@dataclass(frozen=True)
class Case:
    """One case of the theorem: the parameters that have these values; where there are none, there is one case."""

    suffix: str
    values: Mapping[str, Value]


def cases_of(about: Statement) -> list[Case]:
    """The values of the sets, and of parameters of few values, as far as these do not make too many cases."""
    assert about.claim.prove is not None
    names: list[str] = []
    each: list[Sequence[Value]] = []
    total = 1
    for one in about.claim.prove.parameters:
        values: Sequence[Value] | None = None
        if one.interval is None:
            values = sets_of(one)
        elif one.name not in about.claim.prove.unbounded and not one.interval.names:
            values = one.interval.at({})
        if values is not None and (
            one.interval is None or (len(values) <= _MOST_VALUES and total * len(values) <= _MOST_CASES)
        ):
            names.append(one.name)
            each.append(values)
            total *= len(values)
    every = list(product(*each))
    end = "_"  # no predicate is called as a lemma of the script is, such as `size_` of those that are renamed
    while any(one.name.rstrip("0123456789h").endswith(end) for one in about.used):
        end += "_"
    return [
        Case(f"{end}{at}" if len(every) > 1 else end, dict(zip(names, chosen, strict=True)))
        for at, chosen in enumerate(every, 1)
    ]


def one_of_cases(names: Sequence[str], every: Sequence[Case]) -> Iterator[str]:
    """That each parameter has its value in one of the cases, where these are numbers."""
    for name in names:
        values = list(dict.fromkeys(case.values[name] for case in every if name in case.values))
        if values and all(isinstance(one, int) for one in values):
            either = " \\/ ".join(f"v_{name} = {number(one)}" for one in values)
            yield f"  assert ({either}) by lia."


def number(value: Value) -> str:
    """A value of a parameter in Gallina."""
    if isinstance(value, int):
        return said(t.Number(value))
    return f"[{'; '.join(map(str, value))}]"


@dataclass(frozen=True)
class View:
    """What the lemmas of one case and of so many heaps speak of."""

    about: Statement
    case: Case
    heaps: int | None
    """How many heaps there are; None in games without heaps."""
    kept: frozenset[str] = frozenset()
    """Predicates that stay in solved forms as they are."""

    @property
    def end(self) -> str:
        """What the names of its lemmas end with."""
        return self.case.suffix if self.heaps is None else f"{self.case.suffix}h{self.heaps}"

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """The variables for the sizes of its heaps."""
        return tuple(f"v_{self.about.heaps}_{at}" for at in range(1, (self.heaps or 0) + 1))

    @property
    def in_order(self) -> bool:
        """Whether there are several heaps, which are put in order after a move."""
        return len(self.sizes) > 1 and self.about.order != "none"

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The variables for what its position is."""
        found: list[str] = []
        for one in self.about.spec.fluents:
            found.extend([f"v_{one.name}"] if isinstance(one, Counter) else self.sizes)
        return tuple(found)

    @cached_property
    def _fixed(self) -> dict[str, int]:
        return {name: one for name, one in self.case.values.items() if isinstance(one, int)}

    @cached_property
    def solver(self) -> SolvedForms:
        """The solved forms of the predicates."""
        values: dict[t.Term, t.Term] = {
            t.Given(name, "g"): t.Number(self._fixed[name]) if name in self._fixed else t.Variable(f"v_{name}")
            for name in self.about.numbers
        }
        for one in self.about.spec.fluents:
            values[t.Given(one.name, "p")] = t.Variable(f"v_{one.name}")
        sets = {name: one for name, one in self.case.values.items() if isinstance(one, tuple)}
        heaps = {} if self.about.heaps is None else {self.about.heaps: tuple(map(t.Variable, self.sizes))}
        return SolvedForms(self.about.whole, values, sets, heaps, f"{self.g} {self.position()}", self.kept)

    @cached_property
    def g(self) -> str:
        """The parameters."""
        given = [
            number(self.case.values[name]) if name in self.case.values else f"v_{name}" for name in self.about.numbers
        ]
        given += [number(self.case.values[name]) for name in self.about.rules.sets]
        return f"(Parameters {' '.join(given)})" if given else "Parameters"

    @cached_property
    def sampled(self) -> Mapping[str, tuple[int, int | None]]:
        """The least and the greatest value of each unknown, as far as they are numbers."""
        prove = self.about.claim.prove
        assert prove is not None
        found: dict[str, tuple[int, int | None]] = {}
        given = [(one.name, one.interval) for one in prove.parameters if one.name not in self._fixed]
        for name, interval in (*given, *((name, prove.counters[name]) for name in self.about.counters)):
            if interval is None:
                continue
            fixed = interval.names <= self._fixed.keys()
            low = interval.low.value(self._fixed) if interval.low.names <= self._fixed.keys() else 0
            high = interval.high.value(self._fixed) if fixed and name not in prove.unbounded else None
            found[f"v_{name}"] = low, high
        return found | dict.fromkeys(self.sizes, (1, None))

    @cached_property
    def ranges(self) -> Sequence[t.Formula]:
        """What the order of the heaps and the ends of ranges say."""
        prove = self.about.claim.prove
        assert prove is not None
        found: list[t.Formula] = []
        sign = {"ascending": "<=", "descending": ">="}.get(self.about.order)
        for one, other in pairwise(map(t.Variable, self.sizes)) if sign is not None else ():
            found.append(t.Compared(sign, one, other))  # type: ignore[arg-type]
        for name, interval in prove.counters.items():
            if name not in prove.unbounded:
                own = t.Variable(f"v_{name}")
                found += [t.Compared(">=", own, self._end(interval.low.tree))]
                found += [t.Compared("<=", own, self._end(interval.high.tree))]
        return found

    def _end(self, tree: Tree) -> t.Term:
        if isinstance(tree, int):
            return t.Number(tree)
        if isinstance(tree, str):
            return self.solver.values[t.Given(tree, "g")]
        return t.Operation(tree[0], self._end(tree[1]), self._end(tree[2]))

    @property
    def open(self) -> str:
        """The parameters that are unknown, as the lemmas take them."""
        return "".join(f" (v_{name} : Z)" for name in self.about.numbers if name not in self._fixed)

    @property
    def free(self) -> str:
        """The same, as the lemmas are given them."""
        return "".join(f" v_{name}" for name in self.about.numbers if name not in self._fixed)

    @property
    def bind(self) -> str:
        """The variables of the position, as the lemmas take them."""
        return "".join(f" ({name} : Z)" for name in self.variables)

    def position(self, values: Sequence[str] | None = None, order: str | None = None) -> str:
        """The position of these values; its heaps are put in order where that is asked."""
        given = list(self.variables if values is None else values)
        found: list[str] = []
        for one in self.about.spec.fluents:
            if isinstance(one, Counter):
                found.append(given.pop(0))
            else:
                sizes = [given.pop(0) for _ in self.sizes]
                found.append(
                    f"[{'; '.join(sizes)}]" if order is None else f"({order} (left_over [{'; '.join(sizes)}]))"
                )
        return " ".join(["(Position", *found]) + ")"

    def pattern(self, letter: str) -> str:
        """How a position of a game is taken apart."""
        return "[" + " ".join(f"{letter}_{one.name}" for one in self.about.spec.fluents) + "]"

    @property
    def fields(self) -> str:
        """The names of the fields, for `cbn`."""
        names = (*self.about.numbers, *self.about.rules.sets, *(one.name for one in self.about.spec.fluents))
        return "[" + " ".join(f"the_{name}" for name in names) + "]"

    @property
    def known(self) -> str:
        """The tactic that puts the solved forms in the places of the predicates."""
        return f"known{self.end}"

    @property
    def sought(self) -> str:
        """The same for what is to be shown alone."""
        return f"sought{self.end}"

    def lines(self) -> Iterator[str]:
        """A lemma for each predicate: it is its solved form."""
        yield f"Ltac {self.known}_0 := idtac."
        yield f"Ltac {self.sought}_0 := idtac."
        for at, one in enumerate(self.about.used, 1):
            known, sought = f"{self.known}_{at - 1}", f"{self.sought}_{at - 1}"
            own = "".join(f" ({name} : {sort})" for name, sort in one.arguments)
            atom = " ".join([one.name, self.g, self.position(), *(name for name, _ in one.arguments)])
            form = text(self.solver.form(one.name))
            yield wrapped(f"Lemma {one.name}_is{self.end}{self.open}{self.bind}{own} : {atom} <-> ({form}).")
            done = (
                "placed" if isinstance(one.body, t.Placed) else f"unfold In in *; solved ltac:({known}) ltac:({sought})"
            )
            yield f"Proof. unfold {one.name}; cbn {self.fields} in *; {done}. Unshelve. all: exact 0. Qed."
            more = [f"?{one.name}_is{self.end}"]
            for kind in self._kinds(one.name):
                yield from self._aggregate(kind, one, f"{known}; rewrite ?{one.name}_is{self.end} in *")
                more.append(f"?{kind}_{one.name}_is{self.end}")
            yield f"Ltac {self.known}_{at} := {known}; rewrite {', '.join(more)} in *."
            yield f"Ltac {self.sought}_{at} := {sought}; rewrite {', '.join(more)}."
        yield f"Ltac {self.known} := {self.known}_{len(self.about.used)}."
        yield f"Ltac {self.sought} := {self.sought}_{len(self.about.used)}."

    def _kinds(self, name: str) -> list[str]:
        """The aggregates of these elements."""
        found = (kind for one in self.about.used for kind in aggregates(one.body, name))
        return list(dict.fromkeys(found))

    def _alike(self, kind: str, one: Definition) -> bool:
        """Whether an aggregate before is of the same tuples, so that Rocq may take the one for the other."""
        before = self.about.used[: self.about.used.index(one)]
        these = (one.arguments, self.solver.form(one.name))
        counted = [other for other in before if kind in self._kinds(other.name)]
        return any((other.arguments, self.solver.form(other.name)) == these for other in counted)

    def _aggregate(self, kind: str, one: Definition, known: str) -> Iterator[str]:
        """The lemma of the solved form of an aggregate."""
        names = [name for name, _ in one.arguments[:-1]]
        own = "".join(f" ({name} : {sort})" for name, sort in one.arguments[:-1])
        these = " ".join([one.name, self.g, self.position(), *names])
        value, here = t.Variable("N__"), f"{self.g} {self.position()}"
        whole = t.Aggregate(kind, one.name, tuple(map(t.Variable, names)), value, here)  # type: ignore[arg-type]
        form = self.solver.solve(whole)
        stem = f"{kind}_{one.name}_is{self.end}"
        bind = f"{self.open}{self.bind}{own}"
        found = self.solver.elements(one.name, *map(t.Variable, names))
        if form == whole or found is None:
            yield f"Lemma {stem}{bind} (N__ : Z) : {kind} ({these}) N__ <-> {kind} ({these}) N__."
            yield "Proof. reflexivity. Qed."
            return
        yield wrapped(f"Lemma {stem}{bind} (N__ : Z) : {kind} ({these}) N__ <-> ({text(form)}).")
        yield "Proof." if self._alike(kind, one) else f"Proof. {known}."
        guards = list(dict.fromkeys(rest for _, rest in found if rest != TRUE))
        either = ((at, text(one)) for at, one in enumerate(guards, 1))
        pattern = "".join(f"assert (({one}) \\/ ~ ({one})) as [G{at}|G{at}] by decide_it; " for at, one in either)
        yield wrapped(f"  {pattern}idtac.")
        for signs in product((True, False), repeat=len(guards)):
            holds = dict(zip(guards, signs, strict=True))
            there = [said(t.Built(t.TUPLE, value)) for value, rest in found if holds.get(rest, True)]
            yield f"  {{ rewrite ({kind}_is _ [{'; '.join(there)}]);"
            yield "    [cbn; split; intro; split_all; first [arith | lia] |"
            yield "    first [different | idtac] | those ltac:(" + known + ") ]. }"
        yield "Qed."


def views(about: Statement, case: Case) -> list[View]:
    """The numbers of heaps of a case, or the one view of a game without heaps."""
    every: Sequence[int | None] = [None] if about.heaps is None else counts(about.claim, case.values)
    return [View(about, case, one) for one in every]


def opened(view: View) -> str:
    """What legal means."""
    about = view.about
    spoken, where = ("spoken, ", f"; rewrite ?{about.where}_is{view.end} in *") if about.alone else ("", "")
    return f"unfold {spoken}legal, asked in *; cbn {view.fields} in *; cbn [length in_order fold_right] in *{where}"


def by_heaps(each: Sequence[View], done: Sequence[str]) -> Iterator[str]:
    """The cases of so many heaps, each done as it is said; there are no others."""
    if each[0].heaps is None:
        yield f"  {done[0]}."
        return
    most = each[-1].heaps
    assert most is not None
    name = f"v_{each[0].about.heaps}"
    pattern = ""
    for at in range(most + 1, 0, -1):
        pattern = f"[|{name}_{at} {pattern or name}]"
    yield f"  destruct {name} as {pattern}."
    known = {view.heaps: tactic for view, tactic in zip(each, done, strict=True)}
    for at in range(most + 2):
        spoken = "spoken, " if each[0].about.alone else ""
        other = f"exfalso; unfold {spoken}legal in L; cbn [length " + each[0].fields[1:] + " in L; lia"
        yield f"  - {known.get(at, other)}."
