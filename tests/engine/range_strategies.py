"""Hypothesis strategies for hold'em ranges."""

import numpy as np
from hypothesis import strategies as st

from engine.ranges.holdem_hands import class_combos

CLASSES = [(t, low, k) for t in range(13) for low in range(t + 1) for k in ([""] if t == low else ["s", "o"])]

positive = st.floats(min_value=0, max_value=1, exclude_min=True)
few_weights = st.lists(positive, min_size=1, max_size=3).map(lambda found: [0.0, *found])


@st.composite
def ranges_of_classes(draw):
    """Whole classes with few different weights, and some single combos on top."""
    levels = draw(few_weights)
    weights = np.zeros(1326)
    for class_, level in zip(CLASSES, draw(st.lists(st.sampled_from(levels), min_size=169, max_size=169)), strict=True):
        weights[class_combos(*class_)] = level
    for combo in draw(st.lists(st.integers(0, 1325), max_size=6)):
        weights[combo] = draw(st.sampled_from(levels))
    return weights
