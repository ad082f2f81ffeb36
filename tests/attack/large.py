"""Files near a megabyte, and files twice as long: limits are kept, and twice as much takes twice as long."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path

from tests.attack import files
from tests.attack.attacks import LIMITS, allowed, game
from tests.attack.outside import Ended, Tally, run, spec_of

MOST = 1_000_000
"""Bytes of a file at most."""
RATIO = 2.3
"""What the CPU time may grow by where the input is twice as long."""
_LEAST = 1.0
"""Seconds of CPU below which starting the program is most of it, and a ratio says nothing."""
_AGAIN = 3
"""How often a length is measured again, at most, that seems to take too long."""
_RUN = ["check", "take.yaml", "--json", "--claim", "multiple"]


def _rules(count: int) -> str:
    return files.RULES + "".join(f"p{at}(N) :- pile(N), N > {at % 10}.\n" for at in range(count))


def _used(count: int) -> str:
    """Rules all of which are needed by a claim's predicate."""
    chain = "".join(f"p{at + 1}(N) :- p{at}(N), N >= 0.\n" for at in range(count))
    return files.RULES.replace("multiple :- pile(N),", f"multiple :- p{count}(N),") + "p0(N) :- pile(N).\n" + chain


def _claims(count: int) -> str:
    claim = "  - {{id: c{}, says: x, kind: p-positions, iff: multiple}}\n"
    return files.SPEC + "".join(claim.format(at) for at in range(count))


def _body(count: int) -> str:
    return f"{files.RULES}long :- {', '.join(f'pile(N{at}), N{at} > {at % 7}' for at in range(count))}.\n"


def _nested(opening: str, closing: str) -> Callable[[int], str]:
    return lambda count: f"{files.RULES}deep({opening * count}1{closing * count}) :- pile(_).\n"


def _sum(count: int) -> str:
    return f"{files.RULES}sum(N{'+1' * count}) :- pile(N).\n"


def _number(count: int) -> str:
    return f"{files.RULES}big({'9' * count}).\n"


def _pools(count: int) -> str:
    return f"{files.RULES}pool({';'.join(map(str, range(count)))}).\nboth(1..2;3) :- pool(1;2).\n"


def _pool_of_pools(count: int) -> str:
    return f"{files.RULES}pool({','.join('(1;2)' for _ in range(count))}).\n"


def _after_rules(piece: str) -> Callable[[int], str]:
    return lambda count: files.RULES + piece * count


def _after_spec(piece: str) -> Callable[[int], str]:
    return lambda count: files.SPEC + piece * count


def _flow(count: int) -> str:
    return f"{files.SPEC}extra: {'[' * count}{']' * count}\n"


def _blocks(count: int) -> str:
    depth = min(count, 1200)
    return files.SPEC + "".join(f"{' ' * at}k{at}:\n" for at in range(depth))


def _anchors(count: int) -> str:
    return (
        files.SPEC
        + "extra:\n"
        + "".join(f"  - &a{at} {{x: *a{at - 1}}}\n" if at else "  - &a0 x\n" for at in range(count))
    )


def _laughs(count: int) -> str:
    first = "  - &a0 [x, x, x, x, x, x, x, x, x]\n"
    return (
        files.SPEC
        + "extra:\n"
        + first
        + "".join(f"  - &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]\n" for at in range(1, count))
    )


def _aliases(count: int) -> str:
    return f"{files.SPEC}extra: [&a x{', *a' * count}]\n"


def _keys(count: int) -> str:
    return files.SPEC + "".join(f"key{at}: {at}\n" for at in range(count))


def _says(count: int) -> str:
    return files.SPEC.replace("says: Few moves.", f"says: {'x' * count}")


def _range(count: int) -> str:
    return files.SPEC.replace("pile: 0..9\nclaims", f"pile: 0..{'9' * count}\nclaims")


def _expression(count: int) -> str:
    return files.SPEC.replace("pile: 0..9\nclaims", f"pile: 0..9{'+0' * count}\nclaims")


def _parameters(count: int) -> str:
    return files.SPEC.replace("{k: 2..3}", "{k: 2..3, " + ", ".join(f"p{at}: 1" for at in range(count)) + "}")


RULES: Mapping[str, Callable[[int], str]] = {
    "rules": _rules,
    "rules that are used": _used,
    "literals": _body,
    "brackets": _nested("(", ",)"),
    "functions": _nested("f(", ")"),
    "minus signs": _nested("-", ""),
    "bars": _nested("|", "|"),
    "sums": _sum,
    "digits": _number,
    "pools": _pools,
    "pools of pools": _pool_of_pools,
    **{
        f"{piece!r}": _after_rules(piece)
        for piece in ("@\n", "b.", "~", "%* ", '"', ":- ", "#const c = 1.", "x(1..9).")
    },
}
SPECS: Mapping[str, Callable[[int], str]] = {
    "claims": _claims,
    "flow": _flow,
    "blocks": _blocks,
    "anchors": _anchors,
    "laughs": _laughs,
    "aliases": _aliases,
    "keys": _keys,
    "words": _says,
    "digits of a range": _range,
    "terms of a range": _expression,
    "parameters": _parameters,
    **{f"{piece!r}": _after_spec(piece) for piece in ("~", "? ", "- ", "#\n", "\n", "  - *a\n", "!!x ", "&a ")},
}
DOUBLED = {
    "rules": (RULES["rules"], 1000, 8000),
    "rules that are used": (RULES["rules that are used"], 1000, 8000),
    "claims": (SPECS["claims"], 1000, 4000),
    "'@\\n'": (RULES["'@\\n'"], 30_000, 120_000),
    "'b.'": (RULES["'b.'"], 20_000, 80_000),
    "'~'": (RULES["'~'"], 20_000, 80_000),
}


def _run(folder: Path, what: str, make: Callable[[int], str], count: int, limits: list[str]) -> Ended:
    of_rules = RULES.get(what) is make
    (folder / "take.lp").write_text(make(count) if of_rules else files.RULES)
    (folder / "take.yaml").write_text(files.SPEC if of_rules else make(count))
    every = what == "claims"
    return run([*(_RUN[:3] if every else _RUN), *limits], folder)


def large(runs: int, seed: int = 1) -> Tally:
    """Files of one thing over and over, up to a megabyte: limits are kept, for reading and for each claim."""
    tally = Tally("large files")
    kinds = [*RULES.items(), *SPECS.items()]
    for number in range(runs):
        random_ = random.Random(f"{seed} {number}")
        what, make = kinds[number % len(kinds)] if runs >= len(kinds) else random_.choice(kinds)
        unit = (len(make(400)) - len(make(200))) / 200 or 1
        count = int(MOST * random_.choice((0.1, 0.5, 0.99)) / unit)
        while len(make(count)) > MOST:  # numbers of more digits are longer
            count = count * 9 // 10
        with game() as folder:
            ended = _run(folder, what, make, count, LIMITS)
        tally.add(
            ended, ended.faults(allowed(ended.out) + _judged(ended)), f"{count} {what}, number {number} of seed {seed}"
        )
    return tally


def _judged(ended: Ended) -> float:
    """The seconds that claims took which came to their end."""
    try:
        claims = spec_of(ended.out).get("claims", [])
    except ValueError:
        return 0.0
    return float(sum(claim["seconds"] for claim in claims if claim["verdict"] != "unknown"))


def doubled() -> Tally:
    """Files twice as long, and again: the least CPU time at each length, and where that is too much for twice as long.

    A length that seems to take too long is measured again with its half: a busy machine may make a time longer, never
    shorter.
    """
    tally = Tally("doubled files")
    for what, (_, least, most) in DOUBLED.items():
        counts = [least << power for power in range((most // least).bit_length())]
        cpu = {count: _measured(tally, what, count) for count in counts}
        said = [f"{least}: {cpu[least]:.2f} s"]
        for half, count in pairwise(counts):
            for _ in range(_AGAIN):
                if _right(cpu[half], cpu[count]):
                    break
                for one in (half, count):
                    cpu[one] = min(cpu[one], _measured(tally, what, one))
            ratio = cpu[count] / cpu[half]
            said.append(f"{count}: {cpu[count]:.2f} s (x {ratio:.2f})")
            if not _right(cpu[half], cpu[count]):
                tally.faults.append(f"{ratio:.2f} times the CPU: {count} {what}")
        tally.notes.append(f"{what}: {', '.join(said)}")
    return tally


def _measured(tally: Tally, what: str, count: int) -> float:
    """The CPU time of a run."""
    with game() as folder:
        ended = _run(folder, what, DOUBLED[what][0], count, ["--timeout", "600", "--memory", "4G"])
    tally.add(ended, ended.faults(600), f"{count} {what}")
    return ended.cpu


def _right(half: float, whole: float) -> bool:
    """Whether the CPU time of a file is no more than it may be for what half of it takes."""
    return whole <= max(_LEAST, RATIO * half)
