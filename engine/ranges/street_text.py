"""Parses and writes street filters (``street_filters``): the text of a range from the first ``>`` on.

    > flop top pair+, flush draw, gutshot@50 > turn !(second pair+), best 30%
    > flop top pair/Q+ & !flush draw, (second pair, low pair) & any draw@50

Items are separated by commas or semicolons, because names contain blanks. Words joined by ``&`` must all fit. Case is
ignored. Error messages suggest similar names.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches

from engine.cards import RANKS, TextError, excerpt
from engine.ranges.holdem_doubts import about_percent
from engine.ranges.made_hands import HAND_SETS
from engine.ranges.made_names import DRAWS, FIRST_DRAW, FIRST_KICKER, MADE, RANK_NAMES, TOP_PAIR
from engine.ranges.street_filters import (
    STREETS,
    BestHands,
    ByEquity,
    FilterItem,
    InCell,
    InHandSet,
    ItemGroup,
    Street,
    StreetFilter,
)
from engine.ranges.weight_text import NUMBER, own_fraction_text, own_percent_text, read_fraction, read_percent

MAX_MISTAKE_LENGTH = 40
"""Maximum number of characters of a word for which a suggestion is looked for."""

SHORT_WORDS = {
    "quads": "four of a kind", "boat": "full house", "fh": "full house", "fullhouse": "full house",
    "two pairs": "two pair", "2 pair": "two pair", "2p": "two pair", "op": "overpair", "overpairs": "overpair",
    "tp": "top pair", "tptk": "top pair/A", "middle pair": "second pair", "mp": "second pair",
    "2nd pair": "second pair", "pair": "low pair+", "any pair": "low pair+", "air": "nothing", "oesd": "open-ended",
    "oe": "open-ended", "double gutshot": "open-ended", "inside straight": "gutshot", "gs": "gutshot",
    "fd": "flush draw", "nfd": "nut flush draw", "bdfd": "backdoor flush draw", "bfd": "backdoor flush draw",
    "bdsd": "backdoor straight draw", "bsd": "backdoor straight draw", "fd2": "two-card flush draw",
    "fd1": "one-card flush draw", "nut fd": "nut flush draw", "overcards": "two overcards", "oc": "two overcards",
    "nf": "nut flush", "draw": "any draw", "draws": "any draw", "overs": "two overcards", "2 overs": "two overcards",
    "two overs": "two overcards", "2 overcards": "two overcards", "gutter": "gutshot", "belly buster": "gutshot",
    "inside straight draw": "gutshot", "gutshot straight draw": "gutshot", "double gutter": "open-ended",
    "double belly buster": "open-ended", "dbb": "open-ended", "open ended": "open-ended", "open ender": "open-ended",
    "open-ender": "open-ended", "open ended straight draw": "open-ended", "open-ended straight draw": "open-ended",
    "two card flush draw": "two-card flush draw", "2-card flush draw": "two-card flush draw",
    "2 card flush draw": "two-card flush draw", "one card flush draw": "one-card flush draw",
    "1-card flush draw": "one-card flush draw", "1 card flush draw": "one-card flush draw", "ace-high": "ace high",
    "a high": "ace high", "king-high": "king high", "k high": "king high", "any flush draw": "flush draw",
    "sets": "set", "flushes": "flush", "straights": "straight", "quad": "four of a kind", "full": "full house",
    "second pairs": "second pair", "top pairs": "top pair", "flush draws": "flush draw", "gutshots": "gutshot",
    "oesds": "open-ended", "nut flush draws": "nut flush draw", "open-enders": "open-ended", "boats": "full house",
    "backdoor flush": "backdoor flush draw", "backdoor straight": "backdoor straight draw",
}  # fmt: skip
"""Other names that are accepted without a notice, with the names used here."""
_EVERYDAY = {
    "three of a kind": "set", "pairs": "low pair+", "bottom pair": "low pair", "third pair": "low pair",
    "underpair": "low pair", "high card": "nothing", "straight draw": "open-ended", "board": "plays the board",
    "all": "nothing+", "any": "nothing+", "equity": "equity 45%+", "best": "best 30%", "worst": "worst 30%",
    "one pair": "low pair+", "top set": "set", "middle set": "set", "bottom set": "set", "top two": "two pair",
    "combo draw": "flush draw & (open-ended, gutshot)", "combo draws": "flush draw & (open-ended, gutshot)",
    "monster draw": "flush draw & (open-ended, gutshot)", "oesfd": "open-ended & flush draw",
    "tpgk": "top pair/Q+", "tpwk": "top pair & !top pair/T+", "nuts": "best 2%", "the nuts": "best 2%",
    "second nuts": "best 5%", "2nd nuts": "best 5%", "hit": "low pair+, any draw", "any hit": "low pair+, any draw",
    "miss": "ace high, king high, nothing", "missed": "ace high, king high, nothing", "no pair": "!(low pair+)",
    "ak high": "ace high", "missed draws": "king high, nothing", "wrap": "open-ended", "9 outs": "flush draw",
    "8 outs": "open-ended", "4 outs": "gutshot", "pp below top pair": "pocket pair below top",
    "any straight draw": "open-ended, gutshot", "straight draws": "open-ended, gutshot", "made hand": "low pair+",
    "made hands": "low pair+", "showdown value": "low pair, second pair", "no draw": "!any draw",
    "pocket pair": "pocket pair below top", "pp": "pocket pair below top", "bluffcatcher": "second pair, low pair",
    "tptk+": "top pair/A, overpair+", "top pair top kicker": "top pair/A",
    "top pair good kicker": "top pair/Q+", "strong top pair": "top pair/Q+", "good top pair": "top pair/Q+",
    "top pair weak kicker": "top pair & !top pair/T+", "weak top pair": "top pair & !top pair/T+",
} | SHORT_WORDS  # fmt: skip
"""Words of players that are only suggested, because they are vague, and the accepted ones, with our texts for them."""

_NUMBER = r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_SHARE = re.compile(rf"(best|top|worst|bottom)?\s*{_NUMBER}\s*%?\+?")
_SET_OF = re.compile(r"(?:set|trips|quads) of .*")
_BARE_EQUITY = re.compile(rf"(?:equity|eq)\s*([<>]?=?)\s*{_NUMBER}\s*%?\s*([+-]?)")
_SLASHED_KICKER = re.compile(
    r"(?:top pair|tp)\s*/\s*(.).*|(?:(?:top pair|tp),? )?(?:with )?(?:an? )?(.+?)([+]|(?: or)? better)? kicker"
)
_BETWEEN = re.compile(r"\s+(or|and|plus|with|w/|[+/])\s+|(?<=\S)[+/](?=\S)")
_WITHOUT = re.compile(r"(?:(.+?)\s+)?(?:but\s+)?(?:no|not|without|w/o)(?:\s+an?)?\s+(.+)")
_WEIGHED = re.compile(r"(.+?)\s+\(?((?:100|[0-9]{1,2})(?:\.[0-9]+)?)\s*%\)?")
_NOTHING_BETWEEN = re.compile(r"[,&(]\s*[,&)]|^[,&]|[,&]$")
_STREET_INSIDE = re.compile(r"\s(flop|turn|river)\s")
_HANDS = re.compile(r"(?:10|[2-9tjqka]){2}[so]?\+?(?:-.*)?")
_OPERAND_SIGNS = re.compile(r"[,&()]\s*!?")

FilterReader = Callable[[str], object]
"""Returns the condition that a word names, or None if it names none."""


def street_message(word: str, after: str) -> str:
    """Return the error message for a ``word`` after ``>`` that is not a street; ``after``: the text after it."""
    if not word:
        return "after '>' write a street and the hands to keep, as in > flop top pair+"
    near = get_close_matches(word.lower(), ("flop", "turn", "river"), 1, 0.5)
    hint = f"; did you mean {near[0]}?" if near else ""
    if _HANDS.fullmatch(word.lower()):
        return f"'{excerpt(word)}' is not a street (flop, turn, river); write v between two seats, as in AA v KK"
    if word.lower() in ("preflop", "pre"):
        hint = "; before the flop write the range itself"
    elif not near and after.strip():
        hint = ", as in > flop top pair+"
    return f"'{excerpt(word)}' is not a street (flop, turn, river){hint}"


def item_message(word: str, reads: FilterReader) -> str:
    """Return the error message for a ``word`` of a filter that names no hands. ``reads`` parses a word."""
    suggestion = _meant(" ".join(word.lower().split()), reads) if len(word) <= MAX_MISTAKE_LENGTH else None
    hint = f"; did you mean {suggestion}?" if suggestion else ""
    if inside := _STREET_INSIDE.search(word.lower()):
        hint = f"; write another street after '>', as in > {inside[1]} top pair+"
    elif not suggestion and _HANDS.fullmatch(word.lower()):
        hint = "; write hands before '>'"
    return f"'{excerpt(word)}' is not a made hand, draw or share{hint}"


def _meant(word: str, reads: FilterReader) -> str | None:
    """Return a text that can be read and that ``word`` may mean, or None.

    The candidates are tried in order: known words, shares and equities, kickers, combined items, then similar spelling.
    """
    plus = "+" if word.endswith("+") else ""
    stem = word.removesuffix("+").rstrip()
    candidates = [
        _EVERYDAY.get(word, ""),
        _EVERYDAY.get(stem, "") + plus,
        _EVERYDAY.get(stem, ""),
        stem,
        _equity(word),
        _share(word),
        word.split()[0] if _SET_OF.fullmatch(word) else "",
    ]
    candidates += [_kicker(word), *_between(word), _or_better(stem, word), _joined(word, reads)]
    near = get_close_matches(stem, (*MADE, *DRAWS, *HAND_SETS, *_EVERYDAY), 1, 0.75)
    candidates += [_EVERYDAY.get(name, name) + sign for name in near for sign in (plus, "")]
    return next((text for text in candidates if text and text != word and _read(text, reads)), None)


def _equity(word: str) -> str:
    result = _BARE_EQUITY.fullmatch(re.sub(r"(.+) equity", r"equity \1", word))
    return f"equity {result[2]}%{'-' if '<' in result[1] or result[3] == '-' else '+'}" if result else ""


def _share(word: str) -> str:
    result = _SHARE.fullmatch(word)
    return f"{'worst' if result[1] in ('worst', 'bottom') else 'best'} {result[2]}%" if result else ""


def _kicker(word: str) -> str:
    """Return ``top pair/A`` for ``top pair, ace kicker``, the name on the screen, and for similar phrases; else ""."""
    result = _SLASHED_KICKER.fullmatch(word)
    if not result:
        return ""
    rank = result[1] or dict(zip(RANK_NAMES, RANKS, strict=True)).get(result[2], result[2])
    return f"top pair/{rank.upper()}{'+' if result[3] else ''}"


def _between(word: str) -> Iterator[str]:
    """Yield readings of two items with a word or a plus between them (``fd or oesd``, ``gutshot + overs``), of one item
    without another (``top pair no fd``), and of an item with a weight (``gutshot 50%``)."""
    if re.search(r"[!&:@]", word):
        return
    without, weighed = _WITHOUT.fullmatch(word), _WEIGHED.fullmatch(word)
    if weighed and "(" not in weighed[1]:
        yield f"{weighed[1]}:{weighed[2]}%"
    if re.search(r"[()]", word):
        return
    if without:
        yield f"{without[1]} & !{without[2]}" if without[1] else f"!{without[2]}"
    for joint in _BETWEEN.finditer(word):
        one, other = word[: joint.start()], word[joint.end() :]
        yield f"{one}, {other}" if joint[1] == "or" or joint[0].strip() == "/" else f"{one} & {other}"


def _or_better(stem: str, word: str) -> str:
    """Return a text for ``top pair or better``, else "". Draws have no better ones: made hands are added to them."""
    name = stem.removesuffix(" or better")
    name = _EVERYDAY.get(name, name).removesuffix("+")
    if name == word or name == stem == word:
        return ""
    return f"{name}, top pair+" if name in (*DRAWS, *HAND_SETS) else f"{name}+"


def _joined(word: str, reads: FilterReader) -> str:
    """Return the two items of a ``word`` that lacks a comma between them, else ""."""
    blanks = [at for at, sign in enumerate(word) if sign == " "]
    halves = ((word[:at], word[at + 1 :]) for at in blanks)
    return next((f"{one}, {other}" for one, other in halves if _read(one, reads) and _read(other, reads)), "")


def _read(text: str, reads: FilterReader) -> bool:
    """Return True if every word of ``text`` can be read."""
    try:
        words = [*filter(str.strip, _OPERAND_SIGNS.split(re.sub(r":[0-9.]+%$", "", text.removeprefix("!"))))]
        if not words or text.count("(") != text.count(")") or _NOTHING_BETWEEN.search(text):
            return False
        return all(reads(word) is not None for word in words)
    except TextError:
        return False


MAX_NESTED = 8
"""Maximum depth of brackets inside brackets."""

_BLANKS = re.compile(r"\s+")
_STREET = re.compile(r"\s*(?:on\s+(?:the\s+)?)?([^\s,;:@!()+>=]*)(?:\s*[:=](?!\s*[0-9.]))?", re.IGNORECASE)
_SIGN = re.compile(r"[,;()]")
_WEIGHT = re.compile(r"\s*([:@])\s*(.*)", re.DOTALL)
_EQUITY = re.compile(rf"equity\s+({NUMBER})\s*%\s*([+-])")
_BEST = re.compile(rf"(best|worst)\s+({NUMBER})\s*%")
_KICKER = re.compile(r"(?:top pair|tp)\s*/\s*(10|[2-9tjqka])\s*([+]?)")
_OR_BETTER = re.compile(r"(.*?)\s*\+", re.DOTALL)

_STREETS_BEGIN = re.compile(r'"(?:[^"\\]|\\.)*"|>')
"""A name in quotes, which may contain any sign, or the sign before a street."""
_CELLS = {name: cell for cell, name in enumerate(MADE)} | {name: FIRST_DRAW + i for i, name in enumerate(DRAWS)}


def split_streets(text: str) -> tuple[str, int]:
    """Return the text of a range before its street filters, and the position at which these begin: the end if there are
    none.

    Raises:
        TextError: a filter is inside brackets.
    """
    at = next((sign.start() for sign in _STREETS_BEGIN.finditer(text) if sign[0] == ">"), -1)
    if at < 0:
        return text, len(text)
    if text.count("(", 0, at) > text.count(")", 0, at):
        raise TextError("write a street filter after the whole range, as in 22+, ATs+ > flop top pair+", at)
    return text[:at], at


def read_streets(text: str, at: int) -> tuple[tuple[StreetFilter, ...], tuple[str, ...]]:
    """Return the filters in ``text`` from position ``at`` on (the first ``>``, or the end), and notices.

    The signs of ``text`` must be plain already (``cards.plain_signs``).

    Raises:
        TextError: something cannot be read; the position is its start.
    """
    result, notices = list[StreetFilter](), list[str]()
    while at < len(text):
        end = text.find(">", at + 1)
        end = len(text) if end < 0 else end
        result.append(_street(text, at, end, [filter_.street for filter_ in result], notices))
        at = end
    return tuple(result), tuple(notices)


def _street(text: str, at: int, end: int, earlier: list[Street], notices: list[str]) -> StreetFilter:
    """Read one filter, from its ``>`` at position ``at`` up to ``end``; ``earlier``: the streets of previous filters.

    Raises:
        TextError: the street is unknown or not later than the earlier ones, or the filter is empty or cannot be read.
    """
    name = _STREET.match(text, at + 1, end)
    assert name
    street = next((street for street in STREETS if street == name[1].lower()), None)
    start = name.start(1) if name[1] else at
    if street is None:
        raise TextError(street_message(name[1], text[name.end() : end]), start)
    if street in earlier:
        raise TextError(f"the {street} already has a filter; separate the hands to keep with commas", start)
    if earlier and STREETS.index(street) < STREETS.index(earlier[-1]):
        raise TextError(f"the {street} comes before the {earlier[-1]}", start)
    items = _Items(text, end, notices).read(name.end())
    if not items:
        raise TextError(f"write the hands to keep on the {street}, as in > {street} top pair+", start)
    return StreetFilter(street, items, at)


class _Items:
    """Parses a list of items in ``text`` up to ``end``, and adds notices to ``notices``.

    ``nested``: the number of brackets around the list. The grammar has three levels: a list of items (``read``), an
    item of words joined by ``&`` (``_item``), and a word or a list in brackets (``_operand``).
    """

    def __init__(self, text: str, end: int, notices: list[str], nested: int = 0) -> None:
        self._text, self._end, self._notices, self._nested = text, end, notices, nested

    def read(self, at: int) -> tuple[FilterItem, ...]:
        """Return the items from ``at`` on."""
        return tuple(self._item(start, end) for start, end in self._pieces(at))

    def _pieces(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield start and end of each item, without blanks. Commas inside brackets do not separate items."""
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
            raise TextError(f"'{excerpt(self._text[opened : self._end], 8)}': this bracket is never closed", opened)
        yield from self._trimmed(start, self._end)

    def _trimmed(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        piece = self._text[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())

    def _item(self, start: int, end: int) -> FilterItem:
        """Parse one item, either a single operand or several joined by ``&``; a weight after the last belongs to
        all."""
        operands = list(self._joined(start, end))
        if len(operands) == 1:
            return self._operand(start, end, weighed=True)
        last, close = operands[-1]
        after_brackets = max(self._text.rfind(")", last, close) + 1, last)
        mark = _WEIGHT.search(self._text[after_brackets:close])
        weight = self._weight(self._text[start:end], mark, start) if mark else 1.0
        operands[-1] = last, after_brackets + mark.start() if mark else close
        items = tuple(self._operand(*operand, weighed=False) for operand in operands)
        return FilterItem(ItemGroup(items, all_of=True), weight, position=start)

    def _joined(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield start and end of each operand between ``&`` signs outside brackets."""
        depth, begin = 0, start
        for at in range(start, end):
            depth += {"(": 1, ")": -1}.get(self._text[at], 0)
            if self._text[at] == "&" and not depth:
                if not self._text[begin:at].strip() or not self._text[at + 1 : end].strip():
                    raise TextError("write '&' between two words, as in top pair & flush draw", at)
                yield from self._trimmed(begin, at)
                begin = at + 1
        yield from self._trimmed(begin, end)

    def _operand(self, start: int, end: int, *, weighed: bool) -> FilterItem:
        """Parse one word or one list in brackets. ``weighed``: it may have a weight."""
        excluded = self._text[start] == "!"
        inner = start + 1 + len(self._text[start + 1 : end]) - len(self._text[start + 1 : end].lstrip())
        opening = inner if excluded else start
        if self._text.startswith("(", opening) and (excluded or not weighed):
            return self._group(start, opening, end, excluded=excluded)
        piece = self._text[inner if excluded else start : end]
        mark = _WEIGHT.search(piece)
        word = piece[: mark.start()] if mark else piece
        if not word:
            raise TextError(f"'{excerpt(self._text[start:end])}': there is no made hand or draw here", start)
        try:
            condition = read_filter_word(word)
        except TextError:
            raise TextError(f"'{excerpt(word)}': a share is at most 100%", start) from None
        if condition is None:
            raise TextError(item_message(word, read_filter_word), start)
        if excluded and mark:
            raise TextError(f"'{excerpt(self._text[start:end])}': excluded hands have no weight", start)
        if mark and not weighed:
            raise TextError(
                f"'{excerpt(self._text[start:end])}': write the weight after everything that '&' joins", start
            )
        return FilterItem(condition, self._weight(piece, mark, start) if mark else 1.0, excluded, start)

    def _weight(self, piece: str, mark: re.Match[str], at: int) -> float:
        """Return the weight after an item, from 0 to 1: a fraction after ``:``, a percentage after ``@``."""
        sign, number = mark.groups()
        if sign == ":":
            return read_fraction(number, at)
        weight = read_percent(number, at)
        self._notices += about_percent(piece, number)
        return weight

    def _group(self, start: int, opening: int, end: int, *, excluded: bool) -> FilterItem:
        """Read the list in the bracket that opens at ``opening``; the item begins at ``start`` and ends at ``end``.

        Raises:
            TextError: something follows the bracket, or it is empty or inside too many others.
        """
        closing = self._closing(opening)
        if closing != end - 1:
            weighed = _WEIGHT.match(self._text, closing + 1, end)
            text = "excluded hands have no weight" if weighed else "write a comma after the bracket"
            raise TextError(f"'{excerpt(self._text[start:end])}': {text}", start)
        if self._nested == MAX_NESTED:
            raise TextError("too many nested brackets", start)
        items = _Items(self._text, end - 1, self._notices, self._nested + 1).read(opening + 1)
        if not items:
            raise TextError("there is nothing in this bracket", start)
        return FilterItem(ItemGroup(items), excluded=excluded, position=start)

    def _closing(self, opening: int) -> int:
        """Return the position of the bracket that closes the one at ``opening``; there is one."""
        depth = 0
        for sign in re.finditer(r"[()]", self._text[opening : self._end]):
            depth += 1 if sign[0] == "(" else -1
            if not depth:
                return opening + sign.start()
        return self._end


def read_filter_word(word: str) -> InCell | InHandSet | ByEquity | BestHands | None:
    """Return the condition that a word of a filter names, without weight or ``!``; None if it names none.

    Raises:
        TextError: a percentage is above 100; the position is 0.
    """
    name = _BLANKS.sub(" ", word.strip()).lower()
    if name in _CELLS:
        return InCell(_CELLS[name])
    result = _EQUITY.fullmatch(name)
    if result:
        return ByEquity(read_percent(result[1], 0), below=result[2] == "-")
    result = _BEST.fullmatch(name)
    if result:
        return BestHands(read_percent(result[2], 0), worst=result[1] == "worst")
    result = _KICKER.fullmatch(name)
    if result:
        rank = RANKS.index("T" if result[1] == "10" else result[1].upper())
        return InCell(FIRST_KICKER + rank, or_better=bool(result[2]) and rank < len(RANKS) - 1)
    if name in HAND_SETS:
        return InHandSet(name)
    result = _OR_BETTER.fullmatch(name)
    short = SHORT_WORDS.get(result[1] if result else name)
    if short is not None and not (result and "/" in short):  # of this kicker or better, or better hands as well?
        return read_filter_word(f"{short}+" if result and not short.endswith("+") else short)
    if result and _CELLS.get(result[1], FIRST_KICKER) < FIRST_KICKER:
        return InCell(_CELLS[result[1]], or_better=True)
    return None


def format_streets(streets: Sequence[StreetFilter]) -> str:
    """Return the text of filters as it follows a range: `` > flop top pair+, flush draw:0.5``."""
    return "".join(f" > {filter_.street} {format_items(filter_.items)}" for filter_ in streets)


def format_items(items: tuple[FilterItem, ...]) -> str:
    """Return the text of items, joined by commas."""
    return ", ".join(map(_item_text, items))


def _item_text(item: FilterItem) -> str:
    weight = "" if item.weight == 1.0 else f":{own_fraction_text(item.weight)}"
    return f"{'!' if item.excluded else ''}{filter_word(item.condition)}{weight}"


def filter_word(condition: InCell | InHandSet | ByEquity | BestHands | ItemGroup) -> str:
    """Return the text of a condition: ``set``, ``top pair/A``, ``best 30%``."""
    if isinstance(condition, ItemGroup):
        return (
            " & ".join(map(_item_text, condition.items)) if condition.all_of else f"({format_items(condition.items)})"
        )
    if isinstance(condition, InHandSet):
        return condition.name
    if isinstance(condition, BestHands):
        return f"{'worst' if condition.worst else 'best'} {own_percent_text(condition.share)}%"
    if isinstance(condition, ByEquity):
        return f"equity {own_percent_text(condition.threshold)}%{'-' if condition.below else '+'}"
    if FIRST_KICKER <= condition.cell < FIRST_DRAW:
        name = f"{MADE[TOP_PAIR]}/{RANKS[condition.cell - FIRST_KICKER]}"
    else:
        name = MADE[condition.cell] if condition.cell < FIRST_KICKER else DRAWS[condition.cell - FIRST_DRAW]
    return name + ("+" if condition.or_better else "")
