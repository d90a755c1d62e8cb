"""The table of pages: how each of them is built, and in which games it is shown. A page is a function here that imports
and builds it, and its row in :data:`PAGES`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from engine import GAMES, Game
from gui.export.files import ExportItem
from gui.state.context import PageContext

EVERY = tuple(GAMES)
GROUPS = ("Equities", "Cards to come", "Decisions", "Hands played")
Built = tuple[QWidget, Sequence[ExportItem]]
"""A page, and what of it can be exported."""


def _equity(context: PageContext) -> Built:
    from gui.pages.equity.page import EquityPage, equity_exports

    questions = context.questions.apart("simulation")
    page = EquityPage(context.document, context.session, questions)
    return page, equity_exports(page, context)


def _range(context: PageContext) -> Built:
    from gui.pages.range.page import RangePage, range_exports

    page = RangePage(context)
    return page, range_exports(page, context)


def _made(context: PageContext) -> Built:
    from gui.pages.made.page import MadePage, made_exports

    page = MadePage(context)
    page.page_requested.connect(context.page_requested)
    return page, made_exports(page, context)


def _holdem_hands(context: PageContext) -> Built:
    from gui.pages.hands import HoldemHandsPage, holdem_hands_exports

    page = HoldemHandsPage(context)
    page.page_requested.connect(context.page_requested)
    return page, holdem_hands_exports(page, context)


def _holdem_next_card(context: PageContext) -> Built:
    from gui.pages.next_card.page import HoldemNextCardPage, holdem_next_card_exports

    page = HoldemNextCardPage(context.document, context.session)
    page.page_requested.connect(context.page_requested)
    return page, holdem_next_card_exports(page, context)


def _flops(context: PageContext) -> Built:
    from gui.pages.flops import FlopsPage, flops_exports

    page = FlopsPage(context.document, context.session)
    return page, flops_exports(page, context)


def _preflop(context: PageContext) -> Built:
    from gui.pages.preflop.page import PreflopPage, preflop_exports

    page = PreflopPage(context)
    return page, preflop_exports(page, context)


def _third(context: PageContext) -> Built:
    from gui.pages.third.page import ThirdPage, third_exports

    page = ThirdPage(context)
    return page, third_exports(page, context)


def _razz_hands(context: PageContext) -> Built:
    from gui.pages.hands import RazzHandsPage, razz_hands_exports

    page = RazzHandsPage(context)
    page.page_requested.connect(context.page_requested)
    return page, razz_hands_exports(page, context)


def _razz_next_card(context: PageContext) -> Built:
    from gui.pages.next_card.page import RazzNextCardPage, razz_next_card_exports

    page = RazzNextCardPage(context.document, context.session)
    page.page_requested.connect(context.page_requested)
    return page, razz_next_card_exports(page, context)


def _lows(context: PageContext) -> Built:
    from gui.pages.lows import OutcomesPage, lows_exports

    page = OutcomesPage(context.document, context.session)
    return page, lows_exports(page, context)


def _starting(context: PageContext) -> Built:
    from gui.pages.starting import StartingPage, starting_exports

    page = StartingPage(context.document, context.session)
    return page, starting_exports(page, context)


def _kelly(context: PageContext) -> Built:
    from gui.pages.kelly.page import KellyPage, kelly_exports

    page = KellyPage.of(context)
    return page, kelly_exports(page, context)


def _betting(context: PageContext) -> Built:
    from gui.pages.betting.page import BettingPage, betting_exports

    page = BettingPage(context)
    return page, betting_exports(page, context)


def _tournament(context: PageContext) -> Built:
    from gui.pages.tournament import TournamentPage, tournament_exports

    page = TournamentPage(context)
    return page, tournament_exports(page, context)


def _ask(context: PageContext) -> Built:
    from gui.pages.ask.page import AskPage, ask_exports

    page = AskPage(context)
    return page, ask_exports(page, context)


def _journal(context: PageContext) -> Built:
    from gui.pages.journal import JournalPage, journal_exports

    page = JournalPage(context)
    return page, journal_exports(page, context)


def _histories(context: PageContext) -> Built:
    from gui.pages.histories.page import HistoriesPage, histories_exports

    page = HistoriesPage(context)
    return page, histories_exports(page, context)


def _trainer(context: PageContext) -> Built:
    from gui.pages.trainer.page import TrainerPage, trainer_exports

    page = TrainerPage(context)
    return page, trainer_exports(page, context)


def _compare(context: PageContext) -> Built:
    from gui.pages.compare.page import ComparePage, compare_exports

    page = ComparePage(context)
    return page, compare_exports(page, context)


class ChartName(NamedTuple):
    """The title in menus of a chart of a page that may not be built yet; ``game``: the only one that has it."""

    title: str
    game: Game | None = None


class Place(NamedTuple):
    """A part of a page that the palette finds: its title, and the ``objectName`` of each button that leads to it."""

    title: str
    buttons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageSpec:
    """A page: the title of its tab, the games in which it is shown, and what builds it when it is first shown; only
    then is it imported.
    """

    title: str
    group: str
    """One of :data:`GROUPS`: the tabs of a group stand side by side, the others wait behind their group's name."""
    games: tuple[Game, ...]
    build: Callable[[PageContext], Built]
    charts: tuple[ChartName, ...] = ()
    """What of it can be exported (a test compares them with what the page offers)."""
    views: tuple[str, ...] = ()
    """What the buttons and menus of its charts call their views (a test compares them, too)."""
    places: tuple[Place, ...] = ()
    """Parts of the page behind buttons of its own."""
    of_pinned: bool = False
    """Whether it is there only while a table is pinned."""


def _charts(*titles: str, game: Game | None = None) -> tuple[ChartName, ...]:
    return tuple(ChartName(title, game) for title in titles)


PAGES = (
    PageSpec(
        "Equity",
        "Equities",
        EVERY,
        _equity,
        (*_charts("Convergence"), *_charts("Hands", game="holdem"), *_charts("Outcomes", game="razz")),
        ("Precision", "Log", "Zoom", "Fit the axes", "Simulate"),
    ),
    PageSpec(
        "Range",
        "Equities",
        EVERY,
        _range,
        _charts("The range as shown", "The range by made hands", "The actions", game="holdem"),
        places=(Place("Save the range in the library", ("library.save",)),),
    ),
    PageSpec(
        "Made hands",
        "Equities",
        ("holdem",),
        _made,
        _charts("Made hands"),
        places=(Place("Made hands as a chart", ("made.view.chart",)),),
    ),
    PageSpec("Graph", "Equities", ("holdem",), _holdem_hands, _charts("Hands from best to worst"), ("Next street",)),
    PageSpec(
        "Next card",
        "Cards to come",
        ("holdem",),
        _holdem_next_card,
        _charts("Next card", "Next cards in groups", "Turn and river together"),
        places=(
            Place("Next cards in groups", ("boardCards.view.groups",)),
            Place("Turn and river together", ("boardCards.view.runouts",)),
        ),
    ),
    PageSpec("Flops", "Cards to come", ("holdem",), _flops, _charts("Equity over flops"), ("At least",)),
    PageSpec(
        "Pre-flop",
        "Decisions",
        ("holdem",),
        _preflop,
        _charts(
            "Worth of the flops",
            "Two hands over one another",
            "All hands before the flop",
            "Jam or fold",
            "Final table",
        ),
        places=(
            Place("Situation before the flop", ("preflop.view.situation",)),
            Place("All hands before the flop", ("preflop.view.hands",)),
            Place("First bets by seat", ("preflop.view.seats", "preflop.seats.kind.bets")),
            Place("Calls of a first bet by seat", ("preflop.view.seats", "preflop.seats.kind.calls")),
            Place("Jam or fold: going all in", ("preflop.view.jam", "preflop.jam.kind.jam")),
            Place("Jam or fold: calling", ("preflop.view.jam", "preflop.jam.kind.call")),
            Place("Critical stacks: going all in", ("preflop.view.jam", "preflop.jam.kind.stacks")),
            Place("Critical stacks: calling", ("preflop.view.jam", "preflop.jam.kind.callStacks")),
            Place("Final table", ("preflop.view.table",)),
        ),
    ),
    PageSpec("Graph", "Equities", ("razz",), _razz_hands, _charts("Down cards from best to worst")),
    PageSpec("Next card", "Cards to come", ("razz",), _razz_next_card, _charts("Next card", "Two next cards")),
    PageSpec("Lows", "Cards to come", ("razz",), _lows, _charts("Exact lows", "Who beats whom")),
    PageSpec(
        "Starting hands",
        "Cards to come",
        ("razz",),
        _starting,
        _charts("Starting hands", "One more dead card", "Street by street"),
    ),
    PageSpec(
        "Third street",
        "Decisions",
        ("razz",),
        _third,
        _charts("Fourth streets", "Steals", "Steals by doors"),
        places=(
            Place("Situation on third street", ("third.view.situation",)),
            Place("Steals by door", ("third.view.steals",)),
        ),
    ),
    PageSpec("Kelly", "Decisions", EVERY, _kelly, _charts("Growth", "Actions")),
    PageSpec("Journal", "Hands played", EVERY, _journal, _charts("Bankroll")),
    PageSpec(
        "Histories",
        "Hands played",
        EVERY,
        _histories,
        _charts("Equity through the hand", "Luck at all-ins"),
        places=(
            Place("Luck at all-ins", ("histories.pane.luck",)),
            Place("Price of decisions", ("histories.pane.decisions",)),
            Place("Players of the hands", ("histories.pane.players",)),
        ),
    ),
    PageSpec("Trainer", "Hands played", EVERY, _trainer, _charts("Errors over time")),
    PageSpec(
        "Betting",
        "Decisions",
        EVERY,
        _betting,
        _charts("Play of all hands", "Play by made hand", "How far the play can be beaten"),
        places=(
            Place("Situation and bet sizes", ("betting.view.situation",)),
            Place("Exploitability: how far the play can be beaten", ("betting.view.convergence",)),
        ),
    ),
    PageSpec(
        "Tournament",
        "Decisions",
        EVERY,
        _tournament,
        _charts("Who finishes where", "Bubble factors"),
        places=(
            Place("Deal maker: ICM and chip chop", ("tournament.view.deals",)),
            Place("Who finishes where", ("tournament.view.places",)),
            Place("Bubble factors", ("tournament.view.factors",)),
        ),
    ),
    PageSpec("Ask", "Equities", EVERY, _ask, _charts("How the event splits")),
    PageSpec(
        "A/B",
        "Equities",
        EVERY,
        _compare,
        _charts("Comparison: final hands", "Comparison: convergence"),
        of_pinned=True,
    ),
)
"""The order is that of the tabs."""
