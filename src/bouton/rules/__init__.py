"""The rules language: screening, parsing, dependencies, bounds, lifting."""
