"""Saving to a file that somebody else has written meanwhile, or deleted, or that the dialog was not asked about."""

import json
import os
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QFileDialog

from engine import Scenario, Seat
from engine.scenario.kelly import read_panel
from gui.shell.opening import differences
from gui.storage import scenario_files
from tests.e2e.playing import click, part

MINE = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KK, QQ:0.5")))
THEIRS = replace(MINE, seats=(Seat("Hero", "QhQd"), MINE.seats[1]), dead="2c")


@pytest.fixture
def path(app, tmp_path):
    """Return the file of the table, which has been changed since, as the table has been."""
    path = tmp_path / "river.steelwheel"
    scenario_files.save(path, MINE)
    assert app.main_window.commands.open_path(path)
    app.document.edit("Board", board="7h 8h 2s")
    scenario_files.save(path, THEIRS)
    return path


def stored(path):
    return scenario_files.read(path)[0]


def test_saving_asks_and_nothing_is_written(app, path):
    assert not app.main_window.commands.save()
    bar = part(app, "overwrite")
    assert bar.isVisible()
    said = bar.accessibleName()
    assert "“river.steelwheel” was changed by another program or window" in said
    assert "differs in Hero's cards, the board cards, the dead cards" in said
    assert stored(path) == THEIRS
    click(app, "overwrite.dismiss")
    assert not bar.isVisible()
    assert not app.document.clean


def test_overwriting_saves_and_asks_no_more(app, path):
    app.main_window.commands.save()
    click(app, "overwrite.replace")
    assert stored(path) == app.document.scenario
    assert app.document.clean
    assert not part(app, "overwrite").isVisible()
    app.document.edit("Dead", dead="3c")
    assert app.main_window.commands.save()


def test_looking_opens_the_other_version_and_undo_brings_the_own_one_back(app, path):
    app.main_window.commands.save()
    mine = app.document.scenario
    click(app, "overwrite.look")
    assert (app.document.scenario, app.document.path, app.document.clean) == (THEIRS, path, True)
    assert not part(app, "overwrite").isVisible()
    app.document.undo_stack.undo()
    assert (app.document.scenario, app.document.path, app.document.clean) == (mine, path, False)
    assert not app.main_window.commands.save()  # what was looked at was not written over by looking
    assert stored(path) == THEIRS


def test_saving_elsewhere_leaves_the_file_as_it_is(app, path, tmp_path, monkeypatch):
    app.main_window.commands.save()
    other = tmp_path / "mine.steelwheel"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    click(app, "overwrite.saveAs")
    assert (stored(path), stored(other), app.document.path) == (THEIRS, app.document.scenario, other)
    assert not part(app, "overwrite").isVisible()


def test_a_version_that_cannot_be_read_is_asked_about_too(app, path):
    path.write_text("{", encoding="utf-8")
    assert not app.main_window.commands.save()
    assert "cannot be read" in part(app, "overwrite").accessibleName()
    mine = app.document.scenario
    click(app, "overwrite.look")
    assert "Not opened" in part(app, "status.text").text()
    assert app.document.scenario == mine


def test_writing_the_same_bytes_again_is_no_change(app, path):
    app.main_window.commands.save()
    click(app, "overwrite.replace")
    path.write_bytes(path.read_bytes())
    app.document.edit("Dead", dead="3c")
    assert app.main_window.commands.save()


def test_a_deleted_file_is_written_anew_and_this_is_said(app, path):
    path.unlink()
    assert app.main_window.commands.save()
    assert stored(path) == app.document.scenario
    assert "had been deleted" in part(app, "status.text").text()


def test_a_file_that_the_dialog_was_not_asked_about_is_asked_about_here(app, path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path.with_suffix("")), ""))
    assert not app.main_window.commands.save_as()
    assert stored(path) == THEIRS
    assert "exists already" in part(app, "overwrite").accessibleName()
    click(app, "overwrite.replace")
    assert stored(path) == app.document.scenario


def test_another_table_is_not_asked_about(app, path):
    app.main_window.commands.save()
    app.main_window.commands.new()
    assert not part(app, "overwrite").isVisible()


def test_a_pipe_is_refused_and_not_waited_for(app, tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes in folders here")
    os.mkfifo(tmp_path / "pipe.steelwheel")
    assert not app.main_window.commands.open_path(tmp_path / "pipe.steelwheel")
    assert "pipe.steelwheel" in part(app, "status.text").text()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, ""),
        ({"game": "razz"}, "the game"),
        ({"seats": MINE.seats[:1]}, "the number of seats"),
        ({"seats": (Seat("A", "AhAd", folded=True), MINE.seats[1])}, "Hero's name and folding"),
        ({"board": "7h 8h 2c", "dead": "2d"}, "the board cards, the dead cards"),
        (
            {
                "board": "7h 8h 2c",
                "dead": "2d",
                "dialect": "climb",
                "order": "v3",
                "kelly": read_panel({"bankroll": 5}),
            },
            "the board cards, the dead cards, the reading of T9s+, the hand ranking, 1 more",
        ),
    ],
)
def test_the_differences_in_words(changed, words):
    assert differences(MINE, replace(MINE, **changed)) == words


def test_a_digest_survives_the_autosave(app, path, tmp_path):
    app.autosave.save()
    (file,) = (tmp_path / "data" / "steelwheel" / "autosave").glob("*.autosave")
    assert json.loads(file.read_text(encoding="utf-8"))["digest"] == app.document.file.digest != ""
