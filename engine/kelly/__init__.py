"""Kelly: from the outcomes of a showdown to a bet, call, check or fold; and the hand tracker."""
