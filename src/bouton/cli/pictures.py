"""The options of the commands that draw."""

from __future__ import annotations

import argparse


def plot(to: argparse.ArgumentParser) -> None:
    """The options that `bouton plot` has of its own."""
    to.add_argument("spec", metavar="SPEC")
    to.add_argument("-o", "--output", required=True, metavar="FILE", help="the picture: FILE.svg or FILE.png")
    to.add_argument(
        "--at",
        metavar="SLICE",
        help="what is fixed, and with _ what is free, e.g. k=2,heap=_:_:3; one or two numbers must be free",
    )
    _play(to)
    to.add_argument("--values", action="store_true", help="Sprague-Grundy values, not the P-positions alone")


def graph(to: argparse.ArgumentParser) -> None:
    """The options that `bouton graph` has of its own."""
    to.add_argument("spec", metavar="SPEC")
    to.add_argument("-o", "--output", metavar="FILE", help="FILE.dot or FILE.svg (default: DOT on stdout)")
    to.add_argument("--at", metavar="POSITION", help="all that this position reaches, e.g. k=2,heap=1:2:2, not the box")
    to.add_argument(
        "--claim", metavar="ID", help="what refutes this claim: its smallest counterexample and all that it reaches"
    )
    _play(to)


def _play(to: argparse.ArgumentParser) -> None:
    to.add_argument(
        "--play", choices=("normal", "misere"), help="who cannot move has lost, or has won (default: normal)"
    )
