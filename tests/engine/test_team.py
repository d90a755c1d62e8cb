"""Threads that share the chunks of a kernel: each chunk once, the same numbers by any threads, no endless waiting."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from engine.betting.sharing import Sharing
from engine.kernels.atomic import add_to_word, load_word, replace_word, store_word, yield_processor
from engine.kernels.jit import lean_kernel
from engine.kernels.team import (
    DONE,
    await_chunks,
    await_round,
    claim_chunks,
    dismiss,
    finish_chunks,
    new_team,
    open_chunks,
)
from engine.processors import yield_function

ROUNDS, CHUNKS, PRIME = 300, 23, 1_000_003


@lean_kernel
def add_many(words, count):
    for _ in range(count):
        add_to_word(words, 0, 1)
        while True:
            old = load_word(words, 1)
            if replace_word(words, 1, old, old + 2):
                break
    store_word(words, 2, 1)


@lean_kernel
def yield_once(function):
    yield_processor(function)


@lean_kernel
def wait_for_round(team, chunks):
    await_round(team, 0, chunks)


@lean_kernel
def count_done(team, count):
    finish_chunks(team, count)


@lean_kernel
def compute_rounds(team, state, numbers, times, length, assists):
    """Each round squares numbers that depend on the sum of the round before; a chunk takes about ``length`` steps."""
    chunks = len(numbers)
    for number in range(1 if assists else len(times) // chunks):
        if not assists:
            open_chunks(team, number, chunks)
        while True:
            first, count = await_chunks(team) if assists else claim_chunks(team, False)
            if count == 0:
                break
            for chunk in range(first, first + count):
                value = state[0] + chunk
                for _ in range(length):
                    value = value * value % PRIME
                numbers[chunk % chunks] = value
                times[chunk] += 1
            finish_chunks(team, count)
        if not assists:
            await_round(team, number, chunks)
            for value in numbers:
                state[0] = (state[0] * 31 + value) % PRIME


def slow_rounds(rounds, length):
    """Return the state after some rounds, one chunk after the other."""
    state = 1
    for number in range(rounds):
        values = []
        for chunk in range(number * CHUNKS, (number + 1) * CHUNKS):
            value = state + chunk
            for _ in range(length):
                value = value * value % PRIME
            values.append(value)
        for value in values:
            state = (state * 31 + value) % PRIME
    return state


class Rounds:
    """The arrays of a team that computes rounds, and its calls of the kernel."""

    def __init__(self, threads, rounds=ROUNDS, length=20):
        self.team, self.state, self.length = new_team(threads), np.ones(1, np.int64), length
        self.numbers, self.times = np.zeros(CHUNKS, np.int64), np.zeros(rounds * CHUNKS, np.int64)

    def __call__(self, assists=False):
        compute_rounds(self.team, self.state, self.numbers, self.times, self.length, assists)


def test_atomic_operations_lose_no_step_of_any_thread():
    words, count = np.zeros(3, np.int64), 20_000
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: add_many(words, count), range(8)))
    assert words.tolist() == [8 * count, 16 * count, 1]


def test_a_processor_is_given_up_and_got_back():
    for _ in range(100):
        yield_once(yield_function())


@pytest.mark.parametrize("threads", [1, 2, 8])  # eight are more than a small machine has processors
@pytest.mark.parametrize("length", [1, 300])
def test_each_chunk_is_computed_once_and_the_numbers_are_those_of_a_slow_loop(threads, length):
    rounds = Rounds(threads, length=length)
    with ThreadPoolExecutor(threads) as pool:
        assistants = [pool.submit(rounds, assists=True) for _ in range(threads - 1)]
        rounds()
        dismiss(rounds.team)
        for assistant in assistants:
            assistant.result(timeout=60)
    assert rounds.state[0] == slow_rounds(ROUNDS, length)
    assert rounds.times.tolist() == [1] * ROUNDS * CHUNKS
    assert rounds.team[DONE] == ROUNDS * CHUNKS


def test_a_leader_whose_assistants_come_late_or_never_computes_everything():
    rounds = Rounds(2)
    rounds()
    assert rounds.state[0] == slow_rounds(ROUNDS, 20)
    dismiss(rounds.team)
    rounds(assists=True)  # too late
    assert rounds.times.max() == 1


def test_an_assistant_works_through_the_chunks_of_a_team_without_a_leader():
    rounds = Rounds(1, rounds=1)
    rounds.team = new_team(opened=CHUNKS, ended=True)
    rounds(assists=True)
    assert rounds.times.tolist() == [1] * CHUNKS


def test_an_assistant_that_is_dismissed_returns_at_once_and_one_without_a_leader_after_a_while():
    rounds = Rounds(2)
    dismissed = threading.Thread(target=rounds, kwargs={"assists": True})
    dismissed.start()
    dismiss(rounds.team)
    dismissed.join(timeout=60)
    forgotten = threading.Thread(target=Rounds(2), kwargs={"assists": True})
    forgotten.start()
    forgotten.join(timeout=60)
    assert not dismissed.is_alive()
    assert not forgotten.is_alive()


def test_a_leader_waits_for_chunks_that_assistants_have_claimed():
    team = new_team(2)
    leader = threading.Thread(target=wait_for_round, args=(team, 2))
    leader.start()
    count_done(team, 1)
    leader.join(timeout=0.05)
    assert leader.is_alive()
    count_done(team, 1)
    leader.join(timeout=60)
    assert not leader.is_alive()


def test_sharing_is_given_up_while_processors_are_busy_and_tried_again_later():
    sharing, tried = Sharing(0.001, possible=True), 0
    sharing.measured(0.5)  # the call that loads the kernel
    for _ in range(20):
        tried += sharing.better
        sharing.measured(0.006 if sharing.better else 0.001)
    assert tried == 1
    while not sharing.better:
        sharing.measured(0.001)
    sharing.measured(0.0006)
    assert sharing.better
    assert sharing.seconds == 0.0006
    assert not Sharing(0.001, possible=False).better
