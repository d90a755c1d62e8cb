"""The opponents of a bet: who calls it, in which order, and hero's outcomes against those who do."""
