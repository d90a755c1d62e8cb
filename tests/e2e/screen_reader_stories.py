"""Whole stories told by AT-SPI and keys alone: ``screen_reader_stories.py STORY ERRORS COMMAND...``.

Names that are searched for here are what a screen reader says: whoever changes one changes what blind players hear.
"""

import sys
from pathlib import Path

from screen_reader import CONTROL, SHIFT, State, has, program


def begins(*starts):
    return lambda name: name.startswith(starts)


def holds(*parts):
    return lambda name: isinstance(name, str) and all(part in name for part in parts)


def hear_result(reader, *parts):
    return reader.hear(holds("Result: ", *parts), f"a result with {parts}")


def turn_to(reader, number, title):
    """Go to a page by its number and wait until it is there."""
    reader.shortcut(str(number), CONTROL)
    reader.wait(lambda: has(reader.find(title, "page tab"), State.SELECTED), f"page {title}")


def deal_flop(reader):
    """Go to the board and type three cards."""
    slot = ("push button", "flop, first card")
    reader.act_until(lambda: slot in reader.heard, slot[1], role=slot[0])
    reader.hear(lambda text: text == slot, "the keyboard on the flop")
    reader.type("7s8s2c")


def hear_cursor(reader, hand):
    """Wait until the cursor of a grid is said to be on a hand."""
    reader.hear(lambda text: text[0] == "table cell" and text[1].startswith(f"{hand}: "), f"the cursor on {hand}")


def tell_holdem(reader, folder):
    """Two hands, a flop, a range painted by keys, a chart in words and as a file, the table as one line and back."""
    reader.write("Hero: cards", "AhAd")
    reader.write("Seat 2: cards", "KhKd")
    hear_result(reader, "Hero 82.64", "Seat 2 17.36")
    reader.find(begins("Equity 82.64"), "label")
    reader.find(begins("Hero, Equity: 82.63"), "table cell")
    deal_flop(reader)
    hear_result(reader, "Hero 91.")
    text = holds("pair, Hero ", "Seat 2 ", "\u00a0%")
    reader.wait(
        lambda: text(reader.find("Final hands", "chart").get_description()), "the chart of final hands in words"
    )

    turn_to(reader, 2, "Range")
    reader.act("Seat to show: Hero", "Increase", "combo box")
    reader.write("Range of Seat 2 as text", "QQ+, AKs")
    hear_result(reader, "Hero 85.28", "Seat 2 14.72")
    reader.find(holds("AKs: ", "100"), "table cell")
    reader.find(holds("AQs: ", "not in the range"), "table cell")
    reader.focus("Range of Seat 2", "table")
    reader.press("Right")
    hear_cursor(reader, "AKs")
    reader.press("Right")
    hear_cursor(reader, "AQs")
    reader.press("Space")
    reader.find(holds("AQs: ", "100"), "table cell")
    assert "AQs" in reader.text_of("Range of Seat 2 as text")
    hear_result(reader, "Hero 84.59", "Seat 2 15.41")

    reader.shortcut("l", CONTROL)
    reader.hear(holds("Copied: "), "that the line was copied")
    reader.shortcut("n", CONTROL)
    reader.wait(lambda: not reader.text_of("Seat 2: cards"), "an empty table")
    reader.shortcut("v", CONTROL, SHIFT)
    reader.wait(lambda: "AQs" in reader.text_of("Seat 2: cards"), "the table that was copied")
    hear_result(reader, "Hero 84.59")
    export_results(reader, folder)


def export_results(reader, folder):
    """Write the results into a file by the keys of the dialog."""
    path = folder / "results.txt"
    reader.shortcut("e", CONTROL)
    reader.find("Charts and tables", "list")
    reader.press("End")
    reader.write("Folder", str(folder))
    reader.write("File name", path.name)
    reader.press("Return")
    reader.wait(lambda: path.exists() and "Hero" in path.read_text(encoding="utf-8"), "the file")
    reader.press("Escape")
    reader.has_gone("Charts and tables", "list")


def tell_razz(reader, folder):
    """A table with dead cards, what it becomes, the next card, a pair of starting hands."""
    reader.check("Play Razz")
    reader.write("Hero: cards", "A 2 9")
    reader.write("Seat 2: cards", "(7-7-7)")
    hear_result(reader, "Hero 41.68")
    reader.write("Dead cards", "7 7 K")
    hear_result(reader, "Hero 36.25")
    reader.find(begins("Equity 36.2"), "label")
    reader.focus("Seat 2: cards", "text")
    reader.write("Seat 2: cards", "4 5 7 8")
    reader.write("Hero: cards", "A 2 9 5")
    hear_result(reader, "Hero 38.50")

    turn_to(reader, 6, "Lows")
    reader.find(begins("7-5-4-2-A, Hero: "), "table cell")
    reader.check("Low vs low")
    reader.find(begins("Hero 8 low, Seat 2 9 low: "), "table cell")
    turn_to(reader, 5, "Next card")
    reader.find(begins("Hero after 3: "), "table cell")
    turn_to(reader, 7, "Starting hands")
    reader.find(begins("A-2 with 95 up: "), "table cell")
    reader.focus("Starting hands", "table")
    reader.press("Right")
    reader.hear(lambda text: text[0] == "table cell" and " with 95 up: " in text[1], "the cursor on a pair")
    reader.press("F5")
    hear_result(reader, "Hero 38.50")


STORIES = {"holdem": tell_holdem, "razz": tell_razz}


def tell(story, folder, *command):
    """Tell a story with the program that ``command`` starts; it fails with what was not found."""
    with program(command, Path(folder) / "errors.txt") as reader:
        story(reader, Path(folder))


if __name__ == "__main__":
    tell(STORIES[sys.argv[1]], *sys.argv[2:])
