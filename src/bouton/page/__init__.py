"""One page for a game: a file for any browser, in which it is played, mapped, and its claims are read."""
