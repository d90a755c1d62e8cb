"""Heat maps: scales that mean something, colours that all eyes tell apart, texts that can be read on them."""

import pytest

from gui.look.painting import BEHIND_SUITS, HeatScale, change_scale, equity_scale, heat_color, unknown_color
from gui.look.theme import THEMES
from tests.gui.colours import COLOUR_BLIND, MARK_CONTRAST, TEXT_CONTRAST, contrast, difference

TONES = [i / 10 for i in range(-10, 11)]
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def test_the_scale_of_equities_goes_round_the_fair_share():
    two, six = equity_scale(2), equity_scale(6)
    assert (two.low, two.middle, two.high) == pytest.approx((0.2, 0.5, 0.8))
    assert (six.low, six.middle, six.high) == pytest.approx((0.4 / 6, 1 / 6, 1 / 6 + 0.5))
    assert [six.tone(v) for v in (0.0, six.low, 1 / 6, six.high, 1.0)] == pytest.approx([-1, -1, 0, 1, 1])


def test_a_seat_alone_has_a_scale_without_ends_that_meet():
    scale = equity_scale(1)
    assert scale.low < scale.middle < scale.high
    assert scale.tone(1.0) == 0.0


def test_the_scale_of_changes_has_a_least_reach():
    assert change_scale(0.5, 0.2) == HeatScale(0.3, 0.5, 0.7)
    assert change_scale(0.5, 0.0).tone(0.5001) == pytest.approx(0.01)


@themes
def test_texts_can_be_read_on_every_colour(theme):
    grounds = [heat_color(theme, tone, stale=stale) for tone in TONES for stale in (False, True)]
    for ground in (*grounds, unknown_color(theme)):
        assert contrast(theme.text, ground) >= TEXT_CONTRAST


@themes
def test_suits_can_be_read_on_the_weak_colours(theme):
    for tone in (-1.0, 1.0):
        for suit in (*theme.deck_suits, *theme.deck_suits_two):
            assert contrast(suit, heat_color(theme, tone, strength=BEHIND_SUITS)) >= 4.2


@themes
def test_the_ends_stand_out_as_marks(theme):
    for end in (theme.heat_low, theme.heat_high):
        assert contrast(end, theme.surface) >= MARK_CONTRAST


@themes
@pytest.mark.parametrize("eyes", COLOUR_BLIND)
def test_more_and_less_are_told_apart_by_all_eyes(theme, eyes):
    for tone in (0.3, 0.6, 1.0):
        assert difference(heat_color(theme, tone), heat_color(theme, -tone), eyes) >= 0.06
    assert difference(heat_color(theme, 1.0), heat_color(theme, 0.5), eyes) >= 0.06
    assert difference(heat_color(theme, -1.0), heat_color(theme, -0.5), eyes) >= 0.06
