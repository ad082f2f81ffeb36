"""Of which claim each proof by hand is; `python -m tests.rocq.by_hand` prints their statements anew.

That is for a change of how statements are printed: the proofs stay, and the tests ask Rocq whether they still do.
"""

from __future__ import annotations

from pathlib import Path

from bouton.claims.subject import rules_of, subject
from bouton.core.spec import Claim, Spec
from bouton.rocq.hand import attempted, kept
from bouton.rocq.statement import Statement, lines, statement
from tests.shipped import named

FOLDER = Path(__file__).parents[2] / "src" / "bouton" / "rocq" / "by_hand"
BY_HAND = {
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
}


def of(spec: Spec, claim: Claim) -> Statement:
    about = subject(spec, claim)
    return statement(about, claim, rules_of(about))


def text(about: Statement) -> str:
    return "\n".join(lines(about))


def main() -> None:
    every = {
        name: attempted(text(of(named(spec), named(spec).claim(claim))), name)
        for name, (spec, claim) in BY_HAND.items()
    }
    assert set(every) == set(kept())
    for name, whole in every.items():
        (FOLDER / f"{name}.v").write_text(whole, encoding="utf-8")


if __name__ == "__main__":
    main()
