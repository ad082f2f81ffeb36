"""One case on every engine: whatever two of them say differently is a difference."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random

from benchmarks.fuzz.inline import in_process
from benchmarks.fuzz.obliged import obligations
from benchmarks.fuzz.rows import rows
from benchmarks.fuzz.tables import tables
from benchmarks.fuzz.tally import Different, Tally
from benchmarks.fuzz.theories import compare_theory
from benchmarks.fuzz.verdicts import verdicts
from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement, InputError, LimitReached, Unreadable
from bouton.core.spec import Spec
from bouton.document.load import load
from tests.oracle import game as plain


def compare(path: Path, tally: Tally, seed: int, *, whole: bool = True) -> list[str]:
    """What differs between engines on the spec at that path, in words; not `whole`, of predicates and moves alone."""
    found: list[str] = []
    with in_process():
        try:
            spec = load(path)
            if not spec.all_games:
                rules_of(spec)
        except InputError:
            tally.ends["refused"] += 1
            return []
        parts: tuple[Callable[[Spec, Tally, Random], None], ...] = (
            (rows, verdicts, tables, obligations) if whole else (rows, tables)
        )
        for part in (compare_theory,) if spec.all_games else parts:
            try:
                part(spec, tally, Random(seed))
            except InputError:
                tally.ends[f"refused {part.__name__}"] += 1
            except (Unreadable, LimitReached, RecursionError, NotImplementedError):
                tally.ends[f"unread {part.__name__}"] += 1
            except Different as error:
                found.append(str(error))
            except Disagreement as error:
                found.append(f"disagreement: {error}")
            except plain.Illegal as error:
                found.append(f"only the plain evaluator refuses it: {error}")
            except Exception:
                found.append(f"a traceback in {part.__name__}:\n{traceback.format_exc()}")
    return found
