"""Ranges to import: shown first, only ranges, and taken back again."""

import random
from pathlib import Path

import pytest

from engine import CancelToken
from engine.histories.splitting import WORDS, in_another_language
from engine.ranges.library_files import MAX_ENTRIES, LibraryEntry, LibraryImport
from gui.pages.range.library_panel import read_files
from tests.gui.library_fakes import CALL, OPEN
from tests.gui.range_fakes import page

HANDS = Path(__file__).parents[1] / "data" / "hands"
GERMAN = """PokerStars - Hand #57665432345:  Hold'em No Limit (€0.05/€0.10 EUR) - 2011/02/14 22:26:17 CET
Tisch 'Aenna' 6-max Platz 2 ist der Button
Platz 1: anna (€10.05 in Chips)
Platz 2: bert (€9.87 in Chips)
anna: setzt Small Blind €0.05
bert: setzt Big Blind €0.10
*** KARTEN AUF DER HAND ***
An anna ausgeteilt [Ah Kd]
anna: erhöht €0.20 auf €0.30
bert: passt
anna gewinnt €0.20 aus dem Pot
*** ZUSAMMENFASSUNG ***
Gesamtpot €0.20 | Rake €0
"""
FRENCH = """Main n°1234 PokerStars - Hold'em No Limit
Siège 1: anna (10.05 en jetons)
Siège 2: bert (9.87 en jetons)
*** CARTES FERMÉES ***
Donné à anna [Ah Kd]
anna: relance 0.20 à 0.30
bert: se couche
anna remporte 0.20
*** RÉSUMÉ ***
"""
SPANISH = """Mano de Winamax n.º 1234
Asiento 1: anna (10.05)
*** CARTAS ***
Repartidas a anna [Ah Kd]
anna: apuesta 2
bert: se retira
*** RESUMEN ***
"""
SHOPPING = "\n".join(["2 eggs", "milk", "butter 250 g", "AA batteries x4", "bread", "10 apples", "tea", "T-shirt"] * 8)


def found(tmp_path, data, name="some.txt"):
    (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    (answer,) = read_files([tmp_path / name], CancelToken())
    return answer


@pytest.mark.parametrize(
    "data",
    [
        SHOPPING,
        random.Random(3).randbytes(400_000),
        "lorem ipsum dolor\n" * 400,
        "AA\nno\nneither\n",
        b"",
        b"\0" * 9000,
    ],
    ids=["shopping", "noise", "prose", "fewer", "empty", "zeros"],
)
def test_a_file_that_is_mostly_no_ranges_is_not_imported(tmp_path, data):
    assert found(tmp_path, data).startswith("Not imported: some.txt: ")


def test_lines_that_are_no_ranges_are_skipped_and_listed(tmp_path):
    answer = found(tmp_path, "AA, KK\nCash/Open = 22+, ATs+\nhello there\nT9s+\n# game: razz\nSeven = (7-7-7)\n")
    assert [(entry.folder, entry.name, entry.text) for entry in answer.entries] == [
        ("", "AA, KK", "AA, KK"),
        ("Cash", "Open", "22+, ATs+"),
        ("", "T9s+", "T9s+"),
        ("", "Seven", "(7-7-7)"),
    ]
    assert answer.errors == ("'hello there' is not a range",)


def test_a_text_in_our_notation_is_imported_unchanged(tmp_path):
    answer = found(tmp_path, "# Steel Wheel ranges: folder/name = range\n\nA = of a later version\nB = neither\n")
    assert [entry.text for entry in answer.entries] == ["of a later version", "neither"]


def test_the_number_of_entries_is_limited(tmp_path):
    many = "".join(f"{number} = AA\n" for number in range(MAX_ENTRIES + 1))
    assert "at most 10,000 ranges" in found(tmp_path, many)
    answer = found(tmp_path, many.split("\n", 1)[1])
    assert len(answer.entries) == MAX_ENTRIES


@pytest.mark.parametrize(
    ("text", "told"),
    [(GERMAN, "of PokerStars in German"), (FRENCH, "of PokerStars in French"), (SPANISH, "of Winamax in Spanish")],
)
def test_a_history_in_another_language_is_recognised(tmp_path, text, told):
    assert f"this is a hand history {told}: switch the client to English" in found(tmp_path, text * 60)
    assert f"hand history {told}" in found(tmp_path, text.encode("utf-16"))


def test_a_history_in_english_is_not_taken_for_another_language():
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(HANDS.iterdir()) if path.is_file()]
    assert len(texts) > 5
    assert [in_another_language(text) for text in texts] == [""] * len(texts)
    assert in_another_language(SHOPPING) == in_another_language("\n".join(WORDS.values())) == ""


def test_an_english_history_refers_to_its_page(tmp_path):
    assert "Ctrl+Shift+O" in found(tmp_path, (HANDS / "stars.txt").read_bytes())


def test_new_ranges_are_previewed_and_adding_them_can_be_undone(qtbot, tmp_path):
    shown = page(qtbot, tmp_path)
    shown.library.add(OPEN)
    file = tmp_path / "mine.txt"
    file.write_text("22+\nAKs\nnothing at all\nQQ+\n", encoding="utf-8")
    shown.page.import_ranges((file,))
    said = shown.part("library.proposed").text()
    assert said == "3 ranges of mine.txt to add; not read: 'nothing at all' is not a range."
    assert shown.library.own == (OPEN,)
    shown.part("library.cancel").click()
    assert not shown.part("library.proposal").isVisible()
    shown.page.import_ranges((file,))
    shown.part("library.add").click()
    assert len(shown.library.own) == 4
    shown.part("library.bringBack").click()
    assert shown.library.own == (OPEN,)


def test_known_ranges_are_not_added_again(qtbot, tmp_path):
    shown = page(qtbot, tmp_path)
    shown.library.add(CALL)
    file = tmp_path / "mine.txt"
    file.write_text("Cash/Call = QQ:0.5\n", encoding="utf-8")
    shown.page.import_ranges((file,))
    assert not shown.part("library.add").isEnabled()
    assert "1 is in the library already" in shown.part("library.proposed").text()
    assert shown.library.take(LibraryImport("x", (CALL, LibraryEntry("new", "AA"))))[1] == (LibraryEntry("new", "AA"),)
