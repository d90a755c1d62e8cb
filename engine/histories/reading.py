"""From a hand as text to the hand as it was played."""

from engine.cards import shown
from engine.histories.hand import HandError, PlayedHand, RawHand
from engine.histories.phh import phh_record
from engine.histories.replay import played_hand
from engine.histories.sites import site_record
from engine.histories.splitting import LONGEST_HAND, UNKNOWN


def read_hand(raw: RawHand) -> PlayedHand:
    """Return a hand moment by moment.

    Raises:
        HandError: the hand cannot be read, with its line and name.
    """
    if raw.form == UNKNOWN:
        raise raw.error(f"this head of a hand is not understood: {shown(raw.text.splitlines()[0], 100)}")
    if len(raw.text) > LONGEST_HAND:
        raise raw.error(f"a hand has at most {LONGEST_HAND:,} characters")
    unread: tuple[str, ...] = ()
    try:
        record = phh_record(raw) if raw.form == "phh" else site_record(raw)
        unread = record.faults
        return played_hand(raw, record)
    except HandError:
        raise
    except Exception as error:  # what a broken text leads to is open
        reason = unread[0] if unread else _reason(error)  # what was not read is why the rest does not fit
        raise raw.error(f"this cannot be replayed: {reason}") from error


def _reason(error: Exception) -> str:
    """Return why a hand cannot be replayed, on one line; where the error has no sentence, as with a missing key, that
    the hand does not agree with itself."""
    if isinstance(error, ArithmeticError | OverflowError):
        return "a number in it is too large"
    text = str(error)
    return (
        shown(text, 200) if isinstance(error, ValueError) and text else "its players, amounts and actions do not agree"
    )
