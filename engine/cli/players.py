"""The command ``players``: the statistics that a description of a player implies."""

import argparse
from typing import Any

from engine.players.description import Player, read_players, shipped_players
from engine.players.hands import DESCRIBED, DESCRIBED_HANDS, ImpliedStatistic, statistics_of
from engine.scenario import Problem, ScenarioError

VERSION = 1


def add_options(verb: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    names = ", ".join(player.name for player in shipped_players())
    verb.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a file with players (default: those of the program), or - for standard input",
    )
    described = f"the player whose statistics are printed: {names}, or one of the file"
    verb.add_argument("--describe", metavar="NAME", required=True, help=described)
    verb.add_argument(
        "--hands", metavar="N", type=int, default=DESCRIBED_HANDS, help="hands to play (default: %(default)s)"
    )
    verb.add_argument("--seed", metavar="N", type=int, default=1, help="the seed of the hands (default: 1)")


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
