"""Claims that are false, or moves that are different, only far out, in the idiom of each way to a proof."""
