"""Cards, two-card combos and their texts.

A card is an int from 0 to 51: ``4 * rank + suit`` with ranks from 0 (deuce) to 12 (ace) and suits s, h, d, c. A combo
is a pair of different cards; combo ``i`` of the 1,326 is ``COMBOS[i]``, the higher card first. Razz counts ranks from
the ace: ``razz_rank`` is from 0 (ace) to 12 (king).
"""

import re
from collections.abc import Iterable
from unicodedata import category

import numpy as np

from engine.arrays import I8, U64

RANKS = "23456789TJQKA"
SUITS = "shdc"
RAZZ_RANKS = "A23456789TJQK"
SUIT_SIGNS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
EMOJI_SELECTOR = "\ufe0f"
"""The character after a suit sign that was pasted as an emoji."""

_BLANKS = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_INVISIBLE = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_LINE_ENDS = "\x85\u2028\u2029"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_PLAIN_SIGNS = str.maketrans(
    dict.fromkeys(_BLANKS + _INVISIBLE, " ") | dict.fromkeys(_LINE_ENDS, "\n") | dict.fromkeys(_DASHES, "-")
)
UNSHOWN = "\ufffd"
"""The Unicode replacement character."""
_NOT_IN_NAMES = (
    dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)))
    | dict.fromkeys(map(ord, "\t\n\v\f\r" + _LINE_ENDS), " ")
    | dict.fromkeys((0xFFFE, 0xFFFF), UNSHOWN)
)
"""For ``str.translate``: the replacements of characters that are not allowed in names."""

DECK_SIZE = 52

NUMBERED_RANKS = {"1": "A", "11": "J", "12": "Q", "13": "K", "14": "A"}
_NUMBERED = re.compile(f"(1[1-4]?)([{SUITS}{SUITS.upper()}{''.join(SUIT_SIGNS)}])")


_RANK = "(?:10|[2-9TJQKA])"
_RANK_FLOP = re.compile(rf"({_RANK}) ?({_RANK}) ?({_RANK})", re.IGNORECASE)
_BOARD_WORDS = re.compile(r"\b(?:the|an?|board|flop|turn|river)\b:?|[/|()?]|\.+$", re.IGNORECASE)
_TEXTURE = re.compile(r"(?<=[\s2-9tjqka0shdc])(?:(r|rainbow)|(m|mono|monotone)|(tt|two[\s-]?tone))$", re.IGNORECASE)
_OPEN_FLOP = re.compile(rf"(?:{_RANK} ?){{3}}(?:r|m|tt)?[\s,]+{_RANK}", re.IGNORECASE)
_FLOP_SUITS = ("rainbow", "shd"), ("monotone", "sss"), ("two-tone", "")


class TextError(ValueError):
    """A text that cannot be read: ``message`` says why, and ``position`` is the 0-based index of the character."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


MAX_TEXT_LENGTH = 100_000
"""Maximum number of characters of a range or a hand."""
MAX_CARDS_LENGTH = 10_000
"""Maximum number of characters of a list of cards: a board, dead or known cards."""
MAX_NAME_LENGTH = 1_000
"""Maximum number of characters of a name."""


def check_length(text: str, most: int = MAX_TEXT_LENGTH) -> None:
    """Raise TextError if ``text`` has more than ``most`` characters; its position is that of the first one too many."""
    if len(text) > most:
        raise TextError(f"at most {most:,} characters can be read, not {len(text):,}", most)


MAX_QUOTE_LENGTH = 24
_ANY_BLANKS = re.compile(r"\s+")


def excerpt(text: str, max_length: int = MAX_QUOTE_LENGTH) -> str:
    """Return ``text`` for quoting in a message: on one line, and shortened to ``max_length`` characters."""
    quoted = _ANY_BLANKS.sub(" ", text[: max_length + 1])
    return quoted if len(text) <= max_length else quoted[:max_length] + "..."


def card(rank: int, suit: int) -> int:
    """Return the card of ``rank`` (0 deuce .. 12 ace) and ``suit`` (0 s, 1 h, 2 d, 3 c)."""
    return 4 * rank + suit


def rank_of(card_: int) -> int:
    """Return 0 (deuce) .. 12 (ace)."""
    return card_ >> 2


def suit_of(card_: int) -> int:
    """Return 0 (spades), 1 (hearts), 2 (diamonds), 3 (clubs)."""
    return card_ & 3


def razz_rank(card_: int) -> int:
    """Return 0 (ace) .. 12 (king)."""
    return ((card_ >> 2) + 1) % 13


def card_text(card_: int) -> str:
    """Return the text of a card, such as ``Ah``."""
    return RANKS[card_ >> 2] + SUITS[card_ & 3]


CARDS_BY_TEXT = {card_text(c): c for c in range(DECK_SIZE)}
"""The cards by their texts, such as ``Ah``."""


def cards_text(cards: Iterable[int], separator: str = "") -> str:
    """Return the texts of cards one after the other, as in ``AhKd``."""
    return separator.join(card_text(c) for c in cards)


def card_mask(cards: Iterable[int]) -> int:
    """Return the mask of cards, with bit ``card`` set for each of them.

    >>> hex(card_mask([0, 51]))
    '0x8000000000001'
    """
    mask = 0
    for c in cards:
        mask |= 1 << c
    return mask


def plain_signs(text: str) -> str:
    """Return ``text`` with all Unicode variants of spaces, line ends and dashes replaced by plain ones.

    Invisible characters (byte order marks, joiners, direction marks) become blanks. Every character keeps its index.
    """
    return text.translate(_PLAIN_SIGNS)


def whole_text(text: str) -> str:
    """Return ``text`` with U+FFFD in place of lone surrogates (halves of characters).

    They can be typed, pasted and written into JSON, but not into a file of UTF-8 or UTF-16.
    """
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def plain_name(text: str) -> str:
    """Return a name that can be displayed and written into any file.

    Tabs and line ends become blanks, other control characters are removed, and lone surrogates become U+FFFD
    (:func:`whole_text`), as does a name of which nothing would remain.
    """
    if text.isprintable():
        return text
    return whole_text(text).translate(_NOT_IN_NAMES) or UNSHOWN


def escaped(text: str) -> str:
    """Return ``text`` for writing to a terminal: with escapes for control characters, including line ends.

    A terminal would obey sequences that begin with ESC, and characters that change the direction of the text can make
    it look like another one. Spaces of any width stay.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or category(sign) == "Zs" else repr(sign)[1:-1] for sign in text)


def read_rank(text: str, at: int) -> tuple[str, int]:
    """Read a rank (``2-9 T J Q K A`` in upper or lower case, or ``10``) at index ``at``; return it and the next index.

    Raises:
        TextError: there is no rank at ``at``.
    """
    if text.startswith("10", at):
        return "T", at + 2
    sign = text[at : at + 1].upper()
    if not sign or sign not in RANKS:
        result = f"'{text[at]}'" if at < len(text) else "the end"
        raise TextError(f"expected a rank (2-9, T, J, Q, K, A), found {result}", at)
    return sign, at + 1


def read_suit(text: str, at: int) -> tuple[str | None, int]:
    """Read a suit letter or sign at index ``at``; return it and the next index, or (None, ``at``) if there is none."""
    sign = text[at : at + 1]
    suit = SUIT_SIGNS.get(sign, sign.lower())
    if not suit or suit not in SUITS:
        return None, at
    end = at + 1
    return suit, end + 1 if text.startswith(EMOJI_SELECTOR, end) else end


def read_card(text: str, at: int) -> tuple[int, int]:
    """Read a card such as ``Ah``, ``10♠`` or ``tD`` at index ``at``; return it and the next index.

    Raises:
        TextError: there is no card at ``at``; its position is the start of the card.
    """
    plain = CARDS_BY_TEXT.get(text[at : at + 2])
    if plain is not None and not text.startswith(EMOJI_SELECTOR, at + 2):
        return plain, at + 2
    rank, suit_at = read_rank(text, at)
    suit, end = read_suit(text, suit_at)
    if suit is None:
        result = f"'{text[suit_at]}'" if suit_at < len(text) else "the end"
        raise TextError(f"expected a suit (s, h, d, c) after '{text[at:suit_at]}', found {result}", at)
    return card(RANKS.index(rank), SUITS.index(suit)), end


CARD_SEPARATORS = ",;[]"


def parse_cards(text: str) -> tuple[tuple[int, int], ...]:
    """Parse cards with or without separators, as in ``[Ah Kd, Qc]``; return (card, position in the text) pairs.

    Ranks may be numbers, as in decks of other programs: 1 or 14 (ace), 11, 12, 13 (:func:`spelled_cards`).

    >>> parse_cards("2s Ah")
    ((0, 0), (49, 3))

    Raises:
        TextError: there is something else than cards, or a card occurs twice.
    """
    check_length(text, MAX_CARDS_LENGTH)
    text = plain_signs(text)
    result: dict[int, int] = {}
    at = 0
    while at < len(text):
        if text[at] in CARD_SEPARATORS or text[at].isspace():
            at += 1
            continue
        value, end = _read_numbered(text, at) or read_card(text, at)
        if value in result:
            raise TextError(f"{card_text(value)} is given twice", at)
        result[value] = at
        at = end
    return tuple(result.items())


def typed_board(text: str) -> tuple[str, bool] | None:
    """Return the cards of a board in other words than a list of cards, and whether its suits were chosen here.

    ``K72r`` and ``987 monotone`` get suits; ``Kh7h2c turn Qd`` and ``QsJs2c two-tone`` have them. Returns None for any
    other text, such as a list of cards.

    Raises:
        TextError: suits are missing, impossible, or contradict the word for the texture of the flop.
    """
    plain = plain_signs(text)
    words = _BOARD_WORDS.sub(lambda word: " " * len(word[0]), plain).rstrip()
    form = _TEXTURE.search(words)
    cards_text_ = words[: form.start()] if form else words
    kind, suits = _FLOP_SUITS[(form.lastindex or 1) - 1] if form else ("", "")
    ranks = _RANK_FLOP.fullmatch(cards_text_.strip(CARD_SEPARATORS + " "))
    if ranks is None:
        if form is None and words == plain.rstrip():
            if _OPEN_FLOP.match(words):
                raise TextError(f"{excerpt(text)}: with a turn card all cards need suits, as in Ks7h2d 5h", 0)
            return None
        try:
            cards = [value for value, _ in parse_cards(cards_text_)]
        except TextError:
            return None
        if not cards:
            return None
        # A list of cards with a word for the texture: the suits of the flop have to agree with the word.
        seen = len({suit_of(value) for value in cards[:3]})
        if form and (len(cards) < 3 or seen != {"rainbow": 3, "two-tone": 2, "monotone": 1}[kind]):
            raise TextError(f"{cards_text(cards[:3])} is not {kind}", form.start())
        return " ".join(cards_text(part) for part in (cards[:3], cards[3:]) if part), False
    flop = ["T" if rank == "10" else rank.upper() for rank in ranks.groups()]
    if suits:
        if suits == "sss" and len({*flop}) < 3:
            raise TextError(f"{excerpt(text)}: a suit has only one card of each rank", 0)
        return "".join(map("".join, zip(flop, suits, strict=True))), True
    name = "".join(flop)
    meant = [f"{name}r", *("".join(map("".join, zip(flop, form_, strict=True))) for form_ in ("ssd", "sds"))]
    raise TextError(f"{name} has no suits; did you mean {', '.join(meant[:2])} or {meant[2]}?", 0)


def _read_numbered(text: str, at: int) -> tuple[int, int] | None:
    """Read a card such as ``12d`` at index ``at``; return it and the next index, or None for any other text."""
    result = _NUMBERED.match(text, at)
    if not result:
        return None
    _, end = read_suit(text, result.start(2))
    return read_card(f"{NUMBERED_RANKS[result[1]]}{result[2]}", 0)[0], end


def spelled_cards(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a list of cards with letters in place of ranks that are written as numbers, and a notice for each of them.

    Any other text is returned unchanged and without notices.

    >>> spelled_cards("12d Ah")[0]
    'Qd Ah'
    """
    if "1" not in text or len(text) > MAX_CARDS_LENGTH or not _NUMBERED.search(text):
        return text, ()
    try:
        cards = parse_cards(text)
    except TextError:
        return text, ()
    # The text between the numbered ranks is copied unchanged, so that separators are preserved.
    notices, spelled, done = list[str](), "", 0
    for value, at in cards:
        result = _NUMBERED.match(text, at)
        if result:
            spelled, done = spelled + text[done:at] + card_text(value), read_suit(text, result.start(2))[1]
            notices.append(numbered_notice(result[0], value))
    return spelled + text[done:], tuple(notices)


def numbered_notice(text: str, value: int) -> str:
    """Return the notice that ``text``, such as ``12d``, was read as the card ``value``."""
    numbers = "11, 12, 13, 14 are J, Q, K, A" if text.startswith("14") else "1 is an ace, 11, 12, 13 are J, Q, K"
    return f"{text} is read as {card_text(value)}: {numbers}"


def combo_index(a: int, b: int) -> int:
    """Return the index 0-1325 of the combo of two different cards, in either order."""
    high, low = int(max(a, b)), int(min(a, b))  # int: the cards may come from an int8 array
    return high * (high - 1) // 2 + low


def _all_combos() -> I8:
    combos = np.array([(high, low) for high in range(52) for low in range(high)], dtype=np.int8)
    combos.setflags(write=False)
    return combos


COMBOS: I8 = _all_combos()
"""int8[1326, 2]: the two cards of every combo, the higher card number first; row i has combo_index i."""

COMBO_MASKS: U64 = (np.uint64(1) << COMBOS[:, 0].astype(np.uint64)) | (np.uint64(1) << COMBOS[:, 1].astype(np.uint64))
"""uint64[1326]: 52-bit card masks of the combos."""


def combo_text(index: int) -> str:
    """Return the text of a combo, such as ``AhKd``: the higher rank first, equal ranks in the suit order s, h, d, c."""
    high, low = (int(c) for c in COMBOS[index])
    if rank_of(high) == rank_of(low):
        high, low = low, high
    return card_text(high) + card_text(low)
