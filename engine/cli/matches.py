"""``match --workers``: one match by many processes, which play its chunks; this one adds them up in their order."""

import pickle
from concurrent.futures import BrokenExecutor
from typing import Any

from engine.cli.batches.processes import spawned
from engine.equity.watching import Watch
from engine.matches.request import read_match_request
from engine.matches.run import ChunkResult, answer_json, played_chunk
from engine.scenario import Problem, ScenarioError


def answer_by_processes(value: object, workers: int, watch: Watch | None) -> dict[str, Any]:
    """Return the answer of a match that ``workers`` processes play: the same as that of one.

    Raises:
        ScenarioError: the request is invalid, or a process was ended.
        StoppedError: ``watch`` was cancelled.
    """
    request = read_match_request(value)
    encoded = pickle.dumps(request)
    with spawned(workers) as processes:

        def played(number: int) -> ChunkResult:
            try:
                return processes.submit(played_chunk, encoded, number).result()
            except BrokenExecutor:
                raise ScenarioError(Problem("workers", "a process that played hands of the match has died")) from None

        return answer_json(request, workers=workers, watch=watch, elsewhere=played)
