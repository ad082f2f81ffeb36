"""Formulas as lists of what they hold of, which Rocq computes, each with a proof that it is the formula.

A rule is safe: each of its variables has a value by an atom, an equation or an interval, once others have theirs. In
that order its body becomes a list, and both directions of the proof follow the same steps, so that nothing is searched
for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.rocq import tree as t
from bouton.rocq.completion import Definition
from bouton.rocq.digits import OSTROWSKI
from bouton.rocq.solved import isolated
from bouton.rocq.tree import free, put, replaced, said, text

_TESTS = {
    "=": ("({} =? {})", "Computed.t_eq"),
    "<>": ("(negb ({} =? {}))", "Computed.t_ne"),
    "<": ("({} <? {})", "Computed.t_lt"),
    "<=": ("({} <=? {})", "Computed.t_le"),
    ">": ("({} >? {})", "Computed.t_gt"),
    ">=": ("({} >=? {})", "Computed.t_ge"),
}
_STEP = "cbv beta iota"
"""What opens a list once the value of its variable is there."""


@dataclass(frozen=True)
class Step:
    """One step of a list: how it begins, how it ends, and the sentences of the two directions of its proof.

    `there` leads from the formula, whose parts are hypotheses, to the list; `back` takes the hypothesis that something
    is in the list apart, and asserts the part.
    """

    begin: str
    end: str
    there: Sequence[str]
    back: Sequence[str]


@dataclass
class Lists:
    """How the predicates of a file are listed."""

    functions: Mapping[str, Sequence[t.Sort]]
    fresh: Fresh
    """What makes names: each begins with a small letter, and variables of rules with others."""
    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By predicate the name of its list and of the lemma that it is one."""
    ended: list[tuple[str, str]] = field(default_factory=list)
    """What is assumed of the predicates that speak of themselves: a name for each assumption, and its test."""
    needs: dict[str, str] = field(default_factory=dict)
    """By lemma the names of what it assumes."""
    inputs: dict[str, int] = field(default_factory=dict)
    """How many first arguments of a predicate are to be known where it is asked for, if any."""
    own: dict[str, str] = field(default_factory=dict)
    """What variables are called within lists, where the name of a constructor would be taken for a pattern."""

    def __post_init__(self) -> None:
        self.h, self.t = self.fresh.name("here"), self.fresh.name("tested")

    def assume(self, test: str) -> str:
        """What is assumed from now on, by its name."""
        self.ended.append((self.fresh.name("ended"), test))
        return self.ended[-1][0]

    @property
    def assumed(self) -> str:
        """What is assumed, as lemmas bind it."""
        return "".join(f" ({name} : {test} g p = true)" for name, test in self.ended)

    @property
    def assuming(self) -> str:
        """The names of what is assumed, as lemmas are given it."""
        return "".join(f" {name}" for name, _ in self.ended)

    def proof(self, name: str, g: str = "g", p: str = "p") -> str:
        """The lemma of a predicate, of these parameters and this position."""
        _, lemma = self.names[name]
        return f"{lemma} {g} {p}{self.needs.get(lemma, '')}"

    def lemma(self, name: str) -> str:
        """The same for `apply`, which finds these for itself where nothing is assumed."""
        _, lemma = self.names[name]
        return f"({self.proof(name)})" if self.needs.get(lemma) else lemma

    def way(self, lemma: str, side: int) -> str:
        """A direction of a lemma of three arguments.

        Where it is not said `apply` tries the other one as well, and unfolds what speaks of itself, which takes long.
        """
        return f"(proj{side} ({lemma} _ _ _))" if self.ended else lemma

    def once(self, body: str, fun: str = "") -> str:
        """A text with the lists of other predicates before it: each is computed once, and not anew for each row."""
        before = ""
        for name, (listed, _) in self.names.items():
            within = re.compile(rf"\b{listed} g p\b")
            if name not in self.inputs and within.search(body):
                before, body = f"{before}let {listed} := {listed} g p in ", within.sub(listed, body)
        return f"{before}{fun}{body}"

    def digits(self, one: Definition) -> Iterator[str]:
        """The digits of a number that is known, in its base."""
        name, lemma = self.fresh.name(f"{one.name}_list"), self.fresh.name(f"in_{one.name}_list")
        self.names[one.name], self.inputs[one.name] = (name, lemma), len(one.arguments) - 2
        *given, place, digit = [each for each, _ in one.arguments]
        base, of = (given[0], "base") if len(given) == 2 else ("2", "two")
        bind, number = "".join(f" ({each} : Z)" for each in given), " ".join(given)
        listed, proof = f"Numerals.digits_in {base}", f"Numerals.digits_in_{of}"
        if one.signature in OSTROWSKI:
            listed, proof = f"Ostrowski.listed {given[0] if len(given) == 2 else 1}", "Ostrowski.listed_is"
        yield f"Definition {name} (g : parameters) (p : position){bind} : list (Z * Z) := {listed} {given[-1]}."
        yield f"Lemma {lemma} (g : parameters) (p : position){bind} ({place} : Z) ({digit} : Z) :"
        yield f"  In ({place}, {digit}) ({name} g p {number}) <-> {one.name} g p {number} {place} {digit}."
        yield f"Proof. apply {proof}. Qed."

    def local(self, name: str) -> str:
        """What a variable is called within a list."""
        if name not in self.own:
            self.own[name] = self.fresh.name(f"l{name}")
        return self.own[name]

    def define(self, one: Definition, inputs: int = 0, atom: str | None = None) -> Iterator[str]:
        """The list of a predicate, of which the first arguments are given, and the lemma that it is one.

        `atom` is what the lemma says it is, where that is not the predicate.
        """
        name, lemma = self.fresh.name(f"{one.name}_list"), self.fresh.name(f"in_{one.name}_list")
        self.names[one.name] = name, lemma
        given, told = one.arguments[:inputs], one.arguments[inputs:]
        outputs = [each for each, _ in told]
        self.needs[lemma] = self.assuming
        there = "(g : parameters) (p : position)"
        inputs_ = "".join(f" ({each} : {sort})" for each, sort in given)
        head = f"{there}{self.assumed}{inputs_}"
        bind = "".join(f" ({each} : {sort})" for each, sort in told)
        terms = frozenset(each for each, sort in one.arguments if sort == "term")
        rules = one.body.parts if isinstance(one.body, t.Or) else (one.body,)
        inside: list[str] = []
        lemmas: list[str] = []
        for rule in rules:
            part = Part(self, rule, {each for each, _ in given}, outputs, terms)
            lemmas.append(self.fresh.name(f"{lemma}_rule"))
            inside.append(f"({part.listed})")
            yield f"Lemma {lemmas[-1]} {head}{bind} :"
            yield f"  In {tupled(outputs)} ({part.listed}) <-> ({text(rule)})."
            yield f"Proof. split; intro {self.h}."
            yield from ("{", *part.back(), "}", "{", *part.there(), "} Qed.")
        sorts = " * ".join(sort for _, sort in told) or "unit"
        arrow, fun = "".join(f"{sort} -> " for _, sort in given), f"fun{inputs_} => " if given else ""
        body = self.once(" ++ ".join(inside) or "[]", fun)
        yield f"Definition {name} {there} : {arrow}list ({sorts}) := {body}."
        own = " ".join(each for each, _ in one.arguments)
        values = f"g p{self.assuming} {own}".strip()
        yield f"Lemma {lemma} {head}{bind} :"
        listed = " ".join([name, "g p", *(each for each, _ in given)])
        yield f"  In {tupled(outputs)} ({listed}) <-> {atom or f'{one.name} g p {own}'.strip()}."
        yield f"Proof. unfold {name}{', ' + one.name if atom is None else ''}."
        yield f"  exact {either([f'({one} {values})' for one in lemmas] or ['(iff_refl False)'])}. Qed."


def either(each: Sequence[str]) -> str:
    """That what is in one of some lists, one behind the other, is what their lemmas say."""
    *first, last = each
    return "".join(f"(Computed.in_either _ _ _ _ _ {one} " for one in first) + last + ")" * len(first)


def tupled(names: Sequence[str]) -> str:
    """The values as one."""
    return "tt" if not names else names[0] if len(names) == 1 else f"({', '.join(names)})"


class Part:
    """A rule, or what is denied, as a list."""

    def __init__(
        self, lists: Lists, formula: t.Formula, inputs: Collection[str], outputs: Sequence[str], terms: frozenset[str]
    ) -> None:
        self.lists, self.fresh, self.outputs, self.formula = lists, lists.fresh, outputs, formula
        self.h, self.t = lists.h, lists.t
        self.put, self.taken = lists.way("in_flat_map", 2), lists.way("in_flat_map", 1)
        self.variables: list[str] = []
        while isinstance(formula, t.Exists):
            self.variables.append(formula.name)
            terms |= {formula.name} if formula.sort == "term" else set()
            formula = formula.body
        self.terms = terms
        self.parts: Sequence[t.Formula] = formula.parts if isinstance(formula, t.And) and formula.parts else (formula,)
        self.keys = [self.fresh.name("k") for _ in self.parts]
        self.inputs = frozenset(inputs)
        self.bound = set(inputs)
        self.steps: list[Step] = []
        left = list(range(len(self.parts)))
        while left:
            at = next((at for at in left if self._added(at)), None)
            if at is None or not free(self.formula) <= self.inputs | {*outputs}:
                raise Unreadable(f"{text(self.parts[left[0]])} is not computed in Rocq yet")
            left.remove(at)
        if not self.bound >= {*outputs, *self.variables}:
            raise Unreadable(f"{text(self.formula)} is not computed in Rocq yet")

    def _added(self, at: int) -> bool:
        made = self._step(self.keys[at], self.parts[at])
        self.steps += made or ()
        return made is not None

    # -------------------------------------------------------------------------------------------------------- proofs

    @property
    def listed(self) -> str:
        """The list."""
        begin = "".join(one.begin for one in self.steps)
        end = "".join(one.end for one in reversed(self.steps))
        return f"{begin}[{tupled([self.lists.local(one) for one in self.outputs])}]{end}"

    def there(self) -> Iterator[str]:
        """From the formula, a hypothesis, to the list."""
        if self.variables or len(self.parts) > 1:
            yield f"destruct {self.h} as ({' & '.join((*self.variables, *self.keys))})."
        else:
            yield f"rename {self.h} into {self.keys[0]}."
        for one in self.steps:
            yield from one.there
        yield "apply Computed.in_unit; reflexivity."

    def back(self) -> Iterator[str]:
        """From the list to the formula."""
        for one in self.steps:
            yield from one.back
        yield f"apply Computed.in_unit in {self.h}."
        if len(self.outputs) == 1:
            yield f"subst {self.outputs[0]}."
        elif self.outputs:
            yield f"injection {self.h} as {' '.join(self.fresh.name('e') for _ in self.outputs)}."
            yield from (f"subst {one}." for one in self.outputs)
        given = "".join(f"exists {one}. " for one in self.variables)
        whole = "".join(f"(conj {one} " for one in self.keys[:-1]) + self.keys[-1]
        yield f"{given}exact {whole}{')' * (len(self.keys) - 1)}."

    def _apart(self, formula: t.Formula) -> str:
        """The text with what outputs are called once the list is taken apart."""
        return text(replaced(formula, {t.Variable(one): t.Variable(self.lists.local(one)) for one in self.outputs}))

    def _in_list(self, term: t.Term) -> str:
        """The text within a list."""
        names = free(term) - self.inputs | {one for one in free(term) if one in self.lists.own}
        values: dict[t.Term, t.Term] = {t.Variable(one): t.Variable(self.lists.local(one)) for one in names}
        return said(put(term, values))

    def _own(self, name: str) -> str:
        """What a variable of the list is called once the list is taken apart."""
        return self.lists.local(name) if name in self.outputs else name

    # --------------------------------------------------------------------------------------------------------- steps

    def _step(self, key: str, part: t.Formula) -> list[Step] | None:
        """The steps of a part; None where a variable of it is still without a value."""
        if isinstance(part, t.And) and not part.parts:
            return [Step("", "", (), (f"pose proof I as {key}.",))]
        if isinstance(part, t.Or) and not part.parts:
            return [self._test("(negb true)", f"destruct {key}", f"discriminate {self.t}.")]
        if isinstance(part, t.Compared):
            return self._compared(key, part)
        if isinstance(part, t.Between):
            return self._between(key, part)
        if isinstance(part, t.Not):
            return self._denied(key, part)
        if isinstance(part, t.Placed):
            heaps = f"Computed.placed_in (the_{part.name} p)"
            return self._among(key, part, heaps, ("Computed.in_placed",) * 2, (part.place, part.size))
        if isinstance(part, t.Member):
            return self._among(key, part, f"the_{part.name} g", None, (part.term,))
        if isinstance(part, t.Holds | t.Aggregate):
            if part.name not in self.lists.names:
                raise Unreadable(f"{part.name} is not computed in Rocq yet")
            name, _ = self.lists.names[part.name]
            if isinstance(part, t.Holds) and part.name in self.lists.inputs:
                return self._of_inputs(key, part)
            if isinstance(part, t.Holds):
                lemma = self.lists.lemma(part.name)
                return self._among(key, part, f"{name} g p", (lemma, lemma), part.arguments)
            if not all(map(self._known, part.arguments)):
                return None
            given = "".join(f" {self._in_list(one)}" for one in part.arguments)
            proof = f"(Computed.in_{part.kind} _ _ (fun t => iff_sym ({self.lists.proof(part.name)}{{}} t)))"
            plain = proof.format("".join(f" {said(one)}" for one in part.arguments))
            return self._among(key, part, f"Computed.{part.kind}_in ({name} g p{given})", (plain, plain), (part.value,))
        return None

    def _of_inputs(self, key: str, part: t.Holds) -> list[Step] | None:
        """The rows of a predicate that is listed for values of its first arguments."""
        many = self.lists.inputs[part.name]
        given, told = part.arguments[:many], part.arguments[many:]
        if not all(map(self._known, given)):
            return None
        inside = "".join(f" {self._in_list(one)}" for one in given)
        lemma = f"({self.lists.proof(part.name)}{''.join(f' {said(one)}' for one in given)})"
        return self._among(key, part, f"{self.lists.names[part.name][0]} g p{inside}", (lemma, lemma), told)

    def _known(self, node: t.Term | t.Formula) -> bool:
        return free(node) <= self.bound

    def _is_term(self, term: t.Term) -> bool:
        return isinstance(term, t.Built) or (isinstance(term, t.Variable) and term.name in self.terms)

    def _test(self, boolean: str, there: str, back: str) -> Step:
        first = f"apply {self.lists.way('Computed.in_guard', 1)} in {self.h}; destruct {self.h} as [{self.t} {self.h}]."
        return Step(
            f"Computed.guard {boolean} (",
            ")",
            (f"apply {self.lists.way('Computed.in_guard', 2)}; split; [{there} |].",),
            (first, f"{back} try clear {self.t}."),
        )

    def _let(self, name: str, value: t.Term, how: str, back: str) -> Step:
        """A variable that has one value; `back` says what follows from the equation."""
        begin, end = f"flat_map (fun {self.lists.local(name)} => ", f") [{self._in_list(value)}]"
        self.bound.add(name)
        there = f"apply {self.put}; exists {name}; split; [apply Computed.in_unit; {how} | {_STEP}]."
        apart = f"destruct {self.h} as [{self._own(name)} [{self.t} {self.h}]]"
        first = f"apply {self.taken} in {self.h}; {apart}; {_STEP} in {self.h}."
        return Step(begin, end, (there,), (first, f"apply Computed.in_unit in {self.t}. {back}"))

    def _compared(self, key: str, part: t.Compared) -> list[Step] | None:
        shown = f"assert ({key} : {self._apart(part)})"
        if self._known(part):
            if self._is_term(part.left) or self._is_term(part.right):
                test, lemma = self._same(part.left, part.right, part.relation)
            else:
                form, lemma = _TESTS[part.relation]
                test = form.format(self._in_list(part.left), self._in_list(part.right))
            return [self._test(test, f"apply {lemma}; exact {key}", f"{shown} by (apply {lemma}; exact {self.t}).")]
        open_ = free(part) - self.bound
        if part.relation != "=" or len(open_) != 1:
            return None
        (name,) = open_
        how = "first [exact {0} | symmetry; exact {0} | lia]"
        for left, right in ((part.left, part.right), (part.right, part.left)):
            value = isolated(left, right, name)
            if value is not None:
                back = f"{shown} by ({how.format(self.t)}). clear {self.t}."
                return [self._let(name, value, how.format(key), back)]
        return None

    def _same(self, left: t.Term, right: t.Term, relation: str = "=") -> tuple[str, str]:
        """The test whether two terms are the same, and its lemma."""
        test = f"(same_term {self._in_list(left)} {self._in_list(right)})"
        return (test, "same_term_is") if relation == "=" else (f"(negb {test})", "other_term_is")

    def _between(self, key: str, part: t.Between) -> list[Step] | None:
        if not self._known(part.low) or not self._known(part.high):
            return None
        low, high = self._in_list(part.low), self._in_list(part.high)
        if self._known(part.term):
            term = self._in_list(part.term)
            test = f"(andb ({low} <=? {term}) ({term} <=? {high}))"
            proof = "apply Bool.andb_true_iff{}; split; apply Computed.t_le; apply {}"
            back = f"assert ({key} : {self._apart(part)}) by ({proof.format(f' in {self.t}', self.t)})."
            return [self._test(test, proof.format("", key), back)]
        if not isinstance(part.term, t.Variable):
            return None
        name = part.term.name
        self.bound.add(name)
        there = f"apply {self.put}; exists {name}; split; [apply Computed.in_range; exact {key} | {_STEP}]."
        back = (
            f"apply {self.taken} in {self.h}; destruct {self.h} as [{self._own(name)} [{key} {self.h}]]; "
            f"{_STEP} in {self.h}; apply Computed.in_range in {key}."
        )
        return [
            Step(f"flat_map (fun {self.lists.local(name)} => ", f") (Computed.range {low} {high})", (there,), (back,))
        ]

    def _among(
        self, key: str, part: t.Formula, listed: str, proofs: tuple[str, str] | None, arguments: Sequence[t.Term]
    ) -> list[Step] | None:
        """The rows of a list, of which some arguments may be known, built of others, or sums with one unknown."""
        start = set(self.bound)
        rest: list[Step] = []
        binders = [self._binder(one, rest) for one in arguments]
        if any(one is None for one in binders):
            self.bound = start
            return None
        row = self.fresh.name("r")
        inside = [one.inside for one in binders if one is not None]
        fun = inside[0] if len(inside) == 1 else "'" + tupled(inside) if inside else "_"
        apart = [one.apart for one in binders if one is not None] or ["[]"]
        taken = apart[0]
        for one in apart[1:]:
            taken = f"[{taken} {one}]"
        there = f"apply {proofs[0]}; exact {key}" if proofs else f"exact {key}"
        back = f"(apply {proofs[1]}; exact {row})" if proofs else f"(exact {row})"
        if isinstance(part, t.Holds) and self.lists.needs.get(self.lists.names[part.name][1]):
            lemma = f"({self.lists.proof(part.name)}{' _' * len(part.arguments)})"
            there, back = f"exact (proj2 {lemma} {key})", f"(exact (proj1 {lemma} {row}))"
        rows = tupled([said(one) for one in arguments])
        first = Step(
            f"flat_map (fun {fun} => ",
            f") ({listed})",
            (f"apply {self.put}; exists {rows}; split; [{there} | {_STEP}].",),
            (f"apply {self.taken} in {self.h}; destruct {self.h} as [{taken} [{row} {self.h}]]; {_STEP} in {self.h}.",),
        )
        last = Step("", "", (), (f"assert ({key} : {self._apart(part)}) by {back}. clear {row}.",))
        return [first, *rest, last]

    def _binder(self, term: t.Term, rest: list[Step]) -> _Binder | None:
        """What an argument of a row is called, with the steps that hold it against the term."""
        if isinstance(term, t.Variable) and term.name not in self.bound:
            self.bound.add(term.name)
            return _Binder(self.lists.local(term.name), self._own(term.name))
        name = self.fresh.name("b")
        if isinstance(term, t.Built):
            inner: list[Step] = []
            binders = [self._binder(one, inner) for one in term.arguments]
            if any(one is None for one in binders):
                return None
            rest.append(self._matched(name, term, [one for one in binders if one is not None]))
            rest += inner
            return _Binder(name, name)
        open_ = free(term) - self.bound
        if len(open_) > 1:
            return None
        if open_:
            (unknown,) = open_
            value = isolated(term, t.Variable(name), unknown)
            if value is None:
                return None
            self.lists.own[name] = name
            rest.append(self._let(unknown, value, "lia", f"rename {self.t} into {self.fresh.name('e')}."))
        if self._is_term(term):
            test, lemma = f"(same_term {name} {self._in_list(term)})", "same_term_is"
        else:
            test, lemma = f"({name} =? {self._in_list(term)})", "Computed.t_eq"
        rest.append(self._test(test, f"apply {lemma}; reflexivity", f"apply {lemma} in {self.t}. subst {name}."))
        return _Binder(name, name)

    def _matched(self, name: str, term: t.Built, binders: Sequence[_Binder]) -> Step:
        """A row whose argument is built with a name."""
        taken = [
            " ".join(one.apart for one in binders) if other == term.name else " ".join("?" for _ in sorts)
            for other, sorts in self.lists.functions.items()
        ]
        head = " ".join((f"t_{term.name}", *(one.inside for one in binders)))
        others = "" if len(self.lists.functions) == 1 else " | _ => []"
        case = f"destruct {name} as [{' | '.join(taken)}]; {_STEP} in {self.h}"
        case += "." if len(taken) == 1 else f"; Computed.unlike {self.h}."
        return Step(f"match {name} with {head} => ", f"{others} end", (), (case,))

    def _denied(self, key: str, part: t.Not) -> list[Step] | None:
        if not self._known(part):
            return None
        inner = Part(self.lists, part.body, self.bound, (), self.terms)
        there = (
            f"apply {self.lists.way('Computed.in_guard', 2)}; split.",
            f"{{ apply Computed.is_nothing; intro {self.h}. apply {key}. clear {key}.",
            *inner.back(),
            "}",
        )
        back = (
            f"apply {self.lists.way('Computed.in_guard', 1)} in {self.h}; destruct {self.h} as [{self.t} {self.h}].",
            f"apply Computed.is_nothing in {self.t}. assert ({key} : {self._apart(part)}).",
            f"{{ clear {self.h}. intro {self.h}. apply {self.t}. clear {self.t}.",
            *inner.there(),
            f"}} clear {self.t}.",
        )
        return [Step(f"Computed.guard (Computed.nothing ({inner.listed})) (", ")", there, back)]


@dataclass(frozen=True)
class _Binder:
    """What an argument of a row is called: inside the list, and once the list is taken apart."""

    inside: str
    apart: str
