"""Packs of decisions with each hand at one point of a solved hand."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.equity.workers import CancelToken
from engine.ranges.orders import Order
from engine.scenario import Game, Scenario
from engine.trainer.questions import ActionOption, NoSpotError, SpotQuestion
from engine.trainer.record import TrainingRecord

MIN_LOSS = 0.01
"""A decision whose actions all have the same EV, up to this share of the pot, makes no question."""
MAX_CLOSE_LOSS = 0.3
"""A decision whose best action is ahead by more than this share of the pot is obvious: it comes last."""
EV_DECIMALS = 3
"""Two hands whose EVs agree to this number of decimals of the pot are the same question."""


@dataclass(frozen=True, slots=True, eq=False)
class HandPack:
    """Decisions of a player with each hand at one point of a solved hand.

    ``table``: the seat of the player, then that of the opponent with his range. ``hands``: the texts of the player's
    hands, with their ``weights`` and ``equities``, float64[hands]. ``evs`` (in chips) and ``frequencies``
    float64[actions, hands]. ``faced``: the price of a call. A loss up to ``blur``, a share of the pot, is no loss.
    """

    name: str
    title: str
    table: Scenario
    hands: tuple[str, ...]
    weights: F64
    equities: F64
    actions: tuple[str, ...]
    evs: F64
    frequencies: F64
    pot: float
    faced: float
    blur: float

    @property
    def game(self) -> Game:
        """The game of the table."""
        return self.table.game

    def question(self, hand: int) -> SpotQuestion:
        """Return the question about the hand of this index."""
        options = zip(self.actions, self.evs[:, hand].tolist(), self.frequencies[:, hand].tolist(), strict=True)
        return SpotQuestion(
            self.name,
            self.table.with_seat(0, cards=self.hands[hand]),
            float(self.equities[hand]),
            pot=self.pot,
            bet=self.faced,
            options=tuple(ActionOption(*option) for option in options),
            blur=self.blur,
        )

    def draw(
        self, record: TrainingRecord, level: int, used: Set[str], orders: Sequence[Order], cancel: CancelToken | None
    ) -> SpotQuestion:
        """Return the question about a random hand, drawn by its weight, that is not among the lines ``used``.

        Hands that are new to the record and whose decision is close come first. Every action is the best one with
        equal probability, so that always giving the same answer does not pay.

        Raises:
            NoSpotError: no hand gets here, or all have been used.
        """
        answered = {answer.spot for answer in record.of(self.game, self.name)}
        matters = np.isfinite(self.evs).all(axis=0) & (np.ptp(self.evs, axis=0) > max(self.blur, MIN_LOSS) * self.pot)
        rounded = [tuple(evs) for evs in np.round(self.evs / self.pot, EV_DECIMALS).T.tolist()]
        best_two = np.partition(self.evs, -2, axis=0)[-2:] if len(self.actions) > 1 else self.evs
        is_close = np.ptp(best_two, axis=0) <= MAX_CLOSE_LOSS * self.pot
        lines = [self.question(hand).line for hand in range(len(self.hands))]
        known = {rounded[hand] for hand, line in enumerate(lines) if line in answered}
        is_new = np.array([evs not in known for evs in rounded])
        left = np.array([line not in used for line in lines])
        for suitable in (matters & is_new & is_close, matters & is_new, matters):
            chances = self.weights * (suitable & left)
            if chances.sum() > 0:
                generator, best = record.generator(), self.evs.argmax(axis=0)
                chances = chances * (best == generator.choice(np.unique(best[chances > 0])))
                return self.question(int(generator.choice(len(self.hands), p=chances / chances.sum())))
        raise NoSpotError("you have played every hand with a real decision at this node")
