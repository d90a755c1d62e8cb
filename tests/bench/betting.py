"""The times of solving betting trees, without building them, to the exploitability that another solver reached.

Where ``POSTFLOP`` names a program that answers lines of ``name|first|second|flop|turn|river|pot|stack|``, six lists of
sizes (bet and raise by street), ``rake|cap|target|iterations`` by JSON with ``seconds`` and ``bytes``, as a wrapper of
postflop-solver does, it takes its turn beside each row, and the note is the ratio to it.
"""

import json
import os
import statistics
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.betting.request import read_betting_request
from engine.betting.run import run_betting
from tests.bench.figures import Figure, Goal

THREADS = 2
PEER = os.environ.get("POSTFLOP", "")
STREETS = ("flop", "turn", "river")
SHORTEST = 0.01
"""A river may take so long, in seconds, whatever the peer takes."""
LONG = 10.0
"""A row is measured once if it takes so many seconds."""
RATIOS = {"river": 1.0, "turn": 0.8, "flop": 0.8}
FIFTH, SIXTH, SEVENTH = ("xx287", "xx3A4"), ("xx287A", "xx3A48"), ("xx287Ax", "xx3A48x")
RAZZ = (
    ("razz, seventh street, all pairs", SEVENTH, ("seventh",), 0.003, 0.05),
    ("razz, sixth street, all pairs", SIXTH, ("sixth", "seventh"), 0.003, 1.0),
    ("razz, fifth street, all pairs, to 0.02", FIFTH, ("fifth", "sixth", "seventh"), 0.02, 120.0),
    ("razz, fifth street, all pairs, to 0.003", FIFTH, ("fifth", "sixth", "seventh"), 0.003, 900.0),
)


def figures(runs: int) -> list[Figure]:
    """Return the medians of ``runs`` runs where these are short."""
    cases = json.loads((Path(__file__).parents[1] / "data/betting.json").read_text(encoding="utf-8"))["holdem"]
    result = [_holdem(case, runs, storage) for case in cases for storage in (32, 16)]
    for work, hands, streets, target, goal in RAZZ:
        table = {"game": "razz", "seats": [{"cards": text} for text in hands]}
        limit = {**dict.fromkeys(streets, 2), "cap": 4}
        seconds, size = _solved({"table": table, "pot": 10, "limit": limit, "target": target}, runs)
        result.append(Figure(work, "32 bits", seconds, goal=Goal(goal), note=_megabytes(size)))
    return result


def _holdem(case: Mapping[str, Any], runs: int, storage: int) -> Figure:
    request = case["request"]
    target = case["expected"]["exploitability"] / request["pot"]
    seconds, size = _solved({**request, "target": target, "storage": storage}, runs)
    street = STREETS[len(request["table"]["board"]) // 2 - 3]
    goal, note = None, f"{_megabytes(size)}; the peer took {case['peer_seconds']:.3g} s on a busy machine"
    if PEER and "limit" not in request:
        peer = json.loads(subprocess.run([PEER], input=_line(case["name"], request, target), check=True,
                                         stdout=subprocess.PIPE, text=True).stdout)  # fmt: skip
        least = max(RATIOS[street] * peer["seconds"], SHORTEST if street == "river" else 0.0)
        goal = Goal(least) if storage == 32 else None
        ratio = seconds / max(peer["seconds"], 1e-3)
        note = f"{_megabytes(size)}; {ratio:.2f} times the peer's time, which took {_megabytes(peer['bytes'])}"
    return Figure(f"{street} ({case['name']})", f"{storage} bits", seconds, goal=goal, note=note)


def _solved(request: Mapping[str, Any], runs: int) -> tuple[float, int]:
    """Return the median of the seconds of solving, and the bytes of the play; the first run loads the kernels."""
    times: list[float] = []
    size = 0
    while len(times) < runs and (not times or times[-1] < LONG):
        *_, last = run_betting(read_betting_request(request), workers=THREADS)
        times.append(last.progress.solve_s)
        size = last.solution.bytes
    return statistics.median(times), size


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.3g} MB"


def _line(name: str, request: Mapping[str, Any], target: float) -> str:
    """Return a request as the peer reads it."""
    table = request["table"]
    board = table["board"]
    sizes = [
        ",".join(str(size).replace("all in", "a") for size in request["sizes"].get(street, {}).get(kind, ()))
        for street in STREETS
        for kind in ("bet", "raise")
    ]
    fields = [
        name, *(seat["cards"] for seat in table["seats"]), board[:6], board[6:8], board[8:], request["pot"],
        request["stack"], *sizes, request.get("rake", 0), request.get("rake_cap", 0), target, 2000,
    ]  # fmt: skip
    return "|".join(map(str, fields)) + "\n"
