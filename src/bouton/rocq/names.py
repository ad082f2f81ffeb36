"""What predicates, functions and variables of rules are called in Rocq: each as in the rules, unless that is taken.

A name is taken where Rocq, the rest of the file or another of the rules calls something else so. What is made for those
is none of the names that the rules have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import count

from bouton.core.fresh import Fresh
from bouton.rules.file import Signature

TAKEN = frozenset(
    {
        *"Definition Theorem Lemma Inductive Record Prop Type Set SProp Z In IF g p q M as at cofix".split(),  # noqa: SIM905
        *"else end exists exists2 fix for forall fun if in let match mod return then using where".split(),  # noqa: SIM905
        *"with position parameters legal moves term size claimed next stuck previous list nat".split(),  # noqa: SIM905
        *"not and or True False outcomes kernel decided closed lowered independent absorbing".split(),  # noqa: SIM905
        *"asked theorem proved counted summed greatest least in_order size_of heap_at left_over".split(),  # noqa: SIM905
        *"strategy strategy_moves strategy_wins wins heaps_after ascending descending in_place".split(),  # noqa: SIM905
        *"P_position N_position Print has_value mex periodic first_values single alliances".split(),  # noqa: SIM905
        *"length fold_right heaps_after_is counted_is summed_is greatest_is least_is".split(),  # noqa: SIM905
        *"option bool true false andb orb negb xorb positive fst snd filter flat_map forallb".split(),  # noqa: SIM905
        *"eq_refl conj proj1 proj2 or_introl iff iff_refl iff_sym iff_trans list_eq_dec".split(),  # noqa: SIM905
        *"filter_In in_flat_map forallb_forall proj1_sig proj2_sig".split(),  # noqa: SIM905
    }
)
"""What Rocq or the rest of the file calls something else."""


def of_predicates(every: Iterable[Signature], beside: Collection[str]) -> Mapping[Signature, str]:
    """What each is called; `beside` are names of the file that are not of predicates."""
    ordered = sorted(every)
    arities: dict[str, int] = {}
    for name, _ in ordered:
        arities[name] = arities.get(name, 0) + 1
    plain = {one: one[0] for one in ordered if arities[one[0]] == 1 and one[0] not in {*TAKEN, *beside}}
    plain = {one: name for one, name in plain.items() if not name.startswith("'")}
    fresh = Fresh({*TAKEN, *beside, *arities})
    found = dict(plain)
    for one in ordered:
        if one not in plain:
            stem = one[0] if one[0] not in TAKEN else f"{one[0]}_"
            stem = stem if arities[one[0]] == 1 else f"{stem}_{one[1]}"
            found[one] = fresh.name(f"p{stem}" if stem.startswith("'") else stem)
    return found


def of_functions(every: Collection[Signature]) -> Mapping[Signature, str]:
    """What each is called behind `t_`, where others of that name differ in the number of their arguments."""
    names = [name for name, _ in every]
    plain = {one: one[0] for one in every if names.count(one[0]) == 1}
    fresh = Fresh(names)
    return plain | {one: fresh.name(f"{one[0]}_{one[1]}") for one in sorted(every) if one not in plain}


def of_variables(every: Iterable[str]) -> Mapping[str, str]:
    """What the variables of a rule are called.

    X1, X2 and so on are the arguments of its head, O1 and so on what an aggregate is told of the rest of its rule.
    """
    ordered = sorted(every)
    found = {name: name for name in ordered if not _is_odd(name)}
    fresh = Fresh({*TAKEN, *ordered})
    for name in ordered:
        if name not in found:
            found[name] = fresh.name(f"V{name}" if name.startswith("'") else f"{name}_")
    return found


def _is_odd(name: str) -> bool:
    return name in TAKEN or name.startswith("'") or (name[:1] in "XO" and name[1:].isdigit())


class Made:
    """Variables that a rule does not have: of a stem with the next number of those that were made."""

    def __init__(self, taken: Collection[str]) -> None:
        self._taken, self._numbers = frozenset(taken) | TAKEN, count(1)

    def name(self, stem: str) -> str:
        """A name that nothing in the rule has."""
        return next(name for at in self._numbers if (name := f"{stem}{at}") not in self._taken)
