"""Operations on a table: cards in their slots, ranges of seats, folding."""
