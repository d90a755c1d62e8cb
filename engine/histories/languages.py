"""Hand histories in other languages than English, told by the words of their lines."""

import re

BEGINNING = 40_000
"""Characters that are searched."""
LEAST_WORDS = 3
"""So many different words of a language make a history one in it."""
WORDS = {
    "German": r"Platz \d+:|Sitz \d+:|Hand Nr|Karten auf der Hand|austeilen|\bTisch\b|checkt|passt|geht mit"
    r"|callt|setzt|erhöht|gewinnt|zusammenfassung|gesamtpot|verteilt an|gibt auf|einsatz",
    "French": r"Siège \d+|Place \d+|cartes fermées|distribution|se couche|suit|relance|\bmise\b|parole|remporte"
    r"|résumé|donnés? à|petite blinde|grosse blinde|pot total",
    "Spanish": r"Asiento \d+|cartas|se retira|\bpasa\b|iguala|apuesta|sube|resumen|repartidas? a|ciega|\bmesa\b"
    r"|bote total|se lleva",
    "Italian": r"Posto \d+|carte coperte|passa|chiama|\bvede\b|rilancia|punta|bussa|riepilogo|sommario"
    r"|piccolo buio|grande buio|tavolo|piatto|\bmano\b|vince",
    "Portuguese": r"Lugar \d+|Assento \d+|cartas da mão|desiste|\bpaga\b|aumenta|aposta|sumário|resumo"
    r"|distribuídas? a|\bmesa\b|pote total|\bmão\b|recolhe",
    "Dutch": r"Stoel \d+|Plaats \d+|gesloten kaarten|\bpast\b|gaat mee|verhoogt|zet in|samenvatting|\btafel\b"
    r"|wint|deelt",
    "Swedish or Danish": r"Plats \d+|Plads \d+|hålkort|lägger sig|synar|höjer|satsar|sammanfattning|bord\b|vinner"
    r"|folder|samler|satser",
    "Polish": r"Miejsce \d+|karty własne|pasuje|sprawdza|przebija|podbija|stawia|podsumowanie|\bstół\b|wygrywa"
    r"|czeka",
    "Russian": r"Место \d+|закрытые карты|\bпас\b|пасует|чек|колл|уравнивает|рейз|повышает|ставит|ставка|итог"
    r"|стол|раздача|выигрывает",
    "Chinese": r"座位|底牌|弃牌|跟注|加注|下注|看牌|过牌|总结|底池",
    "Japanese": r"シート|ホールカード|フォールド|コール|レイズ|ベット|チェック|サマリー",
}
SITES = (
    "PokerStars",
    "GGPoker",
    "Winamax",
    "888poker",
    "PartyPoker",
    "iPoker",
    "Full Tilt",
    "Ignition",
    "Bovada",
    "Unibet",
)
_CARDS = re.compile(r"\[ ?(?:[2-9TJQKA]|10)[hdcs♥♦♣♠](?:[ ,]*(?:[2-9TJQKA]|10)[hdcs♥♦♣♠])* ?\]")
_ENGLISH = re.compile(r"Seat \d+:|HOLE CARDS|SUMMARY|Dealt to|\bfolds\b|\braises\b")


def language_of(text: str) -> tuple[str, str]:
    """Return the language of a hand history that is not in English, and the site that it names, as far as it does.

    Both are empty for any other text.
    """
    beginning = text[:BEGINNING]
    if not _CARDS.search(beginning) or len(set(_ENGLISH.findall(beginning))) >= LEAST_WORDS:
        return "", ""
    values = {name: _different(words, beginning) for name, words in WORDS.items()}
    language = max(values, key=lambda name: values[name])
    if values[language] < LEAST_WORDS:
        return "", ""
    return language, next((site for site in SITES if site.lower() in beginning.lower()), "")


def _different(words: str, text: str) -> int:
    """Return how many of the words there are, whatever their numbers and capitals."""
    return len({re.sub(r"\d+", "", word.lower()) for word in re.findall(words, text, re.IGNORECASE)})


def in_another_language(text: str) -> str:
    """Return what to say of a hand history that is not in English; empty for any other text."""
    language, site = language_of(text)
    if not language:
        return ""
    of_site = f" of {site}" if site else ""
    return f"this is a hand history{of_site} in {language}: set the client to English, and save the hands anew"
