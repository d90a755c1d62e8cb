"""The help of pages: a text for each, shown in a window of its own."""

from functools import partial

from PySide6.QtWidgets import QWidget

from gui.look.guard import Keyed
from gui.parts.build import named, show_sheet
from gui.parts.chip_button import ChipButton

HELP = {
    "kelly": (
        "Kelly",
        """<h2>How much to bet: Kelly</h2>
<p>Kelly's rule bets what makes a bankroll grow fastest in the long run. Too small a bet leaves money on the table; too
large a bet grows it more slowly and swings wildly; about twice the optimum gains nothing at all, however good the
hand.</p>
<p><b>Type your bankroll, what is in the middle and to call, and the limits.</b> The probabilities to win and to split
come from the result of the table as it is computed; behind <i>more</i> they can be typed in percent, what is left out
is lost, or as counts of showdowns. The advice then says what to do: check, bet so much, call or fold; a raise is
named by what it is <i>to</i>, all your chips on this street, and <i>by</i>, what that is above the bet that you face.
Many play half Kelly: three quarters of the growth at half the swings. Without a bankroll there are the pot odds and
the chips that each action earns on average.</p>
<p><b>A bet of your own</b>, typed or half the pot, the pot, all in, is compared with the advice: the chips that it
earns, the growth, and the share of the bankroll that is at risk.</p>
<p><b>What is assumed:</b> the hand goes to the showdown with no further betting, as if all in, and all opponents
call. Nobody folds unless you say how often.</p>
<p><b>An opponent who answers.</b> Under "When you bet" each opponent calls everything, folds a fixed share, or folds
so often that a bluff breaks even: x/(P + x) of the time to a bet of x into the pot P. One opponent may answer an own
list of bets. He may call <b>with his best hands</b>: they are taken from his range on the table, those first that
have the most equity against the range that he credits you with, <i>random</i> if you write none. Your outcomes are
the exact ones against these hands, so your equity when called falls as the bet grows. The thin curve is how likely
nobody calls. In razz these are pairs of down cards, and you are credited with any under your up cards. A call of
yours is no bet: nobody answers it.</p>
<p><b>The shaded band</b> is the growth if the opponent's range were 15 % tighter or looser than it is written, the
sampling error included; "safe to 18 %" is the largest bet that in none of these cases is worse than none.</p>
<p><b>What is maximised:</b> g(x) = Σ p ln(1 + net/W). Best, tied with s of n opponents, net is
(c + (n + 1) x)/(1 + s) − x; beaten, it is −x. W is the bankroll, c the pot retained, x the bet.</p>
<p><b>Cassandra</b> had the idea of betting poker hands by Kelly. Its equation is right without a pot; with one it
bets too much. It is shown beside the advice, as published, with the reason for the difference. Against several it
multiplies your odds against one, though you hold the same cards against all: what that makes of "you win alone", and
what it really is, stands below its bet; a copied question knows the real odds alone. Its examples leave
your own chips and those of players who have folded out of the pot: 90 for 120 in its second one.</p>
<p><b>Chips in front of the players</b>, behind <i>more</i>, say what you can win: the retained pot is c = pot − Σ
(theirs − yours) over the opponents still in, and the largest bet is what all of them can call. Where one is all in
and others play on there is a <b>side pot</b>: as soon as it is known who beats whom each pot is paid to the
best of those who are in it, and bets that start a side pot are compared too. Few deals are all counted; many are
sampled, and chips and growth then have a ± of 95 %. Until then, and with typed outcomes,
what goes into it counts as won only if you beat everybody: a <b>lower bound</b>, and an advice that is a little too
careful. <b>Facing a bet</b> is another question than checking: who does not call loses the pot, so the advice
compares with growth 0. At <b>fixed limit</b> only the legal amounts are compared: check, call, complete, bet, raise,
a bar for each.</p>
<p><b>The hand tracker is for study and review.</b> Poker rooms forbid programs like this while you play, and they are
right: use it afterwards.</p>""",
    ),
    "made": (
        "Made hands",
        """<h2>What a range has</h2>
<p><b>An evening with it:</b> give a seat a range, put a flop on the board. The list says how often it has each class,
and with what equity; point at a class, and its hands light up. Check what goes on, <i>Apply</i>, deal the turn: the
list goes on with what is left. Undo takes every step back; the range itself says it all, as in <b>22+, ATs+ &gt; flop
top pair+, flush draw:0.5</b>.</p>
<p><b>Classes</b> go by the hole cards: pairs that lie on the board alone do not count. A <i>set</i> is a pocket pair
and its rank on the board, <i>trips</i> one hole card whose rank lies there twice; <i>two pair</i> takes both hole
cards; an <i>overpair</i> is above the board, a <i>pocket pair below top</i> between its two highest ranks; <i>low
pair</i> is any other pair. <i>Plays the board</i>: the board alone is as good; on 5-6-7-8-9 aces do, for
they have the same straight.</p>
<p><b>Draws</b>, of which a hand may have several: a <i>flush draw</i> is four of a suit, a <i>nut</i> one holds the
highest card to come, a <i>backdoor</i> one has three of a suit on the flop. An <i>open-ended</i> draw makes a
straight with two ranks or more (double gutshots too), a <i>gutshot</i> with one. <i>Overcards</i> are above the
board, in a hand without a pair.</p>
<p><b>Share</b> is how likely the seat has it, with the hands of all other seats in mind and the filters that are
applied; <b>combos</b> are the live weight of the hands, <b>kept / all</b> where boxes are checked: what they keep, and
what comes to this street; <b>≥</b> is this class or a better one.</p>
<p><b>Keep:</b> of several boxes that fit a hand the largest weight counts. <i>Best 30 %</i> and <i>equity ≥</i> go by
the equities on this street against all others, and take an exact result. <i>Save</i> keeps what is left in the
library as a range of its own.</p>""",
    ),
    "preflop": (
        "Pre-flop",
        """<h2>What a hand is worth before the flop</h2>
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
twice by the number of flops and charges a raise that everybody folds to; neither is done here.</p>""",
    ),
    "third": (
        "Third street",
        """<h2>What a hand is worth on third street</h2>
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
that the others see. As a grid they show it against each door behind, or with fewer behind and other kinds of
players.</p>
<p><b>Equity</b> takes over a fourth street that was reached, <b>Betting</b> a fifth: each opponent who shows it then
holds what he went on with, the others have folded.</p>
<p><b>What is left out</b>: nobody raises again; opponents pay on every fourth street; all bets from then on are one
amount; a free card counts as nothing.</p>""",
    ),
    "betting": (
        "Betting",
        """<h2>Betting: what equity cannot tell</h2>
<p>Everywhere else in this window nobody bets any more and nobody folds. Here both players bet, raise and fold to the
end, as well as they can: the page finds the play against which the other cannot do better, and what every hand is worth
by it.</p>
<p><b>The table on the left is the situation</b>: two seats with their ranges as they are before the first action of
this street, three to five cards on the board (razz: both on fifth, sixth or seventh street). Under <i>Situation</i>
stand the pot, the stacks, the sizes of bets and raises, who acts first and the rake.</p>
<p><b>Exploitability</b>, how far the play can be beaten, is computed, not estimated: each player's best answer to the
other's play wins so much more than his own play, and half of what both could win is the figure. The run ends at the
target. Without a rake no EV at the start is further from that of perfect play than twice this figure.</p>
<p><b>Walk the tree</b>: the buttons in the first row are what has happened, those in the second what can follow, with
how often it is done and what it is worth. Keys: 1 to 9 choose an action, Alt+Left and Alt+Right go back and forth,
Alt+Home takes the last step back. Where a card comes, the cards are coloured by what they do to the first player.</p>
<p><b>EV</b> is what a player gets out of the pot in the end less what he puts in from the node on. <b>Equity</b> is
that of a showdown without more betting.</p>
<p><b>Bluffs</b> on the river win less than a tenth of the pot when they are called, <b>value</b> wins more than half,
<b>thin value</b> is between them. Only if nearly all bets are bluffs or value is their share of bluffs compared with
what the size allows.</p>
<p><b>Solutions</b> can be saved and opened again, or dropped on the window. A large one is saved without its last
streets, which are solved again where they are looked at.</p>
<p><b>What it is about</b>: two players, these sizes, these ranges. Both know both ranges, so that a single hand is an
open one; what folded players held counts as far as their cards are known. Nobody plays another size than those given,
and nobody plays on feelings or tells.</p>""",
    ),
    "ask": (
        "Ask",
        """<h2>Ask: how often, and what then</h2>
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
read differently; click one to ask that instead.</p>""",
    ),
}
"""Title and text by the name of a page."""


def show_help(parent: QWidget, page: str) -> None:
    """Explain a page."""
    show_sheet(parent, *HELP[page])


def help_chip(page: str, tip: str, text: str = "help", parent: QWidget | None = None) -> ChipButton:
    """Return the chip that explains a page."""
    chip = named(ChipButton(text, parent), f"{page}.help", text.capitalize(), tip)
    chip.clicked.connect(Keyed(chip, partial(show_help, chip), page).plain)
    return chip
