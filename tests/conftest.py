"""Shared set-up: property tests are the same in every run and are not judged by how busy the machine is."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("project")
