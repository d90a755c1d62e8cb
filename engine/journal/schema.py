"""The tables of a journal file, and the migrations from each version of them to the next.

The version is stored in the file's ``user_version``. A new version is a further entry of ``STEPS``; an old entry is
never changed.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

APPLICATION_ID = 0x53574A31
"""Identifies journals among SQLite files."""

STEPS = (
    """
    CREATE TABLE journals (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
        created TEXT NOT NULL
    );
    CREATE TABLE hands (
        id INTEGER PRIMARY KEY,
        journal INTEGER NOT NULL REFERENCES journals(id) ON DELETE CASCADE,
        game TEXT NOT NULL,
        begun TEXT NOT NULL,
        ended TEXT,
        bankroll REAL NOT NULL CHECK (bankroll > 0 AND bankroll < 1e300),
        left REAL CHECK (left >= 0 AND left < 1e300),
        showdown INTEGER NOT NULL DEFAULT 0 CHECK (showdown IN (0, 1)),
        CHECK ((ended IS NULL) = (left IS NULL))
    );
    CREATE INDEX hands_of_journal ON hands (journal, id);
    CREATE TABLE decisions (
        id INTEGER PRIMARY KEY,
        hand INTEGER NOT NULL REFERENCES hands(id) ON DELETE CASCADE,
        at TEXT NOT NULL,
        street TEXT NOT NULL,
        bankroll REAL NOT NULL CHECK (bankroll > 0 AND bankroll < 1e300),
        pot REAL NOT NULL,
        to_call REAL NOT NULL,
        advised_action TEXT NOT NULL,
        advised_chips REAL NOT NULL,
        advised_growth REAL,
        advised_law TEXT NOT NULL,
        done_action TEXT NOT NULL,
        done_chips REAL NOT NULL,
        done_growth REAL,
        done_law TEXT NOT NULL,
        request TEXT NOT NULL
    );
    CREATE INDEX decisions_of_hand ON decisions (hand, id);
    """,
    """
    ALTER TABLE hands ADD COLUMN session TEXT;
    ALTER TABLE hands ADD COLUMN place INTEGER;
    CREATE UNIQUE INDEX hands_of_session ON hands (session, place);
    ALTER TABLE decisions ADD COLUMN turn INTEGER;
    """,
    """
    ALTER TABLE decisions ADD COLUMN put_in REAL;
    """,
    """
    ALTER TABLE decisions ADD COLUMN done_called TEXT;
    ALTER TABLE hands ADD COLUMN unadvised INTEGER NOT NULL DEFAULT 0 CHECK (unadvised IN (0, 1));
    """,
)
"""Step i turns version i into version i + 1; version 0 is an empty file."""


class JournalError(Exception):
    """A journal file cannot be read or written; the message gives the reason.

    ``refused``: the new values are not allowed; trying again does not help. ``damaged``: the content cannot be read.
    ``read_only``: nothing can be written to the file. If none is set, for example because another program has locked
    the file, the same call may succeed later.
    """

    def __init__(self, message: str, *, refused: bool = False, damaged: bool = False, read_only: bool = False) -> None:
        super().__init__(message)
        self.refused, self.damaged, self.read_only = refused, damaged, read_only


def check_current(connection: "sqlite3.Connection") -> None:
    """Check that a file that can only be read has the current version, because it cannot be migrated.

    Raises:
        JournalError: the file is not a journal, or another version of the program has written it.
    """
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if owner != APPLICATION_ID:
        raise JournalError("this SQLite file is not a journal")
    if version != len(STEPS):
        which = "a newer" if version > len(STEPS) else "an older"
        raise JournalError(f"{which} version of the program has written this journal, and it cannot be written here")


def migrate(connection: "sqlite3.Connection", steps: Sequence[str] = STEPS) -> None:
    """Bring the tables up to the newest version. Each step is a transaction: it happens completely or not at all.

    Raises:
        JournalError: the file is not a journal, or a newer program has written it.
    """
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (tables or version) and owner != APPLICATION_ID:
        raise JournalError("this SQLite file is not a journal")
    if version > len(steps):
        raise JournalError(f"a newer version of the program has written this journal (version {version})")
    for number in range(version, len(steps)):
        connection.executescript(
            f"BEGIN IMMEDIATE; {steps[number]};"
            f" PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number + 1}; COMMIT"
        )
