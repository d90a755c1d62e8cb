"""What opponents do: the kinds of players that the program assumes."""
