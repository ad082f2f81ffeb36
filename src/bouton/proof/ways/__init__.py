"""The ways to prove, each a theorem of the literature with the form of the claims that it proves."""
