"""Positions of any number of heaps: the highest sizes and how many heaps have each, the rest below."""
