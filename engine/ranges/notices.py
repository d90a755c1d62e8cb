"""Notices about how a text was read: warnings, and explanations."""

from collections.abc import Iterable


class Explanation(str):
    """A notice that states how a text is read as documented: ``15%`` as so many combos, a name as its range.

    Every other notice is a warning: the text may be meant otherwise.
    """

    __slots__ = ()


def warnings_among(notices: Iterable[str]) -> tuple[str, ...]:
    """Return the notices that are not explanations.

    >>> warnings_among((Explanation("15% is 198 combos"), "AA is given twice"))
    ('AA is given twice',)
    """
    return tuple(notice for notice in notices if not isinstance(notice, Explanation))
