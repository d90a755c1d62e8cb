"""Make man page and shell completion from the parser of the command:  python packaging/build_manual.py SHARE

They go where Debian's man, bash, zsh and fish look for them, below SHARE: ``usr/share`` of a package, or for one user
``~/.local/share``.
"""

import gzip
import os
import sys
from argparse import Action, ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from engine.version import __version__  # noqa: E402
from gui.__main__ import program_parser  # noqa: E402

MAN = "man/man1/steelwheel.1.gz"
COMPLETIONS = {
    "bash": "bash-completion/completions/steelwheel",
    "zsh": "zsh/vendor-completions/_steelwheel",
    "fish": "fish/vendor_completions.d/steelwheel.fish",
}
FILE_NAMES = ("FILE", "SOLUTION", "ANSWERS")
"""How the parser calls what is completed as the name of a file."""
FILES_TOO = {
    "bash": ("complete -o bashdefault ", "complete -o bashdefault -o default "),
    "zsh": ("_describe 'steelwheel commands' _commands", "_describe 'steelwheel commands' _commands\n  _files"),
    "fish": (
        "complete -c steelwheel -f\n",
        "complete -c steelwheel -f\n"
        "complete -c steelwheel -n '_shtab_steelwheel_using; and test $_shtab_steelwheel_npos -eq 0' -F\n",
    ),
}
"""In the place of a verb a file may stand, of which its parser does not know: what is written for that, by shell."""


def build_manual(share: Path) -> list[Path]:
    """Make the files below ``share``; return their paths."""
    os.environ["COLUMNS"] = "72"  # of the parser's texts, on every machine
    parser = program_parser()
    contents = {MAN: gzip.compress(manual(parser).encode(), 9, mtime=0)}
    for action in actions(parser):
        if action.metavar in FILE_NAMES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    for shell, place in COMPLETIONS.items():
        contents[place] = completion(parser, shell).encode()
    paths = []
    for place, content in contents.items():
        path = share / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        paths.append(path)
    return paths


def manual(parser: ArgumentParser) -> str:
    """Return the man page in the language of roff; its date is that of ``SOURCE_DATE_EPOCH`` if there is one."""
    page = Manpage(parser)
    page.manual, page.source = "Steel Wheel", f"steelwheel {__version__}"
    page.description = "poker equity laboratory for Texas hold'em and razz"
    usage = (line.strip() for line in parser.format_usage().removeprefix("usage: ").splitlines())
    page.add_section("synopsis", "=", "\n.br\n".join(usage))
    dots_are_text = str(page).replace("\n..", "\n\\&..")
    return dots_are_text.replace(".SH COMMENTS", ".SH EXIT STATUS")


def completion(parser: ArgumentParser, shell: str) -> str:
    """Return the script that completes the command in a shell."""
    script: str = shtab.complete(parser, shell)
    verbs_alone, files_too = FILES_TOO[shell]
    if verbs_alone not in script:
        raise LookupError(f"shtab writes other scripts for {shell} than it did: see FILES_TOO")
    return script.replace(verbs_alone, files_too)


def actions(parser: ArgumentParser) -> Iterator[Action]:
    """Yield the options and arguments of a parser and of its verbs."""
    for action in parser._actions:
        yield action
        if isinstance(action.choices, dict):
            for verb in action.choices.values():
                yield from actions(verb)


if __name__ == "__main__":
    for path in build_manual(Path(sys.argv[1])):
        print(path)
