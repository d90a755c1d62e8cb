"""One file of every kind that the program stores, written by the code of the version that is checked out.

    python -m tests.stored_kinds [FOLDER]

writes them into ``tests/data/stored/VERSION``, beside those of earlier versions, which stay as they are.
``tests/gui/test_stored_files.py`` opens all of them.
"""

import io
import json
import shutil
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import numpy as np
from PySide6.QtCore import QByteArray, QCoreApplication, QSettings

from engine import GAMES, CancelToken, RunOptions, Scenario, Seat, __version__, snapshot_to_json, solve
from engine.betting.panel import betting_values
from engine.cli.main import main
from engine.histories.marks import HandMark, dump_marks
from engine.histories.players.counting import Chance, Count, PlayerHand
from engine.histories.players.frequencies import Profile
from engine.journal.records import TrackedHandRecord
from engine.journal.store import JournalFile
from engine.kelly.hand.session import after_action, begin_session, tracked_session, with_setup
from engine.kelly.panel import kelly_request_json
from engine.preflop.panel import PREFLOP as PREFLOP_STREET
from engine.questions.library import NamedQuestion, dump_questions
from engine.ranges.actions import RangeAction
from engine.ranges.holdem_hands import CLASSES
from engine.ranges.library_files import WRITERS, LibraryEntry, dump_library
from engine.ranges.orders import Order
from engine.scenario import AskPanel, BettingPanel, PreflopPanel, SubRange, ThirdPanel
from engine.scenario.fields import fields_of
from engine.scenario.kelly import PANEL_FIELDS, read_panel
from engine.scenario.preflop import PANEL_FIELDS as PREFLOP_FIELDS
from engine.scenario.tracked_hand import TrackedAction as Step
from engine.trainer.record import Guess, TrainingRecord, dump_record
from gui.look.theme import PAPER_SIZES, PAPER_TEXTS, Paper
from gui.state.document import TableFile
from gui.state.pin import pin_to_json
from gui.state.session import Pinned
from gui.storage import scenario_files
from gui.storage.autosave_file import AutosaveFile
from gui.storage.history_file import HistoryFile, Remembered
from gui.storage.journal_file import FILE, WAITING, JournalWriter, QueuedHand
from gui.storage.player_files import OrderStore, Templates
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from tests.engine.journal_fakes import decided, turn

STORED = Path(__file__).parent / "data" / "stored"
HANDS = Path(__file__).parent / "data" / "hands" / "stars.txt"
NOON = datetime(2026, 11, 22, 12, 30)
PLACE = "/stored"
"""Stands in the settings for the folder in which the files lie."""
MANY_DEALS = 10**25
"""More than 64 bits hold."""


def _seats(*cards, folded=()):
    names = ("Hero", "Ada", "Bob", "Cid", "Dan", "Eve")
    return tuple(Seat(names[i], text, i in folded) for i, text in enumerate(cards))


ANSWERS = [
    None,
    {"fold": 0.4},
    {"defend": "pot odds"},
    {"rows": [{"bet": 50, "fold": 0.2}, {"bet": 150, "fold": 0.6, "outcomes": {"win": 0.4, "lose": 0.6}}]},
]
TABLE_KELLY = {
    "bankroll": 2500, "seat": 1, "multiplier": 0.5, "min_bet": 2, "chip": 0.5, "rake": 0.05, "rake_cap": 4,
    "no_flop_no_drop": False, "chips": [2, 1.5, 2, 2], "stacks": [200, 150.5, None, 90], "dead": 3, "put_in": 1.5,
    "no_raise": True, "bet": 12.5, "points": 0.04, "p_all_fold": 0.1, "kept": [None, None, None, True],
    "away": [None, None, "22+"], "answers": [*ANSWERS[:3], None], "best_hands": True, "credited": "top 30%",
    "tracker": {"setup": {
        "stacks": [200, 150.5, 90], "bankroll": 2500, "small_blind": 1, "big_blind": 2, "ante": 0.5, "button": 2,
        "hero": 1, "dead": 3,
    }},
}  # fmt: skip
TYPED_KELLY = {
    "bankroll": 1000, "typed": True, "opponents": 2, "win": 0.45, "split": [0.03, 0.002], "pot_typed": True, "pot": 60,
    "to_call": 20, "flop_seen": True, "answers": [None, {"fold": 0.25}, None],
}  # fmt: skip
COUNTED_KELLY = {
    "bankroll": 1000, "typed": True, "counted": True, "won": 520, "tied": 13, "showdowns": 990, "opponents": 1,
    "pot_typed": True, "pot": 60, "answers": [None, ANSWERS[3]],
}  # fmt: skip
LIMIT_KELLY = {"bankroll": 400, "limit_bet": 10, "big_bet": 25, "chips": [1, 4, 1], "full_bet": True}
PREFLOP = {
    "hero": {"seat": 1, "in": 1},
    "opponents": [{"in": 3, "calls": "TT+, AQs+", "calls_raise": "QQ+"}, None, {"in": 2, "calls": "random"}],
    "small_blind": 1, "big_blind": 2, "ante": 0.25, "raise_to": 9, "dead_money": 1.5, "rake": 0.05, "rake_cap": 3,
    "bet": 4, "stack": 25, "players": 6, "jam_players": 3,
    "after": {"bets": {"call": {"pot": 0.75}, "raise": 12}, "paid": 0.8},
}  # fmt: skip
BETTING = {
    "pot": 200, "stack": 900, "first": 1, "rake": 0.05, "rake_cap": 6, "min_bet": 2, "target": 0.002, "bankroll": 5000,
    "sizes": [
        {"turn": {"bet": ["60%", 90, "all in"], "raise": ["3x"]}, "river": {"bet": [], "raise": ["all in"]}},
        {"turn": {"bet": ["50%"], "raise": []}, "river": {"bet": ["33%", "100%"], "raise": ["2.5x"]}},
    ],
    "path": ["check", "bet 100"], "hand": "AhKh", "run": {"max_seconds": 60}, "max_bytes": 1000000000,
    "fixed": [{"seat": 1, "path": ["check"], "hands": "top pair+", "frequencies": {"bet 100": 0.3, "check": 0.7}}],
}  # fmt: skip
QUESTION = "1 turn top pair+ and not 2 flop set given 2 has 22+, AK by turn rank"
THIRD = {
    "ante": 0.5, "bring_in": 1, "raise_to": 4, "dead_money": 3, "rake": 0.05, "rake_cap": 3,
    "after": {"bets": {"pot": 0.5}, "paid": [1, 0.5]}, "hero": {"in": 0.5},
    "opponents": [{"in": 1, "calls": "(8-8-)", "calls_raise": "(7-7-)"}, None],
}  # fmt: skip
LIMIT_BETTING = {"pot": 30, "limit": {"fifth": 4, "sixth": 4, "seventh": 4, "cap": 3}, "stack": 40}


def tracked_scenario():
    """Return a hand that has been tracked to the flop of the second hand of its session."""
    scenario = Scenario("holdem", _seats("AhKh", "22+, A2s+", "random"), kelly=read_panel({"bankroll": 5000}))
    for key, value in {"stacks": [200, 150, 90], "bankroll": 5000, "small_blind": 1, "big_blind": 2}.items():
        scenario = with_setup(scenario, key, value)
    scenario = begin_session(scenario, name="0123456789ab")
    steps = [
        *(Step("raise", chips=6, note="Kelly: raise"), Step("fold"), Step("call")),
        *(Step("street", cards="7h 8h 2c"), Step("check"), Step("bet", chips=10), Step("fold")),
        *(Step("hand"), Step("raise", chips=8), Step("call"), Step("fold"), Step("street", cards="Kd 9s 4c")),
    ]
    for step in steps:
        scenario = after_action(scenario, tracked_session(scenario), step)
    # Files of 0.1.0 do not have the ranges that actions narrowed.
    tracker = scenario.kelly.tracker
    actions = (replace(one, player=None, range="") if one.range else one for one in tracker.actions)
    return replace(scenario, kelly=scenario.kelly.with_entry("tracker", tracker.with_entry("actions", tuple(actions))))


def scenarios():
    """Return the tables of the scenario files, by name: together they have every key."""
    holdem = _seats("AhKh", "QQ, JJ:0.5", "random", "random, !(22+, KQo)", folded=(3,))
    run = RunOptions("sampled", 2**70, 5000, 0.002, 30.5, ("matrix", "made"))
    shares = (SubRange(1, "Raise", "QQ", 2), SubRange(1, "Call", "JJ:0.5", 1))
    counted = replace(Scenario("holdem", _seats("AhKh", "QQ")), kelly=read_panel(COUNTED_KELLY))
    preflop = Scenario("holdem", _seats("KK+", "AKs", "", "random"), dead="2c 2d", preflop=PreflopPanel.read(PREFLOP))
    return {
        "holdem": Scenario("holdem", holdem, "7h 8h 2c", "As", run, kelly=read_panel(TABLE_KELLY), subranges=shares),
        "holdem-order": Scenario(
            "holdem", _seats("15%", "TT+"), dialect="climb", order="mine", kelly=read_panel(TYPED_KELLY)
        ),
        "holdem-counted": counted,
        "holdem-preflop": preflop,
        "holdem-tracked": tracked_scenario(),
        "holdem-betting": Scenario(
            "holdem", _seats("66+, A8s+", "QQ-22, ATo+"), "Td 9d 6h Qc", betting=BettingPanel.read(BETTING)
        ),
        "holdem-ask": Scenario("holdem", _seats("AhKh", "22+, ATs+"), "Ks 7h 2d", ask=AskPanel(question=QUESTION)),
        "razz-third": Scenario("razz", _seats("A46", "xx8", "xxK"), dead="Q 5", third=ThirdPanel.read(THIRD)),
        "razz-betting": Scenario("razz", _seats("xx2459", "xx3A8K"), betting=BettingPanel.read(LIMIT_BETTING)),
        "razz": Scenario(
            "razz", _seats("A 2 9", "x x K", "(7-7-)8", folded=(2,)), dead="K 7", kelly=read_panel(LIMIT_KELLY)
        ),
    }


def results():
    """Return the results of the result files, by name: exact and sampled, together with every detail."""
    sampled = {"method": "sampled", "max_trials": 20_000}
    holdem = _result("holdem", "AhKh, JJ", "QsQc", board="7h 8h 2c")
    large = _result("holdem", "AhKh, JJ", "QQ", "T9s", board="7h 8h 2c 3d", dead="5s", folded=(2,), **sampled)
    razz = _result("razz", "A 2 9 5", "(7-7-)7 8", "KKQ", folded=(2,), **sampled)
    return {
        "holdem-exact": replace(holdem, deals=MANY_DEALS),
        "holdem-sampled": replace(large, deals=MANY_DEALS + 1),
        "holdem-preflop": _result("holdem", "AhKh", "QsQc"),
        "razz-exact": _result("razz", "A", "2", "3", "4", detail=("outcomes",)),
        "razz-sampled": replace(razz, deals=MANY_DEALS + 2),
        "razz-fifth": _result("razz", "A 2 9 5", "3 4 7 8", dead="K 7"),
    }


def _result(game, *cards, board="", dead="", folded=(), detail=None, **options):
    names = tuple(GAMES[game].details) if detail is None else detail
    scenario = Scenario(game, _seats(*cards, folded=folded), board, dead, RunOptions(detail=names, **options))
    return solve(scenario)


def entries():
    """Return the ranges of the library: of both games, in folders, with notes and actions."""
    actions = (RangeAction("Raise", "QQ+", 2), RangeAction("Call", "JJ:0.5, AKs", 1))
    return (
        LibraryEntry("Open", "22+, A2s+ > flop top pair+", note="a note"),
        LibraryEntry("Defend", "", "Six max/BB", actions=actions),
        LibraryEntry("Doors", "A 2 3", "Razz", "razz", "low ones"),
    )


def own_order():
    """Return an order of hands: the built-in classes the other way round."""
    return Order("mine", "my own numbers", np.arange(len(CLASSES), dtype=np.float64) * 0.5, "a note")


def record():
    """Return a record of the trainer."""
    guesses = (Guess("AhKh v QQ+", "holdem", 0.4, 0.43), Guess("A 2 9 v x x K", "razz", 0.9, 0.7))
    result = TrainingRecord(2**62 - 1, 10)
    for guess in guesses:
        result = result.with_answer(guess)
    return result


def questions():
    """Return questions of the player, of both games."""
    return NamedQuestion("holdem", "Two outs", "1 river set"), NamedQuestion("razz", "An eight", "1 seventh low 8")


def marks():
    """Return marks of hands: of each kind alone, and all together."""
    return {
        "stars 105034215446": HandMark(star=True),
        "stars 18707234955": HandMark(tags=("bluff", "Bad beat")),
        "phh 0123456789abcdef0123": HandMark(note="a note\nof two lines"),
        "ipoker 2233445566": HandMark(star=True, tags=("review",), note="all"),
    }


def player():
    """Return a player that was watched."""
    hands = {
        "0123456789abcdef": PlayerHand("button", (Chance("open", True), Chance("limp", False))),
        "fedcba9876543210": PlayerHand("big blind", (Chance("call", False), Chance("reraise", False))),
    }
    return Profile("Ada", hands, {("limp", "button"): Count(3, 40)}, "PokerStars")


def played():
    """Return hands of a journal: one that has ended, one under way, and one that waits to be written."""
    first = TrackedHandRecord(
        "0123456789ab", 1, "holdem", 1000.0, (turn(decided()),), "2026-01-01T12:00:00", 1060.5, True
    )
    second = replace(first, place=2, bankroll=1060.5, turns=(turn(decided("bet", 20.0)),), left=None, showdown=False)
    return first, second, replace(first, place=3, game="razz", bankroll=1040.0, left=900.0, showdown=False)


def pinned(snapshot):
    """Return a pinned table: one from a file."""
    scenario = replace(snapshot.scenario, run=replace(snapshot.scenario.run, detail=()))
    return Pinned(scenario, TableFile(Path(f"{PLACE}/holdem.steelwheel"), None, "ab" * 32), snapshot, "B")


def fill_settings(settings, folder):
    """Set everything that settings hold."""
    settings.theme = "dark"
    settings.text_scale = 125
    settings.paper = PAPER
    settings.four_colours = False
    settings.tint_deck = False
    settings.journal = 2
    settings.add_limits("holdem", {"small_blind": 1, "big_blind": 2.5, "ante": 0.25})
    settings.add_limits("razz", {"fixed": True, "small_bet": 10, "big_bet": 20, "ante": 1, "bring_in": 3})
    settings.version_seen = "0.0.9"
    settings.folder = str(folder)
    for name in ("razz", "holdem"):
        settings.add_recent(folder / f"{name}.steelwheel")
    for key in ("window", "body", "side"):
        settings.save_layout(key, QByteArray(f"layout of {key}".encode()))
    settings.sync()


PAPER = Paper("light", *list(PAPER_SIZES)[-1], list(PAPER_TEXTS)[-1], "DejaVu Sans")
BATCH = ("AhKh v QQ", "AhAd v KK:0.5, QQ on 7h 8h 2c")


def write_all(folder):
    """Write one file of every stored kind into ``folder``."""
    tables, snapshots = scenarios(), results()
    _check_complete(tables, snapshots)
    for name, scenario in tables.items():
        scenario_files.save(folder / f"{name}.steelwheel", scenario)
        if scenario.kelly:
            _write_json(folder / f"{name}.kelly.json", kelly_request_json(scenario, None))
    for name in ("holdem-betting", "razz-betting"):
        _write_json(folder / f"{name}.betting.json", betting_values(tables[name]))
    request = PREFLOP_STREET.request(tables["holdem-preflop"]).request
    _write_json(folder / "holdem-preflop.preflop.json", request.to_json())
    for name, snapshot in snapshots.items():
        _write_json(folder / f"{name}.result.json", snapshot_to_json(snapshot, with_trace=True))
    _write_json(folder / "pin.autosave", pin_to_json(pinned(snapshots["holdem-exact"])))
    (folder / "library.json").write_bytes(dump_library(entries()))
    for end, write in WRITERS.items():
        known = entries() if end == ".txt" else [entry for entry in entries() if entry.game == "holdem"]
        (folder / f"exported{end}").write_bytes(write(known))
    (folder / "training.json").write_bytes(dump_record(record()))
    (folder / "questions.json").write_bytes(dump_questions(questions()))
    (folder / "hand-marks.json").write_bytes(dump_marks(marks()))
    OrderStore(folder / "orders").add(own_order())
    PlayerStore(folder / "players").save(player())
    Templates(folder / "none", folder / "templates").save("Four seats", tables["holdem"])
    Templates(folder / "none", folder / "templates").save("Limit razz", tables["razz"])
    HistoryFile(folder).add([Remembered(NOON, snapshots[name]).to_json() for name in ("holdem-exact", "razz-exact")])
    _write_autosave(folder, tables["holdem-tracked"])
    _write_journal(folder / "journal")
    _write_settings(folder)
    _write_answers(folder)


def _check_complete(tables, snapshots):
    """Check that together the files have every key and every detail."""
    kelly = {key for scenario in tables.values() for key in (scenario.kelly.to_json() if scenario.kelly else {})}
    assert not {spec.key for spec in PANEL_FIELDS} - kelly
    assert not {spec.key for spec in PREFLOP_FIELDS} - set(PREFLOP)
    late = {"storage", "flops", "all_in_from", "played", "edits"}
    assert not set(fields_of(BettingPanel)) - {*BETTING, *LIMIT_BETTING} - late
    for game, spec in GAMES.items():
        values = {
            name for snapshot in snapshots.values() if snapshot.scenario.game == game for name in snapshot.details
        }
        assert not set(spec.details) - values, set(spec.details) - values


def _write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _write_autosave(folder, scenario):
    with TemporaryDirectory() as other:
        file = AutosaveFile.new(Path(other))
        file.write(scenario, Path(f"{PLACE}/table.steelwheel"), "cd" * 32)
        file.release()
        shutil.copy(file.path, folder / "table.autosave")


def _write_journal(folder):
    folder.mkdir(parents=True)
    first, second, third = played()
    with JournalFile(folder / FILE) as file:
        file.create("Bankroll", "2026-01-01T11:00:00")
        number = file.create("Casino", "2026-01-02T11:00:00")
        file.save_hand(number, first, is_owner=True)
        file.save_hand(number, second, is_owner=True)
    waiting = JournalWriter(folder)
    waiting.put(QueuedHand(number, third, own=True))
    with mock.patch.object(JournalWriter, "_opened", side_effect=OSError("held")):
        list(waiting.work_off(CancelToken()))
    waiting.close()
    (path,) = folder.glob(WAITING.format("*"))
    path.rename(folder / WAITING.format("0"))


def _write_settings(folder):
    with TemporaryDirectory() as other:
        path = Path(other) / "settings.ini"
        fill_settings(Settings(QSettings(str(path), QSettings.Format.IniFormat)), folder)
        text = path.read_text(encoding="utf-8").replace(str(folder), PLACE)
    (folder / "settings.ini").write_text(text, encoding="utf-8")


def batch_command(folder):
    """Return the command that answers the stored batch, behind the answers that are there."""
    answers, lines = str(folder / "answers.jsonl"), str(folder / "batch.txt")
    return ["solve", "--lines", "--workers", "1", "--resume", answers, lines]


def _write_answers(folder):
    (folder / "batch.txt").write_text("\n".join(BATCH) + "\n", encoding="utf-8")
    with redirect_stdout(io.StringIO()):
        main(
            ["solve", "--lines", "--workers", "1", "--resume", str(folder / "answers.jsonl"), str(folder / "batch.txt")]
        )
    moment = io.StringIO()
    with redirect_stdout(moment):
        main(["hands", str(HANDS), "--hand", "3", "--street", "flop", "--action", "1"])
    (folder / "moment.json").write_text(moment.getvalue(), encoding="utf-8")


if __name__ == "__main__":
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else STORED / __version__
    place.mkdir(parents=True)
    application = QCoreApplication([])
    write_all(place)
