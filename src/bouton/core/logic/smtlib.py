"""Problems as standard SMT-LIB 2.6: the one text that every solver is given (Barrett, Fontaine, Tinelli 2017)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from textwrap import wrap

from bouton.core.errors import Unreadable
from bouton.core.logic import expression as ex
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.walk import below, inside_first, unknowns


def smtlib(problem: Problem, *header: str) -> str:
    """The text, with a comment that tells what the answer `unsat` means."""
    lines = [f"; {line}" for text in header for line in wrap(text, 110)]
    lines += [f"; {line}" for line in wrap(f"unsat means: {problem.meaning}", 110)]
    lines.append(f"(set-logic {problem.logic})")
    free = problem.free
    names = symbols(problem)
    lines += [f"(declare-const {names[one]} Int)" for one in free]
    said = sorted({_function(type(node)) for node in problem.nodes if isinstance(node, ex.Applied)})
    lines += [f"(declare-fun {name} (Int Int) Int)" for name in said]
    lines += [f"(assert {fact})" for fact in _facts(free, names)]
    writer = _Writer(names)
    plain = [assertion for assertion in problem.assertions if isinstance(assertion, ex.Formula)]
    for name, sort, text in writer.shared(plain):
        lines.append(f"(define-fun {name} () {sort} {text})")
    lines += [f"(assert {writer.formula(assertion)})" for assertion in plain]
    for assertion in problem.assertions:
        if isinstance(assertion, ForAll):
            lines.append(f"(assert {_quantified(assertion, names)})")
    return "\n".join([*lines, "(check-sat)", ""])


def symbols(problem: Problem) -> dict[ex.Unknown, str]:
    """The name of each unknown in the text: those a move chooses are numbered as they come."""
    found: dict[ex.Unknown, str] = {}
    for node in problem.nodes:
        if isinstance(node, ex.Unknown) and node not in found:
            stem = node.name.partition("$")[0].replace("'", "~")  # which clingo has in names, and SMT-LIB has not
            found[node] = f"{stem}${len(found)}" if node.local else node.name
    assert len({*found.values()}) == len(found), f"two unknowns of one name among {sorted(found.values())}"
    return found


def _facts(free: Sequence[ex.Unknown], names: dict[ex.Unknown, str]) -> Iterable[str]:
    """The bounds of the unknowns, and the order of each chain."""
    for one in free:
        if one.low is not None:
            yield f"(<= {number_text(one.low)} {names[one]})"
        if one.high is not None:
            yield f"(<= {names[one]} {number_text(one.high)})"
    for name in sorted({one.chain for one in free if one.chain}):
        members = sorted((one for one in free if one.chain == name), key=lambda one: one.rank)
        for one, other in pairwise(members):
            yield f"(<= {names[one]} {names[other]})"


def _quantified(assertion: ForAll, names: dict[ex.Unknown, str]) -> str:
    """A quantifier; what occurs twice in its body is named by `let`."""
    writer = _Writer(names)
    bindings = list(writer.shared([assertion.formula]))
    body = writer.formula(assertion.formula)
    for name, _, text in reversed(bindings):
        body = f"(let (({name} {text})) {body})"
    within = unknowns(assertion.formula)  # a number that the formula does not speak of has no name
    bound = " ".join(f"({names[one]} Int)" for one in assertion.bound if one in within)
    return f"(forall ({bound}) {body})" if bound else body


class _Writer:
    """Writes nodes, with names for those that occur more than once."""

    def __init__(self, names: dict[ex.Unknown, str]) -> None:
        self._unknowns = names
        self._named: dict[ex.LogicNode, str] = {}

    def shared(self, formulas: Sequence[ex.Formula]) -> Iterable[tuple[str, str, str]]:
        """Name, sort and text of each shared node, each after those it needs."""
        order = inside_first(formulas)
        uses: Counter[ex.LogicNode] = Counter(formulas)
        uses.update(chain.from_iterable(map(below, order)))
        for node in order:
            if (
                uses[node] > 1
                and not isinstance(node, ex.Unknown)
                and node not in (ex.TRUE, ex.FALSE)
                and _is_compound(node)
            ):
                sort = "Bool" if isinstance(node, ex.Formula) else "Int"
                text = self.formula(node) if isinstance(node, ex.Formula) else self.integer(node)
                self._named[node] = f"{'p' if sort == 'Bool' else 'e'}!{len(self._named)}"
                yield self._named[node], sort, text

    def formula(self, value: ex.Formula) -> str:
        """A truth value."""
        if value in self._named:
            return self._named[value]
        match value:
            case ex.And(parts=()) | ex.Or(parts=()):
                return "true" if value is ex.TRUE else "false"
            case ex.And(parts=below):
                return f"(and {' '.join(map(self.formula, below))})"
            case ex.Or(parts=below):
                return f"(or {' '.join(map(self.formula, below))})"
            case ex.Le(left=left):
                return "(<= {} {})".format(*self._sides(left))
            case ex.Eq(left=left):
                return "(= {} {})".format(*self._sides(left))
            case ex.Ne(left=left):
                return "(not (= {} {}))".format(*self._sides(left))
        raise TypeError(value)

    def _sides(self, left: ex.Linear) -> tuple[str, str]:
        """`left` compared with 0: what is positive on one side, what is negative on the other."""
        ahead = [(part, c) for part, c in left.terms if c > 0]
        behind = [(part, -c) for part, c in left.terms if c < 0]
        constant = left.constant
        return self._sum(ahead, max(constant, 0)), self._sum(behind, max(-constant, 0))

    def integer(self, node: ex.LogicNode) -> str:
        """A number."""
        if node in self._named:
            return self._named[node]
        if isinstance(node, ex.Linear):
            return self._sum(list(node.terms), node.constant)
        return self._atom(node)  # type: ignore[arg-type]

    def _sum(self, terms: Sequence[tuple[ex.Atom, int]], constant: int) -> str:
        texts = [self._atom(part) if c == 1 else f"(* {number_text(c)} {self._atom(part)})" for part, c in terms]
        if constant or not texts:
            texts.append(number_text(constant))
        return texts[0] if len(texts) == 1 else f"(+ {' '.join(texts)})"

    def _atom(self, part: ex.Atom) -> str:
        if part in self._named:
            return self._named[part]
        match part:
            case ex.Unknown():
                return self._unknowns[part]
            case ex.Ite(condition=condition, then=then, other=other):
                return f"(ite {self.formula(condition)} {self.integer(then)} {self.integer(other)})"
            case ex.Product(left=left, right=right):
                return f"(* {self.integer(left)} {self.integer(right)})"
            case ex.Applied(left=left, right=right):
                return f"({_function(type(part))} {self.integer(left)} {self.integer(right)})"
            case ex.Quotient(left=left, right=right) | ex.Remainder(left=left, right=right):
                return self._division("div" if isinstance(part, ex.Quotient) else "mod", left, right)
        raise Unreadable(f"`{part.sign}`, which no solver for arithmetic reads")

    def _division(self, operator: str, left: ex.Linear, right: ex.Linear) -> str:
        """SMT-LIB's `div` and `mod` leave a remainder >= 0; clingo's truncate. Both agree where left >= 0."""
        dividend, opposite, divisor = self.integer(left), self._minus(left), self.integer(right)
        if left.low is not None and left.low >= 0:
            return f"({operator} {dividend} {divisor})"
        positive, negative = f"({operator} {dividend} {divisor})", f"(- ({operator} {opposite} {divisor}))"
        return f"(ite (>= {dividend} 0) {positive} {negative})"

    def _minus(self, value: ex.Linear) -> str:
        return self._sum([(part, -c) for part, c in value.terms], -value.constant)


def _function(kind: type[ex.Applied]) -> str:
    return kind.sign[1:].replace("'", "~")


def number_text(value: int) -> str:
    """A number; SMT-LIB has no negative ones."""
    return str(value) if value >= 0 else f"(- {-value})"


def _is_compound(node: ex.LogicNode) -> bool:
    if isinstance(node, ex.Linear):
        return len(node.terms) + bool(node.constant) > 1
    return True


def written(value: ex.Formula | ex.Linear, names: dict[ex.Unknown, str]) -> str:
    """A formula or an expression as a text, each unknown by its name."""
    writer = _Writer(names)
    return writer.formula(value) if isinstance(value, ex.Formula) else writer.integer(value)
