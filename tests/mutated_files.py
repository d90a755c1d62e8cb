"""Stored files of every kind with anything in any place, and what must hold of whatever is read from them.

Nothing that is damaged ends in an exception; of files with several entries those that the damage has not touched are
read, and what is left out is in a copy beside.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from random import Random

from PySide6.QtCore import QSettings

from engine import CancelToken, Scenario, ScenarioError, Seat, scenario_to_json, snapshot_to_json, solve
from engine.betting.request import read_betting_request
from engine.betting.run import run_betting
from engine.betting.saved import read_solution, solution_bytes
from engine.betting.watch import look
from engine.histories.marks import HandMark, dump_marks
from engine.journal.records import TrackedHandRecord
from engine.journal.schema import JournalError
from engine.journal.store import JournalFile
from engine.ranges.library import Folder
from engine.ranges.library_files import LibraryEntry, decode, dump_library
from engine.scenario.reading import read_json
from engine.trainer.record import Guess, TrainingRecord, dump_record
from gui.pages.range.library_panel import read_files
from gui.state.autosave import Recovery
from gui.state.document import NEW, Document, TableFile
from gui.state.pin import pin_from_json, pin_to_json
from gui.state.session import Pinned
from gui.storage import scenario_files
from gui.storage.autosave_file import AutosaveFile
from gui.storage.files import UNREADABLE
from gui.storage.history_file import HistoryFile
from gui.storage.journal_file import JournalWriter
from gui.storage.library import Library
from gui.storage.player_files import HandMarks, OrderStore, Training
from gui.storage.settings import Settings

TABLE = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Villain", "QQ+")), board="7h8h2c")
RANGES = tuple(
    LibraryEntry(f"range {i}", "22+, ATs+", ("", "Cash", "Cash/6-max")[i % 3], note="a note" * (i % 2))
    for i in range(12)
)
MARKS = {f"stars {i}": HandMark(star=i % 2 == 0, tags=("bluff",), note=f"note {i}") for i in range(6)}
GUESSES = tuple(Guess(f"AhKh v QQ+ | 7h8h{i}c", "holdem", 0.25, 0.5) for i in range(2, 7))
NOISE = ("null", "[]", "{}", "7", '"x"', "NaN", "1e999", '"\\ud800"', "[" * 2000, "}", "]", ",", "\0")


@dataclass(frozen=True, slots=True)
class Kind:
    """A stored kind: the file in its folder, what stands in it, and what reads it: returns the entries that are whole.

    ``entries``: the texts of the entries, none of a kind with one. ``keeps``: a damaged file is copied aside.
    """

    name: str
    content: bytes
    read: Callable[[Path], list[str]]
    entries: tuple[str, ...] = ()
    keeps: bool = False


def mutated(data: bytes, generator: Random) -> tuple[bytes, int, int]:
    """Return damaged bytes, and between which places of ``data`` they are others."""
    start = generator.randrange(len(data))
    end = min(start + generator.choice((1, 1, 4, 30, 400)), len(data))
    how = generator.randrange(6)
    if how == 0:
        return data[:start], start, len(data)
    if how == 1:
        return data[:start] + data[end:], start, end
    if how == 2:
        return data[:start] + bytes(generator.randrange(256) for _ in range(end - start)) + data[end:], start, end
    if how == 3:
        return data[:start] + b"\0" * (end - start) + data[end:], start, end
    if how == 4:
        return data[:start] + generator.choice(NOISE).encode() + data[end:], start, end
    return data[:start] + bytes([data[start] ^ 1 << generator.randrange(8)]) + data[start + 1 :], start, start + 1


def untouched(kind: Kind, start: int, end: int) -> set[str]:
    """Return the entries that have nothing to do with the bytes between two places, their neighbours left out; none
    where the head of the file is damaged, which says what the file is."""
    places = [(kind.content.find(entry.encode()), entry) for entry in kind.entries]
    assert all(at >= 0 for at, _ in places)
    order = [entry for _, entry in sorted(places)]
    near = {i for i, (at, entry) in enumerate(sorted(places)) if at + len(entry.encode()) >= start and at <= end}
    first = min(at for at, _ in places)
    if end > first and not near:
        before = sum(at < start for at, _ in places)
        near = {before - 1, before}
    near |= {i + step for i in near for step in (-1, 1)}
    return set() if start < first else {entry for i, entry in enumerate(order) if i not in near}


def check(kind: Kind, seed: int, folder: Path) -> None:
    """Damage a file and read it."""
    path = folder / kind.name
    path.parent.mkdir(parents=True, exist_ok=True)
    data, start, end = mutated(kind.content, Random(seed))
    path.write_bytes(data)
    read = kind.read(folder)
    if not kind.entries:
        return
    lost = untouched(kind, start, end) - set(read)
    assert not lost, (kind.name, seed, sorted(lost))
    if kind.keeps and not _is_json(data) and set(kind.entries) - set(read):
        copies = [file.read_bytes() for file in path.parent.glob(f"*{UNREADABLE}*")]
        assert data in copies, (kind.name, seed)


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data.decode())
    except (ValueError, RecursionError):
        return False
    return True


def _library(folder: Path) -> list[str]:
    library = Library(folder / "library.json", Folder("Presets"))
    library.add(LibraryEntry("one more", "KK"))
    again = Library(folder / "library.json", Folder("Presets"))
    assert again.own == library.own
    return [f'"name": "{entry.name}"' for entry in again.own]


def _import(folder: Path) -> list[str]:
    list(read_files([folder / "mine.txt"], CancelToken()))
    return []


def _history(folder: Path) -> list[str]:
    file = HistoryFile(folder)
    file.add([{"time": 1.0, "result": json.loads(_result("Td"))}])
    damage = list[str]()
    result = HistoryFile(folder, damage.append).entries() or ()
    assert not damage  # what is whole has been written anew
    return [f'"time": {entry["time"]}' for entry in result if isinstance(entry, dict) and "time" in entry]


def _training(folder: Path) -> list[str]:
    training = Training(folder / "training.json")
    result = [guess.spot for guess in training.record.guesses]
    training.add(GUESSES[0])
    assert not training.unsaved
    return result


def _marks(folder: Path) -> list[str]:
    store = HandMarks(folder / "hand-marks.json")
    result = [f'"hand": "{hand}"' for hand in store.marks]
    store.put("own 1", HandMark(star=True))
    assert not store.unsaved
    return result


def _settings(folder: Path) -> list[str]:
    settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    asked = (settings.theme, settings.text_scale, settings.paper, settings.four_colours, settings.journal)
    assert len((*asked, settings.limits("holdem"), settings.version_seen, settings.recent, settings.folder)) == 9
    settings.layout("window")
    settings.sync()
    return []


def _autosave(folder: Path) -> list[str]:
    (folder / "autosave" / "a.lock").touch()
    document = Document(NEW["holdem"])
    recovery = Recovery(document, _NoAutosave(), folder / "autosave", document)
    assert (recovery.offer is None) == (len(recovery.unreadable) == 1)
    assert all(path.exists() for path in recovery.unreadable)
    recovery.close()
    return []


class _NoAutosave:
    """Writes nothing."""


def _refused(read: Callable[[Path], object], error: type[Exception], folder: Path) -> list[str]:
    """Read a file that holds one thing, or refuse it."""
    with suppress(error):
        read(folder)
    return []


def _scenario(folder: Path) -> object:
    return scenario_files.decoded(folder / "table.steelwheel", (folder / "table.steelwheel").read_bytes())


def _pin(folder: Path) -> object:
    return pin_from_json(read_json(decode((folder / "pin.json").read_bytes())))


def _journal(folder: Path) -> object:
    with JournalFile(folder / "bankroll.sqlite", 0.0) as file:
        return [file.hands(row.number) for row in file.journals()]


def _betting(folder: Path) -> object:
    saved = read_solution((folder / "river.solution").read_bytes(), workers=1)
    return look(saved.solution, saved.progress, saved.solution.request.path)


def _orders(folder: Path) -> list[str]:
    store = OrderStore(folder / "orders")
    assert len(store.orders) + bool(store.message) == 1
    return []


def _waiting(folder: Path) -> list[str]:
    writer = JournalWriter(folder / "journal")
    writer.take_up()
    result = [kept.played.session for kept in writer.hands.values()]
    writer.close()
    return [f'"session": "{session}"' for session in result]


def kinds(folder: Path) -> tuple[Kind, ...]:
    """Return every stored kind; ``folder`` is for files that are made to be copied."""
    results = b",\n".join(
        json.dumps({"time": float(2 + i), "result": json.loads(_result(f"{i + 2}d"))}).encode() for i in range(5)
    )
    hands = [{"journal": 1, "played": asdict(_hand(f"s{i}"))} for i in range(5)]
    autosaved = AutosaveFile.new(folder / "made")
    autosaved.write(TABLE, None)
    content = autosaved.path.read_bytes()
    autosaved.remove()
    order = next(iter((Path(__file__).parents[1] / "resources" / "orders").glob("*.json"))).read_text(encoding="utf-8")
    value = json.loads(order) | {"name": "mine"}
    names = tuple(f'"name": "{entry.name}"' for entry in RANGES)
    times = tuple(f'"time": {float(2 + i)}' for i in range(5))
    head = b'{"steelwheel_history": 1, "entries": [\n'
    return (
        Kind("library.json", dump_library(RANGES), _library, names, keeps=True),
        Kind("mine.txt", b"22+\nAKs\nCash/Open = QQ+\n" * 9, _import),
        Kind("history.json", head + results + b"\n]}\n", _history, times, keeps=True),
        Kind(
            "training.json",
            dump_record(TrainingRecord(7, guesses=GUESSES)),
            _training,
            tuple(g.spot for g in GUESSES),
            keeps=True,
        ),
        Kind(
            "hand-marks.json",
            dump_marks(MARKS),
            _marks,
            tuple(f'"hand": "{hand}"' for hand in MARKS),
            keeps=True,
        ),
        Kind("settings.ini", b"[General]\ntheme=dark\ntext_scale=110\njournal=3\nrecent=/a, /b\n", _settings),
        Kind("autosave/a.autosave", content, _autosave),
        Kind(
            "table.steelwheel",
            json.dumps(scenario_to_json(TABLE)).encode(),
            partial(_refused, _scenario, ScenarioError),
        ),
        Kind(
            "pin.json",
            json.dumps(pin_to_json(Pinned(TABLE, TableFile(None, None), None))).encode(),
            partial(_refused, _pin, ScenarioError),
        ),
        Kind("bankroll.sqlite", _sqlite(folder), partial(_refused, _journal, JournalError)),
        Kind("river.solution", _solution(), partial(_refused, _betting, ScenarioError)),
        Kind("orders/mine.json", json.dumps(value).encode(), _orders),
        Kind(
            "journal/waiting-1.json",
            json.dumps(hands).encode(),
            _waiting,
            tuple(f'"session": "s{i}"' for i in range(5)),
        ),
    )


@cache
def _result(turn: str) -> str:
    return json.dumps(snapshot_to_json(solve(replace(TABLE, board=f"7h8hKc{turn}"))))


@cache
def _solution() -> bytes:
    """Return a solution of a turn without its river, so that every part of the file is in it."""
    seats = [{"cards": "AA, KQs, 76s"}, {"cards": "QQ, AKs, 98s:0.5"}]
    table = {"steelwheel": 1, "game": "holdem", "board": "Ks7h2d9c", "seats": seats}
    sizes = {"bet": ["60%"], "raise": ["all in"]}
    value = {
        "steelwheel_betting": 1, "table": table, "pot": 20, "stack": 40, "bankroll": 500, "target": 0.05,
        "sizes": {"turn": sizes, "river": sizes},
    }  # fmt: skip
    *_, last = run_betting(read_betting_request(value), workers=1)
    whole = solution_bytes(last.solution, last.progress, value)
    return solution_bytes(last.solution, last.progress, value, max_bytes=len(whole) - 1)


def _sqlite(folder: Path) -> bytes:
    path = folder / "made.sqlite"
    with JournalFile(path) as file:
        number = file.create("mine", "now")
        for i in range(5):
            file.save_hand(number, _hand(f"s{i}"), is_owner=True)
    return path.read_bytes()


def _hand(session: str) -> TrackedHandRecord:
    return TrackedHandRecord(session, 1, "holdem", 100.0, (), "2026-01-01T12:00:00", 120.0)
