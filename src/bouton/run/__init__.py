"""A check as a whole: what is judged, in which process, what is proved, and the result."""
