"""The document: every edit can be undone, nothing invalid gets in."""

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from engine import Scenario, Seat, dumps, loads, problems
from gui.state.document import Document

START = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KhKd")))


@pytest.fixture
def document(qapp):
    return Document(START)


def test_an_edit_is_one_undo_step(document):
    assert document.edit("Set the board", board="7h 8h 2c") == ()
    assert document.scenario.board == "7h 8h 2c"
    document.undo_stack.undo()
    assert document.scenario == START
    document.undo_stack.redo()
    assert document.scenario.board == "7h 8h 2c"


def test_an_edit_that_changes_nothing_is_no_step(document):
    assert document.edit("Set the board", board="") == ()
    assert document.undo_stack.count() == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"board": "Ah 8h 2c"}, "board"),
        ({"board": "8h 8h 2c"}, "board"),
        ({"dead": "Zz"}, "dead"),
        ({"seats": (Seat("Hero", "AhAd"), Seat("Villain", "AhKd"))}, "seats[1].cards"),
        ({"seats": (Seat("Hero", "AhAd"), Seat("Villain", "KK, AKx+"))}, "seats[1].cards"),
    ],
)
def test_a_bad_edit_names_its_field_and_changes_nothing(document, changes, field):
    wrong = document.edit("Bad edit", **changes)
    assert [p.field for p in wrong] == [field]
    assert wrong[0].message
    assert document.scenario == START
    assert document.undo_stack.count() == 0


def test_an_empty_seat_may_stand(document):
    assert document.edit("Add a seat", seats=(*START.seats, Seat("Seat 3", ""))) == ()
    assert [p.incomplete for p in problems(document.scenario)] == [True]


def test_typing_merges_into_one_step(document):
    for text in ("QQ", "QQ+", "QQ+, AKs"):
        seats = (START.seats[0], replace(START.seats[1], cards=text))
        assert document.edit("Type", merge="seats[1]", seats=seats) == ()
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.scenario == START


OTHER = Scenario("razz", (Seat("Hero", "A29"), Seat("Villain", "647")))


def test_opening_is_one_step_that_brings_the_former_table_back_with_its_file(document, tmp_path):
    first, second = tmp_path / "a.steelwheel", tmp_path / "b.steelwheel"
    document.saved(first, "digest")
    document.edit("Set the board", board="7h 8h 2c")
    unsaved = document.scenario
    document.open(OTHER, second)
    assert (document.scenario, document.path, document.clean) == (OTHER, second, True)
    document.undo_stack.undo()
    assert (document.scenario, document.path, document.clean) == (unsaved, first, False)
    document.undo_stack.undo()
    assert (document.scenario, document.clean, document.file.digest) == (START, True, "digest")
    document.undo_stack.redo()
    document.undo_stack.redo()
    assert (document.scenario, document.path, document.clean) == (OTHER, second, True)


def test_saving_belongs_to_the_table_however_one_goes_back_and_forth(document, tmp_path):
    document.edit("Set the board", board="7h 8h 2c")
    document.saved(tmp_path / "a.steelwheel")
    assert document.clean
    document.undo_stack.undo()
    assert (document.path, document.clean) == (tmp_path / "a.steelwheel", False)
    document.open(OTHER, None)
    document.undo_stack.undo()
    document.undo_stack.redo()
    document.undo_stack.undo()
    document.edit("Set the board", board="7h 8h 2c")  # as it stands in the file, by whatever way
    assert document.clean


def test_signals_tell_what_leaves_and_whether_all_is_saved(document, tmp_path):
    left, clean, paths = [], [], []
    document.left.connect(lambda scenario, file: left.append((scenario, file.path)))
    document.clean_changed.connect(clean.append)
    document.path_changed.connect(lambda: paths.append(document.path))
    document.edit("Set the board", board="7h 8h 2c")
    unsaved = document.scenario
    document.open(OTHER, tmp_path / "b")
    document.undo_stack.undo()
    assert left == [(unsaved, None), (OTHER, tmp_path / "b")]
    assert clean == [False, True, False]
    assert paths == [tmp_path / "b", None]


class DocumentMachine(RuleBasedStateMachine):
    """Edit, undo, redo and save in any order: the scenario is always the one the model expects."""

    def __init__(self):
        super().__init__()
        self.document = Document(START)
        self.states, self.at = [START], 0

    @rule(board=st.sampled_from(["", "7h 8h 2c", "7h 8h 2c Qs", "Ah", "xx"]))
    def set_board(self, board):
        self._expect(self.document.edit("Board", board=board), board=board)

    @rule(dead=st.sampled_from(["", "2d", "Ks Qs", "2c", "AhAh"]))
    def set_dead(self, dead):
        self._expect(self.document.edit("Dead", dead=dead), dead=dead)

    @rule(cards=st.sampled_from(["", "random", "QQ+", "AKs, 77:0.5", "QcJc", "KsKc", "AK+x"]))
    def set_seat(self, cards):
        seats = (*self.document.scenario.seats[:1], Seat("Villain", cards))
        self._expect(self.document.edit("Seat", seats=seats), seats=seats)

    @rule()
    def undo(self):
        self.document.undo_stack.undo()
        self.at = max(0, self.at - 1)

    @rule()
    def redo(self):
        self.document.undo_stack.redo()
        self.at = min(len(self.states) - 1, self.at + 1)

    def _expect(self, wrong, **changes):
        after = replace(self.states[self.at], **changes)
        if wrong:
            assert any(not p.incomplete for p in problems(after))
        elif after != self.states[self.at]:
            self.states[self.at + 1 :] = [after]
            self.at += 1

    @invariant()
    def is_what_the_model_says(self):
        assert self.document.scenario == self.states[self.at]
        assert not [p for p in problems(self.document.scenario) if not p.incomplete]

    @invariant()
    def survives_a_file(self):
        assert loads(dumps(self.document.scenario)) == self.document.scenario


def test_any_sequence_of_edits(qapp):
    run_state_machine_as_test(
        DocumentMachine, settings=settings(max_examples=40, stateful_step_count=20, deadline=None)
    )
