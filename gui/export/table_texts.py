"""Tables as texts to be posted or pasted: aligned in a block of code for forums, in Markdown, with tabs for a sheet."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gui.charts.values import Table

MOST_ROWS = 200
"""So many rows are posted; a file of data has them all."""
DIGITS = 4
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~]|&(?=#?\w+;))")
_END_OF_CODE = re.compile(r"\[/code\]", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""How a text begins that a spreadsheet may take for a formula."""


@dataclass(frozen=True, slots=True)
class Post:
    """The data of a chart with its title and the situation that it is ``about``."""

    title: str
    about: str
    table: Table

    def cells(self, most: int | None = MOST_ROWS) -> list[list[str]]:
        """Return header and rows as texts, at most so many rows."""
        header, rows = self.table
        return [list(header), *([cell_text(cell) for cell in row] for row in rows[:most])]

    @property
    def rest(self) -> str:
        """A line on the rows that are not posted, empty where all are."""
        left = len(self.table[1]) - MOST_ROWS
        return f"… and {left} more row{'' if left == 1 else 's'}, which the CSV data has" if left > 0 else ""


def cell_text(value: object) -> str:
    """Return a value for people: numbers with four digits that count, never as powers of ten."""
    if not isinstance(value, float):
        return str(value)
    if abs(value) >= 10 ** (DIGITS - 1):
        return f"{value:.0f}"
    text = f"{value:.{DIGITS}g}"
    return f"{value:.6f}" if "e" in text else text


def harmless(cell: object) -> object:
    """Return a cell with a quote before a text that a spreadsheet takes for a formula (a seat may be called
    ``=1+1``)."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def aligned(cells: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return rows of a table in fixed width below its header and a rule; the first columns begin at their left."""
    lines = in_columns(cells, left)
    lines.insert(1, "-" * max(len(line) for line in lines))
    return lines


def in_columns(cells: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return rows in fixed width; the first columns begin at their left, the others end at their right."""
    rows = [[_BLANKS.sub(" ", cell) for cell in row] for row in cells]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        parts = [
            cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(parts).rstrip())
    return lines


def left_columns(table: Table) -> int:
    """Return how many columns in front hold texts."""
    header, rows = table
    texts = (all(isinstance(row[i], str) for row in rows) for i in range(len(header)))
    return next((i for i, text in enumerate(texts) if not text), len(header))


def forum_table(post: Post) -> str:
    """Return the data for a forum that reads BBCode."""
    lines = (post.title, post.about, "", *aligned(post.cells(), left_columns(post.table)), post.rest)
    return in_code("\n".join(lines).rstrip() + "\n")


def markdown_table(post: Post) -> str:
    """Return the data as a table of Markdown."""
    table = markdown_rows(post.cells(), left_columns(post.table))
    blocks = (f"**{markdown_text_of(post.title)}**", markdown_text_of(post.about), table, post.rest)
    return "\n\n".join(filter(None, blocks)) + "\n"


def tabbed_table(post: Post) -> str:
    """Return all rows with tabs between the columns, as spreadsheets take them, numbers in full."""
    header, rows = post.table
    return "".join("\t".join(_BLANKS.sub(" ", str(harmless(cell))) for cell in row) + "\n" for row in (header, *rows))


def in_code(text: str) -> str:
    """Return a text in a block of code of BBCode, where columns stay under each other."""
    return f"[code]\n{_END_OF_CODE.sub('[ /code]', plain_blanks(text))}[/code]\n"


def markdown_rows(cells: Sequence[Sequence[str]], left: int) -> str:
    """Return the rows of a table of Markdown, the header first."""
    header, *rows = ([markdown_text_of(cell) for cell in row] for row in cells)
    rule = ["---" if i < left else "--:" for i in range(len(header))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))


def markdown_text_of(text: str) -> str:
    """Return ``text`` on one line so that Markdown shows it as it is."""
    return _SPECIAL.sub(r"\\\1", _BLANKS.sub(" ", plain_blanks(text)))


def plain_blanks(text: str) -> str:
    """Return ``text`` with ordinary blanks: fixed-width fonts make holes of others."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")
