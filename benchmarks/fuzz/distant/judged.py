"""One claim checked as a user would check it, and what is wrong of its verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from benchmarks.fuzz.distant.case import Distant, differences
from benchmarks.fuzz.distant.idioms import IDIOMS, made
from benchmarks.fuzz.distant.plainly import faults
from bouton.core.errors import Disagreement, InputError
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options


def judged(
    way: str, seed: int, number: int, folder: Path, seconds: float = 10.0, asked: Counter[str] | None = None
) -> tuple[Distant, str, str]:
    """The case of that number, how its claim ended, and what is wrong of that; nothing where nothing is.

    At how many positions a proved claim was asked of plain Python is counted for its way.
    """
    case = made(way, seed, number)
    options = Options(limits=Limits(seconds=seconds), crosscheck=False, fresh=True)
    try:
        results = {one.id: one for one in check(load(str(case.write(folder))), options, lambda _: None)}
    except InputError as error:
        return case, "error", f"an error: {error}"
    except Disagreement as error:
        return case, "disagreement", f"a fault of ours: {error}"
    except Exception as error:  # whatever it is, it is what is looked for
        return case, "traceback", f"{type(error).__name__}: {error}"
    result = results["c"]
    words = "; ".join(differences(case, result))
    if result.verdict is Verdict.PROVED:
        seen = list(faults(case))
        if asked is not None:
            asked[way] += len(seen)
        words = "; ".join((*filter(None, (words,)), *filter(None, seen)))
    return case, result.verdict.value, words


def table(tally: Mapping[tuple[str, str], int], spent: Mapping[str, int], asked: Mapping[str, int]) -> str:
    """How many claims of each way were true and false, and how they ended."""
    ends = ("proved", "holds", "refuted", "unknown", "error", "disagreement", "traceback", "vacuous")
    lines = [
        f"{'way':20} true: "
        + " ".join(f"{one[:8]:>8}" for one in ends[:4])
        + "  false: "
        + " ".join(f"{one[:8]:>8}" for one in ends[:4])
        + "   others  seconds  positions"
    ]
    whole: Counter[str] = Counter()
    for way in IDIOMS:
        counts = {end: n for (one, end), n in tally.items() if one == way}
        whole.update(counts)
        if counts:
            lines.append(_row(way, counts, ends, spent.get(way, 0), asked.get(way, 0)))
    lines.append(_row("all", whole, ends, sum(spent.values()), sum(asked.values())))
    return "\n".join(lines)


def _row(way: str, counts: Mapping[str, int], ends: tuple[str, ...], spent: int, asked: int) -> str:
    one, other = (" ".join(f"{counts.get(f'{truth} {end}', 0):8}" for end in ends[:4]) for truth in ("true", "false"))
    others = sum(n for end, n in counts.items() if end.split(" ", 1)[1] in ends[4:])
    return f"{way:20}       {one}         {other} {others:8} {spent / 1000:8.1f} {asked:10}"
