"""Conditions on a position, each as literals of a rule's body: those of the claim itself, sizes, counts, remainders."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from bouton.core.position import Counter, Fluent, Heaps
from bouton.discover.moves import variable
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.names import OUTPUTS

Condition = tuple[str, ...]
_DEPTH = 3
"""The largest heaps whose sizes are compared."""
_LARGEST_DIVISOR = 16


def own(rules: Rules, wanted: Collection[Signature]) -> tuple[list[str], list[str]]:
    """The predicates that the wanted ones are made of: those without arguments, and those of one."""
    given = {*OUTPUTS, *(fluent.name for fluent in rules.fluents)}
    found = sorted(closure(wanted, rules.statements) & rules.defined)
    plain = [name for name, arity in found if arity == 0 and name not in given]
    return plain, [name for name, arity in found if arity == 1 and name not in given]


def of_predicates(plain: Sequence[str], numbers: Sequence[str], parameters: Sequence[str]) -> list[Condition]:
    """Conditions in the claim's own terms: predicates without arguments, and those of one number."""
    found: list[Condition] = []
    for name in plain:
        found += [(name,), (f"not {name}",)]
    for name in numbers:
        found += _of_number(name, parameters)
    return found


def of_sizes(fluents: Sequence[Fluent], parameters: Sequence[str], by: Sequence[int]) -> list[Condition]:
    """Conditions on sizes of heaps, how many there are of one size, counters, and remainders of these.

    `by` are divisors that the claim has.
    """
    moduli = [str(one) for one in by if 2 < one <= _LARGEST_DIVISOR]
    moduli += [f"({name}+1)" for name in parameters]
    found: list[Condition] = []
    for fluent in fluents:
        found += (
            _of_counter(fluent.name, moduli) if isinstance(fluent, Counter) else _of_heaps(fluent, moduli, parameters)
        )
    return list(dict.fromkeys(found))


def weight(condition: Condition) -> float:
    """How far a condition may be trusted beyond the positions it was met at: a predicate most, a number least."""
    if len(condition) > 1:
        return 0.8
    number = re.search(r"\d+\)$", condition[0])
    if number is None or condition[0].startswith("not "):
        return 1.0
    return 0.9 if number.group() in ("0)", "1)") else 0.6


def _of_number(name: str, parameters: Sequence[str]) -> Iterator[Condition]:
    one = variable(name)
    for value in (*map(str, range(10)), *parameters):
        yield (f"{name}({value})",)
        yield (f"not {name}({value})",)
    for said in _parity(one):
        yield f"{name}({one})", said
    yield from ((f"{name}({one})", f"{one} > {least}") for least in (0, 1, 2, *_beyond(parameters)))


def _beyond(parameters: Sequence[str]) -> list[str]:
    return [f"{name}{more}" for name in parameters for more in ("", "+1")]


def _of_counter(name: str, moduli: Sequence[str]) -> Iterator[Condition]:
    one = variable(name)
    for said in (*_parity(one), f"{one} > 0", f"{one} = 1", f"{one} > 1", *_remainders(one, moduli)):
        yield f"{name}({one})", said


def _parity(value: str) -> tuple[str, str]:
    return f"{value} \\ 2 = 0", f"{value} \\ 2 = 1"


def _remainders(value: str, moduli: Sequence[str]) -> Iterator[str]:
    for modulus in moduli:
        most = int(modulus) if modulus.isdigit() else 3
        for rest in range(most):
            yield f"{value} \\ {modulus} = {rest}"
        if not modulus.isdigit():
            yield f"{value} \\ {modulus} > 1"
            yield f"{value} \\ {modulus} > 2"


def _of_heaps(fluent: Heaps, moduli: Sequence[str], parameters: Sequence[str]) -> Iterator[Condition]:
    """Heaps by place from the largest: X1 is the size of a largest heap."""
    name = fluent.name
    count = f"N = #count {{ I : {name}(I,_) }}"
    for said in (
        *(f"N = {n}" for n in (1, 2, 3)),
        *(f"N > {n}" for n in (1, 2, 3)),
        *_parity("N"),
        *_remainders("N", moduli),
    ):
        yield count, said
    if fluent.order == "none":
        return
    bound: list[Condition] = []
    for at in range(1, _DEPTH + 1):
        place = str(at) if fluent.order == "descending" else "N" if at == 1 else f"N-{at - 1}"
        bound.append((f"{name}({place},X{at})",) if fluent.order == "descending" else (count, f"{name}({place},X{at})"))
    for at, here in enumerate(bound, 1):
        size, many = f"X{at}", f"C{at}"
        yield here
        for said in (f"{size} = 1", f"{size} > 1", f"{size} = 2", f"{size} > 2", *_parity(size)):
            yield *here, said
        yield from ((*here, said) for said in _remainders(size, moduli))
        counted = (*here, f"{many} = #count {{ I : {name}(I,{size}) }}")
        beyond = [f"{many} > {least}" for least in (1, *_beyond(parameters))]
        for said in (f"{many} = 1", *beyond, *_parity(many), *_remainders(many, moduli)):
            yield *counted, said
    for one in range(1, _DEPTH + 1):
        for other in range(one + 1, _DEPTH + 1):
            both = tuple(dict.fromkeys((*bound[one - 1], *bound[other - 1])))
            large, less = f"X{one}", f"X{other}"
            gap = f"({large}-{less})"
            for said in (f"{large} = {less}", f"{large} > {less}", f"{large} = {less}+1", f"{large} > {less}+1"):
                yield *both, said
            for said in (*_parity(gap), *_remainders(gap, moduli)):
                yield *both, said
    if fluent.order == "descending":
        yield from ((f"not {name}({at},_)",) for at in range(2, _DEPTH + 1))
