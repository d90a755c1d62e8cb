"""Razz scenarios: which errors are reported, in which field and at which position; the deck; the common card on seventh
street."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.equity.razz.setup import RazzSetup, possible
from engine.equity.rules import has_common_card
from engine.scenario import Problem, ScenarioError
from engine.scenario.kelly import read_panel
from tests.engine.tables import razz, razz_setup


def problems(*cards: str, dead: str = "", board: str = "", folded: tuple[int, ...] = ()) -> list[Problem]:
    with pytest.raises(ScenarioError) as caught:
        razz_setup(*cards, dead=dead, board=board, folded=folded)
    return list(caught.value.problems)


def places(found: list[Problem]) -> list[tuple[str, int | None]]:
    return [(problem.field, problem.position) for problem in found]


def live(setup: RazzSetup) -> list[int]:
    result: list[int] = setup.live.tolist()
    return result


def test_particular_and_dead_cards_leave_the_deck() -> None:
    setup = razz_setup("A29", "Ah 7- K", dead="77Kh 10")
    assert live(setup) == [2, 3, 4, 4, 4, 4, 2, 4, 3, 3, 4, 4, 2]
    assert [seat.free for seat in setup.active] == [4, 4]
    assert len(setup.active[1].choices) == 7


def test_choices_that_the_known_cards_rule_out_are_removed() -> None:
    setup = razz_setup("[23][23]4", dead="2 2 2 3")
    assert sorted(map(tuple, setup.active[0].choices[:, 1:3].tolist())) == [(0, 2), (1, 1)]


@pytest.mark.parametrize(
    ("cards", "dead", "place"),
    [
        (("A23", "456"), "A A A A", ("dead", 6)),
        (("As23", "As45"), "", ("seats[1].cards", 0)),
        (("A23", "4 A 5 A A A"), "", ("seats[1].cards", 10)),
        (("As23", "x"), "2h As", ("dead", 3)),
        (("x", "x"), "7h 7h", ("dead", 3)),
        (("A23", "A2345678"), "", ("seats[1].cards", 8 - 1)),
        (("A23", "(22)5"), "", ("seats[1].cards", 2)),
        (("A23",), "4 z", ("dead", 2)),
        (("[A]23", "x"), "A A A A", ("seats[0].cards", 0)),
        (("x", "A29@0"), "", ("seats[1].cards", 0)),
    ],
)
def test_errors_name_field_and_position(cards: tuple[str, ...], dead: str, place: tuple[str, int]) -> None:
    assert places(problems(*cards, dead=dead)) == [place]


def test_all_fields_are_reported_at_once() -> None:
    values = problems("A2!", "", "(7-7", dead="5 ?", board="Ah")
    assert places(values) == [
        ("seats[0].cards", 2), ("seats[1].cards", 0), ("seats[2].cards", 0), ("board", 0), ("dead", 2),
    ]  # fmt: skip
    assert [problem.incomplete for problem in values] == [False, True, False, False, False]


def test_the_table() -> None:
    assert places(problems(*["x"] * 9)) == [("seats", None)]
    assert places(problems("A23", "456", folded=(0, 1))) == [("seats", None)]
    assert len(razz_setup(*["x"] * 8).active) == 8


def test_seats_that_need_the_same_cards() -> None:
    assert places(problems(*["[A]23"] * 4, dead="A")) == [("seats", None)]
    assert places(problems("[A2][A2]K", "[A2][A2]K", dead="A A A 2 2")) == [("seats", None)]
    razz_setup("[A2][A2]K", "[A2][A2]K", dead="A A 2 2")


def test_folded_seats() -> None:
    setup = razz_setup("x", "A2x", "x7-9", "x", folded=(1, 2, 3))
    assert live(setup) == [3, 3, 4, 4, 4, 4, 4, 4, 3, 4, 4, 4, 4]
    (folded,) = setup.folded
    assert folded.free == 0
    assert folded.choices[0].sum() == 2


def test_a_folded_slot_is_one_card() -> None:
    """Folded seats hold exactly their written slots; in an active hand the other down card is dealt."""
    setup = razz_setup("7-", "8-", "[23], A", "(x)", folded=(1, 2, 3))
    assert [seat.choices.sum(axis=1).tolist() for seat in setup.folded] == [[1] * 8, [1] * 3, [1] * 13]
    assert set(setup.active[0].choices.sum(axis=1).tolist()) == {2}


def test_seventh_street_is_a_common_card_when_the_deck_is_too_small() -> None:
    """Seven active seats need 49 cards, so three more may be gone."""
    seven = ["x"] * 7
    assert not razz_setup(*seven, dead="KKK").community
    assert razz_setup(*seven, dead="KKKK").community
    assert not razz_setup(*seven, "x x x", folded=(7,), dead="KKK").community
    assert (has_common_card(razz(*seven)), has_common_card(razz(*seven, dead="KKKK"))) == (False, True)
    assert has_common_card(razz(*seven, "", dead="KKKK"))  # an empty seat is not dealt in
    assert has_common_card(replace(razz(*["x"] * 8), kelly=read_panel({"bankroll": 100})))
    assert razz_setup(*seven, "[KQ]", folded=(7,), dead="KKK").community
    setup = razz_setup(*["x"] * 8)
    assert setup.community
    assert [seat.free for seat in setup.active] == [6] * 8


def test_no_seventh_slot_with_a_common_card() -> None:
    result = problems(*["x"] * 7, "x x x 2 3 4 5")
    assert places(result) == [("seats[7].cards", 12)]
    razz_setup(*["x"] * 7, "x x x 2 3 4 x")


def test_too_few_cards() -> None:
    dead = "A A A A 2 2 2 2 3 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 7 8 8 8 8 9 9 9 9 T T T T J J J J"
    (result,) = problems("x x x", "456", dead=dead)
    assert result.field == "dead"
    assert "2 cards" in result.message
    (result,) = problems(*["x"] * 8, dead="2222")
    assert (result.field, "one card is missing" in result.message) == ("dead", True)


def test_slots_that_need_more_cards_than_there_are_are_reported_quickly() -> None:
    """49 slots for 48 cards: nothing a search could find out in reasonable time."""
    for text, seats in (("[2-K]" * 7, 7), ("[A-8]" * 5, 7), ("(A-8-)", 5)):
        result = problems(*[text] * seats, dead="A" * 4 if seats == 5 else "")
        assert result[-1].message.startswith(("no deal is possible", "the known cards leave"))


def test_possible_agrees_with_a_plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(choices: list[NDArray[np.int64]], left: NDArray[np.int64]) -> bool:
        return not choices or any(plain(choices[1:], left - row) for row in choices[0] if (row <= left).all())

    generator = np.random.default_rng(3)
    answers = []
    for quick in (0, 3, 500):
        monkeypatch.setattr("engine.equity.razz.setup.QUICK_STEPS", quick)
        for _ in range(60):
            live = generator.integers(0, 3, 13) * (np.arange(13) < 4)
            seats = [generator.multinomial(2, [1 / 4] * 4, 4) @ np.eye(4, 13, dtype=np.int64) for _ in range(3)]
            answers.append(possible(seats, live))
            assert answers[-1] == plain(seats, live)
    assert {True, False} == set(answers)
