"""Razz cards face up and face down are told apart."""

import pytest

from engine.table.slots import Slot
from gui.table.slot_strip import slot_face
from tests.gui.razz_details import razz


@pytest.mark.parametrize("index", range(7))
def test_known_down_cards_show_the_edge_of_their_back(qapp, index):
    face = slot_face(razz(("A 2 9 5 6 7 K", "x")), Slot("seat", 0, index))
    assert face.kind == "card"
    assert face.below == (index in (0, 1, 6))


def test_unknown_down_cards_lie_face_down(qapp):
    scenario = razz(("A 2 9", "x x 7"))
    assert [slot_face(scenario, Slot("seat", 1, i)).kind for i in range(4)] == [
        "down", "down", "card", "empty",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["20% 7", "A27, 237", "(8-8-)7@50"])
def test_a_range_shows_the_door_that_all_its_hands_have(qapp, text):
    faces = [slot_face(razz((text, "x x 8")), Slot("seat", 0, i)) for i in range(4)]
    assert [face.kind for face in faces] == ["range", "range", "card", "empty"]
    assert faces[2].rank == "7"
