"""The page on which equities are guessed."""
