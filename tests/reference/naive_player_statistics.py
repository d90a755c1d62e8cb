"""What players do before and after the flop, read from the actions of a PHH hand by the letter, each chance by itself.

Nothing is carried along: every chance looks at all actions before it.
"""

from collections import Counter

from pokerkit.state import AntePosting, ChipsPushing

POSITIONS = ("early", "middle", "middle", "cutoff", "button", "small blind", "big blind")


def naive_statistics(history, *, result_known):
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
    room, final = replayed(history)
    won = collected_chips(history, final) if result_known else None
    folded_at_first = {who for who, what in before if what == "f"}
    folded_in_all = {who for street in streets for who, what in street if what == "f"}
    over = len(folded_in_all) == players - 1 or flop_at is not None or final.actor_index is None
    for player in range(players):
        own = [i for i, (who, _) in enumerate(before) if who == player]
        walk = not own and len(folded_at_first) == players - 1
        if before and over and not walk:
            note(player, "vpip", any(before[i][1] == "cbr" or (before[i][1] == "cc" and added[i] > 0) for i in own))
            note(player, "pfr", any(before[i][1] == "cbr" for i in own))
    for i, (player, verb) in enumerate(before):
        earlier = before[:i]
        called = verb == "cc" and added[i] > 0
        raises = [who for who, what in earlier if what == "cbr"]
        calls = [who for j, (who, what) in enumerate(earlier) if what == "cc" and added[j] > 0]
        if all(what == "f" for _, what in earlier):
            note(player, "open", verb == "cbr")
            note(player, "limp", called)
        elif not raises:
            note(player, "isolate", verb == "cbr")
            note(player, "limp behind", called)
        if len(raises) == 1 and not calls:
            note(player, "call", called)
            note(player, "reraise", verb == "cbr")
        elif len(raises) == 1:
            note(player, "squeeze", verb == "cbr")
            note(player, "overcall", called)
        opens = [j for j, (who, what) in enumerate(earlier) if who == player and what == "cbr"]
        opened = bool(opens) and all(what == "f" for _, what in earlier[: opens[0]])
        since = earlier[opens[0] + 1 :] if opens else []
        if opened and any(what == "cbr" for _, what in since) and not any(who == player for who, _ in since):
            note(player, "fold to reraise", verb == "f")
            note(player, "4-bet", verb == "cbr")
        if len(raises) == 1 and room[i]:
            note(player, "3-bet", verb == "cbr")
        if len(raises) == 2 and raises[0] == player:
            note(player, "fold to 3-bet", verb == "f")
    if flop_at is None:
        return chances, times
    gone = {who for who, what in before if what == "f"}
    raisers = [who for who, what in before if what == "cbr"]
    for number, street in enumerate(streets[1:4]):
        note_street(note, ("flop", "turn", "river")[number], streets[number], street)
        for i, (player, verb) in enumerate(street):
            earlier = [what for _, what in street[:i]]
            if earlier.count("cbr") == 1:
                bettor = next(who for who, what in street if what == "cbr")
                if number == 0 and raisers and bettor == raisers[-1]:
                    note(player, "fold to c-bet", verb == "f")
            if verb == "cbr" or (verb == "cc" and "cbr" in earlier):
                note(player, "aggression", verb == "cbr")
    folded = {who for street in streets for who, what in street if what == "f"}
    for player in set(range(players)) - gone:
        shows_down = player not in folded and len(folded) < players - 1
        note(player, "showdown", shows_down)
        if shows_down and won is not None:
            note(player, "won showdown", won[player] > 0)
    return chances, times


def note_street(note, name, before, street):
    """Note bets, folds and raises of a street; ``before``: the actions of the street before it."""
    raised = [who for who, what in before if what == "cbr"]
    for i, (player, verb) in enumerate(street):
        if verb not in ("f", "cc", "cbr"):
            continue
        bets = sum(what == "cbr" for _, what in street[:i])
        if bets == 0:
            note(player, f"{'bet' if raised[-1:] == [player] else 'lead'} {name}", verb == "cbr")
        if bets == 1:
            note(player, f"fold {name}", verb == "f")
            note(player, f"raise {name}", verb == "cbr")


def naive_razz_statistics(history):
    """Return the same counters for a hand of razz, by the class of the door card."""
    chances, times = Counter(), Counter()
    doors, streets = {}, [[]]
    for action in history.actions:
        who, verb, *rest = action.split()
        if (who, verb) == ("d", "dh") and rest[0] not in doors:
            doors[rest[0]] = rest[1][4]
        elif (who, verb) == ("d", "dh"):
            if len(rest[1]) == 2 and (not streets[-1] or streets[-1][-1][1] != "dealt"):
                streets.append([(None, "dealt")])
        elif (who, verb) == ("d", "db"):
            streets.append([(None, "dealt")])  # a common card on seventh street
        elif verb in ("f", "cc", "cbr", "pb"):
            streets[-1].append((who, verb))

    def note(player, habit, took):
        rank = doors[player]
        key = player, "door A-5" if rank in "A2345" else "door 6-8" if rank in "678" else "door 9-K", habit
        chances[key] += 1
        times[key] += took

    for i, (player, verb) in enumerate(streets[0]):
        earlier = [what for _, what in streets[0][:i]]
        if verb not in ("f", "cc", "cbr"):
            continue
        if "cbr" not in earlier and "pb" in earlier:
            note(player, "complete", verb == "cbr")
            note(player, "limp third", verb == "cc")
        if earlier.count("cbr") == 1:
            note(player, "call completion", verb == "cc")
            note(player, "raise completion", verb == "cbr")
    for number, name in enumerate(("fourth", "fifth", "sixth", "seventh"), 1):
        if number < len(streets):
            note_street(note, name, streets[number - 1], streets[number])
    return chances, times


def collected_chips(history, state):
    """Return what each player has got out of the pots by PokerKit, without the bet that nobody matched.

    ``state``: of PokerKit, after the hand.
    """
    pushed, antes = [0] * len(state.stacks), [0] * len(state.stacks)
    for operation in state.operations:
        if isinstance(operation, AntePosting):
            antes[operation.player_index] = operation.amount
        if isinstance(operation, ChipsPushing):
            pushed = [chips + amount for chips, amount in zip(pushed, operation.amounts, strict=True)]
    rows = zip(history.starting_stacks, state.stacks, pushed, antes, strict=True)
    bets = [start - end + chips - ante for start, end, chips, ante in rows]
    second = sorted(bets)[-2]
    return [chips - max(bet - second, 0) for chips, bet in zip(pushed, bets, strict=True)]


def replayed(history):
    """Return for each action before the flop whether its player has chips behind the call, and an opponent has any; and
    the state of PokerKit at the end of the text.
    """
    rooms, stacks, bets, statuses = [], [], [], []
    for state, action in history.state_actions:  # the same state, which goes on
        words = (action or "").split()
        if len(words) > 1 and words[1] in ("f", "cc", "cbr"):
            player = int(words[0][1:]) - 1
            stack = stacks[player]
            others = [stacks[i] for i in range(len(stacks)) if i != player and statuses[i]]
            rooms.append(stack > max(bets) - bets[player] and any(others))
        stacks, bets, statuses = list(state.stacks), list(state.bets), list(state.statuses)
    return rooms, state


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
