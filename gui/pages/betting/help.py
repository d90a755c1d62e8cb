"""What the page *Betting* computes and what it assumes."""

from PySide6.QtWidgets import QWidget

from gui.parts.build import show_sheet

BETTING = """<h2>Betting: what equity cannot tell</h2>
<p>Everywhere else in this window nobody bets any more and nobody folds. Here both players bet, raise and fold to the
end, as well as they can: the page finds the play against which the other cannot do better, and what every hand is worth
by it.</p>
<p><b>The table on the left is the situation</b>: two seats with their ranges as they are before the first action of
this street, three to five cards on the board (razz: both on fifth, sixth or seventh street). Under <i>Situation</i>
stand the pot, the stacks, the sizes of bets and raises, who acts first and the rake.</p>
<p><b>How far the play can be beaten</b> is computed, not estimated: each player's best answer to the other's play wins
so much more than his own play, and half of what both could win is the figure. The run ends at the target. Without a
rake no EV at the start is further from that of perfect play than twice this figure.</p>
<p><b>Walk the tree</b>: the buttons in the first row are what has happened, those in the second what can follow, with
how often it is done and what it is worth. Keys: 1 to 9 choose an action, Alt+Left and Alt+Right go back and forth,
Alt+Home takes the last step back. Where a card comes, the cards are coloured by what they do to the first player.</p>
<p><b>EV</b> is what a player gets out of the pot in the end less what he puts in from the node on. <b>Equity</b> is
that of a showdown without more betting.</p>
<p><b>Solutions</b> can be saved and opened again, or dropped on the window. A large one is saved without its last
streets, which are solved again where they are looked at.</p>
<p><b>What it is about</b>: two players, these sizes, these ranges. Both know both ranges, so that a single hand is an
open one; what folded players held counts as far as their cards are known. Nobody plays another size than those given,
and nobody plays on feelings or tells.</p>"""


def show_betting(parent: QWidget) -> None:
    """Explain the page."""
    show_sheet(parent, "Betting", BETTING)
