"""A claim about values of positions that rules name, as one about rules alone: by the formula of another claim.

Where `at(above, pile(N+k))` names a position of the game, and a proved claim says that `value(V)` is the value of
every position, the rules of that claim are copied with the named position in place of the own one, and what the copy
derives is `value(above,V)`. That a name is no position to which the proved claim speaks, at some position of the range,
is said by one more predicate, and it is proved with the claim that this holds nowhere. Where a claim states a period,
the values before it make a formula, and are claimed, and proved, with the period. Of positions of another game claims
of its own spec say what they are; their predicates are copied under new names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import product
from pathlib import Path
from types import MappingProxyType

from clingo import Number
from clingo.ast import AST, ASTType

from bouton.claims.parts import lemma_part
from bouton.claims.registry import stated
from bouton.claims.subject import rules_of
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Heaps
from bouton.core.proof import Need, Proof, claim_part, rests_on
from bouton.core.ranges import Interval
from bouton.core.spec import Claim, ParameterRange, ProofRange, Spec
from bouton.core.stated import Kernel, Values
from bouton.document.entries import Everywhere
from bouton.document.other import alone
from bouton.proof.attempt import Attempt, located
from bouton.proof.setting import every_set, with_range
from bouton.proof.ways.periods.by_formula import as_values, says_period
from bouton.proof.ways.sums.added import adds
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import mirrored
from bouton.rules.named import AT, OUTCOME, VALUE, asking, asks, name_of, numbers_of, of_all_heaps, resting, spoken
from bouton.rules.read import more
from bouton.rules.syntax import arguments, atoms, constant, defines, place, rewritten


@dataclass(frozen=True)
class Says:
    """A claim that gives the value, or the outcome, of every position, in place of what rules ask of named positions.

    `of` is the id of the claim whose proof shows it, which `shown` tries; `lemma` is what it is called among the lemmas
    of a proof that rests on it.
    """

    claim: Claim
    rules: Rules
    lemma: str
    of: str
    shown: Callable[[], Attempt]
    foreign: bool = False
    """Whether it is about another game, whose predicates are not those of the rules."""
    fixed: Mapping[str, object] = field(default_factory=dict)
    """The one value that each parameter of another game has, where it has one."""


def formulas(spec: Spec, claim: Claim, rules: Rules, of: tuple[Spec, Rules] | None = None) -> Iterator[Claim]:
    """The claims of a spec that may say what the claim asks for, values or outcomes: of its game, or `of` another."""
    told = resting(rules, _predicates(claim))
    game, theirs = of or (spec, rules)
    for other in game.claims:
        says = isinstance(stated(other), Values) or (isinstance(stated(other), Kernel) and VALUE not in told)
        fits = says and other.play == claim.play and other.expect.verdict != "refuted"
        fits = fits and (other.where is None or (not of and other.where == claim.where and other.legal is None))
        fits = fits and (other.where, 0) not in theirs.dependent  # one that parameters decide holds of all or none
        if fits and other.iff is not None and not resting(theirs, {(other.iff, _arity(other))}):
            yield other


def known(goal: Whole, of: Spec) -> Iterator[Says | Unreadable]:
    """What may say the values of a game: formulas of its claims, and the periods that these state."""
    foreign = of is not goal.spec
    rules = rules_of(of) if foreign else goal.game
    fixed = {one.name: alone(one) for one in of.box.parameters} if foreign else {}
    if of.legal is not None and foreign:
        yield Unreadable(f"not all positions of {Path(of.file).name} exist")
        return

    def name(one: Claim) -> str:
        return f"{one.id} of {Path(of.file).name}" if foreign else one.id

    for other in formulas(goal.spec, goal.claim, goal.game, (of, rules) if foreign else None):
        yield Says(with_range(other), rules, name(other), other.id, partial(_shown, goal, of, other), foreign, fixed)
    for other in of.claims if goal.claim.play == "normal" else ():
        if says_period(of, other):
            try:
                listed, valued, more_rules = as_values(of, other, rules, goal.asked.limits)
            except Unreadable as error:
                yield Unreadable(f"with the period of {name(other)}: {error.reason}")
                continue
            shown = partial(_shown, goal, of, listed, stands=False)
            yield Says(valued, more_rules, name(other), other.id, shown, foreign, fixed)


def _shown(goal: Whole, of: Spec, claim: Claim, *, stands: bool = True) -> Attempt:
    """The end of the proof of a claim that `stands` in the spec of a game, or was made of one that does."""
    proofs = goal.proofs if of is goal.spec else goal.proofs.of(of)
    return proofs.attempt(claim) if stands else proofs.direct(claim)


def by_formula(
    claim: Claim, rules: Rules, other: Says | Claim, games: Mapping[str, Says] = MappingProxyType({})
) -> tuple[Claim, Rules]:
    """The claim, and the rules it is then about, where `other` says the values; Unreadable where that cannot be.

    Those of positions of other `games` are said by others, by the names of the positions. All have a range.
    """
    assert claim.prove is not None
    if isinstance(other, Claim):
        other = Says(other, rules, other.id, other.id, lambda: Attempt(Proof("unknown")))
    numbers = numbers_of(rules)
    for atom in asking(rules, _predicates(claim)):
        term = arguments(atom)[0]
        if constant(term) is None or constant(term) in numbers:
            raise Unreadable(f"{term} is no name alone", *place(term))
    names = spoken(rules, _predicates(claim)) or ()
    fresh = Fresh({name for name, _ in _signatures(rules)})
    of = {name: _Made(rules, games.get(name, other), fresh) for name in names}
    for one in of.values():
        one.fits(claim.prove)
    lines = list[str]() if claim.agreement is None else list(claim.agreement.rules)
    bad = [made.name("misnamed", name) for name, made in sorted(of.items())]
    for (name, made), misnamed in zip(sorted(of.items()), bad, strict=True):
        lines += made.of(name, misnamed)
    right = fresh.name(f"{claim.iff}_and_named")
    known = "".join(f"; not {one}" for one in bad)
    lines.append(f"{right} :- {claim.iff}{known}.")
    where = claim.where
    if where is not None and resting(rules, {(where, 0)}):  # what it says is known of positions alone
        lines.append(f"{right} :- not {where}{known}.")
        where = None
    keys = {"iff": right, "same": None, "where": where, "other": None}
    said = claim.by(Everywhere).model_copy(update=keys)
    return replace(claim, said=said, agreement=None, others=()), more(rules, lines, claim.place)


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """By each claim, of each game, that may say what values, or outcomes, there are."""
    named = dict(zip(goal.claim.by(Everywhere).other or (), goal.claim.others, strict=True))
    own = (spoken(goal.game, _predicates(goal.claim)) or {""}) - named.keys()
    games = [*([goal.spec] if own else []), *named.values()]
    for chosen in product(*(list(known(goal, one)) for one in games)):
        lacking = [one for one in chosen if isinstance(one, Unreadable)]
        said = [one for one in chosen if isinstance(one, Says)]
        if lacking:
            yield lacking[0]
            continue
        lemmas = " and of ".join(dict.fromkeys(one.lemma for one in said))
        theirs = dict(zip(named, said[-len(named) :] if named else (), strict=True))
        try:
            restated = by_formula(goal.claim, goal.game, said[0], theirs)
        except Unreadable as error:
            yield Unreadable(f"with the values of {lemmas}: {located(goal.game, error)}")
            continue
        needs = [Need(lemma_part(one)) for one in dict.fromkeys(one.lemma for one in said)]
        yield ReadWhole(needs, partial(_told, goal, said, lemmas, *restated), restated=restated)


def _told(goal: Whole, said: Sequence[Says], lemmas: str, claim: Claim, rules: Rules) -> Iterator[Told | Attempt]:
    """The proofs of the formulas, and the one of what they make of the claim.

    What is refuted is one of all claims together, so that positions near by are to be looked at.
    """
    steps, cites, reason = {}, dict[str, None](), f"with the values of {lemmas}"
    for one in said:
        proof = one.shown().proof
        if proof.verdict != "proved":
            raise Unreadable(f"it rests on the values of {one.lemma}, which is not proved")
        steps[one.lemma] = rests_on(one.lemma, proof, lemma_part(one.lemma), claim_part(one.of))
        cites |= dict.fromkeys(proof.cites)
    found = goal.proofs.under(rules, claim)
    if found.proof.verdict == "refuted":
        why = f"{reason}, or that a name is a position of which {lemmas} speaks: {found.proof.reason}"
        yield replace(found, proof=replace(found.proof, reason=why), supposed=True, certified=False)
    elif found.proof.verdict != "proved":
        raise Unreadable(f"{reason}: {found.proof.reason}")
    yield Told([*steps.values()], [found.proof], cites=tuple(cites), reason=reason)


NAMED = WholeWay(
    Described(
        "with the values that another claim says",
        "Where a proved formula gives the value of every position, it gives that of each position that is named.",
        (),
        "what-proved-rests-on.md#the-parts",
    ),
    lambda goal: asks(goal.claim, goal.game) and not (every_set(goal.claim) or adds(goal.claim, goal.game)),
    _read,
    nothing="no other claim of the spec says what values the named positions have, or outcomes",
)
"""The way to prove a claim about values of positions that rules name."""


def _predicates(claim: Claim) -> set[Signature]:
    return {(one, 0) for one in (claim.iff, claim.where) if one is not None}


def _arity(claim: Claim) -> int:
    return 1 if isinstance(stated(claim), Values) else 0


def _signatures(rules: Rules) -> frozenset[Signature]:
    spoken_of = {(one.symbol.name, 0) for rule in rules.statements for one in atoms(mirrored(rule))}
    given = {(one.name, 0) for one in rules.fluents} | {(one.lower(), 0) for one in rules.sets}
    return rules.defined | rules.told | spoken_of | given | {(one, 0) for one in rules.parameters}


def _same_parameters(own: ProofRange, other: ProofRange) -> None:
    """Unreadable where the other claim is not proved for all parameters of this one."""
    mine = {one.name: one for one in own.parameters}
    for there in other.parameters:
        here = mine.get(there.name)
        if here is None:
            continue  # one of another game, which has one value
        wide = here.name in other.unbounded or here.name not in own.unbounded
        same = (here.interval, here.sets, here.subsets) == (there.interval, there.sets, there.subsets)
        if not (same and wide) and not (here.name not in own.unbounded and _fewer(here, there)):
            raise Unreadable(f"its range of {here.name} is another one")


def _fewer(here: ParameterRange, there: ParameterRange) -> bool:
    """Whether all values of one range are in another, where neither depends on other parameters."""
    parts = [one for each in (here, there) for one in (each.interval, *(each.subsets or ())) if one is not None]
    return not any(one.names for one in parts) and set(here.values({})) <= set(there.values({}))


def _renamed(names: dict[Signature, str], numbers: Mapping[str, int], node: AST) -> AST | None:
    """A predicate under another name, or a number in place of a constant of its."""
    if node.ast_type == ASTType.SymbolicTerm:
        value = numbers.get(constant(node) or "")
        return None if value is None else node.update(symbol=Number(value))
    if node.ast_type != ASTType.SymbolicAtom:
        return None
    own, terms = node.symbol, [rewritten(one, partial(_renamed, names, numbers)) for one in node.symbol.arguments]
    name = names.get((own.name, len(terms)), own.name)
    return node.update(symbol=own.update(name=name, arguments=terms))


@dataclass(frozen=True)
class _Made:
    """Makes rules that say what is so of a named position, by those of a claim that says it of every position."""

    rules: Rules
    said: Says
    fresh: Fresh

    @property
    def prove(self) -> ProofRange:
        """The range of the claim."""
        assert self.said.claim.prove is not None
        return self.said.claim.prove

    def fits(self, own: ProofRange) -> None:
        """Unreadable where the claim does not speak of all parameters of a range, or in terms that are not given."""
        _same_parameters(own, self.prove)
        here = {one.name for one in own.parameters}
        for one in (one for one in self.prove.parameters if self.said.foreign and one.name not in here):
            value = self.said.fixed.get(one.name)
            try:
                about = one.name in self.prove.unbounded or value in set(one.values({}))
            except KeyError:  # it depends on another parameter
                about = False
            if value is None or not about:
                raise Unreadable(f"{self.said.lemma} is not about {one.name} = {value}, the value in its game")
            if one.is_set and (one.name.lower(), 1) in self._kept:
                raise Unreadable(f"{self.said.lemma} speaks of {one.name}, a set that is no parameter here")

    def name(self, stem: str, of: str) -> str:
        """A new name."""
        return self.fresh.name(f"{stem}_{of}")

    @cached_property
    def _formula(self) -> Signature:
        assert self.said.claim.iff is not None
        return self.said.claim.iff, _arity(self.said.claim)

    @cached_property
    def _kept(self) -> frozenset[Signature]:
        return closure({self._formula}, self.said.rules.statements)

    def of(self, name: str, misnamed: str) -> Iterator[str]:
        """The rules for one name; Unreadable where they do not say which position it is, in terms that are read."""
        rules = [rule for rule in self.rules.statements if defines(rule) == AT and self._may_name(rule, name)]
        some, theirs, formula = self.name("some", name), self.said.rules, self._formula
        fluents = {one.name: self.name(one.name, name) for one in theirs.fluents}
        for rule in rules:
            yield f"{some}{body_of(rule.body)}."
        if name in of_all_heaps(self.rules):
            yield f"{some}."
        yield from self._fluents(name, rules, fluents, some, misnamed)
        arities = {one.name: 2 if isinstance(one, Heaps) else 1 for one in theirs.fluents}
        renamed = {(one, arities[one]): new for one, new in fluents.items()}
        own = frozenset() if self.said.foreign else self.rules.defined - theirs.dependent
        for one in sorted(self._kept & theirs.defined - own):
            renamed[one] = self.name(one[0], name)
        numbers = self._numbers()
        for rule in theirs.statements:
            if defines(rule) in renamed:
                yield str(rewritten(rule, partial(_renamed, renamed, numbers)))
        value, arity = renamed.get(formula, formula[0]), formula[1]
        if arity:
            valued = self.name("valued", name)
            yield f"{valued} :- {value}(V)."
            yield f"{misnamed} :- {some}; not {valued}."
        if VALUE in self.rules.told and arity:
            yield f"value({name},V) :- {value}(V); {some}."
        if OUTCOME in self.rules.told:
            yield f"outcome({name},p) :- {some}; {value}{'(0)' if arity else ''}."
            yield f"outcome({name},n) :- {some}; " + (f"{value}(V); V != 0." if arity else f"not {value}.")

    def _numbers(self) -> dict[str, int]:
        """The numbers that constants of another game stand for, and parameters of one value that are none here."""
        if not self.said.foreign:
            return {}
        here = {*self.rules.parameters}
        found = {name: one for name, one in self.said.fixed.items() if name not in here and isinstance(one, int)}
        return dict(self.said.rules.constants) | found

    def _may_name(self, rule: AST, name: str) -> bool:
        """Whether a rule for `at` is about the name; Unreadable where that depends on numbers."""
        term = arguments(mirrored(rule).head)[0]
        if name_of(term, numbers_of(self.rules)) is None:
            raise Unreadable(f"{term} may be any name", *place(term))
        return constant(term) == name

    def _fluents(
        self, name: str, rules: Sequence[AST], fluents: dict[str, str], some: str, misnamed: str
    ) -> Iterator[str]:
        """What each fluent is there, and that it has not one value, or one of which the other claim does not speak."""
        for one in self.said.rules.fluents:
            new, indexed = fluents[one.name], self.name("place", name)
            for rule in rules:
                fluent = arguments(rule.head)[1]
                if fluent.ast_type != ASTType.Function:
                    raise Unreadable(f"{fluent} is not written as a fluent", *place(fluent))
                if fluent.name != one.name:
                    continue
                *index, value = map(str, fluent.arguments)
                if index:
                    yield f"{new}(1,{value}){body_of(rule.body, f'{value} >= 1')}."
                    yield f"{indexed}({index[0]}){body_of(rule.body, f'{value} >= 1')}."
                    yield f"{misnamed}{body_of(rule.body, f'{value} < 0')}."
                else:
                    yield f"{new}({value}){body_of(rule.body)}."
            if isinstance(one, Heaps):
                counts = self.prove.counts[one.name]
                every = f"{one.name}.count" in self.prove.unbounded and not counts.low.names
                if not every and (counts.names or not {0, 1} <= set(counts.at({}))):
                    raise Unreadable(f"{self.said.of} is not about no heap and one, `heap: {{count: 0..1}}`")
                if every and counts.low.value({}) > 0:
                    raise Unreadable(f"{self.said.of} is not about no heap")
                yield f"{misnamed} :- {new}(1,X); {new}(1,Y); X < Y."
                yield f"{misnamed} :- {indexed}(X); {indexed}(Y); X < Y."
                yield f"{indexed}(0) :- 0 = 1."
            else:
                has = self.name("has", name)
                yield f"{has} :- {new}(X)."
                yield f"{misnamed} :- {some}; not {has}."
                yield f"{misnamed} :- {new}(X); {new}(Y); X < Y."
                yield from self._beyond(new, misnamed, self.prove.counters[one.name], one.name)

    def _beyond(self, new: str, misnamed: str, allowed: Interval, name: str) -> Iterator[str]:
        yield f"{misnamed} :- {new}(X); X < {allowed.low.text}."
        if name not in self.prove.unbounded:
            yield f"{misnamed} :- {new}(X); X > {allowed.high.text}."


def body_of(body: Collection[AST], *also: str) -> str:
    """The body of a rule as text, with more literals."""
    said = "; ".join([*map(str, body), *also])
    return f" :- {said}" if said else ""
