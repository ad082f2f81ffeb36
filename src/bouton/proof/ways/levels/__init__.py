"""By levels: the heaps of the few greatest sizes are told apart, whatever the number of heaps."""
