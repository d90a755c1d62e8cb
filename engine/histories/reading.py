"""From a hand as text to the hand as it was played. PokerKit is imported when the first hand is replayed, not before:
it takes a third of a second and 15 MB, and the window has to start without.
"""

import warnings
from collections.abc import Iterator

from engine.histories.hand import HandError, PlayedHand, RawHand
from engine.histories.splitting import LONGEST_HAND


def read_hand(raw: RawHand) -> PlayedHand:
    """Return a hand moment by moment.

    Raises:
        HandError: the hand cannot be read, with its line and name.
    """
    from engine.histories.phh import phh_history
    from engine.histories.replay import played_hand, told_error
    from engine.histories.sites import site_history

    if len(raw.text) > LONGEST_HAND:
        raise raw.error(f"a hand has at most {LONGEST_HAND:,} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PokerKit warns of odd play, such as a fold where a check is free
            return played_hand(raw, phh_history(raw) if raw.form == "phh" else site_history(raw))
    except HandError:
        raise
    except Exception as error:  # what a broken text leads to in PokerKit and in the patterns is open
        raise raw.error(f"this cannot be replayed: {told_error(error)}") from error


def read_hands(hands: Iterator[RawHand]) -> Iterator[PlayedHand | HandError]:
    """Yield each hand, or why it cannot be read."""
    for raw in hands:
        try:
            yield read_hand(raw)
        except HandError as error:
            yield error
