"""Proofs that are written by hand, each kept in a whole file behind the statement that it is of.

A proof is found by its statement: definitions and theorem have to be the printed ones, comments and line ends aside.
So a rule that is changed has no proof here, and neither Bouton nor whoever reads a file has to believe a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

BEGINS = "(* The proof. Nothing below has to be read: Rocq checks it. *)"
_NONE = """(* No proof of this statement is written. What is said of any number of heaps, and what Bouton proves by
   induction or by other statements, has proofs by hand, and none is of this: coqc finds that the definitions
   are well formed, and no more. *)"""

_NO_STRATEGY = """(* NOT PROVED: no proof of what follows of the strategy is written, the theorem alone is proved. *)"""


def completed(statement: str, strategy: str = "") -> str | None:
    """The file of a statement, and of what is said of a strategy, with the proof that is written for it, if any."""
    whole = f"{statement}\n{strategy}" if strategy else statement
    name = by_hand(whole)
    if name is not None:
        return attempted(whole, name)
    name = by_hand(statement)
    return None if name is None else attempted(f"{statement}\n\n{_NO_STRATEGY}\n{strategy}", name)


def by_hand(statement: str) -> str | None:
    """The name of the proof that is written for a statement, None where there is none."""
    return _names().get(_plain(statement))


def unproved(statement: str) -> str:
    """The file of a statement with a comment that there is no proof."""
    return f"{statement}\n\n{_NONE}\n"


def attempted(statement: str, name: str) -> str:
    """The statement with a proof that may be of another one: whether it does for this one is for Rocq to say."""
    return f"{statement}\n\n{BEGINS}\n{kept()[name][1].strip()}\n"


@cache
def kept() -> Mapping[str, tuple[str, str]]:
    """By the name of its file, each statement with the proof that is written for it."""
    found: dict[str, tuple[str, str]] = {}
    for file in sorted((files("bouton.rocq") / "by_hand").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".v"):
            statement, proof = file.read_text(encoding="utf-8").split(BEGINS)
            found[file.name.removesuffix(".v")] = (statement.strip(), proof)
    return found


@cache
def _names() -> Mapping[str, str]:
    """The name of each proof by its statement, without comments and gaps."""
    return {_plain(known): name for name, (known, _) in kept().items()}


def _plain(text: str) -> str:
    """The text without its comments, which have none in them, and with every gap a blank."""
    return " ".join(re.sub(r"\(\*.*?\*\)", " ", text, flags=re.DOTALL).split())
