"""Widgets; one file, one widget."""
