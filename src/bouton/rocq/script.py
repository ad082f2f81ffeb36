"""The proof of a file: a lemma for each predicate's solved form, one for each obligation, and the theorem.

What Bouton found, the winning moves, stands in these lemmas; whether they are true is for the kernel of Rocq to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product

from bouton.core.position import Value
from bouton.rocq.solved import FALSE, Solver, cases, conjunction, negated, quantified
from bouton.rocq.statement import Statement, comment, sets_of, wrapped
from bouton.rocq.tree import (
    Built,
    Compared,
    Exists,
    Formula,
    Given,
    Number,
    Term,
    Variable,
    below,
    free,
    replaced,
    said,
    text,
)

_FEW = 12
"""Numbers that are tried as what a move takes, where nothing better is known."""
_MOST_CASES = 24
_MOST_WITNESSES = 40


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
        if values is not None and (one.interval is None or total * len(values) <= _MOST_CASES):
            names.append(one.name)
            each.append(values)
            total *= len(values)
    every = list(product(*each))
    return [
        Case(f"_{at}" if len(every) > 1 else "_", dict(zip(names, chosen, strict=True)))
        for at, chosen in enumerate(every, 1)
    ]


def proof(about: Statement, witnesses: Sequence[str] = ()) -> Iterator[str]:
    """The lines of the proof; `witnesses` are predicates, each of moves that may win."""
    yield comment("The proof. Nothing below has to be read: Rocq checks it.")
    every = cases_of(about)
    for case in every:
        yield from _Script(about, case, witnesses).lines()
    yield "Theorem proved : theorem."
    given = (*about.numbers, *about.rules.sets)
    yield f"Proof. intros [{' '.join(f'v_{name}' for name in given)}] p L."
    yield "  assert (A := L). unfold legal, asked in A. cbn in A. pull."
    for name in given:
        values = list(dict.fromkeys(case.values[name] for case in every if name in case.values))
        if values and all(isinstance(one, int) for one in values):
            either = " \\/ ".join(f"v_{name} = {number(one)}" for one in values)
            yield f"  assert ({either}) by lia."
    tries = " | ".join(f"apply theorem{one.suffix}; exact L" for one in every)
    yield f"  split_all; first [{tries}]."
    yield "Qed."
    yield "Print Assumptions proved."


def number(value: Value) -> str:
    """A value of a parameter in Gallina."""
    if isinstance(value, int):
        return said(Number(value))
    return f"[{'; '.join(map(str, value))}]"


class _Script:
    def __init__(self, about: Statement, case: Case, witnesses: Sequence[str]) -> None:
        self.about, self.case, self.witnesses = about, case, witnesses
        fixed = {name: one for name, one in case.values.items() if isinstance(one, int)}
        values: dict[Term, Term] = {
            Given(name, "g"): Number(fixed[name]) if name in fixed else Variable(f"v_{name}") for name in about.numbers
        }
        values |= {Given(name, "p"): Variable(f"v_{name}") for name in about.counters}
        self.solver = Solver(about.whole, values, self._sets())
        self.names = {one.signature: one.name for one in about.whole.definitions}
        given = [number(case.values[name]) if name in case.values else f"v_{name}" for name in about.numbers]
        given += [number(case.values[name]) for name in about.rules.sets]
        self.g = f"(Parameters {' '.join(given)})" if given else "Parameters"
        self.bind = "".join(f" (v_{name} : Z)" for name in about.numbers if name not in fixed)
        self.free = "".join(f" v_{name}" for name in about.numbers if name not in fixed)
        self.fields = (
            "[" + " ".join(f"the_{name}" for name in (*about.numbers, *about.rules.sets, *about.counters)) + "]"
        )
        self.known = f"known{case.suffix}"
        self.end = case.suffix

    def _sets(self) -> dict[str, tuple[int, ...]]:
        return {name: one for name, one in self.case.values.items() if isinstance(one, tuple)}

    def lines(self) -> Iterator[str]:
        done: list[str] = []
        yield f"Ltac {self.known}_0 := idtac."
        for at, one in enumerate(self.about.printed, 1):
            yield from self._solved(one.name, one.arguments, f"{self.known}_{at - 1}")
            done.append(f"?{one.name}_is{self.case.suffix}")
            yield f"Ltac {self.known}_{at} := {self.known}_{at - 1}; rewrite {done[-1]} in *."
        yield f"Ltac {self.known} := {self.known}_{len(self.about.printed)}."
        yield from self._game() if self.about.game else self._plain()

    def _position(self, letter: str = "v") -> str:
        return " ".join(["(Position", *(f"{letter}_{name}" for name in self.about.counters)]) + ")"

    def _solved(self, name: str, arguments: Sequence[tuple[str, str]], known: str) -> Iterator[str]:
        counters = "".join(f" (v_{one} : Z)" for one in self.about.counters)
        own = "".join(f" ({one} : {sort})" for one, sort in arguments)
        atom = " ".join([name, self.g, self._position(), *(one for one, _ in arguments)])
        form = self.solver.form(name)
        yield wrapped(f"Lemma {name}_is{self.case.suffix}{self.bind}{counters}{own} : {atom} <-> ({text(form)}).")
        yield f"Proof. unfold {name}; cbn {self.fields} in *; unfold In in *; {known}; solved ltac:({known}). Qed."

    def _opened(self) -> str:
        return f"unfold legal, asked in *; cbn {self.fields} in *"

    def _plain(self) -> Iterator[str]:
        end = self.end
        legal = f"legal {self.g} p"
        given = f"{self.about.where} {self.g} p -> " if self.about.where is not None else ""
        yield f"Lemma theorem{end}{self.bind} : forall p, {legal} -> {given}{self.about.iff} {self.g} p."
        counters = " ".join(f"v_{name}" for name in self.about.counters)
        yield f"Proof. intros [{counters}] L{' W0' if given else ''}. {self.known}. {self._opened()}."
        yield f"  split_all; first [arith | search ltac:({self.known})]."
        yield "Qed."

    # ---------------------------------------------------------------------------------------------------------- games

    def _game(self) -> Iterator[str]:
        end, g, iff, known = self.end, self.g, self.about.iff, self.known
        stones = [one.name for one in self.about.spec.fluents if getattr(one, "stones", False)] or self.about.counters
        size = " + ".join(f"the_{name} p" for name in stones)
        yield f"Definition size{end} (p : position) : nat := Z.to_nat ({size})."
        names = " ".join(f"v_{name}" for name in self.about.counters)
        others = " ".join(f"w_{name}" for name in self.about.counters)
        unspoken = (
            f"repeat match goal with N : ~ (exists V : Z, _) |- _ => first [exfalso; apply N; eexists; {known}; "
            f"search ltac:({known}); fail | clear N] end"
        )
        follow = f"unfold moves in *; cbn {self.fields} in *; pull; {known}; split_all; {known}; split_all; {unspoken}"
        opened = f"{self._opened()}; {follow}; "
        start = f"Proof. intros [{names}] [{others}] L"
        both = f"forall p q, legal {g} p ->"
        yield f"Lemma closed{end}{self.bind} : {both} moves {g} p q -> legal {g} q."
        yield f"{start} M. {opened}repeat split; arith. Qed."
        yield f"Lemma lowered{end}{self.bind} : {both} moves {g} p q -> (size{end} q < size{end} p)%nat."
        yield f"{start} M. unfold size{end}. {opened}arith. Qed."
        yield f"Lemma independent{end}{self.bind} : {both} {iff} {g} p -> moves {g} p q -> ~ {iff} {g} q."
        yield f"{start} C M D. {known}. {opened}arith. Qed."
        yield f"Lemma decided{end}{self.bind} : forall p, legal {g} p -> {iff} {g} p \\/ ~ {iff} {g} p."
        yield f"Proof. intros [{names}] L. {known}. {self._opened()}. clear L. first [tauto | arith]. Qed."
        misere = "True" if self.about.misere else "False"
        moving, wins = self._found(winning=False), self._found(winning=True)
        leads = f"exists q, moves {g} p q"
        yield f"Lemma not_terminal{end}{self.bind} : {misere} -> forall p, legal {g} p -> {iff} {g} p -> {leads}."
        if self.about.misere:
            yield f"Proof. intros _ [{names}] L C. {known}. {self._opened()}."
            yield from self._tried(moving, ())
        else:
            yield "Proof. intros []. Qed."
        stuck = f"{misere} /\\ (forall q, ~ moves {g} p q)"
        yield wrapped(
            f"Lemma absorbing{end}{self.bind} : forall p, legal {g} p -> ~ {iff} {g} p -> "
            f"({leads} /\\ {iff} {g} q) \\/ ({stuck})."
        )
        yield f"Proof. intros [{names}] L C. {known}. {self._opened()}."
        yield from self._tried(wins, [self._stuck()] if self.about.misere else (), follow, others)
        yield f"Lemma theorem{end}{self.bind} : forall p, legal {g} p ->"
        yield f"  (P_position position (moves {g}) {misere} p <-> {iff} {g} p)."
        yield f"Proof. intros p L. exact (kernel position (legal {g}) (moves {g}) {misere} size{end} ({iff} {g})"
        lemmas = ("decided", "closed", "lowered", "independent", "not_terminal", "absorbing")
        applied = (f"({one}{end}{self.free})" for one in lemmas)
        yield f"  {' '.join(applied)} p L). Qed."

    def _stuck(self) -> Formula:
        """That there is no move."""
        some = replaced(self.solver.form(self.names["move", 1]), {Variable("X1"): Variable("M__")})
        return negated(self.solver.solve(Exists("M__", "term", some)))

    def _found(self, *, winning: bool) -> list[tuple[Formula, Term, tuple[Term, ...]]]:
        """Moves with the condition under which they are there, and win, and the position that they lead to."""
        found: dict[tuple[Formula, Term, tuple[Term, ...]], None] = {}
        for term, guard in self._moves():
            legal = self.solver.holds(self.names["move", 1], term)
            for nexts, condition in self._after(term):
                parts = [*guard, legal, *condition]
                if winning:
                    there: dict[Term, Term] = dict(
                        zip((Variable(f"v_{name}") for name in self.about.counters), nexts, strict=True)
                    )
                    parts.append(self.solver.solve(replaced(self.solver.form(self.about.iff), there)))
                good = conjunction(list(dict.fromkeys(parts)))
                if good != FALSE and not quantified(good):
                    found[good, term, nexts] = None
        return list(found)[:_MOST_WITNESSES]

    def _moves(self) -> Iterator[tuple[Term, list[Formula]]]:
        """Terms of moves, with what their witness asks of the position."""
        for name in self.witnesses:
            for parts in cases(self.solver.form(name)):
                for at, part in enumerate(parts):
                    if isinstance(part, Compared) and part.relation == "=" and part.left == Variable("X1"):
                        rest = [one for i, one in enumerate(parts) if i != at]
                        if not any(free(one) & {"X1"} for one in rest) and not any(map(quantified, rest)):
                            yield part.right, rest
        for value in range(1, _FEW if not self.free or not self.witnesses else 1):
            for name, sorts in self.about.whole.functions:
                if sorts == ("Z",) and name not in self.about.counters:
                    yield Built(name, (Number(value),)), []
        for name, sorts in self.about.whole.functions:
            if sorts == ("Z",) and name not in self.about.counters:
                for given in self.about.numbers:
                    yield Built(name, (self.solver.values[Given(given, "g")],)), []

    def _after(self, term: Term) -> Iterator[tuple[tuple[Term, ...], list[Formula]]]:
        """The position after a move, for each case of the rules."""
        after = self.names["after", 2]
        functions = {name for name, _ in self.about.whole.functions}
        each: list[list[tuple[Term, list[Formula]]]] = []
        for name in self.about.counters:
            own: list[tuple[Term, list[Formula]]] = []
            if name in functions:
                value = Variable("V__")
                for parts in cases(self.solver.holds(after, term, Built(name, (value,)))):
                    for at, part in enumerate(parts):
                        if isinstance(part, Compared) and part.relation == "=" and part.left == value:
                            own.append((part.right, [one for i, one in enumerate(parts) if i != at]))
                            break
            each.append(own or [(Variable(f"v_{name}"), [])])
        for chosen in product(*each):
            nexts = tuple(value for value, _ in chosen)
            parts_ = [one for _, more in chosen for one in more]
            if not any(_unknown(one) for one in nexts):
                yield nexts, parts_

    def _tried(
        self,
        found: Sequence[tuple[Formula, Term, tuple[Term, ...]]],
        stuck: Sequence[Formula],
        follow: str = "",
        others: str = "",
    ) -> Iterator[str]:
        """One of the moves is there, by arithmetic; and each does what is asked."""
        either = [text(one) for one, _, _ in found] + [text(one) for one in stuck]
        whole = " \\/ ".join(f"({one})" for one in either) or "False"
        pattern = reduce(lambda rest, _one: f"[W1|{rest}]", either[1:], "W1")
        yield wrapped(f"  assert ({whole}) as W by arith.")
        if len(either) > 1:
            yield f"  destruct W as {pattern}."
        for _, term, nexts in found:
            to = " ".join(["(Position", *(said(one) for one in nexts)]) + ")"
            search = f"search ltac:({self.known})"
            step = f"exists {said(term)}; cbn {self.fields}; {self.known}; {search}"
            if follow:
                yield wrapped(f"  - left. exists {to}. split; [{step} | {self.known}; {search}].")
            else:
                yield wrapped(f"  - exists {to}. {step}.")
        for _one in stuck:
            yield f"  - right. split; [exact I|]. intros [{others}] M. {follow}; arith."
        yield "Qed."


def _unknown(term: Term) -> bool:
    return any(isinstance(one, Variable) and not one.name.startswith("v_") for one in below(term))
