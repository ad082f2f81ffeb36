"""The command line: every command, its options, and what its exit code means."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from bouton import __version__
from bouton.cli import console
from bouton.core.errors import Diagnostic, InputError, fault, nearest
from bouton.core.ranges import one_by_one
from bouton.process.limits import Limits, processors

# Each process may use the whole of --memory, so that a machine of many processors is not filled unasked.
_MOST_JOBS = 4


def _codes(said: Mapping[int, str], heading: str = "exit codes:") -> str:
    """What the exit codes of a command mean, by what is `said` of some; every command has these three."""
    faulty, failed = "usage, spec or encoding error", "engines disagree, or an internal check failed"
    every = {2: faulty, 4: failed, 130: "interrupted", **said}
    return "\n".join([heading, *(f"  {code:<5}{every[code]}" for code in sorted(every)), ""])


_EXIT_CODES = _codes(
    {
        0: "every claim as expected",
        1: "a claim contrary to its expectation",
        2: "usage, spec or encoding error, or nothing to check",
        3: "none contrary, but something unknown, unproved, or vacuous against expectation",
        130: "interrupted; what was done so far is reported",
    },
    "exit codes (the worst of several wins: 130, 4, 2, 1, 3, 0):",
)
_FOUND_CODES = _codes(
    {0: "a counterexample was found", 3: "none was found; what was exhausted, or why it is unknown, is said"}
)
_DONE_CODES = _codes({0: "done", 3: "a limit of time or memory was reached"})
_FILE_CODES = _codes({0: "done", 4: "an internal check failed"})
_VERIFY_CODES = _codes(
    {
        0: "the certificate is right",
        1: "it is wrong; the line and what is wrong there are said",
        2: "usage error, or a file that cannot be read as a certificate",
        3: "a limit of time or memory was reached (--replay)",
        4: "an internal check failed",
    }
)
_DISCOVER_CODES = _codes(
    {
        0: "a theorem was found and proved",
        3: "none was proved; the best guess, if any, is told as such",
        130: "interrupted; the best guess so far is told",
    }
)
_LONGEST = 1_000_000
"""Seconds that a limit may have: clocks of the system end at some number."""
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", re.IGNORECASE)


class Parser(argparse.ArgumentParser):
    """Wrong usage is an `InputError` like any other, so that `--json` reports it as one."""

    def error(self, message: str) -> NoReturn:
        """Raise the fault of wrong usage."""
        raise fault(self._seen(message))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[argparse.Namespace, list[str]]:  # type: ignore[override]
        """Parse them; InputError with the nearest option for each that there is none of."""
        found, left = super().parse_known_args(args, namespace)
        options = [word for word in left if word.startswith("-")] or left
        if left:
            raise InputError(
                Diagnostic(
                    self._seen(f"unrecognized argument: {word}"),
                    nearest=nearest(word.partition("=")[0], self._option_string_actions),
                )
                for word in options
            )
        return found, left

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            raise fault(self._seen(str(error)), nearest=nearest(str(value), map(str, action.choices or ()))) from None

    def _seen(self, message: str) -> str:
        return f"{message} (see `{self.prog} --help`)"

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002 (help and version: stdout)
        console.say(message.rstrip("\n"))


def parser() -> Parser:
    """The parser of the whole command line; `command` of its result names the command."""
    whole = Parser(
        prog="bouton",
        description="Proves, verifies or refutes claims about combinatorial games, from one ASP encoding.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    whole.add_argument("--version", action="version", version=f"bouton {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (options, *about) in _COMMANDS.items():
        options(_command(commands, name, *about))
    return whole


def _command(commands: argparse._SubParsersAction[Parser], name: str, help: str, codes: str) -> Parser:
    made = commands.add_parser(
        name,
        help=help,
        description=f"{help[0].upper()}{help[1:]}.",
        epilog=codes,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    assert isinstance(made, Parser)
    return made


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= _LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0 and up to {_LONGEST}")
    return seconds


def _bytes(text: str) -> int:
    match = _SIZE.fullmatch(text.strip())
    size = int(float(match[1]) * 1024 ** " KMGT".index(match[2].upper() or " ")) if match else 0
    if not 1 << 20 <= size < 1 << 60:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size of at least 1M, such as 500M or 2G")
    return size


def _shared(to: argparse._ActionsContainer, *names: str) -> None:
    """Options that several commands have."""
    options: Mapping[str, Mapping[str, Any]] = {
        "--set": {
            "action": "extend",
            "type": one_by_one,
            "default": [],
            "dest": "sets",
            "metavar": "NAME=VALUE",
            "help": "fix a parameter or counter, e.g. k=3, or several, as k=3,m=2",
        },
        "--over": {
            "action": "extend",
            "type": one_by_one,
            "default": [],
            "metavar": "NAME=RANGE",
            "help": "change a range, e.g. heap.size=1..12, or several, as heap.count=0..2,heap.size=1..12",
        },
        "--order": {
            "action": "append",
            "default": [],
            "metavar": "ORDER",
            "help": "where SPEC is a rules file (.lp), whose parameters --set names and whose position --over: "
            "the order of its heaps, ascending (the default), descending or none",
        },
        "--engine": {
            "choices": ("auto", "compiled", "ground"),
            "default": "auto",
            "help": "what judges positions: programs compiled from the rules where that is possible, or clingo alone "
            "(default: auto, compiled for large boxes)",
        },
        "--jobs": {
            "type": _positive,
            "default": min(processors(), _MOST_JOBS),
            "metavar": "N",
            "help": f"how many processes may work side by side (default: one for each processor, at most {_MOST_JOBS})",
        },
        "--memory": {
            "type": _bytes,
            "default": Limits().memory,
            "metavar": "SIZE",
            "help": "memory of each solving process, e.g. 500M (default: 2G)",
        },
        "--fresh": {
            "action": "store_true",
            "help": "judge every claim anew, also what an earlier run has decided and nothing has changed (default: "
            "tell what was kept of it; the variable BOUTON_FRESH, set to anything, is the same)",
        },
        "--counterexamples": {
            "type": _positive,
            "default": 1,
            "metavar": "N",
            "help": "of a claim that fails, the least position for each of N explanations: ways in which it errs, and "
            "what the predicates behind it say there (default: 1, the smallest alone)",
        },
        "--json": {"action": "store_true", "help": "one JSON object instead of the report"},
        "--play": {
            "choices": ("normal", "misere"),
            "help": "who cannot move has lost, or has won (default: normal)",
        },
    }
    for name in names:
        to.add_argument(name, **options[name])


def _flag(to: argparse._ActionsContainer, *names: str, help: str) -> None:
    """An option without a value."""
    to.add_argument(*names, action="store_true", help=help)


def _check(to: Parser) -> None:
    to.add_argument("specs", nargs="+", metavar="SPEC", help="a spec, or a directory: every *.yaml below it")
    to.add_argument(
        "--claim", action="append", default=[], dest="claims", metavar="ID", help="only this claim; may be repeated"
    )
    _shared(to, "--set", "--over")
    to.add_argument("--at", metavar="POSITION", help="judge one position only, e.g. k=2,heap=1:2:2")
    to.add_argument(
        "--prove",
        action=argparse.BooleanOptionalAction,
        help="prove every claim, or none (default: those with `prove:`)",
    )
    to.add_argument(
        "--crosscheck",
        action=argparse.BooleanOptionalAction,
        help="give each problem of a proof to cvc5 too, or of binary digits to MONA (default: where it is installed)",
    )
    to.add_argument(
        "--smtlib",
        metavar="DIR",
        help="write the problems of the proofs to a folder below DIR, as standard SMT-LIB, or of digits for MONA",
    )
    to.add_argument(
        "--rocq",
        metavar="DIR",
        help="write proofs and refutations to a folder below DIR as files for Rocq, which coqc checks if it is there",
    )
    to.add_argument(
        "--certificate",
        metavar="FILE",
        help="write the game graph behind the bounded verdict of one claim for `bouton verify`; gzipped as FILE.gz",
    )
    _limits(to)
    _shared(to, "--engine", "--jobs")
    to.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="judge large boxes on the Dask cluster of that scheduler, e.g. tcp://host:8786, within its own memory",
    )
    to.add_argument(
        "--resume", metavar="FILE", help="keep in FILE what is done of large boxes, and continue from there"
    )
    _shared(to, "--fresh", "--counterexamples")
    _flag(
        to,
        "-v",
        "--verbose",
        help="explain each claim: its counterexample; what its proof solved, and which part of the claim by what",
    )
    form = to.add_mutually_exclusive_group()
    _shared(form, "--json")
    _flag(form, "--watch", help="check again whenever a spec or a rules file changes, until Ctrl-C")


def _counterexample(to: Parser) -> None:
    to.add_argument("spec", metavar="SPEC")
    to.add_argument("claim", metavar="CLAIM", help="the claim's id")
    _shared(to, "--set", "--over")
    to.add_argument("--at", metavar="POSITION", help="look at one position only, e.g. k=2,heap=1:2:2")
    _limits(to)
    _shared(to, "--engine", "--fresh", "--counterexamples", "--jobs", "--json")


_FOR_A_CHANGE = 30.0
"""Seconds for a change where nothing else is asked for: some changes of rules have no end."""


def _mutants(to: Parser) -> None:
    to.add_argument("spec", metavar="SPEC")
    to.add_argument(
        "claims",
        nargs="*",
        metavar="CLAIM",
        help="the ids of claims (default: all that are not expected to be refuted)",
    )
    _flag(to, "--definitions", help="change what the claim says, and leave the rules of the game alone")
    to.add_argument(
        "--time",
        type=_seconds,
        metavar="SECONDS",
        help="wall time for all changes of a claim, after which the others are told as not tried (default: no limit)",
    )
    form = to.add_mutually_exclusive_group()
    form.add_argument("--format", choices=("text", "latex"), default="text", help="default: text")
    _shared(form, "--json")
    _shared(to, "--set", "--over")
    _limits(to, "each change, in its box and for its proof", _FOR_A_CHANGE)
    _shared(to, "--engine", "--jobs")


def _discover(to: Parser) -> None:
    to.add_argument("spec", metavar="SPEC", help="a spec, whose claims do not count, or a rules file with --over")
    _flag(to, "--normal", help="who cannot move has lost; default: that, and once it is proved misère play for as long")
    _flag(to, "--misere", help="who cannot move has won")
    _flag(
        to,
        "--both",
        help="normal play and then misère play, each with all of --time; the second is written to NAME_found_misere",
    )
    _shared(to, "--set", "--over", "--order")
    to.add_argument(
        "--time", type=_seconds, default=60.0, metavar="SECONDS", help="wall time of the whole search (default: 60)"
    )
    _shared(to, "--memory")
    _flag(to, "--write", help="write what was found to NAME_found.lp and NAME_found.yaml beside SPEC, after asking")
    _flag(to, "--yes", help="write without asking")
    _flag(to, "-v", "--verbose", help="what was tried, with the last guess of each kind")
    _shared(to, "--json")


def _solve(to: Parser) -> None:
    to.add_argument("spec", metavar="SPEC")
    to.add_argument(
        "--at", required=True, metavar="POSITION", help="e.g. k=2,heap=3:5:5; `heap=` is the empty position"
    )
    _flag(
        to,
        "--remoteness",
        help="in how many moves it ends, the winner hastening and the loser delaying, and how it goes on; no values",
    )
    _shared(to, "--set", "--over", "--order")
    _limits(to)
    _shared(to, "--json")


def _table(to: Parser) -> None:
    to.add_argument("spec", metavar="SPEC")
    to.add_argument(
        "--at",
        metavar="POSITION",
        help="one position with its outcome, e.g. k=2,heap=1:2:2, or a slice with `_` for what is free: heap=_:_:3",
    )
    _shared(to, "--set", "--over", "--order")
    to.add_argument(
        "--play",
        choices=("normal", "misere"),
        default="normal",
        help="who cannot move has lost, or has won (default: normal)",
    )
    _flag(to, "--outcomes", help="every position with its outcome, not the P-positions alone")
    _flag(to, "--values", help="every position with its Sprague-Grundy values, normal and misere")
    _flag(to, "--value", help="every position with its value in the play of --play alone")
    _flag(to, "--remoteness", help="every position with its outcome, and in how many moves it ends")
    _flag(to, "--count", help="how many P-positions there are for each value of the parameters, and no rows")
    to.add_argument(
        "--by",
        metavar="NAME",
        help="with --count: by `stones`, `largest` (the largest heap), a counter or a parameter; also as a sequence",
    )
    to.add_argument(
        "--sum", metavar="NAME", help="with --count: what the stones, or another number, of these positions add up to"
    )
    to.add_argument(
        "--of",
        metavar="NAME",
        help="with --count: of positions where this predicate holds, or where this claim says P, not of P-positions",
    )
    form = to.add_mutually_exclusive_group()
    form.add_argument("--format", choices=("text", "csv", "latex"), default="text", help="default: text")
    _shared(form, "--json")
    _limits(to)


def _new(to: Parser) -> None:
    to.add_argument("name", metavar="NAME", help="lower case letters, digits and _; a letter first")
    to.add_argument(
        "--directory",
        default=".",
        metavar="DIR",
        help="where encodings/NAME.lp and specs/NAME.yaml are written (default: here)",
    )


def _explain(to: Parser) -> None:
    to.add_argument("spec", metavar="SPEC")
    to.add_argument(
        "--claim",
        action="append",
        default=[],
        dest="claims",
        metavar="ID",
        help="only this claim, with the cases for which no position is compared; may be repeated",
    )
    to.add_argument(
        "--strategy",
        metavar="CLAIM",
        help="look for winning moves by which this claim may be proved, as rules to paste",
    )
    to.add_argument(
        "--timeout",
        type=_seconds,
        metavar="SECONDS",
        help="wall time to read, and again for all claims or for --strategy "
        "(default: 600, of which 20 or 120 of processor time)",
    )
    _shared(to, "--memory")


def _verify(to: Parser) -> None:
    to.add_argument("file", metavar="FILE", help="what `bouton check --certificate FILE` has written")
    _flag(
        to,
        "--replay",
        help="derive its moves and what its claim says anew, by clingo from the rules and the spec that stand in it",
    )
    _limits(to)
    _shared(to, "--json")


def _limits(to: Parser, what: str = "each claim with its proof", seconds: float = Limits().seconds) -> None:
    to.add_argument(
        "--timeout",
        type=_seconds,
        default=seconds,
        metavar="SECONDS",
        help=f"wall time to read, and again for {what} (default: {seconds:g})",
    )
    _shared(to, "--memory")


# ------------------------------------------------------------------------------------------------ options of pictures


def _plot(to: Parser) -> None:
    to.add_argument("spec", metavar="SPEC")
    to.add_argument("-o", "--output", required=True, metavar="FILE", help="the picture: FILE.svg or FILE.png")
    to.add_argument(
        "--at",
        metavar="SLICE",
        help="what is fixed, and with _ what is free, e.g. k=2,heap=_:_:3; one or two numbers must be free",
    )
    _shared(to, "--play")
    shown = to.add_mutually_exclusive_group()
    _flag(shown, "--values", help="Sprague-Grundy values, not the P-positions alone")
    _flag(shown, "--remoteness", help="in how many moves each position ends, not the P-positions alone")
    _shared(to, "--set", "--over", "--order")
    _limits(to)


def _graph(to: Parser) -> None:
    to.add_argument("spec", metavar="SPEC")
    to.add_argument("-o", "--output", metavar="FILE", help="FILE.dot or FILE.svg (default: DOT on stdout)")
    to.add_argument("--at", metavar="POSITION", help="all that this position reaches, e.g. k=2,heap=1:2:2, not the box")
    to.add_argument(
        "--claim", metavar="ID", help="what refutes this claim: its smallest counterexample and all that it reaches"
    )
    _shared(to, "--play", "--set", "--over", "--order")
    _limits(to)


def _page(to: Parser) -> None:
    to.add_argument(
        "spec", metavar="SPEC", help="a spec, a rules file with --over, or a directory, which gets an index"
    )
    to.add_argument("claims", nargs="*", metavar="CLAIM", help="the ids of the claims that are shown (default: all)")
    to.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the page: FILE.html; for a directory of specs, a folder"
    )
    to.add_argument(
        "--check",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="judge the claims, so that the page has their verdicts (default), or show them as they are said",
    )
    _shared(to, "--jobs", "--set", "--over", "--order")
    _limits(to)


_COMMANDS: dict[str, tuple[Callable[[Parser], None], str, str]] = {
    "check": (_check, "the verdict of every claim of one or more specs", _EXIT_CODES),
    "counterexample": (_counterexample, "the smallest counterexample to a claim, explained", _FOUND_CODES),
    "mutants": (_mutants, "each small change of a theorem, and where the claim then fails", _DONE_CODES),
    "discover": (_discover, "a theorem on P-positions or winners, from the rules alone", _DISCOVER_CODES),
    "solve": (_solve, "outcome, values and winning moves of one position", _DONE_CODES),
    "table": (_table, "the P-positions of a box as text, CSV or LaTeX", _DONE_CODES),
    "plot": (_plot, "the P-positions or values of a box, or a slice of it, drawn", _DONE_CODES),
    "graph": (_graph, "a small game graph with outcomes and values, as DOT or SVG", _DONE_CODES),
    "page": (_page, "one HTML file in which a game is played, mapped, and its claims read", _DONE_CODES),
    "new": (_new, "a rules file and a spec to start a game from", _FILE_CODES),
    "explain": (_explain, "what a spec says, and what each engine can do with it", _FILE_CODES),
    "verify": (_verify, "whether a certificate of `check` is right, without a solver", _VERIFY_CODES),
}
"""Each command: what gives it its options, what it is for, and what its exit codes mean."""
