"""Two and three seats exactly, by the table and by the sweep over boards: ``python -m tests.bench.bench_three``.

Prints for each situation the time of a whole run on the processors there are (best of a few), the cost that the method
foretold against the processor time it took, its longest chunk, and at the end the memory of the process.
"""

import resource
import time
from concurrent.futures import ThreadPoolExecutor

from engine.holdem.headsup import HeadsUpJob
from engine.holdem.known import KnownJob
from engine.holdem.setup import HoldemSetup, prepare_holdem
from engine.holdem.symmetry import suit_group
from engine.holdem.three import ThreeJob
from engine.run import default_workers
from engine.scenario import Scenario, Seat

W = "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"
SITUATIONS = (
    (("AA", "KK"), ""),
    (("random", "random"), ""),
    ((W, "random"), ""),
    (("AhKd:0.5,7s6s", "random"), ""),
    (("random", "random", "AhKh"), "7h8h2c"),
    ((W, "55+,A5s+,ATo+", "random"), "7h8h2c3d"),
    (("22+", "AKs,AKo", "AQs,KQs"), ""),
    (("AhKh", "random", "random"), ""),
    (("AhKd", W, "55+,A5s+,ATo+"), ""),
    ((W, W, W), ""),
    ((W, "55+,A5s+,ATo+", "TT+,AQs+"), ""),
    (("random", "random", "random"), ""),
)
Job = HeadsUpJob | KnownJob | ThreeJob
REPEATS = 3
LONG_SECONDS = 2.0


def cheapest(setup: HoldemSetup) -> Job:
    """Return the cheapest of the methods that are measured here."""
    group = suit_group(setup)
    if HeadsUpJob.fits(setup):
        return HeadsUpJob(setup, group)
    three = ThreeJob(setup, group)
    known = KnownJob(setup, group) if KnownJob.fits(setup, group) else None
    return known if known and known.operations < three.operations else three


def measure(cards: tuple[str, ...], board: str, pool: ThreadPoolExecutor) -> str:
    """Return a line of the table."""
    seats = tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(cards))
    setup = prepare_holdem(Scenario("holdem", seats, board=board))
    best, longest, busy = float("inf"), 0.0, 0.0
    for _ in range(REPEATS):
        started = time.perf_counter()
        job = cheapest(setup)

        def timed(chunk: int, job: Job = job) -> tuple[float, object]:
            began = time.thread_time()
            tally = job.compute(chunk)
            return time.thread_time() - began, tally

        chunks = list(pool.map(timed, range(job.chunks)))
        job.estimates(sum(tally for _, tally in chunks))
        job.deals()
        best = min(best, time.perf_counter() - started)
        longest, busy = max(seconds for seconds, _ in chunks), sum(seconds for seconds, _ in chunks)
        if best > LONG_SECONDS:
            break
    foretold = job.operations / 1e9
    return (
        f"{type(job).__name__:10} {' v '.join(cards)[:50]:50} {board:9} {1e3 * best:9.1f} ms   "
        f"busy {1e3 * busy:9.1f} ms   foretold {1e3 * foretold:9.1f} ms   longest chunk {1e3 * longest:5.1f} ms"
    )


def main() -> None:
    """Print the table."""
    with ThreadPoolExecutor(default_workers()) as pool:
        for cards, board in SITUATIONS:
            measure(cards, board or "7h8h2c3d" if len(cards) == 3 else board, pool)  # load the kernels
            print(measure(cards, board, pool), flush=True)
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
