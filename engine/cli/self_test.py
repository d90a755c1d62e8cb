"""The self-test of the installed program: its files, and its numbers against those of other programs.

The expected numbers are in ``resources/self_test/known.json``. A check returns its result in a few words.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from engine.equity.results import Snapshot
from engine.equity.run import solve
from engine.equity.warm_up import damage
from engine.games import GAMES
from engine.kelly.answer import answer_json as kelly_json
from engine.kernels.shipped import FOLDER as KERNELS
from engine.kernels.shipped import MANIFEST, own_level, set_name
from engine.preflop.run import answer_json as preflop_json
from engine.scenario import Game, Scenario
from engine.table.serialize import scenario_from_json

RESOURCES = Path(__file__).parents[2] / "resources"
KNOWN = RESOURCES / "self_test" / "known.json"
TABLES = RESOURCES / "tables"
DIGESTS = "digests.json"

AGREEMENT = 2e-9
"""The tolerance of an exact number against that of another program."""

TRIALS = 1 << 18
MAX_STANDARD_ERRORS = 5.0
"""The tolerance of a sampled number in standard errors."""


class CheckFailed(Exception):  # noqa: N818  (it is the finding of a check)
    """A check has failed; the message says why."""


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """A check: ``run`` returns the result in a few words.

    Raises:
        CheckFailed: from ``run``, if the check fails.
    """

    title: str
    run: Callable[[], str]


def engine_checks() -> tuple[SelfCheck, ...]:
    """Return the checks of the engine's files and numbers, in the order in which they are run."""
    return (
        SelfCheck("tables", check_tables),
        SelfCheck("compiled kernels", check_kernels),
        *(
            SelfCheck(f"{spec.title.lower()}, known answers", partial(check_known, game))
            for game, spec in GAMES.items()
        ),
        SelfCheck("sampled against exact", check_sampled),
        SelfCheck("made hands", check_made),
        SelfCheck("before the flop", check_preflop),
        SelfCheck("Kelly", check_kelly),
        SelfCheck("hand histories", check_hands),
    )


def check_tables() -> str:
    """Check the lookup tables by their digests."""
    listed = _json(TABLES / DIGESTS)["files"]
    _check_files(TABLES, listed)
    return f"{len(listed)} files intact"


def check_kernels() -> str:
    """Check the compiled kernels: those that came with the program, and those compiled on this machine."""
    shipped = _check_shipped_kernels()
    folder, damaged = damage()
    if damaged:
        more = f" and {len(damaged) - 1} more" if len(damaged) > 1 else ""
        raise CheckFailed(
            f"{damaged[0]}{more} damaged: delete {folder} or choose Help, Repair (steelwheel --repair); "
            "they are not used, and are recompiled when they are needed"
        )
    return shipped


def _check_shipped_kernels() -> str:
    """Check that the compiled kernels that came with the program are unchanged; return a summary."""
    sets = sorted(path.parent for path in KERNELS.glob(f"*/{MANIFEST}"))
    if not sets:
        if KERNELS.exists():
            raise CheckFailed(f"{KERNELS} has no {MANIFEST}")
        return "none were shipped: they are compiled on this machine"
    total = 0
    for folder in sets:
        listed = _json(folder / MANIFEST)["files"]
        _check_files(folder, listed)
        total += len(listed)
    # Kernels are compiled for a level of the processor; a set for another level is sound, but is not used here.
    level = own_level()
    fits = level is not None and any(folder.name == set_name(level.name) for folder in sets)
    return f"{total} files intact" + ("" if fits else "; none for this machine, which compiles its own")


def check_known(game: Game) -> str:
    """Check exact equities against those of other programs."""
    rows = [row for row in _known()["equities"] if row["scenario"]["game"] == game]
    for row in rows:
        result = solve(scenario_from_json(row["scenario"]))
        # A sampled equity could not agree with :data:`AGREEMENT`: the table would be reported as wrong, not as sampled.
        if result.method != "exact":
            raise CheckFailed(f"{_names(result.scenario)}: {result.method}, not exact")
        _compare(_names(result.scenario), _equities(result), row["equity"])
    return f"{len(rows)} tables agree with other programs"


def check_sampled() -> str:
    """Check that sampled equities are within their stated errors of the exact ones."""
    worst = 0.0
    for value in _known()["sampled"]:
        exact = scenario_from_json(value)
        sampled = replace(exact, run=replace(exact.run, method="sampled", max_trials=TRIALS))
        truth, values = solve(exact), solve(sampled)
        for seat, equity in zip(values.active, _equities(truth), strict=True):
            assert seat.estimate is not None
            worst = max(worst, abs(seat.estimate.equity - equity) / seat.estimate.stderr)
        if worst > MAX_STANDARD_ERRORS:
            raise CheckFailed(f"{_names(exact)}: {worst:.1f} standard errors off")
    return f"at most {worst:.1f} standard errors apart"


def check_made() -> str:
    """Check the made hands of ranges on a board, with their equities."""
    known = _known()["made"]
    values = solve(scenario_from_json(known["scenario"])).details["made"]
    for seat, expected in zip(values.to_json(), known["made"], strict=True):
        classes = {name: row["equity"] for name, row in seat["made"].items()}
        if list(classes) != list(expected):
            raise CheckFailed(f"{', '.join(classes)} in place of {', '.join(expected)}")
        _compare("equities of classes", list(classes.values()), list(expected.values()))
    return "classes and equities agree with another program"


def check_preflop() -> str:
    """Check a decision of the pre-flop laboratory."""
    known = _known()["preflop"]
    values = {action["action"]: action["ev"] for action in preflop_json(known["request"])["actions"]}
    _compare("EV", [values[name] for name in known["ev"]], list(known["ev"].values()))
    return "decision agrees with another program"


def check_kelly() -> str:
    """Check the Kelly bet on an unfair coin."""
    known = _known()["kelly"]
    _compare("share of the bankroll", [kelly_json(known["request"])["fraction"]], [known["fraction"]])
    return "the bet on an unfair coin is right"


def check_hands() -> str:
    """Check the pots of the hands that are shipped as an example."""
    from engine.histories.reading import read_hand
    from engine.histories.splitting import split_hands

    known = _known()["hands"]
    path = RESOURCES / "examples" / known["file"]
    try:
        hands = split_hands(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CheckFailed(f"{path} cannot be read: {error.strerror}") from None
    result = [read_hand(raw).moments[-1].pot for raw in hands]
    if len(result) != len(known["pots"]):
        raise CheckFailed(f"{len(result)} hands in {path}, not {len(known['pots'])}")
    _compare("pot", result, known["pots"])
    return f"{len(result)} hands replayed"


@cache
def _known() -> Any:
    return _json(KNOWN)


def _json(path: Path) -> Any:
    """Return the contents of a JSON file of the program. Raises CheckFailed if it is missing or damaged."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CheckFailed(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise CheckFailed(f"{path} has been changed: it is not JSON") from None


def _check_files(folder: Path, listed: Mapping[str, str]) -> None:
    """Raise CheckFailed if a file of ``folder`` is not as its digest in ``listed`` says."""
    problems = list(_problems(folder, listed))
    if problems:
        more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
        raise CheckFailed(problems[0] + more)


def _problems(folder: Path, listed: Mapping[str, str]) -> Iterator[str]:
    """Yield the problem of each file whose digest is not the listed one."""
    for name, expected in listed.items():
        path = folder / name
        try:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError as error:
            yield f"{path} cannot be read: {error.strerror}"
            continue
        if digest != expected:
            yield f"{path} has been changed"


def _names(scenario: Scenario) -> str:
    """Return the hands of a scenario, as in 'AA v KK'."""
    return " v ".join(seat.cards for seat in scenario.seats)


def _equities(snapshot: Snapshot) -> list[float]:
    return [seat.estimate.equity for seat in snapshot.active if seat.estimate is not None]


def _compare(label: str, values: Sequence[float], expected: Sequence[float]) -> None:
    for value, other in zip(values, expected, strict=True):
        if not abs(value - other) <= AGREEMENT:  # NaN fails, too
            raise CheckFailed(f"{label}: {value:.10f}, not {other:.10f}")
