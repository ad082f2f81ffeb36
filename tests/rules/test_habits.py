"""What is written from the habit of other languages: one message each, at its place, with the rule as it should be."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from bouton.core.errors import Diagnostic, InputError
from bouton.rules.file import Rules

Read = Callable[..., Rules]
MOVE = "move(I) :- heap(I,_).\n"
ODD = "odd :- pile(N), N \\ 2 = 1.\n"

HABITS = [
    # operators
    ("p :- pile(N), N % 4 = 0.", 17, "% begins a comment", "p :- pile(N), N \\ 4 = 0."),
    ("p :- pile(N), (N+1) % k = 0, N < 9.", 21, "% begins a comment", "p :- pile(N), (N+1) \\ k = 0, N < 9."),
    ("p :- pile(N), N // 4 = 0.", 17, "// is written /", "p :- pile(N), N / 4 = 0."),
    ("p :- pile(N), N mod 4 = 0.", 17, "mod is written \\", "p :- pile(N), N \\ 4 = 0."),
    ("p :- heap(1,A), heap(2,B), A xor B = 0.", 30, "xor is written ^", "p :- heap(1,A), heap(2,B), A ^ B = 0."),
    ("p :- pile(N), N =< 3.", 17, "=< is written <=", "p :- pile(N), N <= 3."),
    ("p :- pile(N), N =! 3.", 17, "=! is written !=", "p :- pile(N), N != 3."),
    ("p :- pile(N), N \\= 3.", 17, "\\= is written !=", "p :- pile(N), N != 3."),
    ("p :- pile(N), N =:= 3.", 17, "=:= is written =", "p :- pile(N), N = 3."),
    ("p(T) :- pile(N), T := N-1.", 20, ":= within a rule is written =", "p(T) :- pile(N), T = N-1."),
    ("p(T) :- pile(N), T is N-1.", 20, "is is written =", "p(T) :- pile(N), T = N-1."),
    # words of logic
    ("p :- pile(N) and N = 0.", 14, "and is written as a comma", "p :- pile(N), N = 0."),
    ("p :- pile(N) && N = 0.", 14, "&& is written as a comma", "p :- pile(N), N = 0."),
    ("p :- pile(N), N = 0 or N = k.", 15, "has no `or`", "p :- pile(N), N = 0. p :- pile(N), N = k."),
    (
        "p(N) :- pile(N), (N = 0; N = 4), N < 9.",
        18,
        "has no `or`",
        "p(N) :- pile(N), N = 0, N < 9. p(N) :- pile(N), N = 4, N < 9.",
    ),
    ("p :- pile(N), not (N = 1).", 19, "before one atom or comparison", "p :- pile(N), not N = 1."),
    ("p :- pile(N), not (N = 1 or N = 3).", 15, "before one", "p :- pile(N), not N = 1, not N = 3."),
    (
        "p(N) :- pile(N), not (heap(I,N), I < 3).",
        22,
        "before one atom or comparison",
        "p(N) :- pile(N), not exception(N). exception(N) :- pile(N), heap(I,N), I < 3.",
    ),
    (ODD + "p :- pile(_), !odd.", 15, "! is written not", "p :- pile(_), not odd."),
    (ODD + "p :- pile(_), \\+ odd.", 15, "\\+ is written not", "p :- pile(_), not odd."),
    (ODD + "p :- pile(_), ~odd.", 15, "~ is written not", "p :- pile(_), not odd."),
    ("p :- pile(0), True.", 15, "is #true, or is left out", "p :- pile(0), #true."),
    # arrows and full stops
    ("p := pile(0).", 3, ":= after a head is written :-", "p :- pile(0)."),
    ("p(N) <- pile(N), N < 3.", 6, "<- after a head is written :-", "p(N) :- pile(N), N < 3."),
    ("p <= pile(0).", 3, "<= after a head is written :-", "p :- pile(0)."),
    ("p if pile(0).", 3, "if after a head is written :-", "p :- pile(0)."),
    ("pile(0), q -> p. q.", 1, "what it derives stands first", "p :- pile(0), q."),
    ("p -> pile(N), N < 3.", 3, "what it derives stands first", None),
    ("p :- pile(0)\nq :- p.", 13, "a full stop is missing", "p :- pile(0)."),
    ("p :- pile(0)", 13, "a full stop is missing", "p :- pile(0)."),
    ("p :- pile(0);\n", 13, "with a full stop, not with ;", "p :- pile(0)."),
    ("p :- pile(0),\nq :- p.", 13, "with a full stop, not with ,", "p :- pile(0)."),
    ("p :- pile(N), exists K: K = 1..3, N = 4*K.", 15, "exists is not written", "p :- pile(N), K = 1..3, N = 4*K."),
    # names, values, comments
    ("P(N) :- pile(N).", 1, "P begins with a capital letter", "p(N) :- pile(N)."),
    ("p :- pile(N), N in {0, 4}.", 17, "= with an interval or a pool", "p :- pile(N), N = (0;4)."),
    ("p :- pile(N), N in range(3).", 17, "= with an interval or a pool", "p :- pile(N), N = 0..2."),
    ("p :- pile(N), N in range(1,N+1).", 17, "= with an interval or a pool", "p :- pile(N), N = 1..N+1-1."),
    ("p :- pile(N), N = [1,2].", 19, "is a pool", "p :- pile(N), N = (1;2)."),
    ("p :- pile(N), N = 0.5.", 19, "numbers are whole, and 0.5 is none", None),
    ("// the zero\np :- pile(0).", 1, "a comment begins with %, not with //", None),
    ("/* the zero */ p :- pile(0).", 1, "a comment is written %* ... *%", None),
    ("p :- pile(0). -- the zero", 15, "a comment begins with %, not with --", None),
]


def faults(rules: Read, text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(InputError) as caught:
        rules(text)
    return caught.value.diagnostics


@pytest.mark.parametrize(("text", "column", "message", "expected"), HABITS)
@pytest.mark.sample(2)
def test_a_habit_is_told_once_with_the_rule_as_it_should_be(
    rules: Read, text: str, column: int, message: str, expected: str | None
) -> None:
    (fault,) = faults(rules, MOVE + text)
    assert (fault.line, fault.column) == (3 if text.startswith(ODD) else 2, column), fault
    assert message in fault.message
    assert fault.expected == expected
    if expected is not None:
        rules(MOVE + text.replace(text[len(ODD) :] if text.startswith(ODD) else text, expected) + "\nq :- pile(0).")


def test_a_habit_of_many_rules_is_told_once(rules: Read) -> None:
    text = MOVE + "".join(f"p({at}) :- pile(N), N % {at} = 0.\n" for at in range(1, 30))
    (fault,) = faults(rules, text)
    assert (fault.line, fault.column) == (2, 20)
    assert fault.message.endswith("(also in lines 3, 4, 5, 6, 7, 8, 9, 10, 11, ...)")


def test_the_other_faults_of_the_file_are_told_at_their_places(rules: Read) -> None:
    """Behind a piece that is mended by a longer or a shorter one, too, and of syntax as well as of names."""
    text = MOVE + "p :- pile(N), !odd, N mod 2 = 0, none(N).\n{ q }.\nr(X) :- pile(N), N // 2 = 1.\ns(1 2).\n"
    found = faults(rules, text + ODD)
    assert [(one.line, one.column) for one in found] == [(2, 15), (2, 23), (4, 20), (5, 5)]
    found = faults(rules, text.replace("s(1 2).", "") + ODD)
    assert [(one.line, one.column) for one in found] == [(2, 15), (2, 23), (2, 34), (3, 1), (4, 3), (4, 20)]
    assert "none/1" in found[2].message and "choice" in found[3].message and "X is unsafe" in found[4].message


def test_what_has_a_meaning_is_no_habit(rules: Read) -> None:
    found = rules(
        MOVE + "p :- pile(N), 3 <-N. % mod 4, and // so on\nq(N) :- pile(N), N == 3, N != -1. % N % 4\n"
        "r :- p; not q(4). % or this;\nmod(1). in(mod). and(X) :- mod(X). s :- pile(N), N <- 3.\n"
    )
    assert len(found.statements) == 8


@pytest.mark.parametrize("hidden", ['#include "/etc/passwd".', "#script (python) import os #end.", "q(@f(1))."])
def test_what_a_comment_hides_is_no_way_around_the_screen(rules: Read, hidden: str) -> None:
    found = faults(rules, MOVE + f"p :- pile(N), N % 4 = 0. {hidden}\nr :- p.")
    assert all("syntax error" in fault.message for fault in found)


@pytest.mark.parametrize(
    "piece", ["p :- pile(N), N % 4 = 0.\n", "p :- pile(0), or.\n", "p :- not (a, b", "p(1) <- ", "!"]
)
@pytest.mark.sample(6)
def test_time_grows_as_the_file_does(rules: Read, piece: str) -> None:
    """By the least of three times: what else runs, or is collected as garbage, lengthens some."""

    def seconds(times: int) -> float:
        begin = process_time()
        faults(rules, MOVE + piece * times)
        return process_time() - begin

    few, many = (min(seconds(times) for _ in range(3)) for times in (120, 480))
    assert many < 8 * few + 0.5


def test_any_text_is_told_and_none_accepted(rules: Read) -> None:
    """Pieces put together anyhow never end in another error, and what is refused stays so."""
    pieces = [
        "p",
        "(",
        ")",
        " % ",
        " or ",
        "not (",
        "N",
        " in ",
        "[",
        "]",
        ":-",
        "<-",
        ".",
        ",",
        "0.5",
        "!",
        "\n",
        "{",
        "range(",
    ]
    for at in range(0, len(pieces) ** 3, 31):
        chosen = [pieces[at // len(pieces) ** power % len(pieces)] for power in range(3)]
        text = MOVE + "p :- pile(N), " + "".join(chosen) + " N = 1.\nq :- p.\n"
        try:
            rules(text)
        except InputError as error:
            assert all(one.line is None or 1 <= one.line <= 5 for one in error.diagnostics)
