"""The page of outcomes (razz): exact lows, who beats whom."""
