"""The journal file: SQLite through Python's own module, in write-ahead mode.

Every call is one transaction that is on disk when it returns, so that a program that is killed in the middle of a hand
loses nothing that was decided: the hand is found open and can be gone on with. Two windows may use one file.
"""

import json
import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from engine.cards import plain_name
from engine.journal.records import (
    Act,
    Decision,
    Hand,
    JournalRow,
    Law,
    PlayedHand,
    Turn,
    checked_decision,
    checked_hand,
)
from engine.journal.schema import JournalError, check_current, migrate
from engine.scenario.codec import finite
from engine.storage.regular_files import check_regular

PARTS = ("", "-wal", "-shm", "-journal")
"""The files of an SQLite data base."""
WAIT_S = 5.0
"""The seconds for which another window may hold the file."""
NAME_LENGTH = 200
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""The last one: a table or column is not there, which every journal has."""
READ_ONLY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN)
_DECIDED = (
    "at, street, bankroll, pot, to_call, advised_action, advised_chips, advised_growth, advised_law,"
    " done_action, done_chips, done_growth, done_law, request, put_in, done_called"
)


@dataclass(frozen=True, slots=True)
class Unread:
    """The number of unreadable hands and decisions of a journal."""

    hands: int = 0
    decisions: int = 0


class JournalFile:
    """An open file with journals; a context manager. All calls from one thread.

    Raises:
        JournalError: the file cannot be opened, read or written, is no journal or damaged; or there is no such entry.
    """

    def __init__(self, path: Path, wait: float = WAIT_S, *, reading: bool = False) -> None:
        """``wait``: how many seconds another window may hold the file. ``reading``: where it cannot be written, as in a
        folder that is read-only, it is enough to read it."""
        try:
            self._open(path, wait)
        except JournalError as error:
            if not (reading and error.read_only and path.is_file()):
                raise
            with _told():  # without the further files that SQLite would make
                self._file = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
                try:
                    check_current(self._file)
                except BaseException:
                    self._file.close()
                    raise

    def _open(self, path: Path, wait: float) -> None:
        for part in PARTS:
            try:
                check_regular(f"{path}{part}")
            except OSError as error:
                raise JournalError(f"{path.name}{part} cannot be opened: {error.strerror}") from error
        with _told():
            self._file = sqlite3.connect(path, timeout=wait, isolation_level=None)
            try:
                self._file.execute("PRAGMA journal_mode = WAL")
                self._file.execute("PRAGMA synchronous = FULL")
                self._file.execute("PRAGMA foreign_keys = ON")
                migrate(self._file)
            except BaseException:
                self._file.close()
                raise

    def __enter__(self) -> "JournalFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with _told():
            self._file.close()

    def journals(self) -> tuple[JournalRow, ...]:
        """Return the journals, the oldest first; one whose name is damaged is called by its number."""
        rows = self._all(
            "SELECT id, name, created, (SELECT count(*) FROM hands WHERE journal = journals.id)"
            " FROM journals ORDER BY id"
        )
        return tuple(
            JournalRow(number, plain_name(name) if isinstance(name, str) else f"Journal {number}", str(created), hands)
            for number, name, created, hands in rows
        )

    def create(self, name: str, at: str) -> int:
        """Begin a journal and return its number; a name that another journal has, or an empty one, is refused."""
        name = plain_name(name)
        self._check_name(name)
        return self._write("INSERT INTO journals (name, created) VALUES (?, ?)", name, at)

    def rename(self, journal: int, name: str) -> None:
        """Give a journal another name."""
        name = plain_name(name)
        self._check_name(name, journal)
        self._change("UPDATE journals SET name = ? WHERE id = ?", name, journal)

    def delete(self, journal: int) -> None:
        """Delete a journal with all its hands."""
        self._change("DELETE FROM journals WHERE id = ?", journal)

    def _add(self, hand: int, decision: Decision, turn: int) -> None:
        advised, done = decision.advised, decision.done
        self._write(
            f"INSERT INTO decisions (hand, turn, {_DECIDED}) VALUES ({', '.join('?' * 18)})",
            *(hand, turn),
            *(decision.at, decision.street, decision.bankroll, decision.pot, decision.to_call),
            *(advised.action, advised.chips, finite(advised.growth), json.dumps(advised.law)),
            *(done.action, done.chips, finite(done.growth), json.dumps(done.law)),
            json.dumps(dict(decision.request)),
            decision.put_in,
            None if decision.called is None else json.dumps(decision.called),
        )

    def drop_hand(self, hand: int) -> None:
        """Delete a hand with its decisions."""
        self._change("DELETE FROM hands WHERE id = ?", hand)

    def keep(self, journal: int, played: PlayedHand, *, own: bool) -> None:
        """Bring what the file has of a hand into line with what has been played of it; a new one goes into ``journal``.

        Steps that were taken back go, the hand too where nothing of it is left. One that has ended is changed only by
        its ``own`` window, which can take its end back.

        Raises:
            JournalError: the hand has ended and is not one's own, so that it is not entered again.
        """
        with self._whole("BEGIN IMMEDIATE"):
            result = self._all(
                "SELECT id, ended FROM hands WHERE session = ? AND place = ?", played.session, played.place
            )
            hand, over = result[0] if result else (None, None)
            if over is not None and not own:
                text = "this hand stands there already, with its end: it is not entered again"
                raise JournalError(text, refused=True)
            if hand is None:
                if not played.decided:
                    return
                hand = self._write(
                    "INSERT INTO hands (journal, game, begun, bankroll, session, place) VALUES (?, ?, ?, ?, ?, ?)",
                    *(journal, played.game, played.at, played.bankroll, played.session, played.place),
                )
            unadvised = self._keep_turns(hand, played.turns)
            left = self._all("SELECT 1 FROM decisions WHERE hand = ?", hand)
            if not left and played.left is None:
                self.drop_hand(hand)
                return
            ended = None if played.left is None else over or played.at
            self._change(
                "UPDATE hands SET ended = ?, left = ?, showdown = ?, unadvised = ? WHERE id = ?",
                *(ended, played.left, int(played.showdown), int(unadvised), hand),
            )

    def _keep_turns(self, hand: int, turns: Sequence[Turn]) -> bool:
        """Keep the decisions of these turns and no others; return whether turns without one follow the last of them."""
        rows = self._all("SELECT id, turn, done_action, done_chips, at FROM decisions WHERE hand = ?", hand)
        there = {turn: rest for _, turn, *rest in rows if turn is not None}
        for number, turn, *done in rows:
            if turn is None or turn >= len(turns) or not _same(turns[turn], done):
                self._change("DELETE FROM decisions WHERE id = ?", number)
        for place, turn in enumerate(turns):
            if turn.decision is not None and (place not in there or not _same(turn, there[place])):
                self._add(hand, turn.decision, place)
        (last,) = self._all("SELECT max(turn) FROM decisions WHERE hand = ?", hand)[0]
        return last is not None and last + 1 < len(turns)

    def _rows_of(self, journal: int) -> tuple[list[Any], list[Any]]:
        with self._whole("BEGIN"):
            rows = self._all(
                "SELECT id, game, begun, ended, bankroll, left, showdown, unadvised FROM hands"
                " WHERE journal = ? ORDER BY id",
                journal,
            )
            decided = self._all(
                f"SELECT hand, {_DECIDED} FROM decisions"
                " WHERE hand IN (SELECT id FROM hands WHERE journal = ?) ORDER BY turn, id",
                journal,
            )
        return rows, decided

    def hands(self, journal: int) -> tuple[Hand, ...]:
        """Return the hands of a journal with their decisions, in the order in which they were begun."""
        rows, decided = self._rows_of(journal)
        result: dict[int, list[Decision]] = {row[0]: [] for row in rows}
        for number, *values in decided:
            result[number].append(_decision(values))
        return tuple(_hand(row, result[row[0]]) for row in rows)

    def readable(self, journal: int) -> tuple[tuple[Hand, ...], Unread]:
        """Return the hands of a journal as far as they can be read, and how many cannot.

        A hand of which a decision cannot be read is ``unadvised``: the others do not say what it may bring.
        """
        self._file.text_factory = _text_or_bytes
        try:
            rows, decided = self._rows_of(journal)
        finally:
            self._file.text_factory = str
        result: dict[int, list[Decision]] = {row[0]: [] for row in rows}
        lost, hands = list[int](), list[Hand]()
        unread = 0
        for number, *values in decided:
            try:
                result[number].append(_decision(values))
            except JournalError:
                lost.append(number)
        for row in rows:
            try:
                hand = _hand(row, result[row[0]])
            except JournalError:
                unread += 1
            else:
                hands.append(replace(hand, unadvised=True) if hand.number in lost else hand)
        return tuple(hands), Unread(unread, len(lost))

    def _all(self, query: str, *values: Any) -> list[Any]:
        with _told():
            return self._file.execute(query, values).fetchall()

    def _write(self, query: str, *values: Any) -> int:
        with _told():
            return int(self._file.execute(query, values).lastrowid or 0)

    def _change(self, query: str, *values: Any) -> None:
        with _told():
            if self._file.execute(query, values).rowcount != 1:
                raise JournalError("there is no such entry")

    def _check_name(self, name: str, journal: int | None = None) -> None:
        """Refuse a name that is empty, too long or another journal's."""
        if not name.strip() or len(name) > NAME_LENGTH:
            raise JournalError(f"a journal needs a name of 1 to {NAME_LENGTH} characters")
        if any(number != journal for (number,) in self._all("SELECT id FROM journals WHERE name = ?", name)):
            raise JournalError(f"there is a journal {name!r} already")

    @contextmanager
    def _whole(self, begin: str) -> Iterator[None]:
        """Make one transaction of what is done within: what another window writes meanwhile is not seen, and nothing
        stays of it if it fails."""
        with _told():
            self._file.execute(begin)
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite may have ended it already
                self._file.execute("ROLLBACK")
            raise
        with _told():
            self._file.execute("COMMIT")


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:  # of a name in a damaged file, in what SQLite says about it
        raise JournalError("the journal's file is damaged", damaged=True) from error
    except sqlite3.Error as error:
        unread = sqlite3.SQLITE_CORRUPT if isinstance(error, sqlite3.OperationalError) else 0  # a text that is no UTF-8
        code = getattr(error, "sqlite_errorcode", unread) & 0xFF
        if code in LOCKED:
            raise JournalError("another program holds the journal's file") from error
        if code in DAMAGED:
            raise JournalError(f"the journal's file is damaged: {error}", damaged=True) from error
        if code in READ_ONLY:
            text = "the journal's file cannot be written: it or its folder is read-only"
            raise JournalError(text, read_only=True) from error
        refused = isinstance(error, sqlite3.IntegrityError)
        raise JournalError(f"the journal cannot be used: {error}", refused=refused) from error


def _same(turn: Turn, done: Sequence[Any]) -> bool:
    """Return whether a kept decision, its action, chips and time, is that of a turn."""
    action, chips, at = done
    known = turn.decision is None or turn.decision.at == at
    return known and turn.action == action and math.isclose(turn.chips, chips, rel_tol=1e-9, abs_tol=1e-9)


def _hand(values: Sequence[Any], decisions: Sequence[Decision]) -> Hand:
    number, game, begun, ended, bankroll, left, showdown, unadvised = values
    try:
        return checked_hand(
            Hand(number, game, begun, ended, bankroll, left, bool(showdown), tuple(decisions), bool(unadvised))
        )
    except (TypeError, ValueError) as error:
        raise JournalError("the journal is damaged: a hand cannot be read", damaged=True) from error


def _decision(values: list[Any]) -> Decision:
    try:
        at, street, bankroll, pot, to_call, *acts, request, put_in, called = values
        advised, done = (
            Act(action, chips, -math.inf if growth is None else growth, _law(json.loads(law)))
            for action, chips, growth, law in (acts[:4], acts[4:])
        )
        asked = json.loads(request)
        law_called = None if called is None else _law(json.loads(called))
        return checked_decision(Decision(at, street, bankroll, pot, to_call, advised, done, asked, put_in, law_called))
    except (ValueError, TypeError, RecursionError) as error:
        raise JournalError("the journal is damaged: a decision cannot be read", damaged=True) from error


def _law(value: Any) -> Law:
    return tuple((float(p), float(net)) for p, net in value)


def _text_or_bytes(value: bytes) -> str | bytes:
    """Return a text of the file, as bytes where it is none."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value
