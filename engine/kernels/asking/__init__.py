"""Events of the joint law, summed over all deals or counted in a sample."""
