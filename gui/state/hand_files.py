"""Files of hand histories: which they are."""

from pathlib import Path

from engine.histories.splitting import decoded, looks_like_hands
from gui.state.foreign_files import PATIENCE_S, read_foreign

HANDS_FILTER = "Hand histories (*.phh *.phhs *.txt *.xml *.log);;All files (*)"
SUFFIXES = (".phh", ".phhs")
OTHER_SUFFIXES = (".txt", ".xml", ".log", "")
BEGINNING = 20_000
"""Bytes of a file by which it is told."""


def holds_hands(path: Path) -> bool:
    """Return whether a file is one of hand histories: by the end of its name, else by how it begins.

    Raises:
        TimeoutError: it does not answer.
    """
    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        return True
    if suffix not in OTHER_SUFFIXES:
        return False
    try:
        return looks_like_hands(decoded(read_foreign(path, BEGINNING, patience=PATIENCE_S)))
    except TimeoutError:
        raise
    except OSError:
        return False
