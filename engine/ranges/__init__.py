"""Texts of ranges and their meaning."""
