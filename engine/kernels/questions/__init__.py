"""Probabilities of events of the joint distribution, summed over all deals or counted in a sample."""
