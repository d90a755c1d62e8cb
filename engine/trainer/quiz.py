"""The verb ``steelwheel quiz``: questions of the trainer with their answers, and the list of packs."""

from dataclasses import dataclass
from typing import Any, cast, get_args

from engine.scenario import Game, Problem, ScenarioError
from engine.scenario.reading import Collector, as_it_is, in_table, integer, one_of, text_up_to
from engine.trainer.packs import Pack, pack_from_json, shipped_packs
from engine.trainer.questions import NoSpotError, SpotQuestion
from engine.trainer.record import MAX_SEED, TrainingRecord
from engine.trainer.spots import questions

VERSION = 1
KEYS = ("steelwheel_quiz", "pack", "game", "seed", "count")
MAX_COUNT = 1_000
"""Questions of one request."""
MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class QuizRequest:
    """A checked request: draw ``count`` questions of a ``pack`` with a ``seed``."""

    pack: Pack
    seed: int
    count: int


def read_quiz_request(value: object) -> QuizRequest:
    """Read a parsed JSON request. Its ``pack`` is the name of a shipped pack, or the object of a file.

    Raises:
        ScenarioError: all problems, each naming its field.
    """
    fields = Collector(value, KEYS)
    if fields.take("steelwheel_quiz", integer(), VERSION) != VERSION:
        fields.note("steelwheel_quiz", f"this program reads requests of version {VERSION}")
    given = fields.take("pack", as_it_is, None, required=True)
    game = fields.take("game", one_of(*get_args(Game)), None)
    seed = fields.take("seed", integer(0, MAX_SEED), 1)
    count = fields.take("count", integer(1, MAX_COUNT), 1)
    fields.done()
    if isinstance(given, dict):
        try:
            return QuizRequest(pack_from_json(given), seed, count)
        except ScenarioError as error:
            raise in_table(error, "pack") from None
    return QuizRequest(_shipped(text_up_to(MAX_NAME)(given, "pack"), cast("Game | None", game)), seed, count)


def _shipped(name: str, game: Game | None) -> Pack:
    """Return the shipped pack of a name (upper and lower case do not matter), of ``game`` if it is given."""
    lowered = " ".join(name.split()).lower()
    packs = [pack for pack in shipped_packs() if pack.name.lower() == lowered and game in (None, pack.game)]
    if not packs:
        names = ", ".join(dict.fromkeys(pack.name for pack in shipped_packs() if game in (None, pack.game)))
        raise ScenarioError(Problem("pack", f"there is no pack of this name; the packs are {names}"))
    return packs[0]


def answer_json(value: object) -> dict[str, Any]:
    """Return the answer to a parsed request: questions as the trainer asks them, each with its right answer.

    Equal requests give equal questions, and a larger ``count`` adds further ones.

    Raises:
        ScenarioError: as in :func:`read_quiz_request`, or the pack has fewer questions than ``count``.
    """
    request = read_quiz_request(value)
    drawn: list[SpotQuestion] = []
    for number in range(request.count):
        record = TrainingRecord(request.seed, given=number)
        try:
            drawn.append(next(questions(request.pack, record, used={question.line for question in drawn})))
        except NoSpotError as error:
            raise ScenarioError(Problem("count", f"only {number} questions: {error}")) from None
    pack = request.pack
    return {
        "steelwheel_quiz_result": VERSION,
        "pack": pack.name,
        "game": pack.game,
        "seed": request.seed,
        "questions": [_question_json(question) for question in drawn],
    }


def packs_json() -> dict[str, Any]:
    """Return the shipped packs: name, game, the kind of question, and a note on their subject."""
    rows = [{"name": pack.name, "game": pack.game, "asks": pack.asks, "note": pack.note} for pack in shipped_packs()]
    return {"packs": rows}


def _question_json(question: SpotQuestion) -> dict[str, Any]:
    """Return a question with its answer: the equity of the first seat and, for a price, the EV of each action."""
    answer: dict[str, Any] = {"equity": question.equity, "stderr": question.stderr}
    if not question.options:
        return {"spot": question.line, "asks": "equity", **answer}
    options = [{"action": option.name, "ev": option.ev} for option in question.options]
    price = {"pot": question.pot, "bet": question.bet, "needed": question.needed}
    return {"spot": question.line, "asks": "price", **price, **answer, "options": options, "best": question.best.name}
