"""Families in which heaps come in pairs, and answers that copy a move: told by the form of their rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clingo import Function as Constant
from clingo import Number, Symbol
from clingo.ast import AST, ASTType, Function, SymbolicTerm

from bouton.claims.registry import stated
from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Heaps
from bouton.core.spec import Claim
from bouton.core.stated import Family
from bouton.proof.ways.sums.form import Summed, put_in
from bouton.reading.syntax import name_of
from bouton.rules.depend import implies
from bouton.rules.file import Rules
from bouton.rules.syntax import (
    arguments,
    defines,
    has_form,
    is_comparison,
    is_positive,
    names_of,
    place,
    put,
    signature,
    variable,
    variables,
    with_arguments,
)

_ODD = ("N \\ 2 = 1", "1 = N \\ 2", "N \\ 2 != 0", "N \\ 2 > 0")


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
    heap = rules.fluents[0].name
    count, some = f"#count {{ I : {heap}(I,S) }}", (f"{heap}(_,S)", f"{heap}(J,S)")
    counted = [f"{one}, {two}" for one in some for two in (f"N = {count}", f"{count} = N")]
    forms = (f"p :- {one}, {odd}." for one in counted for odd in _ODD)
    if has_form(rule, *forms, f"p :- {heap}(I,S), I \\ 2 = 1, not {heap}(I+1,S).", headed=False):
        return True
    for name, arity in filter(None, (signature(literal) for literal in rule.body if is_positive(literal))):
        beneath = [one for one in rules.statements if defines(one) == (name, arity)]
        if len(beneath) != 1:
            continue
        times = (f"p :- {name}({one},N), {odd}." for one in "_S" for odd in _ODD)
        if arity == 2 and has_form(rule, *times, headed=False):
            return has_form(beneath[0], *(f"{name}(S,N) :- {one}." for one in counted))
        if arity == 1 and has_form(rule, *(f"p :- {name}({one})." for one in "_S"), headed=False):
            return has_form(beneath[0], *(f"{name}(S) :- {one}, {odd}." for one in counted for odd in _ODD))
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
    new = {id(rule): [_of_one(rule, summed, made)] for rule in rules.statements if defines(rule) == (reply, 2)}
    return replace(made, rules=put_in(rules, new, made.index, made.heaps))


def _of_one(rule: AST, summed: Summed, made: Copies) -> AST:
    """A rule for answers as one about one heap."""
    move, answer = arguments(rule.head)
    if not answer.ast_type == move.ast_type == ASTType.Function:
        raise Unreadable("the move and its answer are to be named, as in copy(take(I,D), take(J,D))", *place(rule))
    where = summed.places.get((answer.name, len(answer.arguments)), [])
    itself = [one for one in rule.body if summed.is_move(one, move)]
    counting = [one for one in rule.body if is_positive(one) and summed.counts_heaps(signature(one) or ("", 0))]
    compared = [one for one in rule.body if is_comparison(one)]
    index = summed.index(rule, move, *itself, *counting, *compared)
    names = {name_of(arguments(one)[0]) for one in counting}
    rest = [one for one in rule.body if one not in (*counting, *compared)]
    if not where or None in names or index in names or any(variables(one) & names for one in (move, *rest)):
        raise Unreadable(f"{answer} is no answer that is read from the heap of the move alone", *place(rule))
    called = {index: made.index, **dict.fromkeys(map(str, names), made.heaps)}
    constants = {one: SymbolicTerm(rule.location, Constant(name, [])) for one, name in called.items()}
    parts = [put(one, constants) for one in answer.arguments]
    told, parts[where[0]] = parts[where[0]], variable(index, rule)
    named = Function(answer.location, made.at, [answer.update(arguments=parts), told], 0)
    body = [put(one, constants) if one in compared else one for one in rule.body if one not in counting]
    return rule.update(head=with_arguments(rule.head, [move, named]), body=body)
