"""Mutants by form of claim: `python -m benchmarks.forms [--sample N] [--seed S]` changes each form of `docs/forms.py`.

Each mutant differs in one symbol or literal, of the game or of what is claimed, and is judged in its box and put to the
proof. `killed` are those that are refuted, or whose rules are in error; `equal` those that are proved and hold in a box
twice as large, too, by clingo alone; `open` those that hold in their box and are not proved. One that is proved and
fails in the larger box is `wrong`, and an error.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from bouton.claims.subject import rules_of
from bouton.core.errors import InputError
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load, narrow
from bouton.process.limits import Limits
from bouton.rules.mutate import changes, definitions
from bouton.run.check import check
from bouton.run.mutants import harmless, legal, named
from bouton.run.options import Options
from docs.forms import FORMS, Form

COLUMNS = ("killed", "equal", "open", "wrong")
WIDER = {"pile": "pile=0..40", "by k": "pile=0..40", "turn": "pile=0..40", "legal": "pile=0..8", "rows": "left=0..8"}
"""A larger box of each game; of heaps one with four of them."""


def end(spec: Spec, form: Form, seconds: float) -> str:
    """How the claim of a form ends with the rules of a spec."""
    options = Options(claims=("c",), limits=Limits(seconds=seconds), crosscheck=False, fresh=True)
    try:
        (result,) = (one for one in check(spec, options, lambda _: None) if one.id == "c")
        if result.verdict is not Verdict.PROVED:
            return "killed" if result.verdict in (Verdict.REFUTED, Verdict.VACUOUS) else "open"
        wide = narrow(spec, [], [WIDER.get(form.game, "heap.count=0..4")])
        wider = replace(options, prove=False, engine="ground", suspend=True)
        (result,) = (one for one in check(wide, wider, lambda _: None) if one.id == "c")
    except InputError:
        return "killed"
    return "wrong" if result.verdict is Verdict.REFUTED else "equal"


def trials(form: Form, folder: Path, sample: int, seed: int, seconds: float) -> Counter[str]:
    """How many mutants of a form end in each way."""
    spec, found = load(form.write(folder)), Counter[str]()
    claim, rules = spec.claim("c"), rules_of(spec)
    own = named(spec, claim, rules)
    wanted = own | {("move", 1), ("after", 2)}  # a period rests on the moves alone
    drawn = list(changes(rules, definitions(rules, wanted, game=True)))
    random.Random(f"{seed} {form.name}").shuffle(drawn)
    for mutant in drawn:
        if found.total() < sample and legal(spec, claim, mutant) and not (own and harmless(spec, claim, mutant)):
            ended = end(replace(spec, rules=mutant.of(spec.rules)), form, seconds)
            found[ended] += 1
            if ended in ("equal", "wrong"):
                print(f"# {ended}: {mutant.rule}", flush=True)
    return found


def main() -> None:
    """Print the table; exit 1 where one is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=12, help="at most so many mutants of each form")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each mutant")
    parser.add_argument(
        "--form", action="append", default=[], help="the names of the forms that are tried (default: all)"
    )
    asked = parser.parse_args()
    total = Counter[str]()
    print(f"{'form':34}" + "".join(f"{one:>8}" for one in COLUMNS), flush=True)
    for form in FORMS:
        if asked.form and form.name not in asked.form:
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = trials(form, Path(folder), asked.sample, asked.seed, asked.seconds)
        total += found
        print(f"{form.name:34}" + "".join(f"{found[one]:>8}" for one in COLUMNS), flush=True)
    print(f"{'all':34}" + "".join(f"{total[one]:>8}" for one in COLUMNS))
    sys.exit(total["wrong"] > 0)


if __name__ == "__main__":
    main()
