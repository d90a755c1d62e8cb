"""The journal file: SQLite through Python's own module, in write-ahead mode.

Every call is one transaction that is on disk when it returns: if the program is killed in the middle of a hand, no
decision is lost, and the hand can be continued. Two windows may use one file at the same time.
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
    JournalAction,
    JournalDecision,
    JournalHand,
    JournalRow,
    OutcomeDistribution,
    TrackedHandRecord,
    Turn,
    checked_decision,
    checked_hand,
)
from engine.journal.schema import JournalError, check_current, migrate
from engine.scenario.codec import finite
from engine.storage.regular_files import check_regular

PARTS = ("", "-wal", "-shm", "-journal")
"""The suffixes of the files that make up an SQLite data base."""
WAIT_S = 5.0
"""How many seconds to wait for another window that has locked the file."""
NAME_LENGTH = 200
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""SQLITE_ERROR is among them: it means that a table or column is missing that every journal has."""
READ_ONLY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN)
_DECIDED = (
    "at, street, bankroll, pot, to_call, advised_action, advised_chips, advised_growth, advised_law,"
    " done_action, done_chips, done_growth, done_law, request, put_in, done_called"
)


@dataclass(frozen=True, slots=True)
class Unread:
    """How many hands and decisions of a journal could not be read."""

    hands: int = 0
    decisions: int = 0


class JournalFile:
    """An open file with journals; a context manager. All calls must come from one thread.

    Raises:
        JournalError: the file cannot be opened, read or written, is damaged or no journal, or there is no such entry.
    """

    def __init__(self, path: Path, wait: float = WAIT_S, *, reading: bool = False) -> None:
        """Open or create the file at ``path``.

        ``wait``: for how many seconds another window may keep the file locked. ``reading``: a file that cannot be
        written, for example in a read-only folder, is opened for reading.
        """
        try:
            self._open(path, wait)
        except JournalError as error:
            if not (reading and error.read_only and path.is_file()):
                raise
            with _sqlite_errors():  # immutable: SQLite must not create further files in the folder
                self._file = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
                try:
                    check_current(self._file)
                except BaseException:
                    self._file.close()
                    raise

    def _open(self, path: Path, wait: float) -> None:
        """Open the file, creating or updating its tables.

        Raises:
            JournalError: it cannot be opened, or it is not a journal.
        """
        for part in PARTS:
            try:
                check_regular(f"{path}{part}")
            except OSError as error:
                raise JournalError(f"{path.name}{part} cannot be opened: {error.strerror}") from error
        with _sqlite_errors():
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
        with _sqlite_errors():
            self._file.close()

    def journals(self) -> tuple[JournalRow, ...]:
        """Return the journals, the oldest first. One whose name is damaged is named by its number."""
        rows = self._query(
            "SELECT id, name, created, (SELECT count(*) FROM hands WHERE journal = journals.id)"
            " FROM journals ORDER BY id"
        )
        return tuple(
            JournalRow(number, plain_name(name) if isinstance(name, str) else f"Journal {number}", str(created), hands)
            for number, name, created, hands in rows
        )

    def create(self, name: str, at: str) -> int:
        """Create a journal and return its number.

        Raises:
            JournalError: the name is empty, too long or already used.
        """
        name = plain_name(name)
        self._check_name(name)
        return self._insert("INSERT INTO journals (name, created) VALUES (?, ?)", name, at)

    def rename(self, journal: int, name: str) -> None:
        """Rename a journal. Raises JournalError as :meth:`create` does."""
        name = plain_name(name)
        self._check_name(name, journal)
        self._update_one("UPDATE journals SET name = ? WHERE id = ?", name, journal)

    def delete(self, journal: int) -> None:
        """Delete a journal with all its hands."""
        self._update_one("DELETE FROM journals WHERE id = ?", journal)

    def _insert_decision(self, hand: int, decision: JournalDecision, turn: int) -> None:
        """Add a decision to a hand, as the one of its turn number ``turn``."""
        advised, done = decision.advised, decision.done
        self._insert(
            f"INSERT INTO decisions (hand, turn, {_DECIDED}) VALUES ({', '.join('?' * 18)})",
            *(hand, turn),
            *(decision.at, decision.street, decision.bankroll, decision.pot, decision.to_call),
            *(advised.action, advised.chips, finite(advised.growth), json.dumps(advised.law)),
            *(done.action, done.chips, finite(done.growth), json.dumps(done.law)),
            json.dumps(dict(decision.request)),
            decision.put_in,
            None if decision.called is None else json.dumps(decision.called),
        )

    def delete_hand(self, hand: int) -> None:
        """Delete a hand with its decisions."""
        self._update_one("DELETE FROM hands WHERE id = ?", hand)

    def save_hand(self, journal: int, played: TrackedHandRecord, *, is_owner: bool) -> None:
        """Update a hand as far as it has been played; a hand that is new to the file is added to ``journal``.

        Decisions that were undone are deleted, and the hand too if none is left before its end. A hand that has ended
        is changed only if ``is_owner``: the window that played it may undo its end.

        Raises:
            JournalError: the hand has ended and ``is_owner`` is False: it was already entered.
        """
        # IMMEDIATE takes the write lock now: another window cannot enter the same hand between query and insertion.
        with self._transaction("BEGIN IMMEDIATE"):
            stored = self._query(
                "SELECT id, ended FROM hands WHERE session = ? AND place = ?", played.session, played.place
            )
            hand, stored_end = stored[0] if stored else (None, None)
            if stored_end is not None and not is_owner:
                text = "this hand is already in the journal and finished"
                raise JournalError(text, refused=True)
            if hand is None:
                if not played.decided:
                    return
                hand = self._insert(
                    "INSERT INTO hands (journal, game, begun, bankroll, session, place) VALUES (?, ?, ?, ?, ?, ?)",
                    *(journal, played.game, played.at, played.bankroll, played.session, played.place),
                )
            unadvised = self._save_turns(hand, played.turns)
            decisions = self._query("SELECT 1 FROM decisions WHERE hand = ?", hand)
            if not decisions and played.left is None:
                self.delete_hand(hand)
                return
            ended = None if played.left is None else stored_end or played.at
            self._update_one(
                "UPDATE hands SET ended = ?, left = ?, showdown = ?, unadvised = ? WHERE id = ?",
                *(ended, played.left, int(played.showdown), int(unadvised), hand),
            )

    def _save_turns(self, hand: int, turns: Sequence[Turn]) -> bool:
        """Store the decisions of ``turns`` and delete all others of the hand.

        Return whether hero acted again after the last stored decision, that is without advice.
        """
        rows = self._query("SELECT id, turn, done_action, done_chips, at FROM decisions WHERE hand = ?", hand)
        stored = {turn: rest for _, turn, *rest in rows if turn is not None}
        for number, turn, *done in rows:
            if turn is None or turn >= len(turns) or not _same_turn(turns[turn], done):
                self._update_one("DELETE FROM decisions WHERE id = ?", number)
        for index, turn in enumerate(turns):
            if turn.decision is not None and (index not in stored or not _same_turn(turn, stored[index])):
                self._insert_decision(hand, turn.decision, index)
        (last,) = self._query("SELECT max(turn) FROM decisions WHERE hand = ?", hand)[0]
        return last is not None and last + 1 < len(turns)

    def _rows_of(self, journal: int) -> tuple[list[Any], list[Any]]:
        """Return the rows of the hands of a journal and those of their decisions, from one state of the file."""
        with self._transaction("BEGIN"):
            rows = self._query(
                "SELECT id, game, begun, ended, bankroll, left, showdown, unadvised FROM hands"
                " WHERE journal = ? ORDER BY id",
                journal,
            )
            decisions = self._query(
                f"SELECT hand, {_DECIDED} FROM decisions"
                " WHERE hand IN (SELECT id FROM hands WHERE journal = ?) ORDER BY turn, id",
                journal,
            )
        return rows, decisions

    def hands(self, journal: int) -> tuple[JournalHand, ...]:
        """Return the hands of a journal with their decisions, in the order in which they began."""
        rows, decision_rows = self._rows_of(journal)
        decisions: dict[int, list[JournalDecision]] = {row[0]: [] for row in rows}
        for hand, *values in decision_rows:
            decisions[hand].append(_decision(values))
        return tuple(_hand(row, decisions[row[0]]) for row in rows)

    def readable_hands(self, journal: int) -> tuple[tuple[JournalHand, ...], Unread]:
        """Return the hands of a journal that can be read, and how many hands and decisions cannot.

        A hand with an unreadable decision becomes ``unadvised``, because its end does not follow from the other
        decisions.
        """
        self._file.text_factory = _text_or_bytes
        try:
            rows, decision_rows = self._rows_of(journal)
        finally:
            self._file.text_factory = str
        decisions: dict[int, list[JournalDecision]] = {row[0]: [] for row in rows}
        hands_of_unread, hands = list[int](), list[JournalHand]()
        unread_hands = 0
        for number, *values in decision_rows:
            try:
                decisions[number].append(_decision(values))
            except JournalError:
                hands_of_unread.append(number)
        for row in rows:
            try:
                hand = _hand(row, decisions[row[0]])
            except JournalError:
                unread_hands += 1
            else:
                hands.append(replace(hand, unadvised=True) if hand.number in hands_of_unread else hand)
        return tuple(hands), Unread(unread_hands, len(hands_of_unread))

    def _query(self, query: str, *values: Any) -> list[Any]:
        with _sqlite_errors():
            return self._file.execute(query, values).fetchall()

    def _insert(self, query: str, *values: Any) -> int:
        with _sqlite_errors():
            return int(self._file.execute(query, values).lastrowid or 0)

    def _update_one(self, query: str, *values: Any) -> None:
        with _sqlite_errors():
            if self._file.execute(query, values).rowcount != 1:
                raise JournalError("this entry does not exist")

    def _check_name(self, name: str, journal: int | None = None) -> None:
        """Raise JournalError if a name is empty, too long or that of another journal."""
        if not name.strip() or len(name) > NAME_LENGTH:
            raise JournalError(f"a journal needs a name of 1 to {NAME_LENGTH} characters")
        if any(number != journal for (number,) in self._query("SELECT id FROM journals WHERE name = ?", name)):
            raise JournalError(f"a journal named {name!r} already exists")

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        """Run the body as one transaction: it does not see what another window writes meanwhile, and it is undone if it
        fails."""
        with _sqlite_errors():
            self._file.execute(begin)
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite may have ended it already
                self._file.execute("ROLLBACK")
            raise
        with _sqlite_errors():
            self._file.execute("COMMIT")


@contextmanager
def _sqlite_errors() -> Iterator[None]:
    """Turn the errors of SQLite within the body into JournalError."""
    try:
        yield
    except UnicodeDecodeError as error:  # SQLite's message about a damaged file may quote bytes that are not UTF-8
        raise JournalError("the journal's file is damaged", damaged=True) from error
    except sqlite3.Error as error:
        # Python raises OperationalError without a code for a text that is not UTF-8. The lower 8 bits of a code are
        # its primary code.
        default = sqlite3.SQLITE_CORRUPT if isinstance(error, sqlite3.OperationalError) else 0
        code = getattr(error, "sqlite_errorcode", default) & 0xFF
        if code in LOCKED:
            raise JournalError("another program is using the journal's file") from error
        if code in DAMAGED:
            raise JournalError(f"the journal's file is damaged: {error}", damaged=True) from error
        if code in READ_ONLY:
            text = "the journal's file cannot be written: it or its folder is read-only"
            raise JournalError(text, read_only=True) from error
        refused = isinstance(error, sqlite3.IntegrityError)
        raise JournalError(f"the journal cannot be used: {error}", refused=refused) from error


def _same_turn(turn: Turn, stored: Sequence[Any]) -> bool:
    """Return whether a stored decision (action, chips, time) is that of ``turn``."""
    action, chips, at = stored
    known = turn.decision is None or turn.decision.at == at
    return known and turn.action == action and math.isclose(turn.chips, chips, rel_tol=1e-9, abs_tol=1e-9)


def _hand(values: Sequence[Any], decisions: Sequence[JournalDecision]) -> JournalHand:
    """Return a hand from its row.

    Raises:
        JournalError: a value is not valid.
    """
    number, game, begun, ended, bankroll, left, showdown, unadvised = values
    try:
        return checked_hand(
            JournalHand(number, game, begun, ended, bankroll, left, bool(showdown), tuple(decisions), bool(unadvised))
        )
    except (TypeError, ValueError) as error:
        raise JournalError("the journal is damaged: a hand cannot be read", damaged=True) from error


def _decision(values: list[Any]) -> JournalDecision:
    """Return a decision from its row.

    Raises:
        JournalError: a value is not valid.
    """
    try:
        at, street, bankroll, pot, to_call, *actions, request, put_in, called = values
        advised, done = (
            JournalAction(action, chips, -math.inf if growth is None else growth, _outcomes(json.loads(outcomes)))
            for action, chips, growth, outcomes in (actions[:4], actions[4:])
        )
        return checked_decision(
            JournalDecision(
                at=at,
                street=street,
                bankroll=bankroll,
                pot=pot,
                to_call=to_call,
                advised=advised,
                done=done,
                request=json.loads(request),
                put_in=put_in,
                called=None if called is None else _outcomes(json.loads(called)),
            )
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise JournalError("the journal is damaged: a decision cannot be read", damaged=True) from error


def _outcomes(value: Any) -> OutcomeDistribution:
    """Return a distribution of outcomes from JSON: pairs of a probability and the chips won or lost."""
    return tuple((float(p), float(net)) for p, net in value)


def _text_or_bytes(value: bytes) -> str | bytes:
    """Return a text of the file, or the bytes themselves if they are not UTF-8."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value
