"""Print what is new in a version, from the change log:  python packaging/release_notes.py VERSION

Fails where VERSION is not that of the program, or where change log and metainfo do not have the same day for it.
"""

import os
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHANGES = ROOT / "CHANGELOG.md"
METAINFO = ROOT / "resources" / "desktop" / "io.github.steelwheel.SteelWheel.metainfo.xml"
HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\] - (?P<day>\S+)$", re.MULTILINE)
UNRELEASED = "unreleased"


def main(version: str) -> None:
    """Print the notes, or say why this version cannot be released."""
    reason = obstacle(version)
    if reason:
        sys.exit(f"{version} cannot be released: {reason}")
    try:
        print(notes(version), flush=True)
    except BrokenPipeError:  # its reader has read enough; the interpreter would complain again when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def obstacle(version: str) -> str:
    """Return why ``version`` cannot be released, "" where it can."""
    sys.path.insert(0, str(ROOT))
    from engine.version import __version__

    if version != __version__:
        return f"the program is version {__version__}"
    days = released(), described()
    if version not in days[0]:
        return "the change log does not have it"
    if days[0][version] == UNRELEASED:
        return "in the change log it is unreleased"
    if days[0][version] != days[1].get(version):
        return f"the change log has {days[0][version]}, the metainfo {days[1].get(version)}"
    return ""


def released() -> dict[str, str]:
    """Return the day of each version in the change log, ``unreleased`` where it has none yet."""
    return {match["version"]: match["day"] for match in HEADING.finditer(_changes())}


def described() -> dict[str, str]:
    """Return the day of each version in the metainfo, ``unreleased`` where it is under development."""
    releases = ET.parse(METAINFO).getroot().iterfind("releases/release")
    return {
        row.get("version", ""): UNRELEASED if row.get("type") == "development" else row.get("date", "")
        for row in releases
    }


def notes(version: str) -> str:
    """Return the section of a version, without its heading."""
    headings = list(HEADING.finditer(_changes()))
    (place,) = (i for i, match in enumerate(headings) if match["version"] == version)
    end = headings[place + 1].start() if place + 1 < len(headings) else None
    return _changes()[headings[place].end() : end].strip()


def _changes() -> str:
    return CHANGES.read_text(encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
