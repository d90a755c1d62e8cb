"""The data of charts in words, for those who cannot see them."""

import csv
import io
import math

from gui.charts.values import MAX_SPOKEN_ROWS, Amount, table_text
from gui.export.files import table_csv
from tests.gui.texts import plain

HEAD = ("hand", "equity", "stderr", "chips", "deals")


def test_shares_are_read_aloud_in_percent_and_amounts_as_numbers():
    rows = [("AA", 0.42311, 0.00002, Amount(12.5), 1000), ("KK", 1.0, "", None, 0)]
    text = plain(table_text((HEAD, rows)))
    assert text == "hand AA, equity 42.31 %, stderr 0.002 %, chips 12.5, deals 1000; hand KK, equity 100 %, deals 0"


def test_infinite_and_unknown_values_are_read_aloud_as_words():
    """Risking everything makes the growth of a bankroll infinitely bad."""
    rows = [(-math.inf, math.inf, math.nan, Amount(math.inf))]
    text = table_text((("growth", "gained", "stderr", "chips"), rows))
    assert text == "growth minus infinity, gained infinity, stderr unknown, chips infinity"


def test_only_the_end_of_a_long_table_is_read_aloud():
    rows = [(i, i / 100) for i in range(MAX_SPOKEN_ROWS + 1)]
    assert plain(table_text((("hand", "equity"), rows))) == "The last of 27 rows: hand 26, equity 26 %"


def test_files_contain_the_numbers_in_full():
    written = table_csv((HEAD, [("AA", 0.42311, 0.00002, Amount(12.125), 1000)])).decode()
    assert list(csv.reader(io.StringIO(written)))[1] == ["AA", "0.42311", "2e-05", "12.125", "1000"]
