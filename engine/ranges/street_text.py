"""Reading and writing street filters (``street_filters``): what stands behind the first ``>`` of a range text.

    > flop top pair+, flush draw, gutshot@50 > turn !(second pair+), best 30%

Items are joined by commas or semicolons, because names hold blanks; case does not matter.
"""

import re
from collections.abc import Iterator, Sequence

from engine.cards import RANKS, TextError, shown
from engine.made.names import DRAWS, FIRST_DRAW, FIRST_KICKER, MADE, TOP_PAIR
from engine.ranges.holdem_doubts import about_percent
from engine.ranges.street_filters import STREETS, Best, ByEquity, FilterItem, Group, InCell, Street, StreetFilter
from engine.ranges.street_hints import item_complaint, street_complaint
from engine.ranges.weight_text import NUMBER, own_fraction_text, own_percent_text, read_fraction, read_percent

MOST_NESTED = 8
"""How deep lists that are taken out may stand in one another."""

_BLANKS = re.compile(r"\s+")
_STREET = re.compile(r"\s*([^\s,;:@!()+>]*)")
_SIGN = re.compile(r"[,;()]")
_WEIGHT = re.compile(r"\s*([:@])\s*(.*)", re.DOTALL)
_EQUITY = re.compile(rf"equity\s+({NUMBER})\s*%\s*([+-])")
_BEST = re.compile(rf"best\s+({NUMBER})\s*%")
_KICKER = re.compile(r"top pair\s*/\s*(10|[2-9tjqka])")
_OR_BETTER = re.compile(r"(.*?)\s*\+", re.DOTALL)

_CELLS = {name: cell for cell, name in enumerate(MADE)} | {name: FIRST_DRAW + i for i, name in enumerate(DRAWS)}


def split_streets(text: str) -> tuple[str, int]:
    """Return the part of a range text before its street filters, and where these begin (the end where there are none).

    Raises:
        TextError: a filter stands inside brackets.
    """
    at = text.find(">")
    if at < 0:
        return text, len(text)
    if text.count("(", 0, at) > text.count(")", 0, at):
        raise TextError("a street filter stands behind the whole range, as in 22+, ATs+ > flop top pair+", at)
    return text[:at], at


def read_streets(text: str, at: int) -> tuple[tuple[StreetFilter, ...], tuple[str, ...]]:
    """Return the filters that stand in ``text``, whose signs are plain, from ``at`` on (the first ``>``, or the end),
    and what may surprise in them.

    Raises:
        TextError: something cannot be read; the position is where it starts.
    """
    found, notices = list[StreetFilter](), list[str]()
    while at < len(text):
        end = text.find(">", at + 1)
        end = len(text) if end < 0 else end
        found.append(_street(text, at, end, [filter_.street for filter_ in found], notices))
        at = end
    return tuple(found), tuple(notices)


def _street(text: str, at: int, end: int, earlier: list[Street], notices: list[str]) -> StreetFilter:
    name = _STREET.match(text, at + 1, end)
    assert name
    street = next((street for street in STREETS if street == name[1].lower()), None)
    start = name.start(1) if name[1] else at
    if street is None:
        raise TextError(street_complaint(name[1], text[name.end() : end]), start)
    if street in earlier:
        raise TextError(f"the {street} has a filter already; commas join what stays", start)
    if earlier and STREETS.index(street) < STREETS.index(earlier[-1]):
        raise TextError(f"the {street} comes before the {earlier[-1]}", start)
    items = _Items(text, end, notices).read(name.end())
    if not items:
        raise TextError(f"what stays on the {street} is missing, as in > {street} top pair+", start)
    return StreetFilter(street, items, at)


class _Items:
    """Reads a list of items in ``text`` up to ``end``; ``nested``: in how many brackets it stands.

    What may surprise is added to ``notices``.
    """

    def __init__(self, text: str, end: int, notices: list[str], nested: int = 0) -> None:
        self._text, self._end, self._notices, self._nested = text, end, notices, nested

    def read(self, at: int) -> tuple[FilterItem, ...]:
        """Return the items from ``at`` on."""
        return tuple(self._item(start, end) for start, end in self._pieces(at))

    def _pieces(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield where each item starts and ends, without blanks; commas inside brackets belong to their item."""
        start, depth, opened = at, 0, at
        for sign in _SIGN.finditer(self._text, at, self._end):
            if sign[0] in "()":
                opened = opened if depth else sign.start()
                depth += 1 if sign[0] == "(" else -1
                if depth < 0:
                    raise TextError("')' closes a bracket that was never opened", sign.start())
            elif not depth:
                yield from self._trimmed(start, sign.start())
                start = sign.end()
        if depth:
            raise TextError(f"'{shown(self._text[opened : self._end], 8)}': this bracket is never closed", opened)
        yield from self._trimmed(start, self._end)

    def _trimmed(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        piece = self._text[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())

    def _item(self, start: int, end: int) -> FilterItem:
        excluded = self._text[start] == "!"
        inner = start + 1 + len(self._text[start + 1 : end]) - len(self._text[start + 1 : end].lstrip())
        if excluded and self._text[inner:end].startswith("("):
            return self._group(start, inner, end)
        piece = self._text[inner if excluded else start : end]
        mark = _WEIGHT.search(piece)
        word = piece[: mark.start()] if mark else piece
        if not word:
            raise TextError(f"'{shown(self._text[start:end])}': there is no made hand or draw here", start)
        try:
            what = read_word(word)
        except TextError:
            raise TextError(f"'{shown(word)}': there is no more than 100%", start) from None
        if what is None:
            raise TextError(item_complaint(word, read_word), start)
        if excluded and mark:
            raise TextError(f"'{shown(self._text[start:end])}': what is taken out has no weight", start)
        return FilterItem(what, self._weight(piece, mark, start) if mark else 1.0, excluded, start)

    def _weight(self, piece: str, mark: re.Match[str], at: int) -> float:
        sign, number = mark.groups()
        if sign == ":":
            return read_fraction(number, at)
        weight = read_percent(number, at)
        self._notices += about_percent(piece, number)
        return weight

    def _group(self, start: int, opening: int, end: int) -> FilterItem:
        """Return the list in brackets that is taken out."""
        closing = self._closing(opening)
        if closing != end - 1:
            weighed = _WEIGHT.match(self._text, closing + 1, end)
            told = "what is taken out has no weight" if weighed else "write a comma behind the bracket"
            raise TextError(f"'{shown(self._text[start:end])}': {told}", start)
        if self._nested == MOST_NESTED:
            raise TextError("too many brackets in one another", start)
        items = _Items(self._text, end - 1, self._notices, self._nested + 1).read(opening + 1)
        if not items:
            raise TextError("there is nothing in this bracket", start)
        return FilterItem(Group(items), excluded=True, at=start)

    def _closing(self, opening: int) -> int:
        """Return where the bracket at ``opening`` is closed; it is."""
        depth = 0
        for sign in re.finditer(r"[()]", self._text[opening : self._end]):
            depth += 1 if sign[0] == "(" else -1
            if not depth:
                return opening + sign.start()
        return self._end


def read_word(word: str) -> InCell | ByEquity | Best | None:
    """Return what a word of a filter names, without weight or ``!``; None if it names nothing.

    Raises:
        TextError: a percentage above 100; its position is 0.
    """
    name = _BLANKS.sub(" ", word.strip()).lower()
    if name in _CELLS:
        return InCell(_CELLS[name])
    found = _EQUITY.fullmatch(name)
    if found:
        return ByEquity(read_percent(found[1], 0), below=found[2] == "-")
    found = _BEST.fullmatch(name)
    if found:
        return Best(read_percent(found[1], 0))
    found = _KICKER.fullmatch(name)
    if found:
        return InCell(FIRST_KICKER + RANKS.index("T" if found[1] == "10" else found[1].upper()))
    found = _OR_BETTER.fullmatch(name)
    if found and _CELLS.get(found[1], FIRST_KICKER) < FIRST_KICKER:
        return InCell(_CELLS[found[1]], or_better=True)
    return None


def format_streets(streets: Sequence[StreetFilter]) -> str:
    """Return the text of filters as it stands behind a range: `` > flop top pair+, flush draw:0.5``."""
    return "".join(f" > {filter_.street} {format_items(filter_.items)}" for filter_ in streets)


def format_items(items: tuple[FilterItem, ...]) -> str:
    """Return the text of items, joined by commas."""
    return ", ".join(map(_item_text, items))


def _item_text(item: FilterItem) -> str:
    if isinstance(item.what, Group):
        return f"!({format_items(item.what.items)})"
    weight = "" if item.weight == 1.0 else f":{own_fraction_text(item.weight)}"
    return f"{'!' if item.excluded else ''}{_word(item.what)}{weight}"


def _word(what: InCell | ByEquity | Best) -> str:
    if isinstance(what, Best):
        return f"best {own_percent_text(what.share)}%"
    if isinstance(what, ByEquity):
        return f"equity {own_percent_text(what.least)}%{'-' if what.below else '+'}"
    if FIRST_KICKER <= what.cell < FIRST_DRAW:
        return f"{MADE[TOP_PAIR]}/{RANKS[what.cell - FIRST_KICKER]}"
    name = MADE[what.cell] if what.cell < FIRST_KICKER else DRAWS[what.cell - FIRST_DRAW]
    return name + ("+" if what.or_better else "")
