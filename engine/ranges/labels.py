"""Labels and comments in hold'em range texts: ``AA, #UTG#``, ``QQ+ // CO``, ``AKs *SB*``, ``22+ 'UTG'``.

They say whose range it is. If they were read as the name of a range, they would add a preset to the hands. After hands
they are therefore removed with a notice, and before hands they are an error. Text that contains a hand is no label:
``*AA, KK*`` is a list in bold. Names in double quotes are names of ranges.
"""

import re

from engine.cards import TextError, excerpt
from engine.ranges.holdem_hands import read_hands
from engine.ranges.holdem_shares import read_share
from engine.ranges.phrases import phrase_at

MAX_COMMENT = 1_000
"""Maximum length of a comment. Each of its words is looked up, so that no hand is removed with it."""
_MAY_HAVE_LABEL = re.compile(r"[#*`_'‘]|//")
_LABEL = re.compile(
    r'"(?:[^"\\]|\\.)*"'
    r"|(?<![^\s,;])(?:"
    r"(?P<delimited>#[^#\n]{0,200}#|/\*.{0,200}?\*/)"
    r"|(?P<comment>//[^\n]*)"
    r"|(?P<sign>\*{1,3}|`{1,3}|_{1,2})(?=\w)(?P<bold>[^*`\n]{0,200}[\w+%)])(?P=sign)"
    r"|['‘](?P<quoted>[^'‘’\n]{1,200})['’]"
    r")(?![^\s,;>])",
    re.DOTALL,
)
"""A label. Its length is limited because a search for the end of each sign would take quadratic time."""
_WORD = re.compile(r"[^\s,;:@()/]+")


def without_labels(text: str) -> tuple[str, tuple[str, ...]]:
    """Return ``text`` with labels and comments after hands replaced by blanks, and a notice about each of them.

    All other characters keep their index. A text that is nothing but one label is returned unchanged.

    Raises:
        TextError: a label is before the hands, or a comment contains a hand.
    """
    if not _MAY_HAVE_LABEL.search(text):
        return text, ()
    pieces, notices, copied = list[str](), list[str](), 0
    behind_hands = False
    for match in _LABEL.finditer(text):
        start, end = match.span()
        behind_hands = behind_hands or bool(text[copied:start].strip(" \t\n,;"))
        comment, inner = match["comment"], match["bold"] or match["quoted"]
        if match[0].startswith('"') or (inner and _first_hand(inner)):
            continue
        if comment and len(comment) > MAX_COMMENT:
            raise TextError(f"a comment has at most {MAX_COMMENT:,} characters", start)
        if comment and (hand := _first_hand(comment)):
            message = f"'//' begins a comment, and {excerpt(hand)} is in it: write hands before the comment"
            raise TextError(message, start)
        if not behind_hands:
            if not inner or not text[end:].strip(" \t\n,;"):
                continue  # the reader refuses it, or it is the whole text
            message = (
                f"'{excerpt(match[0])}' is a label, not a hand: leave it out, or write {excerpt(inner)} for the range"
            )
            raise TextError(message, start)
        pieces += (text[copied:start], " " * (end - start))
        copied = end
        notices.append(f"'{excerpt(match[0].strip())}' is a label or comment, not a hand: it is ignored")
    return "".join((*pieces, text[copied:])), tuple(notices)


def _first_hand(text: str) -> str:
    """Return the first hand, share or phrase for hands in ``text``, or ""."""
    for match in _WORD.finditer(text):
        word = match[0]
        phrase = phrase_at(text, match.start())
        if phrase:
            return text[match.start() : phrase[1]]
        try:
            if read_hands(word, 0, "core") or read_share(word, 0, None):
                return word
        except TextError:  # such as AhAh: no hand, but meant as one
            return word
    return ""
