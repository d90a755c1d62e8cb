"""The verbs: each reads its input, computes the answer and writes it.

Every function takes the parsed options and returns the exit status. It raises ScenarioError for bad input, and
NotWrittenError if the answer cannot be written.
"""

import argparse
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from engine.cards import escaped
from engine.cli.answers import range_meaning
from engine.cli.batches.answering import Shaped
from engine.cli.inputs import (
    contents,
    file_size,
    is_json,
    is_table_line,
    opened,
    size_and_digest,
    with_used_names,
)
from engine.cli.output import report_notices, say, say_over, write_json, write_text
from engine.scenario import Problem, ScenarioError
from engine.scenario.reading import read_json
from engine.storage.input_files import decoded, lines_of

Answer = TypeVar("Answer")


def file_verb(options: argparse.Namespace) -> int:
    """Answer a file, or each of its lines, or a line of text if no file has that name."""
    if options.lines:
        return _answer_lines(options.file, options)
    one_line = options.reads_table_lines and is_table_line(options.file)
    data = os.fsencode(options.file) if one_line else contents(options.file)
    answer = partial(options.answer, data, None)
    if options.takes_processes and options.workers:
        answer = partial(answer, processes=options.workers)
    watched = options.watched(data) if callable(options.watched) else options.watched
    value = _watched(answer) if watched else answer()
    write_json(value, indent=2)
    # Whoever types a table as a line of text reads the terminal. Programs, which send JSON, find the notices in the
    # answer.
    if options.reads_table_lines and not data.lstrip().startswith(b"{"):
        report_notices(value["notices"])
    return 0


def _watched(answer: Callable[..., Answer]) -> Answer:
    """Return the result of ``answer(watch=...)``, reporting progress on standard error if that takes long.

    An interrupt prints the answer so far, marked as not final, and raises KeyboardInterrupt; a second one does not wait
    for it.
    """
    from engine.cli.batches.command import Waiting
    from engine.equity.watching import StoppedError, Watch

    waiting = Waiting(say, say_over)
    watch = Watch(waiting.report)
    try:
        with _calling_at_interrupt(watch.cancel.cancel):
            return answer(watch=watch)
    except StoppedError:
        waiting.end()
        write_json(watch.partial, indent=2)
        raise KeyboardInterrupt from None
    finally:
        waiting.end()


@contextmanager
def _calling_at_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """Call ``stop`` at the first interrupt; the next one ends the process as always."""
    if threading.current_thread() is not threading.main_thread():  # Python sets handlers in the main thread only
        yield
        return

    previous = signal.getsignal(signal.SIGINT)
    if previous == signal.SIG_IGN:  # a shell has started this process in the background
        yield
        return

    def stopped(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, previous)
        stop()

    signal.signal(signal.SIGINT, stopped)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def _answer_lines(path: str, options: argparse.Namespace) -> int:
    """Write the answers to the lines of a file, or add them to the file of ``--resume``."""
    from engine.cli.batches.command import Lines, OutputFunctions, answer_lines

    with opened(path) as file:
        size, digest = size_and_digest(file, path) if options.resume else (file_size(file), None)
        lines = Lines(lines_of(file, path), size, digest)
        answer = Shaped(options.answer, options.fields or (), options.compact)
        answer_lines(lines, answer, options, OutputFunctions(write_text, say, say_over))
    return 0


def betting_verb(options: argparse.Namespace) -> int:
    """Answer a betting request and save its solution if ``--save`` names a file, answer from a saved solution, or
    report on many flops."""
    for option, needed in (("folder", "flops"), ("no_solutions", "folder")):
        if getattr(options, option) and not getattr(options, needed):
            raise ScenarioError(Problem("arguments", f"--{option.replace('_', '-')} needs --{needed}"))
    if options.flops:
        from engine.cli.batches.command import OutputFunctions
        from engine.cli.flops import answer_flops

        for option in ("lines", "save", "path"):
            if getattr(options, option):
                raise ScenarioError(Problem("arguments", f"use either --flops or --{option}, not both"))
        data = with_used_names(read_json(decoded(contents(options.file))), options.names)
        return answer_flops(data, options, OutputFunctions(write_text, say, say_over))
    from engine.betting.run import answer_with_solution
    from engine.betting.saved import answer_saved, is_solution, solution_bytes

    if options.lines:
        return _answer_lines(options.file, options)
    data = contents(options.file)
    # A saved solution is recognized by its contents, so that it can have any name and come from standard input.
    if is_solution(data):
        steps = None if options.path is None else [step.strip() for step in options.path.split(",") if step.strip()]
        write_json(answer_saved(data, steps, options.workers), indent=2)
        return 0
    if options.path is not None:
        raise ScenarioError(Problem("path", "--path works with a saved solution only; a request has a key path"))
    value = read_json(decoded(data))
    answer, solution, progress = _watched(partial(answer_with_solution, value, workers=options.workers))
    if options.save is not None:
        from engine.storage.writing import write_atomically

        try:
            write_atomically(Path(options.save), solution_bytes(solution, progress, value))
        except OSError as error:
            raise ScenarioError(Problem("save", f"{options.save} cannot be written: {error.strerror}")) from None
    write_json(answer, indent=2)
    return 0


def ask_verb(options: argparse.Namespace) -> int:
    """Answer a request, or a question in words about a table in one line of text."""
    if not options.words:
        return file_verb(options)
    from engine.questions.answer import question_of_words, watched_json
    from engine.questions.calculations import calculation_json
    from engine.questions.one_text import question_text
    from engine.questions.typed import calculation_of_typed, to_grammar
    from engine.table.named_hands import with_names
    from engine.table.one_line import line_notices

    question = question_of_words(options.file, options.words)
    question = replace(question, table=with_names(question.table, options.names))
    calculation = calculation_of_typed(question.table, question_text(question), selected=0)
    if calculation is not None:
        write_json(calculation_json(calculation), indent=2)
        return 0
    question, reading = to_grammar(question, selected=0)
    if reading:
        say(f"the question is read as: {reading}")
    value = _watched(partial(watched_json, question, line_notices(options.file), workers=options.workers))
    write_json(value, indent=2)
    report_notices(value["notices"])
    return 0


def judge_verb(options: argparse.Namespace) -> int:
    """Answer a request, or compare a printed table with the table in one line of text."""
    if options.printed is None:
        if options.deals is not None:
            raise ScenarioError(Problem("deals", "--deals works with PRINTED only; a request has a key deals"))
        return file_verb(options)
    from engine.questions.judging import answer_json

    printed = decoded(contents(options.printed))
    request = {"table": options.file, "printed": printed, "deals": options.deals}
    value = answer_json({key: entry for key, entry in request.items() if entry is not None})
    write_json(value, indent=2)
    report_notices(value["notices"])
    return 0


def quiz_verb(options: argparse.Namespace) -> int:
    """Answer requests, ask questions of the pack that is named, or list the packs."""
    from engine.trainer.quiz import answer_json, packs_json

    given = {key: value for key in ("game", "seed", "count") if (value := vars(options)[key]) is not None}
    name = options.file
    if name is None:
        if options.lines:
            raise ScenarioError(Problem("arguments", "the following arguments are required: FILE"))
        write_json(packs_json(), indent=2)
        return 0
    # A name with a dot is a file even if there is none, so that a misspelled one is reported as a missing file.
    if options.lines or name == "-" or "." in name or os.path.exists(name) or is_json(name):
        if given:
            raise ScenarioError(
                Problem(
                    next(iter(given)),
                    "this option works with the name of a pack only; a request has a key of this name",
                )
            )
        return file_verb(options)
    write_json(answer_json({"pack": name, **given}), indent=2)
    return 0


def preflop_verb(options: argparse.Namespace) -> int:
    """Answer requests, or print the exact equities of all pairs of starting hands."""
    from engine.preflop.matchups import class_matchups

    if options.matchups:
        write_text(class_matchups().csv())
        return 0
    if options.file is None:
        raise ScenarioError(Problem("arguments", "the following arguments are required: FILE"))
    return file_verb(options)


def schema_verb(options: argparse.Namespace) -> int:
    """Print the JSON Schema of the input of a verb."""
    from engine.cli.schema import request_schema_of

    write_json(request_schema_of(options.of), indent=2)
    return 0


def hands_verb(options: argparse.Namespace) -> int:
    """List the hands of files and folders, show a moment of one, or the statistics of their players."""
    from engine.cli.batches.command import OutputFunctions
    from engine.cli.histories import answer_hands, answer_players, files_among

    sources = [(path, contents(path)) for path in files_among(options.files)]
    answer = answer_players if options.players else answer_hands
    answer(sources, options, OutputFunctions(write_text, say, say_over))
    return 0


def players_verb(options: argparse.Namespace) -> int:
    """Learn the players of hand histories, or print the statistics that the description of a player implies."""
    from engine.cli.batches.command import OutputFunctions
    from engine.cli.histories import files_among
    from engine.cli.players import describe, learned

    if options.describe is None:
        if not options.files:
            raise ScenarioError(Problem("arguments", "the following arguments are required: FILE, or --describe NAME"))
        sources = [(path, contents(path)) for path in files_among(options.files)]
        write_text(learned(sources, OutputFunctions(write_text, say, say_over)))
        return 0
    if len(options.files) > 1:
        raise ScenarioError(Problem("arguments", "--describe takes one file of players"))
    data = contents(options.files[0]) if options.files else None
    write_json(describe(data, options.describe, options.hands, options.seed), indent=2)
    return 0


def range_verb(options: argparse.Namespace) -> int:
    """Print the meaning of a range text."""
    if options.lines:
        return _answer_lines(options.text, options)
    meaning = range_meaning(options)
    if options.json:
        write_json(meaning)
    else:
        from engine.table.hand_texts import HANDS

        lines = HANDS[options.game].meaning_lines(meaning)
        write_text("\n".join(map(escaped, lines)) + "\n")  # notices quote user input
    return 0
