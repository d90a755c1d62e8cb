"""How Sphinx makes a site of the guide that can be searched:  sh packaging/guide.sh"""

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
from engine.version import __version__

project = "Steel Wheel"
release = version = __version__
copyright = "Steel Wheel contributors"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = CONTENTS = "README"
highlight_language = "none"
html_theme = "furo"
html_title = f"Steel Wheel {version}"
html_favicon = "../../resources/icons/steelwheel.svg"
html_copy_source = False
html_show_sphinx = False


def setup(app: Any) -> None:
    """Have the pages of the site in the order of the guide's contents."""
    app.connect("source-read", add_contents)


def add_contents(app: Any, page: str, source: list[str]) -> None:
    """Add the tree of pages to the list that people read."""
    if page == CONTENTS:
        pages = re.findall(r"^\d+\. \[.+\]\((.+)\.md\)$", source[0], re.MULTILINE)
        source[0] += "\n".join(["\n```{toctree}", ":hidden:", "", *pages, "```\n"])
