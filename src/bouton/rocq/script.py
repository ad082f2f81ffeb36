"""The proof of a file: a lemma for each predicate's solved form, those of each case, and the theorem.

A strategy has lemmas of its own: it names moves, they are moves of the game, and each leads to a P-position. Whether
they are true is for the kernel of Rocq to say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bouton.core.stated import Kernel, Values, Winners
from bouton.rocq.alliances import AllianceGame
from bouton.rocq.completion import Definition
from bouton.rocq.digital import DigitalGame, DigitalView
from bouton.rocq.game import BY_CASES, BY_QUOTIENTS, At, Game
from bouton.rocq.solved import FALSE, disjunction, quantified
from bouton.rocq.statement import Statement, comment, definitions, strategic, wrapped
from bouton.rocq.tree import Compared, Holds, Not, Number, Operation, Or, Variable, below, free, text
from bouton.rocq.valued import ValueGame
from bouton.rocq.view import Case, View, by_heaps, cases_of, one_of_cases, opened, views

_BY_DIGITS = ("Z.lxor", "Z.land", "Z.lor")
"""What is made of numbers digit by digit, in base 2."""
_HYPOTHESES = (
    "Ltac given ::= first [Scripts.plainly | lazymatch goal with |- _ = _ => first [eassumption | reflexivity] end]."
)
"""Of two sides that are not known yet a hypothesis is sought before they are taken for the same."""


def proof(about: Statement, witnesses: Sequence[str] = ()) -> Iterator[str]:
    """The lines of the proof; `witnesses` are predicates, each of moves that may win."""
    yield comment("The proof. Nothing below has to be read: Rocq checks it.")
    yield "Require Scripts."
    every = [(case, _views(about, case)) for case in cases_of(about)]
    if about.digits:
        yield "Require Places Explored Least Printed Compiled Reading."
    if isinstance(about.form, Values):
        yield "Require Valued."
    if any(view.in_order for _, each in every for view in each):
        more = " Unlike" if _differs(every) else ""
        yield f"Require Orders{more}."
    heaps, every_one = about.heaps, about.whole.definitions
    several = {one.name for one in every_one if isinstance(one.body, Or)}
    if any((heaps and _some_heap(one, heaps)) or _denies_alternatives(one, several) for one in every_one):
        yield "Require Chosen."
    elif heaps is not None and any(_denied_heap(one, heaps) for one in every_one):
        yield "Require Denied."
    if about.strategy is not None and _follows(about):
        yield "Require Followed."
    if any(sign in text(one.body) for one in about.whole.definitions for sign in _BY_DIGITS):
        yield "Require Binary Digits."
    if any(_named(one) for one in about.whole.definitions):
        yield _HYPOTHESES
    if not isinstance(about.form, Kernel | Values | Winners) and any(map(_multiplies, every_one)):
        divides = any(map(_divides_by_products, every_one))
        yield f"Require {'Cases Quotients Factors Multiples' if divides else 'Factors'}."
    whole = list(_whole(about, every, witnesses))
    if any(BY_QUOTIENTS in line for line in whole):
        yield f"Require Cases Quotients{'' if heaps is None else ' Trimmed'}."
    elif any(BY_CASES in line for line in whole):
        yield "Require Cases."
    yield from whole


def _whole(about: Statement, every: Sequence[tuple[Case, Sequence[View]]], witnesses: Sequence[str]) -> Iterator[str]:
    """The lemmas, and the theorems."""
    yield from definitions(about, about.besides)
    if about.alone:
        yield comment("The positions that the claim speaks of, which no move leaves.")
        yield f"Definition spoken (g : parameters) (p : position) : Prop := legal g p /\\ {about.where} g p."
    for case, each in every:
        for view in each:
            yield from view.lines()
        if isinstance(about.form, Winners):
            yield from AllianceGame(about, each, witnesses).lines()
        elif isinstance(about.form, Values):
            yield from ValueGame(about, each, ()).lines()
        elif isinstance(about.form, Kernel):
            game = (DigitalGame if about.digits else Game)(about, each, witnesses)
            yield from game.lines()
            yield from strategy(about, game)
        else:
            yield from _plain(about, case, each)
    yield from _theorem(about, [case for case, _ in every], "theorem", "proved")
    if about.strategy is not None:
        yield from _theorem(about, [case for case, _ in every], "strategy", "strategy_wins")


def _views(about: Statement, case: Case) -> Sequence[View]:
    return [DigitalView(about, case, None)] if about.digits else views(about, case)


def _named(one: Definition) -> bool:
    """Whether a predicate says something of a name beside a number: the number is known once the name is."""
    sorts = {sort for _, sort in one.arguments}
    return one.again is None and {"Z", "term"} <= sorts


def _differs(every: Sequence[tuple[Case, Sequence[View]]]) -> bool:
    """Whether what is claimed of several heaps in some order says that two numbers differ."""
    forms = (view.solver.form(view.about.pivot) for _, each in every for view in each if view.in_order)
    return any(isinstance(at, Compared) and at.relation == "<>" for form in forms for at in below(form))


def _follows(about: Statement) -> bool:
    """Whether the rules of the strategy name moves by what holds after them."""
    after = {one.name for one in about.whole.definitions if one.signature == ("after", 2)}
    every = (at for one in about.whole.definitions if one.name == about.strategy for at in below(one.body))
    return any(isinstance(at, Holds) and at.name in after for at in every)


def _multiplies(one: Definition) -> bool:
    """Whether unknown numbers are multiplied with one another."""
    products = (at for at in below(one.body) if isinstance(at, Operation) and at.operator == "*")
    return any(all(map(free, (at.left, at.right))) for at in products)


def _divides_by_products(one: Definition) -> bool:
    """Whether it divides by what unknown numbers or parameters are multiplied to."""
    quotients = (at for at in below(one.body) if isinstance(at, Operation) and at.operator in ("/", "\\"))
    products = (at for one in quotients for at in below(one.right) if isinstance(at, Operation) and at.operator == "*")
    return any(not any(isinstance(one, Number) for one in (at.left, at.right)) for at in products)


def _some_heap(one: Definition, heaps: str) -> bool:
    """Whether a rule speaks of some heap, whichever it is: of where that stands it says no more."""
    rules = one.body.parts if isinstance(one.body, Or) else (one.body,)
    for rule in rules:
        every = list(below(rule))
        places = [at.arguments[0] for at in every if isinstance(at, Holds) and at.name == heaps]
        if any(isinstance(place, Variable) and every.count(place) == 1 for place in places):
            return True
    return False


def _denies_alternatives(one: Definition, several: Collection[str]) -> bool:
    """Whether each of its rules says one thing that has alternatives, and denies another: which of them is open."""
    rules = one.body.parts if isinstance(one.body, Or) else ()
    for rule in rules:
        denied = [part.body for part in below(rule) if isinstance(part, Not) and isinstance(part.body, Holds)]
        said = [part for part in below(rule) if isinstance(part, Holds) and part not in denied]
        if not all(any(part.name in several for part in parts) for parts in (said, denied)):
            return False
    return len(rules) > 1


def _denied_heap(one: Definition, heaps: str) -> bool:
    """Whether a rule denies that there is a heap in a place that it leaves open."""
    denied = (at for part in below(one.body) if isinstance(part, Not) for at in below(part.body))
    return any(isinstance(at, Holds) and at.name == heaps and isinstance(at.arguments[0], Variable) for at in denied)


def _theorem(about: Statement, every: Sequence[Case], what: str, called: str) -> Iterator[str]:
    yield f"Theorem {called} : {what}."
    given = (*about.numbers, *about.rules.sets)
    yield f"Proof. intros [{' '.join(f'v_{name}' for name in given)}] p L."
    yield "  assert (A := L). unfold legal, asked in A. cbn in A. pull."
    yield from one_of_cases(given, every)
    tries = " | ".join(f"apply {what}{one.suffix}; exact L" for one in every)
    yield f"  split_all; first [{tries}]."
    yield "Qed."
    yield f"Print Assumptions {called}."


def _plain(about: Statement, case: Case, each: Sequence[View]) -> Iterator[str]:
    for view in each:
        legal = f"legal {view.g} {view.position()}"
        given = f"{about.where} {view.g} {view.position()} -> " if about.where is not None else ""
        iff = f"{about.iff} {view.g} {view.position()}"
        yield f"Lemma holds{view.end}{view.open}{view.bind} : {legal} -> {given}{iff}."
        if isinstance(view, DigitalView):
            yield f"Proof. intros L. {opened(view)}. apply {about.iff}_is{view.end}; [lia ..|]. {view.decide}. Qed."
            continue
        yield f"Proof. intros L{' W0' if given else ''}. {view.known}. {opened(view)}."
        yield f"  first [arith | split_all; first [arith | search ltac:({view.sought})]]."
        yield "Qed."
    one = each[0]
    given = f"{about.where} {one.g} p -> " if about.where is not None else ""
    yield f"Lemma theorem{case.suffix}{one.open} : forall p, legal {one.g} p -> {given}{about.iff} {one.g} p."
    yield f"Proof. intros {one.pattern('v')} L{' W0' if given else ''}."
    yield from by_heaps(each, [f"apply holds{view.end}; assumption" for view in each])
    yield "Qed."


class StrategyScript(Game):
    """The moves that a strategy names, in one case of a game whose lemmas stand before."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game.about, game.each, game.witnesses)
        self.whole, self.move, self.prefix = game, name, "strategy_"

    def at(self, view: View) -> StrategyAt:
        """The strategy at so many heaps."""
        return StrategyAt(self, view)

    def lines(self) -> Iterator[str]:
        """All of them, with the theorem of the case last."""
        for view in self.each:
            yield from self.at(view).moves()
            yield from self.at(view).obligations()
        g, iff = self.g, self.about.pivot
        leads = f"(exists q, moves {g} p q) -> "
        # in misère play a terminal is an N-position, at which moves may be named that are none
        stays, ended = ("T ", leads) if self.about.misere else ("", "")
        lost = f"{self.among} {g} p -> ~ {iff} {g} p -> {ended}"
        lemmas = {
            "named": (
                f"forall p, {self.among} {g} p -> ~ {iff} {g} p -> {leads}exists q, strategy_moves {g} p q",
                "L C T",
            ),
            "good": (
                f"forall p q, {lost}strategy_moves {g} p q -> {iff} {g} q",
                f"q L C {stays}M",
            ),
            "fair": (
                f"forall p M, {lost}{self.move} {g} p M -> {self.whole.move} {g} p M",
                f"M L C {stays}W",
            ),
        }
        for name, (what, rest) in lemmas.items():
            intros = f"{self.each[0].pattern('v')} {rest}"
            yield from self.by_view(name, what, intros, "eapply {0}; eassumption")
        given = "W " if self.about.where is not None else ""
        yield wrapped(f"Lemma strategy{self.end}{self.open} : forall p, legal {g} p -> {strategic(self.about, g)}.")
        yield f"Proof. intros p L {given}N T."
        if self.about.alone:
            yield "  apply (conj L) in W. clear L. rename W into L."
        yield f"  assert (C : ~ {iff} {g} p) by (intro C; apply N, (solved{self.end}{self.free} p L); exact C)."
        yield f"  split; [exact (named{self.end}{self.free} p L C T)|split]."
        yield f"  - intros q S. pose proof (good{self.end}{self.free} p q L C {stays}S) as G. destruct S as [M [A B]]."
        yield f"    apply (solved{self.end}{self.free} q); [|exact G]. apply (closed{self.end}{self.free} p q L)."
        yield f"    exists M. split; [exact (fair{self.end}{self.free} p M L C {stays}A)|exact B]."
        yield f"  - intros M A. exact (fair{self.end}{self.free} p M L C {stays}A)."
        yield "Qed."


class StrategyAt(At):
    """The moves that a strategy names, at so many heaps."""

    game: StrategyScript

    def obligations(self) -> Iterator[str]:
        """Some move is named, those that are named win, and are moves of the game."""
        g, end, iff, view, move = self.g, self.end, self.about.pivot, self.view, self.game.move
        here = view.position()
        lost = f"{self.among} {g} {here} -> ~ {iff} {g} {here} ->"
        whole = At(self.game.whole, view)
        moving = disjunction([whole.moving(shape) for shape in whole.live])
        if quantified(moving):
            yield "Require Named."
        yield wrapped(
            f"Lemma named_at{end}{self.head} : {lost} (exists q, moves {g} {here} q) -> "
            f"exists q, strategy_moves {g} {here} q."
        )
        yield f"Proof. intros L C [q M]. assert ({text(moving)}) as T."
        there = f"{self.opened}; arith"
        if quantified(moving):
            there = f"destruct q as {view.pattern('w')}; {self.opened}; Named.is_there"
        yield f"  {{ {there}. }}"
        yield f"  clear M q. rewrite {iff}_is{end} in C. {self.legal}."
        yield from self._tried(self._found(winning=True, leads=False), stuck=False, left="")
        taken = ""
        if self.about.misere:
            goes = f"(exists q, moves {g} {here} q) ->"
            yield wrapped(f"Lemma moving_at{end}{self.head} : {self.among} {g} {here} -> {goes} {text(moving)}.")
            yield f"Proof. intros L [q M]. {there}. Qed."
            lost, taken = f"{lost} {goes}", f" T. eapply moving_at{end} in T; [|exact L]. intros"
        yield wrapped(f"Lemma good_at{end}{self.head} q : {lost} strategy_moves {g} {here} q -> {iff} {g} q.")
        yield f"Proof. intros L C{taken} M. destruct q as {view.pattern('w')}. rewrite {self.prefix}moves_is{end} in M;"
        yield f"  cbn {view.fields} in M; {self.legal}; split_all; canonical; {self.game.iffs}; arith. Qed."
        yield wrapped(
            f"Lemma fair_at{end}{self.head} M : {lost} {move} {g} {here} M -> {self.game.whole.move} {g} {here} M."
        )
        pattern = " | ".join(" ".join(shape.unknowns) for shape in self.shapes.values())
        yield f"Proof. intros L C{taken} W. rewrite {iff}_is{end} in C. {self.legal}. destruct M as [{pattern}]."
        for name, shape in self.shapes.items():
            yield f"  - rewrite {self.prefix}move_{name}_is{end} in W."
            if shape.guard == FALSE:
                yield "    destruct W."
            else:
                yield f"    rewrite move_{name}_is{end}. first [arith | split_all; first [arith | search idtac]]."
        yield "Qed."


def strategy(about: Statement, game: Game) -> Iterator[str]:
    """The lemmas of the claim's strategy, where it has one."""
    if about.strategy is not None:
        yield from StrategyScript(game, about.strategy).lines()
