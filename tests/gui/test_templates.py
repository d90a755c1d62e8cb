"""Tables by a click: templates shipped and kept, doors typed in a row, cards at random, another window."""

import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QInputDialog, QMenu

from engine import ScenarioError, dumps
from engine.kelly.hand.session import setup_of
from engine.kelly.panel import kelly_request_json
from engine.preflop.panel import PREFLOP
from engine.scenario import PreflopPanel
from engine.scenario.kelly import form_fields, read_panel
from engine.scenario.seat_panel import SeatEntry
from gui.look.theme import TEMPLATES
from gui.shell import process
from gui.shell.actions import ActionSet
from gui.shell.commands import Commands
from gui.shell.menus import TemplateMenu
from gui.storage import scenario_files
from gui.storage.player_files import Templates, as_template, from_template
from gui.storage.settings import Settings
from tests.gui.table_fakes import part, shown

SHIPPED = sorted(TEMPLATES.glob("*.steelwheel"))


class Made:
    """A table with commands, and templates of its own in ``folder``."""

    def __init__(self, qtbot, folder, **table):
        self.table, self.panel = shown(qtbot, **table)
        settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
        document, session = self.table.document, self.table.session
        self.commands = Commands(document, session, self.table.table_input, settings, self.panel)
        self.templates = Templates(TEMPLATES, folder / "templates")
        self.menu = TemplateMenu(self.templates, self.commands, self.panel)
        self.messages = []
        for messages in (self.menu.message, self.commands.message):
            messages.connect(lambda text, bad: self.messages.append((text, bad)))

    @property
    def scenario(self):
        return self.table.scenario

    def submenu(self, name):
        return self.panel.findChild(QMenu, f"templateMenu.{name}")

    def trigger(self, title):
        menus = (self.menu, self.submenu("remove")) if title.startswith("- ") else (self.menu,)
        actions = [action for action in menus[-1].actions() if action.text() == title.removeprefix("- ")]
        actions[0].trigger()


@pytest.fixture
def made(qtbot, tmp_path):
    return Made(qtbot, tmp_path, seats=("AhKh", "QQ"), board="7h 8h 2c")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_template_has_names_blinds_and_no_cards(made, path):
    options = made.scenario.run
    made.trigger(path.stem)
    scenario = made.scenario
    assert scenario.run == options
    assert not any(seat.cards or seat.folded for seat in scenario.seats)
    assert (scenario.board, scenario.dead, made.table.document.path) == ("", "", None)
    assert made.table.document.clean
    assert len({seat.name for seat in scenario.seats}) == len(scenario.seats)
    setup = setup_of(scenario)
    if scenario.preflop:
        assert scenario.seats[-1].name == "BB"
        filled = made.table.document.edit("Fill", seats=tuple(_held(seat, "random") for seat in scenario.seats))
        assert filled == ()
        assert [row.chips for row in PREFLOP.rows(made.scenario)[-2:]] == [setup.small_blind, setup.big_blind]
        assert [row.chips for row in PREFLOP.rows(made.scenario)[-2:]] == [setup.small_blind, setup.big_blind]
        committed = kelly_request_json(made.scenario, None)["committed"]
        assert committed["hero"] + sum(committed["opponents"]) == setup.small_blind + setup.big_blind
    else:
        assert scenario.kelly.dead == len(scenario.seats) * setup.ante
        assert setup.bring_in < setup.small_bet == scenario.kelly.limit_bet
    made.table.document.undo_stack.setIndex(0)
    assert made.table.cards() == ["AhKh", "QQ"]


def _held(seat, cards):
    return type(seat)(seat.name, cards, seat.folded)


def test_a_new_table_has_the_common_bankroll_and_no_hands_of_the_last_one(made):
    setup = {"ante": 1, "pot": 9, "bankroll": 500}
    kelly = {"bankroll": 500, "chips": [1, 2], "to_call": 7, "tracker": {"setup": setup, "actions": []}}
    made.table.document.edit(
        "Kelly", kelly=read_panel(kelly), preflop=PreflopPanel(ante=1, opponents=(SeatEntry(calls="QQ"),)), dead="Ks"
    )
    template = as_template(made.scenario)
    assert template.kelly.to_json() == {"chips": [1, 2], "tracker": {"setup": {"ante": 1, "bankroll": 500}}}
    assert from_template(template, made.scenario).kelly.tracker.setup.to_json() == {"ante": 1}
    assert template.preflop == PreflopPanel(ante=1)
    assert (template.board, template.dead) == ("", "")
    made.trigger(SHIPPED[0].stem)
    assert (made.scenario.kelly.bankroll, made.scenario.kelly.entered("to_call")) == (None, None)


def test_every_limit_is_of_the_table_and_the_doubt_is_of_the_player(made):
    limits = [spec for spec in form_fields("limits") if spec.key != "full_bet"]
    assert all(spec.of_table and not spec.of_player for spec in limits)
    own = {"points": 0.05, "least_gain": 0.001, "multiplier": 0.5}
    made.table.document.edit("Kelly", kelly=read_panel({**own, "pot_limit": True, "bet": 7.0}))
    template = as_template(made.scenario)
    assert [template.kelly.entered(key) for key in ("pot_limit", "bet", *own)] == [True, None, None, None, None]
    kelly = from_template(template, made.scenario).kelly
    assert {key: kelly.entered(key) for key in ("pot_limit", "bet", *own)} == {"pot_limit": True, "bet": None, **own}


def test_own_templates_are_kept_numbered_opened_and_removed(made, qtbot):
    made.trigger("&Save this table as a template…")
    dialog = made.panel.findChild(QInputDialog, "templateName")
    assert dialog.textValue() == "My 2 seats"
    dialog.setTextValue("Home: game / 2")
    dialog.accept()
    made.menu.keep("Home: game / 2")
    assert [path.stem for path in made.templates.own] == ["Home game 2", "Home game 2 2"]
    made.table.document.edit("Board", board="")
    made.trigger("Home game 2")
    assert made.table.cards() == ["", ""]
    made.trigger("- Home game 2")
    assert [path.stem for path in made.templates.own] == ["Home game 2 2"]
    assert "Home game 2" not in [action.text() for action in made.menu.actions()]
    assert made.messages[-1] == ("Removed the template Home game 2", False)


def _own(made):
    return [path.stem for path in made.templates.own]


def _choose(made, menu, title):
    next(action for action in menu.actions() if action.text() == title).trigger()


def test_an_own_template_is_renamed_and_others_are_not_overwritten(made):
    for name in ("Home", "Club"):
        made.menu.keep(name)
    for name, names in (("Friday: late", ["Club", "Friday late"]), ("Club", ["Club", "Club 2"])):
        _choose(made, made.submenu("rename"), _own(made)[-1])
        dialog = made.panel.findChild(QInputDialog, "templateName")
        dialog.setTextValue(name)
        dialog.accept()
        dialog.setObjectName("")
        assert _own(made) == names
    assert made.messages[-1] == ("Template renamed to Club 2", False)
    _choose(made, made.submenu("rename"), "Club 2")
    made.menu.rename(" ")
    assert made.messages[-1] == ("Not renamed: a template needs a name", True)
    assert made.templates.rename(SHIPPED[0], "mine") == SHIPPED[0]


def test_what_cannot_be_kept_or_opened_is_told(made, tmp_path):
    made.menu.keep(' /"?. ')
    assert made.messages[-1] == ("Not saved: a template needs a name", True)
    with pytest.raises(ScenarioError):
        made.templates.save("..", made.scenario)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "broken.steelwheel").write_text("{", encoding="utf-8")
    made.menu.fill()
    made.trigger("broken")
    assert made.messages[-1][0].startswith("Not opened: broken.steelwheel: not JSON")
    made.menu.keep("\N{PLAYING CARD ACE OF SPADES}" * 80)
    assert made.messages[-1][0].startswith("Saved as a template: \N{PLAYING CARD ACE OF SPADES}")
    made.templates.remove(made.templates.own[-1])
    made.templates.remove(SHIPPED[0])
    assert scenario_files.read(SHIPPED[0])
    (tmp_path / "templates" / "broken.steelwheel").unlink()
    (tmp_path / "templates").rmdir()
    (tmp_path / "templates").write_text("", encoding="utf-8")
    made.menu.keep("mine")
    assert made.messages[-1][1]


def test_eight_doors_are_typed_in_a_row(qtbot, tmp_path):
    made = Made(qtbot, tmp_path, game="razz", seats=("", ""))
    made.commands.type_doors()
    assert part(made.panel, "seat0.slot2").hasFocus()
    for sign in "97K2f3T84":
        made.table.table_input.type_text(sign)
    doors = ["x x 9", "x x 7", "x x K", "x x 2", "x x 3", "x x T", "x x 8", "x x 4"]
    assert made.table.cards() == doors
    assert [seat.folded for seat in made.scenario.seats] == [False] * 3 + [True] + [False] * 4
    for sign in "a5":
        made.table.table_input.type_text(sign)
    assert made.table.cards()[0] == "A 5 9"  # the down cards of the first seat come next
    made.table.table_input.type_text("6")
    assert made.table.cards()[0] == "A 5 9 6"
    made.commands.type_doors()
    assert len(made.scenario.seats) == 8


def test_hands_and_flops_at_random_are_steps_to_be_undone(made):
    made.table.document.choose_seat(1)
    made.commands.random_hand()
    hand = made.table.cards()[1]
    assert hand != "QQ"
    assert set(hand[::2]) == {"Q"}  # one of the range
    made.commands.random_flop()
    assert len(made.scenario.board.split()) == 3
    made.table.document.undo_stack.undo()
    made.table.document.undo_stack.undo()
    assert (made.table.cards()[1], made.scenario.board) == ("QQ", "7h 8h 2c")


def test_actions_of_one_game_are_off_in_the_other(made):
    actions = ActionSet(made.commands, made.panel)
    assert actions.by_id["randomFlop"].isEnabled()
    assert not actions.by_id["typeDoors"].isEnabled()
    made.trigger(SHIPPED[-1].stem)
    actions.refresh()
    assert not actions.by_id["randomFlop"].isEnabled()
    assert actions.by_id["typeDoors"].isEnabled()


def test_another_window_is_another_process(made, qtbot, monkeypatch, tmp_path):
    sign = tmp_path / "opened"
    write = f"open({str(sign)!r}, 'w').close()"
    monkeypatch.setattr(process, "command", lambda: [sys.executable, "-c", write])
    made.commands.new_window()
    qtbot.waitUntil(sign.exists)
    monkeypatch.setattr(process, "command", lambda: ["/nowhere/steelwheel"])
    made.commands.new_window()
    assert made.messages[-1] == ("Another window could not be opened", True)


def test_a_table_that_could_not_be_opened_again_is_not_saved(qtbot, tmp_path, monkeypatch):
    made, path = Made(qtbot, tmp_path), tmp_path / "table.steelwheel"
    assert made.commands.save_to(path)
    monkeypatch.setattr(scenario_files, "SIZE_LIMIT", path.stat().st_size)
    before = path.read_bytes()
    assert made.commands.save_to(path)
    assert scenario_files.read(path).scenario == made.table.document.scenario
    made.table.document.edit("Name", seats=(replace(made.table.document.scenario.seats[0], name="x" * 40),))
    monkeypatch.setattr(scenario_files, "SIZE_LIMIT", len(dumps(made.table.document.scenario)) - 1)
    assert not made.commands.save_to(path)
    assert "it would be larger than" in made.messages[-1][0]
    assert path.read_bytes() == before
