"""As a sum of heaps: the value of a position is the XOR of the values of its heaps."""
