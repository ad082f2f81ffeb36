"""The claim of a case, judged as a user's is, and what its verdict says that plain Python does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

At: TypeAlias = tuple[int, ...]
"""The numbers of a position, or the values of parameters, in their order."""
Failing: TypeAlias = Callable[[At], list[At]]
"""At which positions a claim fails, by the values of the parameters, those of the least measure first."""


def judged(folder: Path, files: Mapping[str, str], claim: str = "c", seconds: float = 20.0) -> Result | InputError:
    """The result of the claim in `case.yaml`, where the files have such texts; or what is wrong with these."""
    for name, text in files.items():
        (folder / name).write_text(text)
    options = Options(limits=Limits(seconds=seconds), crosscheck=False, fresh=True, claims=(claim,))
    try:
        return list(check(load(folder / "case.yaml"), options, lambda _: None))[-1]
    except InputError as error:
        return error


def differences(
    result: Result, failing: Failing, parameters: Sequence[At], box: Callable[[At, At], bool]
) -> Iterator[str]:
    """What is wrong with a verdict: for these values of the parameters, and at what is in the box."""
    found = [(values, at) for values in parameters for at in failing(values)]
    if result.verdict is Verdict.REFUTED:
        values, at = refuted_at(result)
        wrong = failing(values)
        if at not in wrong:
            yield f"refuted at {values} {at}, where it is true"
        else:  # the least in the box, where it is in the box
            first = next(one for one in wrong if not box(values, at) or box(values, one))
            if sum(at) > sum(first):
                yield f"refuted at {values} {at}, and it fails at {first}"
    elif result.verdict is Verdict.PROVED and found:
        yield f"proved, and it fails at {found[0]}"
    elif result.verdict in (Verdict.HOLDS, Verdict.VACUOUS) and any(box(*one) for one in found):
        yield f"{result.verdict.value}, and it fails in its box"


def refuted_at(result: Result) -> tuple[At, At]:
    """The values of the parameters, and the numbers of the position, at which a claim is refuted."""
    assert result.counterexample is not None
    values, at = result.counterexample.at
    return tuple(_numbers(values.values())), tuple(_numbers(at))


def _numbers(of: Iterable[object]) -> Iterator[int]:
    for one in of:
        if isinstance(one, int):
            yield one
        elif isinstance(one, tuple):
            yield from _numbers(one)
