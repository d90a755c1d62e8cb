"""Answers about opponents, worked out to the end."""

from engine.kelly.responses.calling import run_calling_order
from engine.kelly.responses.showdowns import run_joint_result


def calling_order(*arguments, **options):
    """Return the order in which one opponent's hands call."""
    *_, last = run_calling_order(*arguments, **options)
    return last.answer


def joint_orders(*arguments, **options):
    """Return the joint law of a showdown."""
    *_, last = run_joint_result(*arguments, **options)
    return last.answer
