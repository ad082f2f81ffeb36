"""The kinds of claim, one module each, and what every engine needs to know of a claim."""
