"""Reading the text of a hand: parse it with the parser of its format and replay it."""

from engine.cards import excerpt
from engine.histories.hand import HandError, PlayedHand, RawHand
from engine.histories.phh import phh_record
from engine.histories.replay import replay_record
from engine.histories.sites import site_record
from engine.histories.splitting import MAX_HAND_LENGTH, UNKNOWN


def read_hand(raw: RawHand) -> PlayedHand:
    """Return a hand moment by moment.

    Raises:
        HandError: the hand cannot be read; the error has its line and name.

    >>> from engine.histories.splitting import split_hands
    >>> text = '''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [200, 200]
    ... actions = ["d dh p1 AhKh", "d dh p2 ????", "p2 cbr 6", "p1 cc", "d db 2c7hJh", "p1 cc", "p2 cbr 8", "p1 f"]
    ... '''
    >>> hand = read_hand(split_hands(text)[0])
    >>> hand.game, hand.cards[0], hand.result
    ('holdem', ('Ah', 'Kh'), (-6.0, 6.0))
    >>> hand.moments[-1].words, hand.moments[-1].pot
    ('folds', 12.0)
    """
    if raw.form == UNKNOWN:
        raise raw.error(f"the header of this hand is not understood: {excerpt(raw.text.splitlines()[0], 100)}")
    # Matching the patterns of a site takes long on such texts.
    if len(raw.text) > MAX_HAND_LENGTH:
        raise raw.error(f"a hand has at most {MAX_HAND_LENGTH:,} characters")
    faults: tuple[str, ...] = ()
    try:
        record = phh_record(raw) if raw.form == "phh" else site_record(raw)
        faults = record.faults
        return replay_record(raw, record)
    except HandError:
        raise
    except Exception as error:  # a broken text can fail anywhere
        reason = faults[0] if faults else _reason(error)  # a line that was not read is why the rest does not fit
        raise raw.error(f"this hand cannot be replayed: {reason}") from error


def _reason(error: Exception) -> str:
    """Return on one line why a hand cannot be replayed. An error without a sentence, such as a missing key, means that
    the text contradicts itself."""
    if isinstance(error, ArithmeticError | OverflowError):
        return "a number in it is too large"
    text = str(error)
    return (
        excerpt(text, 200)
        if isinstance(error, ValueError) and text
        else "players, amounts and actions contradict each other"
    )
