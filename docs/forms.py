"""What each command does with each form of a claim: `python -m docs.forms` tries all, and writes a page.

A form is a small spec. A cell of the table says `yes` where the command does with the claim what it is there for, or
in one line what it says instead. `tests/test_forms_and_commands.py` holds cells against the page.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import bouton
from bouton.cli import main

PAGE = Path(__file__).with_name("reference") / "forms.md"
PILE = """\
move(take(D))             :- pile(N), D = 1..2, D <= N.
after(take(D), pile(N-D)) :- pile(N), move(take(D)).
third :- pile(N), N \\ 3 = 0.
rest  :- pile(N), N \\ 3 != 0.
even  :- pile(N), N \\ 2 = 0.
one   :- pile(N), N \\ 3 = 1.
low   :- pile(N), N < 7.
value(N \\ 3) :- pile(N).
differs :- third.   differs :- one.
at(here, pile(N)) :- pile(N).   at(above, pile(N+3)) :- pile(N).   at(there, pile(N)) :- pile(N).
same :- value(here,V), value(above,V).
alike :- value(here,V), value(there,V).
itself(pile(N)) :- pile(N).
"""
ROWS = """\
move(take(1,D)) :- left(A), D = 1..A.
move(take(2,D)) :- right(B), D = 1..B.
after(take(1,D), left(A-D))  :- move(take(1,D)), left(A).
after(take(2,D), right(B-D)) :- move(take(2,D)), right(B).
equal :- left(A), right(A).
unequal :- not equal.
copy(take(1,D), take(2,D)) :- move(take(1,D)).
copy(take(2,D), take(1,D)) :- move(take(2,D)).
ordered :- left(A), right(B), A <= B.
"""
HEAPS = """\
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
heaps(N) :- N = #count { I : heap(I,_) }.
odd :- heap(_,S), N = #count { I : heap(I,S) }, N \\ 2 = 1.
pairs :- not odd.
copy(lower(I,T), lower(I+I\\2,T)) :- move(lower(I,T)), T > 0.
copy(lower(I,0), lower(I-1+I\\2,0)) :- heap(I,_).
at(here, heap(I,S)) :- heap(I,S).
at(twice, heap(I,S)) :- heap(I,S).
at(twice, heap(N+I,S)) :- heap(I,S), heaps(N).
doubled :- outcome(twice,p).
"""
TURN = """\
move(take(D))             :- pile(N), D = 1..2, D <= N.
after(take(D), pile(N-D)) :- pile(N), move(take(D)).
after(take(D), last(D))   :- move(take(D)).
"""
LEGAL = """\
move(take(D))             :- pile(N), D = 2, D <= N.
after(take(D), pile(N-D)) :- pile(N), move(take(D)).
whole :- pile(N), N \\ 2 = 0.
lost  :- pile(N), N \\ 4 = 0.
"""
ONE, TWO = "{pile: 0..12}", "{left: {range: 0..4, stones: true}, right: {range: 0..4, stones: true}}"
MANY, OF_ONE, OF_TWO = "{heap: {count: 0..2, size: 1..3}}", "prove: {pile: all}", "prove: {left: all, right: all}"
OF_MANY = "prove: {heap: {count: all}}"
GAMES = {
    "pile": (PILE, ONE, "pile=6"),
    "rows": (ROWS, TWO, "left=2,right=2"),
    "heaps": (HEAPS, MANY, "heap=2:2"),
    "turn": (TURN, "{pile: 0..12, last: 1..2}", "pile=5,last=1"),
    "legal": (LEGAL, "{pile: {range: 0..8, reach: 0..8}}", "pile=4"),
    "by k": (PILE.replace("1..2", "1..k"), ONE, "k=2,pile=5"),
}
"""The rules of each game, its position, and a position to be named."""


@dataclass(frozen=True)
class Form:
    """A form of a claim: its name, the game, what the claim says, and the claims on which its proof rests."""

    name: str
    game: str
    said: str
    others: tuple[str, ...] = ()
    legal: str = ""
    at: str = ""
    """A position of which the claim speaks, where it does not speak of that of the game."""

    def write(self, folder: Path) -> Path:
        """Write the rules and the spec, whose first claim is called `c`; the file of the spec."""
        rules, position, _ = GAMES[self.game]
        (folder / "g.lp").write_text(rules, encoding="utf-8")
        (folder / "o.lp").write_text(PILE, encoding="utf-8")
        own = "parameters: {k: 1..3}\n" if self.game == "by k" else ""
        claims = [f"{{id: c, says: A claim., {self.said}}}", *self.others]
        listed = "".join(f"  - {one}\n" for one in claims)
        (folder / "o.yaml").write_text(
            f"game: o\nrules: o.lp\nposition: {ONE}\nclaims:\n  - {VALUES}\n", encoding="utf-8"
        )
        file = folder / "g.yaml"
        head = f"game: g\nrules: g.lp\n{own}position: {position}\n{self.legal}"
        file.write_text(f"{head}claims:\n{listed}", encoding="utf-8")
        return file


VALUES = "{id: v, says: Values., kind: grundy, prove: {pile: all}}"
LOST = "{id: lost, says: Lost., kind: p-positions, iff: third, prove: {pile: all}}"
LOST_MISERE = "{id: lost-misere, says: Lost., kind: p-positions, play: misere, iff: one, prove: {pile: all}}"
PERIODIC = "kind: periodic, preperiod: 0, period: 3"
FORMS = (
    Form("`outcome: P`", "pile", f"kind: outcome, where: third, outcome: P, {OF_ONE}"),
    Form("`outcome: P`, misère", "pile", f"kind: outcome, where: one, outcome: P, play: misere, {OF_ONE}", at="pile=4"),
    Form("`outcome: P` with `reply`", "rows", f"kind: outcome, where: equal, outcome: P, reply: copy, {OF_TWO}"),
    Form("`outcome: N`", "pile", f"kind: outcome, where: rest, outcome: N, into: lost, {OF_ONE}", (LOST,), at="pile=4"),
    Form("`reply`, any number of heaps", "heaps", f"kind: outcome, where: pairs, outcome: P, reply: copy, {OF_MANY}"),
    Form("`where`, of values", "pile", f"kind: grundy, where: low, {OF_ONE}"),
    Form("`legal`", "legal", f"kind: p-positions, iff: lost, {OF_ONE}", legal="legal: whole\n"),
    Form("period", "pile", f"{PERIODIC}, {OF_ONE}"),
    Form("period in parameters", "by k", "kind: periodic, preperiod: 0, period: k+1, prove: {k: 1..3, pile: all}"),
    Form("`least: true`", "pile", f"{PERIODIC}, least: true, {OF_ONE}"),
    Form("saltus", "heaps", "kind: periodic, preperiod: 0, period: 1, saltus: 1, prove: true"),
    Form("rows, `along`", "turn", f"{PERIODIC}, along: pile, prove: {{pile: all, last: 1..2}}"),
    Form(
        "rows, `beside`",
        "heaps",
        "kind: periodic, along: heap, beside: [1], preperiod: 0, period: 2, saltus: 2, prove: true",
    ),
    Form("period of outcomes", "pile", f"{PERIODIC}, of: outcome, play: misere, {OF_ONE}"),
    Form("named positions", "pile", f"kind: everywhere, iff: same, {OF_ONE}", (VALUES,)),
    Form(
        "positions of an `other` game",
        "pile",
        f"kind: everywhere, iff: alike, other: {{there: o.yaml}}, {OF_ONE}",
        (VALUES,),
    ),
    Form("named sums of heaps", "heaps", f"kind: everywhere, iff: doubled, {OF_MANY}"),
    Form("swap positions", "pile", f"kind: swap-positions, iff: differs, {OF_ONE}", (LOST, LOST_MISERE)),
    Form(
        "`same-game`, with `where`",
        "pile",
        f"kind: same-game, other: o.yaml, image: itself, where: low, {OF_ONE}",
        (LOST,),
    ),
)


# ----------------------------------------------------------------------------------------------------------- commands


def run(*arguments: str) -> tuple[int, str]:
    """The exit code of a command, and all that it has said."""
    said = io.StringIO()
    os.environ["COLUMNS"] = "400"  # what is said is one line
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = int(main([*arguments]))
    return code, said.getvalue()


def _at(form: Form, spec: Path) -> str:
    code, said = run(
        "check", str(spec), "--claim", "c", "--fresh", "--no-prove", "--at", form.at or GAMES[form.game][2]
    )
    return "yes" if code == 0 and " HOLDS " in said else _line(said)


def _over(form: Form, spec: Path) -> str:
    over = {"rows": "left=0..2", "heaps": "heap.size=1..2"}.get(form.game, "pile=0..8")
    code, said = run("check", str(spec), "--claim", "c", "--fresh", "--no-prove", "--over", over)
    return "yes" if code == 0 and " HOLDS " in said else _line(said)


def _json(_form: Form, spec: Path) -> str:
    code, said = run("check", str(spec), "--claim", "c", "--fresh", "--no-prove", "--json")
    if code:
        return _line(said)
    (found,) = json.loads(said)["claims"]
    return "yes" if found["verdict"] == "holds" else _line(said)


def _certificate(_form: Form, spec: Path) -> str:
    file = spec.with_name("c.cert")
    code, said = run("check", str(spec), "--claim", "c", "--fresh", "--no-prove", "--certificate", str(file))
    if code:
        return _line(said)
    code, said = run("verify", str(file))
    return "yes" if code == 0 else _line(said)


def _smtlib(_form: Form, spec: Path) -> str:
    folder = spec.with_name("smt")
    code, said = run("check", str(spec), "--claim", "c", "--fresh", "--no-crosscheck", "--smtlib", str(folder))
    written = [*folder.rglob("*.smt2"), *folder.rglob("*.mona")] if folder.exists() else []
    return "yes" if code == 0 and written else "proved with no problem to write" if code == 0 else _line(said)


def _rocq(_form: Form, spec: Path) -> str:
    folder = spec.with_name("rocq")
    path = os.environ.pop("PATH", "")  # what is written is looked at, whether coqc is there or not
    try:
        code, said = run("check", str(spec), "--claim", "c", "--fresh", "--no-crosscheck", "--rocq", str(folder))
    finally:
        os.environ["PATH"] = path
    files = (
        [one for one in folder.rglob("*.v") if "\nTheorem " in one.read_text(encoding="utf-8")]
        if folder.exists()
        else []
    )
    told = re.search(r"no file for Rocq: (.*?)(?= \d+ claims?: |$)", " ".join(said.split()))
    return "yes" if files and code == 0 else _line(said) if told is None else told[1]


def _mutants(_form: Form, spec: Path) -> str:
    code, said = run("mutants", str(spec), "c", "--definitions", "--time", "3", "--json")
    return "yes" if code in (0, 3) and json.loads(said) else _line(said)


def _discover(_form: Form, spec: Path) -> str:
    code, said = run("discover", str(spec), "--time", "2", "--json")
    return "yes" if code in (0, 3) and json.loads(said) else _line(said)


def _resume(_form: Form, spec: Path) -> str:
    file = str(spec.with_name("kept"))
    again = [run("check", str(spec), "--claim", "c", "--fresh", "--no-prove", "--resume", file) for _ in range(2)]
    return "yes" if all(code == 0 and " HOLDS " in said for code, said in again) else _line(again[-1][1])


def _python(_form: Form, spec: Path) -> str:
    answer = bouton.load(spec).check("c", prove=False)
    return "yes" if answer.result.exit == 0 and str(answer.result.verdict.value) == "holds" else _line(str(answer))


COMMANDS: dict[str, Callable[[Form, Path], str]] = {
    "`--at`": _at,
    "`--over`": _over,
    "`--json`": _json,
    "`--certificate`, `verify`": _certificate,
    "`--smtlib`": _smtlib,
    "`--rocq`": _rocq,
    "`mutants`": _mutants,
    "`discover`": _discover,
    "`--resume`": _resume,
    "Python, pytest": _python,
}


def _line(said: str) -> str:
    """The one line that a command says, without the place and the claim's name."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    line = next((one for one in lines if "error" in one or ": " in one), lines[0] if lines else "nothing")
    return re.sub(r"^(error: )?(\S+\.(yaml|lp):\d+(:\d+)?: )?(\S+/\S+: )?(c: )?", "", line)


def cell(form: Form, command: str) -> str:
    """What the command does with a claim of the form."""
    with tempfile.TemporaryDirectory() as folder:
        return COMMANDS[command](form, form.write(Path(folder))).replace(folder, "").replace("|", "\\|")


def page(cells: dict[tuple[str, str], str]) -> str:
    """The page of all cells; what a command says instead is listed below the table."""
    notes: dict[str, int] = {}
    rows = []
    for form in FORMS:
        marks = []
        for command in COMMANDS:
            said = cells[form.name, command]
            marks.append("yes" if said == "yes" else f"[{notes.setdefault(said, len(notes) + 1)}](#instead)")
        rows.append(f"| {form.name} | {' | '.join(marks)} |")
    return "\n".join(
        [
            "# Forms of claims, and commands",
            "",
            "<!-- Written by `python -m docs.forms`, which tries each cell: change that, not this page. -->",
            "",
            "What each command does with each form of a claim, tried on a small spec of each. `yes`: what it is",
            "there for. A number: what it says instead, in one line, below the table. [The kinds](kinds.md) have a",
            "page of their own. What `discover` finds comes from the rules alone, so that no claim is in its way.",
            "",
            f"| | {' | '.join(COMMANDS)} |",
            "|" + "---|" * (1 + len(COMMANDS)),
            *rows,
            "",
            "## Instead",
            "",
            *(f"{number}. {said}" for said, number in notes.items()),
            "",
        ]
    )


def write(_arguments: Sequence[str] = ()) -> None:
    """Try each cell, and write the page."""
    cells: dict[tuple[str, str], str] = {}
    for form in FORMS:
        cells |= {(form.name, command): cell(form, command) for command in COMMANDS}
        print(form.name, *(cells[form.name, command] for command in COMMANDS), sep="; ", flush=True)
    PAGE.write_text(page(cells), encoding="utf-8")


if __name__ == "__main__":
    write()
