"""The trainer: random spots whose equity is to be guessed, and the record of the guesses."""
