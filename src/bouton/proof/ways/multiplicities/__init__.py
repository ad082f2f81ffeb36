"""By multiplicities: the nim-sum of how many heaps have each size."""
