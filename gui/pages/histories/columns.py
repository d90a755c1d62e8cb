"""The columns of the list of hands. Each one is a description: its title, its value for a hand, and its text.

A column reads the line of a hand and the :class:`engine.histories.hero.HandFacts` of the list. Values that are computed
in the background arrive in the facts. A new attribute of ``HeroHand`` (from the replay alone), or a new mapping of
``HandFacts`` by number of hand (with a job of its own in ``HandList``), becomes a column by a row of :data:`COLUMNS`.
A value that is not known (yet) is None: an empty cell, sorted below all others. ``HandList.facts_changed`` announces
new values.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from heapq import nlargest
from typing import Any

from engine import GAMES
from engine.cards import RANKS, whole_text
from engine.histories.hero import HandFacts, HeroHand
from engine.histories.listing import HandLine
from engine.histories.session import HandLuck
from engine.histories.site_parser import amount_of
from engine.table.positions import POSITIONS
from gui.charts.values import Table
from gui.parts.table import NEVER, Column, TableData
from gui.words.formatting import chips, signed_chips

MAX_TEXT = 60
"""Characters of a long text in a cell."""
MAX_WON_WIDTH, MIN_WON_WIDTH = 170, 90
TIME, DAY = 16, 10
"""Characters of a date with and without the time of day."""


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of the list.

    ``key`` is its stable name in settings and files. ``of`` returns the value of a hand, or None if there is none;
    ``text`` formats it, ``short`` more briefly. ``order`` returns the sort key (default: the value). ``hide_order`` as
    in ``Column``: if space is short, the column with the largest one is left out first. ``widest`` are texts as wide as
    any, one for each level, so that columns do not move while values arrive. ``there`` returns whether a list has such
    values at all.
    """

    key: str
    title: str
    tip: str
    of: Callable[[HandLine, HandFacts], Any]
    _: KW_ONLY
    text: Callable[[Any], str] = str
    short: Callable[[Any], str] | None = None
    order: Callable[[HandLine, HandFacts], Any] | None = None
    number: bool = False
    descending: bool = False
    spoken_title: str = ""
    hide_order: int = 0
    bold: bool = False
    ink: Callable[[Any], str] = lambda _: "text"
    there: Callable[[Sequence[HandLine]], bool] = lambda _: True
    wide: bool = False
    widest: tuple[str, ...] = ()

    def column(self, lines: Sequence[HandLine], facts: HandFacts) -> Column[HandLine]:
        """Return the column of a table."""

        def written(write: Callable[[Any], str]) -> Callable[[HandLine], str]:
            def text(line: HandLine) -> str:
                result = self.of(line, facts)
                return "" if result is None else whole_text(write(result))

            return text

        def ink(line: HandLine) -> str:
            result = self.of(line, facts)
            # A broken hand may have values from the part that was replayed. They are muted, and the two cells that say
            # its number and its error are red.
            if line.raw.number in facts.broken:
                return "bad" if self.key in ("hand", "won") else "muted"
            return "text" if result is None else self.ink(result)

        def order(line: HandLine) -> tuple[Any, ...]:
            # The flag in front keeps None away from the comparison, and puts empty cells below all others.
            result = self.of(line, facts) if self.order is None else self.order(line, facts)
            return (False,) if result is None else (True, result)

        return Column(
            self.title, written(self.text), self.tip, self.number, self.hide_order,
            short=() if self.short is None else (written(self.short),), bold=self.bold, ink=ink, sort=order,
            spoken_title=self.spoken_title, descending=self.descending, wide=self.wide,
            max_width=MAX_WON_WIDTH if self.wide else 0,
            min_width=MIN_WON_WIDTH if self.wide else 0, widest=self.widest, displayed=self.there(lines),
        )  # fmt: skip

    def plain(self, line: HandLine, facts: HandFacts) -> object:
        """Return the value of a hand for a file: a number unformatted, anything else as a text."""
        result = self.of(line, facts)
        if result is None:
            return ""
        if isinstance(result, tuple) and isinstance(result[-1], float):
            return result[-1]
        return result if isinstance(result, int | float) and not isinstance(result, bool) else self.text(result)


def _of_line(of: Callable[[HandLine], Any]) -> Callable[[HandLine, HandFacts], Any]:
    """Return a getter of a value in the line of a hand, which returns None for an empty one."""
    return lambda line, _: of(line) or None


def _of_hero(of: Callable[[HandLine, HeroHand], Any]) -> Callable[[HandLine, HandFacts], Any]:
    """Return a getter of a value in the replay of a hand, which returns None until the hand has been replayed."""

    def result(line: HandLine, facts: HandFacts) -> Any:
        hero = facts.heroes.get(line.raw.number)
        return None if hero is None else of(line, hero)

    return result


def _of_luck(of: Callable[[HandLuck], Any]) -> Callable[[HandLine, HandFacts], Any]:
    """Return a getter of a value in the luck of a hand, which returns None without luck or big blind."""

    def result(line: HandLine, facts: HandFacts) -> Any:
        luck = facts.lucks.get(line.raw.number)
        return of(luck) if luck is not None and luck.big_blind else None

    return result


def _of_prize(of: Callable[[HandLuck], float]) -> Callable[[HandLine, HandFacts], Any]:
    """Return a getter of a value in prizes, which returns None for hands without known prizes."""

    def result(line: HandLine, facts: HandFacts) -> Any:
        luck = facts.prizes.get(line.raw.number)
        return None if luck is None else of(luck)

    return result


def _has(of: Callable[[HandLine], Any]) -> Callable[[Sequence[HandLine]], bool]:
    """Return the test whether any hand of a list has a value."""
    return lambda lines: any(map(of, lines))


def _muted(_: object) -> str:
    return "muted"


def _gain_ink(value: Any) -> str:
    """Return the colour of a result."""
    amount = value[1] if isinstance(value, tuple) else value
    return "good" if amount > 0.0 else "bad" if amount < 0.0 else "muted"


def units_text(units: float) -> str:
    """Return units to a tenth with their sign."""
    text = f"{abs(units):,.1f}".replace(",", "\u202f")
    return text if text == "0.0" else f"{'−' if units < 0 else '+'}{text}"


def money_text(money: tuple[str, float]) -> str:
    """Return an amount of money with its signs, to a hundredth: ``+$12.50``."""
    sign, amount = money
    return f"{'−' if amount < 0 else '+' if amount else ''}{sign}{abs(amount):,.2f}"


def prize_text(amount: float) -> str:
    """Return an amount of prizes with its sign, to a hundredth."""
    return money_text(("", round(amount, 2) + 0.0))


def _money(line: HandLine, hero: HeroHand) -> tuple[str, float] | None:
    """Return the result with its currency, or None for tournament chips or an unknown result."""
    return (line.currency, hero.net) if line.currency and hero.net is not None else None


def _street(of: Callable[[HeroHand], int | None]) -> Callable[[HandLine, HandFacts], Any]:
    """Return a getter of a street as its number and its name: sorted by the one, displayed by the other."""

    def result(_: HandLine, hero: HeroHand) -> tuple[int, str] | None:
        number = of(hero)
        return None if number is None else (number, GAMES[hero.game].streets[number].removesuffix(" street"))

    return _of_hero(result)


def _place(_: HandLine, hero: HeroHand) -> tuple[int, int] | None:
    """Return the sort key of a position: the first to act comes first; in razz the bring-in, then the other doors by
    rank."""
    position = hero.position
    if not position:
        return None
    if position in POSITIONS:
        return 0, POSITIONS.index(position)
    return 1, "A23456789TJQK".find(position[-1])


def _card_values(line: HandLine, _: HandFacts) -> tuple[int, ...] | None:
    """Return the sort key of hole cards: their ranks, the highest first."""
    ranks = (RANKS.index(card) for card in line.cards[::2] if card in RANKS)
    return tuple(sorted(ranks, reverse=True)) or None


def _chips_won(line: HandLine, _: HandFacts) -> float:
    """Return the sort key of results: the chips that all winners have collected."""
    total = 0.0
    for part in line.won.split(", "):
        try:
            total += float(amount_of(part.rpartition(" ")[2]))
        except (ValueError, ArithmeticError):
            continue
    return total


def _won(line: HandLine, facts: HandFacts) -> str:
    """Return the winners of a hand, or the reason why it cannot be read."""
    number = line.raw.number
    return facts.broken.get(number) or facts.other.get(number) or line.won[:MAX_TEXT]


MEASURED, MAX_MEASURED = 60, 5
"""Numbers of hands by which columns are measured: of all hands, and of those with the largest amounts."""
COLUMNS: tuple[ListColumn, ...] = (
    ListColumn(
        "hand", "Hand", "number in the file; Enter or a click replays the hand", lambda line, _: line.raw.number,
        number=True, widest=("00000",),
    ),
    ListColumn(
        "star", "★", "starred hands", lambda line, facts: facts.mark(line).star or None, text=lambda _: "★",
        spoken_title="Star", hide_order=1, widest=("★",),
    ),
    ListColumn(
        "when", "Date", "date and time", _of_line(lambda line: line.date), text=lambda date: date[:TIME],
        short=lambda date: date[:DAY], hide_order=7, ink=_muted, there=_has(lambda line: line.date),
        widest=('2024-12-28 20:58', '2024-12-28'),
    ),
    ListColumn(
        "game", "Game", "game and limit", _of_line(lambda line: line.game[:MAX_TEXT]), hide_order=9,
        there=_has(lambda line: line.game), order=lambda line, _: line.game.lower() or None,
    ),
    ListColumn(
        "stakes", "Stakes", "blinds; in limit games small and big bet", _of_line(lambda line: line.stakes[:MAX_TEXT]),
        hide_order=8, ink=_muted, there=_has(lambda line: line.stakes),
        order=lambda line, _: f"{len(line.stakes):03} {line.stakes}" if line.stakes else None,
    ),
    ListColumn(
        "seats", "Seats", "players dealt in", _of_line(lambda line: len(line.players)), number=True,
        hide_order=14, there=_has(lambda line: line.players),
        widest=('10',),
    ),
    ListColumn(
        "hero", "Hero", "the player whose hole cards the history shows", _of_line(lambda line: line.hero[:MAX_TEXT]),
        hide_order=12,
        there=_has(lambda line: line.hero), order=lambda line, _: line.hero.lower() or None,
    ),
    ListColumn(
        "cards", "Cards", "hero's hole cards; in razz with the door card", _of_line(lambda line: line.cards[:MAX_TEXT]),
        bold=True, there=_has(lambda line: line.cards), order=_card_values,
        widest=('AhKdQcQ',),
    ),
    ListColumn(
        "position", "Pos.", "hero's position; in razz bring-in or door card",
        _of_hero(lambda _, hero: hero.position or None), hide_order=2, there=_has(lambda line: line.hero),
        order=_of_hero(_place),
        widest=('bring-in',),
    ),
    ListColumn(
        "stack", "Stack", "effective stack at hero's first decision, in big blinds (razz: big bets)",
        _of_hero(lambda _, hero: hero.stack), text=lambda stack: chips(round(stack, 1)), number=True, descending=True,
        hide_order=6, ink=_muted,
        there=_has(lambda line: line.hero),
        widest=('1\u202f000',),
    ),
    ListColumn(
        "units", "bb", "hero's result in big blinds (razz: big bets), after rake",
        _of_hero(lambda _, hero: hero.units), text=units_text, number=True, descending=True, ink=_gain_ink, bold=True,
        there=_has(lambda line: line.hero),
        widest=('−1\u202f000.0',),
    ),
    ListColumn(
        "adjusted", "EV adj.",
        "all-in EV in big blinds (razz: big bets): all-ins count with their equity when the last chip went in, exact, "
        "by the hands that were shown",
        _of_luck(lambda luck: luck.expected / luck.big_blind), text=units_text, number=True, descending=True,
        hide_order=6,
        ink=_gain_ink, there=_has(lambda line: line.hero), spoken_title="All-in EV",
    ),
    ListColumn(
        "luck", "Luck", "result minus all-in EV, in big blinds (razz: big bets)",
        _of_luck(lambda luck: luck.luck / luck.big_blind if luck.distribution else None), text=units_text, number=True,
        descending=True, hide_order=6, ink=_gain_ink, there=_has(lambda line: line.hero),
        spoken_title="All-in luck",
    ),
    ListColumn(
        "net", "Net", "hero's result in chips, after rake", _of_hero(lambda _, hero: hero.net),
        text=signed_chips, number=True, descending=True, hide_order=13, ink=_gain_ink,
        there=_has(lambda line: line.hero),
    ),
    ListColumn(
        "money", "Money", "hero's result in money (cash games)", _of_hero(_money),
        text=money_text, number=True, descending=True, hide_order=3, ink=_gain_ink,
        there=_has(lambda line: line.hero and line.currency),
    ),
    ListColumn(
        "prize", "ICM", "change of hero’s ICM equity in this hand, with the payouts typed for the tournament",
        _of_prize(lambda luck: luck.net), text=prize_text, number=True, descending=True, hide_order=3, ink=_gain_ink,
        there=_has(lambda line: line.hero and line.event), spoken_title="ICM equity",
    ),
    ListColumn(
        "prize_adjusted", "ICM EV",
        "the same with all-ins, also those of other players, counted with their equity",
        _of_prize(lambda luck: luck.expected), text=prize_text, number=True, descending=True, hide_order=6,
        ink=_gain_ink,
        there=_has(lambda line: line.hero and line.event), spoken_title="ICM equity, all-in EV",
    ),
    ListColumn(
        "pot", "Pot", "chips won, without rake and uncalled bets",
        _of_hero(lambda _, hero: hero.pot), text=chips, number=True, descending=True, hide_order=4,
    ),
    ListColumn(
        "rake", "Rake", "rake in chips", _of_hero(lambda _, hero: hero.rake or None), text=chips,
        number=True, descending=True, hide_order=15, ink=_muted,
    ),
    ListColumn(
        "street", "Street", "last street that hero reached", _street(lambda hero: hero.street),
        text=lambda street: street[1], hide_order=5, ink=_muted, there=_has(lambda line: line.hero),
        widest=('seventh',),
    ),
    ListColumn(
        "all_in", "All-in", "street of the all-in, if hero's hand went to showdown",
        _street(lambda hero: hero.all_in), text=lambda street: street[1], hide_order=11,
        there=_has(lambda line: line.hero),
        widest=('seventh',),
    ),
    ListColumn(
        "cashed_out", "Cashed out", "chips that hero got for an all-in cash-out, after its fee",
        _of_hero(lambda _, hero: hero.cashed_out), text=chips, number=True, descending=True, hide_order=16,
        there=_has(lambda line: line.hero),
    ),
    ListColumn(
        "showdown", "Showdown", "whether hero went to showdown", _of_hero(lambda _, hero: hero.showdown or None),
        text=lambda _: "yes", hide_order=10, ink=_muted, there=_has(lambda line: line.hero),
        widest=('yes',),
    ),
    ListColumn(
        "tags", "Tags", "your tags", lambda line, facts: facts.mark(line).tags or None, text=", ".join,
        order=lambda line, facts: [tag.lower() for tag in facts.mark(line).tags] or None, hide_order=9,
    ),
    ListColumn(
        "note", "Note", "your notes", lambda line, facts: facts.mark(line).note[:MAX_TEXT] or None, hide_order=17,
        ink=_muted,
    ),
    ListColumn(
        "won", "Won", "winners and amounts, or why the hand cannot be read",
        lambda line, facts: _won(line, facts) or None, order=_chips_won, ink=_muted, wide=True,
    ),
)  # fmt: skip


def columns_of(
    lines: Sequence[HandLine], facts: HandFacts, hidden: Collection[str] = (), *, all_: bool = False
) -> tuple[Column[HandLine], ...]:
    """Return the columns of a list, given the known ``facts``.

    Columns with ``hidden`` keys are not displayed, but copied with the rows. If ``all_``, no other column is left out
    when space is short.
    """
    columns = (column.column(lines, facts) for column in COLUMNS)
    columns = (replace(each, hide_order=0) for each in columns) if all_ else columns
    return tuple(
        replace(each, displayed=False) if spec.key in hidden else each
        for spec, each in zip(COLUMNS, columns, strict=True)
    )


def measured_of(lines: tuple[HandLine, ...], facts: HandFacts) -> tuple[HandLine, ...]:
    """Return the hands by whose texts the widths of columns are measured.

    To measure all hands of a long list would take too long: a sample of all hands is enough for most columns, and
    those with the largest amounts, in chips and in money, for the numbers.
    """

    def amount(line: HandLine) -> float:
        hero = facts.heroes[line.raw.number]
        return max(abs(hero.net or 0.0), hero.pot or 0.0)

    known = [line for line in lines if line.raw.number in facts.heroes]
    paid = [line for line in known if line.currency]
    return (
        *lines[:: max(len(lines) // MEASURED, 1)],
        *nlargest(MAX_MEASURED, known, amount),
        *nlargest(MAX_MEASURED, paid, amount),
    )


def hands_table(
    columns: tuple[Column[HandLine], ...], rows: tuple[HandLine, ...], measured: tuple[HandLine, ...]
) -> TableData[HandLine]:
    """Return the table of ``rows``, which are sorted; columns are as wide as the ``measured`` hands need."""
    return TableData(
        columns, rows, key=lambda line: line.raw.number, tip=_tip, levels=(NEVER, 1), padding=(14, 14),
        arranged=True, measured=measured,
    )  # fmt: skip


def sorted_by(rows: tuple[HandLine, ...], place: int, facts: HandFacts, *, down: bool) -> tuple[HandLine, ...]:
    """Return hands sorted by a column."""
    # The lines of a column decide only whether it is displayed, so the sort key needs none.
    key = COLUMNS[place].column((), facts).sort
    return rows if key is None else tuple(sorted(rows, key=key, reverse=down))


def csv_rows(rows: Sequence[HandLine], facts: HandFacts) -> Table:
    """Return the hands as header and rows for a file: numbers in full, streets and positions by their names."""
    header = tuple(column.key.replace("_", "-") for column in COLUMNS)
    return header, tuple(tuple(column.plain(line, facts) for column in COLUMNS) for line in rows)


def _tip(line: HandLine) -> str:
    when = f", {line.date[:TIME]}" if line.date else ""
    won = f"\nWon: {line.won}" if line.won else ""
    return whole_text(f"{line.raw.name}{when}: {', '.join(line.players)}{won}")
