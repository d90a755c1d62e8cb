"""Labels and comments in hold'em range texts: ``AA, #UTG#``, ``QQ+ // CO``, ``AKs *SB*``, ``22+ 'UTG'``.

They say whose range it is. Read as the name of a range they would add a preset to the hands, so behind hands they are
left out with a notice, and in front of hands they are refused. Text that holds a hand is no label: ``*AA, KK*`` is a
list in bold. Names in double quotes are names.
"""

import re

from engine.cards import TextError, shown
from engine.ranges.holdem_hands import read_hands
from engine.ranges.holdem_shares import read_share
from engine.ranges.phrases import phrase_at

MAX_COMMENT = 1_000
"""Characters of a comment: each of its words is looked up, lest a hand be left out with it."""
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
"""Labels are short: looking for the end of each sign in a whole text would take quadratic time."""
_WORD = re.compile(r"[^\s,;:@()/]+")


def without_labels(text: str) -> tuple[str, tuple[str, ...]]:
    """Return ``text`` with blanks in place of labels and comments behind hands, and a notice for each of them.

    What stays keeps its index. A text that is nothing but one label is returned as it is.

    Raises:
        TextError: a label stands in front of the hands, or a hand stands in a comment.
    """
    if not _MAY_HAVE_LABEL.search(text):
        return text, ()
    pieces, notices, done = list[str](), list[str](), 0
    behind_hands = False
    for match in _LABEL.finditer(text):
        start, end = match.span()
        behind_hands = behind_hands or bool(text[done:start].strip(" \t\n,;"))
        comment, inner = match["comment"], match["bold"] or match["quoted"]
        if match[0].startswith('"') or (inner and _first_hand(inner)):
            continue
        if comment and len(comment) > MAX_COMMENT:
            raise TextError(f"a comment has at most {MAX_COMMENT:,} characters", start)
        if comment and (hand := _first_hand(comment)):
            message = f"'//' begins a comment, and {shown(hand)} stands in it: write hands in front of the comment"
            raise TextError(message, start)
        if not behind_hands:
            if not inner or not text[end:].strip(" \t\n,;"):
                continue  # the reader refuses it, or it is the whole text
            message = f"'{shown(match[0])}' is a label and no hand: leave it out, or write {shown(inner)} for the range"
            raise TextError(message, start)
        pieces += (text[done:start], " " * (end - start))
        done = end
        notices.append(f"'{shown(match[0].strip())}' is a label or comment and no hand: it is left out")
    return "".join((*pieces, text[done:])), tuple(notices)


def _first_hand(text: str) -> str:
    """Return the first hand, share or phrase for hands in ``text``; empty if there is none."""
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
