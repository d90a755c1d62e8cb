"""The table of pages: how each of them is built, and in which games it is shown."""

from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple

from engine import GAMES, Game
from gui.export.files import BuiltPage
from gui.state.context import PageContext

EVERY = tuple(GAMES)
GROUPS = ("Equities", "Cards to come", "Decisions", "Hands played")


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
    """A page: the title of its tab, the games in which it is shown, and the function in ``gui.pages`` that builds it
    when it is first shown; only then is it imported.
    """

    title: str
    group: str
    """One of :data:`GROUPS`: the tabs of a group stand side by side, the others wait behind their group's name."""
    games: tuple[Game, ...]
    builder: str
    charts: tuple[ChartName, ...] = ()
    """What of it can be exported (a test compares them with what the page offers)."""
    views: tuple[str, ...] = ()
    """What the buttons and menus of its charts call their views (a test compares them, too)."""
    places: tuple[Place, ...] = ()
    """Parts of the page behind buttons of its own."""
    of_pinned: bool = False
    """Whether it is there only while a table is pinned."""

    def build(self, context: PageContext) -> BuiltPage:
        """Return the page of a window."""
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
"""The order is that of the tabs on screen, group after group, and so that of their keys."""
