"""For each number of heaps by itself, by induction along the measure; and what only such proofs have."""
