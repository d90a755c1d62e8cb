"""What the page of lows exports: the curves of exact lows, and who beats whom with what as a heat map."""

from engine import Snapshot
from engine.details.lows import MEETING_RESULTS, Meetings
from engine.details.lows import Lows as LowsDetail
from gui.charts.grid_figure import Grid, GridCell, errors_clause, grid_chart
from gui.charts.picture import PaperChart
from gui.export.formats import ExportItem
from gui.look.formatting import percent
from gui.pages.context import PageContext
from gui.pages.lows.details import SHORT, Lows, Meeting, exact_lows
from gui.pages.lows.lows_figure import LowsFigure, lows_table, lows_title
from gui.pages.lows.page import JOINT, LOWS, OutcomesPage


def meeting_grid(meeting: Meeting) -> Grid:
    """Return who of two razz seats beats whom with what."""
    names = tuple(SHORT.get(name, name) for name in meeting.classes)
    count = len(names)
    shares = [[sum(meeting.grids[r][i][j] for r in MEETING_RESULTS) for j in range(count)] for i in range(count)]
    top = max(max(row) for row in shares) or 1.0
    shown, rows = [], []
    for i in range(count):
        for j in range(count):
            win, tie, lose = (meeting.grids[name][i][j] for name in MEETING_RESULTS)
            rows.append((meeting.classes[i], meeting.classes[j], win, tie, lose))
            strength = (shares[i][j] / top) ** 0.5
            tone = 0.0 if tie > max(win, lose) else strength if win >= lose else -strength
            sign = "=" if tie > max(win, lose) else "▲" if win >= lose else "▼"
            label = f"{100 * shares[i][j]:.1f} {sign}" if shares[i][j] >= 0.0005 else ""
            shown.append(GridCell(i, j, label, (), tone, faint=not label))
    first, second = meeting.names
    results = ", ".join(f"{name}s {percent(meeting.share(name), meeting.stderr)}" for name in MEETING_RESULTS)
    return Grid(
        f"{first} against {second}: who beats whom with what",
        f"rows: {first}'s low, columns: {second}'s; percent of all deals; {first} {results}"
        f"{errors_clause([meeting.stderr])}",
        count,
        count,
        tuple(shown),
        ((first, second, "win", "tie", "lose"), list(rows)),
        row_heads=names,
        column_heads=names,
    )


def lows_exports(page: OutcomesPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported, nothing while another table is being computed."""

    def lows() -> tuple[Lows, Snapshot] | None:
        found = context.session.current_detail(LOWS, LowsDetail)
        return None if found is None else (exact_lows(found), found.snapshot)

    def meeting() -> tuple[Grid, Snapshot] | None:
        found, shown = context.session.current_detail(JOINT, Meetings), page.meeting
        return None if found is None or shown is None else (meeting_grid(shown), found.snapshot)

    curves = PaperChart("lows", context.look, lows, LowsFigure, lows_title, lows_table)
    return (
        ExportItem("lows", "Exact lows", page, curves, "razz"),
        ExportItem("meeting", "Who beats whom", page, grid_chart("meeting", context.look, meeting), "razz"),
    )
