"""The command ``players``: learns players from hand histories, and lists the statistics that a description implies."""

import argparse
from collections.abc import Sequence
from typing import Any

from engine.cards import whole_text
from engine.cli.batches.command import OutputFunctions
from engine.cli.histories import all_hands
from engine.histories.players.frequencies import profiles
from engine.histories.players.learned import learned_players
from engine.histories.players.report import count_hands
from engine.players.description import (
    MAX_PLAYERS,
    VERSION_KEY,
    Player,
    read_players,
    shipped_players,
    write_players,
)
from engine.players.hands import DESCRIBED, DESCRIBED_HANDS, ImpliedStatistic, statistics_of
from engine.scenario import Problem, ScenarioError

VERSION = 1


def add_options(verb: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    names = ", ".join(player.name for player in shipped_players())
    verb.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="hand histories, folders with them, or - for standard input; with --describe one file of players "
        "(default: those of the program)",
    )
    described = f"print the statistics that a description implies: of {names}, or of a player of the file"
    verb.add_argument("--describe", metavar="NAME", help=described)
    verb.add_argument(
        "--hands", metavar="N", type=int, default=DESCRIBED_HANDS, help="hands to play (default: %(default)s)"
    )
    verb.add_argument("--seed", metavar="N", type=int, default=1, help="the seed of the hands (default: 1)")


def learned(sources: Sequence[tuple[str, bytes]], output: OutputFunctions) -> str:
    """Return the text of a file with the players of hand histories, the one with most hands first.

    ``sources``: pairs of the name of a file and its contents.

    Raises:
        ScenarioError: there are no hands, or none of a named player.
    """
    for name, data in sources:
        if is_players_file(data):
            raise ScenarioError(
                Problem(
                    "file", f"{whole_text(name)} has players, not hands: print their statistics with --describe NAME"
                )
            )
    rows = profiles(count_hands(all_hands(sources, output)))[:MAX_PLAYERS]
    if not rows:
        raise ScenarioError(Problem("file", "no hand has the names of its players"))
    return write_players(learned_players(rows))


def is_players_file(data: bytes) -> bool:
    """Return True if a file is one of players, as its beginning says."""
    return VERSION_KEY.encode() in data[:200]


def describe(data: bytes | None, name: str, hands: int = DESCRIBED_HANDS, seed: int = 1) -> dict[str, Any]:
    """Return the statistics that a description implies in each game, as JSON.

    ``data``: the file with the player, None for the shipped ones.

    Raises:
        ScenarioError: the file is not of players or does not have this one, or there are no hands to play.
    """
    if hands < 1 or seed < 0:
        raise ScenarioError(
            Problem("hands" if hands < 1 else "seed", "expected a number of at least 1, or a seed of at least 0")
        )
    players = shipped_players() if data is None else read_players(data)
    player = _named(players, name)
    return {
        "steelwheel_player_statistics": VERSION,
        "player": player.name,
        "hands": hands,
        "seed": seed,
        **{game: _statistics(statistics_of(player, game, hands=hands, seed=seed)) for game in DESCRIBED},
    }


def _named(players: tuple[Player, ...], name: str) -> Player:
    for player in players:
        if player.name == name:
            return player
    names = ", ".join(player.name for player in players)
    raise ScenarioError(Problem("describe", f"there is no player called '{name}'; there are {names}"))


def _statistics(rows: tuple[ImpliedStatistic, ...]) -> dict[str, Any]:
    return {row.title: {"share": row.share if row.chances else None, **row.to_json()} for row in rows}
