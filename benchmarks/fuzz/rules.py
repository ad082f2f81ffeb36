"""Random rules over the whole language, each predicate over those before it, and which constructs they use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.oracle.digits import DIGITS

RELATIONS = ("=", "!=", "<", "<=", ">", ">=")


@dataclass
class Writer:
    """Writes rules about a position with heaps `heap`, or counters, or both.

    `known` are the predicates so far; of each argument, whether it is a number. `used` counts the constructs.
    """

    rng: Random
    heaps: bool
    counters: tuple[str, ...]
    numbers: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    used: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)
    known: dict[str, tuple[bool, ...]] = field(default_factory=dict)
    fresh: int = 0

    def use(self, *constructs: str) -> None:
        """Note that they occur."""
        self.used.update(constructs)

    def add(self, line: str) -> None:
        """Write a line of rules."""
        self.lines.append(line)

    @property
    def text(self) -> str:
        """All rules so far."""
        return "\n".join(self.lines) + "\n"

    def chance(self, share: float) -> bool:
        """True in that share of the cases."""
        return self.rng.random() < share

    def variable(self) -> str:
        """A new variable."""
        self.fresh += 1
        return f"V{self.fresh}"

    # -------------------------------------------------------------------------------------------------------- terms

    def number(self, far: float = 0.05) -> str:
        """A number, mostly small, sometimes negative or far away; or a parameter."""
        if self.numbers and self.chance(0.15):
            return self.rng.choice(self.numbers)
        value = self.rng.randint(20, 90) if self.chance(far) else self.rng.randint(-3, 5)
        if value < 0:
            self.use("negative number")
        return str(value) if value >= 0 else f"({value})"

    def term(self, names: Sequence[str], depth: int = 2) -> str:
        """Arithmetic over bound variables that are numbers."""
        kind = self.rng.randint(0, 9 if depth and names else 1)
        if kind == 0 or not names:
            return self.number()
        if kind <= 2:
            return self.rng.choice(list(names))
        one = self.term(names, depth - 1)
        if kind == 3:
            self.use("absolute value")
            return f"|{one}|"
        if kind == 4:
            return f"-({one})"
        if kind == 5 and self.chance(0.5):
            self.use("power")
            return f"({self.rng.choice(list(names))})**2"
        if kind == 6 and self.chance(0.4):
            self.use("bits")
            operator = self.rng.choice("&?^")
            return f"({'~' if self.chance(0.3) else ''}({one}){operator}({self.term(names, depth - 1)}))"
        if kind <= 7:
            operator = self.rng.choice("/\\")
            return f"(({one}){operator}{self.divisor(operator, names)})"
        operator = self.rng.choice("+-+-*")
        return f"({one}{operator}({self.term(names, depth - 1)}))"

    def divisor(self, operator: str, names: Sequence[str]) -> str:
        """Something that is never zero."""
        self.use("quotient" if operator == "/" else "remainder")
        if self.chance(0.2) and names:
            return f"(|{self.rng.choice(list(names))}|+1)"
        value = self.rng.choice([2, 3, 4, 1, -1, -2, -3, -4])
        if value < 0:
            self.use(f"{'quotient' if operator == '/' else 'remainder'} by a negative number", "negative number")
        return str(value) if value > 0 else f"({value})"

    # ------------------------------------------------------------------------------------------------------- bodies

    def given(self) -> tuple[list[str], list[str]]:
        """A literal about the position, and the variables that it binds."""
        options: list[tuple[str, list[str]]] = [
            (f"{name}({name[0].upper()})", [name[0].upper()]) for name in self.counters
        ]
        if self.heaps:
            options += [("heap(I,S)", ["I", "S"])] * 2
        literal, names = self.rng.choice(options)
        return [literal], list(names)

    def body(self, most: int = 3, *, aggregates: bool = True) -> tuple[list[str], list[str]]:
        """Literals, each after those that bind its variables, and the numbers that they bind."""
        literals, names = self.given()
        for _ in range(self.rng.randint(0, most)):
            self.literal(literals, names, aggregates)
        return literals, names

    def literal(self, literals: list[str], names: list[str], aggregates: bool, kind: int | None = None) -> None:
        """One more literal, of the kind given or of any."""
        kind, new = self.rng.randint(0, 14) if kind is None else kind, self.variable()
        if kind == 0:
            relation = self.rng.choice(RELATIONS)
            literals.append(f"{self.sign()}{self.term(names)} {relation} {self.term(names)}")
        elif kind == 1:
            self.use("chain")
            one, other = self.rng.choice(("<", "<=")), self.rng.choice(("<", "<=", "!="))
            literals.append(f"{self.term(names, 1)} {one} {self.term(names, 1)} {other} {self.term(names, 1)}")
        elif kind == 2:
            literals.append(f"{new} = {self.term(names)}")
            names.append(new)
        elif kind in (3, 4):
            self.use("interval")
            literals.append(f"{new} = {self.number(0)}..{self.term(names, 1)}")
            names.append(new)
        elif kind == 5:
            self.use("pool")
            literals.append(f"{new} = ({self.number()};{self.term(names, 1)};{self.number()})")
            names.append(new)
        elif kind == 6 and self.heaps:
            literals.append(f"heap({self.term(names, 1)},{new})")
            names.append(new)
        elif kind in (7, 8) and self.known:
            self.use("negation")
            sign = "not"
            if self.chance(0.5):
                self.use("double negation")
                sign = "not not"
            name = self.rng.choice(sorted(self.known))
            literals.append(f"{sign} {self.atom(name, [self.place(number, names) for number in self.known[name]])}")
        elif kind in (9, 10) and self.known:
            name = self.rng.choice(sorted(self.known))
            places = []
            for number in self.known[name]:
                if number and self.chance(0.6):
                    places.append(self.variable())
                    names.append(places[-1])
                elif number and self.chance(0.3):
                    places.append(f"{self.rng.choice(names)}+{self.rng.randint(0, 2)}")
                else:
                    self.use("anonymous variable")
                    places.append("_")
            literals.append(self.atom(name, places))
        elif kind == 11 and self.sets:
            literals.append(f"{self.rng.choice(self.sets)}({new})")
            names.append(new)
        elif kind == 14:
            self.digits(literals, names, new)
        elif aggregates:
            self.aggregated(literals, names, new)

    def digits(self, literals: list[str], names: list[str], new: str) -> None:
        """A literal about the digits of some small number."""
        self.use("digits")
        system = self.rng.choice(("digit({})", "digit(3,{})", "zeckendorf({})", "ostrowski(2,{})"))
        place, digit = self.variable(), self.variable()
        literals.append(f"{new} = |{self.rng.choice(names)}|\\{self.rng.choice((7, 20, DIGITS))}")
        literals.append(system.format(f"{new},{place},{digit}"))
        names += [place, digit]

    def sign(self) -> str:
        """`not`, now and then."""
        if not self.chance(0.4):
            return ""
        self.use("negation")
        if self.chance(0.3):
            self.use("double negation")
            return "not not "
        return "not "

    def place(self, number: bool, names: Sequence[str]) -> str:
        """An argument under a negation."""
        if not number or self.chance(0.3):
            self.use("anonymous variable")
            return "_"
        return self.term(names, 1)

    @staticmethod
    def atom(name: str, arguments: Sequence[str]) -> str:
        """The atom as text."""
        return f"{name}({','.join(arguments)})" if arguments else name

    # --------------------------------------------------------------------------------------------------- aggregates

    def aggregated(self, literals: list[str], names: list[str], new: str, kind: int | None = None) -> None:
        """A literal with an aggregate: it binds a number, or is compared; kind 2 has two guards, and 5 a negation."""
        aggregate, whole = self.aggregate(names)
        kind = self.rng.randint(0, 4) if kind is None else kind
        if kind <= 1 and whole:
            self.use("assigned aggregate")
            literals.append(f"{new} = {aggregate}" if kind else f"{aggregate} = {new}")
            names.append(new)
        elif kind == 2:
            self.use("guards on both sides")
            literals.append(f"{self.number(0)} {self.rng.choice(('<', '<='))} {aggregate} <= {self.term(names, 1)}")
        else:
            sign = "not " if kind == 5 else self.sign()
            if sign:
                self.use("negated aggregate", "negation")
            literals.append(f"{sign}{aggregate} {self.rng.choice(RELATIONS)} {self.term(names, 1)}")

    def aggregate(self, names: Sequence[str]) -> tuple[str, bool]:
        """An aggregate, and whether its value is always a number."""
        function = self.rng.choice(("#count", "#sum", "#sum+", "#sum+", "#min", "#min", "#max"))
        self.use(function)
        key = self.rng.choice(("", "", ",1", ",a"))
        elements = [self.element(names, key) for _ in range(self.rng.choice((1, 2, 2, 3)))]
        if len(elements) > 1:
            self.use("several elements")
            if self.chance(0.6):  # tuples of the first block again, under another condition
                self.use("overlapping tuples")
                tuple_, condition = elements[0]
                more = f"{tuple_.partition(',')[0]} {self.rng.choice(RELATIONS)} {self.number()}"
                elements[1] = (tuple_, f"{condition}, {more}" if condition else condition)
        shown = " ; ".join(f"{terms} : {condition}" if condition else terms for terms, condition in elements)
        return f"{function} {{ {shown} }}", function not in ("#min", "#max")

    def element(self, names: Sequence[str], key: str) -> tuple[str, str]:
        """A tuple and its condition."""
        kind = self.rng.randint(0, 6)
        self.fresh += 1
        one, other = f"X{self.fresh}", f"Y{self.fresh}"
        if kind <= 1 and self.heaps:
            condition, weight = (
                f"heap({one},{other})",
                self.rng.choice((one, other, f"{other},{one}", f"{other}-2,{one}")),
            )
        elif kind == 2:
            self.use("interval")
            condition, weight = f"{one} = {self.number(0)}..{self.term(names, 1)}", one
        elif kind == 3:
            self.use("pool")
            condition, weight = f"{one} = ({self.number()};{self.number()};{self.term(names, 1)})", one
        elif kind == 4:
            return f"{self.term(names, 1)}{key}", ""
        elif kind == 5 and any(any(numbers) for numbers in self.known.values()):
            name = self.rng.choice([name for name, numbers in sorted(self.known.items()) if any(numbers)])
            numbers = self.known[name]
            at = self.rng.choice([at for at, number in enumerate(numbers) if number])
            condition, weight = self.atom(name, [one if place == at else "_" for place in range(len(numbers))]), one
        else:
            self.use("interval")
            condition, weight = (
                f"{one} = 1..{self.term(names, 1)}",
                self.rng.choice((one, f"-{one}", f"{one}\\2,{one}")),
            )
        if self.chance(0.3):
            condition += f", {one} {self.rng.choice(RELATIONS)} {self.term(names, 1)}"
        return weight + key, condition

    # --------------------------------------------------------------------------------------------------- predicates

    def predicate(self, name: str) -> None:
        """One more predicate, by one to three rules."""
        kind = self.rng.randint(0, 9)
        if kind == 0:
            self.recursion(name)
        elif kind == 1 and self.heaps:
            self.nested_list(name)
        elif kind == 2:
            self.nested(name)
        else:
            arity = self.rng.choice((0, 0, 1, 1, 2))
            for _ in range(self.rng.randint(1, 2)):
                literals, names = self.body()
                head = [self.argument(names) for _ in range(arity)]
                self.add(f"{self.atom(name, head)} :- {', '.join(literals)}.")
            self.known[name] = (True,) * arity

    def rare(self, name: str) -> None:
        """A predicate by rules of what is seldom written: chains, double negations, guards on both sides, ..."""
        arity = self.rng.randint(0, 1)
        for _ in range(2):
            literals, names = self.given()
            for kind in self.rng.sample(("chain", "twice", "between", "unless", "pool"), 2):
                if kind in ("chain", "pool"):
                    self.literal(literals, names, aggregates=False, kind=1 if kind == "chain" else 5)
                elif kind == "twice":
                    self.use("double negation", "negation")
                    other = self.rng.choice(sorted(self.known))
                    literals.append(
                        f"not not {self.atom(other, [self.place(one, names) for one in self.known[other]])}"
                    )
                else:
                    self.aggregated(literals, names, self.variable(), kind=2 if kind == "between" else 5)
            head = [self.term(names, 2) for _ in range(arity)]
            self.add(f"{self.atom(name, head)} :- {', '.join(literals)}.")
        self.known[name] = (True,) * arity

    def argument(self, names: Sequence[str]) -> str:
        """An argument of a head."""
        if self.chance(0.05):
            self.use("pool")
            return f"({self.number()};{self.term(names, 1)})"
        if self.chance(0.05):
            self.use("interval")
            return f"{self.number(0)}..{self.term(names, 1)}"
        return self.term(names, 1)

    def recursion(self, name: str) -> None:
        """Numbers, each from the one before it."""
        self.use("recursion")
        literals, names = self.body(1, aggregates=False)
        self.add(f"{name}({self.rng.choice(names)}) :- {', '.join(literals)}.")
        step = self.rng.choice((1, 2, 3))
        kind = self.rng.randint(0, 5)
        if kind <= 1:
            self.add(f"{name}(V-{step}) :- {name}(V), V > {self.rng.randint(-2, 3)}.")
        elif kind <= 3:
            self.add(f"{name}(V+{step}) :- {name}(V), V < {self.rng.randint(3, 9)}.")
        elif kind == 4:  # round and round
            self.add(f"{name}((V*{step}+{self.rng.randint(0, 4)})\\{self.rng.randint(2, 9)}) :- {name}(V).")
        else:  # down, by one of two ways
            self.add(f"{name}(V/2) :- {name}(V), V > 0, V \\ 2 = 0.")
            self.add(f"{name}(V-V/3-1) :- {name}(V), V > {self.rng.randint(0, 2)}, V \\ 2 = 1.")
        self.known[name] = (True,)

    def nested_list(self, name: str) -> None:
        """The heaps as a nested list, shortest first."""
        self.use("recursion", "nested term")
        self.add(f"{name}(1,l(S,nil)) :- heap(1,S), S > {self.rng.randint(-1, 2)}.")
        self.add(f"{name}(I+1,l({self.rng.choice(('S', 'S-1', 'I', 'I*S'))},L)) :- {name}(I,L), heap(I+1,S).")
        self.known[name] = (True, False)
        self.add(f"{name}_head(X) :- {name}(_,l(X,_)).")
        self.known[f"{name}_head"] = (True,)

    def nested(self, name: str) -> None:
        """Compound terms and tuples, taken apart again."""
        self.use("nested term", "tuple")
        literals, names = self.body(1)
        one, other = self.term(names, 1), self.term(names, 1)
        self.add(f"{name}(f({one},({other},g({self.rng.choice(names)})))) :- {', '.join(literals)}.")
        self.known[name] = (False,)
        self.add(f"{name}_in(X,Y) :- {name}(f(X,(_,g(Y)))).")
        self.add(f"{name}_in(X,X+1) :- {name}(f(X,(X,_))).")
        self.known[f"{name}_in"] = (True, True)
