"""The players of a match: kinds and described players, and programs that play by a rule.

A player of a request is the name of a shipped kind or of a program, ``{"file": "mia.json", "name": "mia"}`` for a
described player in a file, the description itself, or ``{"simulator": 200}``.
"""

from dataclasses import dataclass

from engine.kernels.players.matches import DESCRIBED
from engine.players.description import NEUTRAL, SHIPPED, Player, shipped_player
from engine.players.programs import PROGRAMS, SIMULATOR, Program, read_seat_player
from engine.scenario.reading import fail, object_schema, takes


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player of a match: its ``name``, its ``program`` ("" for a described player), and the description by which it
    plays what its program does not decide, and by which others read its actions."""

    name: str
    program: str
    player: Player

    @property
    def code(self) -> int:
        """The code of its program in the kernels."""
        return PROGRAMS[self.program].code if self.program else DESCRIBED

    @property
    def learns(self) -> bool:
        """Whether its decisions depend on earlier hands."""
        return bool(self.program) and PROGRAMS[self.program].learns


_NAMES = (*SHIPPED, *PROGRAMS)


@takes({"anyOf": [
    {"enum": list(_NAMES)},
    object_schema({"file": {"type": "string"}, "name": {"type": "string"}}, ["file", "name"]),
    {"type": "object", "description": "a described player, as in a file of players"},
]})  # fmt: skip
def match_player(value: object, path: str) -> MatchPlayer:
    """Read a player of a match, or return one unchanged.

    Raises:
        ScenarioError: there is no such kind, program, file or player; the error names the field.
    """
    if isinstance(value, MatchPlayer):
        return value
    if isinstance(value, str) and value in PROGRAMS:
        return MatchPlayer(value, value, shipped_player(NEUTRAL))
    if isinstance(value, dict) and SIMULATOR in value:
        fail(path, "a simulator does not play in matches yet")
    if not isinstance(value, Player | dict) and value not in SHIPPED:
        fail(path, f"expected one of {', '.join(_NAMES)}, a file with the name of a player, or a described player")
    player = read_seat_player(value, path)
    assert not isinstance(player, Program)
    return MatchPlayer(player.name, "", player)
