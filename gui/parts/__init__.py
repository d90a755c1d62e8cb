"""Widgets and their models that several places use."""
