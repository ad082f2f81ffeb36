"""What holds of divisions and of products, whatever the numbers: lemmas in linear terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bouton.core.logic.arithmetic import add, atom, number, scale
from bouton.core.logic.expression import Formula, Linear, Unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, implies, less

_ZERO = number(0)


@dataclass(frozen=True)
class Division:
    """A division of a polynomial by one that is not constant."""

    dividend: Linear
    divisor: Linear
    quotient: Unknown
    rest: Unknown
    product: Linear
    """Quotient times divisor."""

    def lemmas(self) -> Iterator[Formula]:
        """What clingo's truncating division says of it, where the divisor is not 0."""
        x, d, q, r = self.dividend, self.divisor, atom(self.quotient), atom(self.rest)
        yield disj((equal(d, _ZERO), equal(x, add(self.product, r))))
        for positive, width, ratio in ((less(_ZERO, d), d, q), (less(d, _ZERO), scale(-1, d), scale(-1, q))):
            natural = conj((positive, at_most(_ZERO, x)))
            yield implies(natural, conj((at_most(_ZERO, r), less(r, width), at_most(_ZERO, ratio))))
            opposite = conj((positive, at_most(x, _ZERO)))
            yield implies(opposite, conj((at_most(r, _ZERO), less(scale(-1, width), r), at_most(ratio, _ZERO))))


def signs(left: Linear, right: Linear, product: Linear) -> Iterator[Formula]:
    """That the product of two integers has the sign that theirs give it."""
    for natural, sign in ((at_most(_ZERO, right), 1), (at_most(right, _ZERO), -1)):
        result = scale(sign, product)
        yield implies(conj((natural, at_most(_ZERO, left))), at_most(_ZERO, result))
        yield implies(conj((natural, at_most(left, _ZERO))), at_most(result, _ZERO))
