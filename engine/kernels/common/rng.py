"""The random generator of the kernels: xoshiro256++, with one independent stream for each chunk of work.

Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2019.
"""

import numpy as np

from engine.arrays import I64, U64
from engine.kernels.jit import inlined, subkernel

LOW_HALF = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
"""The mask of the low half of a random word, and the number of bits of a half."""


def seed_state(seed: int, *chunk: int) -> U64:
    """Return the generator state uint64[4] of chunk ``chunk`` of the stream ``seed``.

    Chunks are independent streams (``SeedSequence`` spawn keys), so that results do not depend on which thread computes
    which chunk. A key of two numbers is independent of all keys of one number.
    """
    state = np.random.SeedSequence(seed, spawn_key=chunk).generate_state(4, np.uint64)
    return np.asarray(state, np.uint64)


@inlined
def next_u64(state: U64) -> np.uint64:
    """Advance ``state`` (uint64[4], in place) and return 64 random bits."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    total = s0 + s3
    result: np.uint64 = ((total << np.uint64(23)) | (total >> np.uint64(41))) + s0
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return result


@inlined
def below(state: U64, bound: np.uint64) -> np.uint64:
    """Return a random integer in [0, bound) for a bound below 2**32; the bias is below bound / 2**32.

    ``state`` uint64[4]: the generator, which advances.
    """
    return ((next_u64(state) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32)


@inlined
def uniform(state: U64) -> float:
    """Return a random double in [0, 1).

    ``state`` uint64[4]: the generator, which advances.
    """
    return float(next_u64(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@subkernel
def shuffle(cards: I64, state: U64) -> None:
    """Shuffle ``cards`` int64[n] in place (Fisher and Yates); the bias is below 52 * 51 / 2**32.

    One random word serves four draws, two from each half: after a draw, the fractional part of half * bound is used as
    the next random number. ``state`` uint64[4]: the generator.
    """
    bits, uses = np.uint64(0), 0
    for at in range(cards.shape[0] - 1):
        if uses == 0:
            bits, uses = next_u64(state), 4
        scaled = (bits & LOW_HALF) * np.uint64(cards.shape[0] - at)
        swap = at + np.int64(scaled >> HALF)
        card = cards[swap]
        cards[swap] = cards[at]
        cards[at] = card
        uses -= 1
        bits = bits >> HALF if uses == 2 else (bits & ~LOW_HALF) | (scaled & LOW_HALF)
