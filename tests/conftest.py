"""What holds for every test: no deadline, whatever the machine, and the markers that go by folder and file."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Seconds say something of the machine and of what else it does, never of the code.
settings.register_profile(
    "bouton", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("bouton")
