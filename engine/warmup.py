"""Loading or compiling the kernels before they are needed, the most wanted first."""

from engine.holdem.inspector import inspect_holdem
from engine.run import CancelToken, run
from engine.scenario import Game, RunOptions, Scenario, Seat

_FEW = RunOptions(max_trials=512)
_SAMPLED = RunOptions(method="sampled", max_trials=512)
_DETAILS = RunOptions(detail=("outcomes", "joint"))
_REPLAYED = RunOptions(method="sampled", max_trials=512, detail=("sensitivity",))

_SITUATIONS: tuple[tuple[Game, tuple[str, ...], str, RunOptions], ...] = (
    ("holdem", ("AhAd", "KhKd"), "2c 3d 4s 8h", _FEW),
    ("holdem", ("AA", "random"), "2c 3d 4s 8h", _FEW),
    ("holdem", ("AhAd", "random", "random"), "", _SAMPLED),
    ("holdem", ("AA", "KK,QQ", "JJ+"), "", _SAMPLED),
    ("holdem", ("AA", "random"), "", _FEW),
    ("holdem", ("AA", "KK"), "", _FEW),
    ("razz", ("A 2 3 4 5 9",), "", _FEW),
    ("razz", ("A 2 3 4 5 9", "(8-8-)8 9 T J"), "", _FEW),
    ("razz", ("A 2 3", "4 5 6", "(8-8-8)"), "", _SAMPLED),
    ("holdem", ("AhKh", "random", "random"), "2c 3d 4s 8h", _FEW),
    ("holdem", ("random", "22+", "random:0.5, AA"), "2c 3d 4s 8h", _FEW),
    ("razz", ("A 2 3 4 5 9", "6 7 8 9 T J", "[Q]x"), "", _FEW),
    ("razz", ("A 2 3 4 5 9", "6 7 8 9 T J", "2 3 4 5 6 K", "x x 7 8 9 T"), "", _FEW),
    ("razz", ("A 2 3 4 5 9", "(8-8-)8 9 T J"), "", _DETAILS),
    ("razz", ("A 2 3 4 5 9", "(8-8-)8 9 T J"), "", _REPLAYED),
)


def warm_up(cancel: CancelToken | None = None) -> None:
    """Compute one small situation of every kind, so that all kernels are in memory; stop early when cancelled."""
    for game, cards, board, options in _SITUATIONS:
        seats = tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(cards))
        for _ in run(Scenario(game, seats, board=board, run=options), cancel=cancel, workers=1):
            pass
        if cancel is not None and cancel.cancelled:
            return
    three = Scenario("holdem", tuple(Seat(f"Seat {i}", text) for i, text in enumerate(("AA", "KK, QQ", "JJ+"))))
    inspect_holdem(three, 0)
    inspect_holdem(three, 0, exact=0, sampled=0)
