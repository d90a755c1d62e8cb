"""The times of questions: events of two streets on a flop, exactly, and any event to 0.001."""

from collections.abc import Callable

from engine.questions.answer import answer_json
from engine.table.one_line import line_value
from tests.bench.figures import Figure, Goal, median_seconds
from tests.bench.rows import W

THREADS = 2
EXACT_GOAL, SAMPLED_GOAL = 0.5, 0.3
TWO_STREETS = "2 flop second pair+ and 1 turn top pair+"
EXACT = (
    ("hand v range on a flop", "AhKh v 22+, ATs+ | Ks7h2d", TWO_STREETS, ""),
    ("W v W on a flop", f"{W} v {W} | Ks7h2d", TWO_STREETS, ""),
    ("W v W on a flop by turn rank", f"{W} v {W} | Ks7h2d", "1 turn flush draw and 2 river two pair+", "turn rank"),
    ("W v W on a flop, ahead then behind", f"{W} v {W} | Ks7h2d", "1 ahead flop and 2 wins", ""),
    ("random v random on a flop", "random v random | Ks7h2d", TWO_STREETS, ""),
    ("razz, third street", "razz | A29 v 647", "1 fifth low 9 and 2 fourth [9-K]", ""),
)
SAMPLED = (
    ("hand v random", "AhKh v random", "1 flop top pair+", ""),
    ("W v W v W on a flop", f"{W} v {W} v {W} | Ks7h2d", TWO_STREETS, ""),
    ("razz, three seats", "razz | A23 v 45K v xx8", "1 fifth low 8 and 2 fourth [9-K]", ""),
    ("razz, eight seats", "razz | " + " v ".join(f"xx{rank}" for rank in "A2345678"), "1 seventh low 8", ""),
)


def _asked(line: str, event: str, by: str, run: dict[str, object]) -> Callable[[], object]:
    request = {"steelwheel_ask": 1, "table": {**line_value(line), "run": run}, "event": event, "by": by}
    return lambda: answer_json(request, workers=THREADS)


def figures(runs: int) -> list[Figure]:
    """Return the medians of ``runs`` runs."""
    kinds = (
        (EXACT, "exact", {"method": "exact"}, EXACT_GOAL),
        (SAMPLED, "sampled", {"method": "sampled", "target_stderr": 0.001}, SAMPLED_GOAL),
    )
    return [
        Figure(work, method, median_seconds(_asked(line, event, by, dict(run)), runs), goal=Goal(goal))
        for rows, method, run, goal in kinds
        for work, line, event, by in rows
    ]
