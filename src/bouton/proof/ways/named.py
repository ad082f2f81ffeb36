"""A claim about values of positions that rules name, as one about rules alone: by the formula of another claim.

Where `at(above, pile(N+k))` names a position of the game, and a proved claim says that `value(V)` is the value of
every position, the rules of that claim are copied with the named position in place of the own one, and what the copy
derives is `value(above,V)`. That a name is no position to which the proved claim speaks, at some position of the range,
is said by one more predicate, and it is proved with the claim that this holds nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from clingo.ast import AST, ASTType, Transformer

from bouton.claims.parts import lemma_part
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.fresh import Fresh
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Heaps
from bouton.core.proof import Need, claim_part, rests_on
from bouton.core.ranges import Interval
from bouton.core.spec import Claim, ParameterRange, ProofRange, Spec
from bouton.core.stated import Kernel, Values
from bouton.document.entries import Everywhere
from bouton.proof.attempt import Attempt, located
from bouton.proof.setting import every_set, with_range
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import mirrored
from bouton.rules.named import AT, OUTCOME, VALUE, asking, asks, name_of, numbers_of, resting, spoken
from bouton.rules.read import more
from bouton.rules.syntax import arguments, atoms, constant, defines, place


def formulas(spec: Spec, claim: Claim, rules: Rules) -> Iterator[Claim]:
    """The claims of a spec that may say what values, or outcomes, the claim asks for."""
    told = resting(rules, _predicates(claim))
    for other in spec.claims:
        says = isinstance(stated(other), Values) or (isinstance(stated(other), Kernel) and VALUE not in told)
        fits = says and other.play == claim.play and other.expect.verdict != "refuted"
        fits = fits and (other.where is None or (other.where == claim.where and other.legal is None))
        fits = fits and (other.where, 0) not in rules.dependent  # one that parameters decide holds of all or none
        if fits and other.iff is not None and not resting(rules, {(other.iff, _arity(other))}):
            yield other


def by_formula(claim: Claim, rules: Rules, other: Claim) -> tuple[Claim, Rules]:
    """The claim, and the rules it is then about, where `other` says the values; Unreadable where that cannot be.

    Both claims have the range of a proof.
    """
    assert claim.prove is not None
    assert other.prove is not None
    numbers = numbers_of(rules)
    for atom in asking(rules, _predicates(claim)):
        term = arguments(atom)[0]
        if constant(term) is None or constant(term) in numbers:
            raise Unreadable(f"{term} is no name alone", *place(term))
    names = spoken(rules, _predicates(claim)) or ()
    if claim.others:
        raise Unreadable("no formula is known for the values of another game")
    _same_parameters(claim.prove, other.prove)
    made = _Made(rules, other, other.prove, Fresh({name for name, _ in _signatures(rules)}))
    lines = list[str]() if claim.agreement is None else list(claim.agreement.rules)
    bad = [made.name("misnamed", name) for name in sorted(names)]
    for name, misnamed in zip(sorted(names), bad, strict=True):
        lines += made.of(name, misnamed)
    right = made.fresh.name(f"{claim.iff}_and_named")
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
    """By each claim that may say what values, or outcomes, there are."""
    for other in formulas(goal.spec, goal.claim, goal.game):
        try:
            restated = by_formula(goal.claim, goal.game, with_range(other))
        except Unreadable as error:
            yield Unreadable(f"with the values of {other.id}: {located(goal.game, error)}")
            continue
        yield ReadWhole([Need(lemma_part(other.id))], partial(_told, goal, other, *restated), restated=restated)


def _told(goal: Whole, other: Claim, claim: Claim, rules: Rules) -> Iterator[Told | Attempt]:
    """The proof of the formula, and the one of what it makes of the claim.

    What is refuted is one of both claims together, so that positions near by are to be looked at.
    """
    proof, reason = goal.proofs.attempt(other).proof, f"with the values of {other.id}"
    if proof.verdict != "proved":
        raise Unreadable(f"it rests on the values of {other.id}, which is not proved")
    found = goal.proofs.under(rules, claim)
    if found.proof.verdict == "refuted":
        said = f"{reason}, or that a name is a position of which {other.id} speaks: {found.proof.reason}"
        yield replace(found, proof=replace(found.proof, reason=said), supposed=True, certified=False)
    elif found.proof.verdict != "proved":
        raise Unreadable(f"{reason}: {found.proof.reason}")
    step = rests_on(other.id, proof, lemma_part(other.id), claim_part(other.id))
    yield Told([step], [found.proof], cites=proof.cites, reason=reason)


NAMED = WholeWay(
    Described(
        "with the values that another claim says",
        "Where a proved formula gives the value of every position, it gives that of each position that is named.",
        (),
        "what-proved-rests-on.md#the-parts",
    ),
    lambda goal: asks(goal.claim, goal.game) and not every_set(goal.claim),
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
    for here, there in zip(own.parameters, other.parameters, strict=True):
        wide = here.name in other.unbounded or here.name not in own.unbounded
        same = (here.interval, here.sets, here.subsets) == (there.interval, there.sets, there.subsets)
        if not (same and wide) and not (here.name not in own.unbounded and _fewer(here, there)):
            raise Unreadable(f"its range of {here.name} is another one")


def _fewer(here: ParameterRange, there: ParameterRange) -> bool:
    """Whether all values of one range are in another, where neither depends on other parameters."""
    parts = [one for each in (here, there) for one in (each.interval, *(each.subsets or ())) if one is not None]
    return not any(one.names for one in parts) and set(here.values({})) <= set(there.values({}))


class _Renamed(Transformer):
    """Gives predicates other names."""

    def __init__(self, names: dict[Signature, str]) -> None:
        self.names = names

    def visit_SymbolicAtom(self, node: AST) -> AST:
        one = (node.symbol.name, len(node.symbol.arguments))
        return node.update(symbol=node.symbol.update(name=self.names[one])) if one in self.names else node


@dataclass(frozen=True)
class _Made:
    """Makes rules that say what is so of a named position, by those of a claim that says it of every position."""

    rules: Rules
    other: Claim
    prove: ProofRange
    fresh: Fresh

    def name(self, stem: str, of: str) -> str:
        """A new name."""
        return self.fresh.name(f"{stem}_{of}")

    def of(self, name: str, misnamed: str) -> Iterator[str]:
        """The rules for one name; Unreadable where they do not say which position it is, in terms that are read."""
        rules = [rule for rule in self.rules.statements if defines(rule) == AT and self._may_name(rule, name)]
        some = self.name("some", name)
        fluents = {one.name: self.name(one.name, name) for one in self.rules.fluents}
        for rule in rules:
            yield f"{some}{_body(rule.body)}."
        yield from self._fluents(name, rules, fluents, some, misnamed)
        assert self.other.iff is not None
        formula = (self.other.iff, _arity(self.other))
        kept = closure({formula}, self.rules.statements)
        arities = {one.name: 2 if isinstance(one, Heaps) else 1 for one in self.rules.fluents}
        renamed = {(one, arities[one]): new for one, new in fluents.items()}
        for one in sorted(kept & self.rules.dependent & self.rules.defined):
            renamed[one] = self.name(one[0], name)
        for rule in self.rules.statements:
            if defines(rule) in renamed:
                yield str(_Renamed(renamed).visit(rule))
        value, arity = renamed.get(formula, formula[0]), formula[1]
        if VALUE in self.rules.told and arity:
            yield f"value({name},V) :- {value}(V); {some}."
        if OUTCOME in self.rules.told:
            yield f"outcome({name},p) :- {some}; {value}{'(0)' if arity else ''}."
            yield f"outcome({name},n) :- {some}; " + (f"{value}(V); V != 0." if arity else f"not {value}.")

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
        for one in self.rules.fluents:
            new, indexed = fluents[one.name], self.name("place", name)
            for rule in rules:
                fluent = arguments(rule.head)[1]
                if fluent.ast_type != ASTType.Function:
                    raise Unreadable(f"{fluent} is not written as a fluent", *place(fluent))
                if fluent.name != one.name:
                    continue
                *index, value = map(str, fluent.arguments)
                if index:
                    yield f"{new}(1,{value}){_body(rule.body, f'{value} >= 1')}."
                    yield f"{indexed}({index[0]}){_body(rule.body, f'{value} >= 1')}."
                    yield f"{misnamed}{_body(rule.body, f'{value} < 0')}."
                else:
                    yield f"{new}({value}){_body(rule.body)}."
            if isinstance(one, Heaps):
                counts = self.prove.counts[one.name]
                every = f"{one.name}.count" in self.prove.unbounded and not counts.low.names
                if not every and (counts.names or not {0, 1} <= set(counts.at({}))):
                    raise Unreadable(f"{self.other.id} is not about no heap and one, `heap: {{count: 0..1}}`")
                if every and counts.low.value({}) > 0:
                    raise Unreadable(f"{self.other.id} is not about no heap")
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


def _body(body: Collection[AST], *also: str) -> str:
    said = "; ".join([*map(str, body), *also])
    return f" :- {said}" if said else ""
