"""The players of a match: kinds and described players, and programs that play by a rule.

A player of a request is the name of a shipped kind or of a program, ``{"file": "mia.json", "name": "mia"}`` for a
described player in a file, the description itself, or ``{"simulator": 200}``: the program that simulates each of its
decisions, with the number of samples.
"""

from dataclasses import dataclass

from engine.kernels.players import simulator as kernel
from engine.kernels.players.matches import DESCRIBED
from engine.players.description import NEUTRAL, SHIPPED, Player, shipped_player
from engine.players.programs import PROGRAMS, SIMULATOR, Program, ProgramRule, read_seat_player
from engine.scenario.reading import Reader, fail, integer, object_schema, schema_of, takes


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player of a match.

    ``program``: the name of its program, "" for a described player. ``player``: the description that decides if there
    is no program or if the program leaves a decision to it; opponents also interpret its actions by this description.
    ``samples``: how many times a simulator plays out the hand for each decision.
    """

    name: str
    program: str
    player: Player
    samples: int = 0

    @property
    def code(self) -> int:
        """The code of its program in the kernels."""
        return MATCH_PROGRAMS[self.program].code if self.program else DESCRIBED

    @property
    def learns(self) -> bool:
        """Whether its decisions depend on earlier hands."""
        return bool(self.program) and MATCH_PROGRAMS[self.program].learns

    @property
    def weight(self) -> int:
        """The time that its hands take, as a multiple of that of a described player's hands; an estimate."""
        return (MATCH_PROGRAMS[self.program].weight if self.program else 1) * max(self.samples, 1)


DEFAULT_SAMPLES, MAX_SAMPLES = 200, 100_000
MATCH_PROGRAMS = PROGRAMS | {
    SIMULATOR: ProgramRule(
        kernel.SIMULATOR, f"plays out the hand {DEFAULT_SAMPLES} times after each action, and takes the most +EV one",
        weight=10,
    ),
}  # fmt: skip
"""All programs of matches: those that play inside a simulation, too, and the simulator."""
_NAMES = (*SHIPPED, *MATCH_PROGRAMS)


@takes({"anyOf": [
    {"enum": list(_NAMES)},
    object_schema({SIMULATOR: schema_of(integer(1, MAX_SAMPLES))}, [SIMULATOR]),
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
    if value == SIMULATOR:
        value = {SIMULATOR: DEFAULT_SAMPLES}
    if isinstance(value, dict) and SIMULATOR in value:
        samples = Reader(value, path, (SIMULATOR,)).need(SIMULATOR, integer(1, MAX_SAMPLES))
        return MatchPlayer(f"{SIMULATOR} {samples}", SIMULATOR, shipped_player(NEUTRAL), samples)
    if isinstance(value, str) and value in PROGRAMS:
        return MatchPlayer(value, value, shipped_player(NEUTRAL))
    if not isinstance(value, Player | dict) and value not in SHIPPED:
        fail(path, f"expected one of {', '.join(_NAMES)}, a file with the name of a player, or a described player")
    player = read_seat_player(value, path)
    assert not isinstance(player, Program)
    return MatchPlayer(player.name, "", player)
