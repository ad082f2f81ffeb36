"""Theorems about one pile and about two, which solvers decide as they stand."""

from __future__ import annotations

from random import Random

from benchmarks.fuzz.distant.changed import Theorem


def pile(rng: Random) -> Theorem:
    """At most m stones are taken of a pile."""
    m = rng.randint(1, 4)
    moves = f"move(take(D)) :- pile(N), D = 1..{m}, D <= N{{guard}}.\n"
    moves += "after(take(D), pile(N-D)) :- pile(N), move(take(D)).\n"
    again = f"move(too(D)) :- pile(N), D = 1..{m}, D <= N, far.\nafter(too(D), pile(N-D)) :- pile(N), move(too(D))."
    kind = rng.choice(("normal", "misere", "grundy"))
    if kind == "grundy":
        claimed = f"base(N \\ {m + 1}) :- pile(N).\n"
        return Theorem(
            "counted",
            moves,
            claimed,
            "grundy",
            "pile: 0..12",
            "{pile: all}",
            lambda at: at[0] % (m + 1),
            ("pile",),
            again=again,
        )
    r = 0 if kind == "normal" else 1
    lost = f"move(all) :- far, pile(N), N > {r}. after(all, pile({r})) :- move(all)."
    win = f"win(take(D)) :- pile(N), D = (N-{r}) \\ {m + 1}, D > 0, D <= N.\n"
    return Theorem(
        "counted", moves, f"base :- pile(N), N \\ {m + 1} = {r % (m + 1)}.\n", "normal" if r == 0 else "misere",
        "pile: 0..12", "{pile: all}", lambda at: int(at[0] % (m + 1) == r % (m + 1)),
        ("pile",), lost=lost, again=again, strategy=win,
    )  # fmt: skip


def two() -> Theorem:
    """Nim of two piles."""
    moves = """\
move(a(T)) :- a(A), T = 0..A-1{guard}.
move(b(T)) :- b(B), T = 0..B-1{guard}.
after(a(T), a(T)) :- move(a(T)).
after(b(T), b(T)) :- move(b(T)).
"""
    position = "a: {range: 0..6, stones: true}, b: {range: 0..6, stones: true}"
    win = "win(a(B)) :- a(A), b(B), B < A. win(b(A)) :- a(A), b(B), A < B.\n"
    lost = "move(all) :- far. after(all, a(0)) :- move(all). after(all, b(0)) :- move(all)."
    return Theorem(
        "counted", moves, "base :- a(N), b(N).\n", "normal", position, "{a: all, b: all}",
        lambda at: int(at[0] == at[1]), ("a", "b"), lost=lost, strategy=win,
    )  # fmt: skip
