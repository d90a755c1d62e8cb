"""Cards whose suits are in another language than English: ``KHerz``, ``QCoeur``, and foreign letters.

Names of suits are translated wherever they follow a rank within brackets. Spanish letters (c, d, p, t) can be
distinguished from English ones (c, d, h, s) only in a complete file, as a hand may contain only c and d. The same
applies to Portuguese (c, o, p, e) and Italian ones (c, q, f, p).
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

Letters = Literal["", "Spanish", "Portuguese", "Italian", "contradictory"]
"""The language of the suit letters in a file, "" for English; "contradictory" if they are of no single language."""
NAMES = {
    "German": ("Kreuz", "Karo", "Herz", "Pik"),
    "French": (r"Tr\S{1,2}fles?", "Carreaux?", r"C(?:oe|\S{1,2})urs?", "Piques?"),
    "Spanish": (r"Tr\S{1,2}bol(?:es)?", "Diamantes?", r"Coraz(?:ones|\S{1,2}n)", "(?:Picas?|Espadas?)"),
    "Italian": ("Fiori", "Quadri", "Cuori", "Picche"),
    "Swedish": (r"Kl\S{1,2}ver", "Ruter", r"Hj\S{1,2}rter", "Spader"),
    "Danish": (r"Kl\S{1,2}r", "Ruder", "Hjerter", "Spar"),
    "Norwegian": (r"Kl\S{1,2}ver", "Ruter", "Hjerter", "Spar"),
    "Portuguese": ("Paus", "Ouros", "Copas", "Espadas"),
    "Dutch": ("Klaveren?", "Ruiten?", "Harten?", "Schoppen?"),
    "Polish": ("Trefle?", "Karo", "Kiery?", "Piki?"),
    "Russian": ("[Тт]ре[фв]ы?", "[Бб]убны?", "[Чч]ерв[аиы]", "[Пп]ики?"),
    "Finnish": ("Risti", "Ruutu", "Hertta", "Pata"),
    "English": ("Clubs?", "Diamonds?", "Hearts?", "Spades?"),
}
"""Patterns of the names of clubs, diamonds, hearts and spades. Accented letters may have been lost by an encoding."""
LETTERS: Mapping[Letters, Mapping[str, str]] = {
    "Spanish": {"c": "h", "p": "s", "t": "c", "d": "d"},
    "Portuguese": {"c": "h", "e": "s", "p": "c", "o": "d"},
    "Italian": {"c": "h", "p": "s", "f": "c", "q": "d"},
}
"""The English letters of suits by those of a language."""
_BRACKET = re.compile(r"\[[^\]\n]*\]")
_WORD = re.compile(r"(?<=[ \[,])(?:10|[2-9TJQKA]) ?[^\W\d_]{3}")
_FOREIGN_CARD = re.compile(r"(?<=[ \[,])(?P<rank>10|[2-9TJQKAD])(?P<suit>[cdefopqt])(?=[ ,\]])")
_FOREIGN = re.compile(r"(?:10|[2-9TJQKAD])[efopqt](?=[ ,\]])")
_LETTER = re.compile(r"(?<=[ \[,])(?:10|[2-9TJQKAD])([cdefhopqst])(?=[ ,\]])")


@cache
def _named_card() -> re.Pattern[str]:
    """Return the pattern of a card with the name of its suit; the group that matches is the suit's English letter."""
    names = {
        letter: dict.fromkeys(suits) for letter, suits in zip("cdhs", zip(*NAMES.values(), strict=True), strict=True)
    }
    suits = "|".join(f"(?P<{letter}>{'|'.join(words)})" for letter, words in names.items())
    return re.compile(rf"(?<=[ \[,])(?P<rank>10|[2-9TJQKA]) ?(?:{suits})(?=[ ,\]])", re.IGNORECASE)


def english_cards(text: str, letters: Letters = "") -> str:
    """Return a text with the cards in its brackets in English: ``[ KHerz, 10Pik ]`` as ``[ Kh, 10s ]``.

    ``letters``: those of the file, see :func:`letters_of`. The rank D of such a file (diez, dez, dieci) is a ten.

    >>> english_cards("Dealt to Ada [ KHerz, 10Pik ]")
    'Dealt to Ada [ Kh, 10s ]'
    """
    if suits := LETTERS.get(letters):

        def english(card: re.Match[str]) -> str:
            return card["rank"].replace("D", "T") + suits.get(card["suit"], card["suit"])

        return _BRACKET.sub(lambda bracket: _FOREIGN_CARD.sub(english, bracket[0]), text)
    if not _WORD.search(text):
        return text
    named = _named_card()
    return _BRACKET.sub(lambda bracket: named.sub(_from_name, bracket[0]), text)


def _from_name(card: re.Match[str]) -> str:
    return card["rank"].upper() + str(card.lastgroup)


def letters_of(text: str) -> Letters:
    """Return the language of the suit letters of a file.

    It is the only language that has all of the letters: p and t are suits in Spanish, h and s in English.
    """
    if not _FOREIGN.search(text):  # a fast exit for nearly all files
        return ""
    letters = {letter for bracket in _BRACKET.findall(text) for letter in _LETTER.findall(bracket)}
    if letters <= set("cdhs"):
        return ""
    languages = [language for language, suits in LETTERS.items() if letters <= suits.keys()]
    return languages[0] if len(languages) == 1 else "contradictory"
