"""Results as texts to be posted: one line, for a forum, in Markdown. The line in each pastes back onto the table."""

from engine import Estimate, Snapshot
from engine.formats.one_line import RESULT, format_line
from gui.export.files import NAMES, class_lines, result_cells, results_text
from gui.export.table_texts import in_code, markdown_rows, markdown_text_of, plain_blanks
from gui.look.captions import glance_shares, provenance, why_no_equity
from gui.look.formatting import interval, percent


def line_with_result(snapshot: Snapshot) -> str:
    """Return the table as one line and its equities behind it, which are passed over where it is pasted."""
    shown = [_equity(seat.estimate) or why_no_equity(seat) for seat in snapshot.seats]
    waited, shares = glance_shares(snapshot)
    if waited:
        shown = [f"{cell} ({waited} {share})" if share else cell for cell, share in zip(shown, shares, strict=True)]
    return f"{format_line(snapshot.scenario)} | {RESULT} {plain_blanks(', '.join([*shown, snapshot.method]))}"


def _equity(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return " ".join(filter(None, (percent(estimate.equity, estimate.stderr), interval(estimate.stderr))))


def forum_text(snapshot: Snapshot) -> str:
    """Return the results for a forum that reads BBCode: in a block of code columns stay under each other."""
    text = f"{format_line(snapshot.scenario)}\n\n{results_text(snapshot)}"
    return in_code(text)


def markdown_text(snapshot: Snapshot) -> str:
    """Return the results as a table of Markdown, the line of the table above it."""
    blocks = [f"    {format_line(snapshot.scenario)}", markdown_rows(result_cells(snapshot), NAMES)]
    blocks += filter(None, ("\n".join(f"    {plain_blanks(line)}" for line in class_lines(snapshot) if line),))
    return "\n\n".join([*blocks, markdown_text_of(provenance(snapshot))]) + "\n"
