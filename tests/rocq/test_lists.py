"""Files for Rocq with proofs by hand, of any number of heaps: what they say, and that a changed rule has none."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, islice
from pathlib import Path

import pytest
from clingo import Control
from pydantic import BaseModel

from bouton.cli import main
from bouton.core.errors import Unreadable
from bouton.core.position import Value
from bouton.core.shipped import folder
from bouton.core.sources import Source
from bouton.core.spec import Claim
from bouton.rocq.evaluate import Extent, extents
from bouton.rocq.file import libraries, library, proves, write, written
from bouton.rocq.hand import attempted, completed, kept, lacking, unproved
from bouton.rocq.statement import Statement, strategy_lines
from bouton.rules.file import Signature
from bouton.rules.mutate import only
from tests.rocq.answers import CLOSED, WITHIN, coqc, prepare
from tests.rocq.by_hand import BY_HAND, asked, forced, of, place, text
from tests.rocq.test_files import changed, ground, with_coqc
from tests.samples import small_or_whole
from tests.shipped import named

ROOT = Path(__file__).parents[2]
BRIEF = (
    "greedy_nim_theorem_4",
    "greedy_nim_theorem_5",
    "wythoff_formula_3",
    "survivor_nim_theorem_8",
    "octal_kayles",
    "nim_safe_combinations",
    "delete_nim_values",
)
"""Whose proofs Rocq checks in every run; the others in the slow one."""
SAID = (
    ("greedy_nim", "theorem-5-rephrased"),
    ("greedy_nim_zeros", "theorem-5-zeros-corrected"),
    ("misere_bounded_greedy_nim", "theorem-3-rephrased"),
    ("misere_bounded_greedy_nim", "theorem-1-normal"),
    ("misere_bounded_greedy_nim", "definition-4-positive-corrected"),
    ("misere_bounded_greedy_nim_moves", "lemma-1"),
)


@cache
def said(name: str, claim_id: str) -> Statement:
    return of(named(name), asked(name, claim_id))


def saying(claim: Claim, **said: str) -> Claim:
    """The claim with other words for some of its keys."""
    assert isinstance(claim.said, BaseModel)
    return replace(claim, said=claim.said.model_copy(update=said))


# ------------------------------------------------------------------------------------- what the definitions derive


@cache
def needed(rules: tuple[Source, ...], wanted: frozenset[Signature]) -> str:
    """The text of the rules that define what is wanted."""
    return "\n".join(one.content for one in only(rules, wanted))


def derived(about: Statement, parameters: dict[str, Value], heaps: tuple[int, ...]) -> dict[str, Extent]:
    """What clingo derives from the rules file itself at one position."""
    control = Control(["--warn=none", *(f"-c{name}={value}" for name, value in parameters.items())])
    control.add("base", [], needed(about.spec.rules, frozenset(one.signature for one in about.read)))
    control.add("base", [], " ".join(rule for one in about.spec.agreements for rule in one.rules))
    control.add("base", [], " ".join(f"heap({place},{size})." for place, size in enumerate(heaps, 1)))
    control.ground()
    names = {one.signature: one.name for one in about.read if not re.search(r"_elements\d+$", one.name)}
    found: dict[str, Extent] = {name: set() for name in names.values()}
    for atom in control.symbolic_atoms:
        key = (atom.symbol.name, len(atom.symbol.arguments))
        if key in names and atom.is_fact:
            found[names[key]].add(tuple(map(ground, atom.symbol.arguments)))
    return found


def positions(about: Statement, count: int, size: int) -> Iterator[tuple[dict[str, Value], tuple[int, ...]]]:
    """Every position of so few heaps, for two values of the parameters."""
    for parameters in islice(about.claim.box.assignments(), 2):
        for n in range(count + 1):
            for heaps in combinations_with_replacement(range(size, 0, -1), n):
                yield dict(parameters), heaps


def derivations(about: Statement, parameters: dict[str, Value], heaps: tuple[int, ...]) -> dict[str, Extent]:
    """What the printed definitions derive there; the elements of aggregates are no predicates of the rules."""
    found = extents(about.whole, parameters, {"heap": heaps})
    return {name: rows for name, rows in found.items() if not re.search(r"_elements\d+$", name)}


@pytest.mark.parametrize("box", [(3, 3), pytest.param((5, 5), marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "claim"), SAID)
@pytest.mark.sample(6)
def test_the_printed_definitions_derive_what_clingo_does(name: str, claim: str, box: tuple[int, int]) -> None:
    about = said(name, claim)
    for parameters, heaps in positions(about, *box):
        assert derivations(about, parameters, heaps) == derived(about, parameters, heaps), (parameters, heaps)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("heap(I,S), x(1,S)", "heap(I,S), x(2,S)"),
        ("T = #count { I : heap(I,S), x", "T = #sum { I : heap(I,S), x"),
        ("x(1,0) :-", "x(1,1) :-"),
    ],
)
def test_a_changed_rule_is_seen_by_that_comparison(before: str, after: str) -> None:
    about = said("greedy_nim", "theorem-5")
    other = of(*changed("greedy_nim", "theorem-5", before, after))
    every = list(positions(about, 3, 3))
    assert any(derivations(other, *at) != derived(about, *at) for at in every)
    assert all(derivations(other, *at) == derived(other, *at) for at in every)


AGGREGATES = """
a :- #count { I : heap(I,S) } >= 2.                b(N) :- N = #sum { S,I : heap(I,S), I > 1 ; 7,0 : heap(1,2) }.
c :- 2 <= #count { S : heap(_,S) } <= 3.           e(I) :- heap(I,S), 1 = #count { J : heap(J,S) }.
all :- a, b(N), e(I), N > 0.                       all :- c.
"""


def test_aggregates_derive_what_clingo_does() -> None:
    """Guards on either side, negation, several elements, and variables of the rule inside of an aggregate."""
    spec = named("greedy_nim")
    rules = (*spec.rules, replace(spec.rules[0], text=AGGREGATES))
    about = of(replace(spec, rules=rules), saying(spec.claim("theorem-4"), iff="all"))
    for parameters, heaps in positions(about, 4, 3):
        assert derivations(about, parameters, heaps) == derived(about, parameters, heaps), heaps


def test_the_greatest_of_nothing_is_no_number() -> None:
    spec = named("greedy_nim")
    rules = (*spec.rules, replace(spec.rules[0], text="all :- M = #max { S : heap(_,S) }, M < 0."))
    with pytest.raises(Unreadable, match="may be nothing"):
        of(replace(spec, rules=rules), saying(spec.claim("theorem-4"), iff="all"))


# ------------------------------------------------------------------------------------------------- proofs by hand


@pytest.mark.slow
def test_each_proof_by_hand_lies_with_its_game() -> None:
    assert set(folder("encodings").rglob("*.v")) == set(map(place, BY_HAND))


@pytest.mark.parametrize("every", small_or_whole(20, 1))
def test_each_proof_by_hand_is_kept_with_the_statement_that_is_printed(every: int) -> None:
    assert set(kept()) == set(BY_HAND)
    for name, (spec, claim) in list(BY_HAND.items())[::every]:
        about = said(spec, claim)
        strategic = about.strategy is not None and "Theorem strategy_wins" in kept()[name][2]
        assert kept()[name][:2] == (text(about), "\n".join(strategy_lines(about)).strip() if strategic else ""), name
        whole = written(named(spec), asked(spec, claim))
        assert place(name).read_text(encoding="utf-8") == forced(about, name)
        assert whole.startswith(text(about))
        assert "\n".join(strategy_lines(about)) in whole
        assert ("NOT PROVED" in whole) == (about.strategy is not None and not strategic)
        assert whole.endswith(attempted("", name).strip() + "\n")


def test_comments_alone_may_differ() -> None:
    about = text(said("greedy_nim", "theorem-4"))
    other = completed(about.replace("Definition 6.", "Another words."))
    assert other is not None
    assert proves(other)
    changed_ = about.replace("Z.rem T 2) = 0", "Z.rem T 2) = 1")
    assert completed(changed_) is None
    assert lacking(unproved(changed_, "of no kind (* nor *) of another")) == "of no kind ( * nor * ) of another"


@pytest.mark.slow
def test_no_proof_by_hand_admits_anything() -> None:
    for spec, claim in BY_HAND.values():
        whole = written(named(spec), asked(spec, claim))
        every = whole + "".join(map(library, libraries(whole)))
        for word in ("Axiom", "Parameter ", "Conjecture", "Admitted", "admit", "Abort", "give_up"):
            assert word not in every, (claim, word)
        assert whole.endswith("Print Assumptions proved.\n")


OPTIONS = """
Lemma moves_is g p q : legal g p ->
  (moves g p q <-> exists x l m, the_heap p = x :: l /\\ 1 <= m <= x /\\ the_heap q = put (x - m) l).
Proof.
  apply (taking the_heap (legal g) t_take (fun p M i s => after g p M (t_heap i s)) (fun x m => 1 <= m <= x)).
  - intro p'. unfold legal, asked. rewrite in_order_is. unfold heaps_legal. tauto.
  - auto.
  - intro p'. exact (GreedyRules.after_is term t_take t_heap take_one heap_one (the_heap p')).
  - intro p'. exact (GreedyRules.move_is term t_take (the_heap p')).
Qed.
Goal forall g q, moves g (Position [2; 1]) q <-> the_heap q = [1; 1] \\/ the_heap q = [1].
Proof.
  intros g q. rewrite moves_is.
  - split.
    + intros (x & l & m & E & M & ->). injection E as <- <-. assert (m = 1 \\/ m = 2) as [-> | ->] by lia; auto.
    + intros [E | E]; exists 2, [1]; [exists 1 | exists 2]; rewrite E; repeat split; lia.
  - split; [exact I|]. cbn. repeat split; lia.
Qed.
"""
"""What the moves from two stones and one are, after the proof of a theorem on them."""


@with_coqc
@pytest.mark.parametrize(
    "name", [one if one in BRIEF else pytest.param(one, marks=pytest.mark.slow) for one in BY_HAND]
)
@pytest.mark.long("greedy_nim_theorem_5")
def test_coqc_accepts_a_proof_by_hand(name: str, compiled: Path) -> None:
    spec, claim = BY_HAND[name]
    whole = written(named(spec), asked(spec, claim)) + (OPTIONS if name == "greedy_nim_theorem_4" else "")
    ended = coqc(compiled, whole)
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
@pytest.mark.parametrize("name", ["nim_values", pytest.param("survivor_nim_corollary_9", marks=pytest.mark.slow)])
@pytest.mark.slow
def test_coqc_accepts_a_file_where_it_lies(name: str, compiled: Path, tmp_path: Path) -> None:
    file = place(name)
    prepare(compiled, file.read_text(encoding="utf-8"))
    command = ["coqc", "-Q", str(compiled), "", "-noglob", "-o", str(tmp_path / f"{name}.vo"), str(file)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=WITHIN)
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


MUTANTS = (
    ("theorem-4", "theorem_4 :- t(T), T \\ 2 = 0.", "theorem_4 :- t(T), T \\ 2 = 1.", "greedy_nim_theorem_4"),
    ("theorem-4", "after(take(M), heap(1,T)) :-", "after(take(M), heap(2,T)) :-", "greedy_nim_theorem_4"),
    ("theorem-5", "x(1,S), S <= 1, t(T), T \\ 2 = 1.", "x(1,S), S <= 2, t(T), T \\ 2 = 1.", "greedy_nim_theorem_5"),
)


@with_coqc
@pytest.mark.mutants
@pytest.mark.parametrize(("claim", "before", "after", "name"), MUTANTS)
def test_coqc_refuses_a_proof_by_hand_of_changed_rules(
    claim: str, before: str, after: str, name: str, compiled: Path
) -> None:
    """Their file has no proof; and the proof of the unchanged rules is none of theirs."""
    spec, asked = changed("greedy_nim", claim, before, after)
    assert not proves(written(spec, asked))
    ended = coqc(compiled, forced(of(spec, asked), name))
    assert ended.returncode != 0
    assert "Closed under" not in ended.stdout


@with_coqc
@pytest.mark.mutants
def test_coqc_refuses_the_proof_of_normal_play_for_misere_play(compiled: Path) -> None:
    claim = saying(named("greedy_nim").claim("theorem-4"), play="misere")
    ended = coqc(compiled, forced(of(named("greedy_nim"), claim), "greedy_nim_theorem_4"))
    assert ended.returncode != 0


DEFINITIONS = """
Require Import ZArith Lia List Bouton Heaps.
Import ListNotations.
Open Scope Z_scope.
(* The first heap goes away, a fourth one is added, and the second stays; the rest are put in order. *)
Goal heaps_after ascending (fun i s => (i = 1 /\\ s = 0) \\/ (i = 4 /\\ s = 2)) [5; 3] [2; 3].
Proof.
  exists [0; 3; 0; 2]. split; [|reflexivity]. intros i I. unfold size_of.
  destruct (Z.eq_dec i 1) as [-> | A]; [left; auto|]. destruct (Z.eq_dec i 4) as [-> | B]; [left; auto|].
  right. split; [intros [s H]; lia|]. destruct (Z.eq_dec i 2) as [-> | C]; [reflexivity|].
  destruct (Z.eq_dec i 3) as [-> | D]; [reflexivity|]. rewrite !nth_overflow by (cbn; lia). reflexivity.
Qed.
(* Two heaps of three are one size, and two heaps. *)
Goal counted (fun t => exists s i, t = [s] /\\ heap_at [3; 3] i s) 1.
Proof.
  exists [[3]]. split; [repeat constructor; intros []|]. split; [|reflexivity]. intro t. split.
  - intros [<- | []]. exists 3, 1. split; [reflexivity|]. split; [cbn; lia|reflexivity].
  - intros (s & i & -> & [H ->]). left. cbn in H. assert (i = 1 \\/ i = 2) as [-> | ->] by lia; reflexivity.
Qed.
Goal counted (fun t => exists i s, t = [i] /\\ heap_at [3; 3] i s) 2.
Proof. apply (counted_heaps _ (fun i => exists s, heap_at [3; 3] i s) [3; 3]); [tauto|one_entry|reflexivity]. Qed.
"""


@with_coqc
@pytest.mark.slow
def test_the_definitions_of_lists_are_what_their_comments_say(compiled: Path) -> None:
    ended = coqc(compiled, DEFINITIONS)
    assert (ended.returncode, ended.stderr) == (0, "")


# ----------------------------------------------------------------------------------------------- what check writes


def test_a_file_lies_beside_what_it_rests_on(tmp_path: Path) -> None:
    file = write(tmp_path, named("greedy_nim"), named("greedy_nim").claim("theorem-4"))
    assert {one.name for one in file.parent.iterdir()} == {
        "Bouton.v",
        "Heaps.v",
        "Largest.v",
        "Greedy.v",
        "theorem_4_.v",
    }
    counters = write(tmp_path, named("survivor_nim"), named("survivor_nim").claim("theorem-8-recurrence-1"))
    assert {one.name for one in counters.parent.iterdir()} == {"Bouton.v", "Scripts.v", "theorem_8_recurrence_1_.v"}


@pytest.mark.slow
def test_check_says_where_a_statement_has_no_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The theorem in other words is proved by Bouton, and no proof by hand is of them."""
    rules = "".join(map(Path.read_text, sorted((ROOT / "encodings" / "greedy_nim").glob("[rt]*s.lp"))))
    assert rules.count("theorem_4 :- t(T), T \\ 2 = 0.") == 1
    (tmp_path / "rules.lp").write_text(rules.replace("t(T), T \\ 2 = 0.", "t(T), not T \\ 2 = 1.", 1))
    spec = (ROOT / "specs" / "greedy_nim.yaml").read_text().split("  - id: theorem-4-moves")[0]
    (tmp_path / "other.yaml").write_text(re.sub(r"^rules:.*", "rules: rules.lp", spec, flags=re.MULTILINE))
    asked = ["check", str(tmp_path / "other.yaml"), "--claim", "theorem-4", "--no-crosscheck"]
    assert main([*asked, "--rocq", str(tmp_path / "files")]) == 0
    told = "".join(capsys.readouterr().out.split())
    file = tmp_path / "files" / "other" / "theorem_4_.v"
    why = "what is said of any number of heaps has proofs by hand, and none is of this; no script is written, as "
    more = "theorem_4 asks for more of the heaps than counts and a nim-sum"
    assert f"note:writtenforRocq,itsstatementwithoutaproof({why}{more}):{file}".replace(" ", "") in told
    assert not proves(file.read_text())
