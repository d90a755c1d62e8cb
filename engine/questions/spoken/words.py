"""The tokens of a typed sentence, words without a meaning of their own, and the error for words not understood."""

import re
from collections.abc import Iterator, Sequence

from engine.cards import TextError, excerpt
from engine.questions.expression import Token
from engine.ranges.phrases import RANK_NAMES

_TOKEN = re.compile(
    r"""\"[^"\\]*(?:\\.[^"\\]*)*"|[()\[\],;&|]|'(?:m|s|re|ll|ve|d)(?![\w'])"""
    r"""|(?:(?!'(?:m|s|re|ll|ve|d)(?![\w']))[^\s()\[\],;&|"])+""",
    re.IGNORECASE,
)

HELPERS = frozenset({
    "does", "do", "did", "will", "would", "can", "could", "is", "are", "be", "am", "was", "were", "to", "going",
    "that", "then", "'m", "'s", "'re", "'ll", "'ve", "'d",
})  # fmt: skip
"""Words before a subject or a verb that do not change the meaning."""
_ADVERBS = frozenset({"also", "still", "ever", "both", "each", "actually"})
"""Words between a subject and its verb that do not change the meaning."""
NEGATIONS = frozenset({"not", "never", "cannot", "dont", "doesnt", "didnt", "cant", "wont", "isnt", "arent"})
ARTICLES = frozenset({"a", "an", "the", "some"})
_AFTER_ACE = frozenset({"to", "through", "or", "of", ","})
SUIT_WORDS = {"spade": "s", "heart": "h", "diamond": "d", "club": "c"}


class NotUnderstoodError(TextError):
    """No rule applies to some words of a sentence. The caller may still try another way to read it.

    Errors that must reach the user, such as an unknown villain, are plain TextErrors.
    """


def not_understood(tokens: Sequence[Token]) -> NotUnderstoodError:
    """Return the error that quotes ``tokens``."""
    return NotUnderstoodError(excerpt(tokens_text(tokens)), tokens[0].start if tokens else 0)


def sentence_tokens(text: str, at: int = 0) -> list[Token]:
    """Return the words, quoted strings, brackets and commas of a sentence, from index ``at`` on.

    >>> [token.text for token in sentence_tokens("what's my equity, if 2 has [AK]?")][:5]
    ['what', "'s", 'my', 'equity', ',']
    """
    return [Token(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text, at)]


def tokens_text(tokens: Sequence[Token]) -> str:
    """Return the text of tokens, with a single blank wherever the sentence has white space."""
    result = ""
    for previous, token in zip([None, *tokens], tokens, strict=False):
        has_space = previous is not None and previous.end < token.start
        result += f" {token.text}" if has_space else token.text
    return result


def lower_words(tokens: Sequence[Token]) -> list[str]:
    """Return the words of tokens in lower case."""
    return [token.word for token in tokens]


def without_commas(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens without commas and semicolons at either end."""
    first, last = 0, len(tokens)
    while first < last and tokens[first].text in (",", ";"):
        first += 1
    while last > first and tokens[last - 1].text in (",", ";"):
        last -= 1
    return list(tokens[first:last])


def bracket_depths(tokens: Sequence[Token]) -> list[int]:
    """Return how many brackets are open at each token; a bracket itself counts as inside."""
    result, open_ = [], 0
    for token in tokens:
        open_ += token.text in ("(", "[")
        result.append(open_)
        open_ -= token.text in (")", "]")
    return result


def list_items(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the items of a list with commas or ``or`` between them."""
    item: list[Token] = []
    for token, depth in zip(tokens, bracket_depths(tokens), strict=True):
        if not depth and (token.text in (",", ";") or token.word == "or"):
            if item:
                yield item
            item = []
        else:
            item.append(token)
    if item:
        yield item


def is_negation(word: str) -> bool:
    """Return True if a word negates the verb after it."""
    return word in NEGATIONS or word.endswith("n't")


def without_helpers(tokens: Sequence[Token], *, adverbs: bool = False) -> tuple[list[Token], bool]:
    """Remove helping verbs and negations from the beginning; return the remaining tokens and whether they are negated.

    ``adverbs``: also remove words such as ``both`` and ``still``, which may precede a verb.
    """
    at, negated = 0, False
    while at < len(tokens):
        word = tokens[at].word
        if is_negation(word):
            negated = not negated
        elif word not in HELPERS and not (adverbs and word in _ADVERBS):
            break
        at += 1
    return list(tokens[at:]), negated


def without_article(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens without an article at their beginning. An ``A`` that is an ace, as in ``A to 8``, is kept."""
    if len(tokens) < 2 or tokens[0].word not in ARTICLES or tokens[1].word in _AFTER_ACE:
        return list(tokens)
    return list(tokens[1:])


def rank_letter(word: str) -> str:
    """Return the letter of a rank, or "" if the word is not a rank.

    >>> [rank_letter(word) for word in ("10", "t", "tens", "queen", "flush")]
    ['T', 'T', 'T', 'Q', '']
    """
    lower = word.lower()
    for name in (lower, lower.removesuffix("s")):
        if name in RANK_NAMES:
            return RANK_NAMES[name]
    sign = lower.upper().replace("10", "T")
    return sign if len(sign) == 1 and sign in "23456789TJQKA" else ""


def is_plural(word: str) -> bool:
    """Return True if a word names a rank in the plural, such as ``queens``."""
    lower = word.lower()
    return lower not in RANK_NAMES and lower.endswith("s") and lower.removesuffix("s") in RANK_NAMES


def prefix_length(words: Sequence[str], phrases: Sequence[tuple[str, ...]]) -> int:
    """Return the number of words of the first of ``phrases`` with which ``words`` begin, or 0."""
    return next((len(phrase) for phrase in phrases if tuple(words[: len(phrase)]) == phrase), 0)
