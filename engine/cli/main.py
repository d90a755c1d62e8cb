"""The headless verbs ``solve``, ``kelly``, ``preflop`` and others: JSON out, messages on standard error, no window.

The exit status is 0; 1 if the answer cannot be written; 2 for bad input and 3 for a fault of the program, which are
reported on standard output as ``{"error": {"field": ..., "message": ..., "position": ...}}``; 130 if interrupted.
"""

import gc
import io
import sys
from collections.abc import Sequence

from engine.cli.arguments import parse_options
from engine.cli.batches.answering import NotWrittenError, error_json
from engine.cli.output import discard_output, say, write_json
from engine.scenario import ScenarioError
from engine.storage.log import log_to_stderr, unforeseen

NOT_WRITTEN = 1
BAD_INPUT = 2
FAULT = 3
INTERRUPTED = 130
COLLECT_AFTER = 50_000
"""New objects after which garbage is collected."""


def run_process(argv: Sequence[str]) -> int:
    """Run one verb in a process that ends with it; return the exit status.

    Importing takes most of the time of a short answer and leaves no garbage: Python collects it less often, and not at
    all at the end of the process.
    """
    gc.set_threshold(COLLECT_AFTER)
    log_to_stderr()
    status = main(argv)
    # Frozen objects are left out of the collection that Python makes when it ends.
    gc.freeze()
    return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit status; ``argv`` is without the program's name (None: that of the process)."""
    if sys.stdout is None:
        say("the answer cannot be written: standard output is closed")
        return NOT_WRITTEN
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Suit signs on a terminal that has none; the same line ends, so the same bytes, on all systems.
        sys.stdout.reconfigure(errors="backslashreplace", newline="\n")
    try:
        return _run_verb(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except NotWrittenError as error:
        if error.reason:
            say(f"the answer cannot be written: {error.reason}")
        discard_output(sys.stdout)
        return NOT_WRITTEN


def _run_verb(argv: Sequence[str] | None) -> int:
    """Run the verb of a command line and return its exit status; errors are written as JSON."""
    try:
        options = parse_options(argv)
        status: int = options.verb(options)
    except ScenarioError as error:
        problem = error.problems[0]
        write_json(error_json(problem))
        say(str(problem))
        return BAD_INPUT
    except NotWrittenError:
        # No fault of the program, and an error as JSON could not be written either.
        raise
    except Exception as error:
        write_json(error_json(unforeseen(error, repr(argv))))
        return FAULT
    return status
