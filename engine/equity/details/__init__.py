"""The details of a result, made by the games and drawn by the pages: one frozen value each, with its JSON form."""
