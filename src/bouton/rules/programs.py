"""Whole programs of another kind, each told in one message that shows its rules as rules about ONE position.

The textbook's `win(X) :- move(X,Y), not win(Y)` derives for every position who wins, which Bouton finds itself; the
game description language (Love and others, 2006) speaks of a state by `true`, `legal`, `does` and `next`. Both have a
translation, whose names are the user's; what else would be said of the same rules is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from clingo.ast import AST, ASTType, Sign

from bouton.core.errors import Diagnostic
from bouton.core.fresh import unused
from bouton.rules.depend import Dependency
from bouton.rules.file import MOVES, Signature
from bouton.rules.mirror import mirrored
from bouton.rules.names import OUTPUTS, Names
from bouton.rules.syntax import arguments, atoms, defines, is_atom, is_positive, same, signature, variables

Safe = Callable[[str], bool]
"""Whether the text of a rule can be read, and gives each of its variables a value."""

_GDL = {("role", 1), ("init", 1), ("true", 1), ("does", 2), ("next", 1), ("legal", 2), ("goal", 2), ("terminal", 0)}
_STATE = {("true", 1), ("does", 2), ("next", 1), ("legal", 2), ("init", 1)}
"""What a program of the game description language cannot do without: two of these make one."""
_ACTS: tuple[Signature, ...] = (("legal", 2), ("does", 2))


@dataclass(frozen=True)
class ForeignProgram:
    """What is told of a program of another kind, and where nothing else is to be told."""

    fault: Diagnostic
    spans: tuple[tuple[tuple[int, int], tuple[int, int]], ...]

    def says(self, other: Diagnostic) -> bool:
        """Whether the message says it all: the fault is in one of its rules, or that there are no moves."""
        if other.line is None:
            return True
        at = (other.line, other.column or 0)
        return any(begin <= at < end for begin, end in self.spans)


def _span(node: AST) -> tuple[tuple[int, int], tuple[int, int]]:
    begin, end = node.location.begin, node.location.end
    return (begin.line, begin.column), (end.line, end.column)


# ------------------------------------------------------------------------------------------------------------- win-move


def win_move(
    names: Names, rules: Sequence[AST], cycles: Iterable[Sequence[Dependency]], safe: Safe
) -> ForeignProgram | None:
    """A predicate that holds of a position where it does not hold of a following one."""
    for cycle in cycles:
        inside = {need.head for need in cycle}
        if inside & MOVES:  # moves that need other moves of one position are no win-move program
            continue
        for rule in rules:
            step = _step(rule, inside) if defines(rule) in inside else None
            if step is not None:
                return _translated(names, rules, (rule, step), cycle, safe)
    return None


def _step(rule: AST, inside: set[Signature]) -> AST | None:
    """The literal of a rule that speaks of another position than its head does."""
    own = arguments(rule.head)
    literals: tuple[AST, ...] = tuple(one for one in rule.body if is_atom(one) and signature(one) in inside)
    for literal in literals:
        other = arguments(literal)
        if own and len(other) == len(own) and not all(map(same, own, other)):
            return literal
    return None


def _translated(
    names: Names, rules: Sequence[AST], at: tuple[AST, AST], cycle: Sequence[Dependency], safe: Safe
) -> ForeignProgram:
    """What is told of a rule whose literal, the second, speaks of another position, in a cycle of predicates."""
    (rule, step), inside = at, {need.head for need in cycle}
    name, arity = defines(rule)
    taken = {one[0] for one in map(defines, rules)} | set(names.fluents)
    wrong = {one for one in map(defines, rules) if one[0] in OUTPUTS and one[1] != OUTPUTS[one[0]][0]}
    renamed = {one: unused("edge", taken) for one in sorted(wrong)[:1]}
    rest = [one for one in rule.body if one is not step and signature(one) not in inside]
    bodies = [
        names.written(one)
        if (found := signature(one)) is None or found not in renamed
        else f"{renamed[found]}{names.written(one)[names.written(one).index(found[0]) + len(found[0]) :]}"
        for one in rest
    ]
    here, there = [[names.written(one) for one in arguments(node)] for node in (rule.head, step)]
    fluents = _fluents(names, arity)
    free = set().union(*map(variables, (rule.head, *rule.body)))
    after = [one.strip() if one.strip().isidentifier() and one[:1].isupper() else unused("T", free) for one in there]
    if fluents is None or len(set(after)) < len(after):
        move = effect = ""
    else:
        given = [shown.format(value) for shown, value in zip(fluents, here, strict=True)]
        move = f"move(to({','.join(there)})) :- {', '.join([*given, *bodies])}."
        effect = " ".join(
            f"after(to({','.join(after)}), {shown.format(value)}) :- move(to({','.join(after)}))."
            for shown, value in zip(fluents, after, strict=True)
        )
    shown = (
        f"{move} {effect}"
        if move and safe(move)
        else "move(to(Y)) :- token(X), edge(X,Y). after(to(Y), token(Y)) :- move(to(Y))."
    )
    others = "" if len(inside) == 1 else f" and {', '.join(sorted(f'{a}/{b}' for a, b in inside - {(name, arity)}))}"
    also = "".join(f"; {old[0]}/{old[1]} needs another name, such as {new}" for old, new in renamed.items())
    message = (
        f"recursion through a negation: {name}/{arity}{others} of a position needs that of another; who wins at which "
        f"position is found by Bouton, rules say which moves there are at ONE position{also}"
    )
    spans = [_span(one.head) for one in rules if defines(one) in wrong]
    places = [((line, column), (line, column + 1)) for line, column in (need.place for need in cycle)]
    return ForeignProgram(names.fault(step.atom, message, shown), (*spans, *places))


def _fluents(names: Names, arity: int) -> list[str] | None:
    """How the fluents are written that a position of so many numbers is made of, `{}` being the number."""
    counters = [name for name, count in names.fluents.items() if count == 1]
    if len(names.fluents) == 1 and arity == 1:
        return [f"{name}({{}})" if count == 1 else f"{name}(1,{{}})" for name, count in names.fluents.items()]
    return [f"{name}({{}})" for name in counters] if len(counters) == arity == len(names.fluents) else None


# ------------------------------------------------------------------------------------------- game description language


def game_description(names: Names, statements: Sequence[AST], safe: Safe) -> ForeignProgram | None:
    """A program in which a state is what `true` says, and a move what a role `does`."""
    rules = [one for one in statements if one.ast_type == ASTType.Rule]
    spoken = {id(rule): set(map(signature, atoms(mirrored(rule)))) - {None} for rule in rules}
    used = set().union(*spoken.values())
    if len(used & _STATE) < 2 or ("move", 1) in used or not used & {("true", 1), ("does", 2)}:
        return None
    ours = [rule for rule in rules if spoken[id(rule)] & _GDL]
    done = {_act(one) for rule in ours for one in rule.body if is_positive(one) and signature(one) == ("does", 2)}
    made = sorted((one for rule in ours for one in _moves(names, rule)), key=lambda one: one[0] not in done)
    moves = (text for _, text in made)
    effects = (text for rule in ours for text in _effects(names, rule))
    shown = [next((text for text in texts if safe(text)), None) for texts in (moves, effects)]
    example = "move(take(I,M)) :- heap(I,S), M = 1..S."
    expected = " ".join(text for text in shown if text) if any(shown) else example
    message = (
        "this is in the style of the game description language; here the spec says what a position is and who wins, "
        "F is written for true(F), move(M) for legal(P,M) and does(P,M), after(M,F) for next(F), and no role is named"
    )
    first = next(rule for rule in ours if spoken[id(rule)] & _STATE)
    return ForeignProgram(names.fault(first, message, expected), tuple(map(_span, ours)))


def _heads(rule: AST, name: Signature) -> Iterator[tuple[AST, Sequence[AST]]]:
    """The atoms of that predicate in a head, chosen or not, each with its condition."""
    head = rule.head
    if signature(head) == name:
        yield head.atom, ()
    elif head.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate):
        for element in head.elements:
            chosen = element if head.ast_type == ASTType.Aggregate else element.condition
            if signature(chosen.literal) == name:
                yield chosen.literal.atom, tuple(chosen.condition)


def _act(literal: AST) -> str:
    """What an action is called, whatever its arguments: no other one leads to a state."""
    action = arguments(literal)[1]
    return str(action.name) if action.ast_type == ASTType.Function else str(action)


def _moves(names: Names, rule: AST) -> Iterator[tuple[str, str]]:
    """Each move that a rule tells, after what it is called."""
    for name in _ACTS:
        for atom, condition in _heads(rule, name):
            chosen = arguments(atom)[1]
            others = [one for one in (*condition, *rule.body) if not _chooses(one, chosen)]
            role = names.written(arguments(atom)[0])
            body = [text for one in others for text in _literal(names, one, role)]
            action = names.written(chosen)
            yield _act(atom), f"move({action}) :- {', '.join(body)}." if body else f"move({action})."


def _chooses(literal: AST, action: AST) -> bool:
    """Whether a condition says that this action is legal, as the choice of one does."""
    found = literal.ast_type == ASTType.Literal and is_positive(literal) and signature(literal) in _ACTS
    return found and same(arguments(literal)[1], action)


def _effects(names: Names, rule: AST) -> Iterator[str]:
    for atom, _ in _heads(rule, ("next", 1)):
        done = [arguments(one)[1] for one in rule.body if is_positive(one) and signature(one) == ("does", 2)]
        if done:
            body = [text for one in rule.body for text in _literal(names, one)]
            yield f"after({names.written(done[0])}, {_fluent(names, arguments(atom)[0])}) :- {', '.join(body)}."


def _literal(names: Names, literal: AST, role: str = "") -> Iterator[str]:
    """What a condition is here: nothing, where it says whose turn it is."""
    found = signature(literal) if literal.ast_type == ASTType.Literal else None
    sign = "" if found is None or literal.sign == Sign.NoSign else "not "
    if found == ("true", 1):
        fluent = arguments(literal)[0]
        whose = fluent.ast_type == ASTType.Function and fluent.name not in names.fluents
        if not whose or (fluent.name != "control" and [names.written(one) for one in fluent.arguments] != [role]):
            yield sign + _fluent(names, fluent)
    elif found in _ACTS:
        yield f"{sign}move({names.written(arguments(literal)[1])})"
    elif found == ("distinct", 2):
        one, other = arguments(literal)
        yield f"{names.written(one)} != {names.written(other)}"
    elif found != ("role", 1):
        yield names.written(literal)


def _fluent(names: Names, term: AST) -> str:
    """A fluent as the spec calls it, where there is but one of that form."""
    text = names.written(term)
    if term.ast_type != ASTType.Function or term.name in names.fluents:
        return text
    others = [name for name, arity in names.fluents.items() if arity == len(term.arguments)]
    return others[0] + text[len(term.name) :] if len(others) == 1 else text
