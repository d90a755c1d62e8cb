"""Texts of the window as tests write them."""

from gui.words.formatting import NO_BREAK

THIN_NO_BREAK = "\u202f"


def plain(text):
    """Return a text with usual blanks."""
    return text.replace(NO_BREAK, " ").replace(THIN_NO_BREAK, " ")
