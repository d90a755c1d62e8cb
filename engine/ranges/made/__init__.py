"""The made hands and draws of hold'em on a board: made classes, kickers and draws (public)."""
