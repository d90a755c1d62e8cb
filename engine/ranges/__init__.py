"""Texts of ranges and what they mean."""
