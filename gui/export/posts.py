"""Results as texts to be posted: one line, for a forum, in Markdown. The line in each pastes back onto the table."""

import re

from engine import Estimate, Snapshot
from engine.one_line import RESULT, format_line
from gui.export.files import class_lines, plain_blanks, result_cells, results_text
from gui.look.captions import provenance, why_no_equity
from gui.look.formatting import interval, percent

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_END_OF_CODE = re.compile(r"\[/code\]", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")


def line_with_result(snapshot: Snapshot) -> str:
    """Return the table as one line and its equities behind it, which are passed over where it is pasted."""
    shown = [_equity(seat.estimate) or why_no_equity(seat) for seat in snapshot.seats]
    return f"{format_line(snapshot.scenario)} | {RESULT} {plain_blanks(', '.join([*shown, snapshot.method]))}"


def _equity(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return " ".join(filter(None, (percent(estimate.equity, estimate.stderr), interval(estimate.stderr))))


def forum_text(snapshot: Snapshot) -> str:
    """Return the results for a forum that reads BBCode: in a block of code columns stay under each other."""
    text = f"{format_line(snapshot.scenario)}\n\n{results_text(snapshot)}"
    return f"[code]\n{_END_OF_CODE.sub('[ /code]', text)}[/code]\n"


def markdown_text(snapshot: Snapshot) -> str:
    """Return the results as a table of Markdown, the line of the table above it."""
    header, *rows = ([_markdown(cell) for cell in row] for row in result_cells(snapshot))
    blocks = [f"    {format_line(snapshot.scenario)}"]
    blocks.append("\n".join([_row(header), _row(["---", "---", *["--:"] * (len(header) - 2)]), *map(_row, rows)]))
    blocks += filter(None, ("\n".join(f"    {plain_blanks(line)}" for line in class_lines(snapshot) if line),))
    return "\n\n".join([*blocks, _markdown(provenance(snapshot))]) + "\n"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown(text: str) -> str:
    """Return ``text`` on one line so that Markdown shows it as it is."""
    return _SPECIAL.sub(r"\\\1", _BLANKS.sub(" ", plain_blanks(text)))
