"""A player as one description: his play on the first street and later, in both games.

    {"steelwheel_players": 2, "players": [{
      "name": "mia", "bluffs": 0.1,
      "holdem": {"open": {"button": {"raise": "QQ+, AKs", "call": "JJ-55, AQs-ATs"},
                          "by": {"button": {"early": {"raise": "KK+", "call": "QQ-TT, AKs"}}}},
                 "later": {"flop": {"margin": -0.05}}}}]}

Rows that a file lacks are those of the neutral player, street by street and number by number. The shipped players are
such files in ``resources/players``; ``resources/guide/players.md`` explains every key.

A file of version 1 has for each player ``first_in`` and ``against_raise`` by position: the hands with which he comes
along while nobody has raised (here ``first``, ``limp``), and those with which he continues against a raise (``open``,
``call``).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from engine.cards import MAX_TEXT_LENGTH, plain_name
from engine.games import GAMES
from engine.players.first_hands import FIRST_HANDS, POSITIONS, Situation
from engine.players.later_streets import SIZE, WHY, StreetPlay
from engine.scenario import Game, ScenarioError
from engine.scenario.codec import JsonObject, json_field
from engine.scenario.problems import naming
from engine.scenario.reading import (
    ROUNDING,
    Convert,
    Reader,
    as_it_is,
    fail,
    integer,
    mapping,
    number,
    problems_in,
    read_json,
    share,
    takes,
    text,
    text_up_to,
    tuple_of,
)
from engine.storage.regular_files import read_regular

T = TypeVar("T")
J = TypeVar("J", bound=JsonObject)
FOLDER = Path(__file__).parents[2] / "resources" / "players"
NEUTRAL = "neutral"
SHIPPED = ("tight", NEUTRAL, "loose")
VERSION, OLD_VERSION = 2, 1
VERSION_KEY = "steelwheel_players"
MAX_PLAYERS = 1000
MAX_FILE_BYTES = 100_000_000
_NAME = text_up_to(80)
_RANGE = text_up_to(MAX_TEXT_LENGTH)
_BLUFFS = number(0.0, 0.99)


def _counts(value: object, path: str) -> Mapping[str, Any]:
    """Read the counts of a learned player, by game: his hands, how likely he is each shipped player, and statistics."""
    games = mapping(value, path)
    Reader(games, path, tuple(GAMES))
    for game, entry in games.items():
        reader = Reader(entry, f"{path}.{game}", ("hands", "looks", "statistics"))
        reader.need("hands", integer(0))
        looks = Reader(reader.need("looks", mapping), reader.path("looks"), SHIPPED)
        for name in SHIPPED:
            looks.get(name, share, 0.0)
        for title, row in reader.need("statistics", mapping).items():
            at = f"{reader.path('statistics')}.{title}"
            counted = [integer(0)(mapping(row, at).get(key), f"{at}.{key}") for key in ("times", "chances")]
            if counted[0] > counted[1]:
                fail(f"{at}.times", "more times than chances")
    return games


@dataclass(frozen=True, slots=True)
class RangeRow:
    """The hands with which a player raises (``raise_``) and calls (``call``; first in: limps, in the big blind checks)
    as range texts, and why."""

    raise_: str = ""
    call: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class SituationRows:
    """The rows of a situation: ``own`` by the player's position (razz: door card); ``by`` by that and then by the
    position of the last raiser, which take precedence. ``why``: the reason that they have in common."""

    own: Mapping[str, RangeRow]
    by: Mapping[str, Mapping[str, RangeRow]] = field(default_factory=dict)
    why: str = ""

    def row(self, own: str, raiser: str | None = None) -> RangeRow:
        """Return the row of a player in position ``own`` against the last raiser's position, if that is known."""
        return self.by.get(own, {}).get(raiser or "", self.own[own])


@dataclass(frozen=True, slots=True)
class RaiseSizes(JsonObject):
    """Sizes of raises before the flop: an open in big blinds and the addition for each limper; re-raises as multiples
    of the raise before."""

    open: float = json_field(SIZE)
    per_limper: float = json_field(SIZE, key="per limper")
    three_bet: float = json_field(SIZE, key="3-bet")
    four_bet: float = json_field(SIZE, key="4-bet")


@dataclass(frozen=True, slots=True)
class GamePlay:
    """The play in one game: the rows of the situations of the first street by their key, the sizes of raises before
    the flop (None in razz), and the play on later streets by name."""

    first_street: Mapping[str, SituationRows]
    later: Mapping[str, StreetPlay]
    sizes: RaiseSizes | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """The description of a player. ``bluffs``: the share of his first raises that are bluffs; ``least``: the weight
    that each hand keeps at least (both 0 to 1). ``counts``: of a learned player, by game, on which he is based."""

    name: str
    games: Mapping[Game, GamePlay]
    why: str = ""
    bluffs: float = 0.0
    least: float = 0.0
    counts: Mapping[str, Any] = field(default_factory=dict)


def later_street_names(game: Game) -> tuple[str, ...]:
    """Return the keys of the streets after the first: ``flop`` to ``river``, ``fourth`` to ``seventh``."""
    return tuple(street.removesuffix(" street") for street in GAMES[game].streets[1:])


def _range_row(game: Game, situation: Situation, row: str) -> Convert[RangeRow]:
    """Return the converter of the row of a position or door."""
    keys, hands = (*filter(None, situation[1:]), "why"), FIRST_HANDS[game]

    def convert(value: object, path: str) -> RangeRow:
        reader = Reader(value, path, keys)
        texts = {key: reader.get(key, _RANGE, "") for key in keys[:-1]}
        total = np.zeros(hands.count)
        for key, written in texts.items():
            with naming(reader.path(key)):
                total = total + hands.weights(written, row)
        worst = int(total.argmax())
        if total[worst] > 1.0 + ROUNDING:
            reader.fail(keys[-2], f"the probabilities of {hands.name(worst)} add up to {total[worst]:.6g}, more than 1")
        first, second = texts.get(situation.raise_key, ""), texts.get(situation.call_key, "")
        return RangeRow(first, second, reader.get("why", WHY, ""))

    return convert


def _situation_rows(game: Game, situation: Situation, usual: SituationRows | None) -> Convert[SituationRows]:
    """Return the converter of the rows of a situation; those that it lacks are the ``usual`` ones."""
    rows = FIRST_HANDS[game].positions

    def convert(value: object, path: str) -> SituationRows:
        reader = Reader(value, path, (*rows, "by", "why"))
        converters = {row: _range_row(game, situation, row) for row in rows}
        own = _present(value, path, converters)
        if usual is None:
            own = {row: reader.need(row, converters[row]) for row in rows}
        by_raiser = {row: _by_raiser(rows, converters[row]) for row in rows}
        by = reader.get("by", partial(_present, converters=by_raiser), dict[str, Mapping[str, RangeRow]]())
        Reader(reader.get("by", as_it_is, {}), reader.path("by"), rows)
        if usual is not None:
            # A row of the file also replaces the usual rows by raiser of its position, which would come first.
            by = {**{row: usual.by[row] for row in usual.by if row not in own}, **by}
            own = {**usual.own, **own}
        return SituationRows(own, by, reader.get("why", WHY, ""))

    return convert


def _present(value: object, path: str, converters: Mapping[str, Convert[T]]) -> dict[str, T]:
    """Return the values of an object that has some of the keys of ``converters``, in their order; other keys are
    ignored."""
    values = mapping(value, path)
    return {key: convert(values[key], f"{path}.{key}") for key, convert in converters.items() if key in values}


def _by_raiser(rows: tuple[str, ...], convert: Convert[RangeRow]) -> Convert[Mapping[str, RangeRow]]:
    """Return the converter of the rows of a position by the position of the last raiser."""

    def convert_all(value: object, path: str) -> Mapping[str, RangeRow]:
        Reader(value, path, rows)
        return _present(value, path, dict.fromkeys(rows, convert))

    return convert_all


def _game_play(game: Game, usual: GamePlay | None) -> Convert[GamePlay]:
    """Return the converter of the play in a game; missing parts are those of ``usual`` (None: none may be missing)."""
    situations, streets = FIRST_HANDS[game].situations, later_street_names(game)
    has_sizes = not GAMES[game].stud

    def convert(value: object, path: str) -> GamePlay:
        keys = (*(situation.key for situation in situations), *(("sizes",) if has_sizes else ()), "later")
        reader = Reader(value, path, keys)
        first_street = {
            situation.key: _part(reader, situation.key, _situation_rows(game, situation, old), old)
            for situation in situations
            for old in [usual.first_street[situation.key] if usual else None]
        }
        old_sizes = usual.sizes if usual else None
        sizes = _part(reader, "sizes", _merged(RaiseSizes, old_sizes), old_sizes) if has_sizes else None
        later = Reader(reader.get("later", as_it_is, {}), reader.path("later"), streets)
        plays = {
            street: _part(later, street, _merged(StreetPlay, old), old)
            for street in streets
            for old in [usual.later[street] if usual else None]
        }
        return GamePlay(first_street, plays, sizes)

    return convert


def _part(reader: Reader, key: str, convert: Convert[T], usual: T | None) -> T:
    """Return a part of a description, which may only be missing if there is a usual one."""
    return reader.need(key, convert) if usual is None else reader.get(key, convert, usual)


def _merged(kind: type[J], usual: J | None) -> Convert[J]:
    """Return the converter of an object whose missing keys are those of ``usual``."""

    def convert(value: object, path: str) -> J:
        return kind.from_json({**(usual.to_json() if usual else {}), **mapping(value, path)}, path)

    return convert


def _player(usual: Player | None) -> Convert[Player]:
    """Return the converter of a player of version 2; missing parts are copied from ``usual``."""

    def convert(value: object, path: str) -> Player:
        games = tuple(GAMES)
        reader = Reader(value, path, ("name", "why", "bluffs", "least", "counts", *games))
        plays = {
            game: _part(reader, game, _game_play(game, old), old)
            for game in games
            for old in [usual.games[game] if usual else None]
        }
        return Player(
            _name(reader), plays, reader.get("why", WHY, ""), reader.get("bluffs", _BLUFFS, 0.0),
            reader.get("least", share, 0.0), reader.get("counts", _counts, dict[str, Any]()),
        )  # fmt: skip

    return convert


def _name(reader: Reader) -> str:
    name = plain_name(reader.need("name", _NAME)).strip()
    if not name:
        reader.fail("name", "a player needs a name")
    return name


def _old_player(value: object, path: str) -> Player:
    """Read a hold'em player of version 1, on top of the neutral player."""
    reader = Reader(value, path, ("name", "why", "first_in", "against_raise"))
    usual = shipped_player(NEUTRAL)
    rows = dict(usual.games["holdem"].first_street)
    for old_key, situation in zip(("first_in", "against_raise"), FIRST_HANDS["holdem"].situations, strict=False):
        texts = reader.get(old_key, partial(_present, converters=dict.fromkeys(POSITIONS, _RANGE)), dict[str, str]())
        old_rows = {position: {situation.call_key: text} for position, text in texts.items()}
        rows[situation.key] = _situation_rows("holdem", situation, rows[situation.key])(old_rows, reader.path(old_key))
    games = dict(usual.games)
    games["holdem"] = replace(games["holdem"], first_street=rows)
    return Player(_name(reader), games, reader.get("why", WHY, ""))


def read_players(data: bytes) -> tuple[Player, ...]:
    """Return the players of a file of version 2 or 1.

    Raises:
        ScenarioError: the file is not of players; the error names the field, and the position in a text.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail("file", f"not UTF-8 text: {error.reason} at {error.start}")
    return players_from_json(read_json(text))


def players_from_json(value: object, usual: Player | None = None) -> tuple[Player, ...]:
    """Return the players of the JSON value of a file; missing parts are those of ``usual``, by default neutral.

    Raises:
        ScenarioError: the value is not of players; the error names the field, and the position in a text.
    """
    reader = Reader(value, "", (VERSION_KEY, "note", "positions", "players"))
    version = reader.need(VERSION_KEY, integer(OLD_VERSION, VERSION))
    convert = _old_player if version == OLD_VERSION else _player(usual or shipped_player(NEUTRAL))
    players = reader.need("players", tuple_of(convert, most=MAX_PLAYERS))
    names = [player.name for player in players]
    for index, name in enumerate(names):
        if name in names[:index]:
            fail(f"players[{index}].name", f"there is another player called {name}")
    return players


def player_schema(names: Iterable[str] = ()) -> dict[str, Any]:
    """Return the schema of a player in a request, as :func:`read_player` reads it; ``names``: of others."""
    reference = {"type": "object", "properties": {"file": {"type": "string"}, "name": {"type": "string"}}}
    described = {"type": "object", "description": "a player's description"}
    return {"anyOf": [{"enum": [*SHIPPED, *names]}, reference, described]}


@takes(player_schema())
def read_player(value: object, path: str = "player", others: Iterable[str] = ()) -> Player:
    """Read a player of a request: the name of a shipped one, a player of a file, or a description.

    ``others``: names that could be written here as well, for the message about an unknown one.

    Raises:
        ScenarioError: there is no such player; the problem names the field.
    """
    if isinstance(value, Player):
        return value
    if isinstance(value, str):
        if value in SHIPPED:
            return shipped_player(value)
        names = ", ".join((*SHIPPED, *others))
        fail(path, f"there is no player called '{value[:80]}'; there are {names}, and players of files")
    if isinstance(value, Mapping) and "file" in value:
        return _player_of_file(value, path)
    try:
        return players_from_json({VERSION_KEY: VERSION, "players": [value]})[0]
    except ScenarioError as error:
        # The problems are those of the field, not of the file that the description could be in.
        problems = (replace(one, field=path + one.field.removeprefix("players[0]")) for one in error.problems)
        raise ScenarioError(*problems) from None


def _player_of_file(value: Mapping[str, Any], path: str) -> Player:
    """Return a player of a file of players."""
    reader = Reader(value, path, ("file", "name"))
    file, name = reader.need("file", text), reader.need("name", text)
    try:
        data = read_regular(file, MAX_FILE_BYTES)
    except (OSError, ValueError) as error:
        reader.fail("file", f"{file} cannot be read: {getattr(error, 'strerror', None) or error}")
    with problems_in(reader.path("file")):
        players = read_players(data)
    found = next((player for player in players if player.name == name), None)
    if found is None:
        names = ", ".join(player.name for player in players) or "none"
        reader.fail("name", f"there is no player called '{name}' in {file}; there are {names}")
    return found


def brief_json(player: Player) -> str | Mapping[str, Any]:
    """Return a player as a request or a table has him on later streets: a shipped one by his name, another one by his
    play there."""
    if player.name in SHIPPED and player == shipped_player(player.name):
        return player.name
    head: dict[str, Any] = {"name": player.name} | ({"least": player.least} if player.least else {})
    return head | {game: {"later": _later_json(play)} for game, play in _own_games(player).items()}


def write_players(players: Iterable[Player]) -> str:
    """Return the text of a file of version 2, which :func:`read_players` reads."""
    value = {VERSION_KEY: VERSION, "players": [player_json(player) for player in players]}
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def player_json(player: Player) -> dict[str, Any]:
    """Return a player as JSON, complete: with every row, also those that he shares with the neutral player. A learned
    player has only the games that he was seen to play."""
    head: dict[str, Any] = {"name": player.name} | ({"why": player.why} if player.why else {})
    head |= {key: value for key, value in (("bluffs", player.bluffs), ("least", player.least)) if value}
    written = head | {game: _play_json(game, play) for game, play in _own_games(player).items()}
    return written | ({"counts": dict(player.counts)} if player.counts else {})


def _own_games(player: Player) -> dict[Game, GamePlay]:
    """Return the games in which a player has a play of his own: those that a learned player has not played are the
    neutral player's."""
    return {game: play for game, play in player.games.items() if not player.counts or game in player.counts}


def _later_json(play: GamePlay) -> dict[str, Any]:
    return {street: street_play.to_json() for street, street_play in play.later.items()}


def _play_json(game: Game, play: GamePlay) -> dict[str, Any]:
    """Return the play in a game as the JSON of a file of players."""
    result: dict[str, Any] = {}
    for situation in FIRST_HANDS[game].situations:
        rows = play.first_street[situation.key]
        written: dict[str, Any] = {"why": rows.why} if rows.why else {}
        written |= {name: _row_json(situation, row) for name, row in rows.own.items()}
        by = {
            own: {raiser: _row_json(situation, row) for raiser, row in by_raiser.items()}
            for own, by_raiser in rows.by.items()
        }
        result[situation.key] = written | ({"by": by} if by else {})
    if play.sizes is not None:
        result["sizes"] = play.sizes.to_json()
    return result | {"later": _later_json(play)}


def _row_json(situation: Situation, row: RangeRow) -> dict[str, str]:
    texts = {situation.raise_key: row.raise_, situation.call_key: row.call, "why": row.why}
    return {key: text for key, text in texts.items() if key and (text or key != "why")}


@cache
def shipped_player(name: str) -> Player:
    """Return a shipped player: ``tight``, ``neutral`` or ``loose``."""
    value = read_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    # Other players inherit from the neutral player, so his own file has to be complete.
    player = _player(None if name == NEUTRAL else shipped_player(NEUTRAL))
    return player(value["players"][0], "players[0]")


def shipped_players() -> tuple[Player, ...]:
    """Return the shipped players, the tightest first."""
    return tuple(map(shipped_player, SHIPPED))
