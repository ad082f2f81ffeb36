"""Of which claim each proof by hand is; `python -m tests.rocq.by_hand` prints their statements anew.

That is for a change of how statements are printed: the proofs stay, and the tests ask Rocq whether they still do.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePath

from bouton.claims.subject import rules_of, subject
from bouton.core.ranges import interval
from bouton.core.shipped import folder
from bouton.core.spec import Claim, Spec
from bouton.rocq.hand import attempted, kept
from bouton.rocq.statement import Statement, lines, statement, strategy_lines
from tests.shipped import named

BY_HAND = {
    "wythoff_formula_3": ("wythoff", "formula-3"),
    "wythoff_floor": ("wythoff", "formula-3-floor"),
    "wythoff_covering": ("wythoff", "formula-3-covering"),
    "wythoff_disjoint": ("wythoff", "formula-3-disjoint"),
    "wythoff_disjoint_short": ("wythoff", "formula-3-disjoint-short"),
    "wythoff_irrational": ("wythoff", "formula-3-irrational"),
    "nim_a_floor": ("nim_a", "formula-5-floor"),
    "nim_a_covering": ("nim_a", "lemma-9-covering"),
    "nim_a_disjoint": ("nim_a", "lemma-9-disjoint"),
    "nim_a_disjoint_short": ("nim_a", "lemma-9-disjoint-short"),
    "nim_a_disjoint_long": ("nim_a", "lemma-9-disjoint-long"),
    "nim_a_irrational": ("nim_a", "section-3-3-irrational"),
    "euclid_cole_davie": ("euclid", "section-3-5-cole-davie"),
    "euclid_never_equal": ("euclid", "section-3-5-never-equal"),
    "euclid_absorption": ("euclid", "section-3-5-absorption"),
    "euclid_nivasch_no_square": ("euclid", "formula-9-no-square"),
    "euclid_nivasch_independence": ("euclid", "formula-9-independence"),
    "euclid_nivasch_independence_below": ("euclid", "formula-9-independence-below"),
    "euclid_nivasch_independence_fewer": ("euclid", "formula-9-independence-fewer"),
    "euclid_nivasch_independence_as_many": ("euclid", "formula-9-independence-as-many"),
    "euclid_nivasch_independence_more": ("euclid", "formula-9-independence-more"),
    "euclid_nivasch_absorption_early": ("euclid", "formula-9-absorption-early"),
    "euclid_nivasch_absorption_late": ("euclid", "formula-9-absorption-late"),
    "euclid_nivasch_absorption_between": ("euclid", "formula-9-absorption-between"),
    "euclid_nivasch_absorption": ("euclid", "formula-9-absorption"),
    "nim_ab_lemma_11_induction": ("nim_ab", "lemma-11-induction"),
    "nim_ab_lemma_11_proof": ("nim_ab", "lemma-11-proof"),
    "nim_ab_lemma_12_normal": ("nim_ab", "lemma-12-normal"),
    "nim_ab_lemma_12_misere": ("nim_ab", "lemma-12-misere"),
    "nim_ab_a_0": ("nim_ab", "section-3-4-a-0"),
    "greedy_nim_section_5_2": ("greedy_nim", "section-5-2-equal"),
    "subtraction_proposition_6": ("subtraction", "proposition-6-disjoint"),
    "nim_ab_a_0_misere": ("nim_ab", "section-3-4-a-0-misere"),
    "survivor_nim_theorem_8_rounds": ("survivor_nim", "theorem-8-rounds"),
    "survivor_nim_theorem_10_rounds": ("survivor_nim", "theorem-10-rounds"),
    "greedy_nim_theorem_4": ("greedy_nim", "theorem-4"),
    "greedy_nim_theorem_5": ("greedy_nim", "theorem-5"),
    "greedy_nim_theorem_5_rephrased": ("greedy_nim", "theorem-5-rephrased"),
    "greedy_nim_zeros_theorem_4": ("greedy_nim_zeros", "theorem-4-zeros-corrected"),
    "greedy_nim_zeros_theorem_5": ("greedy_nim_zeros", "theorem-5-zeros-corrected"),
    "bounded_greedy_nim_theorem_1_normal": ("misere_bounded_greedy_nim", "theorem-1-normal"),
    "bounded_greedy_nim_theorem_1_misere": ("misere_bounded_greedy_nim", "theorem-1-misere"),
    "bounded_greedy_nim_definition_3": ("misere_bounded_greedy_nim", "definition-3-positive"),
    "bounded_greedy_nim_definition_4": ("misere_bounded_greedy_nim", "definition-4-positive-corrected"),
    "bounded_greedy_nim_theorem_2": ("misere_bounded_greedy_nim", "theorem-2"),
    "bounded_greedy_nim_theorem_3": ("misere_bounded_greedy_nim", "theorem-3"),
    "bounded_greedy_nim_theorem_3_rephrased": ("misere_bounded_greedy_nim", "theorem-3-rephrased"),
    "bounded_greedy_nim_theorem_3_singular": ("misere_bounded_greedy_nim", "theorem-3-singular-proof"),
    "bounded_greedy_nim_section_4_normal": ("misere_bounded_greedy_nim", "section-4-normal-agrees"),
    "bounded_greedy_nim_section_4_misere": ("misere_bounded_greedy_nim", "section-4-misere-agrees"),
    "bounded_greedy_nim_fact_1": ("misere_bounded_greedy_nim_moves", "fact-1"),
    "bounded_greedy_nim_fact_2": ("misere_bounded_greedy_nim_moves", "fact-2"),
    "bounded_greedy_nim_fact_3": ("misere_bounded_greedy_nim_moves", "fact-3"),
    "bounded_greedy_nim_lemma_1": ("misere_bounded_greedy_nim_moves", "lemma-1"),
    "survivor_nim_theorem_8": ("survivor_nim", "theorem-8"),
    "survivor_nim_theorem_10": ("survivor_nim", "theorem-10-corrected"),
    "survivor_nim_theorem_12": ("survivor_nim", "theorem-12-corrected"),
    "survivor_nim_corollary_9": ("survivor_nim", "corollary-9"),
    "survivor_nim_corollary_11": ("survivor_nim", "corollary-11-corrected"),
    "survivor_nim_corollary_13": ("survivor_nim", "corollary-13-corrected"),
    "survivor_nim_corollary_14": ("survivor_nim", "corollary-14"),
    "survivor_nim_corollary_14_corrected": ("survivor_nim", "corollary-14-corrected"),
    "survivor_nim_corollary_14_lists": ("survivor_nim", "corollary-14-lists-corrected"),
    "survivor_nim_corollary_5": ("survivor_nim", "corollary-5-corrected"),
    "survivor_nim_section_1": ("survivor_nim", "section-1"),
    "survivor_nim_theorem_8_largest": ("survivor_nim", "theorem-8-largest"),
    "survivor_nim_theorem_10_largest": ("survivor_nim", "theorem-10-largest-corrected"),
    "survivor_nim_theorem_12_largest": ("survivor_nim", "theorem-12-largest-corrected"),
    "survivor_nim_theorem_8_every_n": ("survivor_nim", "theorem-8-every-n"),
    "survivor_nim_theorem_10_every_n": ("survivor_nim", "theorem-10-every-n"),
    "survivor_nim_theorem_12_every_n": ("survivor_nim", "theorem-12-every-n"),
    "survivor_nim_closed_form": ("survivor_nim", "closed-form"),
    "survivor_nim_every_n": ("survivor_nim", "every-n"),
    "survivor_nim_placements_every_size": ("survivor_nim_placements", "every-size"),
    "greedy_nim_k_solution_three_heaps": ("greedy_nim_k", "solution-three-heaps"),
    "octal_kayles": ("octal", "kayles"),
    "dawsons_chess_ten_thousand_rows": ("dawsons_chess", "ten-thousand-rows"),
    "nim_values": ("nim", "values"),
    "nim_heap_values": ("nim", "heap-values"),
    "nim_all_numbers": ("nim_classes", "section-3-8-all-numbers"),
    "nim_safe_combinations": ("nim", "safe-combinations"),
    "nim_safe_combinations_misere": ("nim", "safe-combinations-misere"),
    "few_or_all_found_misere": ("few_or_all", "found-misere"),
    "lasker_nim_misere": ("lasker_nim", "misere"),
    "nim_rows_four_rows_misere": ("nim_rows", "four-rows-misere"),
    "bounded_nim_residues": ("bounded_nim", "residues"),
    "few_or_all_found": ("few_or_all", "found"),
    "kayles_nim_values": ("kayles", "nim-values"),
    "staircase_nim_odd_stairs": ("staircase_nim", "odd-stairs"),
    "nimhoff_values": ("nimhoff", "values"),
    "nimhoff_quotients_and_remainders": ("nimhoff", "quotients-and-remainders"),
    "mark_digits_dopey": ("mark_digits", "dopey"),
    "mark_digits_aperiodic": ("mark_digits", "section-3-8-aperiodic-every"),
    "nim_classes_leading": ("nim_classes", "section-1-5-2-leading"),
    "nim_classes_odd": ("nim_classes", "section-1-5-2-odd"),
    "nim_classes_unique": ("nim_classes", "section-1-5-2-unique"),
    "block_nim_one_shift": ("block_nim", "proposition-4-one-shift"),
    "block_nim_no_other_shift": ("block_nim", "proposition-4-no-other-shift"),
    "block_nim_theorem_8_no_shift": ("block_nim", "theorem-8-no-shift"),
    "block_nim_theorem_10_no_shift": ("block_nim", "theorem-10-no-shift"),
    "delete_nim_values": ("delete_nim", "values"),
    "delete_nim_both_even": ("delete_nim", "both-even"),
    "nim_rows_three_rows_values": ("nim_rows", "three-rows-values"),
    "nim_rows_four_rows": ("nim_rows", "four-rows"),
    "lasker_nim_values": ("lasker_nim", "values"),
    "lasker_nim_p_positions": ("lasker_nim", "p-positions"),
    "lasker_nim_arithmetic_period": ("lasker_nim", "arithmetic-period"),
}


def asked(name: str, claim: str) -> Claim:
    """The claim; one that would be proved too slowly for its spec to ask for it has the range of its proof by hand."""
    found = named(name).claim(claim)
    if found.prove is not None:
        return found
    prove = named(name).claim("solution").prove
    assert prove is not None
    few = replace(prove, unbounded=prove.unbounded - {"heap.count"}, counts={"heap": interval("0..3")})
    return replace(found, prove=few)


def place(name: str) -> Path:
    """The file of a proof: with the rules that the spec of its claim names, or with those of octal games for a code."""
    game = PurePath(named(BY_HAND[name][0]).rules[0].name).parent.name or "octal"
    return folder("encodings") / game / "proofs" / f"{name}.v"


def of(spec: Spec, claim: Claim) -> Statement:
    about = subject(spec, claim)
    return statement(about, claim, rules_of(about))


def text(about: Statement) -> str:
    return "\n".join(lines(about))


def proved_text(about: Statement, name: str) -> str:
    """The statement that a proof is kept behind: with what is said of a strategy, where that is proved too."""
    strategic = "Theorem strategy_wins" in kept()[name][2]
    return "\n".join([text(about), *(strategy_lines(about) if strategic else ())])


def forced(about: Statement, name: str) -> str:
    """The file of a statement with a proof that may be of another one."""
    return attempted(proved_text(about, name), name)


def main() -> None:
    every = {name: forced(of(named(spec), asked(spec, claim)), name) for name, (spec, claim) in BY_HAND.items()}
    assert set(every) == set(kept())
    for name, whole in every.items():
        place(name).write_text(whole, encoding="utf-8")


if __name__ == "__main__":
    main()
