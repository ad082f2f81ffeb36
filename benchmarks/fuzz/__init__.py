"""A fuzzer: random rules files and claims over the whole language, on which every engine must say the same."""
