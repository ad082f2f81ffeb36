"""Scripts for periods of values by the code of a game, in which a move takes from one heap and may leave it as two.

The code, how many stones a move takes and how many heaps it leaves (Guy and Smith 1956), is seen in small heaps. That
the moves which are printed are those of the code, for every size and beside any other heaps, is proved by the script
(`Parted.v`); the kernel then computes the values as far as the theorem on periods asks (`Octal.v`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.octal import Code, observed
from bouton.core.position import Counter
from bouton.document.entries import Periodic
from bouton.rocq import ranges
from bouton.rocq import tree as t
from bouton.rocq.built_moves import BuiltMoves
from bouton.rocq.counted import Counts
from bouton.rocq.cover import few_of, truth, value_at
from bouton.rocq.moves import choose, exists, one_of
from bouton.rocq.names import TAKEN as NAMES
from bouton.rocq.solved import TRUE, conjunction, disjunction, negated
from bouton.rocq.statement import Statement, both, wrapped
from bouton.rocq.tree import below, put, replaced, said, text
from bouton.rocq.view import Case, View

_SIZES = (64, 64, 32)
"""Heaps up to this size show the code, by how many numbers a move has; it may take half as many stones at most."""
_LEFT = 20
"""Heaps up to this size are left behind where it is tried which moves leave them."""
_LOCAL = ("s", "u", "v", "row", "before", "rest", "place", "stones", "step", "code", "after", "i")


@dataclass(frozen=True)
class Parting:
    """Moves built with one name: argument `at` is the place of the heap, and the others are `unknowns`.

    It leaves one size in that place, and where it is `parted` another one behind all heaps; 0 is no heap.
    """

    name: str
    at: int
    unknowns: tuple[str, ...]
    guard: t.Formula
    leaves: t.Term
    beside: t.Term
    parted: bool

    def term(self, place: str) -> str:
        """The move at a place, in its unknowns."""
        names = [*self.unknowns]
        names.insert(self.at, place)
        return f"(t_{self.name} {' '.join(names)})"


class CodeScript(BuiltMoves[Parting]):
    """The script of one case of the parameters; Unreadable where the game is no such one."""

    order = "in_place"
    same = "Tallies.in_place_same"
    """That putting heaps in order is a permutation."""

    def __init__(self, about: Statement, case: Case) -> None:
        self.about, self.case, self.end = about, case, case.suffix
        (self.fluent,) = about.spec.fluents
        if about.claim.by(Periodic).saltus:
            raise Unreadable("values that rise have no code")
        view = View(about, case, None if isinstance(self.fluent, Counter) else 0)
        if view.free:
            raise Unreadable("a code has no unknown parameters")
        self.g, self.fields, self.field = view.g, view.fields, f"the_{self.fluent.name}"
        words = {one.name for one in about.whole.definitions} | {f"t_{name}" for name, _ in about.whole.functions}
        words |= {f"the_{name}" for name in (*about.numbers, *about.rules.sets, self.fluent.name)}
        self.fresh = Fresh({*words, *NAMES})
        self.n = {name: self.fresh.name(name) for name in _LOCAL}
        self.s, self.u, self.v = (t.Variable(self.n[name]) for name in "suv")
        self.a, self.b = self.n["before"], self.n["rest"]
        sets = {name: one for name, one in case.values.items() if isinstance(one, tuple)}
        values = {**view.solver.values, t.Given(self.fluent.name, "p"): self.s}
        self.solver = Counts(about.whole, values, sets, size=self.s)
        self.names = {one.signature: one.name for one in about.whole.definitions}
        self.elements = sorted({name for _, name in self.solver.elements_of})
        plain = [one.name for one in about.used if one.again is None and one.name not in self.elements]
        self.opened = f"cbv beta delta [{' '.join(plain)}] in *; cbn {self.fields} in *; unfold In in *"
        """The tactic that opens what the rules say."""
        self.plain = f"cbv beta delta [{' '.join(plain)}]"

    def named(self, name: str) -> str:
        """What is called so in this case."""
        return f"{self.n[name]}{self.end}"

    # ---------------------------------------------------------------------------------------------------------- moves

    @property
    def built(self) -> str:
        """What the heaps, or the counter, are called as a term."""
        found = self.about.built(self.fluent)
        if found is None:
            raise Unreadable("no move changes a heap")
        return found

    # ----------------------------------------------------------------------------------------------------------- code

    @cached_property
    def code(self) -> Code:
        """What the moves of small heaps take and leave."""
        many = max((len(shape.unknowns) for shape in self.live), default=0)
        if many >= len(_SIZES):
            raise Unreadable("moves have too many numbers")
        options: list[set[tuple[int, ...]]] = [set()]
        guards = [(shape, truth(shape.guard)) for shape in self.live]
        for size in range(1, _SIZES[many] + 1):
            options.append(set())
            for shape, guard in guards:
                for chosen in product(range(_SIZES[many] + 1), repeat=len(shape.unknowns)):
                    values = {self.s.name: size, **dict(zip(shape.unknowns, chosen, strict=True))}
                    if guard(values):
                        left = [value_at(one, values) for one in (shape.leaves, shape.beside)]
                        options[-1].add(tuple(one for one in left if one))
        found = observed(options)
        if not found.leaves or 2 * found.most > _SIZES[many] or any(taken < 1 for taken, _ in found.leaves):
            raise Unreadable("moves take more stones than a code of few digits tells")
        return found

    def _ways(self, taken: int, left: int) -> list[tuple[Parting, tuple[t.Term, ...], bool, t.Formula]]:
        """Moves that take so many and leave such heaps, u and v, or the other way round; few, of which one will do."""
        u: t.Term = self.u if left else t.Number(0)
        v: t.Term = self.v if left == 2 else t.Number(0)
        whole = self._whole(taken, left)
        terms = dict.fromkeys([*map(t.Number, (0, 1, 2, taken)), u, v, whole])
        terms |= dict.fromkeys(t.Operation("+", one, t.Number(taken)) for one in (u, v))
        terms[t.Operation("-", whole, t.Number(taken))] = None
        offers: list[tuple[tuple[Parting, tuple[t.Term, ...], bool, t.Formula], t.Formula]] = []
        for shape in self.live:
            numbers = dict.fromkeys(one for one in below(shape.guard) if isinstance(one, t.Number))
            for chosen in product(terms | numbers, repeat=len(shape.unknowns)):
                there: dict[t.Term, t.Term] = dict(zip(map(t.Variable, shape.unknowns), chosen, strict=True))
                there[self.s] = whole
                made = [replaced(shape.guard, there)]
                for turned in (False, True) if left else (False,):
                    sizes = (v, u) if turned else (u, v)
                    equal = zip((shape.leaves, shape.beside), sizes, strict=True)
                    good = conjunction([*made, *(t.Compared("=", put(one, there), size) for one, size in equal)])
                    offers.append(((shape, chosen, turned, good), good))
        sampled = {one.name: (1, _LEFT) for one in (self.u, self.v)[:left]}
        asked = t.Compared("<=", v, u) if left == 2 else TRUE
        found = few_of(offers, asked, sampled)
        lacking = conjunction([asked, negated(disjunction([one for *_, one in found]))])
        if not found or few_of([((), lacking)], lacking, sampled):
            raise Unreadable(f"no move is found that takes {taken} and leaves {left} heaps, as others do")
        return found

    def _whole(self, taken: int, left: int) -> t.Term:
        """The heap of which so many are taken."""
        whole: t.Term = t.Number(taken)
        for one in (self.u, self.v)[:left]:
            whole = t.Operation("+", whole, one)
        return whole

    # ------------------------------------------------------------------------------------------------------ the proof

    def lines(self) -> Iterator[str]:
        """The lemmas of the case, with its theorem last."""
        code = "; ".join(f"({taken}, {left})" for taken, left in sorted(self.code.leaves))
        yield f"Definition {self.named('code')} : list (Z * Z) := [{code}]."
        yield from self._step()
        yield from self.moves()
        yield from self._coded()
        yield from self._theorem()

    def bound(self, names: Sequence[str]) -> str:
        """Numbers as a lemma takes them."""
        return "".join(f" ({name} : Z)" for name in names)

    def _step(self) -> Iterator[str]:
        each = [
            f"({''.join(f'exists {one} : Z, ' for one in shape.unknowns)}({text(shape.guard)}) /\\ "
            f"{self.u.name} = {said(shape.leaves)} /\\ {self.v.name} = {said(shape.beside)})"
            for shape in self.live
        ]
        names = f"{self.s.name} {self.u.name} {self.v.name}"
        yield wrapped(f"Definition {self.named('step')} ({names} : Z) : Prop := {one_of(each)}.")

    @abstractmethod
    def moves(self) -> Iterator[str]:
        """That moves make steps of one heap, and all of them: lemmas `there` and `back`."""

    def _coded(self) -> Iterator[str]:
        """That the steps are those of the code."""
        s, u, v, step = self.s.name, self.u.name, self.v.name, self.named("step")
        code = self.named("code")
        sizes = f"{s} {u} {v}"
        yield f"Lemma fits_at{self.end} {sizes} : 1 <= {s} -> {step} {sizes} -> Parted.allowed {code} {sizes}."
        yield f"Proof. intros L D. unfold {step} in D."
        yield f"  unfold {code}. cbn [Parted.allowed Parted.heaps_left]. split_all; arith. Qed."
        yield f"Lemma complete_at{self.end} : Forall (Parted.made {step}) {code}."
        yield f"Proof. unfold {code}. repeat apply Forall_cons; try apply Forall_nil; cbn [Parted.made]."
        for taken, left in sorted(self.code.leaves):
            yield from self._made(taken, left)
        yield "Qed."

    def _made(self, taken: int, left: int) -> Iterator[str]:
        """That there is a step that takes so many and leaves such heaps."""
        names = [one.name for one in (self.u, self.v)[:left]]
        found = self._ways(taken, left)
        intros = f"intros {' '.join(names)} L. unfold Parted.either. " if left else ""
        yield f"  - {intros}unfold {self.named('step')}."
        several = len(found) > 1
        if several:
            yield wrapped(f"    assert ({one_of([text(one) for _, _, _, one in found])}) as W by arith.")
            yield f"    destruct W as {'[W|' * (len(found) - 1)}W{']' * (len(found) - 1)}."
        for shape, chosen, turned, _ in found:
            which = ("right. " if turned else "left. ") if left else ""
            tactic = which + choose(self.live.index(shape), len(self.live)) + exists(list(map(said, chosen)))
            yield f"    {'+ ' if several else ''}{tactic}split; [arith | split; arith]."

    @property
    def stands(self) -> str:
        """The heaps of a position, as a function."""
        return self.field

    def _theorem(self) -> Iterator[str]:
        claim = self.about.claim.by(Periodic)
        e, p, g, end = claim.preperiod, claim.period, self.g, self.end
        code = self.named("code")
        known = f"position (moves {g}) {self.stands} {self.order} {self.named('step')} {code} {self.same}"
        known += f" leading_at{end} reached_at{end} fits_at{end} complete_at{end} single (fun _ => eq_refl)"
        known += f" {e} {p} ltac:(lia) ltac:(lia) repeats_at{end}"
        yield f"Lemma repeats_at{end} : Octal.periodic_here {code} {e} {p} = true."
        yield "Proof. vm_cast_no_check (eq_refl true). Qed."
        parts = [f"periodic (moves {g}) single {e} {p} 0"]
        if claim.values is not None:
            parts.append(f"first_values (moves {g}) single {ranges.listed(claim.values)}")
        yield wrapped(f"Lemma theorem{end} : {both(parts)}.")
        done = f"exact (Parted.period_by_code {known})"
        if claim.values is None:
            yield f"Proof. {done}. Qed."
            return
        yield f"Proof. split; [{done}|]."
        yield f"  apply (Parted.values_by_code {known}). vm_compute. reflexivity. Qed."
