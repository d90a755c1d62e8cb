"""Files that this and earlier versions have stored still open, and mean what they meant."""

import io
import json
import shutil
from contextlib import redirect_stdout

import pytest
from PySide6.QtCore import QSettings

from engine import CancelToken, __version__, loads, scenario_to_json, snapshot_to_json
from engine.betting.panel import betting_values
from engine.betting.request import read_betting_request
from engine.cli.main import main
from engine.journal.store import JournalFile
from engine.kelly.hand.session import setup_of, tracked_session
from engine.kelly.panel import kelly_panel, kelly_request_json
from engine.preflop.panel import PREFLOP
from engine.ranges.library import presets
from engine.ranges.library_files import READERS, dump_library, one_by_one
from engine.ranges.orders import order_to_json
from gui.state.autosave import Autosave, Recovery
from gui.state.document import NEW, Document
from gui.state.history import History
from gui.state.pin import PinFile, pin_to_json
from gui.state.session import Session
from gui.storage import scenario_files
from gui.storage.autosave_file import AutosaveFile
from gui.storage.journal_file import FILE, WAITING, JournalWriter
from gui.storage.library import Library
from gui.storage.player_files import (
    HandMarks,
    OrderStore,
    OwnQuestions,
    Templates,
    Training,
    as_template,
    from_template,
)
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from tests import stored_kinds
from tests.gui.journal_fakes import DirectRuns
from tests.gui.table_fakes import IdleRunner
from tests.stored_kinds import MANY_DEALS, PLACE, STORED

VERSIONS = sorted(path.name for path in STORED.iterdir() if path.is_dir())
pytestmark = pytest.mark.parametrize("version", VERSIONS)


@pytest.fixture
def folder(version, tmp_path):
    """Return a copy of the files of a version, which may be written to."""
    return shutil.copytree(STORED / version, tmp_path / "stored")


@pytest.fixture
def document(qapp):
    return Document(NEW["holdem"], orders=lambda: (stored_kinds.own_order(),))


def stored_value(path):
    return json.loads(path.read_text(encoding="utf-8"))


def assert_has(now, before, place=""):
    """Check that everything in a stored JSON value is in the one written now, which may have further keys.

    The version is that of the program that has written it last.
    """
    if place.endswith(".engine"):
        assert now == __version__
    elif isinstance(before, dict):
        assert isinstance(now, dict), place
        assert set(before) <= set(now), place
        for key in before:
            assert_has(now[key], before[key], f"{place}.{key}")
    elif isinstance(before, list):
        assert isinstance(now, list), place
        assert len(now) == len(before), place
        for i, (one, other) in enumerate(zip(now, before, strict=True)):
            assert_has(one, other, f"{place}[{i}]")
    else:
        assert (now, now is True) == (before, before is True), place


@pytest.mark.parametrize("name", stored_kinds.scenarios())
def test_a_scenario(folder, document, name):
    path = folder / f"{name}.steelwheel"
    opened = scenario_files.read(path, document.orders)
    assert (opened.is_result, opened.snapshot, opened.damaged) == (False, None, ())
    assert opened.scenario == stored_kinds.scenarios()[name]
    assert opened.digest == scenario_files.digest_of(path)
    assert_has(scenario_to_json(opened.scenario), stored_value(path))


@pytest.mark.parametrize("name", [name for name, table in stored_kinds.scenarios().items() if table.kelly])
def test_the_kelly_request_of_a_panel(folder, name):
    scenario = loads((folder / f"{name}.steelwheel").read_text(encoding="utf-8"))
    assert_has(kelly_request_json(scenario, None), stored_value(folder / f"{name}.kelly.json"))


@pytest.mark.parametrize("name", ["holdem-betting", "razz-betting"])
def test_the_betting_request_of_a_panel(folder, name):
    scenario = loads((folder / f"{name}.steelwheel").read_text(encoding="utf-8"))
    values = stored_value(folder / f"{name}.betting.json")
    assert_has(betting_values(scenario), values)
    assert read_betting_request(values).pot == values["pot"]


def test_values_of_the_kelly_panel(folder):
    panel = kelly_panel(loads((folder / "holdem.steelwheel").read_text(encoding="utf-8")))
    assert (panel.bankroll, panel.rake, panel.rake_cap, panel.chip, panel.points) == (2500, 0.05, 4, 0.5, 0.04)
    assert (panel.chips, panel.stacks) == ((2, 1.5, 2, 2), (200, 150.5, None, 90))
    assert (panel.seat, panel.dead, panel.put_in, panel.bet) == (1, 3, 1.5, 12.5)
    assert panel.no_raise
    assert not panel.no_flop_no_drop
    panel = kelly_panel(loads((folder / "holdem-counted.steelwheel").read_text(encoding="utf-8")))
    assert (panel.won, panel.tied, panel.showdowns, panel.opponents, panel.pot) == (520, 13, 990, 1, 60)
    panel = kelly_panel(loads((folder / "razz.steelwheel").read_text(encoding="utf-8")))
    assert (panel.limit_bet, panel.big_bet, panel.full_bet) == (10, 25, True)


def test_values_beside_the_kelly_panel(folder):
    scenario = loads((folder / "holdem.steelwheel").read_text(encoding="utf-8"))
    panel = kelly_panel(scenario)
    assert (panel.best_hands, panel.credited_range, len(panel.answers)) == (True, "top 30%", 4)
    setup = setup_of(scenario)
    assert (setup.stacks, setup.ante, setup.hero, setup.dead) == ((200, 150.5, 90), 0.5, 1, 3)
    setup = setup_of(loads((folder / "razz.steelwheel").read_text(encoding="utf-8")))
    assert setup.to_json() == {"bankroll": 400, "small_bet": 10, "big_bet": 25, "fixed": True}


def test_the_preflop_request_of_a_panel(folder):
    scenario = loads((folder / "holdem-preflop.steelwheel").read_text(encoding="utf-8"))
    asked = PREFLOP.request(scenario)
    assert asked.problems == ()
    assert_has(asked.request.to_json(), stored_value(folder / "holdem-preflop.preflop.json"))


def test_a_tracked_hand(folder):
    state = tracked_session(loads((folder / "holdem-tracked.steelwheel").read_text(encoding="utf-8"))).state
    assert [player.stack for player in state.players] == [191.0, 136.0, 95.0]
    assert (state.hand, state.board, state.pot, state.bankroll, state.button) == (2, "Kd 9s 4c", 18.0, 4991.0, 0)


@pytest.mark.parametrize("name", sorted(path.name for path in STORED.glob("*/*.result.json")))
def test_a_result(folder, name):
    opened = scenario_files.read(folder / name)
    assert (opened.is_result, opened.damaged) == (True, ())
    before = stored_value(folder / name)
    assert_has(snapshot_to_json(opened.snapshot, with_trace=True), before)
    estimates = [seat.estimate for seat in opened.snapshot.seats if seat.estimate is not None]
    assert [e.equity for e in estimates] == [seat["equity"] for seat in before["seats"] if not seat["folded"]]
    assert opened.snapshot.deals == before["deals"]
    assert set(opened.snapshot.details) == set(before["detail"])


def test_deals_above_64_bits_are_among_the_results(version):
    values = {path.name: stored_value(path)["deals"] for path in (STORED / version).glob("*.result.json")}
    assert {name.partition(".")[0] for name, deals in values.items() if deals > 2**64} == {
        *("holdem-exact", "holdem-sampled", "razz-exact", "razz-sampled")
    }


def test_the_library(qapp, folder):
    library = Library(folder / "library.json", presets())
    assert library.message == ""
    assert library.own == stored_kinds.entries()
    assert_has(json.loads(dump_library(library.own)), stored_value(folder / "library.json"))


@pytest.mark.parametrize("name", ["exported.json", "exported.txt", "exported.batch.txt", "exported.hr"])
def test_an_exported_library(folder, name):
    path = folder / name
    entries, wrong = READERS[path.suffix](path.read_bytes())
    assert wrong == ()
    game = ("holdem", "razz") if name == "exported.txt" else ("holdem",)
    own = [entry for entry in stored_kinds.entries() if entry.game in game]
    names = [entry.name for entry in (own if name.endswith("json") else one_by_one(own))]
    assert [entry.name for entry in entries] == names


def test_an_order_of_hands(qapp, folder):
    store = OrderStore(folder / "orders")
    assert store.message == ""
    (order,) = store.kept
    assert (order.strengths == stored_kinds.own_order().strengths).all()
    assert (order.name, order.title, order.note) == ("mine", "my own numbers", "a note")
    assert_has(order_to_json(order), stored_value(folder / "orders" / "mine.json"))


def test_templates(folder):
    templates = Templates(folder / "none", folder / "templates")
    four, razz = [scenario_files.read(path).scenario for path in templates.own]
    assert [path.stem for path in templates.own] == ["Four seats", "Limit razz"]
    assert as_template(stored_kinds.scenarios()["holdem"]) == four
    made = from_template(four, stored_kinds.scenarios()["holdem-counted"])
    kelly = {"chips", "dead", "rake", "rake_cap", "no_flop_no_drop", "chip", "min_bet", "tracker"}
    expected = {key: value for key, value in stored_kinds.TABLE_KELLY.items() if key in kelly}
    result = scenario_to_json(made)["kelly"]
    setup = expected["tracker"]["setup"]
    expected["tracker"] = {"setup": {key: value for key, value in setup.items() if key != "bankroll"}}
    assert result == expected  # a new table has the common bankroll
    assert scenario_to_json(razz)["kelly"] == {"limit_bet": 10, "big_bet": 25, "chips": [1, 4, 1]}


def test_recent_results(document, folder):
    history = History(Session(document, IdleRunner(document), document), folder, document, DirectRuns)
    entries = history.entries()
    assert [entry.snapshot.deals for entry in entries] == [MANY_DEALS, 74451445170005824874553600]
    assert {entry.time for entry in entries} == {stored_kinds.NOON}
    assert_has([entry.to_json() for entry in entries], stored_value(folder / "history.json")["entries"])


def test_the_pinned_table(document, folder):
    file = AutosaveFile.new(folder / "pinned")
    shutil.copy(folder / "pin.autosave", file.path)
    file.release()
    session = Session(document, IdleRunner(document), document)
    assert PinFile(document, session, folder / "pinned", document, DirectRuns).trouble == ""
    assert session.pinned.letter == "B"
    assert session.pinned.snapshot.deals == MANY_DEALS
    assert_has(pin_to_json(session.pinned), stored_value(folder / "pin.autosave"))
    session.close()


def test_an_unsaved_table(document, folder):
    file = AutosaveFile.new(folder / "autosave")
    shutil.copy(folder / "table.autosave", file.path)
    file.release()
    recovery = Recovery(document, Autosave(document, folder / "autosave"), folder / "autosave")
    assert recovery.unreadable == ()
    offer = recovery.offer
    assert offer.scenario == stored_kinds.scenarios()["holdem-tracked"]
    assert (str(offer.path), offer.digest) == (f"{PLACE}/table.steelwheel", "cd" * 32)
    recovery.close()
    file = AutosaveFile.new(folder / "autosave")
    file.write(offer.scenario, offer.path, offer.digest)
    assert_has(stored_value(file.path), stored_value(folder / "table.autosave"))
    file.remove()


def _of_first_version(decision):
    """Return what every version has kept of a decision."""
    keys = ("at", "street", "bankroll", "pot", "to_call", "advised", "done", "request", "put_in")
    return {key: getattr(decision, key) for key in keys}


def test_the_journal_and_a_hand_that_waits(folder):
    first, second, third = stored_kinds.played()
    writer = JournalWriter(folder / "journal")
    list(writer.work_off(CancelToken()))
    assert (writer.reports(), writer.problem) == ([], "")
    assert not (folder / "journal" / WAITING.format("0")).exists()
    with JournalFile(folder / "journal" / FILE) as file:
        assert [(row.name, row.hands) for row in file.journals()] == [("Bankroll", 0), ("Casino", 3)]
        hands = file.hands(2)
    for hand, played in zip(hands, (first, second, third), strict=True):
        assert (hand.game, hand.bankroll, hand.left, hand.showdown) == (
            *(played.game, played.bankroll, played.left, played.showdown),
        )
        assert [_of_first_version(decision) for decision in hand.decisions] == [
            _of_first_version(turn.decision) for turn in played.turns
        ]


def test_the_record_of_guesses(qapp, folder):
    messages = []
    training = Training(folder / "training.json")
    training.message.connect(lambda text, _: messages.append(text))
    assert training.record == stored_kinds.record()
    assert messages == []


def test_own_questions(qapp, folder):
    own = OwnQuestions(folder / "questions.json")
    assert {*own.of("holdem"), *own.of("razz")} == set(stored_kinds.questions())


def test_the_marks_of_hands(qapp, folder):
    messages = []
    store = HandMarks(folder / "hand-marks.json")
    store.message.connect(lambda text, _: messages.append(text))
    assert store.marks == stored_kinds.marks()
    assert messages == []


def test_the_players_that_were_watched(qapp, folder):
    store = PlayerStore(folder / "players")
    assert store.saved == (stored_kinds.player(),)
    assert store.message == ""


def test_settings(qapp, folder):
    path = folder / "settings.ini"
    path.write_text(path.read_text(encoding="utf-8").replace(PLACE, str(folder)), encoding="utf-8")
    settings = Settings(QSettings(str(path), QSettings.Format.IniFormat))
    assert (settings.theme, settings.text_scale, settings.paper) == ("dark", 125, stored_kinds.PAPER)
    assert (settings.four_colours, settings.tint_deck, settings.journal) == (False, False, 2)
    assert settings.limits("holdem") == ({"small_blind": 1, "big_blind": 2.5, "ante": 0.25},)
    assert settings.limits("razz")[0]["bring_in"] == 3
    assert (settings.version_seen, settings.folder) == ("0.0.9", str(folder))
    assert [path.name for path in settings.recent] == ["holdem.steelwheel", "razz.steelwheel"]
    assert [bytes(settings.layout(key)) for key in ("window", "body", "side")] == [
        *(b"layout of window", b"layout of body", b"layout of side")
    ]


def test_answers_of_a_batch_that_another_version_began_stay_as_they_are(folder):
    """Which answers belong to which lines is known to the version that wrote them alone."""
    before = (folder / "answers.jsonl").read_bytes()
    with redirect_stdout(io.StringIO()) as out:
        status = main(stored_kinds.batch_command(folder))
    assert status == 2
    assert "name a file that does not exist yet" in json.loads(out.getvalue())["error"]["message"]
    assert (folder / "answers.jsonl").read_bytes() == before


def test_a_moment_of_a_played_hand(folder):
    text = (folder / "moment.json").read_text(encoding="utf-8")
    before = json.loads(text)
    assert_has(scenario_to_json(loads(text)), before["scenario"])
    with redirect_stdout(answer := io.StringIO()):
        assert main(["kelly", str(folder / "moment.json")]) == 0
    assert "decision" in json.loads(answer.getvalue())
