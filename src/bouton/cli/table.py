"""`bouton table`: the P-positions, or all outcomes or values, of a box."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

from bouton.cli import console, specs
from bouton.core.errors import BrokenOff, fault
from bouton.core.exits import Exit
from bouton.core.spec import Spec
from bouton.interface.game import Game, chosen_at
from bouton.process.limits import Limits
from bouton.run.counting import Asking, count
from bouton.run.rows import Row
from bouton.show import rows, table, words
from bouton.show.counts import Counted
from bouton.show.repeats import Lines, may_repeat

_T = TypeVar("_T")


def run(args: argparse.Namespace) -> Exit:
    """Tabulate the game's box, narrowed or widened by the command line."""
    limits = Limits(args.timeout, args.memory)
    _fitting(args)
    spec = specs.load_one(args.spec, args.sets, args.over, limits=limits, order=args.order)
    if args.count:
        return _count(spec, limits, args)
    lines, every = Lines(), args.outcomes or args.remoteness or args.at is not None
    shown, repeating = every or args.values or args.value, args.format == "text" and may_repeat(spec)
    with console.progress() as meter:
        found = Game.of_spec(spec, limits).rows(
            args.at,
            play=args.play,
            values=args.values or args.value,
            alone=args.value,
            lost=not (shown or repeating),
            remoteness=args.remoteness,
            progress=meter,
        )
        parts = _shown(found, lines if args.format == "text" else None, whole=shown or not repeating)
        if args.json or args.format == "latex":
            return _at_once(spec, parts, lines, args, every=every)
        for said in _pieces(spec, parts, args, every=every):
            meter.clear()
            console.say(said)
    for one in lines.repeats():
        console.say("\n".join(words.wrapped(str(one), "")))
    return Exit.OK


def _fitting(args: argparse.Namespace) -> None:
    """InputError where options do not go together."""
    wrong = [f"--{name}" for name in ("by", "sum", "of") if getattr(args, name) is not None and not args.count]
    if wrong:
        raise fault(f"{wrong[0]} says how positions are counted", file=args.spec, expected="--count with it")
    if (args.values or args.value) and args.remoteness:
        raise fault("--values are those of a game that ends, whose moves --remoteness counts", file=args.spec)
    if args.values and args.value:
        raise fault("--values are those of both plays, and --value is that of one", file=args.spec)
    given = {
        **{"--at": args.at is not None, "--outcomes": args.outcomes, "--values": args.values},
        **{"--value": args.value, "--remoteness": args.remoteness},
    }
    several = [name for name, there in given.items() if there]
    if args.count and several:
        raise fault(f"--count tells numbers and no rows, so that {several[0]} means nothing", file=args.spec)


def _count(spec: Spec, limits: Limits, args: argparse.Namespace) -> Exit:
    """How many positions there are; where a limit ends it, for the values of the parameters that were done."""
    asking = Asking(args.play, args.of, args.by, args.sum)
    with console.progress() as meter:
        found, broken = _gathered(count(spec, asking, limits, meter))
    if broken is not None and not found:
        raise broken
    counted = Counted(asking, tuple(found))
    if args.json:
        said: dict[str, Any] = {"schema": 1, "spec": spec.file, "play": args.play, "of": args.of}
        said |= {"rows": counted.objects(), "sequences": [one.as_json() for one in counted.sequences]}
        return _said(said, broken)
    made = counted.table
    console.say(str(counted) if args.format == "text" else {"csv": table.csv, "latex": table.latex}[args.format](made))
    if broken is not None:
        raise broken
    return Exit.OK


def _gathered(found: Iterable[_T]) -> tuple[list[_T], BrokenOff | None]:
    """All that comes, and the limit that ended it, if one did."""
    listed: list[_T] = []
    try:
        listed.extend(found)
    except BrokenOff as error:
        return listed, error
    return listed, None


def _said(said: dict[str, Any], broken: BrokenOff | None) -> Exit:
    """An object is said, with the limit that ended it."""
    console.say_object(said if broken is None else {**said, "stopped": str(broken)})
    return Exit.OK if broken is None else Exit.UNDECIDED


def _shown(found: Iterable[Sequence[Row]], lines: Lines | None, *, whole: bool) -> Iterator[Sequence[Row]]:
    """The rows that are shown, all of them or those that are lost, all of them being looked at for what repeats."""
    for part in found:
        if lines is not None:
            lines.add(part)
        yield part if whole else [row for row in part if row.lost]


def _pieces(spec: Spec, parts: Iterable[Sequence[Row]], args: argparse.Namespace, *, every: bool) -> Iterator[str]:
    if args.format == "csv":
        return rows.csv(spec, parts, outcomes=every, remoteness=args.remoteness)
    chosen = None if args.at is None else chosen_at(spec, args.at)
    return rows.text(spec, parts, chosen, outcomes=every, remoteness=args.remoteness)


def _at_once(
    spec: Spec, parts: Iterable[Sequence[Row]], lines: Lines, args: argparse.Namespace, *, every: bool
) -> Exit:
    """What is no table before it is whole; where a limit ends it, it says so."""
    found, broken = _gathered(parts)
    made = table.table(spec, list(chain.from_iterable(found)), outcomes=every, remoteness=args.remoteness)
    if args.json:
        said: dict[str, Any] = {"schema": 1, "spec": spec.file, "play": args.play, "rows": table.objects(made)}
        repeats = [] if broken is not None else [one.as_json() for one in lines.repeats()]
        return _said({**said, "repeats": repeats} if repeats else said, broken)
    console.say(table.latex(made))
    if broken is not None:
        raise broken
    return Exit.OK
