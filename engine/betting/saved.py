"""Saved solutions: files with a request and its strategies, without the last streets if they would be too large.

A file is a ZIP archive. ``solution.json`` contains versions, request and progress. ``play.bin`` contains frequencies of
the actions as little-endian uint16 (65,535 for 1), in the order of the tree's numbers, for the streets in the file.
If streets are left out, ``values.bin`` (float32) contains the values of the first deals to both players' hands, from
which all nodes before them are read, and with a bankroll ``growths.bin`` the same as logarithms of it (older files lack
it). The missing streets are solved again for the card that the player looks at, while the play before it stays fixed.

Players exchange such files, so the numbers in the header are only claims: EV and exploitability are computed from the
play when a file is opened, and a disagreement becomes a notice. The number of iterations cannot be checked, nor can the
exploitability of a file without its last streets.
"""

import io
import json
import lzma
import math
import zipfile
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.betting.nodes import Position
from engine.betting.request import read_betting_request
from engine.betting.run import Solution, memory_limit, prepared
from engine.betting.solver import FIRST_CHECK, LeftOut, Progress, discount_factors, next_check
from engine.equity.workers import CancelToken, Workers
from engine.kernels.betting.tree import BEST, DEAL, TRAIN, VALUE
from engine.ranges.orders import Order
from engine.scenario import Problem, ScenarioError
from engine.scenario.reading import read_json
from engine.version import __version__

VERSION = 1
MAX_BYTES = 50_000_000
HEADER, PLAY, VALUES, GROWTHS = "solution.json", "play.bin", "values.bin", "growths.bin"
ONE = 65_535
MAX_HEADER_BYTES = 1_000_000
FIELD = "solution"


@dataclass(frozen=True, slots=True, eq=False)
class SavedSolution:
    """A solution that was read from a file.

    ``progress``: computed from the play; its ``exploitability`` is None if streets are left out. ``claimed``: the
    progress in the header of the file. ``value``: the request as JSON. ``streets``: the names of those in the file.
    ``notices``: sentences about claims that could not be checked or that disagree.
    """

    solution: Solution
    progress: Progress
    value: Mapping[str, Any]
    streets: tuple[str, ...]
    claimed: Progress
    notices: tuple[str, ...] = ()


def streets_of_numbers(solution: Solution) -> NDArray[np.int8]:
    """Return the index of the street to which each strategy number belongs, int8[numbers]; 0 is the first street."""
    tree, cards = solution.layout.tree, solution.deals.cards
    result = np.zeros(solution.layout.numbers, np.int8)
    streets = len(solution.builder.streets)
    if streets == 1:
        return result
    # In memory the numbers before all first deals come first. Then, for each deal and card, those of the next street
    # are followed by those of the street after it.
    deals = np.flatnonzero((tree.kind == DEAL) & (tree.front >= 0))
    result[int(tree.offset[deals].min()) :] = 1
    if streets == 3:
        for deal in deals.tolist():
            for number in range(solution.deals.turns):
                rivers = int(cards.river_of[number]), int(cards.river_of[number + 1])
                start = int(tree.offset[deal] + tree.block_size[deal] * number + tree.size_per_river[deal] * rivers[0])
                begin = start + int(tree.block_size[deal])
                result[begin : begin + int(tree.size_per_river[deal]) * (rivers[1] - rivers[0])] = 2
    return result


def solution_bytes(
    solution: Solution, progress: Progress, value: Mapping[str, Any], *, max_bytes: int = MAX_BYTES
) -> bytes:
    """Return the file of a solution with as many streets as fit into ``max_bytes``; ``value``: its request as JSON.

    Raises:
        ScenarioError: not even the first street fits.
    """
    street = streets_of_numbers(solution)
    sums = solution.solver.sums
    tree = solution.layout.tree
    begin, actions = int(tree.offset[0]), int(tree.children[0])
    first = sums[begin : begin + actions * len(solution.deals.weights[int(tree.player[0])])]
    # All decisions have the same sum of a hand's numbers, so that the sum of the first hand at the root scales all.
    total = float(first.reshape(actions, -1)[:, 0].sum())
    shares = np.rint(sums * (ONE / total)).clip(0, ONE).astype("<u2")
    names = solution.builder.streets
    for street_count in range(len(names), 0, -1):
        data = _packed(solution, progress, value, names[:street_count], shares[street < street_count])
        if len(data) <= max_bytes:
            return data
    raise ScenarioError(Problem(FIELD, f"the first street alone takes more than {max_bytes / 1e6:.3g} MB"))


def _packed(
    solution: Solution, progress: Progress, value: Mapping[str, Any], streets: Sequence[str], shares: NDArray[np.uint16]
) -> bytes:
    """Return the ZIP file of a solution with the play of ``streets``.

    ``shares`` uint16[numbers]: the frequencies of these streets, 65,535 for 1. If later streets are left out, the file
    also has the values of the first deals, from which the nodes before them can be read.
    """
    # A run that was abandoned has iterated after its last progress, whose EVs are then those of an earlier play.
    iterations = solution.solver.iterations or progress.iterations
    current = progress.evaluated in (None, iterations)
    header = {
        "steelwheel_betting_solution": VERSION,
        "engine": __version__,
        "request": dict(value),
        "streets": list(streets),
        "iterations": iterations,
        "ev": list(progress.ev) if progress.ev is not None and current else None,
        "exploitability": progress.exploitability if current else None,
        "solve_s": progress.solve_s,
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(HEADER, json.dumps(header, ensure_ascii=False))
        archive.writestr(PLAY, shares.tobytes())
        # Without the later streets the nodes before them could not be valued: these values replace the missing walks.
        if len(streets) < len(solution.builder.streets):
            solver, bankroll = solution.solver, solution.request.bankroll
            values = [solver.front_values(player, solver.tree.pay) for player in (0, 1)]
            archive.writestr(VALUES, np.array(values, "<f4").tobytes())
            if bankroll is not None:
                growths = [solver.front_growths(player, bankroll) for player in (0, 1)]
                archive.writestr(GROWTHS, np.array(growths, "<f4").tobytes())
    return file.getvalue()


def is_solution(data: bytes) -> bool:
    """Return True if a file can be a saved solution because it is a ZIP archive."""
    return data.startswith(b"PK\x03\x04")


DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, LookupError, ValueError, TypeError,
    RuntimeError, OverflowError,
)  # fmt: skip
"""The errors of reading an archive of arbitrary bytes: RuntimeError for a password or JSON that is nested too deeply,
OSError for an offset outside the file, LookupError for missing members, and the errors of each compression method."""


def read_solution(
    data: bytes, orders: Iterable[Order] = (), *, cancel: CancelToken | None = None, workers: int | None = None
) -> SavedSolution:
    """Return the solution in the file ``data``, with EV and exploitability computed from its play.

    ``orders``: the player's custom rankings of hands, one of which the table may name. ``workers``: the number of
    threads, by default one per processor.

    Raises:
        ScenarioError: it is not a solution, is damaged, or is of a later version.
        Cancelled: by ``cancel``.
    """
    cancel = cancel or CancelToken()
    solution, header = _unpacked(data, orders, cancel)
    claimed = _progress(header)
    with Workers(workers, cancel) as pool:
        solution.solver.attach(pool, lambda: cancel.cancelled)
        progress, notices = _checked(solution, claimed)
    solution.solver.detach()
    cancel.check_cancelled()
    return SavedSolution(solution, progress, header["request"], tuple(header["streets"]), claimed, notices)


def _unpacked(data: bytes, orders: Iterable[Order], cancel: CancelToken) -> tuple[Solution, dict[str, Any]]:
    """Return the solution of a file, and its header, whose EVs and exploitability are still to be checked.

    The request is prepared as for solving it; the stored strategy is used instead of the solver's. If streets are left
    out, the stored values of the first deals replace the walks below them.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            header = _header(_member(archive, HEADER, MAX_HEADER_BYTES))
            request = read_betting_request(header["request"], orders)
            allowed = memory_limit() if request.max_bytes is None else min(request.max_bytes, memory_limit())
            solution = prepared(replace(request, max_bytes=allowed), bits=32, check_cancelled=cancel.check_cancelled)
            solution = replace(solution, request=request)
            names = solution.builder.streets
            street_count = len(header["streets"])
            if tuple(header["streets"]) != names[:street_count] or not street_count:
                raise ValueError(f"the streets {header['streets']}")
            street = streets_of_numbers(solution)
            inside = street < street_count
            # The play that is read is a mean strategy, which the solver has as its average.
            shares = np.frombuffer(_member(archive, PLAY, 2 * int(inside.sum())), "<u2")
            solution.solver.play.average[inside] = shares
            if street_count < len(names):
                front = solution.solver.front.value
                values, growths = (
                    _front_numbers(_member(archive, name, 8 * front.size), front.shape)
                    if name in archive.namelist() or name == VALUES
                    else None
                    for name in (VALUES, GROWTHS)
                )
                if values is None or not np.isfinite(values).all():
                    raise ValueError(f"{VALUES} contains values that are not numbers")
                # Fix the stored play, and leave the streets without any free (-1) or locked as in the request.
                play = np.where(inside, solution.solver.play.average / np.float32(ONE), np.float32(-1.0))
                fixed = solution.solver.play.fixed
                play = np.where(inside, play, fixed) if len(fixed) else play
                solution.solver.left_out = LeftOut(values, growths, play.astype(np.float32))
            _progress(header)
            return solution, header
    except DAMAGE as error:
        raise ScenarioError(Problem(FIELD, f"this solution is damaged or incomplete: {error}")) from None
    except MemoryError:
        raise ScenarioError(Problem(FIELD, "not enough memory for this solution")) from None


def _front_numbers(data: bytes, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Return the values of the first deals, float64[player, deals, cards, hands]; ``shape``: of the last three axes."""
    with np.errstate(invalid="ignore"):  # damaged files have signalling NaNs
        return np.frombuffer(data, "<f4").reshape(2, *shape).astype(float)


def _progress(header: Mapping[str, Any]) -> Progress:
    """Return the progress that a header claims.

    Raises:
        ValueError, TypeError, LookupError: an entry is missing or not a finite number.
    """
    ev, exploitability = header["ev"], header["exploitability"]
    iterations, seconds = int(header["iterations"]), float(header["solve_s"])
    evs = None if ev is None else (float(ev[0]), float(ev[1]))
    numbers = (seconds, *(evs or ()), *(() if exploitability is None else (float(exploitability),)))
    if iterations < 0 or not all(map(math.isfinite, numbers)):
        raise ValueError("the numbers of the run are not finite")
    evaluated = None if evs is None else iterations
    return Progress(
        iterations, evs, None if exploitability is None else float(exploitability), seconds, True, evaluated
    )


CLAIM_ROUNDING = 1e-3
"""The largest difference, as a share of the pot, that the rounding of frequencies to 16 bits can explain."""


def _checked(solution: Solution, claimed: Progress) -> tuple[Progress, tuple[str, ...]]:
    """Return the progress computed from the play of a file, and notices of claims that disagree with it."""
    solver, pot = solution.solver, solution.request.pot
    if solver.left_out is not None:
        start = solution.walker.start
        first, second = (
            solver.mean(player, solver.values_below(player, start.node, start.state, start.reach[1 - player]))
            for player in (0, 1)
        )
        progress = replace(claimed, ev=(first, second), exploitability=None, evaluated=claimed.iterations)
        claim = "" if claimed.exploitability is None else f"; the file claims {_share(claimed.exploitability, pot)}"
        notices = [f"the exploitability cannot be computed from a file without its last streets{claim}"]
        if not solution.request.rake and abs(first + second - pot) > CLAIM_ROUNDING * pot:
            notices.append(f"the EVs of this file add up to {first + second:.6g} chips, not to the pot")
    else:
        evaluation = solver.evaluate()
        if evaluation is None:  # cancelled
            return claimed, ()
        progress = replace(claimed, ev=evaluation[0], exploitability=evaluation[1], evaluated=claimed.iterations)
        notices = []
        if claimed.exploitability is not None and abs(claimed.exploitability - evaluation[1]) > CLAIM_ROUNDING * pot:
            notices.append(
                f"the file claims an exploitability of {_share(claimed.exploitability, pot)}; computed "
                f"from its strategy it is {_share(evaluation[1], pot)}"
            )
    pairs = zip(claimed.ev, progress.ev or (), strict=False) if claimed.ev is not None else ()
    if any(abs(claim - computed) > CLAIM_ROUNDING * pot for claim, computed in pairs):
        claims, results = (" and ".join(f"{ev:.6g}" for ev in evs or ()) for evs in (claimed.ev, progress.ev))
        notices.append(f"the file claims EVs of {claims}; computed from its strategy they are {results}")
    return progress, tuple(notices)


def _share(chips: float, pot: float) -> str:
    return f"{100 * chips / pot:.3g} % of the pot"


def _header(data: bytes) -> dict[str, Any]:
    """Return the header of a file as JSON.

    Raises ScenarioError if it is not a solution, or of a later version.
    """
    header = read_json(data.decode())
    version = header.get("steelwheel_betting_solution") if isinstance(header, dict) else None
    if version != VERSION:
        later = isinstance(version, int) and version > VERSION
        reason = f"version {version} is of a newer program" if later else "not a solution of this program"
        raise ScenarioError(Problem("steelwheel_betting_solution", reason))
    checked: dict[str, Any] = header
    return checked


def _member(archive: zipfile.ZipFile, name: str, size: int) -> bytes:
    """Return a member of the archive.

    Raises:
        ValueError: it has not ``size`` bytes (the header: more), or is compressed in another way.
    """
    # Reading one byte more than ``size`` shows that a member is too large without unpacking gigabytes of a bomb.
    if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{name} has an unsupported compression")
    with archive.open(name) as file:
        data = file.read(size + 1)
    if len(data) > size or (name != HEADER and len(data) != size):
        raise ValueError(f"{name} does not have the size of the tree")
    return data


def solve_left_out(solution: Solution, at: Position, cancel: CancelToken | None = None) -> Iterator[tuple[int, float]]:
    """Solve the missing play after a card of a first deal; ``at``: the first decision there.

    Yields the iterations and the exploitability in chips, given this card, whenever best responses were computed; ends
    when it is at most the target of the request. Does nothing if the play is known. The play before the card stays
    fixed.
    """
    cancel, solver = cancel or CancelToken(), solution.solver
    left_out = solver.left_out
    if left_out is None or at.state.base in left_out.solved:
        return
    tree, free = solver.tree, solver.play.fixed
    pairs = float(at.reach[0] @ solver.pairs(0, at.state, at.reach[1]))
    goal = solution.request.target * (solution.request.pot + sum(solution.walker.node(at).chips))
    check, previous = FIRST_CHECK, (0, 0.0)

    def walked(player: int, mode: int, iteration: int = 1) -> NDArray[np.float64]:
        discounts = discount_factors(iteration)
        return solver.walk_from(tree, tree.pay, player, mode, at.node, at.state, at.reach[1 - player], discounts)

    # The stored play is fixed while the missing streets are solved; afterwards only the locks of the request are.
    solver.fix(left_out.play)
    try:
        for iteration in count(1):
            for player in (0, 1):
                walked(player, TRAIN, iteration)
            if cancel.cancelled or pairs <= 0.0:
                return
            if iteration < check:
                continue
            gains = [at.reach[p] @ (walked(p, BEST) - walked(p, VALUE)) for p in (0, 1)]
            exploitability = float(sum(gains)) / 2 / pairs
            yield iteration, exploitability
            if exploitability <= goal:
                break
            latest = iteration, exploitability
            check, previous = next_check(previous, latest, goal), latest
    finally:
        solver.fix(free)
    left_out.solved.add(at.state.base)


def answer_saved(data: bytes, path: Sequence[str] | None, workers: int | None = None) -> dict[str, Any]:
    """Return the answer of a saved solution, at ``path`` or, if it is None, at the path of its request.

    Raises:
        ScenarioError: the file cannot be read, or the path does not exist.
    """
    saved = read_solution(data, workers=workers)
    solution = saved.solution
    steps = solution.request.path if path is None else tuple(path)
    with Workers(workers or 1, in_place=True) as pool:
        solution.solver.attach(pool, lambda: False)
        walker = solution.walker
        at = walker.start
        for number, step in enumerate(steps):
            at = walker.step(at, step, f"path[{number}]")
            if at.state.level == 1:  # play after a first deal may be missing in the file
                deque(solve_left_out(solution, at), maxlen=0)
        answer = solution.to_json(saved.progress, None, final=True, at=at, path=steps)
        return {**answer, "notices": [*answer["notices"], *saved.notices]}
