"""Cards whose suits are written in another language than English: ``KHerz``, ``QCoeur``, and Spanish letters.

The names of suits are translated wherever they stand behind a rank within brackets. Spanish letters (c, d, p, t) need a
whole file to be told from English ones (c, d, h, s): a hand may hold nothing but c and d.
"""

import re
from functools import cache
from typing import Literal

Letters = Literal["", "Spanish", "contradictory"]
"""The letters of the suits in a file: English ones, Spanish ones, or both, so that c is not known."""
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
"""The names of clubs, diamonds, hearts and spades as patterns. Accented letters may have been lost by an encoding."""
_SPANISH = {"c": "h", "p": "s", "t": "c", "d": "d"}
_BRACKET = re.compile(r"\[[^\]\n]*\]")
_WORD = re.compile(r"(?<=[ \[,])(?:10|[2-9TJQKA]) ?[^\W\d_]{3}")
_SPANISH_CARD = re.compile(r"(?<=[ \[,])(?P<rank>10|[2-9TJQKAD])(?P<suit>[cdpt])(?=[ ,\]])")
_P_OR_T = re.compile(r"(?:10|[2-9TJQKAD])[pt](?=[ ,\]])")
_LETTER = re.compile(r"(?<=[ \[,])(?:10|[2-9TJQKAD])([cdhspt])(?=[ ,\]])")


@cache
def _named_card() -> re.Pattern[str]:
    """Return the pattern of a card whose suit has a name; the group of the suit is its English letter."""
    names = {
        letter: dict.fromkeys(suits) for letter, suits in zip("cdhs", zip(*NAMES.values(), strict=True), strict=True)
    }
    suits = "|".join(f"(?P<{letter}>{'|'.join(words)})" for letter, words in names.items())
    return re.compile(rf"(?<=[ \[,])(?P<rank>10|[2-9TJQKA]) ?(?:{suits})(?=[ ,\]])", re.IGNORECASE)


def english_cards(text: str, letters: Letters = "") -> str:
    """Return a text with the cards in its brackets as in English: ``[ KHerz, 10Pik ]`` as ``[ Kh, 10s ]``.

    ``letters``: those of the file, see :func:`letters_of`. In Spanish letters the rank D (diez) is a ten.
    """
    if letters == "Spanish":
        return _BRACKET.sub(lambda bracket: _SPANISH_CARD.sub(_from_spanish, bracket[0]), text)
    if not _WORD.search(text):
        return text
    named = _named_card()
    return _BRACKET.sub(lambda bracket: named.sub(_from_name, bracket[0]), text)


def _from_name(card: re.Match[str]) -> str:
    return card["rank"].upper() + str(card.lastgroup)


def _from_spanish(card: re.Match[str]) -> str:
    return card["rank"].replace("D", "T") + _SPANISH[card["suit"]]


def letters_of(text: str) -> Letters:
    """Return in which letters the suits of a file are written.

    P and t (picas, tréboles) are suits in Spanish only, h and s in English only.
    """
    if not _P_OR_T.search(text):  # quick, and true of nearly all files
        return ""
    found = {letter for bracket in _BRACKET.findall(text) for letter in _LETTER.findall(bracket)}
    if not found & {"p", "t"}:
        return ""
    return "contradictory" if found & {"h", "s"} else "Spanish"
