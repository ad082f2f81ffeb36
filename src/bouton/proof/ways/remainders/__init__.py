"""By quotients and remainders: the nim-sum of the quotients, and the remainder of the sum."""
