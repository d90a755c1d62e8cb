"""The charts of the razz pages for files: each is drawn anew from the detail that its page shows."""

from engine import Snapshot
from engine.details.dead_cards import DeadCards
from engine.details.lows import Lows as LowsDetail
from engine.details.lows import Meetings
from engine.details.next_cards import NextRanks
from engine.details.path import StreetPath
from engine.details.starting_hands import StartingHands
from gui.charts.grid_figure import Grid, grid_chart
from gui.charts.paper import PaperChart
from gui.export.formats import Offer
from gui.look.theme import Look
from gui.pages.lows.details import Lows, exact_lows
from gui.pages.lows.heat_map import meeting_grid
from gui.pages.lows.lows_figure import LowsFigure, lows_table, lows_title
from gui.pages.lows.page import OutcomesPage
from gui.pages.next_card.heat_map import next_rank_grid
from gui.pages.next_card.razz_page import NextCardPage
from gui.pages.starting.details import dead_cards, path_steps, starting_chart
from gui.pages.starting.heat_maps import dead_grid, path_grid, starting_grid
from gui.pages.starting.page import StartingPage
from gui.state.session import Kind, Session
from gui.state.wants import Found


class RazzOffers:
    """Rows for the export menu; there is nothing to export while another table is being computed."""

    def __init__(
        self, session: Session, look: Look, next_card: NextCardPage, outcomes: OutcomesPage, starting: StartingPage
    ) -> None:
        self._session, self._next_card, self._outcomes = session, next_card, outcomes
        lows = PaperChart("lows", look, self._lows, LowsFigure, lows_title, lows_table)
        self.rows = (
            Offer("nextCard", "Next card", next_card, grid_chart("next-card", look, self._next_cards), "razz"),
            Offer("lows", "Exact lows", outcomes, lows, "razz"),
            Offer("meeting", "Who beats whom", outcomes, grid_chart("meeting", look, self._meeting), "razz"),
            Offer("starting", "Starting hands", starting, grid_chart("starting", look, self._starting), "razz"),
            Offer("dead", "One more dead card", starting, grid_chart("dead-cards", look, self._dead), "razz"),
            Offer("path", "Street by street", starting, grid_chart("streets", look, self._path), "razz"),
        )

    def _fresh(self, name: str, kind: type[Kind]) -> Found[Kind] | None:
        found = self._session.detail(name, kind)
        return None if found is None or found.stale else found

    def _next_cards(self) -> tuple[Grid, Snapshot] | None:
        found, table = self._fresh("next_card", NextRanks), self._next_card.model.table
        return None if found is None or table is None else (next_rank_grid(table), found.snapshot)

    def _lows(self) -> tuple[Lows, Snapshot] | None:
        found = self._fresh("outcomes", LowsDetail)
        return None if found is None else (exact_lows(found), found.snapshot)

    def _meeting(self) -> tuple[Grid, Snapshot] | None:
        found, meeting = self._fresh("joint", Meetings), self._outcomes.meeting
        return None if found is None or meeting is None else (meeting_grid(meeting), found.snapshot)

    def _starting(self) -> tuple[Grid, Snapshot] | None:
        found = self._fresh("starting_hands", StartingHands)
        chart = starting_chart(found.value, found.snapshot) if found is not None else None
        return None if found is None or chart is None else (starting_grid(chart), found.snapshot)

    def _dead(self) -> tuple[Grid, Snapshot] | None:
        found = self._fresh("sensitivity", DeadCards)
        if found is None:
            return None
        return dead_grid(dead_cards(found.value), found.snapshot.seats[found.value.seat].name), found.snapshot

    def _path(self) -> tuple[Grid, Snapshot] | None:
        found = self._fresh("path", StreetPath)
        steps = path_steps(found.value) if found is not None else ()
        if found is None or not steps:
            return None
        return path_grid(steps, [seat.name for seat in found.snapshot.active]), found.snapshot
