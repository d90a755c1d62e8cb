"""``hands --judged``: hero's decisions after the flop between two players, compared with best play, hand by hand."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from engine.cli.batches.answering import NOT_KEPT_KEY, answer_text
from engine.cli.batches.command import Lines, OutputFunctions, answer_lines
from engine.equity.workers import CancelToken
from engine.games import GAMES
from engine.histories.assumed import Assumptions
from engine.histories.best_play import MORE_PLAYERS, Judgement, judge_decision, judged_game, late_decisions
from engine.histories.decisions import decisions
from engine.histories.hand import HandError, PlayedHand, RawHand, hand_id
from engine.histories.judgements import JudgedRow, JudgementFile, default_file, loss_sums
from engine.histories.reading import read_hand
from engine.scenario import Problem, ScenarioError
from engine.scenario.betting import STREETS

SUMMARY = "steelwheel_judged"
VERSION = 1


def answer_judged(hands: tuple[RawHand, ...], options: argparse.Namespace, output: OutputFunctions) -> None:
    """Write a line for each hand with judged decisions, then one with the sums.

    If judgements cannot be stored, a message says so once, and the answer still contains them.

    Raises:
        ScenarioError: the options ask for a moment of one hand.
        NotWrittenError: the answers cannot be written.
    """
    if options.hand is not None:
        raise ScenarioError(Problem("judged", "decisions of all hands are judged: leave out --hand"))
    rows: list[JudgedRow] = []
    problems: list[str] = []

    def write(text: str) -> None:
        answer = json.loads(text)
        problem = answer.pop(NOT_KEPT_KEY, None)
        if problem is not None:
            text = answer_text(answer)
            if problem not in problems:
                problems.append(problem)
                output.say(problem)
        rows.extend(_rows(answer))
        if "error" in answer or answer["decisions"]:
            output.write(text)

    tee = replace(output, write=write)
    answer_lines(Lines(_jobs(hands, options)), judged_line, options, tee)
    sums = loss_sums(rows)
    output.write(answer_text({
        SUMMARY: VERSION,
        **sums.all.to_json(),
        "by_street": {street: one.to_json() for street, one in sums.by_street.items()},
        "by_mistake": {kind: one.to_json() for kind, one in sums.by_mistake.items()},
    }))  # fmt: skip


def _jobs(hands: tuple[RawHand, ...], options: argparse.Namespace) -> Iterator[bytes]:
    """Yield the hands as jobs for other processes."""
    kept = str(Path(options.judgements).resolve() if options.judgements else default_file())
    for raw in hands:
        job = {"raw": asdict(raw), "kept": kept, "first": not options.no_flops, "folds": not options.any_folds}
        yield json.dumps(job).encode() + b"\n"


def _rows(answer: dict[str, Any]) -> Iterator[JudgedRow]:
    for row in answer.get("decisions", ()):
        if row["judged"]:
            value = {key: row[key] for key in row.keys() - ADDED}
            value["street"] = GAMES[answer["game"]].streets.index(value["street"])
            yield JudgedRow(Judgement.from_json(value, ""), answer["game"], answer["big_blind"])


ADDED = frozenset(("judged", "loss_bb", "bound_bb"))
"""The keys that a line adds to those of a judgement."""


def judged_line(data: bytes, threads: int | None) -> dict[str, Any]:
    """Return the line of a hand: its decisions, each judged or with the reason why not. Called by workers.

    ``data``: JSON with the hand (``raw``), the file in which judgements are stored (``kept``), and ``first``: whether
    decisions on the first street that can be solved are judged as well. The line has the key ``NOT_KEPT_KEY`` with the
    reason if its judgements cannot be written.
    """
    job = json.loads(data)
    raw = RawHand(**job["raw"])
    head = {"hand": raw.number, **({"file": raw.source} if raw.source else {}), "name": raw.name}
    try:
        hand = read_hand(raw)
    except HandError as error:
        stated = {"field": f"hands[{raw.number - 1}]", "message": str(error), "position": None}
        return {**head, "error": stated}
    unit = hand.stakes.big_blind or hand.stakes.big_bet
    head |= {"game": hand.game, "big_blind": unit, "hero": hand.names[hand.hero]}
    if not hand.own or not hand.reliable:
        return {**head, "decisions": []}
    assumptions, kept = Assumptions(folds=job["folds"]), JudgementFile(Path(job["kept"]))
    known, estimates, not_kept = kept.read(raw), None, dict[str, str]()
    first = len(GAMES[hand.game].streets) - len(STREETS[hand.game])
    rows = []
    for index in late_decisions(hand, hand.hero):
        if hand.moments[index].street == first and not job["first"]:
            continue
        try:
            game = judged_game(hand, index, hand.hero, assumptions=assumptions)
            judgement = known.get((hand_id(raw), game.digest))
            if judgement is None:
                judgement = judge_decision(game, workers=threads)
                try:
                    kept.add(raw, judgement)
                except OSError as error:
                    not_kept[NOT_KEPT_KEY] = f"judgements are not kept: {kept.path}: {error.strerror}"
        except ScenarioError as error:
            if estimates is None:
                estimates = _estimates(hand, assumptions)
            message = error.problems[0].message
            estimate = estimates.get(index) if message == MORE_PLAYERS else None
            row = {"judged": False, "moment": index, "street": GAMES[hand.game].streets[hand.moments[index].street]}
            rows.append(row | {"why": message, "estimate_bb": estimate})
            continue
        counted = JudgedRow(judgement, hand.game, unit)
        street = GAMES[hand.game].streets[judgement.street]
        rows.append(
            {
                "judged": True,
                **judgement.to_json(),
                "street": street,
                "loss_bb": counted.loss,
                "bound_bb": counted.bound,
            }
        )
    return {**head, "decisions": rows, **not_kept}


def _estimates(hand: PlayedHand, assumptions: Assumptions) -> dict[int, float | None]:
    """Return the estimated EV gain of hero's decisions in big blinds (negative: EV loss), by moment."""
    unit = hand.stakes.big_blind or hand.stakes.big_bet
    rows = decisions(hand, hand.hero, CancelToken(), assumptions=assumptions)
    return {row.moment_index: row.ev_gain / unit if unit and row.ev_gain is not None else None for row in rows}
