"""The effects of a list of heaps: what its first element does, and what the list before it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clingo.ast import ASTType, Sign

from bouton.core.logic.terms import Unreadable
from bouton.reading.syntax import Rule, Syntax
from bouton.rules.file import Signature

AFTER = ("after", 2)
_FORM = (
    "expected after({0}(I,T,L), {1}(I,T)) and after({0}(I,T,L), F) :- after(L,F), where {0}(I,T,L) is one of its lists"
)


@dataclass(frozen=True)
class Inherited:
    """Each element `function(place, size, list)` of a list that `source` derives sets its heap to its size."""

    function: str
    source: Signature


def inherited(
    rules: Sequence[Rule], functions: Mapping[Signature, str], heaps: str
) -> tuple[frozenset[Inherited], tuple[Rule, ...]]:
    """Which lists have the effects of all their elements, and the rules that say something else.

    These are the lists of the predicates given with their functions. The rules are, but for names:

        after(f(I,T,L), heap(I,T)) :- p(f(I,T,L)).
        after(f(I,T,L), F)         :- p(f(I,T,L)), after(L,F).

    Unreadable at a rule of another form about such a list.
    """
    if any(rule.signature != AFTER for rule in rules):
        return frozenset(), tuple(rules)
    own = {id(rule): found for rule in rules if (found := _own(rule, functions, heaps)) is not None}
    passed = {id(rule): found for rule in rules if (found := _passed(rule, functions)) is not None}
    both = frozenset(own.values()) & frozenset(passed.values())
    said = {at for some in (own, passed) for at, found in some.items() if found in both}
    left = [rule for rule in rules if id(rule) not in said and rule.head[0].ast_type == ASTType.Function]
    for rule in sorted(left, key=lambda rule: id(rule) in {*own, *passed}):
        if rule.head[0].name in functions.values():
            reason = "a list of unknown length has the effects of its first heap and of the rest: "
            raise Unreadable(reason + _FORM.format(rule.head[0].name, heaps), *rule.place)
    return both, tuple(rule for rule in rules if id(rule) not in said)


def _own(rule: Rule, functions: Mapping[Signature, str], heaps: str) -> Inherited | None:
    """The rule says what the first element does."""
    found = _source(rule, 0, functions) if len(rule.body) == 1 else None
    what = rule.head[1]
    if found is None or what.ast_type != ASTType.Function or what.name != heaps or len(what.arguments) != 2:
        return None
    place, size, _ = rule.head[0].arguments
    return found if [str(each) for each in what.arguments] == [str(place), str(size)] else None


def _passed(rule: Rule, functions: Mapping[Signature, str]) -> Inherited | None:
    """The rule says that what the list before does, the whole list does."""
    if len(rule.body) != 2:
        return None
    for at in (0, 1):
        found = _source(rule, at, functions)
        rest = rule.atoms[1 - at]
        if found is None or rest is None or rest.signature != AFTER or rule.body[1 - at].sign != Sign.NoSign:
            continue
        before, what = rest.arguments
        alike = str(before) == str(rule.head[0].arguments[-1]) and str(what) == str(rule.head[1])
        apart = _names([*rule.head[0].arguments, what])
        if alike and apart:
            return found
    return None


def _source(rule: Rule, at: int, functions: Mapping[Signature, str]) -> Inherited | None:
    """The list of the rule's head, if the literal asks of it only that its predicate derives it."""
    one, whole = rule.atoms[at], rule.head[0]
    function = None if one is None else functions.get(one.signature)
    if one is None or function is None or rule.body[at].sign != Sign.NoSign:
        return None
    if whole.ast_type != ASTType.Function or whole.name != function or len(whole.arguments) != 3:
        return None
    lists = [each for each in one.arguments if str(each) == str(whole)]
    others = [each for each in one.arguments if str(each) != str(whole)]
    if len(lists) != 1 or not _names(whole.arguments) or not all(str(each) == "_" for each in others):
        return None
    return Inherited(function, one.signature)


def _names(patterns: Sequence[Syntax]) -> bool:
    """Whether they are variables, each another one."""
    names = [str(each) for each in patterns]
    return (
        all(each.ast_type == ASTType.Variable for each in patterns) and "_" not in names and len({*names}) == len(names)
    )
