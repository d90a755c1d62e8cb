"""The page *Betting*: both players' best play from a street on."""
