"""Families in which heaps come in pairs, and answers that copy a move: told by the form of their rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clingo import Function as Constant
from clingo import Number, Symbol
from clingo.ast import AST, ASTType, Function, SymbolicTerm, Transformer

from bouton.claims.registry import stated
from bouton.core.fresh import Fresh
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Heaps
from bouton.core.spec import Claim
from bouton.core.stated import Family
from bouton.proof.ways.sums.form import Summed
from bouton.reading.syntax import name_of
from bouton.rules.file import Rules
from bouton.rules.forms import alike, names_of, rule_of, variable, with_arguments
from bouton.rules.implied import implies
from bouton.rules.syntax import arguments, defines, is_positive, place, signature, variables

_COUNTED = ("N = #count {{ I : {heap}(I,S) }}", "#count {{ I : {heap}(I,S) }} = N")
_ODD = ("N \\ 2 = 1", "1 = N \\ 2", "N \\ 2 != 0", "N \\ 2 > 0")
_SIZES = ("{heap}(_,S)", "{heap}(J,S)")


def is_paired(claim: Claim, rules: Rules) -> bool:
    """Whether a claim says that positions of a sum of heaps, all in pairs, are P-positions of normal play."""
    states = stated(claim)
    if not isinstance(states, Family) or states.outcome != "P" or states.endless or states.begun:
        return False
    if claim.play != "normal" or len(rules.fluents) != 1 or not isinstance(rules.fluents[0], Heaps):
        return False
    try:
        Summed(rules).more  # noqa: B018 (which says whether the game is the sum of its heaps)
    except Unreadable:
        return False
    return any(implies(rules, states.name, broken, denies=True) for broken, _ in _unpaired(rules))


def all_pairs(rules: Rules, family: str) -> bool:
    """Whether a family is where each size of heap occurs an even number of times, and nowhere else."""
    return any(broken == Summed(rules).none(family) and only for broken, only in _unpaired(rules))


def _unpaired(rules: Rules) -> Iterator[tuple[str, bool]]:
    """The predicates that hold wherever some size occurs an odd number of times, and whether nowhere else."""
    for name in sorted(name for name, arity in rules.defined if not arity):
        odd = [_is_unpaired(rules, rule) for rule in rules.statements if defines(rule) == (name, 0)]
        if any(odd):
            yield name, all(odd)


def _is_unpaired(rules: Rules, rule: AST) -> bool:
    """Whether a rule holds wherever some size occurs an odd number of times, and nowhere else.

    In pairs of neighbours no size does: so it holds, too, where one of them is not followed by its like.
    """
    forms = [f"p :- {one}, {two}, {three}." for one in _SIZES for two in _COUNTED for three in _ODD]
    if _has_form(rule, rules, *forms, "p :- {heap}(I,S), I \\ 2 = 1, not {heap}(I+1,S)."):
        return True
    for name in filter(None, (signature(literal) for literal in rule.body if is_positive(literal))):
        beneath = [one for one in rules.statements if defines(one) == name]
        if len(beneath) != 1:
            continue
        forms = [f"p :- {name[0]}({one},N), {odd}." for one in "_S" for odd in _ODD]
        if name[1] == 2 and _has_form(rule, rules, *forms):
            listed = [f"{name[0]}(S,N) :- {one}, {two}." for one in _SIZES for two in _COUNTED]
            return _has_form(beneath[0], rules, *listed, headed=True)
        if name[1] == 1 and _has_form(rule, rules, f"p :- {name[0]}(_).", f"p :- {name[0]}(S)."):
            listed = [f"{name[0]}(S) :- {one}, {two}, {odd}." for one in _SIZES for two in _COUNTED for odd in _ODD]
            return _has_form(beneath[0], rules, *listed, headed=True)
    return False


def _has_form(rule: AST, rules: Rules, *forms: str, headed: bool = False) -> bool:
    """Whether the rule is of one of the forms, its literals in any order; by its body alone unless it is `headed`."""
    for form in forms:
        wanted = rule_of(form.format(heap=rules.fluents[0].name))
        head = [wanted.head] if headed else []
        for body in itertools.permutations(rule.body) if len(rule.body) == len(wanted.body) else ():
            if alike([*([rule.head] if headed else []), *body], [*head, *wanted.body]):
                return True
    return False


@dataclass(frozen=True)
class Copies:
    """Answers to moves, said of one heap: `reply(M, at(A,J))`, where J is the place of the heap in which A is made.

    M and A are called as where their heap is alone. What the rules say of the place of M's heap, and of how many heaps
    there are, is said of the constants `index` and `heaps`.
    """

    rules: Rules
    at: str
    index: str
    heaps: str
    places: Mapping[tuple[str, int], Sequence[int]]

    def of_one(self, move: Symbol) -> tuple[str, int]:
        """A move of several heaps as it is called where its heap is alone, and the place of that heap."""
        parts, (where,) = [*move.arguments], self.places[move.name, len(move.arguments)]
        at, parts[where] = parts[where].number, Number(1)
        return str(Constant(move.name, parts)), at


def copies(rules: Rules, reply: str) -> Copies:
    """The answers that a predicate names; Unreadable where a rule of it is no rule on a move of one heap."""
    summed, fresh = Summed(rules), Fresh(names_of(rules))
    made = Copies(rules, fresh.name("_at"), fresh.name("_index"), fresh.name("_heaps"), summed.places)
    if getattr(rules.fluents[0], "order", "") != "ascending":
        raise Unreadable("answers for any number of heaps are read where these are in ascending order")
    new = {id(rule): _of_one(rule, summed, made) for rule in rules.statements if defines(rule) == (reply, 2)}

    def put(those: Iterable[AST]) -> tuple[AST, ...]:
        return tuple(new.get(id(one), one) for one in those)

    parameters = (*rules.parameters, made.index, made.heaps)
    strata = tuple(map(put, rules.strata))
    return replace(made, rules=replace(rules, statements=put(rules.statements), strata=strata, parameters=parameters))


def _of_one(rule: AST, summed: Summed, made: Copies) -> AST:
    """A rule for answers as one about one heap."""
    move, answer = arguments(rule.head)
    if not answer.ast_type == move.ast_type == ASTType.Function:
        raise Unreadable("the move and its answer are to be named, as in copy(take(I,D), take(J,D))", *place(rule))
    where = summed.places.get((answer.name, len(answer.arguments)), [])
    itself = [one for one in rule.body if summed.is_move(one, move)]
    counting = [one for one in rule.body if is_positive(one) and summed.counts_heaps(signature(one) or ("", 0))]
    compared = [one for one in rule.body if getattr(one.atom, "ast_type", None) == ASTType.Comparison]
    index = summed.index(rule, move, *itself, *counting, *compared)
    names = {name_of(arguments(one)[0]) for one in counting}
    rest = [one for one in rule.body if one not in (*counting, *compared)]
    if not where or None in names or index in names or any(variables(one) & names for one in (move, *rest)):
        raise Unreadable(f"{answer} is no answer that is read from the heap of the move alone", *place(rule))
    change = _Constants({index: made.index, **dict.fromkeys(map(str, names), made.heaps)})
    parts = [change.visit(one) for one in answer.arguments]
    told, parts[where[0]] = parts[where[0]], variable(index, rule)
    named = Function(answer.location, made.at, [answer.update(arguments=parts), told], 0)
    body = [change.visit(one) if one in compared else one for one in rule.body if one not in counting]
    return rule.update(head=with_arguments(rule.head, [move, named]), body=body)


class _Constants(Transformer):
    """Puts constants in place of variables."""

    def __init__(self, constants: Mapping[str, str]) -> None:
        self.constants = constants

    def visit_Variable(self, node: AST) -> AST:
        called = self.constants.get(node.name)
        return node if called is None else SymbolicTerm(node.location, Constant(called, []))
