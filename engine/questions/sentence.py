"""A question as the words of an English sentence, and the alternatives to each word: the menus of the page *Ask*.

A question in the grammar is cut into words (``Hero``, ``on the flop``, ``has top pair or better``, ``and`` ..). Each
alternative to a word carries the complete text of the question that it leads to.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import RANKS, RAZZ_RANKS, SUITS, TextError, plain_signs
from engine.questions import holdem_atoms, razz_atoms
from engine.questions.answer import BY, GIVEN
from engine.questions.expression import (
    AT_SHOWDOWN,
    BEATS,
    EQUITY,
    NOW,
    ON_STREET,
    SOME_SEATS,
    Token,
    grammar_tokens,
    quoted_name,
)
from engine.questions.holdem_atoms import BOARD_WORDS
from engine.questions.one_text import EVENT, JOINTS, QuestionPart, question_parts
from engine.ranges.made_names import DRAWS, MADE, RANK_NAMES
from engine.scenario import GameTable, Scenario

SUIT_NAMES = {"s": "spade", "h": "heart", "d": "diamond", "c": "club"}
JOIN_TIPS = {"and": "both are true", "or": "at least one is true"}
NOT_LABEL = "it is not true that"
SOME_LABELS = {"any": "somebody", "all": "everybody"}
WITHOUT_OR_BETTER = ("nothing", "plays the board")
"""Classes that have no choice *or better*."""
CLASS_LABELS = {
    **{name: f"a {name}" for name in (
        "straight flush", "full house", "flush", "straight", "set", "pocket pair below top", "low pair",
        "flush draw", "nut flush draw", "backdoor flush draw", "gutshot",
    )},
    "overpair": "an overpair", "open-ended": "an open-ended draw",
}  # fmt: skip
"""Made hands and draws whose wording in a sentence differs from their names."""


@dataclass(frozen=True, slots=True)
class WordChoice:
    """A menu entry: ``label``, the complete ``text`` of the question that it leads to, and the submenu or ""."""

    label: str
    text: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class SentenceWord:
    """A word of the sentence, for the text from ``start`` to ``end``, with its ``choices``.

    ``kind``: ``who``, ``does``, ``when``, ``what``, ``joint``, ``not``, ``bracket``, ``given``, ``by`` or ``add``, the
    ``+`` behind an event or a condition.
    """

    kind: str
    label: str
    start: int
    end: int
    choices: tuple[WordChoice, ...] = ()


@dataclass(frozen=True, slots=True)
class _Atom:
    """The tokens of an atom: its subject ``who``, the ``verb``, and the span of the ``rest`` of its text.

    The verb is None if the atom is about the card of a street, as in ``turn h``.
    """

    who: Token
    verb: Token | None
    rest: tuple[int, int]
    end: int


@dataclass(frozen=True, slots=True)
class _GameWords:
    """The words of a game.

    ``streets``: their labels. ``default``: the hand after a newly selected verb. ``on_street``: yields
    text, label and submenu of each hand or card of a seat on a street. ``hole_cards``: examples of ranges.
    ``predicate``: words a text such as ``top pair+``. ``cards``: streets whose card may be the subject of an atom.
    ``board``: whether the board may be. ``seat_splits`` and ``table_splits``: text and label of the splits.
    """

    streets: dict[str, str]
    default: str
    on_street: Callable[[], Iterator[tuple[str, str, str]]]
    hole_cards: tuple[str, ...]
    predicate: Callable[[str], str]
    cards: tuple[str, ...] = ()
    board: bool = False
    seat_splits: tuple[tuple[str, str], ...] = ()
    table_splits: tuple[tuple[str, str], ...] = ()


def _made_hand_choices() -> Iterator[tuple[str, str, str]]:
    """Yield text, label and submenu of each made hand and draw of hold'em."""
    for name in MADE:
        if name not in WITHOUT_OR_BETTER:
            yield f"{name}+", f"{name} or better", ""
    for name in MADE:
        yield name, f"exactly {name}" if name not in WITHOUT_OR_BETTER else name, "exactly"
    for rank in reversed(RANKS):
        yield f"top pair/{rank}", f"top pair, {RANK_NAMES[RANKS.index(rank)]} kicker", "top pair by kicker"
    for name in ("any draw", *DRAWS):
        yield name, name, "draws"


def _razz_card_choices() -> Iterator[tuple[str, str, str]]:
    """Yield text, label and submenu of each card and low of razz."""
    for text in ("[A-5]", "[A-8]", "[9-K]", "[T-K]"):
        yield text, _razz_predicate(text), ""
    yield "pairs", "pairs", ""
    for rank in RAZZ_RANKS:
        yield rank, _razz_predicate(rank), "catches"
    for rank in RAZZ_RANKS[4:]:
        yield f"low {rank}", _razz_predicate(f"low {rank}"), "has a low"


def _holdem_predicate(text: str) -> str:
    """Return a list of made hands and draws as words: ``has top pair or better or a flush draw``."""
    words = []
    for word in text.split(","):
        name = " ".join(word.split())
        better = " or better" if name.endswith("+") else ""
        stem, _, kicker = name.removesuffix("+").rstrip().partition("/")
        rank = kicker.strip().upper().replace("10", "T")
        if rank and rank in RANKS:
            words.append(f"{stem.strip()} with {_with_article(RANK_NAMES[RANKS.index(rank)])} kicker{better}")
        else:
            words.append(CLASS_LABELS.get(stem.lower(), stem) + better)
    return f"has {' or '.join(words)}"


def _razz_predicate(text: str) -> str:
    """Return a card or low of razz as words: ``catches 9 to K``, ``has an 8 low or better``."""
    word = " ".join(text.split())
    if word.lower().startswith("low "):
        return f"has {_with_article(word[4:].upper())} low or better"
    if word.lower() == "pairs":
        return "pairs"
    return f"catches {_ranks(word)}"


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeAE8' else 'a'} {noun}"


def _ranks(text: str) -> str:
    """Return ranks, a suit or a card as words: ``9 to K``, ``T, J or Q``, ``an A``, ``a heart``."""
    if text.startswith("["):
        inside = text.strip("[] ").upper()
        low, dash, high = inside.partition("-")
        if dash:
            return f"{low.strip()} to {high.strip()}"
        signs = [sign for sign in inside.replace("10", "T") if sign not in " ,"]
        return " or ".join(filter(None, (", ".join(signs[:-1]), signs[-1]))) if signs else text
    if text in SUIT_NAMES:
        return f"a {SUIT_NAMES[text]}"
    return _with_article(text.upper()) if len(text) == 1 else text


_GAME_WORDS: GameTable[_GameWords] = GameTable(
    "sentences of questions",
    {
        "holdem": _GameWords(
            {street: f"on the {street}" for street in holdem_atoms.STREETS},
            "top pair+",
            _made_hand_choices,
            ("AA", "AK", "AKs", "TT+", "22+", "A2s+", "22+, A2s+, KTs+, QJs, AJo+"),
            _holdem_predicate,
            ("turn", "river"),
            True,
            tuple((f"{street} hand", f"hand on the {street}") for street in holdem_atoms.STREETS),
            (("turn rank", "the rank of the turn"), ("river rank", "the rank of the river")),
        ),
        "razz": _GameWords(
            {street: f"on {street} street" for street in razz_atoms.STREETS},
            "[9-K]",
            _razz_card_choices,
            ("A2", "(3-3-)", "(5-5-)", "(8-8-)", "[A]x"),
            _razz_predicate,
            seat_splits=(
                ("low", "final low"),
                *((f"{street} rank", f"the card on {street} street") for street in razz_atoms.STREETS),
            ),
        ),
    },
)


class _SentenceCutter:
    """Cuts the text of a question about a table into the words of a sentence.

    An alternative to a word is made by replacing its span in the text (:meth:`_edit`). It need not be a valid
    question: the menus leave out those that are not.
    """

    def __init__(self, text: str, table: Scenario) -> None:
        self._text, self._table = plain_signs(text), table
        self._words = _GAME_WORDS[table.game]
        self._parts = question_parts(text)

    def sentence(self) -> tuple[SentenceWord, ...]:
        """Return all words of the question with their choices."""
        words: list[SentenceWord] = []
        last_event = [key for key in self._parts if key != BY][-1]
        for key, part in self._parts.items():
            if key != EVENT:
                words.append(self._keyword(key, part))
            words += self._split(part) if key == BY else self._event_words(part)
            if key != BY:
                words.append(self._plus(part, is_last=key == last_event))
        return tuple(words)

    def clause(self, key: str) -> str:
        """Return the event or the condition as a clause of plain text, or "" if there is none."""
        part = self._parts.get(key)
        if part is None:
            return ""
        labels = [word.label for word in self._event_words(part, plain=True)]
        return " ".join(labels).replace("( ", "(").replace(" )", ")")

    def _edit(self, start: int, end: int, text: str) -> str:
        """Return the text of the question with another text from ``start`` to ``end``."""
        return f"{self._text[:start]}{text}{self._text[end:]}".strip()

    def _choice(self, label: str, start: int, end: int, text: str, group: str = "") -> WordChoice:
        """Return the choice that replaces the text from ``start`` to ``end`` by another text."""
        return WordChoice(label, self._edit(start, end, text), group)

    def _keyword(self, key: str, part: QuestionPart) -> SentenceWord:
        """Return the word for ``given`` or ``by``; its choice removes this part of the question."""
        start = self._text.lower().rindex(key, 0, part.start)
        after = self._text[part.end :].lstrip()
        rest = f"{self._text[:start].rstrip()} {after}".strip()
        label = "given that" if key == GIVEN else "split by"
        return SentenceWord(key, label, start, start + len(key), (WordChoice("remove this", rest),))

    def _plus(self, part: QuestionPart, *, is_last: bool) -> SentenceWord:
        """Return the ``+`` after a part, whose choices extend it; the last one also adds a condition or a split."""
        atom = f"1 {next(iter(AT_SHOWDOWN))}"
        choices = [
            self._choice(f"{word} ({tip})", part.end, part.end, f" {word} {atom}") for word, tip in JOIN_TIPS.items()
        ]
        if is_last and GIVEN not in self._parts:
            choices.append(self._choice("given that …", part.end, part.end, f" given {atom}"))
        if is_last and BY not in self._parts:
            end = len(self._text.rstrip())
            for text, label in self._splits():
                choices.append(self._choice(label, end, end, f" by {text}", "split by"))
        return SentenceWord("add", "+", part.end, part.end, tuple(choices))

    def _splits(self) -> Iterator[tuple[str, str]]:
        """Yield text and label of all splits."""
        for seat in self._seats():
            for text, label in self._words.seat_splits:
                yield f"{seat + 1} {text}", f"{self._name(seat)}: {label}"
        yield from self._words.table_splits

    def _split(self, part: QuestionPart) -> Iterator[SentenceWord]:
        labels = {" ".join(text.split()): label for text, label in self._splits()}
        label = labels.get(" ".join(part.text.lower().split()), part.text)
        choices = tuple(self._choice(label, part.start, part.end, text) for text, label in self._splits())
        yield SentenceWord("by", label, part.start, part.end, choices)

    def _seats(self) -> list[int]:
        return [index for index, seat in enumerate(self._table.seats) if not seat.empty]

    def _name(self, seat: int) -> str:
        return self._table.seats[seat].name if seat < len(self._table.seats) else f"seat {seat + 1}"

    def _event_words(self, part: QuestionPart, *, plain: bool = False) -> Iterator[SentenceWord]:
        """Yield the words of an event or a condition; ``plain``: without choices, one word per atom."""
        tokens = _shifted_tokens(part.text, part.start)
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.text in "()" and len(token.text) == 1:
                yield SentenceWord("bracket", token.text, token.start, token.end)
                at += 1
            elif token.word in JOINTS:
                word = self._joint(token, part)
                yield replace(word, label=NOT_LABEL) if plain and token.word == "not" else word
                at += 1
            else:
                end = _end_of_atom(tokens, at)
                atom = self._atom(tokens[at:end])
                if plain:
                    label = " ".join(
                        filter(None, (self._who(atom.who), self._predicate(atom), self._street_of(atom)))
                    )  # fmt: skip
                    yield SentenceWord("what", label, atom.who.start, atom.end)
                else:
                    yield from self._atom_words(atom, self._subjects(atom, tokens, at, end, part))
                at = end

    def _joint(self, token: Token, part: QuestionPart) -> SentenceWord:
        """Return the word for ``and``, ``or`` or ``not``."""
        if token.word == "not":
            without = self._choice("remove this", token.start, token.end + 1, "")
            return SentenceWord("not", "not", token.start, token.end, (without,))
        choices = [self._choice(f"{word} ({tip})", token.start, token.end, word) for word, tip in JOIN_TIPS.items()]
        choices.append(self._choice("remove what follows", token.start, part.end, ""))
        return SentenceWord("joint", token.word, token.start, token.end, tuple(choices))

    def _atom(self, tokens: Sequence[Token]) -> _Atom:
        """Divide the tokens of an atom into subject, verb and rest."""
        who, verb = tokens[0], tokens[1] if len(tokens) > 1 else None
        if who.word in self._words.cards:
            verb = None
        begin = tokens[1:] if verb is None else tokens[2:]
        end = tokens[-1].end
        return _Atom(who, verb, (begin[0].start, end) if begin else (end, end), end)

    def _who(self, token: Token) -> str:
        """Return the label of the subject of an atom."""
        if token.text.isdecimal():
            return self._name(int(token.text) - 1)
        if token.word in SOME_LABELS:
            return SOME_LABELS[token.word]
        return quoted_name(token) if token.text.startswith('"') else f"the {token.word}"

    def _when(self, token: Token | None) -> str:
        word = token.word if token is not None else ""
        return self._words.streets.get(word, word)

    def _rest(self, atom: _Atom) -> str:
        return self._text[slice(*atom.rest)]

    def _predicate(self, atom: _Atom) -> str:
        """Return the predicate of an atom as words, without the street."""
        rest, verb = self._rest(atom), atom.verb.word if atom.verb is not None else ""
        if atom.verb is None:
            return "pairs the board" if rest.lower() == "pairs" else f"is {_ranks(rest)}"
        if atom.who.word == "board":
            return f"is {rest}" if rest.lower() in BOARD_WORDS else f"has {_ranks(rest)}"
        if verb == BEATS:
            return f"beats {self._who(self._rival(atom)[0])}"
        if verb == EQUITY:
            return "has its equity"
        if verb in (*AT_SHOWDOWN, *ON_STREET):
            return verb if verb in AT_SHOWDOWN else f"is {verb}"
        return f"holds {rest}" if verb == "has" else self._words.predicate(rest)

    def _rival(self, atom: _Atom) -> tuple[Token, Token | None]:
        """Return the token of the seat that is beaten, and that of the street, None at showdown."""
        tokens = _shifted_tokens(self._rest(atom), atom.rest[0])
        return (tokens[0] if tokens else Token("", *atom.rest)), (tokens[1] if len(tokens) > 1 else None)

    def _street_of(self, atom: _Atom) -> str:
        """Return the label of the street of an atom, or "" if it has none."""
        verb = atom.verb
        if verb is None or verb.word in (*AT_SHOWDOWN, EQUITY, "has"):
            return ""
        if verb.word == BEATS:
            return self._when(self._rival(atom)[1])
        return self._when(Token(self._rest(atom), *atom.rest) if verb.word in ON_STREET else verb)

    def _atom_words(self, atom: _Atom, subjects: Iterator[WordChoice]) -> Iterator[SentenceWord]:
        """Yield the words of an atom: the subject with the choices ``subjects``, the verb, the street and the rest."""
        who, verb = atom.who, atom.verb
        yield SentenceWord("who", self._who(who), who.start, who.end, tuple(subjects))
        if verb is None:
            yield SentenceWord("what", self._predicate(atom), *atom.rest, tuple(self._cards(atom)))
            return
        if who.word == "board":
            yield SentenceWord("when", self._when(verb), verb.start, verb.end, tuple(self._streets(verb)))
            yield SentenceWord("what", self._predicate(atom), *atom.rest, tuple(self._boards(atom)))
            return
        does = tuple(self._verbs(atom))
        if verb.word in (*AT_SHOWDOWN, EQUITY):
            yield SentenceWord("does", verb.word, verb.start, verb.end, does)
        elif verb.word in ON_STREET:
            street = Token(self._rest(atom), *atom.rest)
            yield SentenceWord("does", f"is {verb.word}", verb.start, verb.end, does)
            yield SentenceWord("when", self._when(street), *atom.rest, tuple(self._streets(street)))
        elif verb.word == BEATS:
            rival, when = self._rival(atom)
            others = (seat for seat in self._table.active_seats if str(seat + 1) != who.text)
            seats = (self._choice(self._name(seat), rival.start, rival.end, f"{seat + 1}") for seat in others)
            yield SentenceWord("does", BEATS, verb.start, verb.end, does)
            yield SentenceWord("who", self._who(rival), rival.start, rival.end, tuple(seats))
            if when is not None:
                yield SentenceWord("when", self._when(when), when.start, when.end, tuple(self._streets(when)))
        elif verb.word == "has":
            yield SentenceWord("does", "holds", verb.start, verb.end, does)
            ranges = (self._choice(text, *atom.rest, text) for text in self._words.hole_cards)
            yield SentenceWord("what", self._rest(atom), *atom.rest, tuple(ranges))
        else:
            yield SentenceWord("does", self._when(verb), verb.start, verb.end, does)
            hands = (self._choice(x, *atom.rest, text, group) for text, x, group in self._words.on_street())
            yield SentenceWord("what", self._predicate(atom), *atom.rest, tuple(hands))

    def _subjects(
        self, atom: _Atom, tokens: Sequence[Token], at: int, end: int, part: QuestionPart
    ) -> Iterator[WordChoice]:
        """Yield the choices of the subject of an atom, ``tokens[at:end]``: other subjects, ``not``, and leaving it out.

        A seat can replace a seat; any other change of the subject replaces the complete atom.
        """
        who = atom.who
        is_seat = who.text.isdecimal() or who.text.startswith('"') or who.word in SOME_SEATS
        seats = [(f"{seat + 1}", self._name(seat)) for seat in self._seats()]
        if atom.verb is not None and atom.verb.word == BEATS:
            rival = self._rival(atom)[0].text
            seats = [(text, label) for text, label in seats if text != rival]
        elif len(self._table.active_seats) > 1:
            seats += SOME_LABELS.items()
        for text, label in seats:
            replacement = text if is_seat else f"{text} {next(iter(AT_SHOWDOWN))}"
            yield self._choice(label, who.start, who.end if is_seat else atom.end, replacement)
        if self._words.board and who.word != "board":
            yield self._choice("the board", who.start, atom.end, "board flop paired")
        for card in self._words.cards:
            if who.word != card:
                end_ = who.end if who.word in self._words.cards else atom.end
                yield self._choice(f"the {card}", who.start, end_, card if end_ == who.end else f"{card} A")
        previous = tokens[at - 1] if at else None
        if previous is None or previous.word != "not":
            yield self._choice("not …", who.start, who.start, "not ")
        if previous is not None and previous.word in ("and", "or"):
            yield WordChoice("remove this", self._edit(previous.start, atom.end, "").replace("  ", " "))
        elif previous is None and end < len(tokens) and tokens[end].word in ("and", "or"):
            yield self._choice("remove this", part.start, tokens[end + 1].start, "")

    def _verbs(self, atom: _Atom) -> Iterator[WordChoice]:
        """Yield the choices of the verb of a seat; street and hand remain if they fit the new verb."""
        verb, rest = atom.verb, self._rest(atom)
        assert verb is not None
        on_street = verb.word not in (*AT_SHOWDOWN, *ON_STREET, BEATS, EQUITY, "has")
        for street, label in (*self._words.streets.items(), (NOW, "now")):
            hand = rest if on_street else self._words.default
            yield self._choice(f"{label} …", verb.start, atom.end, f"{street} {hand}")
        yield self._choice("holds …", verb.start, atom.end, f"has {self._words.hole_cards[0]}")
        for word in (*AT_SHOWDOWN, EQUITY):
            yield self._choice(word, verb.start, atom.end, word)
        others = [seat for seat in self._table.active_seats if str(seat + 1) != atom.who.text]
        if len(others) > 1 and atom.who.text.isdecimal():
            yield self._choice("beats …", verb.start, atom.end, f"{BEATS} {others[0] + 1}")
        street = rest if verb.word in ON_STREET else verb.word if on_street else next(iter(self._words.streets))
        for word in ON_STREET:
            yield self._choice(f"is {word} …", verb.start, atom.end, f"{word} {street}")

    def _streets(self, token: Token) -> Iterator[WordChoice]:
        for street, label in (*self._words.streets.items(), (NOW, "now")):
            yield self._choice(label, token.start, token.end, street)

    def _boards(self, atom: _Atom) -> Iterator[WordChoice]:
        """Yield the choices that replace the atom's last words by a texture of the board or a card on it."""
        for word in BOARD_WORDS:
            yield self._choice(f"is {word}", *atom.rest, word)
        for text in ("[TJQKA]", "[2-6]"):
            yield self._choice(f"has {_ranks(text)}", *atom.rest, text)
        for rank in reversed(RANKS):
            yield self._choice(f"has {_ranks(rank)}", *atom.rest, rank, "has a rank")

    def _cards(self, atom: _Atom) -> Iterator[WordChoice]:
        """Yield the choices that replace the atom's last words by a card of the street."""
        for text in ("[TJQKA]", "[2-8]"):
            yield self._choice(f"is {_ranks(text)}", *atom.rest, text)
        yield self._choice("pairs the board", *atom.rest, "pairs")
        for suit in SUITS:
            yield self._choice(f"is {_ranks(suit)}", *atom.rest, suit)
        for rank in reversed(RANKS):
            yield self._choice(f"is {_ranks(rank)}", *atom.rest, rank, "is a rank")


def _shifted_tokens(text: str, start: int) -> list[Token]:
    """Return the tokens of a part that begins at ``start``, with positions in the complete question."""
    return [Token(token.text, token.start + start, token.end + start) for token in grammar_tokens(text)]


def _end_of_atom(tokens: Sequence[Token], at: int) -> int:
    """Return the index after the last token of the atom that begins at index ``at``."""
    open_ = 0
    for index in range(at, len(tokens)):
        token = tokens[index]
        if not open_ and (token.word in ("and", "or") or token.text == ")"):
            return index
        open_ += (token.text in ("(", "[")) - (token.text in (")", "]"))
    return len(tokens)


def sentence(text: str, table: Scenario) -> tuple[SentenceWord, ...]:
    """Return the words of a question about a table, () if the text cannot be cut into words.

    >>> from engine.table.one_line import parse_line
    >>> [word.label for word in sentence("1 flop top pair+ and 2 ties", parse_line('"Hero":AhKh v QQ'))]
    ['Hero', 'on the flop', 'has top pair or better', 'and', 'Seat 2', 'ties', '+']
    """
    try:
        return _SentenceCutter(text, table).sentence()
    except TextError:
        return ()


def clauses(text: str, table: Scenario) -> tuple[str, str]:
    """Return event and condition as clauses of plain text, the latter "" if there is none.

    >>> from engine.table.one_line import parse_line
    >>> clauses("1 flop top pair+ given turn h", parse_line('"Hero":AhKh v QQ'))
    ('Hero has top pair or better on the flop', 'the turn is a heart')

    Raises:
        TextError: the text cannot be cut into words.
    """
    cutter = _SentenceCutter(text, table)
    return cutter.clause(EVENT), cutter.clause(GIVEN)
