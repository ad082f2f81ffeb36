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
from bouton.ground.graph import Node
from bouton.rocq.boxed import Boxed, lesser
from bouton.rocq.computed import Computed
from bouton.rocq.hand import BEGINS
from bouton.rocq.ranges import boxed, having
from bouton.rocq.statement import Statement, comment, lines, statement, wrapped
from bouton.rules.file import Rules

MOST = 5_000
"""Positions that the kernel is told to compute of those below a counterexample."""


def refutation(
    about: Spec, claim: Claim, rules: Rules, parameters: Mapping[str, Value], position: Position
) -> tuple[str, Statement]:
    """The file that proves that a claim is false at a position, and what it says; Unreadable where it is not written.

    `about` and `rules` are those of the claim's subject.
    """
    if about.cycles != "refused":
        raise Unreadable("no refutation is written where positions may come back")
    own = having(about, claim, parameters, position)
    said = replace(statement(about, own, rules), claim=own, strategy=None, of_strategy=())
    computed = Computed(said, rules)
    graph = computed.below([position], parameters, MOST) if said.game else {}
    if _true(computed, graph, parameters, position):
        raise Unreadable("what is claimed is true there, and no refutation is written of a strategy alone")
    listed = [*computed.lines()]
    these, there, legal = map(computed.fresh.name, ("these", "there", "legal_there"))
    box = Boxed(computed, *boxed(about, claim))
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
        f"Definition {these} : parameters := {computed.given(parameters)}.",
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
    fails = f"exact (T {g} {p} {legal}{given})"
    if not computed.about.game:
        listed, iff = computed.plain(g)
        test = computed.tested(f"andb (negb {silent}) (Computed.nothing {listed})", g)
        yield f"Lemma {done} : (fun p => {test}) {p} = true."
        yield "Proof. vm_cast_no_check (eq_refl true). Qed."
        yield f"Theorem {refuted} : ~ theorem."
        yield f"Proof. intro T. pose proof {done} as R. cbv beta in R. {taken}"
        yield f"  apply Computed.is_nothing in R. apply R. apply {iff.format(p)}. {fails}. Qed."
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
        yield f"  cbv beta in R. {taken} apply ({kind.fails[1]}). {fails}."
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
