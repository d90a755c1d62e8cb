"""What the opponents of a bet hold: who calls it, in which order, and how hero does against those who do."""
