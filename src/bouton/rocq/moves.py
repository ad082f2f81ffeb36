"""The lemmas of what the moves of a game are, at so many heaps: which there are, and what holds after each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from bouton.core.errors import Unreadable
from bouton.core.position import Counter
from bouton.rocq import tree as t
from bouton.rocq.solved import FALSE
from bouton.rocq.statement import both, wrapped
from bouton.rocq.tree import replaced, said, text
from bouton.rocq.view import View, opened


class Named(Protocol):
    """What the lemmas ask of the game that they are about."""

    move: str
    after: str
    functions: Mapping[str, tuple[t.Sort, ...]]
    order: str
    prefix: str
    """What the names of its moves and their lemmas begin with, where these are not all moves of the game."""


@dataclass(frozen=True)
class Shape:
    """The moves that are built with one name, and what is said after them, at so many heaps."""

    term: t.Built
    unknowns: tuple[str, ...]
    guard: t.Formula


class Moves:
    """The moves at so many heaps."""

    def __init__(self, game: Named, view: View) -> None:
        self.named, self.view, self.about = game, view, view.about
        self.solver, self.end, self.g = view.solver, view.end, view.g
        self.legal, self.among = opened(view), view.about.among
        self.head = f"{view.open}{view.bind}"
        self.prefix = game.prefix

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """The moves by their names, in the order of the terms' constructors."""
        found: dict[str, Shape] = {}
        for name, sorts in self.about.whole.functions:
            unknowns = tuple(f"T{at}" for at in range(1, len(sorts) + 1))
            term = t.Built(name, tuple(map(t.Variable, unknowns)))
            guard = self.solver.holds(self.named.move, term)
            if guard != FALSE and set(sorts) - {"Z"}:
                raise Unreadable("moves that are built of terms in terms are not written for Rocq yet")
            found[name] = Shape(term, unknowns, guard)
        return found

    @property
    def live(self) -> list[Shape]:
        """Those that can be moves."""
        return [one for one in self.shapes.values() if one.guard != FALSE]

    def _said(self, shape: Shape, name: str, heap: bool, value: str) -> tuple[t.Formula, t.Formula]:
        """What is said after a move of one heap or counter, and whether anything is."""
        place = (t.Variable("i"),) if heap else ()
        one = t.Built(name, (*place, t.Variable(value)))
        form = self.solver.holds(self.named.after, shape.term, one)
        return form, self.solver.solve(t.Exists(value, "Z", form))

    def moves(self) -> Iterator[str]:
        """The lemmas of the solved forms of the moves."""
        known, sought, fields = self.view.known, self.view.sought, self.view.fields
        position = self.view.position()
        for name, shape in self.shapes.items():
            sorts = self.named.functions[name]
            own = "".join(f" ({one} : {sort})" for one, sort in zip(shape.unknowns, sorts, strict=True))
            atom = f"{self.named.move} {self.g} {position} {said(shape.term)}"
            yield wrapped(
                f"Lemma {self.prefix}move_{name}_is{self.end}{self.head}{own} : {atom} <-> ({text(shape.guard)})."
            )
            yield f"Proof. solved ltac:({known}) ltac:({sought}). Unshelve. all: exact 0. Qed."
        spoken = [one for one in self.about.spec.fluents if self.about.built(one) is not None]
        rewrites: dict[str, str] = {}
        for shape in self.live:
            own = "".join(f" ({one} : Z)" for one in shape.unknowns)
            rules = [f"?{self.prefix}move_{shape.term.name}_is{self.end}"]
            for fluent in spoken:
                heap = not isinstance(fluent, Counter)
                name = self.about.built(fluent) or ""
                form, some = self._said(shape, name, heap, "V__")
                place, at = ("(i : Z) ", "i ") if heap else ("", "")
                atom = f"{self.named.after} {self.g} {position} {said(shape.term)} (t_{name} {at}V__)"
                stem = f"{shape.term.name}_{fluent.name}_is{self.end}"
                yield wrapped(
                    f"Lemma {self.prefix}after_{stem}{self.head}{own} {place}(V__ : Z) : {atom} <-> ({text(form)})."
                )
                yield f"Proof. solved ltac:({known}) ltac:({sought}). Unshelve. all: exact 0. Qed."
                yield wrapped(
                    f"Lemma {self.prefix}said_{stem}{self.head}{own} {place}: "
                    f"(exists V__ : Z, {atom}) <-> ({text(some)})."
                )
                yield (
                    f"Proof. split; [intros [V__ H]; rewrite {self.prefix}after_{stem} in H; split_all;"
                    f" first [arith | search idtac]"
                    f" | intro H; split_all; eexists; rewrite {self.prefix}after_{stem}; search idtac]. Qed."
                )
                rules += [f"?{self.prefix}said_{stem}", f"?{self.prefix}after_{stem}"]
            rewrites[shape.term.name] = ", ".join(rules)
        whole = self.leads()
        yield wrapped(
            f"Lemma {self.prefix}moves_is{self.end}{self.head} (q : position) : "
            f"{self.prefix}moves {self.g} {position} q <-> ({whole})."
        )
        yield f"Proof. unfold {self.prefix}moves; cbn {fields}; split."
        yield from self._there(rewrites)
        yield from self._back(rewrites)
        yield "Qed."

    def leads(self, to: str = "q") -> str:
        """That some move leads to a position."""
        return " \\/ ".join(self._command(shape, to) for shape in self.live) or "False"

    def _command(self, shape: Shape, to: str = "q") -> str:
        parts = [f"({text(shape.guard)})"]
        before = list(self.view.variables)
        for fluent in self.about.spec.fluents:
            own = f"(the_{fluent.name} {to})"
            if isinstance(fluent, Counter):
                value = before.pop(0)
                if self.about.built(fluent) is None:
                    parts.append(f"{own} = {value}")
                    continue
                form, some = self._said(shape, self.about.built(fluent) or "", False, own)
                parts.append(f"(({text(form)}) \\/ (~ ({text(some)})) /\\ {own} = {value})")
                continue
            sizes = [before.pop(0) for _ in self.view.sizes]
            if self.about.built(fluent) is None:
                parts.append(f"{own} = [{'; '.join(sizes)}]")
                continue
            inside: list[str] = []
            for at, value in enumerate(sizes, 1):
                form, some = self._said(shape, self.about.built(fluent) or "", True, f"c{at}")
                here: Mapping[t.Term, t.Term] = {t.Variable("i"): t.Number(at)}
                inside.append(
                    f"(({text(replaced(form, here))}) \\/ (~ ({text(replaced(some, here))})) /\\ c{at} = {value})"
                )
            names = [f"c{at}" for at in range(1, len(sizes) + 1)]
            inside.append(f"{own} = {self.named.order} (left_over [{'; '.join(names)}])")
            bound = "".join(f"exists {name} : Z, " for name in names)
            parts.append(f"({bound}{both(inside)})")
        bound = "".join(f"exists {one} : Z, " for one in shape.unknowns)
        return f"({bound}{both(parts)})"

    def _few(self, rules: str) -> str:
        return f"(let H := fresh in intros ? ? H; rewrite {rules} in H; cbn [length]; arith)"

    def _there(self, rewrites: Mapping[str, str]) -> Iterator[str]:
        """From a move to its solved form."""
        pattern = " | ".join(" ".join(shape.unknowns) for shape in self.shapes.values())
        yield f"- intros [M [A B]]. destruct M as [{pattern}]."
        chosen = 0
        for name, shape in self.shapes.items():
            if shape.guard == FALSE:
                yield f"  + rewrite {self.prefix}move_{name}_is{self.end} in A. destruct A."
                continue
            yield f"  + {choose(chosen, len(self.live))}{exists(shape.unknowns)}rewrite {rewrites[name]} in A."
            chosen += 1
            yield "    split; [exact A|]."
            yield from self._parts(rewrites[name], there=True)

    def _back(self, rewrites: Mapping[str, str]) -> Iterator[str]:
        """From the solved form to a move."""
        pattern = "[A|" * (len(self.live) - 1) + "A" + "]" * (len(self.live) - 1)
        yield f"- intros {pattern if self.live else '[]'}."
        for shape in self.live:
            unknowns = "".join(f"[{one} " for one in shape.unknowns)
            yield f"  + destruct A as {unknowns or ''}[A B]{']' * len(shape.unknowns)}. exists {said(shape.term)}."
            yield f"    rewrite {rewrites[shape.term.name]}. split; [exact A|]."
            yield from self._parts(rewrites[shape.term.name], there=False)

    def _parts(self, rules: str, *, there: bool) -> Iterator[str]:
        """What holds after a move, fluent by fluent."""
        fluents = self.about.spec.fluents
        for at, fluent in enumerate(fluents):
            last = at == len(fluents) - 1
            mine = "B"
            if not last:
                mine = f"B{at}"
                yield f"    destruct B as [{mine} B]. split."
            indent = "    " if last else "    { "
            close = "" if last else " }"
            if isinstance(fluent, Counter) or self.about.built(fluent) is None:
                if there:
                    yield f"{indent}rewrite {rules} in {mine}. first [exact {mine} | tauto].{close}"
                else:
                    yield f"{indent}rewrite {rules}. first [exact {mine} | tauto].{close}"
                continue
            names = [f"c{one}" for one in range(1, len(self.view.sizes) + 1)]
            step = "cbn [each] in E; cbn [Z.add Pos.add Pos.succ Pos.add_carry] in E"
            if there:
                pattern = "?"
                for one in range(len(names), 0, -1):
                    pattern = f"[|c{one} {pattern if pattern != '?' else 'rest'}]"
                yield f"{indent}rewrite heaps_after_is in {mine} by {self._few(rules)}."
                yield f"      destruct {mine} as [small [E F]]."
                yield f"      {self._listed('small', names)} {step}; rewrite {rules} in E."
                parts = "".join(f"[E{one} " for one in range(1, len(names) + 1)) + "_" + "]" * len(names)
                whole = "".join(f"(conj E{one} " for one in range(1, len(names) + 1)) + "F" + ")" * len(names)
                taken = f"destruct E as {parts}. " if names else ""
                yield f"      {taken}{exists(names)}first [exact {whole} | tauto].{close}"
            else:
                pattern = "".join(f"[{one} " for one in names) + mine + "]" * len(names)
                yield f"{indent}destruct {mine} as {pattern}." if names else f"{indent}idtac."
                yield f"      rewrite heaps_after_is by {self._few(rules)}. exists [{'; '.join(names)}]."
                yield f"      {step.replace(' in E', '')}; rewrite {rules}."
                parts = "".join(f"[E{one} " for one in range(1, len(names) + 1)) + "F" + "]" * len(names)
                whole = "".join(f"(conj E{one} " for one in range(1, len(names) + 1)) + "I" + ")" * len(names)
                taken = f"destruct {mine} as {parts}." if names else f"pose proof {mine} as F."
                yield f"      {taken} first [exact (conj {whole} F) | tauto].{close}"

    def _listed(self, name: str, names: Sequence[str]) -> str:
        """A list of as many as there are heaps, taken apart."""
        found = ""
        for one in names:
            found += f"destruct {name} as [|{one} {name}]; [cbn [each] in E; tauto|]. "
        return found + f"destruct {name} as [|]; [|cbn [each] in E; tauto]."

    # ---------------------------------------------------------------------------------------------------- obligations


def exists(names: Sequence[str]) -> str:
    """The tactic that gives these values."""
    return f"exists {', '.join(names)}. " if names else ""


def choose(at: int, of: int) -> str:
    """The tactics that choose one of so many."""
    if of == 1:
        return ""
    return "right. " * at + ("left. " if at < of - 1 else "")


def one_of(parts: Sequence[str]) -> str:
    """The texts as one disjunction."""
    return " \\/ ".join(f"({one})" for one in parts) or "False"
