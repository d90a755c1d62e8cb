"""A table as one line of text, which can be pasted anywhere and is read back without loss.

    "Hero": AhKh v 22+, ATs+ v fold 15% | 7h8h2c | dead Ks2d | order v3
    razz | A29 v (7-7-7) v fold xxK | dead QJ

The grammar: first the game if it is not hold'em, then the seats, then in any order the board, as cards only, and
sections that begin with a word: ``dead``, ``dialect``, ``order``, and ``action 1 "raise": 22+`` for an action of the
first seat (``action 1 "raise" color 3: 22+`` if its color is not the default). Names are JSON strings. A text that
would be read back differently, because it contains a line end or a word of this grammar, is a JSON string, too. Run
options and the panels of pages are not in a line.

What people type is accepted as well: ``vs``, ``versus`` and ``against`` mean ``v``; ``on`` or ``@`` before a board
means ``|``, and so does the blank before ``flop Ks7d2c turn 2h`` or ``dead Ks``. ``K72r`` is a board of three different
suits. ``5 random hands`` are five seats, ``hero: AA`` gives a seat a name. ``pre`` and ``equity of`` are ignored, and
so is ``vs`` before the first of several hands. In ``BTN open v BB call``, several ranges are called ``BB call``; the
words of the other seats decide for the one against the button, and the text of the seat becomes ``BB call BTN``. In
``SB jam 10bb v BB call`` it is the range that calls this all-in: ``BB call SB jam 10bb``.

The results of other programs are read as well (PokerStove, Equilab, ProPokerTools and others that write similarly). A
line with a range in braces is a seat. The text in front of its numbers is its name, unless it is itself a number:

    Board: 7h 8h 2c
    Dead:
    Hand 0:     81.946%     81.70%     00.24%     { AA }
    UTG         18.05 %     17.8 %      0.24 %    { KK, AKs }
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from engine.cards import TextError, excerpt, plain_signs, whole_text
from engine.games import GAMES
from engine.ranges.actions import MAX_ACTIONS
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import EVERY_HAND, RANK_FORM, SUIT_FORM
from engine.ranges.names import JAM, POSITIONS, decided_name, find_name, jam_words, name_words, preset_ranges
from engine.ranges.phrases import RANK_NAMES
from engine.scenario import Game, Problem, Scenario, ScenarioError, Seat, SubRange
from engine.scenario.reading import in_table, takes
from engine.table.serialize import SCENARIO, scenario_from_json, spelled_notices

FIELD = "line"
"""The field of errors in the grammar, with a position in the line. Errors in a hand name the field of the hand."""
MAX_SEPARATORS = 1000
"""Maximum number of strings and separators in a line: more than any table needs. It stops a huge text early."""
RESULT = "="
"""Begins a section with results of a computation, which is ignored."""
FIRST_GAME = next(iter(GAMES))
"""The game of a line without a game."""
_GAME = re.compile(r"(razz|hold'?em)\s*[:,]?\s+(?=[^\s|])", re.IGNORECASE)
"""A game before the first seat, without a bar."""
GAME_WORDS = {word.lower(): game for game, spec in GAMES.items() for word in (game, spec.title)}

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_RANK, _CARD = RANK_FORM, RANK_FORM + SUIT_FORM
_BOARD_WORD = r"(?:flop|board|turn|river|rainbow|two[ -]?tone|monotone|mono|tt|the|an?|r|m)(?![a-z])"
_DEALT = rf"[\[(]?(?:{_CARD}|(?:{_RANK} ?){{3}})(?>(?:{_BOARD_WORD}|{_CARD}|{_RANK}|[\s,:;/()\[\].?])*+)(?:\||$|dead\b)"
"""Cards, possibly with words for boards among them, up to the end of the section."""
_VERSUS = r"(?:v|vs\.?|versus|against|gegen|contre)"
_ON = rf"(?:on|@)(?=\s+(?:(?:the|an?)\s+)?(?:(?:flop|board)\b:?\s*)?{_DEALT})"
_BEGINS = rf"(?=(?:flop|board)\b:?\s*{_DEALT}|(?:{_RANK}){{3}}(?:r|m|tt)\s*(?:\||$)"
"""The blank before a word that begins the board or the dead cards without a bar."""
_BEGINS += rf"|dead\b:?\s+(?>(?:{_CARD}|{_RANK}|[\s,;\[\]])++)(?:\||$))"
"""The place before the board or the dead cards that a word begins, without a bar."""
_SEPARATOR = re.compile(rf"\s(?:{_VERSUS}|\||{_ON})\s|[ \t]{_BEGINS}", re.IGNORECASE)
"""A text that contains one of these outside quotes is taken for a line."""
_SIGN = re.compile(rf'"|\||(?<!\S)(?:{_VERSUS}(?!\S)|{_ON}|{_BEGINS})', re.IGNORECASE)
_BEGUN = re.compile(r"\s*(?:(?:the|an?)\s+)?(?:(?:flop|board)\b:?\s*)?", re.IGNORECASE)
"""Words that a section may have before its cards."""
_SEVERAL = "two|three|four|five|six|seven|eight|nine"
_RANDOM_SEATS = re.compile(
    rf"([1-9]|{_SEVERAL})\s*x?\s*(?:(?:random|any|other)(?:\s+(?:hands?|players?|opponents?))?|randoms|players|opponents)"
    r"|random\s*[x×]\s*([1-9])",
    re.IGNORECASE,
)
_PLAIN_NAME = re.compile(
    r"((?:hero|villain|me|opponent|opp|player|seat|hand|utg|ep|mp|lj|hj|co|btn|bu|sb|bb)(?:\s*\+?[0-9]{1,2})?)\s*:\s*(?=\S)",
    re.IGNORECASE,
)
"""A name without quotes before a hand."""
_IDLE_BEFORE = re.compile(
    r"\s*(?:(?:what(?:'s| is| are)\s+the\s+)?(?:equity|equities|odds|chances?)(?:\s+(?:of|for))?:?|who\s+wins:?|>"
    rf"|{_VERSUS}(?=.*?\s{_VERSUS}\s))\s+",
    re.IGNORECASE,
)
_IDLE_AFTER = re.compile(
    r"(?:[\s,]+\(?(?:pre-?flop|pre|aipf|all[\s-]?in|equity|equities)\)?)+[?.]*$|(?<=[\w+%)])[?.]+$", re.IGNORECASE
)
"""Words after hands that are ignored (``_IDLE_BEFORE``: before them)."""
_FOLD = re.compile(r'fold(?=[\s"]|$)\s*', re.IGNORECASE)
_NAME = re.compile(rf"({_STRING.pattern})\s*:\s*", re.DOTALL)
_WORD = re.compile(rf'(dead|dialect|order|action|board)(?=[\s":]|$):?\s*|({RESULT})', re.IGNORECASE)
_ACTION = re.compile(
    rf"(?P<seat>[0-9]{{1,4}})\s*(?P<name>{_STRING.pattern})\s*(?:colou?r\s+(?P<color>[0-9]{{1,4}})\s*)?:\s*", re.DOTALL
)
_MAYBE_NAME = re.compile(r"\s*[a-z]{2}", re.IGNORECASE)
"""The beginning of a text that may be the name of a range; other texts are not looked up."""
_INNER_SECTION = re.compile(r"\s(dead|dialect|order|action)\s", re.IGNORECASE)
"""The beginning of a section inside the section of the board: a bar is missing."""
_NEEDS_QUOTES = _GAME, _FOLD, _WORD, _PLAIN_NAME, _IDLE_BEFORE, _RANDOM_SEATS
"""A text that begins like this must be written in quotes, because it would be read as something else."""
_LINE_ENDS = re.compile("[\x7f-\x9f\u2028\u2029]")


def is_line(text: str) -> bool:
    """Return True if ``text`` is meant as a line and not as a hand or the name of a file."""
    plain = plain_signs(text)
    return _SEPARATOR.search(plain) is not None


def is_table(text: str) -> bool:
    """Return True if ``text`` is meant as a table: a line, ``razz A29``, or a single hand or range (``AsAc``)."""
    if is_line(text) or _GAME.match(plain_signs(text)):
        return True
    try:
        parse_range(text)
    except TextError:
        return False
    return True


def table_line(text: str) -> str:
    """Return the line for a text that is a complete table, or "" for any other text.

    A line is returned unchanged; results of another program (:func:`block_value`) are converted to a line.
    """
    if is_line(text):
        return text
    value = block_value(text)
    try:
        return "" if value is None else format_line(scenario_from_json(value))
    except ScenarioError:
        return ""


def parse_line(text: str, game: Game = FIRST_GAME) -> Scenario:
    """Parse a table from one line. Texts of hands are not checked here; ``engine.problems`` does that.

    >>> table = parse_line('"Hero": AhKh v 22+, ATs+ | 7h8h2c')
    >>> [(seat.name, seat.cards) for seat in table.seats], table.board
    ([('Hero', 'AhKh'), ('Seat 2', '22+, ATs+')], '7h8h2c')

    ``game``: the game of a line that names none.

    Raises:
        ScenarioError: the text is not a table. The field is ``line``, with the position in it, or the invalid field.
    """
    return scenario_from_json(line_value(text, game))


@takes({"anyOf": [SCENARIO, {"type": "string"}]})
def table_value(value: object, path: str, game: Game = FIRST_GAME) -> Scenario:
    """Read the table of a request: a scenario, or one line of text. Problems name its fields inside ``path``."""
    try:
        return parse_line(value, game) if isinstance(value, str) else scenario_from_json(value)
    except ScenarioError as error:
        raise in_table(error, path) from None


def line_value(text: str, game: Game = FIRST_GAME) -> dict[str, Any]:
    """Parse one line into the JSON value of a scenario file.

    Raises:
        ScenarioError: the text does not follow the grammar.
    """
    return _Reader(text).value(game)


def line_notices(text: str) -> tuple[Problem, ...]:
    """Return notices about numbers written for ranks in a valid line."""
    return spelled_notices(line_value(text))


def spelled_in(table: object) -> tuple[Problem, ...]:
    """Return the notices of :func:`line_notices` for the table of a request, a line or the JSON value of a scenario."""
    return line_notices(table) if isinstance(table, str) else spelled_notices(table)


def format_line(scenario: Scenario) -> str:
    """Return a scenario as one line. ``parse_line`` restores all but the run options and the panels of pages.

    >>> format_line(parse_line("AhKh vs 22+ on 7h8h2c"))
    'AhKh v 22+ | 7h8h2c'
    """
    texts = [_text(seat.cards) for seat in scenario.seats]
    if GAMES[scenario.game].hands_are_combos:
        # A name that parse_line would extend by a word of another seat is written in quotes, which prevents that.
        decided = [{"cards": seat.cards} for seat in scenario.seats]
        _decide_names(decided, [False] * len(texts))
        for i, (seat, value) in enumerate(zip(scenario.seats, decided, strict=True)):
            if seat.cards != value["cards"]:
                texts[i] = _quoted(seat.cards)
    sections = [" v ".join(_seat_text(seat, i, texts[i]) for i, seat in enumerate(scenario.seats))]
    sections += filter(None, (_text(scenario.board),))
    if scenario.dead:
        sections.append(f"dead {_text(scenario.dead)}")
    if scenario.dialect != "core":
        sections.append(f"dialect {scenario.dialect}")
    if scenario.order is not None:
        sections.append(f"order {_text(scenario.order) or _quoted('')}")
    sections += (_action_text(action, i) for i, action in enumerate(scenario.subranges))
    if scenario.game != FIRST_GAME or len(sections) == len(scenario.seats) == 1:  # a hand alone is no line
        sections.insert(0, scenario.game)
    return " | ".join(sections)


def _decide_names(seats: Sequence[dict[str, Any]], as_written: Sequence[bool]) -> None:
    """Extend names that several ranges have by a word of another seat that decides between them (``BB call`` v ``BTN
    open``).

    ``as_written``: for each seat, whether its text is in quotes and must stay unchanged.
    """
    words = [name_words(seat["cards"]) if _MAYBE_NAME.match(seat["cards"]) else frozenset() for seat in seats]
    for i, seat in enumerate(seats):
        hints = frozenset[str]().union(*words[:i], *words[i + 1 :])
        if words[i] and hints and not as_written[i]:
            if words[i] <= POSITIONS and find_name(seat["cards"], preset_ranges()) is None:  # BTN v BB: who calls
                seat["cards"] = f"{seat['cards']} call"
            called = next((jam_words(other) for other in words if other is not words[i] and JAM in other), "")
            seat["cards"] = decided_name(seat["cards"], preset_ranges(), hints, called)


def _seat_text(seat: Seat, index: int, cards: str) -> str:
    """Return the text of a seat with the hand ``cards``. A default name (``Seat 2``) is left out unless it is all there
    is."""
    name = "" if seat.name == f"Seat {index + 1}" and seat.cards else f"{_quoted(seat.name)}:"
    return " ".join(filter(None, ("fold" if seat.folded else "", name, cards)))


def _action_text(action: SubRange, index: int) -> str:
    color = "" if action.color == index % MAX_ACTIONS else f" color {action.color}"
    return f"action {action.seat + 1} {_quoted(action.name)}{color}: {_text(action.cards)}".rstrip()


def _text(text: str) -> str:
    """Return the text of a hand or of cards, as a JSON string if it would be read as something else."""
    signs = plain_signs(text)
    special = text.lower() in GAME_WORDS or any(form.match(signs) for form in _NEEDS_QUOTES)
    special = special or bool(_SIGN.search(signs) or _IDLE_AFTER.search(signs))
    return _quoted(text) if special or text != text.strip() or not text.isprintable() else text


def _quoted(text: str) -> str:
    """Return ``text`` as a JSON string in which all line ends are escaped."""
    return _LINE_ENDS.sub(lambda result: f"\\u{ord(result[0]):04x}", json.dumps(text, ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class _Span:
    """A section of the line between two separators, without blanks around it."""

    start: int
    stop: int


@dataclass(slots=True)
class _Reader:
    """Parses a line into the value of a scenario file."""

    text: str
    plain: str = field(init=False)
    """``text`` with plain signs and the same length, which the patterns of the grammar match."""

    def __post_init__(self) -> None:
        self.text = whole_text(self.text)
        # Ignored words become blanks of the same length, so that positions in errors stay right.
        for idle in filter(None, (_IDLE_BEFORE.match(plain_signs(self.text)), _IDLE_AFTER.search(self.text.rstrip()))):
            self.text = self.text[: idle.start()] + " " * len(idle[0]) + self.text[idle.end() :]
        self.plain = plain_signs(self.text)

    def value(self, game: Game) -> dict[str, Any]:
        """Return the scenario as a JSON value. ``game``: the game of a line that names none.

        Raises:
            ScenarioError: the field is ``line``, or that of a section that is there twice.
        """
        sections = list(self._sections())
        result: dict[str, Any] = {"game": game}
        first_game = self._game(sections[0]) if len(sections) > 1 else None
        if first_game is not None:
            result["game"] = first_game
            del sections[0]
        elif word := _GAME.match(self.plain, sections[0][0].start, sections[0][0].stop):
            result["game"] = GAME_WORDS[word[1].lower()]
            sections[0][0] = _Span(word.end(), sections[0][0].stop)
        spans = [span for span in sections[0] for _ in range(self._seats_of(span))]
        seats = [self._seat(span, i) for i, span in enumerate(spans)]
        if GAMES[result["game"]].hands_are_combos:
            _decide_names(seats, [span.stop > span.start and self.text[span.stop - 1] == '"' for span in spans])
        result["seats"] = seats
        for spans in sections[1:]:
            if len(spans) > 1:
                self._fail("write the seats before the first ' | '", spans[0].stop)
            if spans[0].start < spans[0].stop:
                self._read_section(spans[0], result)
        return result

    def _sections(self) -> Iterator[list[_Span]]:
        """Yield the sections between bars, each split at its ``v`` signs."""
        spans: list[_Span] = []
        at = start = signs = 0
        while sign := _SIGN.search(self.plain, at):
            at, signs = sign.end(), signs + 1
            if signs > MAX_SEPARATORS:
                self._fail(
                    f"this is not a table: it has more than {MAX_SEPARATORS:,} separators and strings", sign.start()
                )
            if sign[0] == '"':
                at = self._string_end(sign.start())
                continue
            # A sign without characters is the place before ``flop`` or ``dead``. It does not separate if a bar or the
            # word ``the`` comes directly before it.
            if not sign[0] and _BEGUN.fullmatch(self.plain, start, sign.start()):
                at += 1
                continue
            spans.append(self._span(start, sign.start()))
            start = at
            at += not sign[0]
            if sign[0].lower() in ("|", "on", "@", ""):
                yield spans
                spans = []
        yield [*spans, self._span(start, len(self.text))]

    def _span(self, start: int, stop: int) -> _Span:
        inside = self.plain[start:stop]
        leading = len(inside) - len(inside.lstrip())
        return _Span(start + leading, max(start + leading, stop - (len(inside) - len(inside.rstrip()))))

    def _string_end(self, at: int) -> int:
        result = _STRING.match(self.text, at)
        if result is None:
            self._fail("this quote is not closed", at)
        return result.end()

    def _string(self, span: _Span) -> str:
        """Return the value of a JSON string."""
        try:
            return whole_text(json.loads(self.text[span.start : span.stop], strict=False))
        except json.JSONDecodeError as error:
            self._fail('in quotes a \\ is followed by " or another \\', span.start + error.pos)

    def _game(self, spans: list[_Span]) -> Game | None:
        """Return the game that the first section names, or None if it contains seats."""
        word = self.plain[spans[0].start : spans[0].stop].lower()
        return GAME_WORDS.get(word) if len(spans) == 1 else None

    def _seats_of(self, span: _Span) -> int:
        """Return how many seats the text of a seat describes: five for ``5 random hands``."""
        several = _RANDOM_SEATS.fullmatch(self.plain, span.start, span.stop)
        number = (several[1] or several[2]).lower() if several else "1"
        return int(RANK_NAMES.get(number, number))

    def _seat(self, span: _Span, index: int) -> dict[str, Any]:
        """Return the seat ``index`` in ``span`` as JSON: its cards, and if they are written its name and that it has
        folded."""
        at, seat = span.start, dict[str, Any]()
        if _RANDOM_SEATS.fullmatch(self.plain, at, span.stop):
            return {"cards": EVERY_HAND.names[0]}
        name = _PLAIN_NAME.match(self.plain, at, span.stop)
        if name and find_name(self.plain[at : span.stop], preset_ranges()) is None:
            seat["name"], at = name[1], name.end()
        span = _Span(span.start, span.start + len(_IDLE_AFTER.sub("", self.plain[span.start : span.stop])))
        for _ in range(2):  # the word may be before the name or after it
            if "folded" not in seat and (fold := _FOLD.match(self.plain, at, span.stop)):
                seat["folded"], at = True, fold.end()
            if "name" not in seat and (name := _NAME.match(self.plain, at, span.stop)):
                seat["name"], at = self._string(_Span(*name.span(1))), name.end()
        seat["cards"] = self._written(_Span(at, span.stop), f"seat {index + 1}")
        return seat

    def _written(self, span: _Span, label: str) -> str:
        """Return the text of a hand or of cards, which may be a JSON string. ``label`` names it in errors."""
        text = self.text[span.start : span.stop]
        quote = text.find('"')
        if quote < 0:
            return text
        end = self._string_end(span.start + quote)
        if quote > 0:
            self._fail(f"{label}: write a name in quotes and a colon before the hand", span.start + quote)
        if end < span.stop:
            self._fail(f"{label}: expected a colon after the name", end)
        return self._string(span)

    def _read_section(self, span: _Span, result: dict[str, Any]) -> None:
        """Read a section after the seats into ``result``: board, dead cards, an action; the result of a run is ignored.

        Raises:
            ScenarioError: there are two sections of the kind, or the bar between two sections is missing.
        """
        word = _WORD.match(self.plain, span.start, span.stop)
        key = (word[1] or RESULT).lower() if word else "board"
        rest = _Span(word.end() if word else span.start, span.stop)
        if key == RESULT:
            return
        if key == "action":
            result.setdefault("subranges", []).append(self._action(rest, len(result.get("subranges", []))))
        elif key in result:
            text = excerpt(self.text[span.start : span.stop])
            self._fail(f"'{text}': there are two parts with the {key}; write all its cards in one", span.start)
        else:
            result[key] = self._written(rest, key)
            inside = _INNER_SECTION.search(self.plain, rest.start, rest.stop) if word is None else None
            if inside:
                text = inside[1].lower()
                self._fail(f"'{text}' begins a new part: write | before it, as in | {text}", inside.start(1))

    def _action(self, span: _Span, index: int) -> dict[str, Any]:
        """Return the action number ``index`` as JSON. Seats are numbered from 1 in the text and from 0 in JSON.

        Raises:
            ScenarioError: seat or name is missing.
        """
        head = _ACTION.match(self.plain, span.start, span.stop)
        if head is None:
            self._fail('an action is written as in: action 1 "raise": 22+', span.start)
        if int(head["seat"]) == 0:
            self._fail("the first seat is number 1", span.start)
        action = {"seat": int(head["seat"]) - 1, "name": self._string(_Span(*head.span("name")))}
        if head["color"]:
            action["color"] = int(head["color"])
        return action | {"cards": self._written(_Span(head.end(), span.stop), f"action {index + 1}")}

    def _fail(self, message: str, position: int) -> NoReturn:
        raise ScenarioError(Problem(FIELD, message, position))


MAX_BLOCK_LENGTH = 100_000
_SEAT = re.compile(r"^[^\S\n]*([^\n{}]*?)[^\S\n]*\{([^{}\n]*)\}[^\S\n]*$", re.MULTILINE)
_CARDS = re.compile(r"^[^\S\n]*(board|dead)[^\S\n]*(?:cards)?[^\S\n]*:?[^\S\n]*([^\n]*)$", re.MULTILINE | re.IGNORECASE)
_ROWS = re.compile(
    r"^[^\S\n]*hand[^\S\n]+(?:pot )?equity[^\n]*\n((?:[^\n]*%[^\n]*(?:\n|$))+)", re.MULTILINE | re.IGNORECASE
)
_ROW = re.compile(r"^[^\S\n]*(\S[^\n]*?)[^\S\n]+[0-9]+(?:[.,][0-9]+)?\s*%", re.MULTILINE)
"""ProPokerTools: a line with the titles of columns (``_ROWS``), then one line per hand."""
_NUMBERS = re.compile(r"(?:^|(?<=\s))(?:[0-9][0-9.,]*\s*%?\s*)+$")
_NO_NAME = re.compile(r"(?:hand|player|seat)?\s*[0-9]*\s*:?", re.IGNORECASE)


def block_value(text: str) -> dict[str, Any] | None:
    """Return the table in the results of another program as the value of a scenario file, or None if there is no table.

    A table has at least two seats, or one seat with numbers before its range. Hands line by line with a board are a
    table, too.
    """
    if len(text) > MAX_BLOCK_LENGTH:
        return None
    plain = plain_signs(text)
    seats = [_seat(values[1], values[2]) for values in _SEAT.finditer(plain)]
    if not seats and (rows := _ROWS.search(plain)):
        seats = [{"cards": row[1]} for row in _ROW.finditer(rows[1])]
    if not seats and "{" not in plain and _CARDS.search(plain):
        seats = [{"cards": line.strip()} for line in _CARDS.sub("", plain).splitlines() if line.strip()]
    elif len(seats) == 1 and "%" not in plain:
        return None
    if not seats or (len(seats) == 1 and "{" not in plain):
        return None
    cards = {key.lower(): _card_text(value) for key, value in _CARDS.findall(plain)}
    return {"game": "holdem", "seats": seats, **{key: value for key, value in cards.items() if value}}


def _seat(head: str, cards: str) -> dict[str, str]:
    name = _NUMBERS.sub("", head).strip().rstrip(":").strip()
    value = {"cards": cards.strip() or "random"}
    return value if _NO_NAME.fullmatch(name) else value | {"name": name}


def _card_text(text: str) -> str:
    text = text.strip()
    return "" if text.lower() in ("none", "-", "preflop") else text
