"""What the page *Third street* is about."""

from PySide6.QtWidgets import QWidget

from gui.parts.build import show_sheet

THIRD = """<h2>What a hand is worth on third street</h2>
<p>The share of the pot at the showdown is the wrong measure on third street at fixed limit: whoever catches a bad
fourth card may give up. So every fourth street is looked at, hero’s card and those of all who see it: what is going on
worth there, and is it worth it at all?</p>
<p><b>The table on the left is the situation.</b> Of every seat the first three cards count: <i>xxK</i> is a door with
any two cards behind, still to act; <i>(8-8-)7</i> has acted and holds a range; a folded seat’s door is out of the deck.
The highest door has put in the bring-in. Under <i>Situation</i> stand the chips, the bets that follow, and with which
down cards everybody behind comes along: kinds of players by their doors, or own texts.</p>
<p><b>On a fourth street</b> hero’s share of the pot at the showdown is R. Going on puts in B more chips, every opponent
its part of them: it is worth R (pot + B of the others) − (1 − R) B. Where that is below zero hero gives up. The worth
of an action is the mean over all fourth streets less its cost, and what is in the middle whenever everybody folds.</p>
<p><b>Steals</b> show what completing is worth with each door in place of hero’s and any two cards behind it: the cards
that the others see. <b>Betting</b> takes over a fifth street that was reached.</p>
<p><b>What is left out</b>: nobody raises again; opponents pay on every fourth street; all bets from then on are one
amount; a free card counts as nothing.</p>"""


def show_third(parent: QWidget) -> None:
    """Explain the page."""
    show_sheet(parent, "Third street", THIRD)
