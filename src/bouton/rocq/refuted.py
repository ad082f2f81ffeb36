"""Refutations as files for Rocq: the theorem that is claimed, and the proof that it is false at one position.

The kernel computes the outcomes or values of all that lies below the position. Nothing that Bouton or clingo found
stands in such a proof but the list of these positions, each after its options: a wrong list, or a position at which the
claim is true, is refused. Where there are few lesser positions in the claim's box a second theorem says that the claim
is true of all of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bouton.core.errors import Unreadable
from bouton.core.position import Position, Value
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Period
from bouton.document.entries import Periodic
from bouton.ground.graph import Node
from bouton.rocq import ranges
from bouton.rocq.boxed import BoxScript, lesser
from bouton.rocq.computed import Computed, given
from bouton.rocq.hand import BEGINS, by_hand, kept
from bouton.rocq.misled import Misled
from bouton.rocq.ranges import boxed, having
from bouton.rocq.statement import Statement, comment, lines, statement, wrapped
from bouton.rules.file import Rules

_BY_CODE = "Require Import Permutation Sums Octal."
"""What proofs by hand begin with that have lemmas `sound` and `complete` of the moves of `code`."""
MOST = 5_000
"""Positions that the kernel is told to compute of those below a counterexample."""


def refutation(
    about: Spec,
    claim: Claim,
    rules: Rules,
    parameters: Mapping[str, Value],
    position: Position,
    *,
    of_strategy: bool = False,
) -> tuple[str, Statement]:
    """The file that proves that a claim is false at a position, and what it says; Unreadable where it is not written.

    `about` and `rules` are those of the claim's subject. Where the theorem is true there, or what is claimed is said
    `of_strategy` alone, it is what is said of the claim's strategy that is false.
    """
    if about.cycles != "refused":
        raise Unreadable("no refutation is written where positions may come back")
    own = having(about, claim, parameters, position)
    whole = replace(statement(about, own, rules), claim=own)
    said = replace(whole, strategy=None, of_strategy=())
    if isinstance(said.form, Period):
        return _not_periodic(said, given(said, parameters), position), said
    computed = Computed(said, rules)
    graph = computed.below([position], parameters, MOST) if said.game else {}
    true = _true(computed, graph, parameters, position)
    if of_strategy and not true:
        raise Unreadable("the theorem beside which the strategy is named is false there")
    if true:
        misled = Misled(whole, rules, parameters, position, MOST)
        return misled.text(given(said, parameters), _in_turn(misled.graph, position)), whole
    listed = [*computed.lines()]
    these, there, legal = map(computed.fresh.name, ("these", "there", "legal_there"))
    box = BoxScript(computed, *boxed(about, claim))
    try:
        found = lesser(box, parameters, position)
        least = [*box.least(these, there)]
        end = [*box.proof(computed.fresh.name("lesser_proved"), box.said, found, there=f"{box.rank} {these} {there}")]
        said = replace(said, box=box.box)
    except Unreadable as error:
        least, end = [comment(f"That the claim is true of all lesser positions is left open: {error.reason}.")], []
    text = [
        *lines(said),
        "",
        comment("It is false at one position."),
        f"Definition {these} : parameters := {given(said, parameters)}.",
        f"Definition {there} : position := {computed.at(position)}.",
        *least,
        "",
        BEGINS,
        computed.required,
        *listed,
        f"Lemma {legal} : legal {these} {there}.",
        f"Proof. unfold legal, asked, {these}, {there}. cbn. within. Qed.",
        *_false(computed, _in_turn(graph, position), these, there, legal),
        *end,
    ]
    return "\n".join(text) + "\n", said


def _not_periodic(said: Statement, given: str, position: Position) -> str:
    """The file that the heap at a position has another value than that a period before, or than is listed."""
    text = [*lines(said)]
    lemmas = (kept()[name][2] if (name := by_hand("\n".join(text))) else "").partition("Theorem proved ")[0]
    if _BY_CODE not in lemmas:
        raise Unreadable("the kernel computes no claims of kind periodic but of games that are known to have a code")
    claim, (there,) = said.claim.by(Periodic), position
    size = there if isinstance(there, int) else sum(there)
    numbers = f"{claim.preperiod} {claim.period} {claim.saltus}"
    assert isinstance(claim.period, int) and isinstance(claim.preperiod, int)
    listed = claim.values is not None and size < len(claim.values)
    if not listed and size < claim.preperiod + claim.period:
        raise Unreadable("nothing is claimed there, and no refutation is written of a period that is not the least")
    code = "(code these) eq_refl position _ the_heap single (sound these) (complete these) (fun _ => eq_refl)"
    fails = f"not_periodic {code} {numbers} {size - claim.period}"
    part = " as [T _]" if claim.values is not None else ""
    if listed:
        assert claim.values is not None
        fails, part = f"not_first {code} {ranges.listed(claim.values)} {size}", " as [_ T]"
    text += ["", comment(f"It is false of the heap of {size}."), f"Definition these : parameters := {given}."]
    end: list[str] = []
    if listed:
        text.append(comment("That the claim is true of all lesser heaps is left open."))
    else:
        last = size - claim.period
        both_ = f"has_value (moves these) (single k) V /\\ has_value (moves these) (single (k + {claim.period}))"
        least = f"forall k, {claim.preperiod} <= k -> k < {last} -> exists V, {both_} (V + {claim.saltus})"
        text.append(comment("The values of lesser heaps, with the same parameters, have the period."))
        text.append(wrapped(f"Definition lesser_hold : Prop := {least}."))
        end = ["Theorem lesser_proved : lesser_hold.", f"Proof. refine (periodic_before {code} {numbers} {last} _)."]
        end += ["  vm_cast_no_check (eq_refl true). Qed.", "Print Assumptions lesser_proved."]
    proof = [
        "Theorem refuted : ~ theorem.",
        "Proof. intro T. assert (asked these) as A by (unfold asked, these; cbn; lia).",
        f"  specialize (T these A).{f' destruct T{part}.' if part else ''} revert T.",
        f"  apply ({fails}).",
        "  vm_cast_no_check (eq_refl true). Qed.",
        "Print Assumptions refuted.",
    ]
    return "\n".join([*text, "", BEGINS, lemmas.strip(), *proof, *end]) + "\n"


def _true(
    computed: Computed, graph: Mapping[Position, Node], parameters: Mapping[str, Value], position: Position
) -> bool:
    """Whether what is claimed is true there after all, as clingo has it."""
    if computed.about.game:
        return computed.true([position], graph, parameters)
    (rows,) = computed.rows([position], parameters)
    return computed.says(rows, 0)


def _false(computed: Computed, order: Sequence[Position], g: str, p: str, legal: str) -> Iterator[str]:
    """The proof that the theorem is false there."""
    done, refuted = map(computed.fresh.name, ("computed", "refuted"))
    silent, lemma = computed.spoken(g)
    given = f" (proj1 {lemma.format(p)} W)" if lemma else ""
    taken = f"{computed.taken}apply Bool.andb_true_iff in R. destruct R as [W R]."
    taken += " apply Computed.is_some in W." if lemma else ""
    fails = f"(T {g} {p} {legal}{given})"
    if not computed.about.game:
        listed, iff = computed.plain(g)
        test = computed.tested(f"andb (negb {silent}) (Computed.nothing {listed})", g)
        yield f"Lemma {done} : (fun p => {test}) {p} = true."
        yield "Proof. vm_cast_no_check (eq_refl true). Qed."
        yield f"Theorem {refuted} : ~ theorem."
        yield f"Proof. intro T. pose proof {done} as R. cbv beta in R. {taken}"
        yield f"  exact (proj1 (Computed.is_nothing _) R (proj2 {iff.format(p)} {fails})). Qed."
    else:
        under = computed.fresh.name("under")
        yield wrapped(f"Definition {under} : list position := [{'; '.join(map(computed.at, order))}].")
        kind = computed.kind(g, p)
        at = f"position {computed.same} {computed.key} {kind.known}"
        test = computed.tested(f"andb (negb {silent}) {kind.fails[0]}", g)
        yield f"Lemma {done} : {kind.one}.judged {at} ({computed.options} {g}) {kind.step} {under}"
        yield f"  (fun p a => {test}) [{p}] = true."
        yield "Proof. vm_cast_no_check (eq_refl true). Qed."
        yield f"Theorem {refuted} : ~ theorem."
        yield f"Proof. intro T. destruct ({kind.one}.judged_right {at} {kind.good} ({computed.options} {g})"
        yield f"    {kind.step} {kind.stepped} {under} _ [{p}]"
        yield f"    {done} {p} (or_introl eq_refl)) as (a & G & R)."
        yield f"  cbv beta in R. {taken} apply ({kind.fails[1]}). exact {fails}."
        yield "Qed."
    yield f"Print Assumptions {refuted}."


def _in_turn(graph: Mapping[Position, Node], position: Position) -> list[Position]:
    """The position and all below it, each after its options."""
    order: dict[Position, None] = {}
    stack: list[tuple[Position, bool]] = [(position, False)] if graph else []
    while stack:
        place, ready = stack.pop()
        if ready:
            order[place] = None
        elif place not in order:
            stack.append((place, True))
            stack += [(move.to, False) for move in graph[place].moves if move.to not in order]
    return list(order)
