"""Problems: why a scenario or a request cannot be computed, each with the name of its field."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.cards import TextError


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a scenario cannot be computed: the field (``seats[1].cards``), the message and the character index.

    ``incomplete``: the field is not filled in yet; no value is wrong. ``brief``: the message without
    its numbers, or "" if it has none.
    """

    field: str
    message: str
    position: int | None = None
    incomplete: bool = False
    brief: str = ""

    def __str__(self) -> str:
        where = f"{self.field} at {self.position}" if self.position is not None else self.field
        return f"{where}: {self.message}"

    @classmethod
    def from_text(cls, field_: str, error: TextError) -> "Problem":
        """Name the field in which a text could not be read."""
        return cls(field_, error.message, error.position)


class ScenarioError(ValueError):
    """A scenario that cannot be computed; ``problems`` (at least one) name the fields and the reasons."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(str(p) for p in problems))
        self.problems = problems


@contextmanager
def naming(field_: str) -> Iterator[None]:
    """Turn a TextError that is raised inside into a problem with the field.

    Raises:
        ScenarioError: a TextError was raised inside.
    """
    try:
        yield
    except TextError as error:
        raise ScenarioError(Problem.from_text(field_, error)) from None


def seat_field(index: int) -> str:
    """Return the name of the field that holds the cards of seat ``index``."""
    return f"seats[{index}].cards"


def weights_too_small() -> ScenarioError:
    """Return the error that the products of the seats' weights are too small for floating-point numbers."""
    return ScenarioError(Problem("seats", "the weights of the possible deals are too small to compute with"))
