"""From a claim to its proof: what has to be shown, that the reading it rests on is clingo's, and how it ended."""
