"""Random claims of the forms that proofs are about: fitted counts, lemmas, any number of heaps, every set."""

from __future__ import annotations

from random import Random
from typing import Any

from benchmarks.fuzz.case import Case, Draft
from benchmarks.fuzz.rules import Writer

_TAKE = "move(take(M)) :- pile(N), M = 1..{most}, M <= N. after(take(M), pile(N-M)) :- pile(N), move(take(M))."


def fitted(rng: Random) -> Case:
    """An aggregate over blocks of numbers, and a line through its values in a small box, claimed of every pile."""
    writer = Writer(rng, heaps=False, counters=("pile",))
    writer.use("counter", "interval")
    most = rng.randint(1, 2)
    writer.add(_TAKE.format(most=most))
    function = rng.choice(("#count", "#count", "#sum", "#sum+", "#min", "#max"))
    writer.use(function, "assigned aggregate")
    blocks = [_block(writer) for _ in range(rng.choice((1, 2, 2, 3)))]
    if len(blocks) > 1:
        writer.use("several elements", "overlapping tuples")
    weight = {"#count": ("T", "T,1", "-T"), "#sum": ("1,T", "T", "-1,T", "2,T"), "#sum+": ("1,T", "T-3,T")}
    terms = rng.choice(weight.get(function, ("T", "-T")))
    if "-" in terms:
        writer.use("negative number")
    shown = " ; ".join(f"{terms} : {block}" for block in blocks)
    writer.add(f"c(C) :- pile(N), C = {function} {{ {shown} }}.")
    draft = Draft(counters={"pile": (0, rng.choice((8, 12)))}, rules=writer.text)
    (one,) = draft.games()
    values = [one.values("c", position)[0] for position in draft.positions()]
    slope, offset = _line(values)
    least = next((at for at in range(len(values)) if _fits(values[at:], slope, offset + slope * at)), len(values))
    fit = f"{slope}*N+({offset})" if slope >= 0 else f"({slope})*N+({offset})"
    writer.add(f"fit :- c(C), pile(N), C = {fit}.")
    if least:
        writer.add(f"fit :- pile(N), N < {least}.")
    claim: dict[str, Any] = {"id": "fit", "says": "A.", "kind": "everywhere", "iff": "fit", "prove": {"pile": "all"}}
    draft.claims.append(claim)
    writer.use("everywhere", "proof", "normal", "p-positions", "remainder")
    period = most + 1
    if slope and not least:
        writer.add(f"even :- c(C), (C-({offset})) \\ {abs(slope) * period} = 0.")
    else:
        writer.add(f"even :- pile(N), fit, N \\ {period} = 0. even :- not fit.")
        writer.use("negation")
    draft.claims.append({**claim, "id": "even", "kind": "p-positions", "play": "normal", "iff": "even"})
    writer.add(f"value(N \\ {period}) :- pile(N), fit. value(C) :- c(C), not fit.")
    writer.use("grundy", "negation")
    draft.claims.append({"id": "value", "says": "A.", "kind": "grundy", "prove": {"pile": "all"}})
    _members(rng, writer, draft, period)
    draft.rules = writer.text
    return draft.case(writer.used)


def _members(rng: Random, writer: Writer, draft: Draft, period: int) -> None:
    """The theorem in two parts, with a strategy that names winning moves up to a bound, or everywhere."""
    writer.use("together", "where", "strategy", "remainder")
    bound, end = rng.randint(3, 8), rng.choice(("", "", f", N <= {rng.randint(13, 60)}"))
    writer.add(f"p :- pile(N), N \\ {period} = 0. small :- pile(N), N <= {bound}. large :- pile(N), N > {bound}.")
    writer.add(f"win(take(M)) :- pile(N), M = N \\ {period}{end}.")
    part: dict[str, Any] = {"says": "A.", "kind": "p-positions", "play": "normal", "iff": "p"}
    draft.claims.append({"id": "small", **part, "where": "small"})
    large = {"id": "large", **part, "where": "large", "prove": {"pile": "all"}}
    whole: dict[str, Any] = {"id": "whole", "says": "A.", "kind": "p-positions", "play": "normal"}
    whole |= {"together": ["small", "large"], "prove": {"pile": "all"}}
    (large if rng.random() < 0.6 else whole)["strategy"] = "win"
    draft.claims += [large, whole]


def _block(writer: Writer) -> str:
    """A condition on T: an interval that grows, one that does not, or a predicate by facts and rules."""
    rng = writer.rng
    kind = rng.randint(0, 5)
    if kind <= 1:
        return "T = 1..N" if kind else f"T = 0..N, T \\ {rng.randint(2, 3)} = {rng.randint(0, 1)}"
    if kind <= 3:
        low = rng.choice((rng.randint(-2, 8), rng.randint(9, 60), rng.randint(60, 110)))
        return f"T = {low}..{low + rng.randint(-2, 2)}+N"
    if kind == 4:
        writer.use("pool")
        return f"T = ({rng.randint(0, 9)};{rng.randint(10, 70)};N+{rng.randint(0, 5)})"
    name = f"covered{len(writer.lines)}"
    writer.add(f"{name}(T) :- pile(N), T = 1..N. {name}({rng.randint(5, 60)}).")
    return f"{name}(T)"


def _line(values: list[Any]) -> tuple[int, int]:
    """Slope and offset of the line through the last two values; (0, 0) where they are no numbers."""
    if not all(isinstance(value, int) for value in values[-2:]):
        return 0, 0
    slope = int(values[-1] - values[-2])
    return slope, int(values[-1]) - slope * (len(values) - 1)


def _fits(values: list[Any], slope: int, offset: int) -> bool:
    return all(value == slope * at + offset for at, value in enumerate(values))


# ------------------------------------------------------------------------------------------------------- statements


def statements(rng: Random) -> Case:
    """Statements on unknowns that are true in a small box, by lemmas with existential numbers, or by themselves."""
    writer = Writer(rng, heaps=False, counters=("c", "d"))
    writer.use("statement", "lemma", "proof", "counter", "interval")
    writer.add(_TAKE.format(most=1))
    high, fixed = rng.choice((3, 5)), rng.random() < 0.25
    second = (3, 3) if fixed else (0, rng.choice((1, 2)))
    draft = Draft(counters={"pile": (0, 2)})
    if rng.random() < 0.4:
        draft.parameters["k"] = (1, 2)
        writer.numbers = ("k",)
        writer.use("number parameter")
    floors = [_floor(writer, at) for at in range(rng.choice((1, 1, 2)))]
    writer.add(f"lem :- {', '.join(floors)}.")
    writer.add(f"at({rng.choice(('C', 'C', 'C+1', 'C+D', 'C-1'))}) :- c(C), d(D).")
    unknowns: dict[str, Any] = {"c": f"0..{high}", "d": second[0] if fixed else f"{second[0]}..{second[1]}"}
    lemma = {"id": "lem", "says": "A.", "kind": "statement", "unknowns": {"c": unknowns["c"]}, "iff": "lem"}
    draft.claims.append({**lemma, "prove": {"c": "all"}})
    counters = {"c": (0, high), "d": second}
    writer.add("#defined c/1. #defined d/1.")
    prove: dict[str, Any] = (
        {"c": "all"} if rng.random() < 0.7 else {"c": "all", "d": "all"} if not fixed else {"c": "all"}
    )
    if draft.parameters and rng.random() < 0.5:
        prove["k"] = "all"
        writer.use("unknown parameter")
    for number in range(rng.choice((1, 1, 2))):
        iff, given = _true(writer, draft, counters, number)
        claim: dict[str, Any] = {
            "id": f"s{number}",
            "says": "A.",
            "kind": "statement",
            "unknowns": unknowns,
            "iff": iff,
        }
        claim |= {"prove": prove}
        claim |= {"given": given} if given else {}
        kind = rng.randint(0, 15)
        if kind <= 13:
            claim["using"] = {"lem": "at"}
        elif kind == 14:
            writer.add(f"below{number}({rng.choice(('C-1,D', 'C-2,D', 'C-D-1,D', 'D,C'))}) :- c(C), d(D).")
            claim["using"] = {f"s{number}": f"below{number}"}
        draft.claims.append(claim)
    draft.rules = writer.text
    return draft.case(writer.used)


def _floor(writer: Writer, at: int) -> str:
    """That there is a floor of c over a number, or another number between bounds."""
    rng = writer.rng
    divisor = rng.randint(2, 5)
    if rng.random() < 0.7:
        writer.add(f"floor{at}(T) :- c(N), T = 0..N, {divisor}*T <= N, N < {divisor}*T+{divisor}.")
    else:
        writer.add(f"floor{at}(T) :- c(N), T = N..2*N, T \\ {divisor} = N \\ {divisor}.")
    return f"floor{at}(_)"


def _true(writer: Writer, draft: Draft, counters: dict[str, tuple[int, int]], number: int) -> tuple[str, str | None]:
    """A predicate over c and d that holds in the small box, and perhaps an assumption."""
    rng = writer.rng
    given = None
    if rng.random() < 0.3:
        given = f"given{number}"
        writer.use("where")
        writer.add(f"{given} :- c(C), d(D), {writer.term(['C', 'D'], 1)} >= {writer.number(0)}.")
    high = counters["c"][1]
    for attempt in range(12):
        name = f"true{number}_{attempt}"
        kind = rng.randint(0, 4)
        if kind == 0:
            line = f"{name} :- c(C), C <= {rng.randint(high, high + 9)}."
        elif kind == 1:
            relation = rng.choice(("!=", "<=", "<", ">="))
            one, other = writer.term(["C", "D"]), writer.term(["C", "D"])
            line = f"{name} :- c(C), d(D), {one} {relation} {other}+{rng.randint(0, 12)}."
        elif kind == 2:
            line = f"{name} :- c(C), floor0(T), {rng.randint(1, 4)}*T <= C+{rng.randint(0, 9)}."
        elif kind == 3:
            blocks = f"T : T = C..C+D ; T : T = {rng.randint(-1, 12)}..C"
            line = f"{name} :- c(C), d(D), D+1 = #count {{ {blocks} }}."
            writer.use("#count", "several elements", "overlapping tuples")
        else:
            one = f"{writer.term(['C', 'D'])} = {rng.randint(-9, 15)}"
            line = f"{name} :- c(C), d(D), not no_{name}. no_{name} :- c(C), d(D), {one}."
            writer.use("negation")
        trial = Draft(counters=counters, parameters=draft.parameters, rules=writer.text + line + "\n")
        kept = [(one, at) for one in trial.games() for at in trial.positions() if given is None or one.holds(given, at)]
        if all(one.holds(name, at) for one, at in kept):
            writer.add(line)
            return name, given
    writer.add(f"true{number} :- c(C), C >= 0.")
    return f"true{number}", given


# ------------------------------------------------------------------------------------------------ any number of heaps


def levels(rng: Random) -> Case:
    """Games that are played at the largest heaps, and theorems on any number of them, some false far away."""
    order = rng.choice(("descending", "ascending"))
    writer = Writer(rng, heaps=True, counters=())
    writer.use(f"{order} heaps", "any number of heaps", "#count", "assigned aggregate", "remainder", "proof")
    top = "heap(1,S)" if order == "descending" else "heaps(I), heap(I,S)"
    place = "1" if order == "descending" else "I"
    writer.add("heaps(N) :- N = #count { I : heap(I,_) }.")
    amount = rng.choice(("M = 1..S", "M = 1..S", "M = S", "M = 1..2, M <= S", "M = 1..S, S > 1", "M = 1..k, M <= S"))
    draft = Draft()
    if "k" in amount:
        draft.parameters["k"] = (1, 2)
        writer.use("number parameter")
    draft.heap = {"count": "0..2", "size": f"1..{rng.choice((2, 3))}", "order": order}
    writer.add(f"move(take(M)) :- {top}, {amount}.")
    writer.add(f"after(take(M), heap({place},T)) :- {top}, {amount}, T = S-M.")
    writer.add(f"top(S) :- {top}. t(T) :- top(S), T = #count {{ I : heap(I,S) }}.")
    writer.add("parity(P) :- heaps(N), P = N \\ 2. even :- not heap(1,_). even :- t(T), T \\ 2 = 0.")
    writer.add(f"near :- top(S), S <= {rng.randint(1, 2)}. total(N) :- N = #sum {{ S,I : heap(I,S) }}.")
    writer.use("negation", "#sum", "anonymous variable")
    play = rng.choice(("normal", "normal", "misere"))
    spoilt = rng.choice(("", "", f", heaps(N), N <= {rng.randint(3, 6)}", f", top(S), S < {rng.randint(4, 9)}"))
    writer.add(f"p_normal :- even{spoilt}.")
    writer.add("p_misere :- even, not near. p_misere :- near, t(T), T \\ 2 = 1.")
    writer.add("q :- parity(0). q2 :- parity(1), not near. q2 :- parity(0), near.")
    limit = rng.choice(("", "", f", total(N), N <= {rng.randint(3, 6)}", f", heaps(N), N <= {rng.randint(2, 4)}"))
    writer.add(f"win(take(M)) :- move(take(M)){limit}.")
    writer.add(f"win2(take(S)) :- {top}, t(1){limit}. win2(take(M)) :- t(T), T \\ 2 = 1, T > 1, move(take(M)){limit}.")
    prove: dict[str, Any] = {"heap": {"count": "all"}}
    if draft.parameters and rng.random() < 0.5:
        prove["k"] = "all"
        writer.use("unknown parameter")
    for iff in rng.sample((f"p_{play}", f"p_{play}", f"p_{play}", "q", "q2", "even"), rng.choice((1, 1, 2))):
        claim: dict[str, Any] = {"id": f"c{len(draft.claims)}", "says": "A.", "kind": "p-positions", "play": play}
        claim |= {"iff": iff, "prove": prove}
        if rng.random() < 0.6:
            claim["strategy"] = rng.choice(("win", "win2"))
            writer.use("strategy")
        draft.claims.append(claim)
    writer.use("p-positions", play, "everywhere")
    bound = rng.randint(3, 8)
    writer.add(f"lemma :- t(T), T <= {bound}. lemma :- t(T), not near, T >= 1. lemma :- not heap(1,_).")
    writer.add(
        f"lemma2 :- t(T), heaps(N), T <= N. lemma2 :- not heap(1,_). lemma3 :- not far. far :- top(S), S > {bound}."
    )
    iff = rng.choice(("lemma", "lemma2", "lemma3"))
    draft.claims.append({"id": "l", "says": "A.", "kind": "everywhere", "iff": iff, "prove": prove})
    draft.rules = writer.text
    return draft.case(writer.used)


# ------------------------------------------------------------------------------------------------------- every set


def every_set(rng: Random) -> Case:
    """Statements on the values of a subtraction game, for every set."""
    writer = Writer(rng, heaps=False, counters=("x",), sets=("s",))
    writer.use("every set", "statement", "set parameter", "counter", "proof", "negation", "#max", "#count", "recursion")
    far = rng.randint(12, 60)
    whole = rng.random() < 0.6
    writer.add(f"move(take(D)) :- pile(X), s(D), D <= X{rng.choice(('', '', f', D <= {far}'))}.")
    if whole:
        writer.add("after(take(D), pile(X-D)) :- pile(X), move(take(D)).")
    else:
        writer.add(f"after(take(D), pile(X-D)) :- pile(X), s(D), D <= X, D <= {far}.")
        writer.add(f"after(take(D), pile(X)) :- pile(X), s(D), D <= X, D > {far}.")
    end = rng.choice((f"{rng.randint(8, 10)})", "X+B) :- x(X), most(B)"))
    writer.add(f"place(0..{end}. least(K) :- K = #min {{ D : s(D) }}. most(B) :- B = #max {{ D : s(D) }}.")
    if rng.random() < 0.7:
        writer.add("hits(X,V) :- place(X), s(D), D <= X, g(X-D,V). climbs(X,0) :- place(X).")
        writer.add("climbs(X,V+1) :- climbs(X,V), hits(X,V). size(C) :- C = #count { D : s(D) }.")
        writer.add("next(0,E) :- least(E). next(D,E) :- s(D), s(E), E = #min { F : s(F), F > D }.")
        writer.add("avoids(X,V,0) :- place(X), size(C), V = 0..C. avoids(X,V,E) :- avoids(X,V,D), next(D,E), E > X.")
        writer.add("avoids(X,V,E) :- avoids(X,V,D), next(D,E), E <= X, g(X-E,W), W != V.")
        writer.add("g(X,V) :- climbs(X,V), avoids(X,V,M), most(M).")
    else:
        writer.add(f"g(X,{rng.choice(('(X/D)', 'X', '(X/(D+1))'))}\\2) :- place(X), s(D).")
    options = [
        "t0 :- x(X), g(X,_). t0 :- x(X), not place(X).",
        f"t1 :- x(X), X <= {rng.randint(5, 7)}, g(X,_). t1 :- x(X), X > {rng.randint(6, 7)}.",
        f"t2 :- x(X), not b2(X). b2(X) :- x(X), s(D), D > {far}, D <= X.",
        "t3 :- x(X), not b3(X). b3(X) :- x(X), g(X,V), V < 0.",
        "t4 :- x(X), not b4(X). b4(X) :- x(X), g(X,0), s(D), g(X+D,0).",
        "t5 :- x(X), not b5(X). b5(X) :- x(X), g(X,0), least(K), not g(X+K,1).",
        "t6 :- x(X), g(X,V), V >= 0.",
        "t7 :- x(X), least(K), X < K, g(X,0). t7 :- x(X), least(K), X >= K.",
        f"t8 :- x(X), not b8(X). b8(X) :- x(X), g(X,V), V > {rng.randint(2, 4)}.",
        "t9 :- x(X), not b9(X). b9(X) :- x(X), g(X,V), s(D), D <= X, g(X-D,V).",
    ]
    draft = Draft(
        counters={"pile": (0, 5)},
        parameters={"S": rng.sample([[1], [2], [1, 2], [2, 3], [1, 4], [3]], rng.choice((1, 2)))},
    )
    for at in sorted(rng.sample(range(len(options)), rng.choice((1, 1, 2)))):
        writer.add(options[at])
        claim = {"id": f"t{at}", "says": "A.", "kind": "statement", "unknowns": {"x": "0..5"}, "values": "g"}
        draft.claims.append({**claim, "iff": f"t{at}", "prove": {"S": "all", "x": "all"}})
    writer.add("#defined x/1.")
    draft.rules = writer.text
    return draft.case(writer.used)
