"""Questions of the trainer: a spot with its exact answer, and the possible answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.equity.results import Snapshot
from engine.games import GAMES
from engine.scenario import Scenario
from engine.table.one_line import format_line
from engine.trainer.record import ActionChoice, Guess

MAX_RANGE = 4_000
"""Characters of a range in a spot; spots with longer ones are not used, because the record stores all spots."""
MIN_PRICE_DISTANCE, MAX_PRICE_DISTANCE = 0.015, 0.16
"""How far the equity may be from the pot odds in a question about a call: neither a coin flip nor obvious."""
CALL, FOLD = "call", "fold"


class NoSpotError(ValueError):
    """No spot can be made of the ranges of a pack, or all of them have been used."""

    def __init__(self, reason: str = "no more close spots with these ranges: add ranges or pick another pack") -> None:
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class ActionOption:
    """An action, its EV in chips, and its frequency at equilibrium (None if it is not known)."""

    name: str
    ev: float
    frequency: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SpotQuestion:
    """A question about a ``spot`` of a pack, with its answer.

    The answer is the ``equity`` of the first seat with its ``stderr`` or, if there are ``options``, the best of them.
    ``pot`` (with the bet) and ``bet`` are in chips. A loss of up to ``blur``, a share of the pot, counts as no loss.
    ``snapshot``: the result with its details, None until they are computed. ``again``: whether the player missed this
    spot before. For a decision of a played hand ``about`` describes the hand and ``did`` the player's action.
    """

    pack: str
    spot: Scenario
    equity: float
    stderr: float = 0.0
    pot: float = 0.0
    bet: float = 0.0
    options: tuple[ActionOption, ...] = ()
    blur: float = 0.0
    again: bool = False
    snapshot: Snapshot | None = None
    about: str = ""
    did: str = ""

    @property
    def line(self) -> str:
        """The spot as a line of text, as in the record; a very long range, as of a solved hand, becomes any hand."""
        line = format_line(self.spot)
        if len(line) <= MAX_RANGE:
            return line
        return format_line(self.spot.with_seat(1, cards=GAMES[self.spot.game].any_hand))

    @property
    def needed(self) -> float:
        """The equity at which a call of the bet breaks even."""
        return self.bet / (self.pot + self.bet) if self.bet > 0 else 0.0

    @property
    def best(self) -> ActionOption:
        """The option with the highest EV."""
        return max(self.options, key=lambda option: option.ev)

    def loss(self, option: ActionOption) -> float:
        """Return the EV loss of an option against the best one, as a share of the pot."""
        loss = (self.best.ev - option.ev) / self.pot
        return loss if loss > self.blur else 0.0

    def guessed(self, share: float) -> Guess:
        """Return the answer of a player who guesses this equity."""
        return Guess(self.line, self.spot.game, share, self.equity, self.pack)

    def chosen(self, option: ActionOption) -> ActionChoice:
        """Return the answer of a player who chooses this option."""
        best, loss = self.best.name, self.loss(option)
        return ActionChoice(self.line, self.spot.game, self.pack, self.pot, self.bet, option.name, best, loss)


def option_of(text: str, options: Sequence[ActionOption]) -> ActionOption | None:
    """Return the option that a typed text means, or None if there is no such option or more than one.

    The text is the number of the option, starting at 1, or the beginning of its name.
    """
    plain = " ".join(text.split()).lower()
    if plain.isdecimal():
        return options[int(plain) - 1] if 1 <= int(plain) <= len(options) else None
    matches = [option for option in options if plain and option.name.lower().startswith(plain)]
    exact = [option for option in matches if option.name.lower() == plain]
    return (exact or matches)[0] if len(exact or matches) == 1 else None


def priced(question: SpotQuestion, pot: float, bet: float) -> SpotQuestion:
    """Return the question whether to call a last ``bet`` for a ``pot`` that includes it."""
    call = question.equity * (pot + bet) - bet
    return replace(question, pot=pot, bet=bet, options=(ActionOption(CALL, call), ActionOption(FOLD, 0.0)))


def is_open_price(question: SpotQuestion) -> bool:
    """Return whether the equity is so near to the pot odds that the answer is not obvious, and yet can be known."""
    return MIN_PRICE_DISTANCE <= abs(question.equity - question.needed) <= MAX_PRICE_DISTANCE
