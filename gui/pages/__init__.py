"""The right side of the window: one folder for each page, one row for each page in ``specs.py``."""
