"""All benchmarks by one command: ``python -m tests.bench [NAME ...] [--runs N]``.

A NAME is a group (``holdem``, ``razz``, ``details``, ``cancel``, ``betting``, ``ranges``, ``lists``, ``histories``,
``peers``, ``window``) or a part of the name of a row; without one all groups are run. Every row runs in a process of
its own, so that its peak of resident memory is its own. The exit status tells whether all goals were met.
"""

import argparse
import json
import subprocess
import sys
from dataclasses import asdict

from engine.processors import use_one_blas_thread
from tests.bench.figures import HEAD, Figure, Goal, line
from tests.bench.rows import GROUPS, Row

MEMORY_GOAL_MB = 600.0


def chosen(names: list[str]) -> list[tuple[str, int]]:
    """Return the rows that ``names`` ask for, as a group and a number in it."""
    result = []
    for group, rows in GROUPS.items():
        for number, row in enumerate(rows):
            if not names or group in names or any(name in row.work for name in names if name not in GROUPS):
                result.append((group, number))
    return result


def here(row: Row, runs: int) -> None:
    """Measure a row in this process; print what is found as JSON."""
    from tests.bench.measures import measured

    values = measured(row, runs)
    print(json.dumps({"memory": peak_memory(), "figures": [asdict(figure) for figure in values]}))


def peak_memory() -> float | None:
    """Return the most memory that this process has had at once, in MB; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def elsewhere(group: str, number: int, runs: int) -> tuple[list[Figure], float | None]:
    """Measure a row in a process of its own; return its figures and its peak of memory in MB."""
    command = [sys.executable, "-m", "tests.bench", "--here", group, str(number), "--runs", str(runs)]
    answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])
    figures = [Figure(**{**f, "goal": Goal(**f["goal"]) if f["goal"] else None}) for f in answer["figures"]]
    return figures, answer["memory"]


def main(arguments: list[str]) -> int:
    """Print the table; return 1 if a goal was missed."""
    use_one_blas_thread()  # in the processes of the rows, as the program does
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(GROUPS)}, or a part of a row's name")
    parser.add_argument("--runs", type=int, default=5, help="runs of each row, of which the median is shown")
    parser.add_argument("--here", nargs=2, metavar=("GROUP", "NUMBER"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.here:
        here(GROUPS[options.here[0]][int(options.here[1])], options.runs)
        return 0
    rows, missed = chosen(options.names), 0
    if not rows:
        parser.error(f"nothing is called {' or '.join(options.names)}")
    print(HEAD, flush=True)
    for group, number in rows:
        figures, memory = elsewhere(group, number, options.runs)
        for figure in figures:
            print(line(figure, memory), flush=True)
            missed += figure.goal is not None and not figure.goal.met(figure.value)
        if memory is not None and memory > MEMORY_GOAL_MB:
            print(f"  more memory than {MEMORY_GOAL_MB:.0f} MB", flush=True)
            missed += 1
    print(f"{missed} of the goals missed" if missed else "all goals met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
