"""What players do before and after the flop, read from the actions of a PHH hand by the letter, each chance by itself.

Nothing is carried along: every chance looks at all actions before it.
"""

from collections import Counter

POSITIONS = ("early", "middle", "middle", "cutoff", "button", "small blind", "big blind")


def naive_habits(history):
    """Return the counters of chances and of times by player (from 0), position and habit; ``history``: of PokerKit."""
    players = len(history.starting_stacks)
    words = [action.split() for action in history.actions]
    chances, times = Counter(), Counter()
    streets = [[]]
    flop_at = None
    for place, (who, verb, *_rest) in enumerate(words):
        if (who, verb) == ("d", "db"):
            flop_at = place if flop_at is None else flop_at
            streets.append([])
        elif verb in ("f", "cc", "cbr"):
            streets[-1].append((int(who[1:]) - 1, verb))

    def note(player, habit, took):
        key = player, position(player, players), habit
        chances[key] += 1
        times[key] += took

    before = streets[0]
    added = chips_before_flop(history, before)
    for i, (player, verb) in enumerate(before):
        earlier = before[:i]
        called = verb == "cc" and added[i] > 0
        raises = [who for who, what in earlier if what == "cbr"]
        calls = [who for j, (who, what) in enumerate(earlier) if what == "cc" and added[j] > 0]
        if all(what == "f" for _, what in earlier):
            note(player, "open", verb == "cbr")
            note(player, "limp", called)
        if len(raises) == 1 and not calls:
            note(player, "call", called)
            note(player, "reraise", verb == "cbr")
        opens = [j for j, (who, what) in enumerate(earlier) if who == player and what == "cbr"]
        opened = bool(opens) and all(what == "f" for _, what in earlier[: opens[0]])
        since = earlier[opens[0] + 1 :] if opens else []
        if opened and any(what == "cbr" for _, what in since) and not any(who == player for who, _ in since):
            note(player, "fold to reraise", verb == "f")
    if flop_at is None:
        return chances, times
    gone = {who for who, what in before if what == "f"}
    raisers = [who for who, what in before if what == "cbr"]
    for number, street in enumerate(streets[1:4]):
        for i, (player, verb) in enumerate(street):
            earlier = [what for _, what in street[:i]]
            if number == 0 and raisers and player == raisers[-1] and "cbr" not in earlier:
                note(player, "bet flop", verb == "cbr")
            if earlier.count("cbr") == 1:
                note(player, f"fold {('flop', 'turn', 'river')[number]}", verb == "f")
    folded = {who for street in streets for who, what in street if what == "f"}
    for player in set(range(players)) - gone:
        note(player, "showdown", player not in folded and len(folded) < players - 1)
    return chances, times


def position(player, players):
    """Return the position of a player by how many act behind before the flop."""
    order = [1, 0] if players == 2 else [*range(2, players), 0, 1]
    behind = players - 1 - order.index(player)
    return "early" if behind > 5 else POSITIONS[6 - behind] if behind < 4 else "middle"


def chips_before_flop(history, actions):
    """Return for each action before the flop the chips that it adds."""
    stacks = list(history.starting_stacks)
    antes = [min(ante, stack) for ante, stack in zip(history.antes, stacks, strict=True)]
    stacks = [stack - ante for ante, stack in zip(antes, stacks, strict=True)]
    posts = list(history.blinds_or_straddles)
    if len(stacks) == 2:
        posts = posts[::-1]  # heads up the second player has the small blind
    bets = [min(post, stack) for post, stack in zip(posts, stacks, strict=True)]
    added = []
    amounts = [float(action.split()[2]) for action in history.actions if action.split()[1] == "cbr"]
    for player, verb in actions:
        goals = {"cbr": amounts[:1], "cc": [min(max(bets), stacks[player])], "f": [bets[player]]}
        goal = goals[verb][0]
        amounts = amounts[verb == "cbr" :]
        added.append(goal - bets[player])
        bets[player] = goal
    return added
