"""The one place that states the version."""

__version__ = "1.0.0"
