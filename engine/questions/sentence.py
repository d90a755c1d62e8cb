"""A question as the words of a sentence, and what each of them may be instead: the menus of the page Ask.

A text that can be read is cut into words (``Hero``, ``on the flop``, ``has top pair or better``, ``and`` ..); a choice
of a word is the whole text of another question.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import RANKS, RAZZ_RANKS, SUITS, TextError, plain_signs
from engine.questions import holdem_atoms, razz_atoms
from engine.questions.answer import BY, GIVEN
from engine.questions.expression import (
    AT_SHOWDOWN,
    BEATS,
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
JOIN_TIPS = {"and": "both hold", "or": "at least one of them holds"}
NOT_LABEL = "it is not so that"
SOME_LABELS = {"any": "somebody", "all": "everybody"}
WITHOUT_OR_BETTER = ("nothing", "plays the board")
"""Classes without an *or better* that says something."""
CLASS_LABELS = {
    **{name: f"a {name}" for name in (
        "straight flush", "full house", "flush", "straight", "set", "pocket pair below top", "low pair",
        "flush draw", "nut flush draw", "backdoor flush draw", "gutshot",
    )},
    "overpair": "an overpair", "open-ended": "an open-ended draw",
}  # fmt: skip
"""Made hands and draws as a sentence has them, where that differs from the name."""


@dataclass(frozen=True, slots=True)
class WordChoice:
    """Another question: ``label`` says in the menu, or in the part ``group`` of it, what is chosen."""

    label: str
    text: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class SentenceWord:
    """A word of the sentence, from ``start`` to ``end`` of the text, with its ``choices``.

    ``kind``: ``who``, ``does``, ``when``, ``what``, ``joint``, ``not``, ``bracket``, ``given``, ``by`` or ``add``,
    which stands where the question can grow.
    """

    kind: str
    label: str
    start: int
    end: int
    choices: tuple[WordChoice, ...] = ()


@dataclass(frozen=True, slots=True)
class _Atom:
    """The tokens of an atom: ``who`` begins it, ``verb`` follows (None: a card of the board), ``rest`` is its end."""

    who: Token
    verb: Token | None
    rest: tuple[int, int]
    end: int


@dataclass(frozen=True, slots=True)
class _GameWords:
    """The words of a game: its streets, what a seat may do on one, and what else may begin an atom."""

    streets: dict[str, str]
    default: str
    on_street: Callable[[], Iterator[tuple[str, str, str]]]
    held: tuple[str, ...]
    says: Callable[[str], str]
    cards: tuple[str, ...] = ()
    board: bool = False
    by_seat: tuple[tuple[str, str], ...] = ()
    by_table: tuple[tuple[str, str], ...] = ()


def _made_hand_choices() -> Iterator[tuple[str, str, str]]:
    """Yield text, label and group of what a hold'em hand may be."""
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
    """Yield text, label and group of what a razz seat may get on a street."""
    for text in ("[A-5]", "[A-8]", "[9-K]", "[T-K]"):
        yield text, _razz_what(text), ""
    yield "pairs", "pairs", ""
    for rank in RAZZ_RANKS:
        yield rank, _razz_what(rank), "catches"
    for rank in RAZZ_RANKS[4:]:
        yield f"low {rank}", _razz_what(f"low {rank}"), "has a low"


def _holdem_what(text: str) -> str:
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


def _razz_what(text: str) -> str:
    word = " ".join(text.split())
    if word.lower().startswith("low "):
        return f"has {_with_article(word[4:].upper())} low or better"
    if word.lower() == "pairs":
        return "pairs"
    return f"catches {_ranks(word)}"


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeAE8' else 'a'} {noun}"


def _ranks(text: str) -> str:
    """Return ranks or a card in words: ``9 to K``, ``T, J or Q``, ``an A``, ``a heart``."""
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


_STREET_OF = {street: f"on {street} street" for street in razz_atoms.STREETS}
_GAME_WORDS: GameTable[_GameWords] = GameTable(
    "sentences of questions",
    {
        "holdem": _GameWords(
            {street: f"on the {street}" for street in holdem_atoms.STREETS},
            "top pair+",
            _made_hand_choices,
            ("AA", "AK", "AKs", "TT+", "22+", "A2s+", "22+, A2s+, KTs+, QJs, AJo+"),
            _holdem_what,
            ("turn", "river"),
            True,
            tuple((f"{street} hand", f"what it has on the {street}") for street in holdem_atoms.STREETS),
            (("turn rank", "the rank of the turn"), ("river rank", "the rank of the river")),
        ),
        "razz": _GameWords(
            _STREET_OF,
            "[9-K]",
            _razz_card_choices,
            ("A2", "(3-3-)", "(5-5-)", "(8-8-)", "[A]x"),
            _razz_what,
            by_seat=(
                ("low", "its final low"),
                *((f"{street} rank", f"the card on {street} street") for street in razz_atoms.STREETS),
            ),
        ),
    },
)


class _SentenceCutter:
    """Cuts a text into the words of a sentence about a table."""

    def __init__(self, text: str, table: Scenario) -> None:
        self._text, self._table = plain_signs(text), table
        self._tongue = _GAME_WORDS[table.game]
        self._parts = question_parts(text)

    def sentence(self) -> tuple[SentenceWord, ...]:
        """Return the words."""
        words: list[SentenceWord] = []
        for key, part in self._parts.items():
            if key != EVENT:
                words.append(self._head(key, part))
            words += self._split(part) if key == BY else self._joined(part)
            if key != BY:
                words.append(self._growth(part, with_more=key == [other for other in self._parts if other != BY][-1]))
        return tuple(words)

    def clause(self, key: str) -> str:
        """Return a part in plain words; empty where there is none."""
        part = self._parts.get(key)
        if part is None:
            return ""
        return " ".join(word.label for word in self._joined(part, plain=True)).replace("( ", "(").replace(" )", ")")

    def _put(self, start: int, end: int, text: str) -> str:
        return f"{self._text[:start]}{text}{self._text[end:]}".strip()

    def _head(self, key: str, part: QuestionPart) -> SentenceWord:
        start = self._text.lower().rindex(key, 0, part.start)
        after = self._text[part.end :].lstrip()
        rest = f"{self._text[:start].rstrip()} {after}".strip()
        label = "given that" if key == GIVEN else "split by"
        return SentenceWord(key, label, start, start + len(key), (WordChoice("leave this out", rest),))

    def _growth(self, part: QuestionPart, *, with_more: bool) -> SentenceWord:
        atom = f"1 {next(iter(AT_SHOWDOWN))}"
        choices = [
            WordChoice(
                f"and ({tip})" if word == "and" else f"or ({tip})", self._put(part.end, part.end, f" {word} {atom}")
            )
            for word, tip in JOIN_TIPS.items()
        ]
        if with_more and GIVEN not in self._parts:
            choices.append(WordChoice("given that …", self._put(part.end, part.end, f" given {atom}")))
        if with_more and BY not in self._parts:
            end = len(self._text.rstrip())
            for text, label in self._splits():
                choices.append(WordChoice(label, self._put(end, end, f" by {text}"), "split by"))
        return SentenceWord("add", "+", part.end, part.end, tuple(choices))

    def _splits(self) -> Iterator[tuple[str, str]]:
        for place in self._seats():
            for text, label in self._tongue.by_seat:
                yield f"{place + 1} {text}", f"{self._name(place)}: {label}"
        yield from self._tongue.by_table

    def _split(self, part: QuestionPart) -> Iterator[SentenceWord]:
        labels = {" ".join(text.split()): label for text, label in self._splits()}
        shown = labels.get(" ".join(part.text.lower().split()), part.text)
        choices = tuple(WordChoice(label, self._put(part.start, part.end, text)) for text, label in self._splits())
        yield SentenceWord("by", shown, part.start, part.end, choices)

    def _seats(self) -> list[int]:
        return [place for place, seat in enumerate(self._table.seats) if not seat.empty]

    def _name(self, place: int) -> str:
        return self._table.seats[place].name if place < len(self._table.seats) else f"seat {place + 1}"

    def _joined(self, part: QuestionPart, *, plain: bool = False) -> Iterator[SentenceWord]:
        """Yield the words of an event or a condition; ``plain``: without choices, in the order of a sentence."""
        shifted = [
            Token(token.text, token.start + part.start, token.end + part.start) for token in grammar_tokens(part.text)
        ]
        at = 0
        while at < len(shifted):
            token = shifted[at]
            if token.text in "()" and len(token.text) == 1:
                yield SentenceWord("bracket", token.text, token.start, token.end)
                at += 1
            elif token.word in JOINTS:
                word = self._joint(token, part)
                yield replace(word, label=NOT_LABEL) if plain and token.word == "not" else word
                at += 1
            else:
                end = _end_of_atom(shifted, at)
                atom = self._atom(shifted[at:end])
                yield from self._plain(atom) if plain else self._spoken(atom, shifted, at, end, part)
                at = end

    def _joint(self, token: Token, part: QuestionPart) -> SentenceWord:
        if token.word == "not":
            rest = self._put(token.start, token.end + 1, "")
            return SentenceWord("not", "not", token.start, token.end, (WordChoice("leave this out", rest),))
        choices = [
            WordChoice(f"{word} ({tip})", self._put(token.start, token.end, word)) for word, tip in JOIN_TIPS.items()
        ]
        choices.append(WordChoice("leave out what follows", self._put(token.start, part.end, "")))
        return SentenceWord("joint", token.word, token.start, token.end, tuple(choices))

    def _atom(self, tokens: Sequence[Token]) -> _Atom:
        who, verb = tokens[0], tokens[1] if len(tokens) > 1 else None
        if who.word in self._tongue.cards:
            verb = None
        begin = tokens[1:] if verb is None else tokens[2:]
        end = tokens[-1].end
        return _Atom(who, verb, (begin[0].start, end) if begin else (end, end), end)

    def _who(self, token: Token) -> str:
        if token.text.isdigit():
            return self._name(int(token.text) - 1)
        if token.word in SOME_LABELS:
            return SOME_LABELS[token.word]
        return quoted_name(token) if token.text.startswith('"') else f"the {token.word}"

    def _when(self, token: Token | None) -> str:
        word = token.word if token is not None else ""
        return self._tongue.streets.get(word, word)

    def _rest(self, atom: _Atom) -> str:
        return self._text[slice(*atom.rest)]

    def _says(self, atom: _Atom) -> str:
        """Return the predicate of a seat, the board or a card, without the street."""
        rest, verb = self._rest(atom), atom.verb.word if atom.verb is not None else ""
        if atom.verb is None:
            return "pairs the board" if rest.lower() == "pairs" else f"is {_ranks(rest)}"
        if atom.who.word == "board":
            return f"is {rest}" if rest.lower() in BOARD_WORDS else f"has {_ranks(rest)}"
        if verb == BEATS:
            return f"beats {self._who(self._rival(atom)[0])}"
        if verb in (*AT_SHOWDOWN, *ON_STREET):
            return verb if verb in AT_SHOWDOWN else f"is {verb}"
        return f"holds {rest}" if verb == "has" else self._tongue.says(rest)

    def _rival(self, atom: _Atom) -> tuple[Token, Token | None]:
        """Return the seat that is beaten and the street, None at showdown."""
        start = atom.rest[0]
        tokens = [
            Token(token.text, token.start + start, token.end + start) for token in grammar_tokens(self._rest(atom))
        ]
        return (tokens[0] if tokens else Token("", *atom.rest)), (tokens[1] if len(tokens) > 1 else None)

    def _street_of(self, atom: _Atom) -> str:
        verb = atom.verb
        if verb is None or verb.word in (*AT_SHOWDOWN, "has"):
            return ""
        if verb.word == BEATS:
            return self._when(self._rival(atom)[1])
        return self._when(Token(self._rest(atom), *atom.rest) if verb.word in ON_STREET else verb)

    def _plain(self, atom: _Atom) -> Iterator[SentenceWord]:
        label = " ".join(filter(None, (self._who(atom.who), self._says(atom), self._street_of(atom))))
        yield SentenceWord("what", label, atom.who.start, atom.end)

    def _spoken(
        self, atom: _Atom, tokens: Sequence[Token], at: int, end: int, part: QuestionPart
    ) -> Iterator[SentenceWord]:
        who, verb = atom.who, atom.verb
        yield SentenceWord("who", self._who(who), who.start, who.end, tuple(self._whos(atom, tokens, at, end, part)))
        if verb is None:
            yield SentenceWord("what", self._says(atom), *atom.rest, tuple(self._cards(atom)))
            return
        if who.word == "board":
            yield SentenceWord("when", self._when(verb), verb.start, verb.end, tuple(self._streets(verb)))
            yield SentenceWord("what", self._says(atom), *atom.rest, tuple(self._boards(atom)))
            return
        does = tuple(self._verbs(atom))
        if verb.word in AT_SHOWDOWN:
            yield SentenceWord("does", verb.word, verb.start, verb.end, does)
        elif verb.word in ON_STREET:
            street = Token(self._rest(atom), *atom.rest)
            yield SentenceWord("does", f"is {verb.word}", verb.start, verb.end, does)
            yield SentenceWord("when", self._when(street), *atom.rest, tuple(self._streets(street)))
        elif verb.word == BEATS:
            rival, when = self._rival(atom)
            others = (place for place in self._table.active_seats if str(place + 1) != who.text)
            seats = (
                WordChoice(self._name(place), self._put(rival.start, rival.end, f"{place + 1}")) for place in others
            )
            yield SentenceWord("does", BEATS, verb.start, verb.end, does)
            yield SentenceWord("who", self._who(rival), rival.start, rival.end, tuple(seats))
            if when is not None:
                yield SentenceWord("when", self._when(when), when.start, when.end, tuple(self._streets(when)))
        elif verb.word == "has":
            yield SentenceWord("does", "holds", verb.start, verb.end, does)
            held = (WordChoice(text, self._put(*atom.rest, text)) for text in self._tongue.held)
            yield SentenceWord("what", self._rest(atom), *atom.rest, tuple(held))
        else:
            yield SentenceWord("does", self._when(verb), verb.start, verb.end, does)
            whats = (WordChoice(x, self._put(*atom.rest, text), group) for text, x, group in self._tongue.on_street())
            yield SentenceWord("what", self._says(atom), *atom.rest, tuple(whats))

    def _whos(
        self, atom: _Atom, tokens: Sequence[Token], at: int, end: int, part: QuestionPart
    ) -> Iterator[WordChoice]:
        who = atom.who
        seat = who.text.isdigit() or who.text.startswith('"') or who.word in SOME_SEATS
        seats = [(f"{place + 1}", self._name(place)) for place in self._seats()]
        if atom.verb is not None and atom.verb.word == BEATS:
            rival = self._rival(atom)[0].text
            seats = [(text, label) for text, label in seats if text != rival]
        elif len(self._table.active_seats) > 1:
            seats += SOME_LABELS.items()
        for text, label in seats:
            whole = text if seat else f"{text} {next(iter(AT_SHOWDOWN))}"
            yield WordChoice(label, self._put(who.start, who.end if seat else atom.end, whole))
        if self._tongue.board and who.word != "board":
            yield WordChoice("the board", self._put(who.start, atom.end, "board flop paired"))
        for card in self._tongue.cards:
            if who.word != card:
                end_ = who.end if who.word in self._tongue.cards else atom.end
                yield WordChoice(f"the {card}", self._put(who.start, end_, card if end_ == who.end else f"{card} A"))
        before = tokens[at - 1] if at else None
        if before is None or before.word != "not":
            yield WordChoice("not …", self._put(who.start, who.start, "not "))
        if before is not None and before.word in ("and", "or"):
            yield WordChoice("leave this out", self._put(before.start, atom.end, "").replace("  ", " "))
        elif before is None and end < len(tokens) and tokens[end].word in ("and", "or"):
            yield WordChoice("leave this out", self._put(part.start, tokens[end + 1].start, ""))

    def _verbs(self, atom: _Atom) -> Iterator[WordChoice]:
        verb, rest = atom.verb, self._rest(atom)
        assert verb is not None
        on_street = verb.word not in (*AT_SHOWDOWN, *ON_STREET, BEATS, "has")
        for street, label in (*self._tongue.streets.items(), (NOW, "now")):
            what = rest if on_street else self._tongue.default
            yield WordChoice(f"{label} …", self._put(verb.start, atom.end, f"{street} {what}"))
        yield WordChoice("holds …", self._put(verb.start, atom.end, f"has {self._tongue.held[0]}"))
        for word in AT_SHOWDOWN:
            yield WordChoice(word, self._put(verb.start, atom.end, word))
        others = [place for place in self._table.active_seats if str(place + 1) != atom.who.text]
        if len(others) > 1 and atom.who.text.isdigit():
            yield WordChoice("beats …", self._put(verb.start, atom.end, f"{BEATS} {others[0] + 1}"))
        street = rest if verb.word in ON_STREET else verb.word if on_street else next(iter(self._tongue.streets))
        for word in ON_STREET:
            yield WordChoice(f"is {word} …", self._put(verb.start, atom.end, f"{word} {street}"))

    def _streets(self, token: Token) -> Iterator[WordChoice]:
        for street, label in (*self._tongue.streets.items(), (NOW, "now")):
            yield WordChoice(label, self._put(token.start, token.end, street))

    def _boards(self, atom: _Atom) -> Iterator[WordChoice]:
        for word in BOARD_WORDS:
            yield WordChoice(f"is {word}", self._put(*atom.rest, word))
        for text in ("[TJQKA]", "[2-6]"):
            yield WordChoice(f"has {_ranks(text)}", self._put(*atom.rest, text))
        for rank in reversed(RANKS):
            yield WordChoice(f"has {_ranks(rank)}", self._put(*atom.rest, rank), "has a rank")

    def _cards(self, atom: _Atom) -> Iterator[WordChoice]:
        for text in ("[TJQKA]", "[2-8]"):
            yield WordChoice(f"is {_ranks(text)}", self._put(*atom.rest, text))
        yield WordChoice("pairs the board", self._put(*atom.rest, "pairs"))
        for suit in SUITS:
            yield WordChoice(f"is {_ranks(suit)}", self._put(*atom.rest, suit))
        for rank in reversed(RANKS):
            yield WordChoice(f"is {_ranks(rank)}", self._put(*atom.rest, rank), "is a rank")


def _end_of_atom(tokens: Sequence[Token], at: int) -> int:
    """Return the place after the last token of the atom that begins at ``at``."""
    open_ = 0
    for place in range(at, len(tokens)):
        token = tokens[place]
        if not open_ and (token.word in ("and", "or") or token.text == ")"):
            return place
        open_ += (token.text in ("(", "[")) - (token.text in (")", "]"))
    return len(tokens)


def sentence(text: str, table: Scenario) -> tuple[SentenceWord, ...]:
    """Return the words of a question about a table, none of a text that cannot be cut into words."""
    try:
        return _SentenceCutter(text, table).sentence()
    except TextError:
        return ()


def clauses(text: str, table: Scenario) -> tuple[str, str]:
    """Return event and condition in plain words: ``Hero has top pair or better on the flop``.

    Raises:
        TextError: the text cannot be cut into words.
    """
    speaker = _SentenceCutter(text, table)
    return speaker.clause(EVENT), speaker.clause(GIVEN)
