"""Filters of the list of hands beside naive readings, their errors with places, and the marks of hands."""

import json
import random
import re
from dataclasses import replace
from itertools import combinations

import pytest

from engine.cards import CARDS_BY_TEXT, TextError
from engine.histories.filters import FILTERS, read_filters, search_test, selected
from engine.histories.hand import HandError, RawHand, hand_id, merge_hands
from engine.histories.hero import HandFacts, HeroHand, hero_hand
from engine.histories.listing import HandLine, hand_line
from engine.histories.marks import MAX_TAGS, HandMark, all_tags, dump_marks, read_marks, read_tags
from engine.histories.reading import read_hand
from engine.questions.holdem_atoms import BOARD_WORDS
from engine.scenario import ScenarioError
from tests.engine.played_hands import FILES, raw_hands
from tests.reference.naive_range_text import read as naive_range

RAWS = merge_hands([(name, raw_hands(name)) for name in FILES])
LINES = tuple(map(hand_line, RAWS))


def _facts() -> HandFacts:
    heroes, broken = {}, {}
    for raw in RAWS:
        try:
            heroes[raw.number] = hero_hand(read_hand(raw))
        except HandError as error:
            broken[raw.number] = error.message
    return HandFacts(heroes, broken)


FACTS = _facts()


def _names(facts=FACTS, **texts):
    """Return the source and place in it of the hands that fit."""
    return [f"{line.raw.source} {line.raw.line}" for line in selected(LINES, facts, read_filters(texts))]


def _numbers(lines, facts, **texts):
    return {line.raw.number for line in selected(lines, facts, read_filters(texts))}


def test_without_filters_all_hands_stay():
    assert selected(LINES, FACTS, []) == LINES
    assert read_filters({"pot": "  "}) == []


@pytest.mark.parametrize(
    ("key", "text", "fits"),
    [
        ("from", "2020", lambda line, _: line.date >= "2020"),
        ("from", "2014-5-13", lambda line, _: line.date >= "2014-05-13"),
        ("to", "2010", lambda line, _: bool(line.date) and int(line.date[:4]) <= 2010),
        ("to", "2010/05/06", lambda line, _: bool(line.date) and line.date[:10] <= "2010-05-06"),
        ("game", "razz", lambda line, hero: hero is not None and hero.game == "razz"),
        ("game", "Holdem", lambda line, hero: hero is not None and hero.game == "holdem"),
        ("stakes", "0.5/1", lambda line, _: bool(re.match(r"\D?0?[.,]50?\D*/\D?1(\.00)?\b", line.stakes))),
        ("position", "btn, bb", lambda _, hero: hero is not None and hero.position in ("BTN", "BB")),
        ("position", "door", lambda _, hero: hero is not None and hero.position.startswith("door")),
        ("position", "bring-in", lambda _, hero: hero is not None and hero.position == "bring-in"),
        ("result", "won", lambda _, hero: hero is not None and hero.net is not None and hero.net > 0),
        ("result", "lost", lambda _, hero: hero is not None and hero.net is not None and hero.net < 0),
        ("result", "> 10 bb", lambda _, hero: hero is not None and hero.net is not None and hero.net > 10 * hero.unit),
        ("result", "-20..0", lambda _, h: h is not None and h.net is not None and -20 * h.unit <= h.net <= 0),
        ("pot", "10-50", lambda _, hero: hero is not None and 10 * hero.unit <= hero.pot <= 50 * hero.unit),
        ("pot", "100+", lambda _, hero: hero is not None and hero.pot >= 100 * hero.unit),
        ("stack", "below 50", lambda _, hero: hero is not None and hero.stack is not None and hero.stack < 50),
        ("opponent", "BODO", lambda line, _: any("bodo" in p.lower() for p in line.players if p != line.hero)),
        ("all_in", "yes", lambda _, hero: hero is not None and hero.has_hero and hero.all_in is not None),
        ("all_in", "no", lambda _, hero: hero is not None and hero.has_hero and hero.all_in is None),
        ("showdown", "yes", lambda _, hero: hero is not None and hero.has_hero and hero.showdown),
    ],
)  # fmt: skip
def test_a_filter_keeps_the_hands_that_fit(key, text, fits):
    expected = {line.raw.number for line in LINES if fits(line, FACTS.heroes.get(line.raw.number))}
    assert _numbers(LINES, FACTS, **{key: text}) == expected
    assert 0 < len(expected) < len(LINES)


def test_filters_are_combined():
    both = _numbers(LINES, FACTS, result="won", position="BB")
    assert both == _numbers(LINES, FACTS, result="won") & _numbers(LINES, FACTS, position="BB")
    assert both
    words = [search_test("bodo"), *read_filters({"result": "won"})]
    assert {line.raw.number for line in selected(LINES, FACTS, words)} < _numbers(LINES, FACTS, result="won")


def _line(number, cards, game, board=""):
    raw = RawHand(number, 1, "stars", f"hand {number}", "")
    hero = HeroHand(game, 1.0, 10.0, 0.0, board, 1.0, "BTN", 50.0, 3, None, has_hero=True)
    return HandLine(raw, "", "", (), "anna", cards, "", ""), hero


def _list(rows):
    pairs = [_line(number, *row) for number, row in enumerate(rows, 1)]
    return tuple(line for line, _ in pairs), HandFacts({line.raw.number: hero for line, hero in pairs})


@pytest.mark.parametrize("text", ["JJ+, AQs+", "22-66, T9s", "AhKh", "random, !(AA)", "AKo:0.5, QQ:0"])
def test_hole_cards_are_a_range(text):
    deck = list(CARDS_BY_TEXT)
    pairs = [*random.Random(3).sample(list(combinations(deck, 2)), 400), ("Ah", "Kh"), ("Kd", "Ac"), ("As", "Ah")]
    lines, facts = _list([(a + b, "holdem") for a, b in pairs])
    weights = naive_range(text)
    expected = {n for n, (a, b) in enumerate(pairs, 1) if _naive_weight(weights, a, b) > 0}
    assert _numbers(lines, facts, cards=text) == expected
    assert expected


def _naive_weight(weights, a, b):
    return max((weights.get(key, 0) for key in (a + b, b + a, frozenset((a, b)), (a, b), (b, a))), default=0)


def test_hole_cards_of_razz_are_down_cards_in_any_order_and_the_door():
    rows = ["2c5sAc", "5s2cAc", "Ac2c8d", "KhKd8s", "7c7d8s", "2c8hAc"]
    lines, facts = _list([(cards, "razz") for cards in rows] + [("2c5s", "holdem")])
    for text, fits in (
        ("(7-7-)", {1, 2, 3}),
        ("(7-7-)A", {1, 2}),
        ("(7-7-)8", {3}),
        ("x x 8", {3, 4, 5}),
        ("[8]2", {6}),
        ("(7-7-), 25@0", {3}),
        ("KK", {4}),
        ("2c", {1, 2, 3, 6}),
    ):
        assert _numbers(lines, facts, cards=text) & set(range(1, 7)) == fits, text
    assert 7 not in _numbers(lines, facts, cards="(7-7-)")


def test_a_card_text_valid_in_both_games_filters_both():
    lines, facts = _list([("AhAd", "holdem"), ("AhAd8c", "razz"), ("KhKd", "holdem"), ("2h3d8c", "razz")])
    assert _numbers(lines, facts, cards="AA") == {1, 2}


def _naive_board(word, cards):
    ranks, suits = ["23456789TJQKA".index(card[0]) for card in cards], [card[1] for card in cards]
    low = [*ranks, *(-1 for rank in ranks if rank == 12)]
    return {
        "paired": len(set(ranks)) < len(ranks),
        "two-tone": len(set(suits)) == 2,
        "monotone": len(set(suits)) == 1,
        "rainbow": len(set(suits)) == len(suits),
        "connected": any(len(set(c)) == 3 and max(c) - min(c) <= 4 for c in combinations(set(low), 3)),
    }[word]


def test_boards_are_those_of_naive_textures():
    rows, chance = [], random.Random(5)
    for _ in range(300):
        rows.append(chance.sample(list(CARDS_BY_TEXT), chance.choice([0, 3, 4, 5])))
    lines, facts = _list([("AhKd", "holdem", "".join(board)) for board in rows])
    for word in BOARD_WORDS:
        last = {n for n, board in enumerate(rows, 1) if board and _naive_board(word, board)}
        flop = {n for n, board in enumerate(rows, 1) if board and _naive_board(word, board[:3])}
        assert _numbers(lines, facts, board=word) == last, word
        assert _numbers(lines, facts, board=f"flop {word}") == flop, word
        without = {n for n, board in enumerate(rows, 1) if board} - last
        assert _numbers(lines, facts, board=f"not {word}") == without, word
        assert last
    aces = {n for n, board in enumerate(rows, 1) if any(card[0] == "A" for card in board)}
    hearts = {n for n, board in enumerate(rows, 1) if len(board) > 3 and board[3][1] == "h"}
    assert _numbers(lines, facts, board="A") == aces
    assert _numbers(lines, facts, board="turn h") == hearts
    assert _numbers(lines, facts, board="A, turn h") == aces & hearts
    assert _numbers(lines, facts, board="A and turn h") == aces & hearts
    assert _numbers(lines, facts, board="A or turn h") == aces | hearts
    assert _numbers(lines, facts, board="[A,K]") >= aces
    assert _numbers(lines, facts, board="2c") == {n for n, board in enumerate(rows, 1) if "2c" in board}


@pytest.mark.parametrize(
    ("key", "text", "position"),
    [
        ("from", "yesterday", 0), ("from", "2024-13-01", 5), ("to", "  2024-1-32", 9), ("position", "BTN, dealer", 5),
        ("result", "wonn", 0), ("pot", "big", 0), ("pot", "50-10", 0), ("cards", "JJ+, AZs", 6),
        ("cards", "AA > flop set", 3),
        ("board", "paired, bluish", 8), ("board", "flop and A", 4), ("board", "turn Zx", 5), ("all_in", "maybe", 0),
        ("cards", "A 2 3 4", 6),
    ],
)  # fmt: skip
def test_an_invalid_filter_text_is_an_error_with_its_position(key, text, position):
    with pytest.raises(TextError) as error:
        read_filters({key: text})
    assert error.value.position == position, error.value.message
    assert error.value.message


def test_unknown_values_do_not_match():
    for spec in FILTERS:
        if spec.key in ("result", "pot", "stack", "position", "cards", "board", "all_in", "showdown", "state"):
            text = (
                spec.choices[0]
                if spec.choices
                else {"position": "BTN", "board": "A", "cards": "AA"}.get(spec.key, "> -999")
            )
            assert not _numbers(LINES, HandFacts(), **{spec.key: text}), spec.key


def test_broken_hands_and_other_games_are_found():
    facts = HandFacts(FACTS.heroes, {1: "broken"}, {2: "not read: Omaha"})
    assert _numbers(LINES, facts, state="broken") == {1}
    assert _numbers(LINES, facts, state="other game") == {2}
    assert 1 not in _numbers(LINES, facts, state="read")


def test_marks_are_filtered():
    first, second, third = (hand_id(line.raw) for line in LINES[:3])
    marks = {
        first: HandMark(star=True),
        second: HandMark(tags=("Bluff", "river")),
        third: HandMark(note="folded the best hand"),
    }
    facts = replace(FACTS, marks=marks)
    assert _numbers(LINES, facts, star="yes") == {1}
    assert _numbers(LINES, facts, star="no") == set(range(2, len(LINES) + 1))
    assert _numbers(LINES, facts, tag="bluff") == _numbers(LINES, facts, tag="x, riv") == {2}
    assert _numbers(LINES, facts, note="best FOLDED") == {3}
    assert all_tags(marks) == ("Bluff", "river")


def test_every_hand_has_a_name_of_its_own_that_stays():
    names = [hand_id(raw) for raw in RAWS]
    assert len(set(names)) == len(names)
    assert hand_id(raw_hands("stars.txt")[0]) == "stars 105034215446"
    moved = [replace(raw, number=raw.number + 7, source="elsewhere") for raw in RAWS]
    assert [hand_id(raw) for raw in moved] == names


def test_marks_are_written_and_read():
    marks = {
        "stars 1": HandMark(True, ("a", "b c"), "note\nof two lines"),
        "phh 0a": HandMark(tags=("é",)),
        "x": HandMark(),
    }
    data = dump_marks(marks)
    assert read_marks(data) == ({hand: mark for hand, mark in marks.items() if mark}, [])
    assert json.loads(data)["hands"][0] == {"hand": "phh 0a", "tags": ["é"]}


def test_damaged_marks_leave_the_others_intact():
    data = dump_marks({"stars 1": HandMark(star=True), "stars 2": HandMark(note="n"), "stars 3": HandMark(star=True)})
    broken = data.replace(b'"note": "n"', b'"note": 7')
    marks, damaged = read_marks(broken)
    assert set(marks) == {"stars 1", "stars 3"}
    assert "hands[1].note" in damaged[0]
    marks, damaged = read_marks(data[: data.index(b"stars 3")])
    assert set(marks) == {"stars 1", "stars 2"}
    assert damaged
    for wrong in (b"{}", b"[1]", b"no", b'{"steelwheel_marks": 2, "hands": []}', b'{"steelwheel_marks": 1}'):
        with pytest.raises(ScenarioError):
            read_marks(wrong)


def test_tags_are_unique_and_short():
    assert read_tags(" bluff,, Bluff ,  three   bet ") == ("bluff", "three bet")
    with pytest.raises(TextError) as error:
        read_tags("a, " + "b" * 61)
    assert error.value.position == 3
    with pytest.raises(TextError, match=f"at most {MAX_TAGS}"):
        read_tags(",".join(map(str, range(MAX_TAGS + 1))))
