"""Notices about how a text was read: warnings, and explanations."""

from collections.abc import Iterable

READ_AS = " is read as "
"""Occurs in notices about words that are replaced by other texts, such as the names of ranges."""


class Explanation(str):
    """A notice that states how a text is read as documented: ``15%`` as a number of combos, a name as its range.

    Every other notice is a warning: the text may be meant differently.
    """

    __slots__ = ()


def warnings_among(notices: Iterable[str]) -> tuple[str, ...]:
    """Return the notices that are not explanations.

    >>> warnings_among((Explanation("15% is 198 combos"), "AA is given twice"))
    ('AA is given twice',)
    """
    return tuple(notice for notice in notices if not isinstance(notice, Explanation))


def notices_to_show(notices: Iterable[str]) -> tuple[str, ...]:
    """Return the notices for the person who typed a text: warnings, and how names and phrases are read. Each appears
    once.

    >>> notices_to_show((Explanation("15% is 198 combos"), Explanation("UTG is read as 22+"), "AA is given twice"))
    ('UTG is read as 22+', 'AA is given twice')
    """
    return tuple(notice for notice in dict.fromkeys(notices) if READ_AS in notice or warnings_among((notice,)))
