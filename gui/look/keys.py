"""The names of keys on the user's system, and replacements for keys that macOS reserves.

All texts name keys as Windows and Linux do. Qt takes Ctrl for the command key of a Mac, and Meta for its control key.
"""

import re
import sys

MAC_KEYS = {
    "Ctrl+H": "Ctrl+Shift+H",  # hides the program
    "Ctrl+Alt+D": "Meta+Alt+D",  # hides and shows the Dock
}
"""The keys on a Mac of commands whose usual keys belong to its system."""
SIGNS = {"Meta": "⌃", "Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘"}
"""The signs of a Mac in the order in which it writes them, as in ``QKeySequence.SequenceFormat.NativeText``."""
_MODIFIERS = re.compile(r"\b(?:(?:Ctrl|Alt|Shift|Meta)\+)+")
_MOVED = re.compile("|".join(rf"\b{re.escape(keys)}\b" for keys in MAC_KEYS))


def _is_mac() -> bool:
    return sys.platform == "darwin"


def own_keys(keys: str) -> str:
    """Return the keys of a command on this system; ``keys`` are those on Windows and Linux."""
    return MAC_KEYS.get(keys, keys) if _is_mac() else keys


def native_keys(text: str) -> str:
    """Return ``text`` with its keys as this system names them: on a Mac ``Ctrl+Shift+S`` is ``⇧⌘S``."""
    if not _is_mac():
        return text
    moved = _MOVED.sub(lambda found: MAC_KEYS[found[0]], text)
    return _MODIFIERS.sub(lambda found: "".join(sign for name, sign in SIGNS.items() if name in found[0]), moved)
