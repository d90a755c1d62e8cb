"""What the page *Made hands* is about, and what its words mean."""

from PySide6.QtWidgets import QWidget

from gui.parts.build import show_sheet

MADE_HANDS = """<h2>What a range has</h2>
<p><b>An evening with it:</b> give a seat a range, put a flop on the board. The list says how often it has each class,
and with what equity; point at a class, and its hands light up. Check what goes on, <i>Apply</i>, deal the turn: the
list goes on with what is left. Undo takes every step back; the range itself says it all, as in <b>22+, ATs+ &gt; flop
top pair+, flush draw:0.5</b>.</p>
<p><b>Classes</b> go by the hole cards: pairs that lie on the board alone do not count. A <i>set</i> is a pocket pair
and its rank on the board, <i>trips</i> one hole card whose rank lies there twice; <i>two pair</i> takes both hole
cards; an <i>overpair</i> is above the board, a <i>pocket pair below top</i> between its two highest ranks; <i>low
pair</i> is any other pair. <i>Plays the board</i>: the board alone is as good.</p>
<p><b>Draws</b>, of which a hand may have several: a <i>flush draw</i> is four of a suit, a <i>nut</i> one holds the
highest card to come, a <i>backdoor</i> one has three of a suit on the flop. An <i>open-ended</i> draw makes a
straight with two ranks or more (double gutshots too), a <i>gutshot</i> with one. <i>Overcards</i> are above the
board, in a hand without a pair.</p>
<p><b>Share</b> is how likely the seat has it, with the hands of all other seats in mind and the filters that are
applied; <b>combos</b> are the live weight of the hands, <b>kept / all</b> where boxes are checked: what they keep, and
what comes to this street; <b>≥</b> is this class or a better one.</p>
<p><b>Keep:</b> of several boxes that fit a hand the largest weight counts. <i>Best 30 %</i> and <i>equity ≥</i> go by
the equities on this street against all others, and take an exact result. <i>Save</i> keeps what is left in the
library as a range of its own.</p>"""


def show_made(parent: QWidget) -> None:
    """Explain the page."""
    show_sheet(parent, "Made hands", MADE_HANDS)
