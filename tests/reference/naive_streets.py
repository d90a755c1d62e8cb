"""Street filters from the specification alone: reading them sign by sign, applying them with plain dictionaries.

Slow and obvious; only the short words of players are those of the program. A filter is ``(street, items)``, an item
``(kind, value, weight, excluded)`` with the kinds ``class``, ``class+``, ``kicker``, ``kicker+``, ``draw``, ``more``,
``equity+``, ``equity-``, ``best``, ``worst``, ``items`` (a list in brackets) and ``every`` (words joined by ``&``).
"""

import math
import re

from engine.ranges.street_text import SHORT_WORDS
from tests.reference import naive_made
from tests.reference.naive_range_words import DASHES, INVISIBLE, Unreadable

MADE = [
    "straight flush", "four of a kind", "full house", "flush", "straight", "set", "trips", "two pair", "overpair",
    "top pair", "pocket pair below top", "second pair", "low pair", "ace high", "king high", "nothing",
    "plays the board",
]  # fmt: skip
DRAWS = [
    "flush draw", "nut flush draw", "backdoor flush draw", "open-ended", "gutshot", "two overcards", "one overcard",
]  # fmt: skip
MORE = ["any draw", "two-card flush draw", "one-card flush draw", "backdoor straight draw", "nut flush"]
STREETS = ["flop", "turn", "river"]
NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?"


def number(text):
    text = text.strip()
    if not re.fullmatch(NUMBER, text.lower(), re.ASCII):
        raise Unreadable("number")
    return float(text)


def split(text, signs=",;", *, empty=False):
    """The pieces between commas and semicolons (or other ``signs``) that stand in no bracket."""
    pieces, depth = [""], 0
    for sign in text:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth < 0:
            raise Unreadable("bracket")
        if sign in signs and not depth:
            pieces.append("")
        else:
            pieces[-1] += sign
    if depth:
        raise Unreadable("bracket")
    return [piece.strip() for piece in pieces if empty or piece.strip()]


def what(word):
    name = " ".join(word.split()).lower()
    stem = name.removesuffix("+").rstrip() if "/" not in name else name
    if stem in SHORT_WORDS:
        if "/" in SHORT_WORDS[stem] and stem != name:
            raise Unreadable("this kicker or better, or better hands")
        name = SHORT_WORDS[stem] + ("+" if stem != name and not SHORT_WORDS[stem].endswith("+") else "")
    if name in MORE:
        return "more", name
    if name in MADE:
        return "class", name
    if name in DRAWS:
        return "draw", name
    if name.endswith("+") and name[:-1].rstrip() in MADE:
        return "class+", name[:-1].rstrip()
    start, slash, rank = name.partition("/")
    better = rank.strip().endswith("+")
    rank = rank.strip().removesuffix("+").strip().upper().replace("10", "T")
    if slash and start.strip() in ("top pair", "tp") and rank in [*naive_made.RANKS]:
        return "kicker+" if better and rank != "A" else "kicker", rank
    first, _, rest = name.partition(" ")
    share, percent, sign = rest.partition("%")
    kinds = {("equity", "+"): "equity+", ("equity", "-"): "equity-", ("best", ""): "best", ("worst", ""): "worst"}
    kind = kinds.get((first, sign.strip()))
    if kind and percent and number(share) <= 100:
        return kind, number(share)
    raise Unreadable("item")


def weight(text):
    values = re.search("[:@]", text)
    if not values:
        return text, 1.0
    value = text[values.end() :].strip()
    share = value.endswith("%") or values[0] == "@"
    result = number(value.removesuffix("%")) / (100 if share else 1)
    if result > 1:
        raise Unreadable("weight")
    return text[: values.start()], result


def part(text, nested):
    """One of the words that ``&`` joins."""
    excluded = text.startswith("!")
    rest = text[1:].strip() if excluded else text
    if rest.startswith("("):
        if nested == 8 or not rest.endswith(")") or len(split(rest[1:-1])) == 0:
            raise Unreadable("bracket")
        return "items", items(rest[1:-1], nested + 1), 1.0, excluded
    if weight(rest)[0] != rest:
        raise Unreadable("write the weight after everything")
    return *what(rest), 1.0, excluded


def items(text, nested=0):
    result = []
    for piece in split(text):
        joined = split(piece, "&", empty=True)
        if len(joined) > 1:
            if not all(joined):
                raise Unreadable("& joins nothing")
            close = joined[-1].rfind(")") + 1
            rest, share = weight(joined[-1][close:])
            if close and rest.strip():
                raise Unreadable("bracket")
            last = (joined[-1][:close] + rest).strip()
            if not last:
                raise Unreadable("& joins nothing")
            result.append(("every", [part(one, nested) for one in [*joined[:-1], last]], share, False))
            continue
        excluded = piece.startswith("!")
        rest = piece[1:].strip() if excluded else piece
        if excluded and rest.startswith("("):
            if nested == 8 or not rest.endswith(")") or len(split(rest[1:-1])) == 0:
                raise Unreadable("bracket")
            result.append(("items", items(rest[1:-1], nested + 1), 1.0, True))
            continue
        word, share = weight(rest)
        if excluded and word != rest:
            raise Unreadable("excluded hands have no weight")
        result.append((*what(word), share, excluded))
    if not result:
        raise Unreadable("nothing stays")
    return result


def read(text):
    """The filters in what stands behind the first ``>`` of a range text."""
    text = "".join(" " if sign in INVISIBLE else "-" if sign in DASHES else sign for sign in text)
    result = []
    for part in text.split(">"):
        part = re.sub(r"^\s*on\s+(?:the\s+)?", "", part, flags=re.IGNORECASE)
        part = re.sub(r"^(\s*\w+)(?:\s*[:=](?!\s*[0-9.]))", r"\1 ", part)
        words = part.split(None, 1)
        name = re.match(r"\s*(\w*)", part)[1]
        if not words or name.lower() not in STREETS:
            raise Unreadable("street")
        if result and STREETS.index(name.lower()) <= STREETS.index(result[-1][0]):
            raise Unreadable("order of streets")
        result.append((name.lower(), items(part[part.index(name) + len(name) :])))
    return result


def share(item, combo, board, equity, best):
    """Which part of a combo an item has."""
    kind, value = item[:2]
    name, kicker = naive_made.made(combo, board)
    if kind == "items":
        return kept(value, combo, board, equity, best)
    if kind == "every":
        parts = [(one, share(one, combo, board, equity, best)) for one in value]
        return math.prod(1 - inside if one[3] else inside for one, inside in parts)
    if kind in ("equity+", "equity-", "best", "worst") and combo[0] + combo[1] not in equity:
        return 0.0
    here = equity.get(combo[0] + combo[1])
    return float({
        "class": lambda: name == value,
        "class+": lambda: MADE.index(name) <= MADE.index(value),
        "kicker": lambda: kicker == value,
        "kicker+": lambda: kicker is not None and naive_made.RANKS.index(kicker) >= naive_made.RANKS.index(value),
        "more": lambda: naive_made.more(value, combo, board),
        "draw": lambda: value in naive_made.draws(combo, board),
        "equity+": lambda: here >= value / 100 - 1e-9,
        "equity-": lambda: here < value / 100 - 1e-9,
        "best": lambda: best(value / 100, combo),
        "worst": lambda: best(value / 100, combo, worst=True),
    }[kind]())  # fmt: skip


def kept(filter_items, combo, board, equity, best):
    """Which part of a combo stays: the largest weight that fits, without what is taken out."""
    parts = [(item, share(item, combo, board, equity, best)) for item in filter_items]
    added = [item[2] * part for item, part in parts if not item[3]]
    result = max(added) if added else 1.0
    for item, part in parts:
        if item[3]:
            result *= 1 - part
    return result


def apply(filter_items, weights, board, equity):
    """What a filter leaves of ``weights``: combos (names) that can be held on ``board``, with their equities."""
    total = sum(w for name, w in weights.items() if name in equity)

    def best(part, combo, worst=False):
        sign = -1 if worst else 1
        own = sign * equity[combo[0] + combo[1]]
        better = sum(w for name, w in weights.items() if name in equity and sign * equity[name] > own + 1e-9)
        equal = sum(w for name, w in weights.items() if name in equity and abs(sign * equity[name] - own) <= 1e-9)
        return min(max((part * total - better) / equal, 0.0), 1.0)

    left = {name: w * kept(filter_items, [name[:2], name[2:]], board, equity, best) for name, w in weights.items()}
    return {name: w for name, w in left.items() if w > 0}
