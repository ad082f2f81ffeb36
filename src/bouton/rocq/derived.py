"""Predicates whose rules speak of themselves, as lists that the kernel computes.

Their rules are applied to what they have derived until that is no more. Whether they have come to an end is computed
for each position, too, and what is proved of the list holds where they have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bouton.rocq import tree as t
from bouton.rocq.completion import Definition
from bouton.rocq.listed import Lists, Part, either, tupled
from bouton.rocq.tree import anew, text


def derive(lists: Lists, one: Definition) -> Iterator[str]:
    """The list of what the rules of a predicate derive, whether they ended, and the lemma that it is the predicate."""
    assert one.again is not None
    yield from _Derived(lists, one).lines()


def numbered(functions: Sequence[tuple[str, Sequence[t.Sort]]]) -> str:
    """The numbers of a term, by which rows are found: which name it is built with, and those that it is built of."""
    cases: list[str] = []
    for number, (name, sorts) in enumerate(functions):
        own = [f"x{at}" if sort == "Z" else "_" for at, sort in enumerate(sorts)]
        numbers = [str(number), *(one for one in own if one != "_")]
        cases.append(f"| {' '.join((f't_{name}', *own))} => [{'; '.join(numbers)}]")
    return f"Definition numbers_of (a : term) : list Z := match a with {' '.join(cases)} end."


class _Derived:
    def __init__(self, lists: Lists, one: Definition) -> None:
        self.lists, self.one, fresh = lists, one, lists.fresh.name
        stems = ("{}_list", "in_{}_list", "{}_step", "{}_ends", "same_{}", "key_{}")
        self.name, self.lemma, self.step, self.ends, self.same, self.key = (
            fresh(stem.format(one.name)) for stem in stems
        )
        self.sound, self.least = fresh(f"{one.name}_sound"), fresh(f"{one.name}_least")
        self.each, self.kept = fresh("row"), fresh("kept")
        self.of, self.known, self.known_is, self.l = map(fresh, ("holds", "known", "known_is", "rows"))
        self.names = [name for name, _ in one.arguments]
        self.arguments, self.row = " ".join(self.names), " * ".join(sort for _, sort in one.arguments)
        self.bind = "".join(f" ({name} : {sort})" for name, sort in one.arguments)
        self.rules: Sequence[t.Formula] = one.body.parts if isinstance(one.body, t.Or) else (one.body,)
        self.before = lists.assumed
        self.head = f"(g : parameters) (p : position){self.before}"
        self.given = f"g p{lists.assuming}"

    def lines(self) -> Iterator[str]:
        one, lists = self.one, self.lists
        yield f"Definition {self.same} : forall a b : {self.row}, {{a = b}} + {{a <> b}}."
        yield "Proof. repeat first [apply Z.eq_dec | apply term_dec | decide equality]. Defined."
        parts = [f"numbers_of {name}" if sort == "term" else f"[{name}]" for name, sort in one.arguments]
        yield f"Definition {self.key} : {self.row} -> positive :="
        yield f"  fun '({', '.join(self.names)}) => Computed.number_of ({' ++ '.join(parts)})."
        inside, lemmas = [], []
        lists.names[self.of] = self.known, self.known_is
        for rule in self.rules:
            part = Part(lists, self._of(rule), set(), self.names, self._terms())
            lemmas.append(lists.fresh.name(f"{self.lemma}_rule"))
            inside.append(f"({part.listed})")
            yield from self._rule(lemmas[-1], part, self._of(rule))
        del lists.names[self.of]
        rows = f"parameters -> position -> list ({self.row})"
        body = lists.once(" ++ ".join(inside), f"fun ({self.known} : {rows}) => ")
        yield f"Definition {self.step} (g : parameters) (p : position) : ({rows}) -> list ({self.row}) :="
        yield f"  {body}."
        step = f"(fun {self.l} => {self.step} g p (fun _ _ => {self.l}))"
        yield f"Definition {self.name} (g : parameters) (p : position) : list ({self.row}) :="
        once = f"let {self.step} := {self.step} g p in "
        rows = f"(fun {self.l} => {self.step} (fun _ _ => {self.l}))"
        yield f"  {once}Derived.all _ {self.same} {self.key} {rows}."
        yield f"Definition {self.ends} (g : parameters) (p : position) : bool :="
        yield f"  {once}Derived.ended _ {self.same} {self.key} {rows}."
        yield from self._sound(lemmas)
        yield from self._least(lemmas)
        row, these = tupled(self.names), f"(fun {self.each} : {self.row} => {self._opened(self.each)})"
        apart = _apart(self.names)
        ended = lists.assume(self.ends)
        yield f"Lemma {self.lemma} {self.head} ({ended} : {self.ends} g p = true){self.bind} :"
        yield f"  In {row} ({self.name} g p) <-> {one.name} g p {self.arguments}."
        yield f"Proof. refine (Derived.all_is _ {self.same} {self.key} {step} {these} _ _ {ended} {row});"
        yield f"  clear {self.arguments}; cbv beta."
        for each in (self.sound, self.least):
            yield f"  - intros {self.l} {self.kept} {apart}. exact ({each} {self.given} {self.l}"
            yield f"      (fun {self.arguments} => {self.kept} {row}) {self.arguments})."
        yield "Qed."
        lists.names[one.name] = self.name, self.lemma
        lists.needs[self.lemma] = lists.assuming

    def _of(self, formula: t.Formula) -> t.Formula:
        """The formula of any predicate in the place of this one."""
        if isinstance(formula, t.Holds) and formula.name == self.one.name:
            return t.Holds(self.of, formula.arguments)
        return anew(formula, lambda each: each if isinstance(each, t.Term) else self._of(each))

    def _terms(self) -> frozenset[str]:
        return frozenset(name for name, sort in self.one.arguments if sort == "term")

    def _opened(self, row: str) -> str:
        """That the predicate holds of a row."""
        return f"let '{tupled(self.names)} := {row} in {self.one.name} g p {self.arguments}"

    def _rule(self, lemma: str, part: Part, rule: t.Formula) -> Iterator[str]:
        arrow = "".join(f"{sort} -> " for _, sort in self.one.arguments)
        row = tupled(self.names)
        h = self.lists.h
        yield f"Lemma {lemma} {self.head} ({self.of} : parameters -> position -> {arrow}Prop)"
        yield f"  ({self.known} : parameters -> position -> list ({self.row}))"
        yield f"  ({self.known_is} : forall {self.arguments}, In {row} ({self.known} g p) <->"
        yield f"    {self.of} g p {self.arguments}){self.bind} :"
        yield f"  In {row} ({part.listed}) <-> ({text(rule)})."
        yield f"Proof. split; intro {h}."
        yield from ("{", *part.back(), "}", "{", *part.there(), "} Qed.")

    def _instances(self, lemmas: Sequence[str]) -> str:
        """The lemmas of the rules of the rows that there are, as one."""
        row = tupled(self.names)
        known = f"(fun _ _ {self.arguments} => In {row} {self.l}) (fun _ _ => {self.l})"
        each = [f"({one} {self.given} {known} (fun {self.arguments} => iff_refl _) {self.arguments})" for one in lemmas]
        return either(each)

    def _parts(self, rule: t.Formula) -> tuple[list[str], list[tuple[str, bool]]]:
        """The variables of a rule, and a name for each part, with whether it is of the predicate itself."""
        variables: list[str] = []
        while isinstance(rule, t.Exists):
            variables.append(rule.name)
            rule = rule.body
        parts = rule.parts if isinstance(rule, t.And) else (rule,)
        own = [isinstance(one, t.Holds) and one.name == self.one.name for one in parts]
        return variables, [(self.lists.fresh.name("k"), mine) for mine in own]

    def _sound(self, lemmas: Sequence[str]) -> Iterator[str]:
        row, h, held = tupled(self.names), self.lists.h, self.lists.fresh.name("held")
        yield f"Lemma {self.sound} {self.head} ({self.l} : list ({self.row}))"
        mine = f"{self.one.name} g p {self.arguments}"
        yield f"  ({held} : forall {self.arguments}, In {row} {self.l} -> {mine}){self.bind} :"
        yield f"  In {row} ({self.step} g p (fun _ _ => {self.l})) -> {mine}."
        pattern = f"[{h}|" * (len(lemmas) - 1) + h + "]" * (len(lemmas) - 1)
        yield f"Proof. intro {h}. apply (proj1 {self._instances(lemmas)}) in {h}."
        yield f"  {f'destruct {h} as {pattern}; ' if len(lemmas) > 1 else ''}cbv beta in {h}."
        for at, rule in enumerate(self.rules, 1):
            variables, parts = self._parts(rule)
            keys = [key for key, _ in parts]
            gaps = " ".join("_" for _ in self.names)
            proofs = " ".join(f"({held} {gaps} {key})" if mine else key for key, mine in parts)
            opened = f"destruct {h} as ({' & '.join((*variables, *keys))})"
            if len(variables) + len(keys) == 1:
                opened = f"rename {h} into {keys[0]}"
            yield f"  - {opened}."
            by = " ".join((f"{self.one.name}_by_{at} g p", self.arguments, *variables, proofs))
            yield f"    exact ({by})."
        yield "Qed."

    def _least(self, lemmas: Sequence[str]) -> Iterator[str]:
        row, h, closed = tupled(self.names), self.lists.h, self.lists.fresh.name("closed")
        yield f"Lemma {self.least} {self.head} ({self.l} : list ({self.row}))"
        yield f"  ({closed} : forall {self.arguments}, In {row} ({self.step} g p (fun _ _ => {self.l})) ->"
        yield f"    In {row} {self.l}){self.bind} : {self.one.name} g p {self.arguments} -> In {row} {self.l}."
        cases: list[str] = []
        proofs: list[str] = []
        for at, rule in enumerate(self.rules):
            variables, parts = self._parts(rule)
            before = [each for key, mine in parts for each in ((key, f"{key}_in") if mine else (key,))]
            cases.append(" ".join((self.arguments, *variables, *before)))
            keys = [f"{key}_in" if mine else key for key, mine in parts]
            whole = "".join(f"(conj {key} " for key in keys[:-1]) + keys[-1] + ")" * (len(keys) - 1)
            given = "".join(f"exists {one}. " for one in variables)
            proofs.append(f"{_chosen(at, len(lemmas))}cbv beta. {given}exact {whole}")
        yield f"Proof. intro {h}. induction {h} as [{' | '.join(cases)}]; apply {closed};"
        yield f"  apply (proj2 {self._instances(lemmas)})."
        yield from (f"  - {one}." for one in proofs)
        yield "Qed."


def _chosen(at: int, of: int) -> str:
    """The tactics that choose one of so many."""
    return "right; " * at + ("left; " if at < of - 1 else "")


def _apart(names: Sequence[str]) -> str:
    """The pattern that takes a row apart."""
    taken = names[0]
    for one in names[1:]:
        taken = f"[{taken} {one}]"
    return taken
