"""Rules read from text, as the tests of readings have them."""

from tests.reading.conftest import rules

__all__ = ["rules"]
