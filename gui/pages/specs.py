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
    """A view of a page that the palette finds: its title, and the ``objectName`` of the buttons to click, in order.

    ``synonyms``: other names that players use for it, separated by commas.
    """

    title: str
    buttons: tuple[str, ...]
    synonyms: str = ""


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
    synonyms: str = ""
    """Players' words for the subject of the page, separated by commas: the palette finds the page by them."""
    needs_table: bool = True
    """Whether the page is used together with the table; otherwise the table is collapsed at first."""
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
        synonyms="equity calculator, odds calculator, all-in equity, hand vs hand, hand vs range, who wins",
    ),
    PageSpec(
        "Range",
        "Equities",
        EVERY,
        "range.page.range_page",
        _charts("Range", "Range by made hands", "Range by actions", game="holdem"),
        places=(Place("Save the range in the library", ("library.save",), "save range, preset"),),
        synonyms="range editor, hand chart, matrix, combos, range builder, node lock, import ranges",
    ),
    PageSpec(
        "Made hands",
        "Equities",
        ("holdem",),
        "made.page.made_page",
        _charts("Made hands"),
        places=(Place("Made hands as a chart", ("made.view.chart",)),),
        synonyms="hand strength, range breakdown, hit the flop, top pair, draws, filter, made hands of a range",
    ),
    PageSpec(
        "Graph",
        "Equities",
        ("holdem",),
        "hands.holdem_hands_page",
        _charts("Hands from best to worst"),
        ("Next street",),
        synonyms="equity distribution, range vs range, range advantage, nut advantage",
    ),
    PageSpec(
        "Graph",
        "Equities",
        ("razz",),
        "hands.razz_hands_page",
        _charts("Down cards from best to worst"),
        synonyms="equity distribution, range vs range, range advantage",
    ),
    PageSpec(
        "Ask",
        "Equities",
        EVERY,
        "ask.page.ask_page",
        _charts("Breakdown"),
        synonyms="pot odds, MDF, minimum defense frequency, calculator, probability, "
        "how often, outs, bluff, break-even",
    ),
    PageSpec(
        "A/B",
        "Equities",
        EVERY,
        "compare.page.compare_page",
        _charts("Comparison: final hands", "Comparison: convergence"),
        of_pinned=True,
        synonyms="compare, versus, what if",
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
        synonyms="turn card, river card, runouts, scare cards, outs",
    ),
    PageSpec(
        "Flops",
        "Cards to come",
        ("holdem",),
        "flops.flops_page",
        _charts("Equity by flop"),
        ("Cumulative",),
        synonyms="flop textures, all flops, board coverage",
    ),
    PageSpec(
        "Next card",
        "Cards to come",
        ("razz",),
        "next_card.page.razz_next_card_page",
        _charts("Next card", "Two next cards"),
        synonyms="outs, live cards, dead cards",
    ),
    PageSpec(
        "Lows",
        "Cards to come",
        ("razz",),
        "lows.lows_page",
        _charts("Exact lows", "Low vs low"),
        synonyms="judge, check another simulator, low probabilities, chance of a low, simulator bias",
    ),
    PageSpec(
        "Starting hands",
        "Cards to come",
        ("razz",),
        "starting.starting_page",
        _charts("Starting hands", "One more dead card", "Street by street"),
        synonyms="hand rankings, dead cards, live cards, memory",
    ),
    PageSpec(
        "Pre-flop",
        "Decisions",
        ("holdem",),
        "preflop.page.preflop_page",
        _charts(
            "EV by flop",
            "Two hands compared",
            "EV of every starting hand",
            "Jam or fold",
            "Final table",
        ),
        places=(
            Place(
                "Situation before the flop", ("preflop.view.situation",), "straddle, ante, pot odds, raise, limp, 3-bet"
            ),
            Place("EV of every starting hand", ("preflop.view.hands",), "opening chart, hand chart"),
            Place(
                "Opening ranges by seat",
                ("preflop.view.seats", "preflop.seats.kind.bets"),
                "RFI, open raise, opening range, raise first in",
            ),
            Place(
                "Calling ranges by seat of the opener",
                ("preflop.view.seats", "preflop.seats.kind.calls"),
                "calling a first bet, calling a raise, cold call, flat, defend",
            ),
            Place(
                "Jam or fold: jamming range",
                ("preflop.view.jam", "preflop.jam.kind.jam"),
                "push fold, push or fold, shove, shoving chart, Nash, jam",
            ),
            Place(
                "Jam or fold: calling range",
                ("preflop.view.jam", "preflop.jam.kind.call"),
                "push fold, call a shove, calling an all-in, Nash",
            ),
            Place(
                "Critical stacks: jam",
                ("preflop.view.jam", "preflop.jam.kind.stacks"),
                "push fold, shove, SAGE, Nash chart, jam",
            ),
            Place(
                "Critical stacks: call",
                ("preflop.view.jam", "preflop.jam.kind.callStacks"),
                "push fold, call a shove, Nash chart",
            ),
            Place("Final table", ("preflop.view.table",), "ICM, push fold, Nash, payouts, bubble"),
        ),
        synonyms="RFI, open raise, 3-bet, 4-bet, squeeze, straddle, ante, limp, steal, "
        "isolate, push fold, Nash, shove, jam, ICM, calling a first bet",
    ),
    PageSpec(
        "Third street",
        "Decisions",
        ("razz",),
        "preflop.third.page.third_page",
        _charts("Fourth streets", "Steals", "Steals by door card"),
        places=(
            Place("Situation on third street", ("third.view.situation",)),
            Place("Steals by door card", ("third.view.steals",), "ante steal, complete, bring-in"),
        ),
        synonyms="steal, complete, completion, bring-in, ante, fourth street",
    ),
    PageSpec(
        "Kelly",
        "Decisions",
        EVERY,
        "kelly.page.kelly_page",
        _charts("Growth", "Actions", "Growth by action"),
        synonyms="bet sizing, bankroll, risk of ruin, rake, pot odds, call or fold, Cassandra, bluff, calculator",
    ),
    PageSpec(
        "Betting",
        "Decisions",
        EVERY,
        "betting.page.betting_page",
        _charts(
            "Strategy",
            "Strategy by made hand",
            "Strategy by cards held",
            "Difference of two decisions",
            "Exploitability",
        ),
        places=(
            Place("Situation and bet sizes", ("betting.view.situation",), "rake, bet sizing, tree, stack, SPR"),
            Place(
                "Exploitability of the solution",
                ("betting.view.convergence",),
                "Nash distance, convergence, accuracy, GTO",
            ),
        ),
        synonyms="solver, GTO, equilibrium, Nash, node lock, node locking, MDF, bluff, "
        "c-bet, continuation bet, rake, exploitability, MES, best response",
    ),
    PageSpec(
        "Flop report",
        "Decisions",
        ("holdem",),
        "betting.report.page.flop_report_page",
        _charts("Strategy by flop"),
        places=(Place("Strategy by flop as a chart", ("flopReport.view.chart",), "aggregate report, c-bet by flop"),),
        synonyms="aggregate report, aggregated report, aggregation report, solve many flops, flop subsets, "
        "c-bet frequency by texture",
    ),
    PageSpec(
        "Simulate",
        "Decisions",
        EVERY,
        "simulate.page.simulate_page",
        _charts("EV of each action", "Results in chips"),
        places=(
            Place("Situation to simulate", ("simulate.view.situation",), "stacks, pot, players"),
            Place("Results of each action in chips", ("simulate.view.results",)),
            Place("Simulated hands step by step", ("simulate.view.hands",), "sample hands, replay, replayer"),
        ),
        synonyms="EV of a call, EV of a raise, play it out, multiway, three-way pot, call or raise, "
        "selective sampling, Monte Carlo, bet size",
    ),
    PageSpec(
        "Tournament",
        "Decisions",
        EVERY,
        "tournament.tournament_page",
        _charts("Finish probabilities", "Bubble factors"),
        places=(
            Place("Deal maker: ICM and chip chop", ("tournament.view.deals",), "ICM, deal, chop, payouts"),
            Place("Finish probabilities", ("tournament.view.places",)),
            Place("Bubble factors", ("tournament.view.factors",), "ICM pressure, risk premium"),
        ),
        synonyms="ICM, ICM calculator, deal, chip chop, bubble, risk premium, final table, Nash, payouts, SNG",
        needs_table=False,
    ),
    PageSpec(
        "Journal",
        "Hands played",
        EVERY,
        "journal.journal_page",
        _charts("Bankroll"),
        synonyms="bankroll, session tracker, session, tracker, downswing, risk of ruin, winrate",
        needs_table=False,
    ),
    PageSpec(
        "Histories",
        "Hands played",
        EVERY,
        "histories.page.histories_page",
        _charts("Equity through the hand", "Luck at all-ins"),
        places=(
            Place("Luck at all-ins", ("histories.pane.luck",), "all-in EV, EV adjusted, running good, running bad"),
            Place("EV loss", ("histories.pane.decisions",), "price of decisions, mistakes, leaks, blunders"),
            Place("Best play", ("histories.pane.best",), "GTO analyzer, solver, hand analysis, mistakes, leaks"),
            Place(
                "Player statistics",
                ("histories.pane.players",),
                "VPIP, PFR, 3-bet, c-bet, fold to 3-bet, WTSD, W$SD, aggression, HUD, statistics, stats, opponents",
            ),
        ),
        synonyms="import, hand history, hand histories, replayer, replay, tracker, database, HUD, "
        "EV loss, all-in EV, VPIP, PFR, 3-bet, c-bet, WTSD",
        needs_table=False,
    ),
    PageSpec(
        "Match",
        "Hands played",
        EVERY,
        "match.page.match_page",
        _charts("Winnings", "Head-to-head results", "Strength by bet size"),
        places=(
            Place("Head-to-head results", ("match.view.matrix",)),
            Place("Strength by bet size", ("match.view.sizes",), "bet sizing tells, sizing tell"),
        ),
        synonyms="bots, bot match, self-play, computer players, win rate, BB/100, play against each other, simulation",
        needs_table=False,
    ),
    PageSpec(
        "Trainer",
        "Hands played",
        EVERY,
        "trainer.page.trainer_page",
        _charts("Errors over time"),
        synonyms="quiz, practice, drill, flash cards, guess the equity, call or fold",
        needs_table=False,
    ),
)
"""In the order of the tabs, group by group, which is also the order of their keyboard shortcuts."""
