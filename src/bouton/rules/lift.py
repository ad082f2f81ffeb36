"""Lifting: rules about one position become rules about a batch of positions.

Each predicate that depends on the position gets the position as a new first argument, so the grounder
derives every move of every position at once, as facts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TypeAlias

from clingo.ast import (
    AST,
    ASTType,
    BinaryOperator,
    Location,
    Sign,
    Transformer,
    Variable,
)

from bouton.core.errors import Diagnostic
from bouton.core.position import Parameters, Value, arity
from bouton.rules import named, numeration
from bouton.rules.depend import closure
from bouton.rules.endless import endless
from bouton.rules.file import IN_RANGE, Rules, Signature
from bouton.rules.joins import joined
from bouton.rules.mirror import mirrored, of_node, remembered, with_numbers
from bouton.rules.narrowing import Bounds, Environment, Row, RuleBounds, bounds
from bouton.rules.powers import powers
from bouton.rules.safety import unsafe
from bouton.rules.sentinel import Uncheckable, findings, guarded, together
from bouton.rules.syntax import (
    atoms,
    constants,
    defines,
    fresh,
    is_positive,
    place,
    read_once,
    rule_of,
    signature,
    variables,
    walk,
)
from bouton.rules.values import LIMIT, Integers, exactly, roughly, rounded, union

Numbers: TypeAlias = tuple[tuple[str, int], ...]
Rows: TypeAlias = tuple[tuple[Signature, Row], ...]
Counts: TypeAlias = tuple[tuple[Signature, int], ...]

POSITION = "_position"
SENTINELS: frozenset[Signature] = frozenset({("_undefined", 1), ("_overflow", 1)})


@dataclass(frozen=True)
class Domain:
    """What members a set may have: bounds of each argument, and how many there are."""

    bounds: Row
    count: int


Extents: TypeAlias = Mapping[str, tuple[tuple[int, int], ...] | Domain]
"""For each fluent the inclusive bounds of each argument over a batch of positions, of a set its domain."""


@dataclass(frozen=True)
class Site:
    """An operation of the rules that may be undefined or too large, and where it stands.

    `kind` is "undefined" or "overflow"; `text` is the operation as clingo prints it. Or it is "endless", and the text a
    rule that leads from each number to a next one.
    """

    kind: str
    text: str
    line: int
    column: int
    expected: str = "a guard in the body"

    def fault(self, where: str = "") -> Diagnostic:
        """What is wrong there, in the lines of all rules; `where` names a position that shows it, as ` at pile=3`."""
        return Diagnostic(f"{self.text} {_SAID[self.kind]}{where}", None, self.line, self.column, self.expected)


_BARE = re.compile(r"(?:(?<=[(,])|^)\(((?:[\w+*-]|\([\w+*-]+\))+)\)(?=[,)]|$)")
"""An argument in brackets of its own, which clingo prints around each operation."""
_SAID = {
    "undefined": "has no value",
    "overflow": "passes 32 bits",
    "endless": "leads from each number to a next one without an end",
}


@dataclass(frozen=True)
class LiftedProgram:
    """Lifted rules as ASP text, to be grounded over a batch of positions.

    The engine adds the facts `_position(P)`, `heap(P,I,S)`, `pile(P,N)`. The predicates in `static`
    do not depend on the position and keep their arity; every other one has the position first.

    `_undefined(P, N)` and `_overflow(P, N)` are derived where the operation `sites[N]` has no value at
    position P, or passes `values.LIMIT`, or a recursion has no end; in rules that do not depend on the position, P is
    the constant `none`. clingo's own messages on undefined operations decide nothing.
    """

    given: str
    """The numbers and sets that are given."""
    fixed: str
    """The rules that do not depend on the position."""
    lifted: str
    """Those that do, which take of what the fixed ones derive what is `shared`."""
    static: frozenset[Signature]
    sites: tuple[Site, ...] = ()
    wanted: frozenset[Signature] = frozenset()
    """What it was asked for."""
    extents: Extents = field(default_factory=dict)
    """What the positions that it is grounded with must fit in."""

    @property
    def text(self) -> str:
        """All of it."""
        return self.given + self.fixed + self.lifted

    @cached_property
    def shared(self) -> frozenset[Signature]:
        """The predicates of the fixed rules that are asked for, or that the lifted ones may speak of."""
        words = set(re.findall(r"[\w']+", self.lifted))
        named = {one for one in self.static if one in self.wanted or one[0] in words}
        return frozenset(named | {(name, arity + 1) for name, arity in SENTINELS})


def lift(rules: Rules, wanted: Collection[Signature], values: Parameters, extents: Extents) -> LiftedProgram:
    """The rules that the wanted predicates need, lifted, for these values of the parameters.

    `extents` bound the fluents' arguments over all positions the program may be grounded with.
    InputError where an operation may pass 32 bits and no rule can tell while grounding.
    """
    needed = _needed(rules, frozenset(wanted))
    numbers = rules.numbers(values)
    _safe(rules, needed.scaling, numbers, values)
    lines = [f"#defined {name}/{arity}." for name, arity in sorted(_given(rules))]
    lines += [f"#const {name}={value}." for name, value in numbers.items()]
    for name in rules.sets:
        lines += [f"{name.lower()}({item})." for item in _numbers(values[name])]
    if rules.ranged and IN_RANGE in needed.kept:  # it may well be more than all else together
        lines.append(f"{IN_RANGE[0]}(0..{greatest(extents)}).")
    watched = _watched(rules, needed.kept, numbers, values, extents)
    texts = [(is_fixed, watched.guarded.get(at, text)) for at, (is_fixed, text) in enumerate(needed.texts)]
    asked, digits = demands(rules, wanted, values, extents)
    fixed, lifted = (
        _lines(text for is_fixed, text in (*texts, *watched.sentinels) if is_fixed is kind) for kind in (True, False)
    )
    if digits:
        lines += asked.facts
        deriving = _lines([numeration.program(), *numeration.bridges(digits)])
        parts = [_demanding(text, rules.dependent) for text in asked.rules]
        fixed += _lines([text for is_fixed, text in parts if is_fixed]) + deriving
        lifted += _lines([text for is_fixed, text in parts if not is_fixed]) + deriving
    static = needed.static.union(digits)
    return LiftedProgram(_lines(lines), fixed, lifted, static, watched.sites, frozenset(wanted), extents)


def read_ahead(rules: Rules, wanted: Collection[Signature], at: Iterable[tuple[Parameters, Extents]] = ()) -> None:
    """Do once what processes forked from this one would each do to lift the rules that the wanted predicates need.

    With what they are lifted for, `at` these values and extents, their arithmetic is looked at too.
    """
    kept = _needed(rules, frozenset(wanted)).kept
    for values, extents in at:
        _is_sure(rules, kept, *_roughly(rules.numbers(values), values, *_bounds(rules, values, extents)))


def demands(
    rules: Rules, wanted: Collection[Signature], values: Parameters, extents: Extents
) -> tuple[numeration.Demands, list[Signature]]:
    """Of which numbers digits are needed where the wanted predicates are, by rules not lifted, and the predicates."""
    kept = _needed(rules, frozenset(wanted)).kept
    digits = sorted(rules.numerations & kept)
    if not digits:
        return numeration.Demands(), []
    numbers = tuple(sorted(rules.numbers(values).items()))
    found = _demands(rules, kept, numbers, *_bounds(rules, values, extents))
    return found, digits


def plain(rules: Rules, wanted: Collection[Signature], values: Parameters, extents: Extents) -> list[str]:
    """The rules that the wanted predicates need, not lifted, with the guards of their powers (see `powers`)."""
    kept = closure(wanted, rules.statements)
    needed = [statement for statement in rules.statements if defines(statement) in kept]
    if not any(map(powers, map(mirrored, needed))):
        return [*map(str, needed)]
    known = known_bounds(rules, wanted, values, extents)
    strata = _strata(rules, kept, tuple(sorted(rules.numbers(values).items())))
    return [str(guarded(statement, known).rule) for stratum in strata for statement in stratum]


def observing(rules: Rules, texts: Iterable[str], heads: Collection[Signature]) -> str:
    """Rules that are beside those of the file and derive these heads, lifted."""
    dependent = rules.dependent.union(heads)
    return _lines(_observer(text, dependent) for text in texts)


@lru_cache(maxsize=4096)
def _observer(text: str, dependent: frozenset[Signature]) -> str:
    return _lifted(rule_of(text), dependent)


def known_bounds(rules: Rules, wanted: Collection[Signature], values: Parameters, extents: Extents) -> Bounds:
    """The bounds of what the rules derive that the wanted predicates need, at such positions."""
    numbers = rules.numbers(values)
    kept = _needed(rules, frozenset(wanted)).kept
    return _known(rules, kept, tuple(sorted(numbers.items())), *_bounds(rules, values, extents))


@of_node(16)
def _known(rules: Rules, kept: frozenset[Signature], numbers: Numbers, given: Rows, counts: Counts) -> Bounds:
    return bounds(_strata(rules, kept, numbers), dict(given), dict(counts))


def hold_never(
    known: Bounds, body: str, constants: Mapping[str, int], several: Sequence[Mapping[str, int]]
) -> Sequence[bool]:
    """Whether no position within the bounds has what a body says, for each of several values of its variables."""
    rule = _body(body, tuple(sorted(constants.items())))
    return _hold_never(rule, known.of(rule), tuple(tuple(given.items()) for given in several))


@of_node()
def _hold_never(rule: AST, known: RuleBounds, several: tuple[Numbers, ...]) -> Sequence[bool]:
    bounds, body = known.bounds, rule.body
    every = bounds.environment(body)  # most values are outside of what all of them leave
    if every is None:
        return [True] * len(several)
    at = ({name: exactly(value) for name, value in given} for given in several)
    return [_beyond(every, one) or bounds.environment(body, every | one) is None for one in at]


def _beyond(known: Environment, given: Environment) -> bool:
    """Whether one of the values is none that its variable may have."""
    return any(name in known and known[name].meet(value).empty for name, value in given.items())


@lru_cache(maxsize=1024)
def _body(text: str, numbers: Numbers) -> AST:
    """A rule with that body, and the numbers in it; a place is asked about for each thing that may be near it."""
    return with_numbers(read_body(text), dict(numbers))


def read_body(text: str) -> AST:
    """A rule with that body, for repeated reading."""
    return read_once(f"x :- {text}.")


@dataclass(frozen=True)
class _Needed:
    """The rules that some predicates need: `texts` are these lifted, each with whether it is a fixed one."""

    kept: frozenset[Signature]
    static: frozenset[Signature]
    scaling: tuple[AST, ...]
    texts: tuple[tuple[bool, str], ...]


@of_node(64)
def _needed(rules: Rules, wanted: frozenset[Signature]) -> _Needed:
    kept = frozenset(closure(rules.with_effects(wanted), rules.statements))
    groups = [[rule for rule in stratum if defines(rule) in kept] for stratum in rules.strata]
    statements = [rule for group in groups for rule in group]
    static = frozenset(map(defines, statements)) - rules.dependent
    heads = [frozenset(map(defines, group)) for group in groups]
    texts = tuple(
        (defines(rule) in static, _text(rule, rules.dependent, among))
        for group, among in zip(groups, heads, strict=True)
        for rule in group
    )
    return _Needed(kept, static, tuple(rule for rule in statements if _scales(rule)), texts)


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


@of_node()
def _scales(rule: AST) -> bool:
    """Whether some constant is multiplied by a variable, which binds it unless the constant is 0."""
    operations = (node for node in walk(mirrored(rule)) if node.ast_type == ASTType.BinaryOperation)
    products = (node for node in operations if node.operator_type == BinaryOperator.Multiplication)
    return any(variables(node) and constants(node) for node in products)


def _safe(rules: Rules, statements: Sequence[AST], numbers: Mapping[str, int], values: Parameters) -> None:
    """InputError where these values make a variable unsafe, as 0 does in `k*X`."""
    found = unsafe(rules.sources.name, statements, numbers) if statements else ()
    if found:
        shown = ", ".join(f"{name} = {value}" for name, value in values.items())
        raise rules.sources.told(replace(fault, message=f"{fault.message}, for {shown}") for fault in found)


# The same rules are lifted again for every claim, and for every set that is a parameter: what does not depend on
# these is kept.
@of_node(16)
def _strata(rules: Rules, kept: frozenset[Signature], numbers: Numbers) -> list[list[AST]]:
    """The kept rules with the numbers in their places."""
    return [[_numbered(s, numbers) for s in stratum if defines(s) in kept] for stratum in rules.strata]


def _numbered(rule: AST, numbers: Numbers) -> AST:
    """A rule read with those of the numbers that it names: it is the same for all values of the others."""
    named = constants(rule)
    return _read(rule, tuple(pair for pair in numbers if pair[0] in named))


@of_node()
def _read(rule: AST, numbers: Numbers) -> AST:
    return with_numbers(mirrored(rule), dict(numbers))


@remembered
def _text(statement: AST, dependent: frozenset[Signature], group: frozenset[Signature]) -> str:
    """A rule lifted, or where it is a fixed one, and may recur through a long range, as it is joined best."""
    return _lifted(statement, dependent) if defines(statement) in dependent else str(joined(statement, group))


def _bounds(rules: Rules, values: Parameters, extents: Extents) -> tuple[Rows, Counts]:
    """The bounds of what no rule derives, and how many atoms of it there are at most."""
    given: dict[Signature, Row] = {}
    counts: dict[Signature, int] = {}
    for fluent in fluent_signatures(rules):
        extent = extents[fluent[0]]
        if isinstance(extent, Domain):
            given[fluent], counts[fluent] = extent.bounds, extent.count
            continue
        given[fluent] = tuple(Integers(low, high) for low, high in extent)
        counts[fluent] = given[fluent][0].size if fluent[1] == 2 else 1
    for name in rules.sets:
        given[name.lower(), 1] = (_rounded(union(map(exactly, _numbers(values[name])))),)
        counts[name.lower(), 1] = len(_numbers(values[name]))
    if rules.ranged:
        given[IN_RANGE], counts[IN_RANGE] = (Integers(0, greatest(extents)),), greatest(extents) + 1
    for digits in rules.numerations:
        given[digits], counts[digits] = numeration.row(digits), LIMIT
    for told in rules.told:
        given[told], counts[told] = named.ROWS[told], LIMIT
    return tuple(sorted(given.items(), key=itemgetter(0))), tuple(sorted(counts.items()))


def greatest(extents: Extents) -> int:
    """The greatest number that a position within these bounds may hold, 0 at least."""
    found = [0]
    for extent in extents.values():
        if isinstance(extent, Domain):
            found += [extent.count, *(one.high for one in extent.bounds)]
        else:
            found += [high for _, high in extent]
    return max(found)


def _rounded(members: Integers) -> Integers:
    """Bounds that many sets share, so that the rules are analysed once for them: from 1, and the end rounded up."""
    if not 0 < members.high <= LIMIT:
        return members
    return members._replace(low=min(1, members.low), high=(1 << members.high.bit_length()) - 1)


@of_node(64)
def _demands(
    rules: Rules, kept: frozenset[Signature], numbers: Numbers, given: Rows, counts: Counts
) -> numeration.Demands:
    """Of which numbers digits are needed; InputError where these may be too large."""
    strata = _strata(rules, kept, numbers)
    known = bounds(strata, dict(given), dict(counts))
    statements = [statement for stratum in strata for statement in stratum]
    found = numeration.demands(rules.sources.name, rules.numerations, statements, known)
    if found.faults:
        raise rules.sources.told(found.faults)
    return found


@lru_cache(maxsize=256)
def _demanding(text: str, dependent: frozenset[Signature]) -> tuple[bool, str]:
    """A rule that asks for digits, whatever the position is: whether it is a fixed one, and lifted."""
    rule = rule_of(text)
    speaking = [literal for literal in rule.body if any(signature(one) in dependent for one in atoms(literal))]
    if not speaking:
        return True, text
    whole = mirrored(rule)
    lifting = _Lifting(dependent, rule.location, fresh(whole))
    body = [lifting.text(literal) for literal in whole.body]
    if not any(is_positive(literal) for literal in speaking):
        body.insert(0, lifting.position)
    return False, f"{rule.head} :- {'; '.join(body)}."


@dataclass(frozen=True)
class _Watched:
    """The sentinel rules, lifted, each with whether it is a fixed one, and what each of their numbers stands for.

    `guarded` has the rules that have guards for their powers, lifted, by their places in the order of all.
    """

    sentinels: tuple[tuple[bool, str], ...]
    sites: tuple[Site, ...]
    guarded: Mapping[int, str]


def _watched(
    rules: Rules, kept: frozenset[Signature], numbers: Mapping[str, int], values: Parameters, extents: Extents
) -> _Watched:
    """What watches the arithmetic of the rules: nothing where it is sure for all values as large as these."""
    given, counts = _bounds(rules, values, extents)
    exactly_ = tuple(sorted(numbers.items()))
    if _is_sure(rules, kept, *_roughly(numbers, values, given, counts)) and not _is_endless(rules, kept, exactly_):
        return _Watched((), (), {})
    return _sentinels(rules, kept, exactly_, given, counts)


def _roughly(
    numbers: Mapping[str, int], values: Parameters, given: Rows, counts: Counts
) -> tuple[Numbers, Rows, Counts]:
    """Greater values and bounds that many have in common, so that arithmetic is looked at once for all of these."""
    rough = {name: roughly(value) if name in values else value for name, value in numbers.items()}
    rows = tuple((name, tuple(map(rounded, row))) for name, row in given)
    return tuple(sorted(rough.items())), rows, tuple((name, roughly(count)) for name, count in counts)


@of_node(256)
def _is_sure(rules: Rules, kept: frozenset[Signature], numbers: Numbers, given: Rows, counts: Counts) -> bool:
    """Whether no operation of the rules can be undefined or too large, for all numbers that these stand for."""
    strata = _strata(rules, kept, numbers)
    known = bounds(strata, dict(given), dict(counts), rough=True)
    every = (guarded(statement, known) for stratum in strata for statement in stratum)
    try:
        return not any(one.powers or findings(one, known) for one in every)
    except Uncheckable:
        return False


@of_node(256)
def _is_endless(rules: Rules, kept: frozenset[Signature], numbers: Numbers) -> bool:
    """Whether some recursion has no end, for just these numbers."""
    groups = ([_numbered(rule, numbers) for rule in group] for group in _recursive(rules, kept))
    return any(True for group in groups for _ in endless(group))


@of_node(64)
def _recursive(rules: Rules, kept: frozenset[Signature]) -> Sequence[Sequence[AST]]:
    """The strata of the kept rules in which a rule takes from what the same stratum derives."""
    groups = [[rule for rule in stratum if defines(rule) in kept] for stratum in rules.strata]
    return [group for group in groups if _recurs([mirrored(rule) for rule in group], set(map(defines, group)))]


def _recurs(group: Sequence[AST], heads: set[Signature]) -> bool:
    return any(is_positive(literal) and signature(literal) in heads for rule in group for literal in rule.body)


@of_node(64)
def _sentinels(rules: Rules, kept: frozenset[Signature], numbers: Numbers, given: Rows, counts: Counts) -> _Watched:
    """What watches the arithmetic of the rules."""
    strata = _strata(rules, kept, numbers)
    statements = [statement for stratum in strata for statement in stratum]
    known = bounds(strata, dict(given), dict(counts))
    lines: list[tuple[bool, str]] = []
    sites: dict[Site, int] = {}
    faults: list[Diagnostic] = []
    changed: dict[int, str] = {}
    unending = dict(_unending(rules, strata))
    for at, statement in enumerate(statements):
        if at in unending:
            changed[at], site, text = "", *unending[at]
            dependent = defines(statement) in rules.dependent
            head = f"_overflow({'' if dependent else 'none,'}{sites.setdefault(site, len(sites))})"
            lines.append((not dependent, _watching(f"{head} :- {text}.", rules, dependent)))
            continue
        with_guards = guarded(statement, known)
        try:
            found = findings(with_guards, known)
        except Uncheckable as error:
            faults.append(Diagnostic(str(error), rules.sources.name, *place(error.node), error.expected))
            continue
        if with_guards.powers:
            changed[at] = _lifted(rule_of(str(with_guards.rule)), rules.dependent)
        dependent = defines(statement) in rules.dependent
        for finding, literals, conditions in together(with_guards.rule, found):
            site = Site(finding.kind, finding.text, *place(finding.node))
            head = f"_{finding.kind}({'' if dependent else 'none,'}{sites.setdefault(site, len(sites))})"
            text = f"{head} :- {'; '.join((*map(str, literals), *conditions))}."
            lines.append((not dependent, _watching(text, rules, dependent)))
    if faults:
        raise rules.sources.told(dict.fromkeys(faults))
    return _Watched(tuple(dict.fromkeys(lines)), tuple(sites), changed)


def _watching(text: str, rules: Rules, dependent: bool) -> str:
    """A sentinel, lifted if it depends on the position."""
    return _lifted(rule_of(text), {*rules.dependent, *SENTINELS}) if dependent else text


def _unending(rules: Rules, strata: Sequence[Sequence[AST]]) -> Iterator[tuple[int, tuple[Site, str]]]:
    """By the places of the rules that have no end in the order of all, what is told of each, and where it begins."""
    before = 0
    for stratum in strata:
        for one in endless(stratum):
            rule = stratum[one.at]
            shown = next(each for each in rules.statements if place(each) == place(rule))
            text = _BARE.sub(r"\1", str(shown).removesuffix(".").replace("; ", ", "))
            grows = _BARE.sub(r"\1", one.grows)
            most = fresh(shown)
            sized = next((f"{one.name}({'_,' * (arity(one) - 1)}{most})" for one in rules.fluents), f"{most} = 100")
            bound = f"{grows} >= 0" if one.step < 0 else f"{sized}, {grows} <= {most}"
            site = Site("endless", text, *place(rule), f"an end of it, as in `{text}, {bound}.`")
            yield before + one.at, (site, "; ".join((*map(str, rule.body), *one.conditions)))
        before += len(stratum)


def _numbers(value: Value) -> tuple[int, ...]:
    assert isinstance(value, tuple), "a set parameter has a set as its value"
    return value


def fluent_signatures(rules: Rules) -> frozenset[Signature]:
    """The fluents as predicates: `heap/2`, `pile/1`."""
    return frozenset((fluent.name, arity(fluent)) for fluent in rules.fluents)


def _lifted(rule: AST, dependent: Collection[Signature]) -> str:
    """One rule over a batch of positions."""
    if defines(rule) not in dependent:
        return str(rule)
    whole = mirrored(rule)
    lifting = _Lifting(dependent, rule.location, fresh(whole))
    body = [lifting.text(literal) for literal in whole.body]
    if not any(is_positive(literal) and signature(literal) in dependent for literal in whole.body):
        body.insert(0, lifting.position)
    return f"{lifting.text(whole.head)} :- {'; '.join(body)}."


def _given(rules: Rules) -> set[Signature]:
    """What no rule derives, as it is called after lifting."""
    return {(POSITION, 1), *((name, arity + 1) for name, arity in (*fluent_signatures(rules), *rules.told))} | {
        (name.lower(), 1) for name in rules.sets
    }


class _Lifting(Transformer):
    """Gives the atoms of position-dependent predicates their new first argument, a variable of that name."""

    def __init__(self, dependent: Collection[Signature], location: Location, name: str) -> None:
        self._dependent = dependent
        self._name = name
        self._variable = Variable(location, name)

    @property
    def position(self) -> str:
        """`_position(P)`, which binds the position where nothing else does."""
        return f"{POSITION}({self._name})"

    def text(self, literal: AST) -> str:
        """A mirrored literal, lifted."""
        if not any(signature(atom) in self._dependent for atom in atoms(literal)):
            return str(literal)
        if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.SymbolicAtom:
            return str(self.visit(literal.source))
        symbol = literal.atom.symbol
        return f"{_SIGNS[literal.sign]}{symbol.name}({','.join((self._name, *map(str, symbol.arguments)))})"

    def visit_SymbolicAtom(self, node: AST) -> AST:
        if signature(node) not in self._dependent:
            return node
        return node.update(symbol=node.symbol.update(arguments=[self._variable, *node.symbol.arguments]))


_SIGNS = {Sign.NoSign: "", Sign.Negation: "not ", Sign.DoubleNegation: "not not "}
