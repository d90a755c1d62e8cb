"""What the page *Pre-flop* is about, for players who never heard of it."""

from PySide6.QtWidgets import QWidget

from gui.parts.build import show_sheet

PREFLOP = """<h2>What a hand is worth before the flop</h2>
<p>The worth of a hand before the flop is not its all-in equity: who sees the flop may give up the bad ones. A pair of
deuces wins a little more than half against A-K suited if all five cards are dealt; but three flops in four are bad for
it, while the other hand can go on with most. So every one of the 19,600 flops is looked at: what is going on worth
there, and is it worth it at all?</p>
<p><b>The table on the left is the situation</b>: a seat’s text is what it holds. Under <i>Situation</i> stands what is
missing: who is in, who is still to act and with which hands it comes along, what everybody has in the middle, what
a raise costs, what is bet after the flop. <i>Set a table</i> fills all of it in with one click.</p>
<p><b>On a flop</b> hero’s share of the pot at the showdown is R. Going on puts in B more chips, every opponent its part
of them: it is worth R (pot + B of the others) − (1 − R) B. A flop where that is below zero is given up. The worth of an
action is the mean over all flops less its cost, and the pot whenever everybody folds.</p>
<p><b>All hands</b> orders the 169 hands by that, beside their order by all-in equity: suited and connected hands rise,
small pairs and weak aces fall. Click two hands to lay their flops over one another; <i>all-in against the last</i>
shows what every hand wins of the hand picked last if all cards are dealt.</p>
<p><b>Seats</b> are the article’s tables for a game of one bet: which share of its hands each seat needs for the first
bet. <b>Jam or fold</b> is the equilibrium of the game in which a player goes all in or folds.</p>
<p><b>What is left out</b>: nobody re-raises; opponents pay on every flop, bad ones too; there are no stacks; where
checking is free, a flop that is given up counts as nothing, though a free card is worth something. The article divides
twice by the number of flops and charges a raise that everybody folds to; neither is done here.</p>"""


def show_preflop(parent: QWidget) -> None:
    """Explain the page."""
    show_sheet(parent, "Pre-flop", PREFLOP)
