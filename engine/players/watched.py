"""Players who were watched, as descriptions: what their hands do not show is the neutral player's."""

from dataclasses import replace

from engine.players.description import Player, RangeRow, SituationRows, shipped_player
from engine.players.kinds import NEUTRAL, PlayerKind


def described(kind: PlayerKind) -> Player:
    """Return a player who was watched as a description: the learned one, if his hands gave one. The rows by raiser of a
    position of which his own are known are left out."""
    if kind.learned is not None:
        learned: Player = kind.learned()
        return learned
    usual = shipped_player(NEUTRAL)
    play, did = usual.games["holdem"], kind.ranges_by_action
    none: dict[str, str] = {}
    rows = {
        "first": {
            position: RangeRow(text, did["limped"][position]) for position, text in did.get("raised", none).items()
        },
        "open": {
            position: RangeRow(text, did["called"][position]) for position, text in did.get("3-bet", none).items()
        },
        "3-bet": {position: RangeRow("", text) for position, text in did.get("called a 3-bet", none).items()},
    }
    first_street = dict(play.first_street)
    for key, own in rows.items():
        old = first_street[key]
        by = {position: rows for position, rows in old.by.items() if position not in own}
        first_street[key] = SituationRows({**old.own, **own}, by, old.why)
    games = dict(usual.games)
    games["holdem"] = replace(play, first_street=first_street)
    return Player(kind.name, games, kind.why)
