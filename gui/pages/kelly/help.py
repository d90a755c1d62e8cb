"""Help on bet sizing and the hand tracker."""

from PySide6.QtWidgets import QWidget

from gui.parts.build import show_sheet

KELLY = """<h2>How much to bet: Kelly</h2>
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
and others play on there is a <b>side pot</b>: as soon as it is known who beats whom each pot is paid exactly to the
best of those who are in it, and bets that start a side pot are compared too. Until then, and with typed outcomes,
what goes into it counts as won only if you beat everybody: a <b>lower bound</b>, and an advice that is a little too
careful. <b>Facing a bet</b> is another question than checking: who does not call loses the pot, so the advice
compares with growth 0. At <b>fixed limit</b> only the legal amounts are compared: check, call, complete, bet, raise,
a bar for each.</p>
<p><b>The hand tracker is for study and review.</b> Poker rooms forbid programs like this while you play, and they are
right: use it afterwards.</p>"""


def show_kelly(parent: QWidget) -> None:
    """Explain bet sizing and the hand tracker."""
    show_sheet(parent, "Kelly", KELLY)
