"""Where the files lie that come with the program: the same beside a checkout, in a wheel and in a bundle."""

from pathlib import Path

RESOURCES = Path(__file__).parents[2] / "resources"
FONTS = RESOURCES / "fonts"
ICONS = RESOURCES / "icons"
EXAMPLES = RESOURCES / "examples"
