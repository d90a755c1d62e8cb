"""How opponents respond to a bet: which hands call first, and hero's outcomes against the callers."""
