"""What the hands of hold'em have on a board: made classes, kickers and draws (public)."""
