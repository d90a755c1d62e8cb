"""Files of the player, which may lie on a disk or in a folder that does not answer any more.

A thread that waits for such a disk cannot be ended, nor can its process. So another process reads the file: it is
killed when its answer is no longer needed, and abandoned if the system cannot even end it.
"""

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.histories.splitting import decode_history, looks_like_hands
from engine.storage.regular_files import BEGUN, END, PROGRAM, READ

FILES_VERB = "--files"
"""Lets the packaged program look at files and do nothing else."""
WAIT_S = 0.05
"""Seconds between two checks whether the answer is still requested."""
PATIENCE_S = 1.2
"""How long the window waits for a file, once the process has begun."""
TO_BEGIN_S = 8.0
"""How long it may take that to begin: the machine may be busy."""
NO_ANSWER = "it does not respond"
TOO_LARGE = "it is larger than {} MB"


def nothing() -> None:
    """Do nothing."""


def read_foreign(
    path: Path, most: int, check_cancelled: Callable[[], None] = nothing, patience: float | None = None
) -> bytes:
    """Return the content of a file, at most one byte more than ``most``.

    ``check_cancelled`` raises an exception to cancel.

    Raises:
        TimeoutError: it does not respond for ``patience`` seconds.
        OSError: it is no file, or cannot be read.
    """
    answer = _asked(("read", str(most), str(path)), check_cancelled, patience)
    if answer.startswith(READ):
        return answer[1:]
    number, _, words = answer[1:].decode(errors="replace").partition(" ")
    raise OSError(int(number) if number.isdecimal() else errno.EIO, words or "it cannot be read", str(path))


def read_at_once(path: Path, most: int) -> bytes:
    """Return the content of a file, for which the window waits a moment.

    Raises:
        OSError: it is no file, cannot be read, does not answer, or has more than ``most`` bytes.
    """
    data = read_foreign(path, most, patience=PATIENCE_S)
    if len(data) > most:
        raise OSError(errno.EFBIG, TOO_LARGE.format(most // 1_000_000), str(path))
    return data


def files_among(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return those of ``paths`` that are accessible files."""
    return _there("file", paths)


def folders_among(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return those of ``paths`` that are accessible folders."""
    return _there("folder", paths)


def _there(what: str, paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return those of ``paths`` that are accessible and of the kind ``what``; none if there is no answer in time."""
    paths = [path for path in paths if _can_be_asked(path)]
    if not paths:
        return ()
    try:
        answer = _asked(("there", what, *map(str, paths)), nothing, PATIENCE_S)
    except OSError:
        return ()
    numbers = {int(number) for number in answer[1:].removesuffix(END).split()} if answer.startswith(READ) else set()
    return tuple(path for number, path in enumerate(paths) if number in numbers)


def _can_be_asked(path: Path) -> bool:
    """Return whether the name can be passed to the system: it has no lone surrogates and no null."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def _asked(arguments: Sequence[str], check_cancelled: Callable[[], None], patience: float | None) -> bytes:
    """Run the reader of files in a process of its own, and return its output.

    Raises:
        OSError: it cannot be started, or does not answer in time.
    """
    packaged = getattr(sys, "frozen", False)
    # The reader needs the standard library only: without site packages and the environment it starts faster.
    program = (sys.executable, FILES_VERB) if packaged else (sys.executable, "-I", "-S", PROGRAM)
    try:
        process = subprocess.Popen(
            [*program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except ValueError as error:  # a null in a name
        raise OSError(errno.EINVAL, str(error)) from None
    try:
        answer = _answer(process, check_cancelled, patience)
    except BaseException:
        _leave(process)
        raise
    return answer.removeprefix(BEGUN)


def _answer(process: "subprocess.Popen[bytes]", check_cancelled: Callable[[], None], patience: float | None) -> bytes:
    """Return the output of a process, and check for cancellation while waiting for it.

    Raises:
        TimeoutError: it has not begun, or not answered, in time; never without ``patience``.
    """
    # The time of the start of the process counts separately from that of its answer: a busy machine may need seconds to
    # start an interpreter, while a file that has not been opened for that long is on a dead network drive.
    started = time.monotonic()
    begun = None if sys.platform != "win32" else started  # where an answer is seen only when it is whole
    while True:
        check_cancelled()
        try:
            return process.communicate(timeout=WAIT_S)[0]
        except subprocess.TimeoutExpired as error:
            now = time.monotonic()
            if error.output and begun is None:
                begun = now
        waited, most = (now - started, TO_BEGIN_S) if begun is None else (now - begun, patience)
        if patience is not None and waited > (most or 0.0):
            raise TimeoutError(errno.ETIMEDOUT, NO_ANSWER)


def _leave(process: "subprocess.Popen[bytes]") -> None:
    """End a process, or leave it alone if the system itself waits for the disk."""
    process.kill()
    try:
        process.communicate(timeout=WAIT_S)
    except subprocess.TimeoutExpired:
        process.returncode = -errno.ETIMEDOUT  # so that subprocess does not warn of a process that is still running
    if process.stdout is not None:
        process.stdout.close()


HANDS_FILTER = "Hand histories (*.phh *.phhs *.txt *.xml *.log *.json *.jsonl *.ohh *.csv);;All files (*)"
SUFFIXES = (".phh", ".phhs")
OTHER_SUFFIXES = (".txt", ".xml", ".log", ".json", ".jsonl", ".ohh", ".csv", "")
BEGINNING = 20_000
"""Bytes of a file by which its kind is recognised."""


SOLUTION_SUFFIX = ".solution"
SOLUTION_FILTER = f"Betting solutions (*{SOLUTION_SUFFIX})"


def holds_solution(path: Path) -> bool:
    """Return whether a file is a saved solution of the betting, by the end of its name."""
    return path.suffix.lower() == SOLUTION_SUFFIX


def holds_hands(path: Path) -> bool:
    """Return whether a file is one of hand histories: by the end of its name, else by how it begins.

    Raises:
        TimeoutError: it does not respond.
    """
    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        return True
    if suffix not in OTHER_SUFFIXES:
        return False
    try:
        return looks_like_hands(decode_history(read_foreign(path, BEGINNING, patience=PATIENCE_S)))
    except TimeoutError:
        raise
    except OSError:
        return False
