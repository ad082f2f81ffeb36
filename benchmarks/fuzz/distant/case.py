"""One claim with the position that decides it, and what is wrong of the verdict on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bouton.core.verdict import Result, Verdict


@dataclass(frozen=True)
class Distant:
    """Files of which `case.yaml` has the claim `c`, and what is known of it by how it was made."""

    way: str
    files: Mapping[str, str]
    fails: Mapping[str, object] | None
    """A position at which the claim fails, by the names of the spec; None where it is true."""
    wrong: Callable[[tuple[int, ...]], bool] | None
    """Whether the claim fails at a position, where that is known of every one: by heaps ascending, or by counters."""
    used: tuple[str, ...]

    @property
    def true(self) -> bool:
        """Whether the claim is true."""
        return self.fails is None

    def write(self, folder: Path) -> Path:
        """Write the files; that of the spec."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder / "case.yaml"


def one_claim(said: str, prove: str, position: str, head: str = "") -> str:
    """The spec of one claim, `c`."""
    claim = f"  - {{id: c, says: A., {said}, prove: {prove}}}"
    return f"game: a case\nrules: case.lp\n{head}position: {{{position}}}\nclaims:\n{claim}\n"


def distant(way: str, text: str, spec: str, fails: Mapping[str, object] | None, *used: str) -> Distant:
    """A claim of which it is known whether it is true, and where it fails at least."""
    files = {"case.lp": text, "case.yaml": spec}
    return Distant(way, files, fails, None, (way, *used, "true" if fails is None else "false"))


def differences(case: Distant, result: Result) -> Iterator[str]:
    """What is wrong of a verdict, in words."""
    if result.verdict is Verdict.PROVED and not case.true:
        yield f"proved, and it fails at {_short(case.fails)}"
    elif result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        at = result.counterexample.position
        if case.true:
            yield f"refuted at {_short(at)}, and it is true"
        elif case.wrong is not None and not case.wrong(flat(at)):
            yield f"refuted at {_short(at)}, where it holds"


def flat(at: Mapping[str, object]) -> tuple[int, ...]:
    """The sizes of the heaps, ascending, or the values of the counters."""
    found: list[int] = []
    for value in at.values():
        if isinstance(value, (list, tuple)):
            found.extend(sorted(map(int, value)))
        else:
            assert isinstance(value, int)
            found.append(value)
    return tuple(found)


def _short(at: object) -> str:
    text = str(at)
    return text if len(text) < 200 else f"{text[:120]} ... {text[-60:]}"
