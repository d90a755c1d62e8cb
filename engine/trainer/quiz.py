"""The verb ``steelwheel quiz``: questions of the trainer with their answers, and the list of packs."""

from dataclasses import dataclass
from typing import Any, get_args

from engine.scenario import Game, Problem, ScenarioError
from engine.scenario.codec import Request, json_field
from engine.scenario.reading import in_table, integer, one_of, schema_of, takes, text_up_to
from engine.trainer.packs import Pack, pack_from_json, shipped_packs
from engine.trainer.questions import NoSpotError, SpotQuestion
from engine.trainer.record import MAX_SEED, RENAMED_PACKS, TrainingRecord
from engine.trainer.spots import questions

MAX_COUNT = 1_000
"""Questions of one request."""
NAME = text_up_to(200)


@takes({"anyOf": [{"type": "object"}, schema_of(NAME)]})
def _pack_or_name(value: object, path: str) -> Pack | str:
    """Return the pack of a file's object, or the name of a shipped pack."""
    if not isinstance(value, dict):
        return NAME(value, path)
    try:
        return pack_from_json(value)
    except ScenarioError as error:
        raise in_table(error, path) from None


@dataclass(frozen=True, slots=True)
class QuizRequest(Request):
    """A request: draw ``count`` questions of a ``pack`` with a ``seed``. ``game``: that of a pack given by its name."""

    VERSION_KEY = "steelwheel_quiz"
    LATE = ("pack",)
    pack: Pack | str = json_field(_pack_or_name)
    game: Game | None = json_field(one_of(*get_args(Game)), None)
    seed: int = json_field(integer(0, MAX_SEED), 1)
    count: int = json_field(integer(1, MAX_COUNT), 1)


def _shipped(name: str, game: Game | None) -> Pack:
    """Return the shipped pack of a name (upper and lower case do not matter), of ``game`` if it is given."""
    lowered = " ".join(name.split()).lower()
    lowered = next((new.lower() for old, new in RENAMED_PACKS.items() if old.lower() == lowered), lowered)
    packs = [pack for pack in shipped_packs() if pack.name.lower() == lowered and game in (None, pack.game)]
    if not packs:
        names = ", ".join(dict.fromkeys(pack.name for pack in shipped_packs() if game in (None, pack.game)))
        raise ScenarioError(Problem("pack", f"there is no pack with this name; the packs are {names}"))
    return packs[0]


def answer_json(value: object) -> dict[str, Any]:
    """Return the answer to a parsed request: questions as the trainer asks them, each with its right answer.

    Equal requests give equal questions, and a larger ``count`` adds further ones.

    Raises:
        ScenarioError: as in ``QuizRequest.read``, or there is no such pack, or it has fewer questions than ``count``.
    """
    request = QuizRequest.read(value)
    pack = request.pack if isinstance(request.pack, Pack) else _shipped(request.pack, request.game)
    drawn: list[SpotQuestion] = []
    for number in range(request.count):
        record = TrainingRecord(request.seed, given=number)
        try:
            drawn.append(next(questions(pack, record, used={question.line for question in drawn})))
        except NoSpotError as error:
            raise ScenarioError(Problem("count", f"only {number} questions: {error}")) from None
    return {
        "steelwheel_quiz_result": QuizRequest.VERSION,
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
