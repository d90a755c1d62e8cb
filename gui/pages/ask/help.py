"""What can be asked on the page *Ask*, and how it is read."""

from PySide6.QtWidgets import QWidget

from gui.parts.build import show_sheet

ASK = """<h2>Ask: how often, and what then</h2>
<p>A question is an <b>event</b>: how often does it happen, and what is each seat worth when it does? Choose the words
of the sentence from their menus, or type it: both are the same text. <b>Questions</b> has some to begin with and keeps
your own.</p>
<p><b>and</b>, <b>or</b>, <b>not</b> and brackets join conditions; <i>not</i> binds first, then <i>and</i>, then
<i>or</i>. <b>given</b> narrows the deals down before anything is counted; <b>by</b> splits the event.</p>
<p><b>Seats</b> are counted from 1 in the order of the table, or named in quotes: <b>"Hero" wins</b>. <b>now</b> is the
last street that is wholly known.</p>
<p><b>Hold'em:</b> <b>1 flop top pair+</b>, <b>2 turn flush draw, open-ended</b> (a comma is <i>or</i>, + is <i>or
better</i>), <b>1 river top pair/K</b> (its kicker), <b>2 has QQ+, AK</b>, <b>1 wins</b>, <b>ties</b>, <b>loses</b>,
<b>1 ahead flop</b>, <b>1 behind turn</b>, <b>board flop two-tone</b> (paired, monotone, rainbow, connected, A,
[TJQKA]), <b>turn [9TJ]</b>, <b>river h</b>; by <b>1 flop hand</b>, <b>turn rank</b>.</p>
<p><b>Razz:</b> <b>2 fourth [9-K]</b>, <b>1 sixth pairs</b>, <b>1 fifth low 8</b> (five different ranks of eight or
lower by then), <b>1 has (8-8-)</b> (its down cards), <b>1 wins</b>, <b>1 ahead fifth</b>; by <b>1 low</b>,
<b>2 fourth rank</b>.</p>
<p><b>Equities</b> are those of a showdown: nobody folds. <i>Before</i> is what a seat has in all deals that are given,
<i>then</i> what it has where the event happens too.</p>
<p>Where a text may be meant in another way, and the answers differ, the other answers stand below, each with what is
read differently; click one to ask that instead.</p>"""


def show_ask(parent: QWidget) -> None:
    """Explain the page."""
    show_sheet(parent, "Ask", ASK)
