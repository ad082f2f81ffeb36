"""Games whose positions are sets: moves as tests and changes of bits, and searches of what is reached by them."""
