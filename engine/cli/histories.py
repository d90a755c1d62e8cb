"""The command ``hands``: one line of JSON per hand of a file, or a moment of one hand as scenario and Kelly request."""

import argparse
import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from engine.cards import whole_text
from engine.cli.batches.answering import answer_text
from engine.cli.batches.command import Lines, OutputFunctions, answer_lines
from engine.games import GAMES
from engine.histories.all_in import adjusted_result
from engine.histories.assumed import DEFAULT_ASSUMPTIONS, AssumedRange, Assumptions
from engine.histories.hand import SUFFIXES, HandError, Moment, PlayedHand, RawHand, merge_hands
from engine.histories.listing import HandLine, hand_line
from engine.histories.players.frequencies import profiles
from engine.histories.players.report import count_hands, profile_json
from engine.histories.reading import read_hand
from engine.histories.record import HouseDeal
from engine.histories.scenarios import assumed_at, moment_json, scenario_at
from engine.histories.splitting import (
    FORMS,
    NOT_A_HISTORY,
    UNKNOWN,
    decode_history,
    in_another_language,
    split_hands,
    unread_site,
)
from engine.histories.winners import WinnerCache
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.kelly.panel import kelly_request_json
from engine.scenario import Problem, RunOptions, Scenario, ScenarioError
from engine.storage.input_files import check_size
from engine.table.serialize import scenario_to_json

VERSION = 1
RUN = RunOptions(target_stderr=0.001)
"""The run options for the outcomes in the Kelly request of a moment. A hand from a history has no seed of its own, so
the seed is always 1."""


def add_options(verb: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    files = "hand histories: texts of poker sites or PHH (.phh, .phhs); a folder with such files; - for standard input"
    verb.add_argument("files", metavar="FILE", nargs="+", help=files)
    verb.add_argument(
        "--hand", metavar="N", type=int, help="show a moment of hand number N of the list (the first is 1)"
    )
    verb.add_argument(
        "--street",
        metavar="NAME",
        help="with --hand: preflop, flop, ..; third, fourth, .. (default: the end of the hand)",
    )
    verb.add_argument(
        "--action", metavar="K", type=int, help="with --street: after action number K (default: 0, after the deal)"
    )
    verb.add_argument(
        "--hero", metavar="NAME", help="with --hand: the player to advise (default: the one whose cards are known)"
    )
    verb.add_argument("--any-folds", action="store_true", help="with --hand: let folded players hold any two cards")
    verb.add_argument(
        "--players", action="store_true", help="print the statistics of each player: VPIP, PFR, 3-bet, ..."
    )
    verb.add_argument(
        "--judged", action="store_true", help="compare hero's decisions after the flop with best play (two players)"
    )
    verb.add_argument("--no-flops", action="store_true", help="with --judged: turns and rivers (razz: sixth on) only")
    verb.add_argument(
        "--judgements",
        metavar="FILE",
        help="with --judged: where judgements are kept (default: in the data folder)",
    )
    verb.add_argument(
        "--quick", action="store_true", help="list the hands from their texts alone, without replaying them"
    )
    verb.add_argument("--workers", metavar="N", type=int, help="replay long files with N processes")


def files_among(paths: Sequence[str]) -> list[str]:
    """Return the files that ``paths`` name; a folder means all files of hands in it and in its subfolders.

    Raises:
        ScenarioError: a folder has no such file.
    """
    files: list[str] = []
    for path in paths:
        if not os.path.isdir(path):
            files.append(path)
            continue
        inside = [file for file in sorted(Path(path).rglob("*")) if file.suffix.lower() in SUFFIXES and file.is_file()]
        if not inside:
            raise ScenarioError(
                Problem("file", f"there are no hand histories in the folder {path} ({', '.join(SUFFIXES)})")
            )
        files += map(str, inside)
    return files


def answer_hands(sources: Sequence[tuple[str, bytes]], options: argparse.Namespace, output: OutputFunctions) -> None:
    """Write the list of the hands of files, their judged decisions, or a moment of one, according to the options.

    ``sources``: pairs of the name of a file and its contents. The hands of several files become one list, in which each
    has the name of its file, and the second of two equal hands is left out.

    Raises:
        ScenarioError: there are no hands, or the moment does not exist.
        NotWrittenError: the answer cannot be written.
    """
    hands = all_hands(sources, output)
    if options.judged:
        from engine.cli.judged import answer_judged  # the solver

        answer_judged(hands, options, output)
    elif options.hand is None:
        answer_lines(Lines(batch_lines(hands)), quick_line if options.quick else replayed_line, options, output)
    else:
        assumptions = Assumptions(folds=not options.any_folds)
        result = moment_answer(hands, options.hand, options.street, options.action, options.hero, assumptions)
        output.write(answer_text(result, indent=2))


def all_hands(sources: Sequence[tuple[str, bytes]], output: OutputFunctions) -> tuple[RawHand, ...]:
    """Return the hands of one or several files as one list.

    Raises:
        ScenarioError: there are no hands, or a file is too large.
    """
    for _, data in sources:
        check_size(data)
    return hands_of(decode_history(sources[0][1])) if len(sources) == 1 else _merged(sources, output)


def _merged(sources: Sequence[tuple[str, bytes]], output: OutputFunctions) -> tuple[RawHand, ...]:
    """Return the hands of several files as one list; a file without hands is reported and skipped."""
    sources_and_hands = list[tuple[str, tuple[RawHand, ...]]]()
    for name, data in sources:
        try:
            sources_and_hands.append((whole_text(name), hands_of(decode_history(data))))
        except ScenarioError as error:
            output.say(f"{name}: {error.problems[0].message}")
    if not sources_and_hands:
        raise ScenarioError(Problem("file", NOT_A_HISTORY))
    return merge_hands(sources_and_hands)


def hands_of(text: str) -> tuple[RawHand, ...]:
    """Return the hands of a file.

    Raises:
        ScenarioError: there are none.
    """
    result = split_hands(text)
    if not result:
        raise ScenarioError(Problem("file", in_another_language(text) or unread_site(text) or NOT_A_HISTORY))
    return result


def batch_lines(hands: tuple[RawHand, ...]) -> Iterator[bytes]:
    """Yield the hands as input lines of a batch for other processes."""
    for raw in hands:
        yield json.dumps(asdict(raw)).encode() + b"\n"


def replayed_line(data: bytes, threads: int | None) -> dict[str, Any]:
    """Return a line of the list for a hand that is replayed, or with the error if it cannot be read."""
    raw = RawHand(**json.loads(data))
    try:
        hand = read_hand(raw)
    except HandError as error:
        return error_line(raw, error)
    last, adjusted, streets = hand.moments[-1], adjusted_result(hand, WinnerCache()), GAMES[hand.game].streets
    return listed_line(hand_line(raw)) | {
        "game": hand.game,
        "variant": hand.variant,
        "players": list(hand.names),
        "hero": hand.names[hand.hero],
        "cards": ["".join(cards) for cards in hand.cards],
        "board": "".join(last.board),
        "pot": moment_json(hand, last, hand.hero)["pot"],
        "street": streets[last.street],
        "result": None if hand.result is None else list(hand.result),
        "gross": None if hand.gross is None else list(hand.gross),
        "rake": hand.rake,
        "adjusted": None if adjusted is None else list(adjusted.expected),
        "all_in": None
        if adjusted is None or adjusted.moment_index is None
        else streets[hand.moments[adjusted.moment_index].street],
        "boards": ["".join(board) for board in hand.boards],
        "cashed_out": [_deal_json(hand, deal) for deal in hand.deals if deal.kind == "cash-out"],
        "insured": [_deal_json(hand, deal) for deal in hand.deals if deal.kind == "insurance"],
        "faults": list(hand.faults),
    }


def _deal_json(hand: PlayedHand, deal: HouseDeal) -> dict[str, Any]:
    """Return the payments of a deal with the house, with the fee if the text states it."""
    fee = {} if deal.kind == "insurance" else {"fee": None if deal.fee is None else float(deal.fee)}
    return {"player": hand.names[deal.player], "received": float(deal.received), "paid": float(deal.paid), **fee}


def error_line(raw: RawHand, error: HandError) -> dict[str, Any]:
    """Return the line of a hand that cannot be read."""
    stated = {"field": f"hands[{raw.number - 1}]", "message": str(error), "position": None}
    return {"hand": raw.number, **_source(raw), "line": error.line, "name": raw.name, "error": stated}


def _source(raw: RawHand) -> dict[str, str]:
    """Return the name of a hand's file if the list has several."""
    return {"file": raw.source} if raw.source else {}


def listed_line(line: HandLine) -> dict[str, Any]:
    """Return a line of the list from the text of a hand alone."""
    raw = line.raw
    return {
        "hand": raw.number,
        **_source(raw),
        "line": raw.line,
        "name": raw.name,
        "format": FORMS[raw.form].title if raw.form in FORMS else "" if raw.form == UNKNOWN else "PHH",
        "date": line.date,
        "stakes": line.stakes,
        "variant": line.game,
        "players": list(line.players),
        "hero": line.hero,
        "cards": line.cards,
        "won": line.won,
    }


def quick_line(data: bytes, threads: int | None) -> dict[str, Any]:
    """Return a line of the list for a hand that is not replayed."""
    return listed_line(hand_line(RawHand(**json.loads(data))))


def moment_answer(
    hands: tuple[RawHand, ...],
    number: int,
    street: str | None,
    action: int | None,
    hero: str | None,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> dict[str, Any]:
    """Return a moment of a hand: its facts, the scenario, and hero's Kelly request.

    Raises:
        ScenarioError: there is no such hand, street, action or player, or the hand cannot be read.
    """
    if not 1 <= number <= len(hands):
        raise ScenarioError(Problem("hand", f"there is no hand {number}: the list has hands 1 to {len(hands)}"))
    try:
        hand = read_hand(hands[number - 1])
    except HandError as error:
        raise ScenarioError(Problem(f"hands[{number - 1}]", str(error))) from None
    at = _moment(hand, street, action)
    seat = _hero(hand, hero)
    scenario = scenario_at(hand, at, seat, assumptions=assumptions)
    assumed = {hand.names[i]: _assumed_json(a) for i, a in enumerate(assumed_at(hand, at, assumptions)) if a}
    return {
        "steelwheel_hand": VERSION,
        "hand": number,
        **_source(hand.raw),
        "line": hand.raw.line,
        "name": hand.raw.name,
        "moment": moment_json(hand, at, seat),
        "assumed": assumed,
        "scenario": scenario_to_json(scenario),
        "kelly": _request(scenario, at, seat),
    }


def _assumed_json(assumed: AssumedRange) -> dict[str, Any]:
    """Return the assumed range of a player with the reasons, street by street."""
    return {
        "did": assumed.action,
        "why": assumed.reason,
        "base": assumed.base,
        "later": [
            {"street": step.street, "did": step.action, "keeps": step.keeps, "why": step.reason}
            for step in assumed.steps
        ],
    }


def _moment(hand: PlayedHand, street: str | None, action: int | None) -> Moment:
    """Return the moment that the options select, by default the last one."""
    if street is None:
        index = 0 if action is not None else len(hand.moments) - 1
    else:
        names = GAMES[hand.game].streets
        name_typed = street.lower().replace("-", "").removesuffix(" street").strip()
        number = next((i for i, name in enumerate(names) if name.split()[0] == name_typed), None)
        if number is None:
            raise ScenarioError(Problem("street", f"the streets are {', '.join(names)}; there is no '{street}'"))
        first = hand.first_of(number)
        if first is None:
            raise ScenarioError(Problem("street", f"this hand ended before the {names[number]}"))
        index = first
    # Each action has a moment of its own, after it, so that actions are counted in moments.
    index += action or 0
    if not 0 <= index < len(hand.moments) or (street is not None and hand.moments[index].street != number):
        raise ScenarioError(Problem("action", f"there are fewer than {action} actions"))
    return hand.moments[index]


def _hero(hand: PlayedHand, name: str | None) -> int:
    """Return the player whose decisions are requested, by default the hand's hero."""
    if name is None:
        return hand.hero
    if name not in hand.names:
        raise ScenarioError(Problem("hero", f"the players are {', '.join(hand.names)}; there is no '{name}'"))
    return hand.names.index(name)


def _request(scenario: Scenario, moment: Moment, hero: int) -> dict[str, Any] | None:
    """Return the Kelly request of hero's decision, or None if there is no decision or hero's stack is unknown."""
    if moment.folded[hero] or len(moment.live) < 2 or not 0.0 < moment.chips[hero].stack < math.inf:
        return None
    # If all others are all in and there is nothing to call, no bet can be made.
    others = (moment.chips[i].stack for i in moment.live if i != hero)
    if not (moment.to_call(hero) or any(stack > 0.0 for stack in others)):
        return None
    return kelly_request_json(scenario, _outcomes(scenario, hero))


def _outcomes(scenario: Scenario, hero: int) -> Outcomes | None:
    """Return the outcome distribution of hero's hand at the table, or None if it cannot be computed."""
    from engine.equity.run import solve

    try:
        result = solve(replace(scenario, run=RUN)).seats[hero].estimate
    except ScenarioError:  # for example, the assumed hands cannot all have been dealt
        return None
    return outcomes_of(result) if result is not None else None


def answer_players(sources: Sequence[tuple[str, bytes]], options: argparse.Namespace, output: OutputFunctions) -> None:
    """Write one line of JSON for each player of the hands of files, the one with most hands first.

    ``sources``: pairs of the name of a file and its contents.

    Raises:
        ScenarioError: there are no hands, or the options ask for a moment of one.
        NotWrittenError: the answer cannot be written.
    """
    if options.hand is not None:
        raise ScenarioError(Problem("players", "statistics cover all hands: leave out --hand"))
    for profile in profiles(count_hands(all_hands(sources, output))):
        output.write(answer_text(profile_json(profile)))
