"""Filters of a list of hands, each a description with the text that the user types. All filters that are set apply
together.

A filter parses its text into a test of hands. A hand fails the test if a value that the test needs is unknown (yet).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import I64, Bools
from engine.cards import CARDS_BY_TEXT, RAZZ_RANKS, SUITS, TextError, check_length, combo_index, excerpt, plain_signs
from engine.games import GAMES
from engine.histories.hero import BRING_IN, DOOR, HandFacts, HeroHand
from engine.histories.listing import HandLine
from engine.questions.expression import Event, Phrase, read_event, unknown_word_message
from engine.questions.holdem_atoms import (
    BOARD_WORDS,
    STREETS,
    BoardAtom,
    StreetCardAtom,
    on_boards,
    read_board_atom,
    read_cards_mask,
)
from engine.ranges.holdem import parse_range
from engine.ranges.razz_text import RazzItem, RazzSlot, parse_razz
from engine.scenario import Game, GameTable
from engine.table.positions import POSITIONS

Rows = Sequence[HandLine]
Test = Callable[[Rows, HandFacts], Sequence[bool]]
"""A function that returns for each hand whether it passes."""
DATE = re.compile(r"\d{4}(?:[-/.]\d{1,2}){0,2}")
_NUMBER = r"[-+]?\d+(?:[.,]\d+)?"
_SPAN_PATTERNS = (
    (re.compile(rf"\s*(?P<sign>>=|<=|>|<|above|below)\s*(?P<low>{_NUMBER})\s*(?:bb)?\s*"), None),
    (re.compile(rf"\s*(?P<low>{_NUMBER})\s*(?:bb)?\s*(?:\.\.|to)\s*(?P<high>{_NUMBER})\s*(?:bb)?\s*"), ".."),
    (re.compile(r"\s*(?P<low>\d+(?:[.,]\d+)?)\s*-\s*(?P<high>\d+(?:[.,]\d+)?)\s*(?:bb)?\s*"), ".."),
    (re.compile(rf"\s*(?P<low>{_NUMBER})\s*\+\s*(?:bb)?\s*"), ">="),
    (re.compile(rf"\s*(?P<low>{_NUMBER})\s*bb\s*\+\s*"), ">="),
)
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    ">": lambda number, bound: number > bound, "above": lambda number, bound: number > bound,
    "<": lambda number, bound: number < bound, "below": lambda number, bound: number < bound,
    ">=": lambda number, bound: number >= bound, "<=": lambda number, bound: number <= bound,
}  # fmt: skip
SPAN_EXAMPLE = "> 20, < 5, 10-50 or 20+"
YES, NO = "yes", "no"
BOARD_CARDS = 5
"""Number of cards of a complete board."""
DOWN_CARDS, THIRD_STREET_CARDS = 2, 3
"""Number of down cards of razz at the start, and of all cards on third street."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter: its stable key, title, an example and a tip for its field, and the parser of its text.

    ``choices``: the only texts that can be selected, if any. ``read`` raises a TextError with its position for a text
    that cannot be parsed.
    """

    key: str
    title: str
    example: str
    tip: str
    read: Callable[[str], Test]
    choices: tuple[str, ...] = ()


def selected(lines: Rows, facts: HandFacts, tests: Sequence[Test]) -> tuple[HandLine, ...]:
    """Return the hands that pass all tests, in their order."""
    if not tests:
        return tuple(lines)
    rows = tuple(lines)
    for test in tests:
        rows = tuple(line for line, fits in zip(rows, test(rows, facts), strict=True) if fits)
    return rows


def read_filters(texts: Mapping[str, str]) -> list[Test]:
    """Return the tests of the texts of filters, given by key; empty texts have none.

    Raises:
        TextError: a text cannot be parsed.
    """
    return [filter_.read(text) for filter_ in FILTERS if (text := texts.get(filter_.key, "")).strip()]


def search_test(text: str) -> Test:
    """Return the test of a search: all words are contained in the text of a hand."""
    words = tuple(text.lower().split())
    return lambda rows, _: [all(word in line.words for word in words) for line in rows]


def _test_each(fits: Callable[[HandLine, HeroHand | None, HandFacts], bool]) -> Test:
    """Return a test that checks the hands one by one, each with its replay (None if there is none yet)."""
    return lambda rows, facts: [fits(line, facts.heroes.get(line.raw.number), facts) for line in rows]


def _test_heroes(fits: Callable[[HeroHand], bool]) -> Test:
    """Return a test of the replays; hands without one fail."""
    return _test_each(lambda _, hero, __: hero is not None and fits(hero))


def _date(text: str) -> str:
    """Return a date, or its beginning, as ``2024-03-01``."""
    stripped = text.strip()
    start = len(text) - len(text.lstrip())
    if not DATE.fullmatch(stripped):
        raise TextError("type a date (2024-03-01), a month (2024-03) or a year (2024)", start)
    year, *rest = re.split(r"[-/.]", stripped)
    for name, maximum, number in zip(("month", "day"), (12, 31), rest, strict=False):
        if not 1 <= int(number) <= maximum:
            raise TextError(f"there is no {name} {number}", start + stripped.rindex(number))
    return "-".join((year, *(number.zfill(2) for number in rest)))


def _from(text: str) -> Test:
    """Return the test of hands played on the date of ``text`` or later."""
    date = _date(text)
    return _test_each(lambda line, *_: bool(line.date) and line.date >= date)


def _to(text: str) -> Test:
    """Return the test of hands played on the date of ``text`` or earlier."""
    date = _date(text)
    return _test_each(lambda line, *_: bool(line.date) and line.date[: len(date)] <= date)


def _items(text: str) -> list[tuple[str, int]]:
    """Return the items of a text with commas between them, each with its position; empty items are dropped."""
    result, position = [], 0
    for item in text.split(","):
        if item.strip():
            result.append((item.strip(), position + len(item) - len(item.lstrip())))
        position += len(item) + 1
    return result


def _without_apostrophes(text: str) -> str:
    """Return the text in lower case without apostrophes, so that Hold'em and Holdem are equal."""
    return text.lower().replace("'", "").replace("’", "")


def _game(text: str) -> Test:
    """Return the test of a game: its name, or the site's, contains one of the items of ``text``."""
    items = [_without_apostrophes(item) for item, _ in _items(text)]

    def fits(line: HandLine, hero: HeroHand | None, _: HandFacts) -> bool:
        game = _without_apostrophes(f"{line.game} {GAMES[hero.game].title if hero else ''}")
        return any(item in game for item in items)

    return _test_each(fits)


def _amounts(stakes: str) -> tuple[float, ...]:
    """Return the numbers in stakes, of whatever currency."""
    return tuple(float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", stakes))


def _stakes(text: str) -> Test:
    """Return the test of stakes. An item with a slash is compared by its numbers, any other as part of the text."""
    items = [item for item, _ in _items(text)]
    numbers = [_amounts(item) if "/" in item else () for item in items]

    def fits(line: HandLine, *_: object) -> bool:
        """Return True if the numbers or the text of the hand's stakes fit one of the items."""
        if not line.stakes:
            return False
        amounts = _amounts(line.stakes)
        pairs = zip(items, numbers, strict=True)
        return any(
            amounts[: len(item_amounts)] == item_amounts if item_amounts else item.lower() in line.stakes.lower()
            for item, item_amounts in pairs
        )

    return _test_each(fits)


def _position(text: str) -> Test:
    """Return the test of hero's position, or of his door card in razz."""
    known = (*POSITIONS, BRING_IN, DOOR, *(f"{DOOR} {rank}" for rank in RAZZ_RANKS))
    by_word = {name.lower(): name for name in known}
    positions = set()
    for item, at in _items(text):
        word = " ".join(item.lower().split())
        if word not in by_word:
            raise TextError(unknown_word_message(item, tuple(by_word)[: len(POSITIONS) + 2], "position"), at)
        positions.add(by_word[word])
    any_door = DOOR in positions
    return _test_heroes(lambda hero: hero.position in positions or (any_door and hero.position.startswith(DOOR)))


def _span(text: str) -> Callable[[float], bool]:
    """Return the test of a number that a text such as ``> 20 bb``, ``10-50`` or ``20+`` describes."""
    lowered = plain_signs(text).lower()
    for pattern, kind in _SPAN_PATTERNS:
        match = pattern.fullmatch(lowered)
        if match is None:
            continue
        low = float(match["low"].replace(",", "."))
        if kind == "..":
            high = float(match["high"].replace(",", "."))
            if high < low:
                raise TextError("the smaller number comes first", match.start("low"))
            return lambda number: low <= number <= high
        compare = _COMPARISONS[kind or match["sign"]]
        return lambda number: compare(number, low)
    stripped = lowered.lstrip()
    raise TextError(
        f"'{excerpt(text.strip())}' is not a number or a span: type {SPAN_EXAMPLE}", len(text) - len(stripped)
    )


_RESULTS: Mapping[str, Callable[[float], bool]] = {
    "won": lambda units: units > 0.0, "lost": lambda units: units < 0.0, "even": lambda units: units == 0.0,
}  # fmt: skip


def _result(text: str) -> Test:
    """Return the test of hero's result: one of the words of ``_RESULTS``, or a span of units."""
    word = text.strip().lower()
    if word in _RESULTS:
        fits = _RESULTS[word]
    elif word.isalpha() and word not in _COMPARISONS:
        message = unknown_word_message(word, tuple(_RESULTS), "result")
        raise TextError(f"{message}; or type {SPAN_EXAMPLE}", len(text) - len(text.lstrip()))
    else:
        fits = _span(text)
    return _test_heroes(lambda hero: (units := hero.units) is not None and fits(units))


def _pot(text: str) -> Test:
    """Return the test of the size of the pot, a span of units."""
    fits = _span(text)
    return _test_heroes(lambda hero: (units := hero.in_units(hero.pot)) is not None and fits(units))


def _stack(text: str) -> Test:
    """Return the test of hero's stack, a span."""
    fits = _span(text)
    return _test_heroes(lambda hero: hero.stack is not None and fits(hero.stack))


def _cards(text: str) -> Test:
    """Return the test of hero's first cards. A text that is valid in hold'em and in razz applies to both."""
    check_length(text)
    by_game: dict[Game, Callable[[str], bool]] = {}
    errors = []
    for game, read in _CARDS.items():
        try:
            by_game[game] = read(text)
        except TextError as error:
            errors.append(error)
    if not by_game:
        # The game whose parser got further is probably the one that was meant.
        raise max(errors, key=lambda error: error.position)

    def fits(line: HandLine, hero: HeroHand | None, _: HandFacts) -> bool:
        of_game = by_game.get(hero.game) if hero is not None and hero.has_hero else None
        return of_game is not None and of_game(line.cards)

    return _test_each(fits)


def _holdem_cards(text: str) -> Callable[[str], bool]:
    """Return the test of hero's hole cards, written one after the other: whether a range contains them."""
    if ">" in text:
        raise TextError("street filters do not apply to hole cards; use the Board field", text.index(">"))
    combos = frozenset(np.flatnonzero(parse_range(text).weights > 0.0).tolist())

    def fits(cards: str) -> bool:
        first, second = CARDS_BY_TEXT.get(cards[:2]), CARDS_BY_TEXT.get(cards[2:4])
        return first is not None and second is not None and combo_index(first, second) in combos

    return fits


def _razz_cards(text: str) -> Callable[[str], bool]:
    """Return the test of hero's first three cards in razz, as a text of up to three slots per item.

    Of several items that fit, the last one decides, as in all texts of razz hands: its weight may be 0.
    """
    items = parse_razz(text).items
    too_long = next((item for item in items if len(item.slots) > THIRD_STREET_CARDS), None)
    if too_long is not None:
        raise TextError(
            "in razz hole cards are two down cards and the door card", too_long.slots[THIRD_STREET_CARDS].position
        )

    def fits(cards: str) -> bool:
        dealt = [cards[at : at + 2] for at in range(0, min(len(cards), 2 * THIRD_STREET_CARDS), 2)]
        if len(dealt) < THIRD_STREET_CARDS or any(card not in CARDS_BY_TEXT for card in dealt):
            return False
        return next((item.weight > 0.0 for item in reversed(items) if _fits_item(item, dealt)), False)

    return fits


_CARDS: GameTable[Callable[[str], Callable[[str], bool]]] = GameTable(
    "filter of cards", {"holdem": _holdem_cards, "razz": _razz_cards}
)


def _fits_item(item: RazzItem, dealt: Sequence[str]) -> bool:
    """Return True if cards fit the slots of an item; the two down cards may be in either order."""
    first, second, *rest = dealt
    return any(_fits_slots(item.slots, order) for order in ((first, second, *rest), (second, first, *rest)))


def _fits_slots(slots: Sequence[RazzSlot], cards: Sequence[str]) -> bool:
    """Return True if each card fits its slot, and cards of slots in the same group have different ranks."""
    used: dict[int, int] = {}
    for slot, card in zip(slots, cards, strict=False):
        rank = 1 << RAZZ_RANKS.index(card[0])
        if not slot.ranks & rank or (slot.suit is not None and SUITS.index(card[1]) != slot.suit):
            return False
        if slot.group >= 0:
            if used.get(slot.group, 0) & rank:
                return False
            used[slot.group] = used.get(slot.group, 0) | rank
    return True


def _board(text: str) -> Test:
    """Return the test of the board: events separated by commas, all of which must hold."""
    events = [_board_event(item, at) for item, at in _items_outside_lists(text)]

    def test(rows: Rows, facts: HandFacts) -> list[bool]:
        """Return for each hand whether its board fits all events."""
        result = [False] * len(rows)
        indices: dict[int, list[int]] = {}
        boards: dict[int, list[list[int]]] = {}
        for index, line in enumerate(rows):
            hero = facts.heroes.get(line.raw.number)
            if hero is not None and hero.board and GAMES[hero.game].has_board:
                cards = [CARDS_BY_TEXT[hero.board[at : at + 2]] for at in range(0, len(hero.board), 2)]
                indices.setdefault(len(cards), []).append(index)
                boards.setdefault(len(cards), []).append([*cards, *[0] * (BOARD_CARDS - len(cards))])
        for length, of_length in indices.items():
            # Boards of equal length are tested together, padded to five cards.
            array = np.array(boards[length], np.int64)
            fits = np.all([_event_holds(event, array, length) for event in events], axis=0)
            for index, each in zip(of_length, fits.tolist(), strict=True):
                result[index] = each
        return result

    return test


def _items_outside_lists(text: str) -> list[tuple[str, int]]:
    """Return the items of a text whose separating commas are outside lists of ranks in brackets, each with its
    position."""
    hidden = re.sub(r"\[[^\]]*\]?", lambda match: match[0].replace(",", " "), text)
    return [(text[at : at + len(part)], at) for part, at in _items(hidden)]


def _board_event(text: str, at: int) -> Event[BoardAtom | StreetCardAtom]:
    try:
        return read_event(text, _board_word)
    except TextError as error:
        raise TextError(error.message, at + error.position) from None


LAST_STREET = -1
"""The street of a board event that is about the last street that was dealt."""


def _board_word(phrase: Phrase) -> BoardAtom | StreetCardAtom:
    """Parse words such as ``paired``, ``flop monotone``, ``Ah`` or ``river h`` into the atom of a board event."""
    token = phrase.next
    street = LAST_STREET
    if token is not None and token.word in STREETS:
        phrase.take()
        street = STREETS.index(token.word)
        word = phrase.next
        if street and not (word is not None and word.word in BOARD_WORDS):
            return StreetCardAtom(street, read_cards_mask(phrase.rest, phrase.position))
    return read_board_atom(phrase, street)


def _event_holds(event: Event[BoardAtom | StreetCardAtom], boards: I64, length: int) -> Bools:
    """Return on which boards an event holds, bool[n]. ``boards`` int64[n, 5] have ``length`` cards each; an event of a
    later street does not hold."""
    if event.atom is not None:
        street = length - 3 if event.atom.street == LAST_STREET else event.atom.street
        if street > length - 3:
            return np.zeros(len(boards), np.bool_)
        atom = event.atom
        if isinstance(atom, BoardAtom):
            atom = BoardAtom(street, atom.word, atom.cards)
        return on_boards(atom, boards)
    parts = [_event_holds(part, boards, length) for part in event.parts]
    if event.operation == "not":
        return np.asarray(~parts[0])
    return np.asarray(np.all(parts, axis=0) if event.operation == "and" else np.any(parts, axis=0))


def _opponent(text: str) -> Test:
    """Return the test of the names at the table other than hero's: one contains an item of ``text``."""
    items = [item.lower() for item, _ in _items(text)]

    def fits(line: HandLine, *_: object) -> bool:
        names = [name.lower() for name in line.players if name != line.hero]
        return any(item in name for item in items for name in names)

    return _test_each(fits)


def _choice(*choices: str) -> Callable[[str], str]:
    """Return the parser of a text that is one of ``choices``; it raises TextError for any other."""

    def read(text: str) -> str:
        word = text.strip().lower()
        if word not in choices:
            raise TextError(unknown_word_message(word, choices, "choice"), len(text) - len(text.lstrip()))
        return word

    return read


def _yes_or_no(test: Callable[[HeroHand], bool]) -> Callable[[str], Test]:
    """Return the filter for a property of hero's hands, which is yes or no."""

    def read(text: str) -> Test:
        is_yes = _choice(YES, NO)(text) == YES
        return _test_heroes(lambda hero: hero.has_hero and test(hero) == is_yes)

    return read


READ, BROKEN, OTHER = "read", "broken", "other game"


def _state(text: str) -> Test:
    """Return the test of whether a hand is ``read``, ``broken`` (it has errors) or of an ``other game``."""
    word = _choice(READ, BROKEN, OTHER)(text)

    def fits(line: HandLine, hero: HeroHand | None, facts: HandFacts) -> bool:
        broken = line.raw.number in facts.broken
        return {READ: hero is not None and not broken, BROKEN: broken, OTHER: line.raw.number in facts.other}[word]

    return _test_each(fits)


def _star(text: str) -> Test:
    is_yes = _choice(YES, NO)(text) == YES
    return _test_each(lambda line, _, facts: facts.mark(line).star == is_yes)


def _tag(text: str) -> Test:
    items = [item.lower() for item, _ in _items(text)]
    return _test_each(
        lambda line, _, facts: any(item in tag.lower() for item in items for tag in facts.mark(line).tags)
    )


def _note(text: str) -> Test:
    words = text.lower().split()
    return _test_each(
        lambda line, _, facts: bool(note := facts.mark(line).note.lower()) and all(word in note for word in words)
    )


FILTERS: tuple[Filter, ...] = (
    Filter("from", "From", "2024-03-01", "First day; a month or a year works too", _from),
    Filter("to", "To", "2024-03", "Last day; a month or a year works too", _to),
    Filter("game", "Game", "hold'em, razz", "Game; separate alternatives with commas", _game),
    Filter("stakes", "Stakes", "0.5/1, 1/2", "Blinds or bets; separate alternatives with commas", _stakes),
    Filter(
        "position", "Position", "BTN, CO", f"Hero's position: {', '.join(POSITIONS)}; razz: bring-in, door 7", _position
    ),
    Filter("result", "Result", "won, > 20 bb", "Hero's result: won, lost, even, or big blinds such as > 20", _result),
    Filter("pot", "Pot in bb", "> 30", "Pot in big blinds (razz: big bets), after rake", _pot),
    Filter("stack", "Stack in bb", "80-120", "Effective stack in big blinds (razz: big bets)", _stack),
    Filter(
        "cards", "Hole cards", "JJ+, AQs+", "Range of hero's hole cards; razz: down cards and door card, (7-7-)8",
        _cards,
    ),
    Filter(
        "board", "Board", "paired, flop two-tone, Ah",
        f"{', '.join(BOARD_WORDS)}, ranks and cards; flop, turn, river before them; and, or, not; a comma is and",
        _board,
    ),
    Filter("opponent", "Opponent", "name", "Names of opponents; separate alternatives with commas", _opponent),
    Filter(
        "all_in", "All-in", "", "All-in showdowns: hero or everybody else was all in",
        _yes_or_no(lambda hero: hero.all_in is not None), (YES, NO),
    ),
    Filter(
        "showdown", "Showdown", "", "Whether hero went to showdown", _yes_or_no(lambda hero: hero.showdown),
        (YES, NO),
    ),
    Filter(
        "state", "Readable", "", "Hands that could be read, broken hands, or hands of other games", _state,
        (READ, BROKEN, OTHER),
    ),
    Filter("star", "Star", "", "Whether the hand is starred", _star, (YES, NO)),
    Filter("tag", "Tag", "bluff, review", "Tags; separate alternatives with commas", _tag),
    Filter("note", "Note", "words", "Words in your notes", _note),
)  # fmt: skip
