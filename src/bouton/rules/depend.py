"""Which predicates need or imply which: strata, recursion that is not allowed, dependence on the position."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from clingo.ast import AST, ASTType, Sign

from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import mirrored, of_node
from bouton.rules.syntax import Place, atoms, defines, is_atom, is_positive, place, signature

Node = TypeVar("Node", bound=Any)


@dataclass(frozen=True)
class Dependency:
    """A rule for `head` uses `body`; strictly where inside a negation or an aggregate."""

    head: Signature
    body: Signature
    strict: bool
    place: Place


@of_node()
def needs(statement: AST) -> tuple[Dependency, ...]:
    """What a rule's body uses, in the order of the text."""
    return tuple(_found(mirrored(statement)))


def _found(statement: AST) -> Iterator[Dependency]:
    head = defines(statement)
    for literal in statement.body:
        strict = literal.sign != Sign.NoSign or literal.atom.ast_type == ASTType.BodyAggregate
        for atom in atoms(literal):
            found = signature(atom)
            if found is not None:
                yield Dependency(head, found, strict, place(atom))


def meant(name: str, statements: Sequence[AST]) -> str:
    """Follow rules such as `p :- q.`, if they are the only ones of p, to the predicate that says what p does."""
    names = [name]
    for one in names:
        bodies = [rule.body for rule in statements if defines(rule) == (one, 0)]
        only = bodies[0][0] if len(bodies) == 1 and len(bodies[0]) == 1 else None
        other = signature(only) if only is not None and is_positive(only) else None
        if other is not None and other[1] == 0 and other[0] not in names:
            names.append(other[0])
    return names[-1]


def closure(wanted: Collection[Signature], statements: Sequence[AST]) -> frozenset[Signature]:
    """The wanted predicates and all that their rules need, directly or not."""
    uses = _kept_uses(statements) if isinstance(statements, tuple) else _uses(statements)
    return _reached(wanted, lambda one: uses.get(one, ()))


def _reached(
    first: Collection[Signature], following: Callable[[Signature], Iterable[Signature]]
) -> frozenset[Signature]:
    """The first ones, and all that follow one of them, directly or not."""
    found = set(first)
    queue = list(found)
    while queue:
        new = set(following(queue.pop())) - found
        found |= new
        queue += new
    return frozenset(found)


def _uses(statements: Sequence[AST]) -> Mapping[Signature, set[Signature]]:
    """What the rules of each predicate need directly."""
    uses: dict[Signature, set[Signature]] = {}
    for statement in statements:
        for need in needs(statement):
            uses.setdefault(need.head, set()).add(need.body)
    return uses


_kept_uses = of_node(64)(_uses)
"""The same of all rules of a file: it is asked for each claim."""


def users(wanted: Collection[Signature], statements: Sequence[AST]) -> Iterator[tuple[Signature, Signature]]:
    """Each predicate that needs a wanted one, directly or not, after the first wanted one that it needs."""
    direct: dict[Signature, set[Signature]] = {}
    for statement in statements:
        for need in needs(statement):
            direct.setdefault(need.body, set()).add(need.head)
    found: set[Signature] = set()
    for one in wanted:
        queue = [one]
        while queue:
            at = queue.pop()
            if at not in found:
                found.add(at)
                yield one, at
                queue += direct.get(at, ())


def dependents(fluents: Collection[Signature], statements: Sequence[AST]) -> frozenset[Signature]:
    """The predicates whose extent changes with the position, the fluents among them.

    Predicates of one name go together: lifting adds an argument, and `p/1` lifted must not meet a
    `p/2` that is not.
    """
    users: dict[Signature, set[Signature]] = {}
    namesakes: dict[str, set[Signature]] = {}
    for statement in statements:
        namesakes.setdefault(defines(statement)[0], set()).add(defines(statement))
        for need in needs(statement):
            users.setdefault(need.body, set()).add(need.head)
    return _reached(fluents, lambda one: users.get(one, set()) | namesakes.get(one[0], set()))


def components(graph: Mapping[Node, Sequence[Node]]) -> list[list[Node]]:
    """The strongly connected components, each after those it needs (Tarjan 1972, without recursion)."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    found: list[list[Node]] = []
    for root in graph:
        if root in index:
            continue
        work: list[tuple[Node, Iterator[Node]]] = []

        def enter(node: Node, work: list[tuple[Node, Iterator[Node]]] = work) -> None:
            index[node] = low[node] = len(index)
            stack.append(node)
            on_stack.add(node)
            work.append((node, iter(graph.get(node, ()))))

        enter(root)
        while work:
            node, rest = work[-1]
            following = next((other for other in rest if other not in index or other in on_stack), None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = [stack.pop()]
                    while group[-1] != node:
                        group.append(stack.pop())
                    found.append(sorted(group))
                    on_stack.difference_update(group)
            elif following in index:
                low[node] = min(low[node], index[following])
            else:
                enter(following)
    return found


def strata(statements: Sequence[AST]) -> tuple[tuple[AST, ...], ...]:
    """The rules in groups, each group after those it needs."""
    by_head: dict[Signature, list[AST]] = {}
    graph: dict[Signature, list[Signature]] = {}
    for statement in statements:
        head = defines(statement)
        by_head.setdefault(head, []).append(statement)
        graph.setdefault(head, []).extend(need.body for need in needs(statement))
    groups = components(graph)
    order = {id(statement): at for at, statement in enumerate(statements)}
    return tuple(
        tuple(sorted((s for head in group for s in by_head[head]), key=lambda s: order[id(s)]))
        for group in groups
        if any(head in by_head for head in group)
    )


def forbidden_cycles(statements: Sequence[AST]) -> Iterator[list[Dependency]]:
    """Each recursion through a negation or an aggregate: a shortest cycle, the forbidden need first."""
    graph: dict[Signature, list[Dependency]] = {}
    for statement in statements:
        for need in needs(statement):
            graph.setdefault(need.head, []).append(need)
    found = components({head: [need.body for need in out] for head, out in graph.items()})
    group = {node: at for at, nodes in enumerate(found) for node in nodes}
    seen: set[int] = set()
    for need in (need for out in graph.values() for need in out):
        at = group[need.head]
        if need.strict and group[need.body] == at and at not in seen:
            seen.add(at)
            among = {head: graph[head] for head in found[at]}
            yield [need, *_path(among, need.body, need.head)]


def _path(graph: Mapping[Signature, Sequence[Dependency]], start: Signature, goal: Signature) -> list[Dependency]:
    """A shortest chain of needs from start to goal, all of them in the graph; empty where they are the same."""
    before: dict[Signature, Dependency] = {}
    queue = [start]
    for node in queue:
        for need in graph[node]:
            if need.body in graph and need.body not in before:
                before[need.body] = need
                queue.append(need.body)
    path: list[Dependency] = []
    at = goal
    while at != start:
        path.append(before[at])
        at = before[at].head
    return path[::-1]


def implies(rules: Rules, name: str, other: str, *, denies: bool, above: frozenset[str] = frozenset()) -> bool:
    """Whether by the form of its rules a predicate holds only where another does, or `denies` that it does.

    Each of its rules says so in a literal, or has one of a predicate of which that is so, or all literals of a rule of
    the other.
    """
    if name in above:
        return False
    found = [rule for rule in rules.statements if defines(rule) == (name, 0)]
    wanted = meant(other, rules.statements)
    for rule in found:
        literals = [(one.sign, signature(one)) for one in rule.body if is_atom(one)]
        names = [(sign == Sign.Negation, of[0]) for sign, of in literals if of is not None and of[1] == 0]
        own = any(meant(of, rules.statements) == wanted and denied is denies for denied, of in names)
        own = own or (not denies and _repeats(rules, rule, wanted))
        if not own and not any(
            not denied and implies(rules, of, other, denies=denies, above=above | {name}) for denied, of in names
        ):
            return False
    return bool(found)


def _repeats(rules: Rules, rule: AST, name: str) -> bool:
    """Whether the body of a rule has all literals of a rule for a predicate, by their variables' names too.

    Aggregates are none of these: what is local in one rule may have a value from elsewhere in the other.
    """
    plain = (ASTType.SymbolicAtom, ASTType.Comparison, ASTType.BooleanConstant)
    said = [one for one in rule.body if one.ast_type == ASTType.Literal and one.atom.ast_type in plain]
    others = (one.body for one in rules.statements if defines(one) == (name, 0))
    return any(all(one in said for one in body) for body in others)
