"""The table of pages: how each is built, and in which games it exists."""

from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple

from engine import GAMES, Game
from gui.export.files import BuiltPage
from gui.state.context import PageContext

EVERY = tuple(GAMES)
GROUPS = ("Equities", "Cards to come", "Decisions", "Hands played")


class ChartName(NamedTuple):
    """The title of a chart in menus, known before its page is built; ``game``: the only game that has it, None for
    all."""

    title: str
    game: Game | None = None


class Place(NamedTuple):
    """A view of a page that the palette finds: its title, and the ``objectName`` of the buttons to click, in order."""

    title: str
    buttons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageSpec:
    """A page: the title of its tab, the games in which it exists, and the ``builder`` function in ``gui.pages``.

    The module of the builder is imported when the page is first displayed, which keeps the start of the program fast.
    """

    title: str
    group: str
    """One of :data:`GROUPS`: the tabs of the current group are visible, other groups are a button each."""
    games: tuple[Game, ...]
    builder: str
    charts: tuple[ChartName, ...] = ()
    """The charts that can be exported; a test compares them with those of the page."""
    views: tuple[str, ...] = ()
    """The texts of the toggles and menu entries of its charts, compared by the same test."""
    places: tuple[Place, ...] = ()
    """Views of the page that are reached by buttons on it."""
    of_pinned: bool = False
    """Whether the page exists only while a table is pinned."""

    def build(self, context: PageContext) -> BuiltPage:
        """Import the builder and return the page for a window."""
        module, _, name = self.builder.rpartition(".")
        built: BuiltPage = getattr(import_module(f"gui.pages.{module}"), name)(context)
        return built


def _charts(*titles: str, game: Game | None = None) -> tuple[ChartName, ...]:
    return tuple(ChartName(title, game) for title in titles)


PAGES = (
    PageSpec(
        "Equity",
        "Equities",
        EVERY,
        "equity.page.equity_page",
        (*_charts("Convergence"), *_charts("Hands", game="holdem"), *_charts("Outcomes", game="razz")),
        ("Precision", "Log", "Zoom", "Fit the axes", "Simulate"),
    ),
    PageSpec(
        "Range",
        "Equities",
        EVERY,
        "range.page.range_page",
        _charts("The range as shown", "The range by made hands", "The actions", game="holdem"),
        places=(Place("Save the range in the library", ("library.save",)),),
    ),
    PageSpec(
        "Made hands",
        "Equities",
        ("holdem",),
        "made.page.made_page",
        _charts("Made hands"),
        places=(Place("Made hands as a chart", ("made.view.chart",)),),
    ),
    PageSpec(
        "Graph",
        "Equities",
        ("holdem",),
        "hands.holdem_hands_page",
        _charts("Hands from best to worst"),
        ("Next street",),
    ),
    PageSpec("Graph", "Equities", ("razz",), "hands.razz_hands_page", _charts("Down cards from best to worst")),
    PageSpec("Ask", "Equities", EVERY, "ask.page.ask_page", _charts("How the event splits")),
    PageSpec(
        "A/B",
        "Equities",
        EVERY,
        "compare.page.compare_page",
        _charts("Comparison: final hands", "Comparison: convergence"),
        of_pinned=True,
    ),
    PageSpec(
        "Next card",
        "Cards to come",
        ("holdem",),
        "next_card.page.holdem_next_card_page",
        _charts("Next card", "Next cards in groups", "Turn and river together"),
        places=(
            Place("Next cards in groups", ("boardCards.view.groups",)),
            Place("Turn and river together", ("boardCards.view.runouts",)),
        ),
    ),
    PageSpec("Flops", "Cards to come", ("holdem",), "flops.flops_page", _charts("Equity over flops"), ("At least",)),
    PageSpec(
        "Next card",
        "Cards to come",
        ("razz",),
        "next_card.page.razz_next_card_page",
        _charts("Next card", "Two next cards"),
    ),
    PageSpec("Lows", "Cards to come", ("razz",), "lows.lows_page", _charts("Exact lows", "Who beats whom")),
    PageSpec(
        "Starting hands",
        "Cards to come",
        ("razz",),
        "starting.starting_page",
        _charts("Starting hands", "One more dead card", "Street by street"),
    ),
    PageSpec(
        "Pre-flop",
        "Decisions",
        ("holdem",),
        "preflop.page.preflop_page",
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
    PageSpec(
        "Third street",
        "Decisions",
        ("razz",),
        "preflop.third.page.third_page",
        _charts("Fourth streets", "Steals", "Steals by doors"),
        places=(
            Place("Situation on third street", ("third.view.situation",)),
            Place("Steals by door", ("third.view.steals",)),
        ),
    ),
    PageSpec("Kelly", "Decisions", EVERY, "kelly.page.kelly_page", _charts("Growth", "Actions")),
    PageSpec(
        "Betting",
        "Decisions",
        EVERY,
        "betting.page.betting_page",
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
        "tournament.tournament_page",
        _charts("Who finishes where", "Bubble factors"),
        places=(
            Place("Deal maker: ICM and chip chop", ("tournament.view.deals",)),
            Place("Who finishes where", ("tournament.view.places",)),
            Place("Bubble factors", ("tournament.view.factors",)),
        ),
    ),
    PageSpec("Journal", "Hands played", EVERY, "journal.journal_page", _charts("Bankroll")),
    PageSpec(
        "Histories",
        "Hands played",
        EVERY,
        "histories.page.histories_page",
        _charts("Equity through the hand", "Luck at all-ins"),
        places=(
            Place("Luck at all-ins", ("histories.pane.luck",)),
            Place("Price of decisions", ("histories.pane.decisions",)),
            Place("Players of the hands", ("histories.pane.players",)),
        ),
    ),
    PageSpec("Trainer", "Hands played", EVERY, "trainer.page.trainer_page", _charts("Errors over time")),
)
"""In the order of the tabs, group by group, which is also the order of their keyboard shortcuts."""
